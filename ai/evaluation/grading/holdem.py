"""Judge decisions of Hold'em: on turn and river by solving the subgame, on earlier streets by the blueprint.

The tree of a solve (ai/search/decision_solving.py) has the actual bet sizes and starts from the ranges of the
blueprint. The judged hand is always part of the player's range, even if the blueprint rarely plays the hand this
way.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ai.hands.combos import hand_index
from ai.hands.equities import win_and_tie_probabilities
from ai.hands.range_strategy import ActionLikelihood, RangeStrategy
from ai.search.counsel import call_price, counsel, pot_in_blinds
from ai.search.decision_solving import DecisionSolve, DecisionSolver, Effort, beside_menu
from ai.search.starting_ranges import TrainingAmount
from ai.solver.solving import Goal
from ai.steps import relay
from game.core import Action, Progress
from game.rules.betting import FOLD, Street
from game.rules.holdem import HoldemInformationState
from game.study.judgements import Judgement, JudgementProgress, Stage

BRIEF = Effort(turn=Goal(iterations=30), river=Goal(iterations=200))
"""The iterations of a solve for an estimate."""
FULL = Effort(
    turn=Goal(target=0.03, iterations=1_200),
    river=Goal(target=0.003, iterations=8_000),
    street=Goal(target=0.1, iterations=2_000),
)
"""The iterations of a solve for a final judgement. tests/benchmarks/judgements.py measures its precision.

The solve of the decision gets many more iterations than the solve from the start of the street. The value of a
rare action depends on the opponent's answer, which a solve learns late.
"""
ESTIMATE_ERROR = 0.2
"""The error of an estimate as a share of the pot. Nine of ten estimates are within it."""
TURN_ERROR, RIVER_ERROR = 0.004, 0.003
"""The error of the best action's value in a final judgement, as a share of the pot."""
GAP_ERROR = 0.12
"""The additional error of a worse action, as a share of its cost."""
SHORTFALL_ERROR = 3.0
"""The additional error of a solve that misses its target exploitability, per unit of the shortfall."""

NO_REPORT = Progress(0, None, 0.0)

JudgedSolve = tuple[Judgement, DecisionSolve | None]


@dataclass(frozen=True, slots=True)
class HoldemJudge:
    """Judges decisions by a blueprint, and by solves that start from the blueprint's ranges.

    Attributes:
        solid: The assumed strategy of both players at decisions for which the blueprint has too little training.
    """

    trained: ActionLikelihood
    training: TrainingAmount
    solid: RangeStrategy
    solver: DecisionSolver
    brief: Effort = BRIEF
    full: Effort = FULL

    def judge(
        self, info: HoldemInformationState, action: Action | None
    ) -> Generator[JudgementProgress, None, JudgedSolve]:
        """Judge a decision. Yield progress and an estimate. Return the final judgement and its solve."""
        if info.street > Street.FLOP:
            return (yield from self._by_solve(info, action))
        also = () if action is None else (action,)
        found = list[Judgement]()
        for brief in (True, False):
            for item in counsel(info, self.trained, self.training, self.solid, also, brief=brief):
                if isinstance(item, Judgement):
                    found.append(item)
                yield _progress(item if isinstance(item, Progress) else NO_REPORT, next(iter(found), None))
        estimate, sure = found
        return replace(sure, advice=sure.advice | estimate.advice), None

    def with_alias(
        self, info: HoldemInformationState, action: Action, former: Judgement, solve: DecisionSolve
    ) -> JudgedSolve:
        """Return a judgement in which `action` replaces the nearest action of the tree.

        The judgement is based on the same solve as the judgement `former`.
        """
        named = self.solver.with_action(solve, info, action)
        found = judge_by_solve(info, named, "sure")
        return replace(found, advice=found.advice | former.advice), named

    def is_beside_menu(self, info: HoldemInformationState, action: Action, judged: Judgement) -> bool:
        """Return whether an action is missing both in a judgement and in the tree of its solve."""
        if action in judged.values:
            return False
        return info.street <= Street.FLOP or beside_menu(info.betting, action)

    def _by_solve(
        self, info: HoldemInformationState, action: Action | None
    ) -> Generator[JudgementProgress, None, JudgedSolve]:
        work = self.solver.solve_decision(info, action, self.brief)
        solve = yield from relay(work, lambda report: _progress(report, None))
        estimate = judge_by_solve(info, solve, "estimate")
        yield _progress(NO_REPORT, estimate)
        work = self.solver.solve_decision(info, action, self.full, solve)
        solve = yield from relay(work, lambda report: _progress(report, estimate))
        sure = judge_by_solve(info, solve, "sure")
        return replace(sure, advice=sure.advice | estimate.advice), solve


