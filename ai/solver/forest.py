"""The betting trees of one street as arrays (a forest), and the tables and the scratch memory of CFR.

Trees are grouped in *batches*. The kernels sweep one batch after the other, so that the data of a batch fits into
the processor's caches. Within a batch, parents come before their children, and the children of a decision are
adjacent. A sweep computes the values of one player, the *traverser*. Nodes that the other player reaches with the
same probabilities share a *row*. Only an action of the other player starts a new row. Rows are numbered within the
batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.solver.betting import DEAL, DECISION, FOLD, SHOWDOWN, Node
from ai.solver.deals import StreetHands
from ai.solver.spot import NO_RAKE, Rake

Int32s = npt.NDArray[np.int32]
Float32s = npt.NDArray[np.float32]

MIN_BATCH_ROWS = 48
"""The minimum number of terminal rows in a batch, except the last one. Short loops over rows are slow."""


class ForestRows(NamedTuple):
    """The rows of a forest for one traverser.

    Attributes:
        row: int32[nodes], the row of each node.
        end_rows: int32[terminal rows], the rows with terminals, batch by batch. In each batch, rows with a showdown
            are first.
        end_row: int32[nodes], the index of a terminal's row among the terminal rows of its batch.
        first: int32[batches + 1], the start of each batch in `end_rows`.
        showdowns: int32[batches], the number of rows with a showdown in each batch.
        size: int32[batches], the number of all rows in each batch.
    """

    row: Int32s
    end_rows: Int32s
    end_row: Int32s
    first: Int32s
    showdowns: Int32s
    size: Int32s


class Forest(NamedTuple):
    """The nodes of all trees, int32[nodes] or float32[nodes] each.

    Attributes:
        child: The first child of a node.
        slot: The index of a decision's first action among all actions of the decision's player.
        root: The index of the tree whose root is the node, -1 for other nodes.
        end: The index of a DEAL node among the ends of the street, -1 for other nodes.
        stake: The chips that the loser of a terminal loses, in pots, float32.
        rake: The rake at a terminal, in pots, float32. The array has length 0 if the spot has no rake.
        batch: int32[batches + 1], the first node of each batch.
    """

    kind: Int32s
    player: Int32s
    actions: Int32s
    child: Int32s
    slot: Int32s
    root: Int32s
    end: Int32s
    stake: Float32s
    rake: Float32s
    batch: Int32s


class Planted(NamedTuple):
    """A forest, its rows for each traverser, its nodes in array order, and each player's number of actions."""

    forest: Forest
    rows: tuple[ForestRows, ForestRows]
    nodes: tuple[Node, ...]
    slots: tuple[int, int]
    ends: int
    roots: int


def build_forest(roots: Sequence[Node], pot: float, rake: Rake = NO_RAKE, *, whole: bool) -> Planted:
    """Return the forest of some trees. If `whole` is True, all trees form one batch."""
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
        np.array([rake.chips(pot + 2 * node.chips) / pot for node in order if rake.share], np.float32),
        np.array(batches, np.int32),
    )
    joined = (_join_rows(rows[0]), _join_rows(rows[1]))
    return Planted(forest, joined, tuple(order), (slots[0], slots[1]), int(ends.max()) + 1, len(roots))


class _BatchRows(NamedTuple):
    row: list[int]
    end_row: list[int]
    end_rows: list[int]
    showdowns: int
    size: int


def _batches(roots: Sequence[Node], whole: bool) -> list[tuple[int, int]]:
    """Return the range of roots of each batch."""
    if whole:
        return [(0, len(roots))]
    batches, first, rows = [], 0, 0
    for index, root in enumerate(roots):
        rows += sum(node.kind in (FOLD, SHOWDOWN) for node in root.nodes()) // 2 + 1
        if rows >= MIN_BATCH_ROWS or index == len(roots) - 1:
            batches.append((first, index + 1))
            first, rows = index + 1, 0
    return batches


