"""The public tree of a two-player zero-sum game as arrays, the layout of its information sets, and deals.

All actions are public. The private information of a player is a bucket number in each round. An information set is
a decision of the tree with a bucket. One array holds the values (regrets or strategies) of all information sets. A
*row* of this array belongs to one player, round and bucket. The row has an entry for every action of every decision
of this player in this round. A deal gives each player one bucket per round, and so uses one row for each player and
round.

The children of a decision have consecutive indices, and the root is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ai.algorithms.dice import Dice
from game.core import BadInput

Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class DealBatch:
    """A batch of independent deals.

    Attributes:
        buckets: int16[deals, players, rounds], the bucket of each player in each round.
        results: int8[deals], 1 if player 0 wins the showdown, -1 if player 1 wins, 0 for a tie.
    """

    buckets: Int16s
    results: Int8s

    def __len__(self) -> int:
        return len(self.results)


class Dealer(Protocol):
    """A source of deals. `deal` must be thread-safe.

    The state of the random number generator determines the deals.
    """

    def deal(self, number: int, dice: Dice) -> DealBatch:
        """Return `number` deals, and advance the random number generator `dice`."""
        ...


Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]

DECISION, FOLD, SHOWDOWN = 0, 1, 2
"""The kinds of nodes: `player` is to act, `player` has folded, or the hands are compared."""
PLAYERS = 2


@dataclass(frozen=True, slots=True)
class PublicTree:
    """The public tree as arrays with one entry for each node.

    Attributes:
        kind: int8[nodes], DECISION, FOLD or SHOWDOWN.
        player: int8[nodes], the player to act, or the player that folded.
        round: int8[nodes], the betting round.
        actions: int8[nodes], the number of actions.
        first_child: int32[nodes], the index of the first child.
        stake: int32[nodes], the amount that the loser pays to the winner at the end of the hand.
    """

    kind: Int8s
    player: Int8s
    round: Int8s
    actions: Int8s
    first_child: Int32s
    stake: Int32s

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def rounds(self) -> int:
        return int(self.round.max()) + 1

    @property
    def max_actions(self) -> int:
        return int(self.actions.max())


@dataclass(frozen=True, slots=True)
class Layout:
    """The positions of information sets in an array. A set begins at `starts + bucket * lengths + offset`.

    Attributes:
        offset: int32[nodes], the offset of each decision in the rows of its player and round.
        starts: int64[players, rounds], the first entry of the rows of a player and round.
        lengths: int64[players, rounds], the length of each of these rows.
        buckets: int64[rounds], the number of buckets.
    """

    offset: Int32s
    starts: Int64s
    lengths: Int64s
    buckets: Int64s

    @staticmethod
    def of(tree: PublicTree, buckets: Sequence[int]) -> Layout:
        """Return the layout of a tree. `buckets` has the number of buckets of each round.

        Raises:
            BadInput: If `buckets` does not have exactly one number for each round.
        """
        if len(buckets) != tree.rounds:
            raise BadInput(f"{len(buckets)} bucket counts do not fit {tree.rounds} rounds.")
        entries = np.where(tree.kind == DECISION, tree.actions, 0).astype(np.int64)
        offset = np.zeros(len(tree), np.int32)
        lengths = np.zeros((PLAYERS, tree.rounds), np.int64)
        for player in range(PLAYERS):
            for number in range(tree.rounds):
                here = np.flatnonzero(
                    (tree.kind == DECISION) & (tree.player == player) & (tree.round == number)
                )
                ends = np.cumsum(entries[here])
                offset[here] = ends - entries[here]
                lengths[player, number] = ends[-1] if len(ends) else 0
        sizes = lengths * np.asarray(buckets, np.int64)
        starts = np.cumsum(sizes).reshape(sizes.shape) - sizes
        return Layout(offset, starts, lengths, np.asarray(buckets, np.int64))

    @property
    def entries(self) -> int:
        return int((self.lengths * self.buckets).sum())

    def entry_range(self, player: int) -> tuple[int, int]:
        """Return the range of entries that belong to a player, as (start, end)."""
        sizes = (self.lengths * self.buckets).sum(axis=1)
        first = int(self.starts[player, 0])
        return first, first + int(sizes[player])

    def rows(self, tree: PublicTree, node: int) -> Int64s:
        """Return the first entry of a decision for each bucket, int64[buckets]."""
        player, number = int(tree.player[node]), int(tree.round[node])
        first = self.starts[player, number] + int(self.offset[node])
        found: Int64s = first + self.lengths[player, number] * np.arange(self.buckets[number])
        return found
