"""An index of all hands on all flops, with the turn buckets that each can reach, to search for similar hands.

Each of the 1,286,792 hands takes 77 bytes: 47 for its turn buckets, 24 for its sketch, 4 for its cell, 1 for
its multiplicity and 1 for its ranks. A sketch is the hand's vector of mean quantiles, summed over six parts.
The L1 distance of two sketches is a lower bound on that of the mean quantiles, which is a lower bound on the
earth mover's distance (ai/abstraction/kmeans_emd.py). So sketches rule out most hands in a search.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction.emd import Floats, Histograms
from ai.abstraction.histograms import allocate, fill_boards
from ai.abstraction.isomorphism import RANKS, CellIndices, Ints, boards, pair_of, pairs_of_kinds, row_of
from ai.abstraction.kmeans_1d_emd import Buckets
from ai.abstraction.parallel import Block, blocks, cores, in_turns
from ai.hands.combos import CARDS, HANDS
from ai.hands.evaluator import Cards
from ai.lab.abstraction.opened_abstraction import OpenedAbstraction
from ai.lab.abstraction.spots import FLOP
from game.core import Progress
from game.rules.cards import Card, rank_of
from game.study.abstraction import LOOKING, PHASE, BoardHand

SKETCH_PARTS = 6
BOARDS_AT_A_TIME = 10
"""The number of boards in a block: a block takes some 30 ms."""
Bytes = npt.NDArray[np.uint8]

_CARDS = CARDS.astype(np.uint8)  # the dtype for which the kernels are compiled


@dataclass(frozen=True, slots=True)
class FlopIndex:
    """All hands on all flops, up to permutations of the suits.

    points: uint8[n, 47], the turn buckets that each hand can reach, ascending. where: int32[n], its cell.
    multiplicities: uint8[n], how many deals it stands for. ranks: uint8[n], a code of its two ranks.
    sketches: float32[6, n], the mean of `bucket_sketches` over its turn buckets.
    bucket_sketches: float32[turn buckets, 6], the quantiles of each bucket summed over six parts, in strengths.
    boards: uint8[1755, 3]. rows: int64[1755], the first cell of each board.
    """

    points: Buckets
    where: CellIndices
    multiplicities: Bytes
    ranks: Bytes
    sketches: Histograms
    bucket_sketches: Histograms
    boards: Cards
    rows: Ints

    def distance_bounds(self, histogram: Floats) -> Histograms:
        """Return float32[n]: a lower bound on the distance of each hand from a histogram, in units of strength.

        histogram: float64[turn buckets], of mass 1.
        """
        found = np.zeros(len(self.where), np.float32)
        sketch = (histogram @ self.bucket_sketches).astype(np.float32)
        for own, part in zip(self.sketches, sketch, strict=True):
            found += np.abs(own - part)
        return found

    def spot(self, hand: int) -> BoardHand:
        """Return the cards of the hand with this index, the highest card first on hand and board."""
        cell = int(self.where[hand])
        board = self.boards[int(np.searchsorted(self.rows, cell, "right")) - 1]
        _, first, groups = row_of(board, FLOP)
        board_cards = tuple(sorted(board.tolist(), key=_from_the_top))
        held = next(
            pair
            for pair, cards in zip(HANDS, _CARDS, strict=True)
            if not {*pair} & {*board_cards} and first + pair_of(groups, *cards) == cell
        )
        return BoardHand(tuple(sorted(held, key=_from_the_top)), board_cards)


class _IndexBlock(NamedTuple):
    """The first five fields of a `FlopIndex` for a block of boards, but sketches are float32[n, 6]."""

    points: Buckets
    where: CellIndices
    multiplicities: Bytes
    ranks: Bytes
    sketches: Histograms


@dataclass(slots=True)
class FlopIndexBuilder:
    """Builds the index; an interrupted build continues where it stopped.

    `_columns` has a list for each field of `_IndexBlock`: an array per block, or a single one once joined.
    """

    abstraction: OpenedAbstraction
    _columns: list[list[npt.NDArray[Any]]] = field(default_factory=lambda: [[] for _ in _IndexBlock._fields])
    _blocks_done: int = 0
    _index: FlopIndex | None = None

    def build(self) -> Generator[Progress, None, FlopIndex]:
        """Build the index and return it; yield progress after every block of boards."""
        if self._index is None:
            yield from self._read_blocks()
            self._index = yield from self._join()
        return self._index

    def _join(self) -> Generator[Progress, None, FlopIndex]:
        """Join the blocks field by field, which frees the blocks of one field before the next is joined."""
        for arrays in self._columns:
            arrays[:] = [np.concatenate(arrays)]
            yield Progress(1, 1, 0.0, metrics={PHASE: LOOKING})
        points, where, multiplicities, ranks, sketches = (whole for [whole] in self._columns)
        self._columns.clear()
        lines, found = np.ascontiguousarray(sketches.T), boards(FLOP)[0]
        return FlopIndex(
            points, where, multiplicities, ranks, lines, self._bucket_sketches(), found, _first_cells(found)
        )

    def _read_blocks(self) -> Generator[Progress]:
        """Add the blocks of boards that are missing."""
        found, multiplicities = boards(FLOP)
        start, parts = time.monotonic(), blocks(len(found), BOARDS_AT_A_TIME)
        bucket_sketches = self._bucket_sketches()

        def read(part: Block) -> _IndexBlock:
            hands = allocate((part.stop - part.start) * pairs_of_kinds(FLOP), 50 - FLOP)
            filled = fill_boards(found[part], multiplicities[part], self.abstraction.parts.turn, hands)
            points = hands.points[:filled].copy()
            sketches = bucket_sketches[points].mean(axis=1, dtype=np.float32)
            where, stands_for = hands.where[:filled].copy(), hands.multiplicities[:filled].astype(np.uint8)
            return _IndexBlock(points, where, stands_for, _ranks(where, found[part]), sketches)

        before = self._blocks_done
        for block in in_turns(read, parts[before:], cores()):
            self._add(block)
            seconds, done = time.monotonic() - start, self._blocks_done
            left = seconds / (done - before) * (len(parts) - done)
            yield Progress(done, len(parts), seconds, left, {PHASE: LOOKING})

    def _add(self, block: Sequence[npt.NDArray[Any]]) -> None:
        for arrays, array in zip(self._columns, block, strict=True):
            arrays.append(array)
        self._blocks_done += 1

    def _bucket_sketches(self) -> Histograms:
        """Return float32[turn buckets, 6]: the quantiles of each bucket, summed over six parts."""
        quantiles = self.abstraction.ground.quantiles
        edges = np.arange(SKETCH_PARTS) * quantiles.shape[1] // SKETCH_PARTS
        found: Histograms = np.add.reduceat(quantiles, edges, axis=1)
        return found


def _first_cells(some: Cards) -> Ints:
    """Return int64[boards]: the first cell of each board, uint8[boards, 3]."""
    return np.array([row_of(board, FLOP)[1] for board in some])


def _ranks(where: CellIndices, some: Cards) -> Bytes:
    """Return uint8[n]: the code of the two ranks of the hand in each cell: 13 times the higher plus the lower.

    where: int32[n], the cells.
    some: uint8[boards, 3], the boards of these cells, in ascending order of their cells.
    """
    rows = _first_cells(some)
    pairs = where - rows[np.searchsorted(rows, where, "right") - 1]  # numbered like `pair_of`
    upper = ((np.sqrt(8 * pairs + 1) - 1) / 2).astype(np.int64)
    ranks = np.stack([upper, pairs - upper * (upper + 1) // 2]) % RANKS
    found: Bytes = (ranks.max(axis=0) * RANKS + ranks.min(axis=0)).astype(np.uint8)
    return found


def _from_the_top(card: Card) -> tuple[int, int]:
    return -rank_of(card), card
