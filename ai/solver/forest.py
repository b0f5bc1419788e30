"""The trees of a street as arrays, for kernels: a tree for every way in which the street before can have ended.

Trees stand in *batches*, which are swept one after the other, so that what a sweep needs at a time fits into the
processor's caches. Within a batch parents stand before their children, and the children of a decision side by
side. For either player as *traverser* there are rows, numbered within the batch: the states in which the other
player's reach differs. Only the other player's actions begin a new row, so many nodes share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.solver.betting import DEAL, DECISION, FOLD, SHOWDOWN, Node

Int32s = npt.NDArray[np.int32]
Float32s = npt.NDArray[np.float32]

ROWS_A_BATCH = 48
"""Rows of terminals that a batch has at least, unless it is the last: short loops over rows are slow."""


class ForestRows(NamedTuple):
    """What a traverser sees of a forest.

    row: int32[nodes], the other's reach at each node. wanted: int32, the rows at whose reach a terminal is valued,
    batch by batch, those that see a showdown first. place: int32[nodes], of each terminal's row among those of its
    batch. first: int32[batches + 1], where the wanted rows of each batch begin; showdowns: int32[batches], how many
    of them see one. size: int32[batches], all rows.
    """

    row: Int32s
    wanted: Int32s
    place: Int32s
    first: Int32s
    showdowns: Int32s
    size: Int32s


class Forest(NamedTuple):
    """A node an entry: kind, player, actions, child (the first), slot, root, end: int32; stake: float32.

    slot: where the actions of a decision begin among all of its player. root: which tree a root is of, -1 for other
    nodes. end: which end of the street a DEAL is, -1 for others. stake: what the loser of a terminal loses, in
    pots. batch: int32[batches + 1], where the nodes of each begin.
    """

    kind: Int32s
    player: Int32s
    actions: Int32s
    child: Int32s
    slot: Int32s
    root: Int32s
    end: Int32s
    stake: Float32s
    batch: Int32s


class Planted(NamedTuple):
    """A forest, what either traverser sees of it, and its nodes in the same order; slots: of each player."""

    forest: Forest
    rows: tuple[ForestRows, ForestRows]
    nodes: tuple[Node, ...]
    slots: tuple[int, int]
    ends: int
    roots: int


def plant(roots: Sequence[Node], pot: float, *, whole: bool) -> Planted:
    """Return the forest of trees; `whole`: all in one batch."""
    order: list[Node] = []
    root_of: list[int] = []
    child: list[int] = []
    batches = [0]
    rows: tuple[list[_BatchRows], list[_BatchRows]] = ([], [])
    for first, last in _batches(roots, whole):
        begin = len(order)
        order += roots[first:last]
        root_of += range(first, last)
        at = begin
        while at < len(order):
            child.append(len(order) if order[at].children else -1)
            order += order[at].children
            root_of += [-1] * len(order[at].children)
            at += 1
        batches.append(len(order))
        for player in (0, 1):
            rows[player].append(_rows_of_batch(order, child, begin, last - first, player))
    actions = np.array([len(node.children) for node in order], np.int32)
    kind = np.array([node.kind for node in order], np.int32)
    players = np.array([node.player for node in order], np.int32)
    ends = np.where(kind == DEAL, np.cumsum(kind == DEAL) - 1, -1)
    slot = np.full(len(order), -1, np.int32)
    slots = []
    for one in (0, 1):
        own = (kind == DECISION) & (players == one)
        slot[own] = np.cumsum(actions[own]) - actions[own]
        slots.append(int(actions[own].sum()))
    forest = Forest(
        kind,
        players,
        actions,
        np.array(child, np.int32),
        slot,
        np.array(root_of, np.int32),
        ends.astype(np.int32),
        np.array([(pot / 2 + node.chips) / pot for node in order], np.float32),
        np.array(batches, np.int32),
    )
    joined = (_joined(rows[0]), _joined(rows[1]))
    return Planted(forest, joined, tuple(order), (slots[0], slots[1]), int(ends.max()) + 1, len(roots))


class _BatchRows(NamedTuple):
    row: list[int]
    place: list[int]
    wanted: list[int]
    showdowns: int
    size: int


def _batches(roots: Sequence[Node], whole: bool) -> list[tuple[int, int]]:
    """Return the first and the last root of each batch, as a range."""
    if whole:
        return [(0, len(roots))]
    found, first, rows = [], 0, 0
    for place, root in enumerate(roots):
        rows += sum(node.kind in (FOLD, SHOWDOWN) for node in root.nodes()) // 2 + 1
        if rows >= ROWS_A_BATCH or place == len(roots) - 1:
            found.append((first, place + 1))
            first, rows = place + 1, 0
    return found


def _rows_of_batch(
    order: Sequence[Node], child: Sequence[int], begin: int, roots: int, traverser: int
) -> _BatchRows:
    """Number the rows of a batch, whose nodes begin at `begin`."""
    row = [0] * (len(order) - begin)
    row[:roots] = range(roots)
    size = roots
    for place in range(begin, len(order)):
        node = order[place]
        for step in range(len(node.children)):
            if node.player == traverser:
                row[child[place] + step - begin] = row[place - begin]
            else:
                row[child[place] + step - begin] = size
                size += 1
    kinds = [node.kind for node in order[begin:]]
    shown = sorted({one for one, kind in zip(row, kinds, strict=True) if kind == SHOWDOWN})
    folded = sorted({one for one, kind in zip(row, kinds, strict=True) if kind == FOLD} - set(shown))
    wanted = [*shown, *folded]
    places = {one: place for place, one in enumerate(wanted)}
    place_of = [places[one] if kind in (FOLD, SHOWDOWN) else -1 for one, kind in zip(row, kinds, strict=True)]
    return _BatchRows(row, place_of, wanted, len(shown), size)


def _joined(batches: Sequence[_BatchRows]) -> ForestRows:
    def ints(values: Sequence[int]) -> Int32s:
        return np.array(values, np.int32)

    return ForestRows(
        ints([row for batch in batches for row in batch.row]),
        ints([row for batch in batches for row in batch.wanted]),
        ints([place for batch in batches for place in batch.place]),
        ints([0, *np.cumsum([len(batch.wanted) for batch in batches])]),
        ints([batch.showdowns for batch in batches]),
        ints([batch.size for batch in batches]),
    )
