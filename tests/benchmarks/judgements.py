"""Measure the errors of the judgements of Hold'em decisions.

    python -m tests.benchmarks.judgements [--river N] [--turn N] [--from-nothing] [--seed N]
    python -m tests.benchmarks.judgements --agree N [--seed N]

Decisions are sampled from hands that the blueprint plays against itself. Each decision is judged, and then its
solve continues much longer. The output is the seconds of a judgement, its stated error, and the share of decisions
in which every value of the longer solve is within the error. The output also has the differences of the estimate
and of the final judgement from the longer solve.

With --from-nothing, street and decision are also solved again from the start, with more iterations of the street.
The difference shows the influence of the ranges, because two solves of a street may disagree about the ranges on
a rarely played line.

With --agree, worker processes with empty caches judge N decisions of every street and small game. The processes get
the requests of each page of the window (tests/benchmarks/agreement.py).
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ai import catalog
from ai.agents.blueprint import BlueprintAgent
from ai.evaluation.grading.holdem import HoldemJudge, JudgedSolve, judge_by_solve
from ai.features.held_agents import TRAINED, Advisers
from ai.search.decision_solving import DecisionSolver, Effort
from ai.solver.solving import Goal
from ai.steps import run_to_end
from game.core import Action
from game.rules import games
from game.rules.betting import Street
from game.rules.holdem import HoldemInformationState, HoldemState
from game.study.judgements import Judgement, JudgementProgress
from tests.played_hands import decisions_of_hand

LONGER = Effort(turn=Goal(target=0.01, iterations=4_000), river=Goal(target=0.0005, iterations=30_000))
"""The goals of the longer solve."""
FROM_NOTHING = Effort(turn=Goal(target=0.03, iterations=3_000), river=Goal(target=0.003, iterations=20_000))
"""The goals of the new solve. The street has the goal of the decision."""

Taken = tuple[HoldemInformationState, Action]


def decisions(agent: BlueprintAgent, street: Street, seed: int) -> Iterator[Taken]:
    """Yield decisions of a street without end, one decision per hand."""
    rng = random.Random(seed)
    while True:
        here = [taken for taken in _self_play(agent, rng) if taken[0].betting.street == street]
        if here:
            yield rng.choice(here)


def _self_play(agent: BlueprintAgent, rng: random.Random) -> Sequence[Taken]:
    """Return the decisions of a hand that the agent plays against itself."""
    taken = list[Taken]()

    def act(state: HoldemState) -> Action:
        info = state.information_state(state.current_player())
        taken.append((info, agent.decide(info, rng).action))
        return taken[-1][1]

    for _ in decisions_of_hand(HoldemState(), rng, act):
        pass
    return taken


@dataclass(frozen=True)
class Measured:
    """A judgement and longer solves of the same decision.

    Attributes:
        estimate, sure: The first and the final stage of the judgement.
        longer: The judgement by the continued solve.
        from_nothing: The judgement by a new, independent solve, or None.
        seconds: The time of the estimate and of the final judgement.
    """

    estimate: Judgement
    sure: Judgement
    longer: Judgement
    from_nothing: Judgement | None
    seconds: tuple[float, float]

    def is_held(self, judged: Judgement) -> bool:
        far = differences(judged, self.longer)
        return all(far[action] <= error / judged.stake + 1e-9 for action, error in judged.errors.items())


def differences(judged: Judgement, longer: Judgement) -> dict[Action, float]:
    """Return the difference of each value from the value in the longer solve, as a share of the pot."""
    return {
        action: abs(value - longer.values[action]) / longer.stake for action, value in judged.values.items()
    }


def measure_decision(
    judge: HoldemJudge, trained: BlueprintAgent, taken: Taken, from_nothing: bool
) -> Measured:
    """Judge a decision, and then continue the solve on which the judgement is based."""
    info, action = taken
    began, estimate, first = time.perf_counter(), None, 0.0
    work = judge.judge(info, action)
    while True:
        try:
            report: JudgementProgress = next(work)
        except StopIteration as end:
            found: JudgedSolve = end.value
            break
        if estimate is None and report.estimate is not None:
            estimate, first = report.estimate, time.perf_counter() - began
    seconds = time.perf_counter() - began
    sure, solve = found
    assert estimate is not None
    assert solve is not None
    run_to_end(solve.held.solve_to(LONGER.goal(info.street)))
    longer = judge_by_solve(info, solve, "sure")
    other = None
    if from_nothing:
        again = run_to_end(DecisionSolver(trained).solve_decision(info, action, FROM_NOTHING))
        other = judge_by_solve(info, again, "sure")
    return Measured(estimate, sure, longer, other, (first, seconds))


def measure(street: Street, wanted: int, seed: int, from_nothing: bool) -> None:
    """Judge decisions of a street, and print the precision of the judgements."""
    trained = catalog.load(games.HOLDEM, TRAINED)
    assert isinstance(trained, BlueprintAgent)
    found = list[Measured]()
    for taken, number in zip(decisions(trained, street, seed), range(wanted + 1), strict=False):
        judge = Advisers(catalog.load).holdem_judge(taken[0])
        if number:
            found.append(measure_decision(judge, trained, taken, from_nothing))
        else:
            run_to_end(judge.judge(*taken))  # compiles, and is not measured
    errors = [error / one.sure.stake for one in found for error in one.sure.errors.values() if error]
    held, held_first = (
        sum(one.is_held(judged) for one, judged in zip(found, judgements, strict=True))
        for judgements in ([one.sure for one in found], [one.estimate for one in found])
    )
    first_seconds, seconds = ([one.seconds[stage] for one in found] for stage in (0, 1))
    print(
        f"{street.name.lower()}, {wanted} decisions: the error is {100 * np.median(errors):.2f} % of the pot "
        f"(median of all values; of the largest of a decision "
        f"{100 * np.median([one.sure.error / one.sure.stake for one in found]):.2f} %) and holds all values of the "
        f"longer solve in {held} decisions, that of the estimate in {held_first}; the largest difference is "
        f"{_spread([differences(one.sure, one.longer) for one in found])}, of the estimate "
        f"{_spread([differences(one.estimate, one.longer) for one in found])}; an estimate takes "
        f"{np.median(first_seconds):.2f} s, a sure judgement {np.median(seconds):.2f} s (median), at most "
        f"{max(seconds):.1f} s",
        flush=True,
    )
    if from_nothing:
        others = [differences(one.sure, one.from_nothing) for one in found if one.from_nothing is not None]
        changed = sum(
            one.from_nothing is not None and one.from_nothing.best not in one.sure.advice for one in found
        )
        print(
            f"solved from nothing, ranges included: the largest difference is {_spread(others)}; the best action "
            f"is another in {changed} decisions",
            flush=True,
        )


def _spread(found: Sequence[dict[Action, float]]) -> str:
    largest = [100 * max(one.values()) for one in found]
    return f"{np.median(largest):.2f} % (median), {max(largest):.2f} % (most)"


def main(words: Sequence[str]) -> None:
    """Measure the judgements on river and turn, or with --agree compare the judgements of all requests."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.judgements", description=__doc__)
    parser.add_argument("--river", type=int, default=40)
    parser.add_argument("--turn", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--from-nothing", action="store_true", help="also solve street and decision from nothing"
    )
    parser.add_argument("--agree", type=int, metavar="N")
    options = parser.parse_args(words)
    if options.agree is not None:
        from tests.benchmarks.agreement import compare

        compare(options.agree, options.seed)
        return
    for street, wanted in ((Street.RIVER, options.river), (Street.TURN, options.turn)):
        if wanted:
            measure(street, wanted, options.seed, options.from_nothing)


if __name__ == "__main__":
    main(sys.argv[1:])
