"""The nearest neighbours of a flop hand, in its own bucket and in others, by the exact earth mover's distance.

For each pair of ranks only the nearest hand is shown. The others would mostly be the same hand with another small
card on the board.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from ai.abstraction.emd import Floats, Histograms
from ai.abstraction.isomorphism import Ints
from ai.abstraction.kmeans_emd import Means, Nearest, assign, histograms_of, means_of
from ai.abstraction.parallel import blocks
from ai.lab.abstraction.flop_index import FlopIndex
from ai.lab.abstraction.opened_abstraction import OpenedAbstraction
from ai.lab.abstraction.spots import buckets_of, histogram_of, river_strengths, turn_cards, turn_shape
from game.core import Progress
from game.rules.cards import RANKS, SUITS, Card, rank_of, suit_of
from game.study.abstraction import LOOKING, PHASE, BoardHand, Neighbour, Neighbours

SHOWN = 8
"""How many neighbours are shown from the hand's own bucket, and how many from others."""
HANDS_AT_A_TIME = 2_000
"""Hands to measure in one step, which takes about 30 ms."""
FIRST_REACH, REACH_GROWS = 0.02, 1.5
AT_WORK = Progress(0, None, 0.0, metrics={PHASE: LOOKING})

Found = list[tuple[int, float]]
"""Hands and their distances, the nearest first."""
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
        """Return float32[n], the distances of the hands `among`, int64[n]."""
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

    def nearest(self, among: npt.NDArray[np.bool_]) -> Generator[Progress, None, Found]:
        """Return the nearest hands among bool[n], sorted by distance.

        The search radius grows until the hands within it have `SHOWN` different pairs of ranks.
        """
        least = np.where(among, self.index.distance_bounds(self.histogram), np.inf)
        within, distances, reached, reach = np.zeros(0, np.int64), np.zeros(0, np.float32), -1.0, FIRST_REACH
        while True:
            more = np.flatnonzero((reached < least) & (least <= reach))
            measured = yield from self.distances(more)
            within, distances = np.append(within, more), np.append(distances, measured)
            held = self.index.ranks[within[distances <= reach]]
            if reach >= 1 or len(np.unique(held)) >= SHOWN:
                return sorted_by_distance(within, distances)
            reached, reach = reach, reach * REACH_GROWS


def neighbours(
    abstraction: OpenedAbstraction, index: FlopIndex, flop: BoardHand
) -> Generator[Progress, None, Neighbours]:
    """Return the neighbours of a flop hand."""
    histogram = histogram_of(abstraction, turn_cards(abstraction, flop))
    search = _Search(
        abstraction, index, histogram, means_of(histogram[None].astype(np.float32), abstraction.ground)
    )
    in_bucket = abstraction.parts.flop[index.where] == buckets_of(abstraction, flop)[0]
    members = np.flatnonzero(in_bucket)
    inside = sorted_by_distance(members, (yield from search.distances(members)))
    outside = yield from search.nearest(~in_bucket)
    near = yield from _shown(abstraction, index, flop, inside)
    beyond = yield from _shown(abstraction, index, flop, outside)
    farthest = yield from _shown(abstraction, index, flop, inside[-1:])
    share = float(
        index.multiplicities[members].sum(dtype=np.int64) / index.multiplicities.sum(dtype=np.int64)
    )
    return Neighbours(flop, len(members), share, near, beyond, farthest[0] if farthest else None)


def sorted_by_distance(hands: Ints, distances: Histograms) -> Found:
    """Return the hands with their distances, the nearest first."""
    order = np.argsort(distances, kind="stable")
    return list(zip(hands[order].tolist(), distances[order].tolist(), strict=True))


def _shown(
    abstraction: OpenedAbstraction, index: FlopIndex, flop: BoardHand, found: Found
) -> Generator[Progress, None, tuple[Neighbour, ...]]:
    """Return the first `SHOWN` neighbours: one for each pair of ranks, and not the hand itself."""
    held: set[int] = set()
    shown: list[Neighbour] = []
    for hand, distance in found:
        if len(shown) == SHOWN:
            break
        ranks = int(index.ranks[hand])
        if ranks not in held and alike(spot := index.spot(hand)) != alike(flop):
            held.add(ranks)
            shown.append(_neighbour(abstraction, index, hand, dressed(spot, flop), distance))
            yield AT_WORK
    return tuple(shown)


def _neighbour(
    abstraction: OpenedAbstraction, index: FlopIndex, hand: int, spot: BoardHand, distance: float
) -> Neighbour:
    histogram = histograms_of(index.points[hand : hand + 1], len(abstraction.turn_strengths))[0].astype(
        np.float64
    )
    strength = float(river_strengths(abstraction, spot).mean())
    bucket = int(abstraction.parts.flop[index.where[hand]])
    return Neighbour(spot, bucket, distance, strength, turn_shape(abstraction, histogram))


def alike(spot: BoardHand) -> tuple[Cards, Cards]:
    """Return the canonical form of a hand under permutations of the suits."""
    return min(
        (tuple(sorted(_exchanged(spot.hand, order))), tuple(sorted(_exchanged(spot.board, order))))
        for order in _SUIT_ORDERS
    )


def dressed(spot: BoardHand, like: BoardHand) -> BoardHand:
    """Return the hand with its suits permuted to share as many cards as possible with another one."""
    order = max(
        _SUIT_ORDERS,
        key=lambda order: sum(
            _weight(one, other)
            for own, others in ((spot.hand, like.hand), (spot.board, like.board))
            for one, other in product(_exchanged(own, order), others)
        ),
    )
    return BoardHand(_exchanged(spot.hand, order), _exchanged(spot.board, order))


def _weight(one: Card, other: Card) -> int:
    """Return the similarity of two cards: 5 if equal, 1 if only of the same suit, else 0."""
    return 4 * (one == other) + (suit_of(one) == suit_of(other))


def _exchanged(cards: Iterable[Card], order: Cards) -> Cards:
    return tuple(order[suit_of(card)] * len(RANKS) + rank_of(card) for card in cards)
