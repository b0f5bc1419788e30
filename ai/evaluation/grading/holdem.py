"""Judge decisions of Hold'em: on turn and river by solving the subgame, on earlier streets by the blueprint.

The tree of a solve (ai/search/decision_solving.py) has the actual bet sizes and starts from the ranges of the
blueprint. The judged hand is always part of the player's range, even if the blueprint rarely plays the hand this
way.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

import numpy as np

from ai.hands.combos import hand_index
from ai.hands.equities import win_and_tie_probabilities
from ai.hands.range_strategy import ActionLikelihood, RangeStrategy
from ai.search.counsel import call_price, counsel, pot_in_blinds
from ai.search.decision_solving import DecisionSolve, DecisionSolver, Effort, beside_menu
from ai.search.starting_ranges import TrainingAmount
from ai.solver.held_solve import RIVER_TARGET, TURN_TARGET, best_action
from ai.solver.solving import Goal
from ai.steps import relay
from game.core import Action, Progress
from game.rules.betting import FOLD, Street
from game.rules.holdem import HoldemInformationState
from game.study.judgements import Judgement, JudgementProgress, Stage

BRIEF = Effort(turn=Goal(iterations=30), river=Goal(iterations=200))
"""The iterations of a solve for an estimate."""
FULL = Effort(
    turn=Goal(target=TURN_TARGET, iterations=1_200),
    river=Goal(target=RIVER_TARGET, iterations=8_000),
    street=Goal(target=0.1, iterations=2_000),
)
"""The iterations of a solve for a final judgement. tests/benchmarks/judgements.py measures its precision.

The solve of the decision gets many more iterations than the solve from the start of the street. The value of a
rare action depends on the opponent's answer, which a solve learns late.
"""
ESTIMATE_ERROR = 0.2
"""The error of an estimate as a share of the pot. Nine of ten estimates are within it."""

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
    if stage == "estimate":
        errors = {action: 0.0 if action == FOLD else ESTIMATE_ERROR * stake for action in values}
    else:
        errors = solve.held.value_errors(values, stake, FOLD)
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
