"""How far the values behind Hold'em grades are from those of longer solves, from the repository's root.

    python -m tests.benchmarks.grades [--river N] [--turn N] [--target PERCENT] [--seed N] [--ranges]

Decisions are sampled from hands that the blueprint plays against itself. Each is graded as after a hand, and its
solve is then given as many iterations again, and more until it is exploitable by the target at most, in percent of
the pot. Printed are the seconds of a grade, and by how much of the pot the values of the actions differ that are
played at least a hundredth of the time; and by how much the values of all actions that the coach tells differ from
those of a grade.

With --ranges the street before the decision is solved anew as well, with twice the iterations, then twice as many
again, until the decision is within the target: that asks also how sure it is which hands come to the decision.
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
from ai.agents.adviser_names import ADVISERS, TRAINED
from ai.agents.advisers import training_at
from ai.agents.blueprint import BlueprintAgent
from ai.evaluation.grading.holdem import FULL, HoldemGrader
from ai.hands.combos import Floats, place_of
from ai.hands.range_strategy import PublicState, RangeStrategy
from ai.search.decision_solving import DecisionSolver, Evaluation
from ai.solver.results import Walk
from ai.solver.solving import Goal, iterate, solved
from ai.solver.subgame import Subgame
from ai.steps import finished
from game.core import Action
from game.messages.holdem_answers import Counsel
from game.rules import games
from game.rules.betting import FOLD, Street
from game.rules.holdem import HoldemInformationState, HoldemState
from tests.played_hands import decisions_of_hand

PLAYED = 0.01
CLOSE = 0.005
MOST_DOUBLED = 8
Taken = tuple[HoldemInformationState, Action]
Agents = tuple[BlueprintAgent, RangeStrategy]


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
class Solve:
    """What a solve says of one hand, by action in order: values in pots, and how often each is played.

    exploitability: in percent of the pot.
    """

    values: Floats
    mix: Floats
    exploitability: float

    def differs(self, longer: Solve) -> float:
        """Return by how much of the pot the values are from those of a longer solve, where it plays."""
        played = longer.mix >= PLAYED
        return float(np.abs(self.values - longer.values)[played].max())


def evaluated(trained: RangeStrategy, taken: Taken, times: int = 1) -> Evaluation:
    """Return the solve of a decision as a grade has it, or with more iterations."""
    info, action = taken
    work = DecisionSolver(trained).evaluating(
        PublicState.of(info), action, place_of(info.hole), FULL.goal.times(times)
    )
    return finished(work)


def told_wrongly(agents: Agents, taken: Taken, graded: Evaluation) -> float:
    """Return by how much of the pot the values that the coach tells differ from those of a grade."""
    info, place = taken[0], place_of(taken[0].hole)
    trained, solid = agents
    grader = HoldemGrader(trained, training_at(trained, info), solid, DecisionSolver(trained))
    *_, said = grader.advise(info)
    assert isinstance(said, Counsel)
    pot, blind = info.betting.pot, info.rules.big_blind
    both = said.values.keys() & graded.values.keys() - {FOLD}
    return max(abs(said.values[one] * blind - float(graded.values[one][place])) / pot for one in both)


def of_hand(game: Subgame, taken: Taken) -> Solve:
    """Return what the solve of a decision says now of the hand that is held there."""
    info, walk = taken[0], Walk(game)
    state, place = walk.at(), place_of(info.hole)
    return Solve(state.action_ev[place] / info.betting.pot, state.strategy[place], walk.exploitability())


def carried_on(target: float, game: Subgame) -> Subgame:
    """Return the solve of a decision after twice its iterations, and more until it is within the target."""
    for _ in iterate(game, Goal(iterations=2 * game.iterations)):
        pass
    if not solved(game, Goal(target=target)).reached:
        raise AssertionError(f"the solve does not come to {target} %")
    return game


def solved_anew(target: float, trained: RangeStrategy, taken: Taken) -> Subgame:
    """Return a longer solve of the street and the decision: exploitable by the target at most."""
    for times in (2**doubled for doubled in range(1, MOST_DOUBLED)):
        game = evaluated(trained, taken, times).solve.game
        if Walk(game).exploitability() <= target:
            return game
    raise AssertionError(f"{FULL.goal.times(times).iterations} iterations do not come to {target} %")


def main(words: Sequence[str]) -> None:
    """Grade decisions of turn and river, solve them further, and print how much the values differ."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.grades", description=__doc__)
    parser.add_argument("--river", type=int, default=200)
    parser.add_argument("--turn", type=int, default=50)
    parser.add_argument("--target", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--ranges", action="store_true")
    options = parser.parse_args(words)
    trained, solid = (catalog.load(games.HOLDEM, name) for name in (TRAINED, ADVISERS[games.HOLDEM]))
    assert isinstance(trained, BlueprintAgent)
    assert isinstance(solid, RangeStrategy)
    for street, wanted in ((Street.RIVER, options.river), (Street.TURN, options.turn)):
        differences, told, seconds, left = list[float](), list[float](), list[float](), list[float]()
        for taken, _ in zip(decisions(trained, street, options.seed), range(wanted), strict=False):
            began = time.perf_counter()
            evaluation = evaluated(trained, taken)
            game = evaluation.solve.game
            seconds.append(time.perf_counter() - began)
            graded = of_hand(game, taken)
            told.append(told_wrongly((trained, solid), taken, evaluation))
            if options.ranges:
                game = solved_anew(options.target, trained, taken)
            else:
                game = carried_on(options.target, game)
            longer = of_hand(game, taken)
            left.append(longer.exploitability)
            differences.append(graded.differs(longer))
        far, first = (100 * np.percentile(each, [50, 90, 100]) for each in (differences, told))
        print(
            f"{street.name.lower()}, {wanted} decisions: values differ by {far[0]:.2f} % of the pot (median), "
            f"{far[1]:.2f} % (90th percentile), at most {far[2]:.2f} %; over {CLOSE:.1%}: "
            f"{sum(one > CLOSE for one in differences)}; the longer solves are exploitable by {max(left):.3f} % at "
            f"most; a grade takes {np.median(seconds):.2f} s, at most {max(seconds):.2f} s; the coach's "
            f"values differ from its by {first[0]:.2f} % (median), {first[1]:.2f} % (90th percentile), at most "
            f"{first[2]:.2f} %",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
