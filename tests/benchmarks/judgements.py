"""How exact the judgements of Hold'em decisions are, from the repository's root.

    python -m tests.benchmarks.judgements [--river N] [--turn N] [--target PERCENT] [--seed N]
    python -m tests.benchmarks.judgements --agree N [--seed N]

Decisions are sampled from hands that the blueprint plays against itself. Each is judged, and then street and
decision are solved from nothing to the target, which is below that of a judgement. Printed are the seconds of a
judgement, its median error in percent of the pot, in how many decisions every value of the longer solve is within
its error, and the differences of both stages.

With --agree, N decisions of every street and of every small game are asked as each page of the window asks them,
with empty caches (tests/benchmarks/agreement.py).
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
from ai.agents.adviser_names import TRAINED
from ai.agents.advisers import Advisers
from ai.agents.blueprint import BlueprintAgent
from ai.evaluation.grading.holdem import HoldemJudge, JudgedSolve, judgement_of
from ai.search.decision_solving import DecisionSolver, Effort
from ai.solver.solving import Goal
from ai.steps import finished
from game.core import Action
from game.messages.judgements import Judgement, JudgementProgress
from game.rules import games
from game.rules.betting import Street
from game.rules.holdem import HoldemInformationState, HoldemState
from tests.played_hands import decisions_of_hand

Taken = tuple[HoldemInformationState, Action]


def decisions(agent: BlueprintAgent, street: Street, seed: int) -> Iterator[Taken]:
    """Yield decisions of a street, one of a hand, without end."""
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
    """A judgement beside a longer solve.

    Attributes:
        estimate, sure, longer: The judgements, the last by the longer solve.
        frequencies: How often the whole range takes each action.
        seconds: The time of the estimate and of the sure judgement.
    """

    estimate: Judgement
    sure: Judgement
    longer: Judgement
    frequencies: dict[Action, float]
    seconds: tuple[float, float]

    def differences(self, judged: Judgement) -> dict[Action, float]:
        """Return by how much of the pot each value differs from the longer solve."""
        longer = self.longer
        return {
            action: abs(value - longer.values[action]) / longer.stake
            for action, value in judged.values.items()
        }

    def is_held(self, judged: Judgement) -> bool:
        """Return whether every value of the longer solve is within the error of a judgement."""
        far = self.differences(judged)
        return all(
            far[action] <= error / judged.stake + 1e-9
            for action, error in judged.errors.items()
            if action not in judged.bounds
        )


def measured(judge: HoldemJudge, trained: BlueprintAgent, taken: Taken, target: float) -> Measured:
    """Judge a decision, and solve it from nothing to a target."""
    info, action = taken
    began, estimate, first = time.perf_counter(), None, 0.0
    work = judge.judging(info, action)
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
    longer = finished(
        DecisionSolver(trained).solving(
            info,
            action,
            Effort(turn=Goal(target=target, iterations=3_000), river=Goal(target=target, iterations=20_000)),
        )
    )
    state = solve.held.walk.at()
    often = dict(zip((solve.actions[name] for name in state.actions), state.frequencies(), strict=True))
    return Measured(estimate, sure, judgement_of(info, longer, "sure"), often, (first, seconds))


def measure(street: Street, wanted: int, target: float, seed: int, rows: bool) -> None:
    """Judge decisions of a street, and print how exact the judgements are."""
    trained = catalog.load(games.HOLDEM, TRAINED)
    assert isinstance(trained, BlueprintAgent)
    found = list[Measured]()
    for taken, _ in zip(decisions(trained, street, seed), range(wanted), strict=False):
        judge = Advisers(catalog.load).of_holdem(taken[0])
        one = measured(judge, trained, taken, target)
        found.append(one)
        if rows:
            for action, often in one.frequencies.items():
                far = (one.differences(judged)[action] for judged in (one.estimate, one.sure))
                share = one.sure.shares[action]
                print(
                    street.name,
                    len(found),
                    action,
                    f"{often:.5f} {share:.4f}",
                    *map("{:.5f}".format, far),
                    flush=True,
                )
    far = [max(one.differences(one.sure).values()) for one in found]
    first = [max(one.differences(one.estimate).values()) for one in found]
    errors = [error / one.sure.stake for one in found for error in one.sure.errors.values() if error]
    held, held_first = (
        sum(one.is_held(judged) for one, judged in zip(found, judgements, strict=True))
        for judgements in ([one.sure for one in found], [one.estimate for one in found])
    )
    first_seconds, seconds = ([one.seconds[stage] for one in found] for stage in (0, 1))
    print(
        f"{street.name.lower()}, {wanted} decisions: the error is {100 * np.median(errors):.2f} % of the pot "
        f"(median) and holds all values of the solve to {target} % in {held} decisions, that of the estimate in "
        f"{held_first}; the largest difference is {100 * np.median(far):.2f} % (median), {100 * max(far):.2f} % "
        f"(most), of the estimate {100 * np.median(first):.2f} % and {100 * max(first):.2f} %; an estimate takes "
        f"{np.median(first_seconds):.2f} s, a sure judgement {np.median(seconds):.2f} s (median), at most "
        f"{max(seconds):.1f} s",
        flush=True,
    )


def main(words: Sequence[str]) -> None:
    """Measure the judgements of river and turn, or how far all ways to them agree."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.judgements", description=__doc__)
    parser.add_argument("--river", type=int, default=40)
    parser.add_argument("--turn", type=int, default=40)
    parser.add_argument("--target", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rows", action="store_true", help="print a line for every action")
    parser.add_argument("--agree", type=int, metavar="N")
    options = parser.parse_args(words)
    if options.agree is not None:
        from tests.benchmarks.agreement import compare

        compare(options.agree, options.seed)
        return
    for street, wanted in ((Street.RIVER, options.river), (Street.TURN, options.turn)):
        if wanted:
            measure(street, wanted, options.target, options.seed, options.rows)


if __name__ == "__main__":
    main(sys.argv[1:])
