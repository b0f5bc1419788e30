"""A game without chance or secrets as flat arrays: what a kernel plays on, and what is counted without sampling.

Positions are numbered from the first one on, and lie in layers: every move leads from one layer into the next (in
a game of marks, a layer is all that can stand after so many marks). The moves of all positions, one behind the
other, are the edges of the table. An array over the edges says what somebody would do everywhere: a policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from game.core import Action, Player

Position = int
Moves = Sequence[tuple[Action, Position]]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
PolicyArray = Floats
"""float64[edges]: the probability of each move; those of a position add up to 1."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer in which the game goes on somewhere.

    places: int64[open], the positions with moves. edges: theirs. starts: int64[open], where those of each position
    begin among them. following: the positions of the next layer.
    """

    places: Ints
    edges: slice
    starts: Ints
    following: slice


@dataclass(frozen=True)
class PositionTable:
    """The table of a game for two.

    first_edge: int64[positions + 1]; the edges of position p go from `first_edge[p]` up to `first_edge[p + 1]`, and
    a final position has none. followers: int32[edges], where each leads. actions: int64[edges]. players:
    int64[positions], who is to move. returns: float64[positions], player 0's, 0 before the end. starts: the first
    position of each layer, and the number of all positions.
    """

    first_edge: Ints
    followers: npt.NDArray[np.int32]
    actions: Ints
    players: Ints
    returns: Floats
    starts: tuple[Position, ...]

    @cached_property
    def degrees(self) -> Ints:
        """Return how many moves each position has: int64[positions]."""
        return np.diff(self.first_edge)

    @cached_property
    def origins(self) -> Ints:
        """Return the position that each edge leaves: int64[edges]."""
        return np.repeat(np.arange(len(self.players)), self.degrees)

    @cached_property
    def movers(self) -> Ints:
        """Return who takes each edge: int64[edges]."""
        return self.players[self.origins]

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """Return the layers in which the game goes on, the first one first."""
        found = []
        for first, following, end in zip(self.starts, self.starts[1:], self.starts[2:], strict=False):
            places = first + np.flatnonzero(self.degrees[first:following])
            edges = slice(int(self.first_edge[first]), int(self.first_edge[following]))
            found.append(Layer(places, edges, self.first_edge[places] - edges.start, slice(following, end)))
        return tuple(found)

    def edges(self, position: Position) -> slice:
        return slice(*self.first_edge[position : position + 2].tolist())


def tabled(moves: Sequence[Moves], players: Sequence[Player], returns: Sequence[float]) -> PositionTable:
    """Return the table of a game whose `moves` are listed by position, layer by layer."""
    layer = [0] * len(moves)
    for position, onwards in enumerate(moves):
        for _, follower in onwards:
            layer[follower] = layer[position] + 1
    deeper = [position for position, (above, here) in enumerate(pairwise(layer), 1) if here > above]
    return PositionTable(
        first_edge=np.cumsum([0, *map(len, moves)]),
        followers=np.array([follower for onwards in moves for _, follower in onwards], np.int32),
        actions=np.array([action for onwards in moves for action, _ in onwards], np.int64),
        players=np.array(players, np.int64),
        returns=np.array(returns, np.float64),
        starts=(0, *deeper, len(layer)),
    )


def greedy(table: PositionTable, values: Floats) -> PolicyArray:
    """Return the policy that moves to what is valued most, exact equals shared.

    values: float64[2, positions], what each position is worth to player 0 and to player 1.
    """
    worth = values[table.movers, table.followers]
    places = np.flatnonzero(table.degrees)
    starts, degrees = table.first_edge[places], table.degrees[places]
    best = worth == np.repeat(np.maximum.reduceat(worth, starts), degrees)
    shared: PolicyArray = best / np.repeat(np.add.reduceat(best, starts, dtype=np.int64), degrees)
    return shared


def any_move(table: PositionTable) -> PolicyArray:
    """Return the policy that takes every move as often as the others."""
    return 1 / table.degrees[table.origins]


def perfect_values(table: PositionTable) -> Floats:
    """Return what each position is worth if nobody errs (minimax): float64[2, positions], 1 won, 0 lost."""
    worth = (1 + table.returns) / 2
    for layer in reversed(table.layers):
        onwards = worth[table.followers[layer.edges]]
        most, least = (best.reduceat(onwards, layer.starts) for best in (np.maximum, np.minimum))
        worth[layer.places] = np.where(table.players[layer.places] == 0, most, least)
    return np.stack([worth, 1 - worth])


def outcomes(table: PositionTable, weights: Floats) -> Floats:
    """Return how the games end: float64[k, 3], player 0 having won, drawn and lost.

    weights: float64[k, edges], how much of what came to a position goes on along each edge: a probability, or 1
    where lines are counted.
    """
    reach = np.zeros((len(weights), len(table.players)))
    reach[:, 0] = 1
    for layer in table.layers:
        parts = reach[:, table.origins[layer.edges]] * weights[:, layer.edges]
        places = table.followers[layer.edges] - layer.following.start
        width = layer.following.stop - layer.following.start
        for row, part in zip(reach, parts, strict=True):
            row[layer.following] = np.bincount(places, part, width)
    final = table.degrees == 0
    ends = [reach[:, final & (table.returns == result)].sum(axis=1) for result in (1, 0, -1)]
    return np.stack(ends, axis=1)
