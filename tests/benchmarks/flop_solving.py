"""The loss of a flop strategy if all later play is optimal.

    python -m tests.benchmarks.flop_solving [SPOTS [HANDS [ITERATIONS]]]

The spots are flops in raised pots, 200 big blinds deep, with the ranges of the blueprint, reduced to `HANDS` random
hands per side. The game from the flop to the river, with one bet size per street, is solved for its value. Then one
player's flop strategy is locked, first to the blueprint and then to a depth-limited solve. After each lock, the
rest of the game is solved again. The output is the player's loss by each of the two strategies, in percent of the
pot, and the exploitability of the unlocked solve. This exploitability is the error of the losses.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ai import catalog
from ai.agents.blueprint import BlueprintAgent
from ai.hands.combos import HANDS
from ai.hands.range_strategy import PublicState
from ai.search.flop_solving import flop_game
from ai.search.starting_ranges import StartingRanges
from ai.search.street_line import StreetLine, line_in_play
from ai.solver.betting import DECISION, Node, Path
from ai.solver.mixes import Lock
from ai.solver.solving import Goal, Solved, iterate, solved
from ai.solver.spot import Spot
from ai.solver.streets import BettingShape
from ai.solver.subgame import Limits, Subgame
from ai.solver.walk import Walk
from ai.steps import run_to_end
from game.rules import games
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting
from game.rules.cards import names

LINES = ((300, 900, CALL), (250, CALL), (300, CALL))
LATER = ((0.75,), ())
SHORT = Goal(iterations=60)

Strategy = Callable[[Path, Node, PublicBetting], np.ndarray]


@dataclass
class Flop:
    """A flop, its game to the river, and the value of the game."""

    agent: BlueprintAgent
    spot: Spot
    line: StreetLine
    iterations: int

    @staticmethod
    def deal(agent: BlueprintAgent, seed: int, hands: int, iterations: int) -> Flop:
        """Return a random flop with `hands` hands per side."""
        rng = np.random.default_rng(seed)
        board = tuple(rng.choice(52, 3, replace=False).tolist())
        betting = PublicBetting.start(HoldemRules())
        for action in LINES[seed % len(LINES)]:
            betting = betting.child(action)
        line = line_in_play(betting.next_round())
        ranges = []
        for weights in StartingRanges(agent).by_blueprint(board, line.root).ranges:
            live = np.flatnonzero(weights)
            kept = np.zeros(len(HANDS), np.float32)
            indices = rng.choice(live, min(hands, len(live)), replace=False)
            kept[indices] = weights[indices]
            ranges.append(kept)
        pot, stack = float(line.pot), float(line.stack)
        return Flop(agent, Spot(board, (ranges[0], ranges[1]), pot, stack, (0.75,), (1.0,)), line, iterations)

    def solved(self, locks: tuple[Lock, ...] = ()) -> Solved:
        game = Subgame(self.spot, shape=BettingShape(later=LATER), limits=Limits(2), locks=locks)
        return solved(game, Goal(iterations=self.iterations))

    def short(self, player: int) -> Strategy:
        """Return a player's strategy from a depth-limited solve of the flop."""
        public = PublicState(player, self.spot.board, self.line.root)
        blueprint = self.agent.blueprint(self.line.root.rules)
        game = run_to_end(flop_game(self.spot, self.line, public, blueprint, None))
        list(iterate(game, SHORT))
        walk = Walk(game)
        return lambda path, node, betting: walk.at(path).strategy

    def blueprint(self, path: Path, node: Node, betting: PublicBetting) -> np.ndarray:
        """Return the strategy of the blueprint, float64[1326, actions].

        A bet counts as the nearest size of the tree.
        """
        actions = [self.line.table_action(name, betting) for name in node.actions]
        mix = self.agent.range_strategy(PublicState(node.player, self.spot.board, betting))
        found = np.zeros((len(HANDS), len(actions)))
        for number, action in enumerate(mix.actions):
            alike = [one for one in actions if (one > CALL) == (action > CALL)] or [CALL]
            nearest = CALL if action == FOLD not in actions else min(alike, key=lambda one: abs(one - action))
            found[:, actions.index(action if action in actions else nearest)] += mix.shares[:, number]
        return found

    def locks(self, player: int, strategy: Strategy) -> tuple[Lock, ...]:
        """Return the locks that fix a player's decisions on the flop to `strategy`."""
        return tuple(
            Lock(path, (), _rows(strategy(path, node, betting)))
            for path, node, betting in self._decisions(self.line.node, (), self.line.root)
            if node.player == player
        )

    def _decisions(
        self, node: Node, path: Path, betting: PublicBetting
    ) -> Iterator[tuple[Path, Node, PublicBetting]]:
        if node.kind != DECISION:
            return
        yield path, node, betting
        for name, child in zip(node.actions, node.children, strict=True):
            yield from self._decisions(
                child, (*path, name), betting.child(self.line.table_action(name, betting))
            )


def _rows(strategy: np.ndarray) -> np.ndarray:
    """Normalise the rows of a strategy to sum 1, float64[1326, actions].

    Hands without a strategy get equal probabilities.
    """
    known = np.nan_to_num(strategy)
    total = known.sum(axis=1, keepdims=True)
    rows: np.ndarray = np.where(total > 0, known / np.where(total > 0, total, 1), 1 / known.shape[1])
    return rows


def main(spots: str = "3", hands: str = "80", iterations: str = "100") -> None:
    """Measure the losses on each spot, and print a JSON object for each spot and player."""
    agent = catalog.load(games.HOLDEM, "blueprint-200")
    assert isinstance(agent, BlueprintAgent)
    for seed in range(int(spots)):
        flop = Flop.deal(agent, seed, int(hands), int(iterations))
        best = flop.solved()
        for player in (0, 1):
            found: dict[str, object] = {"flop": names(flop.spot.board), "line": LINES[seed % len(LINES)]}
            found |= {"player": player, "exploitability": round(best.exploitability, 3)}
            for name, strategy in (("blueprint", flop.blueprint), ("solved", flop.short(player))):
                locked = flop.solved(flop.locks(player, strategy))
                found[name] = round(100 * (best.ev[player] - locked.ev[player]) / flop.spot.pot, 3)
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
