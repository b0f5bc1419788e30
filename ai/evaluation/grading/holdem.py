"""Grades of decisions in Hold'em: on turn and river by a solve of the real spot, before by the trained strategy.

A solve has the bets that were really made in its tree, and starts from what a blueprint says that both may hold.
The hand that is graded is always among its hands, however rarely the blueprint would have come here with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ai.hands.combos import place_of
from ai.hands.equities import shares_of_hand
from ai.hands.range_strategy import ActionLikelihood, PublicState, RangeStrategy
from ai.search.counsel import counsel
from ai.search.resolving import Evaluation, Resolver, is_resolved
from ai.search.training_reach import Training
from ai.solver.solving import Goal
from game.core import Action, Progress
from game.messages.grades_answers import EQUAL, Grade, mark_of
from game.messages.holdem_answers import Counsel
from game.rules.holdem import HoldemInformationState

GOAL = Goal(iterations=120)
"""Of a solve: most values are then within half a hundredth of the pot (tests/benchmarks/grades.py)."""


@dataclass(frozen=True, slots=True)
class HoldemGrader:
    """Grades by a blueprint and its solves; `solid` is who speaks where training never came."""

    trained: ActionLikelihood
    training: Training
    solid: RangeStrategy
    resolver: Resolver
    goal: Goal = GOAL

    def grade(self, info: HoldemInformationState, action: Action) -> Iterator[Progress | Grade]:
        """Yield the progress, and last the grade of an action."""
        if is_resolved(info.betting):
            yield from self._by_solve(info, action)
        else:
            yield from self._by_training(info, action)

    def _by_solve(self, info: HoldemInformationState, action: Action) -> Iterator[Progress | Grade]:
        place, public = place_of(info.hole), PublicState.of(info)
        self.resolver.always = place
        found = yield from self.resolver.evaluating(public, action, self.goal)
        yield _grade_of(info, action, found, place)

    def _by_training(self, info: HoldemInformationState, action: Action) -> Iterator[Progress | Grade]:
        for item in counsel(info, self.trained, self.training, self.solid, also=(action,)):
            yield _of_counsel(info, action, item) if isinstance(item, Counsel) else item


def _grade_of(info: HoldemInformationState, action: Action, found: Evaluation, place: int) -> Grade:
    """Return the grade by the values of a solve."""
    betting, blind = info.betting, info.rules.big_blind
    values = {one: float(ev[place]) / blind for one, ev in found.values.items()}
    shares = {one: float(mix[place]) for one, mix in found.mix.items()}
    pot = betting.pot / blind
    most = max(values.values())
    cost = most - values[action]
    equal = [one for one in values if most - values[one] <= EQUAL * pot]
    best = max(equal, key=lambda one: (shares[one], -one))
    win, tie = shares_of_hand(place, np.nan_to_num(found.other), info.board)
    price = betting.pot_odds if betting.to_call else None
    return Grade(
        action, best, values, shares, mark_of(cost, pot), "solved", EQUAL * pot, float(win + tie / 2), price
    )


def _of_counsel(info: HoldemInformationState, action: Action, said: Counsel) -> Grade:
    """Return the grade by what the coach says, who is not sure of it: what may be an error counts as none."""
    betting = info.betting
    cost = max(said.values.values()) - said.values[action]
    mark = mark_of(max(0.0, cost - said.margin), betting.pot / info.rules.big_blind)
    price = betting.pot_odds if betting.to_call else None
    return Grade(
        action, said.best, said.values, said.shares, mark, said.source, said.margin, said.equity, price
    )
