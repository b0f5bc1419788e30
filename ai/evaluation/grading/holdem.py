"""Grades and advice in Hold'em: on turn and river by a solve of the real spot, before that by the trained strategy.

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
from ai.search.counsel import consistent, counsel, without_noise
from ai.search.decision_solving import DecisionSolver, Evaluation
from ai.search.training_reach import Training
from ai.solver.solving import Goal
from game.core import Action, Progress
from game.messages.grades import is_solved
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
"""Of a first grade, shown while the full one is made."""
ADVICE = Goal(iterations=60)
"""Of the brief solve for advice."""
DOUBT = 0.05
"""The advised values differ from a full solve's by at most this share of the pot in nine of ten turns, also those
of actions that are never played, and by less on the river (tests/benchmarks/grades.py).
"""


@dataclass(frozen=True, slots=True)
class HoldemGrader:
    """Grades and advises by a blueprint and its solves; `solid` is who speaks where training never came.

    effort: how much work a grade takes; advice does not depend on it.
    """

    trained: ActionLikelihood
    training: Training
    solid: RangeStrategy
    solver: DecisionSolver
    effort: Effort = FULL

    def grade(self, info: HoldemInformationState, action: Action) -> Iterator[Progress | Grade]:
        """Yield the progress, and last the grade of an action."""
        if is_solved(info):
            yield from self._by_solve(info, action, self.effort.goal)
        else:
            yield from self._by_training(info, action)

    def advise(self, info: HoldemInformationState) -> Iterator[Progress | Counsel]:
        """Yield the progress, and last what to do in a decision."""
        if not is_solved(info):
            yield from counsel(info, self.trained, self.training, self.solid)
            return
        for item in self._by_solve(info, CALL, ADVICE):
            yield _counsel_of(info, item) if isinstance(item, Grade) else item

    def _by_solve(
        self, info: HoldemInformationState, action: Action, goal: Goal
    ) -> Iterator[Progress | Grade]:
        place = place_of(info.hole)
        found = yield from self.solver.evaluating(PublicState.of(info), action, place, goal)
        yield _grade_of(info, action, found, place)

    def _by_training(self, info: HoldemInformationState, action: Action) -> Iterator[Progress | Grade]:
        work = counsel(info, self.trained, self.training, self.solid, (action,), brief=self.effort.brief)
        for item in work:
            yield _of_counsel(info, action, item) if isinstance(item, Counsel) else item


def _grade_of(info: HoldemInformationState, action: Action, found: Evaluation, place: int) -> Grade:
    """Return the grade by the values of a solve."""
    betting, blind = info.betting, info.rules.big_blind
    values = {one: float(ev[place]) / blind if one != FOLD else 0.0 for one, ev in found.values.items()}
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
    """Return the advice of a solve, which has graded one of the actions.

    A long solve mixes only actions of the same value. So what a brief one mixes counts as worth the same, as far as
    that is within its margin; an action that is worth less has a share only because the solve is brief.
    """
    assert grade.equity is not None
    margin = DOUBT * info.betting.pot / info.rules.big_blind
    highest = max(grade.values, key=lambda action: grade.values[action])
    least = grade.values[highest] - margin
    mixed = {action: share for action, share in grade.shares.items() if grade.values[action] >= least}
    shares = without_noise(mixed) if any(mixed.values()) else {highest: 1.0}
    best = max(sorted(shares), key=lambda action: shares[action])
    values = consistent(dict(sorted(grade.values.items())), shares)
    return Counsel("solved", best, values, shares, frozenset(), margin, grade.equity)


def _price(info: HoldemInformationState) -> float | None:
    """Return the share of the pot that a call must win, None where nobody has bet more than a blind."""
    bet = any(action > CALL for _, action in info.betting.history[-1])
    return info.betting.pot_odds if bet and info.betting.to_call else None
