"""Measure the gain of a warm start: the solve of a turn starts from the blueprint's strategy.

    python -m tests.benchmarks.warm_starts [--turns 40] [--seed 0] [--iterations 15 25 60] [--trusted 0.3 1 3]

Turns that `blueprint-200` reaches in self-play are solved from the uniform strategy and from the blueprint's
strategy. In the second case, every decision of the street starts with regrets in proportion to the strategy.
These regrets are as large as after `trusted` iterations (Brown and Sandholm, "Strategy-based warm starting
for regret minimization in games", AAAI 2016).

The output for each number of iterations is the mean exploitability without a warm start, in percent of the pot, and
the change of this mean by a warm start. The 95 % intervals are over the turns.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from statistics import fmean, stdev

import numpy as np

from ai import catalog
from ai.hands.combos import Floats
from ai.hands.range_strategy import PublicState, RangeStrategy
from ai.search.starting_ranges import StartingRanges
from ai.search.street_line import StreetLine, line_in_play, street_subgame
from ai.solver.betting import DECISION, Node, Path
from ai.solver.solving import Goal, solved
from ai.solver.subgame import Subgame
from game.core import Action
from game.match.series import NORMAL_95
from game.rules import games
from game.rules.betting import CALL, PublicBetting, Street
from game.rules.cards import DECK, Card
from tests.benchmarks.solving_gain import played_to


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn with the blueprint's ranges and strategy."""

    blueprint: RangeStrategy
    board: tuple[Card, ...]
    betting: PublicBetting

    def exploitability(self, iterations: int, trusted: float) -> float:
        """Return the exploitability after a number of iterations, in percent of the pot.

        If `trusted` is 0, there is no warm start.
        """
        line = line_in_play(self.betting)
        ranges = StartingRanges(self.blueprint).by_blueprint(self.board, line.root).ranges
        game = street_subgame(line, self.board, ranges)
        if trusted:
            self._start(game, line, trusted)
        return solved(game, Goal(iterations=iterations)).exploitability

    def _start(self, game: Subgame, line: StreetLine, trusted: float) -> None:
        street = game.streets[0]
        forest = street.trees.forest
        for number, path, betting in _decisions(line, street.trees.nodes[0], forest.child.tolist()):
            player = street.trees.nodes[number].player
            hands, classes = street.deals.hands[player], street.deals.classes(player, 0)
            others = street.deals.hands[1 - player]
            most = float((game.weights[1 - player] * others.times).sum())  # a pot from every opposing hand
            strategy = self._strategy(replace(line, path=path), betting)
            regrets = (strategy[hands.place].T * most * trusted).ravel()
            begin = int(forest.slot[number]) * classes
            street.tables[player].regret[begin : begin + regrets.size] = regrets

    def _strategy(self, line: StreetLine, betting: PublicBetting) -> Floats:
        """Return the blueprint's strategy at a decision, float64[1326, actions], for the actions of the tree."""
        assert betting.actor is not None
        actions = [line.table_action(name, betting) for name in line.node.actions]
        mix = self.blueprint.range_strategy(PublicState(betting.actor, self.board, betting))
        strategy = np.zeros((len(mix.shares), len(actions)))
        for action, shares in zip(mix.actions, mix.shares.T, strict=True):
            strategy[:, actions.index(_nearest(action, actions))] += shares
        return strategy


def turns(blueprint: RangeStrategy, seed: int) -> Iterator[Turn]:
    """Yield turns that the blueprint reaches in self-play."""
    for number in count():
        rng = random.Random(f"{seed}/{number}")
        spot = played_to(Street.TURN, blueprint, rng, rng.sample(DECK, 5))
        if spot is not None:
            yield Turn(blueprint, spot.board, spot.betting)


def _decisions(
    line: StreetLine, root: Node, child: Sequence[int]
) -> Iterator[tuple[int, Path, PublicBetting]]:
    """Yield the index of every decision of a street, the actions before the decision, and the betting."""
    ahead: list[tuple[Node, int, Path, PublicBetting]] = [(root, 0, (), line.root)]
    while ahead:
        node, number, path, betting = ahead.pop()
        if node.kind != DECISION or betting.actor is None:
            continue
        yield number, path, betting
        for step, (name, after) in enumerate(zip(node.actions, node.children, strict=True)):
            action = replace(line, path=path).table_action(name, betting)
            ahead.append((after, child[number] + step, (*path, name), betting.child(action)))


def _nearest(action: Action, actions: Sequence[Action]) -> Action:
    if action in actions or action <= CALL:
        return action if action in actions else CALL
    return min((one for one in actions if one > CALL), key=lambda one: abs(one - action), default=CALL)


def main(arguments: Sequence[str] | None = None) -> None:
    """Solve the turns and print a line for each number of iterations."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--iterations", type=int, nargs="+", default=[15, 25, 60])
    parser.add_argument("--trusted", type=float, nargs="+", default=[0.3, 1.0, 3.0])
    chosen = parser.parse_args(arguments)
    if chosen.turns < 2:
        parser.error("an interval needs --turns 2 or more")
    blueprint = catalog.load(games.HOLDEM, "blueprint-200")
    assert isinstance(blueprint, RangeStrategy)
    found = list(islice(turns(blueprint, chosen.seed), chosen.turns))
    for iterations in chosen.iterations:
        plain = [turn.exploitability(iterations, 0.0) for turn in found]
        row: dict[str, object] = {"iterations": iterations, "from nothing": round(fmean(plain), 3)}
        for trusted in chosen.trusted:
            begun = [turn.exploitability(iterations, trusted) for turn in found]
            changes = [one - other for one, other in zip(begun, plain, strict=True)]
            interval = NORMAL_95 * stdev(changes) / math.sqrt(len(changes))
            row[f"trusted {trusted:g}, change"] = round(fmean(changes), 3), round(interval, 3)
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