def _progress(report: Progress, estimate: Judgement | None) -> JudgementProgress:
    """Return the report of a solve or search. The time left is unknown until there is an estimate."""
    left = None if estimate is None else report.seconds_left
    return JudgementProgress(report.iteration, report.total, report.seconds, left, estimate=estimate)


def judge_by_solve(info: HoldemInformationState, solve: DecisionSolve, stage: Stage) -> Judgement:
    """Return the judgement from the action values of a solve."""
    state, hand, blind = solve.held.walk.at(), hand_index(info.hole), info.rules.big_blind
    named = [solve.actions[name] for name in state.actions]
    values, shares = dict[Action, float](), dict[Action, float]()
    for number, action in enumerate(named):
        shares[action] = shares.get(action, 0.0) + float(state.strategy[hand, number])
        values.setdefault(action, float(state.action_ev[hand, number]) / blind if action != FOLD else 0.0)
    stake = pot_in_blinds(info)
    errors = _errors(info.street, stage, values, stake, solve.held.exploitability)
    best = best_action(values, errors, shares)
    win, tie = win_and_tie_probabilities(hand, np.nan_to_num(state.reach[1 - state.player]), info.board)
    return Judgement(
        values,
        errors,
        shares,
        best,
        "solve",
        stage,
        stake,
        equity=float(win + tie / 2),
        price=call_price(info),
        advice=frozenset({best}),
    )


def _errors(
    street: Street, stage: Stage, values: Mapping[Action, float], stake: float, exploitability: float
) -> dict[Action, float]:
    """Return the error of each action value of a solve, in big blinds.

    A fold has error 0, because its value is known exactly.

    The error grows with the pot `stake`, and with the exploitability in percent of the pot.
    """
    if stage == "estimate":
        return {action: 0.0 if action == FOLD else ESTIMATE_ERROR * stake for action in values}
    least = RIVER_ERROR if street == Street.RIVER else TURN_ERROR
    missed = max(0.0, exploitability - (FULL.goal(street).target or 0.0)) / 100
    best = max(values.values())
    return {
        action: 0.0
        if action == FOLD
        else (least + SHORTFALL_ERROR * missed) * stake + GAP_ERROR * (best - value)
        for action, value in values.items()
    }


def best_action(
    values: Mapping[Action, float], errors: Mapping[Action, float], shares: Mapping[Action, float]
) -> Action:
    """Return the best action: the most frequent action whose value equals the highest value within the errors.

    >>> best_action({0: 0.0, 1: 2.0, 300: 2.01}, {0: 0.0, 1: 0.02, 300: 0.02}, {1: 0.7, 300: 0.3})
    1
    >>> best_action({0: 0.0, 1: 0.02}, {0: 0.0, 1: 0.03}, {0: 0.7, 1: 0.3})
    0
    """
    first = max(values, key=lambda action: values[action])
    equal = [
        action
        for action, value in values.items()
        if values[first] - value <= max(errors[action], errors[first])
    ]
    return max(equal, key=lambda action: (shares.get(action, 0.0), values[action], -action))
