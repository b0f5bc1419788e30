"""How far the values behind Hold'em grades are from those of a longer solve, from the repository's root.

    python -m tests.benchmarks.grades [--river N] [--turn N] [--target PERCENT] [--seed N]

Decisions are sampled from hands that the blueprint plays against itself. Each is graded as after a hand, and once
more with twice the iterations, then twice as many again, until the solve is exploitable by the target at most, in
percent of the pot. Printed are the seconds of a grade, by how much of the pot the values of the actions that are
played at least a hundredth of the time differ, and how exploitable the longer solves are at most.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from typing import cast

import numpy as np

from ai import catalog
from ai.agents.advisers import training_at
from ai.agents.blueprint import BlueprintAgent
from ai.evaluation.grading.holdem import GOAL, HoldemGrader
from ai.hands.combos import place_of
from ai.hands.range_strategy import PublicState, RangeStrategy
from ai.search.decision_solving import DecisionSolver
from ai.steps import finished
from game.core import CHANCE, Action
from game.messages.grades_answers import Grade
from game.messages.marks import shipped
from game.rules import games
from game.rules.betting import Street
from game.rules.holdem import HoldemInformationState, HoldemState

PLAYED = 0.01
MOST_DOUBLED = 8
Taken = tuple[HoldemInformationState, Action]


def decisions(agent: BlueprintAgent, street: Street, seed: int) -> Iterator[Taken]:
    """Yield decisions of a street, one of a hand, without end."""
    rng = random.Random(seed)
    while True:
        state, here = HoldemState(), list[Taken]()
        while not state.is_terminal():
            player = state.current_player()
            if player == CHANCE:
                state = state.child(rng.choice(state.legal_actions()))
                continue
            info = state.information_state(player)
            action = agent.decide(info, rng).action
            if info.betting.street == street:
                here.append((info, action))
            state = state.child(action)
        if here:
            yield rng.choice(here)


def grade(grader: HoldemGrader, taken: Taken) -> tuple[Grade, float]:
    """Return a grade, and the seconds that it took."""
    began = time.perf_counter()
    *_, found = grader.grade(*taken)
    return cast(Grade, found), time.perf_counter() - began


Values = dict[Action, float]


def valued_to(target: float, trained: RangeStrategy, taken: Taken) -> tuple[Values, Values, float]:
    """Return values and mix of a longer solve, in big blinds, and how exploitable it is: at most the target."""
    info, action = taken
    place = place_of(info.hole)
    for times in (2**doubled for doubled in range(1, MOST_DOUBLED)):
        solver = DecisionSolver(trained)
        found = finished(solver.evaluating(PublicState.of(info), action, place, GOAL.times(times)))
        if (exploitability := found.solve.exploitability()) <= target:
            values = {one: float(ev[place]) / info.rules.big_blind for one, ev in found.values.items()}
            return values, {one: float(mix[place]) for one, mix in found.mix.items()}, exploitability
    raise AssertionError(f"{GOAL.times(times).iterations} iterations do not come to {target} %")


def main(words: Sequence[str]) -> None:
    """Grade decisions of turn and river twice and print how much they differ."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.grades", description=__doc__)
    parser.add_argument("--river", type=int, default=200)
    parser.add_argument("--turn", type=int, default=50)
    parser.add_argument("--target", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(words)
    trained = cast(BlueprintAgent, catalog.load(games.HOLDEM, "blueprint-200"))
    solid = cast(RangeStrategy, catalog.load(games.HOLDEM, "sound"))
    for street, wanted in ((Street.RIVER, options.river), (Street.TURN, options.turn)):
        differences, seconds, left, marks = list[float](), list[float](), list[float](), 0
        for taken, _ in zip(decisions(trained, street, options.seed), range(wanted), strict=False):
            info = taken[0]
            first = HoldemGrader(trained, training_at(trained, info), solid, DecisionSolver(trained))
            quick, took = grade(first, taken)
            values, mix, exploitability = valued_to(options.target, trained, taken)
            left.append(exploitability)
            pot = info.betting.pot / info.rules.big_blind
            played = [one for one, share in mix.items() if share >= PLAYED]
            differences.append(max(abs(quick.values[one] - values[one]) for one in played) / pot)
            seconds.append(took)
            marks += quick.mark == shipped().of(max(values.values()) - values[taken[1]], pot)
        far = 100 * np.percentile(differences, [50, 90, 100])
        print(
            f"{street.name.lower()}, {wanted} decisions: values differ by {far[0]:.2f} % of the pot (median), "
            f"{far[1]:.2f} % (90th percentile), at most {far[2]:.2f} %; same mark {marks}; "
            f"the longer solves are exploitable by {max(left):.3f} % at most; "
            f"a grade takes {np.median(seconds):.2f} s, at most {max(seconds):.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
