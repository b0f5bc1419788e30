"""Grades and advice in Hold'em: on turn and river by a solve of the real spot, before by the trained strategy.

A solve (ai/search/decision_solving.py) has the bets that were really made in its tree, and starts from what a
blueprint says that both may hold. The hand that is graded is always among its hands, however rarely the blueprint
would have come here with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ai.hands.combos import place_of
from ai.hands.equities import shares_of_hand
from ai.hands.range_strategy import ActionLikelihood, PublicState, RangeStrategy
from ai.search.counsel import counsel
from ai.search.decision_solving import DecisionSolver, Evaluation
from ai.search.training_reach import Training
from ai.solver.solving import Goal
from game.core import Action, Progress
from game.messages.grades import graded_by_solve
from game.messages.grades_answers import Grade, Mark
from game.messages.holdem_answers import Counsel
from game.messages.marks import shipped
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemInformationState


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work a grade takes.

    goal: of a solve on the turn; a river gets more (`DecisionSolver.evaluating`). brief: of the advice before the
    turn, where nothing is solved.
    """

    goal: Goal
    brief: bool = False


FULL = Effort(Goal(iterations=120))
"""How exact it is: tests/benchmarks/grades.py."""
EARLY = Effort(Goal(iterations=30), brief=True)
"""Of a first grade, shown while the full one is made, and of advice."""
DOUBT = 0.04
"""The values of an early solve differ by so much of the pot from a full one's, in nine of ten turns at most
(tests/benchmarks/grades.py).
"""


@dataclass(frozen=True, slots=True)
class HoldemGrader:
    """Grades by a blueprint and its solves; `solid` is who speaks where training never came."""

    trained: ActionLikelihood
    training: Training
    solid: RangeStrategy
    solver: DecisionSolver
    effort: Effort = FULL

    def grade(self, info: HoldemInformationState, action: Action) -> Iterator[Progress | Grade]:
        """Yield the progress, and last the grade of an action."""
        if graded_by_solve(info):
            yield from self._by_solve(info, action)
        else:
            yield from self._by_training(info, action)

    def advise(self, info: HoldemInformationState) -> Iterator[Progress | Counsel]:
        """Yield the progress, and last what to do in a decision."""
        if not graded_by_solve(info):
            yield from counsel(info, self.trained, self.training, self.solid)
            return
        for item in self._by_solve(info, CALL):
            yield _counsel_of(info, item) if isinstance(item, Grade) else item

    def _by_solve(self, info: HoldemInformationState, action: Action) -> Iterator[Progress | Grade]:
        place = place_of(info.hole)
        found = yield from self.solver.evaluating(PublicState.of(info), action, place, self.effort.goal)
        yield _grade_of(info, action, found, place)

    def _by_training(self, info: HoldemInformationState, action: Action) -> Iterator[Progress | Grade]:
        work = counsel(info, self.trained, self.training, self.solid, (action,), brief=self.effort.brief)
        for item in work:
            yield _of_counsel(info, action, item) if isinstance(item, Counsel) else item


def _grade_of(info: HoldemInformationState, action: Action, found: Evaluation, place: int) -> Grade:
    """Return the grade by the values of a solve."""
    betting, blind = info.betting, info.rules.big_blind
    values = {one: float(ev[place]) / blind for one, ev in found.values.items()}
    shares = {one: float(mix[place]) for one, mix in found.mix.items()}
    pot = betting.pot / blind
    cost = max(values.values()) - values[action]
    marks = shipped()
    best, mark, margin = marks.best(values, shares, pot), marks.of(cost, pot), marks.equal * pot
    win, tie = shares_of_hand(place, np.nan_to_num(found.other), info.board)
    grade = Grade(action, best, values, shares, mark, "solved", margin, float(win + tie / 2), _price(info))
    return replace(grade, held_back=marks.holds_back(mark))


def _of_counsel(info: HoldemInformationState, action: Action, said: Counsel) -> Grade:
    """Return the grade by what the coach says, who is not sure of it: what may be an error counts as none.

    An action that training never takes is no good decision; where it is not sure to cost anything, its cost is not
    known.
    """
    betting = info.betting
    cost = max(said.values.values()) - said.values[action]
    mark = shipped().of(max(0.0, cost - said.margin), betting.pot / info.rules.big_blind)
    unsure = action in said.capped and mark in (Mark.BEST, Mark.GOOD)
    if unsure:
        mark = Mark.INACCURACY
    grade = Grade(action, said.best, said.values, said.shares, mark, said.source, said.margin, said.equity)
    return replace(grade, price=_price(info), never_taken=unsure, held_back=shipped().holds_back(mark))


def _counsel_of(info: HoldemInformationState, grade: Grade) -> Counsel:
    """Return the advice of a solve, which has graded one of the actions."""
    assert grade.equity is not None
    values = {action: value if action != FOLD else 0.0 for action, value in sorted(grade.values.items())}
    margin = DOUBT * info.betting.pot / info.rules.big_blind
    return Counsel("solved", grade.best, values, grade.shares, frozenset(), margin, grade.equity, 0.0)


def _price(info: HoldemInformationState) -> float | None:
    """Return the share of the pot that a call must win, None where nobody has bet more than a blind."""
    bet = any(action > CALL for _, action in info.betting.history[-1])
    return info.betting.pot_odds if bet and info.betting.to_call else None
