"""Answers what is asked after a hand: how good each decision was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ai.agents.blueprint import BlueprintAgent
from ai.agents.perfect_agent import PerfectAgent
from ai.evaluation.grading.holdem import HoldemGrader
from ai.evaluation.grading.small_games import grade_in_kuhn, grade_position
from ai.hands.range_strategy import RangeStrategy
from ai.preparation import once_met
from ai.requests.held_agents import agent_of
from ai.requests.holdem import training_at
from ai.requests.play import ADVISERS, TRAINED
from ai.search.resolving import Resolver
from game.core import KnownStrategy, Progress
from game.messages.grades import GradeDecision
from game.messages.grades_answers import Grade
from game.messages.play import AgentKey
from game.needs import Need
from game.rules import games
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import KuhnState

_resolvers: dict[int, Resolver] = {}
"""The solves of the last decisions, by the blueprint that they start from."""


@GradeDecision.handler
def grade(request: GradeDecision) -> Iterator[Progress | Grade]:
    """Grade a decision: exactly in the small games, by a solve or by training in Hold'em."""
    key = AgentKey(request.game, ADVISERS[request.game], request.blinds)
    if isinstance(request.info, HoldemInformationState):
        yield from _in_holdem(request.info, request)
        return
    adviser = agent_of(key)
    if isinstance(adviser, PerfectAgent):
        yield grade_position(adviser.values(request.info), request.action)
        return
    root = games.initial_state(request.game, blinds=request.blinds)
    assert isinstance(root, KuhnState)
    yield grade_in_kuhn(root, request.info, request.action, cast(KnownStrategy, adviser))


def _in_holdem(info: HoldemInformationState, request: GradeDecision) -> Iterator[Progress | Grade]:
    yield from once_met(Need.SOLVER)
    trained = cast(BlueprintAgent, agent_of(AgentKey(games.HOLDEM, TRAINED)))
    solid = cast(RangeStrategy, agent_of(AgentKey(games.HOLDEM, ADVISERS[games.HOLDEM])))
    resolver = _resolvers.get(id(trained))
    if resolver is None:
        _resolvers.clear()
        resolver = _resolvers[id(trained)] = Resolver(trained, by_blueprint=True)
    grader = HoldemGrader(trained, training_at(trained, info), solid, resolver)
    yield from grader.grade(info, request.action)
