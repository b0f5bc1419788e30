"""Nearest-neighbour search among all flop hands by earth mover's distance, with sketches as lower bounds.

Each of the 1,286,792 hands takes 77 bytes: 47 for its turn buckets, 24 for its sketch, 4 for the index of its cell
(the class of hand and board in ai/abstraction/isomorphism.py), 1 for its multiplicity and 1 for its ranks. For a
sketch, the hand's vector of mean quantiles is divided into six parts, and the numbers of each part are added. The
L1 distance of two sketches is a lower bound on the L1 distance of the mean quantiles, which is a lower bound on the
earth mover's distance (ai/abstraction/kmeans_emd.py). Sketches therefore exclude most hands from a search.

If several neighbours have the same two ranks in the hand, only the nearest is shown. The hidden neighbours
are mostly the same hand with another low card on the board.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction.emd import Floats, Histograms
from ai.abstraction.isomorphism import (
    RANKS,
    CellIndices,
    Ints,
    boards,
    locate_board,
    pair_index,
    pairs_of_kinds,
)
from ai.abstraction.kmeans_1d import Buckets
from ai.abstraction.kmeans_emd import Means, Nearest, assign, mass_histograms, prepare_means
from ai.abstraction.next_street import allocate, fill_boards
from ai.hands.combos import CARDS, HANDS
from ai.hands.evaluator import Cards as EvaluatorCards
from ai.lab.opened_abstraction import (
    FLOP_CARDS,
    OpenedAbstraction,
    hand_buckets,
    river_strengths,
    turn_cards,
    turn_histogram,
    turn_shape,
)
from ai.steps import Block, blocks, cores, in_turns
from game.core import Progress
from game.rules.cards import RANKS as CARDS_RANKS
from game.rules.cards import SUITS, Card, get_rank, get_suit
from game.study.abstraction import LOOKING, PHASE, BoardHand, Neighbour, Neighbours

SKETCH_PARTS = 6
BOARDS_AT_A_TIME = 10
"""The number of boards in a block, which takes about 30 ms."""
Bytes = npt.NDArray[np.uint8]

_CARDS = CARDS.astype(np.uint8)  # the dtype for which the kernels are compiled


@dataclass(frozen=True, slots=True)
class FlopIndex:
    """All hands on all flops, up to suit isomorphism.

    Attributes:
        points: uint8[n, 47], the turn buckets that each hand can reach, ascending.
        where: int32[n], the cell of each hand.
        multiplicities: uint8[n], the number of isomorphic deals that each hand represents.
        ranks: uint8[n], a code of the two ranks of the hand.
        sketches: float32[6, n], the mean of `bucket_sketches` over the hand's turn buckets.
        bucket_sketches: float32[turn buckets, 6], for each bucket, the sums of six parts of its quantiles, in units
            of strength.
        boards: uint8[1755, 3], the flops up to isomorphism.
        rows: int64[1755], the first cell of each board.
    """

    points: Buckets
    where: CellIndices
    multiplicities: Bytes
    ranks: Bytes
    sketches: Histograms
    bucket_sketches: Histograms
    boards: EvaluatorCards
    rows: Ints

    def distance_bounds(self, histogram: Floats) -> Histograms:
        """Return lower bounds on the distances of all hands from a histogram, float32[n], in units of strength.

        `histogram` is float64[turn buckets], with mass 1.
        """
        found = np.zeros(len(self.where), np.float32)
        sketch = (histogram @ self.bucket_sketches).astype(np.float32)
        for own, part in zip(self.sketches, sketch, strict=True):
            found += np.abs(own - part)
        return found

    def spot(self, hand: int) -> BoardHand:
        """Return the cards of the hand with this index. In hand and board, the highest card is first."""
        cell = int(self.where[hand])
        board = self.boards[int(np.searchsorted(self.rows, cell, "right")) - 1]
        _, first, groups = locate_board(board, FLOP_CARDS)
        board_cards = tuple(sorted(board.tolist(), key=_from_the_top))
        held = next(
            pair
            for pair, cards in zip(HANDS, _CARDS, strict=True)
            if not {*pair} & {*board_cards} and first + pair_index(groups, *cards) == cell
        )
        return BoardHand(tuple(sorted(held, key=_from_the_top)), board_cards)


class _IndexBlock(NamedTuple):
    """The first five fields of a `FlopIndex` for a block of boards.

    Unlike in the index, the sketches are float32[n, 6].
    """

    points: Buckets
    where: CellIndices
    multiplicities: Bytes
    ranks: Bytes
    sketches: Histograms


@dataclass(slots=True)
class FlopIndexBuilder:
    """Builds the index. An interrupted build continues with the next missing block.

    For each field of `_IndexBlock`, `_columns` has a list of arrays: one array for each block, or a single array
    after joining.
    """

    abstraction: OpenedAbstraction
    _columns: list[list[npt.NDArray[Any]]] = field(default_factory=lambda: [[] for _ in _IndexBlock._fields])
    _blocks_done: int = 0
    _index: FlopIndex | None = None

    def build(self) -> Generator[Progress, None, FlopIndex]:
        """Build and return the index. Yield progress after every block of boards."""
        if self._index is None:
            yield from self._read_blocks()
            self._index = yield from self._join()
        return self._index

    def _join(self) -> Generator[Progress, None, FlopIndex]:
        """Join the blocks field by field.

        To save memory, the blocks of a field are freed before the next field is joined.
        """
        for arrays in self._columns:
            arrays[:] = [np.concatenate(arrays)]
            yield Progress(1, 1, 0.0, metrics={PHASE: LOOKING})
        points, where, multiplicities, ranks, sketches = (whole for [whole] in self._columns)
        self._columns.clear()
        lines, found = np.ascontiguousarray(sketches.T), boards(FLOP_CARDS)[0]
        return FlopIndex(
            points, where, multiplicities, ranks, lines, self._bucket_sketches(), found, _first_cells(found)
        )

    def _read_blocks(self) -> Generator[Progress]:
        """Add the missing blocks of boards."""
        found, multiplicities = boards(FLOP_CARDS)
        start, parts = time.monotonic(), blocks(len(found), BOARDS_AT_A_TIME)
        bucket_sketches = self._bucket_sketches()

        def read(part: Block) -> _IndexBlock:
            hands = allocate((part.stop - part.start) * pairs_of_kinds(FLOP_CARDS), 50 - FLOP_CARDS)
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
        """Return the sums of six parts of each bucket's quantiles, float32[turn buckets, 6]."""
        quantiles = self.abstraction.ground.quantiles
        edges = np.arange(SKETCH_PARTS) * quantiles.shape[1] // SKETCH_PARTS
        found: Histograms = np.add.reduceat(quantiles, edges, axis=1)
        return found


