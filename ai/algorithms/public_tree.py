"""The public side of a two-player zero-sum game, flattened into arrays, and deals for it.

Everybody sees the actions. What a player alone knows is one of a few buckets in each round. So a decision of the
tree and a bucket make an information set, and one array holds the values (regrets, strategies) of all of them. A
*row* of it belongs to one player, one round and one bucket. It has an entry for every action of every decision of
that player in that round. A deal uses one row for each player and round.

The children of a decision have consecutive numbers, and the root is 0.
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

    buckets: int16[deals, players, rounds]; results: int8[deals], 1 if player 0 wins the showdown, -1 if player 1
    does, 0 for a tie.
    """

    buckets: Int16s
    results: Int8s

    def __len__(self) -> int:
        return len(self.results)


class Dealer(Protocol):
    """A source of deals. The same dice give the same deals; several threads may call it at once."""

    def deal(self, number: int, dice: Dice) -> DealBatch:
        """Return `number` deals, and advance the dice past them."""
        ...


Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]

DECISION, FOLD, SHOWDOWN = 0, 1, 2
"""Kinds of nodes: `player` is to act; `player` has folded; the cards decide."""
PLAYERS = 2


@dataclass(frozen=True, slots=True)
class PublicTree:
    """The public tree as arrays with one entry for each node.

    kind, player, round, actions: int8[nodes]; first_child, stake: int32[nodes]. `player` is whose turn it is, or
    who folded. `stake` of an end is what the loser pays to the winner.
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
        """How many rounds there are."""
        return int(self.round.max()) + 1

    @property
    def most_actions(self) -> int:
        """How many actions a decision has at most."""
        return int(self.actions.max())


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the entries of an information set begin: at `starts + bucket * lengths + offset`.

    offset: int32[nodes], of each decision in the rows of its player and round; starts, lengths: int64[players,
    rounds]; buckets: int64[rounds].
    """

    offset: Int32s
    starts: Int64s
    lengths: Int64s
    buckets: Int64s

    @staticmethod
    def of(tree: PublicTree, buckets: Sequence[int]) -> Layout:
        """Lay out a tree with `buckets` by round. Raises `BadInput` if there is not one number for each round."""
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
        """How many entries there are: the actions of all information sets."""
        return int((self.lengths * self.buckets).sum())

    def entries_of(self, player: int) -> tuple[int, int]:
        """Return where the entries of a player begin and end."""
        sizes = (self.lengths * self.buckets).sum(axis=1)
        first = int(self.starts[player, 0])
        return first, first + int(sizes[player])

    def rows(self, tree: PublicTree, node: int) -> Int64s:
        """Return int64[buckets]: where the entries of a decision begin, by bucket."""
        player, number = int(tree.player[node]), int(tree.round[node])
        first = self.starts[player, number] + int(self.offset[node])
        found: Int64s = first + self.lengths[player, number] * np.arange(self.buckets[number])
        return found
