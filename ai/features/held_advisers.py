"""The advisers, with the agents in use."""

from __future__ import annotations

from ai.agents.advisers import Advisers
from ai.features.held_agents import agent_of
from game.study.play import AgentKey

advisers = Advisers(lambda game, name, blinds: agent_of(AgentKey(game, name, blinds)))
