"""The average strategy of a training in bytes: how it is computed from the tables and played against another one.

A strategy is uint8[entries]. 255 stands for probability 1, so the entries of an information set add up to about
255. All are 0 in a set that the training has never visited; such a set is played uniformly.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ai.algorithms.dice import Dice
from ai.algorithms.dice_kernel import STEP, thrown
from ai.algorithms.mccfr_kernel import (
    CODE,
    FIRST_CHILD,
    MOST_ACTIONS,
    OFFSET,
    PLAYER_BIT,
    ROW_BITS,
    STAKE,
    Counter,
    DealtHands,
    Floats32,
    Tree,
)
from ai.algorithms.public_tree import DECISION, FOLD, PLAYERS, DealBatch, Int64s
from ai.compiled import kernel

Strategy = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

CERTAIN = 255


def play(tree: Tree, one: Strategy, other: Strategy, deals: DealBatch, dice: Dice) -> Floats:
    """Play every deal twice, with `one` in each seat; return float64[deals], the mean of what `one` wins.

    one, other: uint8[entries]. Winnings are in the unit of the tree's stakes. Advances the dice.
    """
    counter = np.array([dice.counter], np.uint64)
    found = np.zeros(len(deals))
    buckets = deals.buckets.reshape(len(deals), -1)
    _play(tree, np.stack([one, other]), DealtHands(buckets, deals.results), found, counter)
    dice.counter = int(counter[0])
    return found


@kernel
def quantise(tree: Tree, tables: Floats32, buckets: Int64s, found: Strategy) -> None:
    """Fill `found` with the average strategy; where its sums are 0, with regret matching.

    tables: float32[2 * entries]; buckets: int64[rounds]; found: uint8[entries], all 0 before the call.
    """
    for node in range(len(tree.nodes)):
        start, apart, number, actions = _sets_of(tree, node, buckets)
        for base in range(start, start + number * apart, apart):
            first = base + actions
            total = np.float32(0.0)
            for action in range(actions):
                total += tables[first + action]
            if total <= 0:
                first = base
                for action in range(actions):
                    total += max(tables[first + action], np.float32(0.0))
            if total > 0:
                share = np.float32(CERTAIN) / total
                for action in range(actions):
                    amount = max(tables[first + action], np.float32(0.0)) * share
                    found[base // 2 + action] = np.uint8(amount + np.float32(0.5))


@kernel
def put_regrets(tree: Tree, tables: Floats32, buckets: Int64s, strategy: Strategy) -> None:
    """Store a strategy as regrets, so that regret matching plays it; the strategy sums stay as they are.

    tables: float32[2 * entries]; strategy: uint8[entries].
    """
    for node in range(len(tree.nodes)):
        start, apart, number, actions = _sets_of(tree, node, buckets)
        for base in range(start, start + number * apart, apart):
            for action in range(actions):
                tables[base + action] = strategy[base // 2 + action]


@kernel
def sum_of_regrets(tree: Tree, tables: Floats32, buckets: Int64s) -> float:
    """Return the sum, over all information sets, of the largest regret of a set or 0 if none is positive."""
    found = 0.0
    for node in range(len(tree.nodes)):
        start, apart, number, actions = _sets_of(tree, node, buckets)
        for base in range(start, start + number * apart, apart):
            most = np.float32(0.0)
            for action in range(actions):
                most = max(most, tables[base + action])
            found += float(most)
    return found


@kernel
def _sets_of(tree: Tree, node: int, buckets: Int64s) -> tuple[int, int, int, int]:
    """Return where the information sets of a node are in the tables, as (start, distance, number, actions).

    `start` is the index of the first, `distance` the step from one to the next, `number` how many there are, one
    for each bucket, and `actions` how many actions each has. If nobody decides at the node, `number` is 0.
    """
    code = tree.nodes[node, CODE]
    if code >> PLAYER_BIT + 1 != DECISION:
        return 0, 1, 0, 0
    row, actions = code & (1 << ROW_BITS) - 1, np.int64(code >> ROW_BITS & MOST_ACTIONS)
    start = tree.starts[row] + tree.nodes[node, OFFSET]
    return int(start), int(tree.lengths[row]), int(buckets[row % len(buckets)]), int(actions)


@kernel
def _play(tree: Tree, strategies: Strategy, dealt_hands: DealtHands, found: Floats, counter: Counter) -> None:
    """The kernel of `play`: add to float64[deals] what strategy 0 wins, and advance the counter of the dice.

    strategies: uint8[2, entries]; counter: uint64[1].
    """
    nodes = tree.nodes
    dice = counter[0]
    for deal in range(len(dealt_hands.results)):
        for seat in range(PLAYERS):
            node = np.int64(0)
            while nodes[node, CODE] >> PLAYER_BIT + 1 == DECISION:
                code = nodes[node, CODE]
                row, actions = code & (1 << ROW_BITS) - 1, np.int64(code >> ROW_BITS & MOST_ACTIONS)
                base = (
                    tree.starts[row]
                    + dealt_hands.buckets[deal, row] * tree.lengths[row]
                    + nodes[node, OFFSET]
                )
                played = strategies[0 if code >> PLAYER_BIT & 1 == seat else 1]
                total = 0
                for action in range(actions):
                    total += played[base // 2 + action]
                dice += STEP
                left = thrown(dice) * (total if total else actions)
                chosen = np.int64(-1)
                while left >= 0 and chosen < actions - 1:
                    chosen += 1
                    left -= played[base // 2 + chosen] if total else 1
                node = nodes[node, FIRST_CHILD] + chosen
            code, won = nodes[node, CODE], np.int64(dealt_hands.results[deal])
            if code >> PLAYER_BIT + 1 == FOLD:
                won = np.int64(-1 if code >> PLAYER_BIT & 1 == 0 else 1)
            found[deal] += (won if seat == 0 else -won) * nodes[node, STAKE] / PLAYERS
    counter[0] = dice
