"""The advisers, with the agents in use."""

from __future__ import annotations

from ai.agents.advisers import Advisers
from ai.requests.held_agents import agent_of
from game.messages.play import AgentKey

advisers = Advisers(lambda game, name, blinds: agent_of(AgentKey(game, name, blinds)))
