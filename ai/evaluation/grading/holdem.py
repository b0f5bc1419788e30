"""Judges decisions of Hold'em: turn and river by a solve of the real spot, earlier ones by the trained strategy.

A solve (ai/search/decision_solving.py) has the bets that were really made in its tree, and starts from the ranges
of the blueprint. The hand that is judged is always in its range, however rarely the blueprint would get here.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ai.hands.combos import place_of
from ai.hands.equities import shares_of_hand
from ai.hands.range_strategy import ActionLikelihood, RangeStrategy
from ai.search.counsel import counsel, price_of, stake_of
from ai.search.decision_solving import DecisionSolve, DecisionSolver, Effort, beside_menu
from ai.search.training_reach import Training
from ai.solver.solving import Goal
from game.core import Action, Progress
from game.messages.judgements import Judgement, JudgementProgress, Stage
from game.rules.betting import FOLD, Street
from game.rules.holdem import HoldemInformationState

BRIEF = Effort(turn=Goal(iterations=30), river=Goal(iterations=200))
"""The solve of an estimate."""
FULL = Effort(turn=Goal(target=0.1, iterations=800), river=Goal(target=0.01, iterations=6_000))
"""The solve of a sure judgement; tests/benchmarks/judgements.py measures how exact it is.

A river is solved further than to 0.1 %: the values at a decision depend on the ranges to which the street before it
leads, and those of two solves at 0.1 % differ by much.
"""
ESTIMATE_ERROR = 0.2
"""The error of an estimate, as a share of the pot: it holds nine of ten."""
TAKEN_ERROR, UNTAKEN_ERROR = 0.004, 0.015
"""The error of a sure value as a share of the pot, if the hand takes the action and if it does not."""
MIN_TAKEN = 0.01
"""The share from which on the hand counts as taking an action."""
RARE_ERROR = 0.05
"""What is added to it for an action that is never taken, because the answer to it is hardly solved."""
RARE = 0.01
"""An action that is taken this often has half of `RARE_ERROR`."""
SHORTFALL_ERROR = 3.0
"""How much the error grows with the exploitability beyond the target, if the iterations end first."""

JudgedSolve = tuple[Judgement, DecisionSolve | None]


@dataclass(frozen=True, slots=True)
class HoldemJudge:
    """Judges by a blueprint and by solves that start from its ranges.

    Attributes:
        solid: The strategy whose equity counts if the blueprint was not trained enough at a decision.
    """

    trained: ActionLikelihood
    training: Training
    solid: RangeStrategy
    solver: DecisionSolver
    brief: Effort = BRIEF
    full: Effort = FULL

    def judging(
        self, info: HoldemInformationState, action: Action | None
    ) -> Generator[JudgementProgress, None, JudgedSolve]:
        """Yield progress with the estimate once it is known, and return the sure judgement and its solve."""
        began = time.monotonic()
        if info.street > Street.FLOP:
            return (yield from self._by_solve(info, action, began))
        also = () if action is None else (action,)
        found = list[Judgement]()
        for brief in (True, False):
            for item in counsel(info, self.trained, self.training, self.solid, also, brief=brief):
                if isinstance(item, Judgement):
                    found.append(item)
                yield _progress(began, found[0] if found else None)
        estimate, sure = found
        return replace(sure, advice=sure.advice | estimate.advice), None

    def with_alias(
        self, info: HoldemInformationState, action: Action, former: Judgement, solve: DecisionSolve
    ) -> JudgedSolve:
        """Return a judgement with an action in place of the one that the tree takes for it, and the same solve."""
        named = self.solver.with_action(solve, info, action)
        found = judgement_of(info, named, "sure")
        return replace(found, advice=found.advice | former.advice), named

    def is_beside_menu(self, info: HoldemInformationState, action: Action, judged: Judgement) -> bool:
        """Return whether a judgement without a given action lacks this one."""
        if action in judged.values:
            return False
        return info.street <= Street.FLOP or beside_menu(info.betting, action)

    def _by_solve(
        self, info: HoldemInformationState, action: Action | None, began: float
    ) -> Generator[JudgementProgress, None, JudgedSolve]:
        solve = yield from _relayed(self.solver.solving(info, action, self.brief), began, None)
        estimate = judgement_of(info, solve, "estimate")
        yield _progress(began, estimate)
        solve = yield from _relayed(self.solver.solving(info, action, self.full, solve), began, estimate)
        sure = judgement_of(info, solve, "sure")
        return replace(sure, advice=sure.advice | estimate.advice), solve


def _relayed(
    work: Generator[Progress, None, DecisionSolve], began: float, estimate: Judgement | None
) -> Generator[JudgementProgress, None, DecisionSolve]:
    """Pass the reports of a solve on with what is known of the judgement."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            solve: DecisionSolve = end.value
            return solve
        yield _progress(began, estimate)


def _progress(began: float, estimate: Judgement | None) -> JudgementProgress:
    return JudgementProgress(0, None, time.monotonic() - began, estimate=estimate)


def judgement_of(info: HoldemInformationState, solve: DecisionSolve, stage: Stage) -> Judgement:
    """Return the judgement by the values of a solve."""
    state, place, blind = solve.held.walk.at(), place_of(info.hole), info.rules.big_blind
    named = [solve.actions[name] for name in state.actions]
    values, shares, often = dict[Action, float](), dict[Action, float](), dict[Action, float]()
    for number, (action, taken) in enumerate(zip(named, state.frequencies(), strict=True)):
        shares[action] = shares.get(action, 0.0) + float(state.strategy[place, number])
        often[action] = often.get(action, 0.0) + taken
        values.setdefault(action, float(state.action_ev[place, number]) / blind if action != FOLD else 0.0)
    stake = stake_of(info)
    goal = FULL.goal(info.street).target or 0.0
    missed = SHORTFALL_ERROR * max(0.0, solve.held.exploitability - goal) / 100
    errors = {
        action: 0.0 if action == FOLD else stake * (missed + _error(stage, shares[action], often[action]))
        for action in values
    }
    best = best_of(values, errors, shares)
    win, tie = shares_of_hand(place, np.nan_to_num(state.reach[1 - state.player]), info.board)
    return Judgement(
        values,
        errors,
        shares,
        best,
        "solve",
        stage,
        stake,
        equity=float(win + tie / 2),
        price=price_of(info),
        advice=frozenset({best}),
    )


def _error(stage: Stage, share: float, often: float) -> float:
    """Return the error of a value as a share of the pot, by how often the hand and the range take the action."""
    if stage == "estimate":
        return ESTIMATE_ERROR
    if share >= MIN_TAKEN:
        return TAKEN_ERROR
    return UNTAKEN_ERROR + RARE_ERROR * RARE / (RARE + often)


def best_of(
    values: Mapping[Action, float], errors: Mapping[Action, float], shares: Mapping[Action, float]
) -> Action:
    """Return the best action: of those that are worth the most, within their errors, the one taken most often.

    >>> best_of({0: 0.0, 1: 2.0, 300: 2.01}, {0: 0.0, 1: 0.02, 300: 0.02}, {1: 0.7, 300: 0.3})
    1
    """
    most = max(values.values())
    equal = [action for action, value in values.items() if most - value <= errors[action]]
    return max(equal, key=lambda action: (shares.get(action, 0.0), values[action], -action))
