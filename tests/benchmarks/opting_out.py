"""Measure what a re-solved river loses if a share of every opposing hand must enter the subgame.

    python -m tests.benchmarks.opting_out [--rivers 40] [--seed 0] [--iterations 720] [--parts 0 0.1 0.2 0.3 1]

Architect, an agent that re-solves, plays itself with 60 iterations per turn. The study samples rivers whose turn
was solved. Each river is solved again with each share (`--parts`), and the opponent plays a best response. The
output is how much more the opponent wins than the turn's counterfactual values, as means in percent of the pot
with 95% intervals:

- `range`: the mean over the opponent's range from the turn,
- `gains`: the same mean if hands that would lose by entering stay out,
- `all alike`: the mean of the same gains over all hands with equal weights.

As the share grows, `range` falls, and the other two figures rise. For every share after the first, the output also
has the differences from the first share on the same rivers.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice
from statistics import fmean, stdev

import numpy as np

from ai import catalog
from ai.agents.blueprint import ResolvingAgent
from ai.hands.combos import opposing_weight
from ai.hands.range_strategy import PublicState
from ai.search.resolving import solve_goal
from ai.search.starting_ranges import RootRanges
from ai.search.street_line import StreetLine, line_in_play, street_subgame
from ai.solver.solving import Goal, iterate
from ai.solver.subgame import REPLY
from ai.steps import run_to_end
from game.core import Action, Budget
from game.match.series import NORMAL_95
from game.rules import games
from game.rules.betting import Street
from game.rules.cards import Card
from game.rules.holdem import HoldemState
from tests.played_hands import decisions_of_hand

WORK = Budget(work=12)
FIGURES = ("range", "gains", "all alike")


@dataclass(frozen=True, slots=True)
class River:
    """A river with both ranges from the solve of the turn."""

    board: tuple[Card, ...]
    line: StreetLine
    start: RootRanges

    def losses(self, part: float, iterations: int) -> tuple[float, float, float]:
        """Return the three `FIGURES` in percent of the pot: the best response's gains over staying out.

        `part` is the share of every hand that must enter the subgame.
        """
        assert self.start.opt_out is not None
        player = self.start.opt_out.player
        opt_out = replace(self.start.opt_out, must_stay=part)
        game = street_subgame(self.line, self.board, self.start.ranges, opt_out)
        for _ in iterate(game, Goal(iterations=iterations)):
            pass
        assert game.gate is not None
        gained = run_to_end(game.sweep(player, REPLY)).astype(float) - game.gate.payoffs
        met = opposing_weight(self.start.ranges[1 - player].astype(float))[
            game.streets[0].deals.hands[player].place
        ]
        weights, meets = game.weights[player].astype(float), met > 0
        mass = float((weights * met).sum())
        better = np.maximum(gained, 0.0)
        of_hands = float((better[meets] / met[meets]).mean())
        return (
            100 * float((weights * gained).sum()) / mass,
            100 * float((weights * better).sum()) / mass,
            100 * of_hands,
        )


def rivers(agent: ResolvingAgent, seed: int) -> Iterator[River]:
    """Yield rivers that the agent reaches in self-play, at most one per hand."""
    for number in count():
        rng = random.Random(f"{seed}/{number}")
        hand = HoldemState(games.cash_rules(games.HOLDEM_STACK_BB))
        for state in decisions_of_hand(hand, rng, partial(_decide, agent, rng)):
            if state.betting.street == Street.RIVER:
                yield _river(
                    agent, PublicState.of(state.information_state(state.current_player())), number % 2
                )
                break


def _decide(agent: ResolvingAgent, rng: random.Random, state: HoldemState) -> Action:
    return agent.decide(state.information_state(state.current_player()), rng, WORK).action


def _river(agent: ResolvingAgent, public: PublicState, solver: int) -> River:
    """Return the river at a public state, with the ranges for a re-solve by the player `solver`."""
    line = line_in_play(public.betting)
    start = run_to_end(agent.resolver._root(replace(public, player=solver), line, solve_goal(WORK, 1.0), 1.0))
    return River(public.board, line, start)


def main(arguments: Sequence[str] | None = None) -> None:
    """Solve the rivers with each share and print a line for each share."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rivers", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--iterations", type=int, default=720)
    parser.add_argument("--parts", type=float, nargs="+", default=[0.0, 0.1, 0.2, 0.3, 1.0])
    chosen = parser.parse_args(arguments)
    if chosen.rivers < 1:
        parser.error("--rivers needs at least 1")
    agent = catalog.load(games.HOLDEM, "architect-thinks")
    assert isinstance(agent, ResolvingAgent)
    found = list(islice(rivers(agent, chosen.seed), chosen.rivers))
    first: list[tuple[float, float, float]] = []
    for part in chosen.parts:
        losses = [river.losses(part, chosen.iterations) for river in found]
        row = {"part": part} | dict(zip(FIGURES, map(_mean, zip(*losses, strict=True)), strict=True))
        if first:
            changes = zip(
                *(np.subtract(one, other) for one, other in zip(losses, first, strict=True)), strict=True
            )
            row |= {f"{name}, change": _mean(change) for name, change in zip(FIGURES, changes, strict=True)}
        first = first or losses
        print(json.dumps(row), flush=True)


def _mean(values: Sequence[float]) -> tuple[float, float | None]:
    interval = NORMAL_95 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return round(fmean(values), 2), None if interval is None else round(interval, 2)


if __name__ == "__main__":
    main()