def _rows_of_batch(
    order: Sequence[Node], child: Sequence[int], begin: int, roots: int, traverser: int
) -> _BatchRows:
    """Assign rows to the nodes of a batch. The first node of the batch is `begin`."""
    row = [0] * (len(order) - begin)
    row[:roots] = range(roots)
    size = roots
    for index in range(begin, len(order)):
        node = order[index]
        for step in range(len(node.children)):
            if node.player == traverser:
                row[child[index] + step - begin] = row[index - begin]
            else:
                row[child[index] + step - begin] = size
                size += 1
    kinds = [node.kind for node in order[begin:]]
    shown = sorted({one for one, kind in zip(row, kinds, strict=True) if kind == SHOWDOWN})
    folded = sorted({one for one, kind in zip(row, kinds, strict=True) if kind == FOLD} - set(shown))
    end_rows = [*shown, *folded]
    index_of = {row: index for index, row in enumerate(end_rows)}
    places = [index_of[one] if kind in (FOLD, SHOWDOWN) else -1 for one, kind in zip(row, kinds, strict=True)]
    return _BatchRows(row, places, end_rows, len(shown), size)


def _join_rows(batches: Sequence[_BatchRows]) -> ForestRows:
    def ints(values: Sequence[int]) -> Int32s:
        return np.array(values, np.int32)

    return ForestRows(
        ints([row for batch in batches for row in batch.row]),
        ints([row for batch in batches for row in batch.end_rows]),
        ints([index for batch in batches for index in batch.end_row]),
        ints([0, *np.cumsum([len(batch.end_rows) for batch in batches])]),
        ints([batch.showdowns for batch in batches]),
        ints([batch.size for batch in batches]),
    )


Float64s = npt.NDArray[np.float64]
Int16s = npt.NDArray[np.int16]
Bools = npt.NDArray[np.bool_]

UPDATE, BEST, AVERAGE = 0, 1, 2
"""Modes of a sweep: the traverser updates its regrets, plays a best response, or plays its average strategy.

The other player plays its regret-matching strategy during an update, and otherwise its average strategy.
"""
LANES = 16
"""Rows are summed in groups of this size, so the number of rows is rounded up to a multiple of it."""


MAX_LEVEL = np.float32(32766.0)
"""The largest entry of a row in 16 bits before rounding. Rounding adds less than 1, so int16 doesn't overflow."""


class PackedTable(NamedTuple):
    """The tables of one player in 16 bits.

    Here, a row contains the entries of an action of a decision on a board, unlike the rows of `ForestRows`. The
    value of an entry is the integer times the scale of the row.

    Attributes:
        regret: int16[entries], the regrets.
        total: int16[entries], the weighted sums of the strategy.
        regret_scale: float32[rows], the scales of `regret`. The rows of a board are adjacent.
        total_scale: float32[rows], the scales of `total`.
    """

    regret: Int16s
    total: Int16s
    regret_scale: Float32s
    total_scale: Float32s


class Table(NamedTuple):
    """The tables of one player.

    Kernels are compiled separately for 32 and 16 bits, because the type of `packed` differs.

    Attributes:
        regret: float32[entries], the regrets. The array has length 0 if the tables have 16 bits.
        total: float32[entries], the weighted sums of the strategy. The array has length 0 if the tables have 16
            bits.
        slots: The number of actions at all decisions of the player. A board with n classes has n * slots entries,
            and the entries of its classes for one action are adjacent.
        locked: bool[entries], True for entries with a fixed strategy. The array has length 0 if no strategy
            is fixed.
        packed: The tables in 16 bits, None if the tables have 32 bits.
    """

    regret: Float32s
    total: Float32s
    slots: int
    locked: Bools
    packed: PackedTable | None


class View(NamedTuple):
    """A street from the view of a traverser: its trees, and the hands of the traverser and of the other player."""

    forest: Forest
    rows: ForestRows
    traverser: int
    mine: StreetHands
    theirs: StreetHands


