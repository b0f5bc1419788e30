"""What to do in a decision, and how good it was, by the adviser of its game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import cast

from ai.agents.adviser_names import ADVISERS, TRAINED
from ai.agents.blueprint import BlueprintAgent
from ai.agents.perfect_agent import PerfectAgent
from ai.evaluation.grading.holdem import FULL, Effort, HoldemGrader
from ai.evaluation.grading.small_games import grade_in_kuhn, grade_position
from ai.hands.range_strategy import RangeStrategy
from ai.search.decision_solving import DecisionSolver
from ai.search.training_reach import Training
from game.agent_entries import nearest_depth
from game.core import Action, Agent, InformationState, KnownStrategy, Progress
from game.files.manifest import read_manifest
from game.messages.grades_answers import Grade
from game.rules import games
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import KuhnState

NEAR = 1.5
"""Stacks this many times deeper or shallower than those of a training are near them."""


@dataclass(slots=True)
class Advisers:
    """The advisers, each got from `load` by game, name and blinds when it is asked."""

    load: Callable[[str, str, float], Agent]
    _solvers: dict[int, DecisionSolver] = field(default_factory=dict)
    """What solves decisions, by the identity of the blueprint that it starts from."""

    def grade(
        self, game: str, info: InformationState, action: Action, blinds: float = 1, effort: Effort = FULL
    ) -> Iterator[Progress | Grade]:
        """Yield progress, and last the grade: exact in the small games, by a solve or by training in Hold'em.

        effort: of a grade in Hold'em.
        """
        if isinstance(info, HoldemInformationState):
            yield from self.of_holdem(info, effort).grade(info, action)
            return
        adviser = self.load(game, ADVISERS[game], blinds)
        if isinstance(adviser, PerfectAgent):
            yield grade_position(adviser.values(info), action)
            return
        root = games.initial_state(game, blinds=blinds)
        assert isinstance(root, KuhnState)
        yield grade_in_kuhn(root, info, action, cast(KnownStrategy, adviser))

    def of_holdem(self, info: HoldemInformationState, effort: Effort = FULL) -> HoldemGrader:
        """Return who advises and grades in Hold'em at the stacks of a decision."""
        trained = cast(BlueprintAgent, self.load(games.HOLDEM, TRAINED, 1))
        solid = cast(RangeStrategy, self.load(games.HOLDEM, ADVISERS[games.HOLDEM], 1))
        solver = self._solvers.get(id(trained))
        if solver is None:
            self._solvers.clear()
            solver = self._solvers[id(trained)] = DecisionSolver(trained)
        return HoldemGrader(trained, training_at(trained, info), solid, solver, effort)


def training_at(trained: BlueprintAgent, info: HoldemInformationState) -> Training:
    """Return how far training went at these stacks; those far from every depth count as untrained."""
    stack = min(info.rules.stacks) / info.rules.big_blind
    depth = nearest_depth(trained.files, stack)
    near = max(stack, depth) <= NEAR * min(stack, depth)
    manifest = read_manifest(trained.files[depth].with_suffix(".yaml"))
    buckets = tuple(trained.at_depth(depth).layout.buckets.tolist())
    return Training(manifest.iterations or 0 if near else 0, buckets)