def _first_cells(some: EvaluatorCards) -> Ints:
    """Return the first cell of each board, int64[boards]. `some` has the boards, uint8[boards, 3]."""
    return np.array([locate_board(board, FLOP_CARDS)[1] for board in some])


def _ranks(where: CellIndices, some: EvaluatorCards) -> Bytes:
    """Return the code of the two ranks of the hand in each cell, uint8[n]: 13 * higher + lower.

    Args:
        where: int32[n], the cells.
        some: uint8[boards, 3], the boards of these cells, in the order of the cells.
    """
    rows = _first_cells(some)
    pairs = where - rows[np.searchsorted(rows, where, "right") - 1]  # numbered like `pair_index`
    upper = ((np.sqrt(8 * pairs + 1) - 1) / 2).astype(np.int64)
    ranks = np.stack([upper, pairs - upper * (upper + 1) // 2]) % RANKS
    found: Bytes = (ranks.max(axis=0) * RANKS + ranks.min(axis=0)).astype(np.uint8)
    return found


def _from_the_top(card: Card) -> tuple[int, int]:
    return -get_rank(card), card


NEIGHBOURS_SHOWN = 8
"""The number of neighbours that are shown from the hand's own bucket, and also from the other buckets."""
HANDS_AT_A_TIME = 2_000
"""The number of hands per step, which takes about 30 ms."""
FIRST_RADIUS, RADIUS_GROWTH = 0.02, 1.5
AT_WORK = Progress(0, None, 0.0, metrics={PHASE: LOOKING})

HandDistances = list[tuple[int, float]]
"""Hands and their distances, nearest first."""
Cards = tuple[Card, ...]

_SUIT_ORDERS = tuple(permutations(range(len(SUITS))))


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for the neighbours of one hand."""

    abstraction: OpenedAbstraction
    index: FlopIndex
    histogram: Floats
    target: Means

    def distances(self, among: Ints) -> Generator[Progress, None, Histograms]:
        """Return the distances of the hands `among`, int64[n], as float32[n]."""
        found, labels = np.empty(len(among), np.float32), np.empty(HANDS_AT_A_TIME, np.uint8)
        for part in blocks(len(among), HANDS_AT_A_TIME):
            points = self.index.points[among[part]]
            assign(
                points,
                self.target,
                self.abstraction.ground,
                True,
                Nearest(labels[: len(points)], found[part]),
            )
            yield AT_WORK
        return found

    def nearest(self, among: npt.NDArray[np.bool_]) -> Generator[Progress, None, HandDistances]:
        """Return the nearest of the hands in the mask `among`, bool[n], sorted by distance.

        The search radius grows until the hands within the radius have `NEIGHBOURS_SHOWN` different pairs of ranks.
        """
        least = np.where(among, self.index.distance_bounds(self.histogram), np.inf)
        within, distances, reached, reach = np.zeros(0, np.int64), np.zeros(0, np.float32), -1.0, FIRST_RADIUS
        while True:
            more = np.flatnonzero((reached < least) & (least <= reach))
            measured = yield from self.distances(more)
            within, distances = np.append(within, more), np.append(distances, measured)
            held = self.index.ranks[within[distances <= reach]]
            if reach >= 1 or len(np.unique(held)) >= NEIGHBOURS_SHOWN:
                return sorted_by_distance(within, distances)
            reached, reach = reach, reach * RADIUS_GROWTH


def nearest_neighbours(
    abstraction: OpenedAbstraction, index: FlopIndex, flop: BoardHand
) -> Generator[Progress, None, Neighbours]:
    """Return the neighbours of a flop hand."""
    histogram = turn_histogram(abstraction, turn_cards(abstraction, flop))
    search = _Search(
        abstraction, index, histogram, prepare_means(histogram[None].astype(np.float32), abstraction.ground)
    )
    in_bucket = abstraction.parts.flop[index.where] == hand_buckets(abstraction, flop)[0]
    members = np.flatnonzero(in_bucket)
    inside = sorted_by_distance(members, (yield from search.distances(members)))
    outside = yield from search.nearest(~in_bucket)
    near = yield from _show_neighbours(abstraction, index, flop, inside)
    beyond = yield from _show_neighbours(abstraction, index, flop, outside)
    farthest = yield from _show_neighbours(abstraction, index, flop, inside[-1:])
    share = float(
        index.multiplicities[members].sum(dtype=np.int64) / index.multiplicities.sum(dtype=np.int64)
    )
    return Neighbours(flop, len(members), share, near, beyond, farthest[0] if farthest else None)


def sorted_by_distance(hands: Ints, distances: Histograms) -> HandDistances:
    """Return the hands (int64[n]) with their distances (float32[n]), nearest first."""
    order = np.argsort(distances, kind="stable")
    return list(zip(hands[order].tolist(), distances[order].tolist(), strict=True))


def _show_neighbours(
    abstraction: OpenedAbstraction, index: FlopIndex, flop: BoardHand, found: HandDistances
) -> Generator[Progress, None, tuple[Neighbour, ...]]:
    """Return up to `NEIGHBOURS_SHOWN` neighbours, without the hand itself.

    There is at most one neighbour for each pair of ranks.
    """
    held: set[int] = set()
    shown: list[Neighbour] = []
    for hand, distance in found:
        if len(shown) == NEIGHBOURS_SHOWN:
            break
        ranks = int(index.ranks[hand])
        if ranks not in held and canonical_hand(spot := index.spot(hand)) != canonical_hand(flop):
            held.add(ranks)
            shown.append(_neighbour(abstraction, index, hand, match_suits(spot, flop), distance))
            yield AT_WORK
    return tuple(shown)


def _neighbour(
    abstraction: OpenedAbstraction, index: FlopIndex, hand: int, spot: BoardHand, distance: float
) -> Neighbour:
    histogram = mass_histograms(index.points[hand : hand + 1], len(abstraction.turn_strengths))[0].astype(
        np.float64
    )
    strength = float(river_strengths(abstraction, spot).mean())
    bucket = int(abstraction.parts.flop[index.where[hand]])
    return Neighbour(spot, bucket, distance, strength, turn_shape(abstraction, histogram))


def canonical_hand(spot: BoardHand) -> tuple[Cards, Cards]:
    """Return the canonical form of a hand under permutations of the suits."""
    return min(
        (tuple(sorted(_permute_suits(spot.hand, order))), tuple(sorted(_permute_suits(spot.board, order))))
        for order in _SUIT_ORDERS
    )


def match_suits(spot: BoardHand, like: BoardHand) -> BoardHand:
    """Return the hand with its suits permuted so that it shares as many cards as possible with `like`."""
    order = max(
        _SUIT_ORDERS,
        key=lambda order: sum(
            4 * (one == other) + (get_suit(one) == get_suit(other))
            for own, others in ((spot.hand, like.hand), (spot.board, like.board))
            for one, other in product(_permute_suits(own, order), others)
        ),
    )
    return BoardHand(_permute_suits(spot.hand, order), _permute_suits(spot.board, order))


def _permute_suits(cards: Iterable[Card], order: Cards) -> Cards:
    return tuple(order[get_suit(card)] * len(CARDS_RANKS) + get_rank(card) for card in cards)