class Sides(NamedTuple):
    """A street from the view of a traverser, with the tables of the traverser and of the other player."""

    street: View
    own: Table
    other: Table


class SweepStep(NamedTuple):
    """The mode of a sweep, and the discounts that the sweep applies to the old regrets and sums.

    Attributes:
        good: The discount factor of regrets above 0.
        bad: The discount factor of regrets below 0.
        floor: The lower bound of regrets.
        average: The discount factor of the strategy sums.
        dither: A number from 0 to 1 that shifts the rounding of tables in 16 bits.
    """

    mode: int
    good: float
    bad: float
    floor: float
    average: float
    dither: float = 0.0


class Place(NamedTuple):
    """The position of a sweep: a board of the street, and a batch of the street's trees."""

    board: int
    batch: int


class Sums(NamedTuple):
    """Scratch memory for the terminals of a batch.

    Attributes:
        reach, folded, showdown: float32[hands, rows], the other player's reach, and the values of a fold and of a
            showdown.
        all_of_card, below_of_card: float64[52, rows], for each card, the total reach of all hands with this card,
            and of the hands with this card that are weaker than the current hand.
        all, below: float64[rows], the total reach of all hands, and of the hands that are weaker than the current
            hand.
    """

    reach: Float32s
    folded: Float32s
    showdown: Float32s
    all_of_card: Float64s
    below_of_card: Float64s
    all: Float64s
    below: Float64s


class Scratch(NamedTuple):
    """Scratch memory for a batch.

    Attributes:
        reach: float32[rows x classes], the other player's reach.
        value: float32[nodes x classes], the traverser's values.
        scale, alike: float32[classes], the current strategy as `match` in ai/solver/sweeps.py computes it.
        unpacked: float32[actions x classes], the entries of a decision from tables in 16 bits.
    """

    reach: Float32s
    value: Float32s
    scale: Float32s
    alike: Float32s
    unpacked: Float32s
    sums: Sums


def allocate_table(entries: int, rows: int, slots: int, bits: int) -> Table:
    """Return empty tables for a player with these numbers of entries, rows and slots. `bits` is 32 or 16."""
    packed = None
    if bits == 16:
        regret, total = (np.zeros(entries, np.int16) for _ in range(2))
        packed = PackedTable(regret, total, np.zeros(rows, np.float32), np.zeros(rows, np.float32))
    plain = 0 if bits == 16 else entries
    return Table(
        np.zeros(plain, np.float32), np.zeros(plain, np.float32), slots, np.zeros(0, np.bool_), packed
    )


def allocate_scratch(classes: int, nodes: int, rows: int, end_rows: int, actions: int = 0) -> Scratch:
    """Allocate scratch memory for batches of at most this many nodes, rows, and rows with terminals.

    `actions` is the maximum number of actions at a decision if the tables have 16 bits, otherwise 0.
    """
    width = -(-end_rows // LANES) * LANES
    held, folded, shown = (np.zeros((classes, width), np.float32) for _ in range(3))
    every, below = (np.zeros((52, width)) for _ in range(2))
    sums = Sums(held, folded, shown, every, below, np.zeros(width), np.zeros(width))
    reach, value = np.zeros(rows * classes, np.float32), np.zeros(nodes * classes, np.float32)
    scale, alike, unpacked = (np.zeros(times * classes, np.float32) for times in (1, 1, actions))
    return Scratch(reach, value, scale, alike, unpacked, sums)


def scratch_bytes(classes: int, nodes: int, rows: int, end_rows: int, actions: int = 0) -> int:
    """Return the bytes that `allocate_scratch` takes."""
    width = -(-end_rows // LANES) * LANES
    of_class = 3 * width + rows + nodes + 2 + actions  # float32
    of_lane = 2 * 52 + 2  # float64
    return 4 * classes * of_class + 8 * width * of_lane
