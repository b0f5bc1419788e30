"""An index of all hands on all flops with the turn buckets that each can reach, to search for similar hands.

Each of the 1,286,792 hands takes 77 bytes: its turn buckets, and a sketch of its mean quantiles, summed over a few
parts. The distance of sketches is a lower bound on that of the mean quantiles, which is a lower bound on the earth
mover's distance (ai/abstraction/kmeans_emd.py), so sketches rule out hands that cannot be near.
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
from game.messages.abstraction_answers import LOOKING, PHASE, BoardHand
from game.rules.cards import Card, rank_of

PARTS = 6
BOARDS_AT_A_TIME = 10
"""Boards that take some 30 ms."""
Bytes = npt.NDArray[np.uint8]

_CARDS = CARDS.astype(np.uint8)  # of the type for which kernels are compiled


@dataclass(frozen=True, slots=True)
class FlopIndex:
    """All hands up to permutations of the suits.

    points: uint8[n, 47], the turn buckets of each; where: int32[n], its cell; times: uint8[n], how many deals it
    stands for; ranks: uint8[n], a code of the two ranks of the hand; sketches: float32[6, n], means of rows of
    of_bucket: float32[turn buckets, 6]. boards: uint8[1755, 3]; rows: int64[1755], the first cell of each.
    """

    points: Buckets
    where: CellIndices
    multiplicities: Bytes
    ranks: Bytes
    sketches: Histograms
    of_bucket: Histograms
    boards: Cards
    rows: Ints

    def least_distances(self, histogram: Floats) -> Histograms:
        """Return float32[n]: a lower bound on the distance of each hand from a histogram, float64[turn buckets]."""
        found = np.zeros(len(self.where), np.float32)
        for own, part in zip(self.sketches, (histogram @ self.of_bucket).astype(np.float32), strict=True):
            found += np.abs(own - part)
        return found

    def spot(self, hand: int) -> BoardHand:
        """Return the cards of one of the hands, the highest first."""
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


class _Part(NamedTuple):
    """The first fields of a `FlopIndex` for some boards, but sketches are float32[n, 6]."""

    points: Buckets
    where: CellIndices
    multiplicities: Bytes
    ranks: Bytes
    sketches: Histograms


@dataclass(slots=True)
class FlopIndexBuilder:
    """Builds the index; an interrupted build continues where it stopped.

    `_columns` holds for every field of a part its arrays, or the one array they were joined to.
    """

    abstraction: OpenedAbstraction
    _columns: list[list[npt.NDArray[Any]]] = field(default_factory=lambda: [[] for _ in _Part._fields])
    _looked_at: int = 0
    _index: FlopIndex | None = None

    def gathered(self) -> Generator[Progress, None, FlopIndex]:
        """Return the index; report after every block of boards."""
        if self._index is None:
            yield from self._look()
            self._index = yield from self._joined()
        return self._index

    def _joined(self) -> Generator[Progress, None, FlopIndex]:
        """Join the parts column by column, which frees the memory of one before the next."""
        for arrays in self._columns:
            arrays[:] = [np.concatenate(arrays)]
            yield Progress(1, 1, 0.0, metrics={PHASE: LOOKING})
        points, where, multiplicities, ranks, sketches = (whole for [whole] in self._columns)
        self._columns.clear()
        lines, found = np.ascontiguousarray(sketches.T), boards(FLOP)[0]
        return FlopIndex(
            points, where, multiplicities, ranks, lines, self._of_bucket(), found, _first_cells(found)
        )

    def _look(self) -> Generator[Progress]:
        found, multiplicities = boards(FLOP)
        start, parts, of_bucket = time.monotonic(), blocks(len(found), BOARDS_AT_A_TIME), self._of_bucket()

        def look(part: Block) -> _Part:
            hands = allocate((part.stop - part.start) * pairs_of_kinds(FLOP), 50 - FLOP)
            filled = fill_boards(found[part], multiplicities[part], self.abstraction.parts.turn, hands)
            points = hands.points[:filled].copy()
            sketches = of_bucket[points].mean(axis=1, dtype=np.float32)
            where, stands_for = hands.where[:filled].copy(), hands.multiplicities[:filled].astype(np.uint8)
            return _Part(points, where, stands_for, _ranks(where, found[part]), sketches)

        before = self._looked_at
        for part in in_turns(look, parts[before:], cores()):
            self._keep(part)
            seconds, done = time.monotonic() - start, self._looked_at
            left = seconds / (done - before) * (len(parts) - done)
            yield Progress(done, len(parts), seconds, left, {PHASE: LOOKING})

    def _keep(self, part: Sequence[npt.NDArray[Any]]) -> None:
        for arrays, array in zip(self._columns, part, strict=True):
            arrays.append(array)
        self._looked_at += 1

    def _of_bucket(self) -> Histograms:
        """Return float32[turn buckets, 6]: the quantiles of each bucket, summed over six parts."""
        quantiles = self.abstraction.ground.quantiles
        edges = np.arange(PARTS) * quantiles.shape[1] // PARTS
        found: Histograms = np.add.reduceat(quantiles, edges, axis=1)
        return found


def _first_cells(some: Cards) -> Ints:
    """Return int64[n]: the first cell of each board."""
    return np.array([row_of(board, FLOP)[1] for board in some])


def _ranks(where: CellIndices, some: Cards) -> Bytes:
    """Return uint8[n]: a code of the two ranks of each cell, 13 times the higher plus the lower.

    some: uint8[boards, 3], the boards of the cells, in ascending order of cells.
    """
    rows = _first_cells(some)
    pairs = where - rows[np.searchsorted(rows, where, "right") - 1]  # numbered like `pair_of`
    upper = ((np.sqrt(8 * pairs + 1) - 1) / 2).astype(np.int64)
    ranks = np.stack([upper, pairs - upper * (upper + 1) // 2]) % RANKS
    found: Bytes = (ranks.max(axis=0) * RANKS + ranks.min(axis=0)).astype(np.uint8)
    return found


def _from_the_top(card: Card) -> tuple[int, int]:
    return -rank_of(card), card
