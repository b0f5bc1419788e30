"""A hand on a flop, looked at exactly: what it can become, how strong it is, and why its bucket is its bucket."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.abstraction import transport
from ai.abstraction.emd import Floats
from ai.abstraction.isomorphism import CellIndices, cell_of
from ai.abstraction.kmeans_emd import histograms_of
from ai.abstraction.next_cards import next_cells, scratch_for
from ai.abstraction.strengths import GREATEST
from ai.hands.combos import CARDS, left_by
from ai.hands.evaluator import ranks
from ai.lab.abstraction.opened_abstraction import OpenedAbstraction
from game.core import BadInput
from game.rules.cards import DECK, Card, names
from game.study.abstraction import BINS, AbstractionHand, Apart, BoardHand, Shape, Shapes, TurnCard

FLOP, RIVER = 3, 5
HAND = 2


def checked(hand: Sequence[Card], board: Sequence[Card]) -> BoardHand:
    """Return the spot; `BadInput` where it is not two cards and three to five others."""
    spot = BoardHand(tuple(hand), tuple(board))
    if len(spot.hand) != HAND or not FLOP <= len(spot.board) <= RIVER:
        raise BadInput("Enter two hole cards and a board of three to five.")
    if not set(spot.cards) <= set(DECK):
        raise BadInput("Cards are numbers from 0 to 51.")
    if len(set(spot.cards)) < len(spot.cards):
        raise BadInput(f"{names(spot.hand)} on {names(spot.board)} holds a card twice.")
    return spot


def looked_at(abstraction: OpenedAbstraction, spot: BoardHand) -> AbstractionHand:
    """Return what there is to say of a hand."""
    flop = spot.flop
    turns, strengths = turn_cards(abstraction, flop), river_strengths(abstraction, flop)
    after_turn = strengths.reshape(len(turns), -1).mean(axis=1)
    buckets = buckets_of(abstraction, spot)
    bucket = buckets[0]
    histogram, centre = histogram_of(abstraction, turns), abstraction.centres[bucket].astype(np.float64)
    return AbstractionHand(
        spot,
        buckets,
        abstraction.parts.counts[: len(buckets)],
        share_beaten(flop),
        float(strengths.mean()),
        (float(after_turn.min()), float(after_turn.max())),
        tuple(sorted(turns, key=lambda turn: (turn.strength, turn.card))),
        Shapes(
            turn_shape(abstraction, histogram),
            turn_shape(abstraction, centre),
            shape_of(strengths),
            shape_of(abstraction.quantiles.ravel(), np.repeat(centre, abstraction.quantiles.shape[1])),
        ),
        float(centre @ abstraction.turn_strengths),
        distance_between(abstraction, histogram, centre),
        nearest_other(abstraction, histogram, bucket),
    )


def apart(abstraction: OpenedAbstraction, one: BoardHand, other: BoardHand) -> Apart:
    """Return how far two flop hands lie apart, by what is seen of them."""
    first, second = (river_strengths(abstraction, spot.flop) for spot in (one, other))
    histogram, beside = (
        histogram_of(abstraction, turn_cards(abstraction, spot.flop)) for spot in (one, other)
    )
    return Apart(
        float(abs(first.mean() - second.mean())),
        float(np.abs(np.sort(first) - np.sort(second)).mean()),
        distance_between(abstraction, histogram, beside),
    )


def turn_cards(abstraction: OpenedAbstraction, flop: BoardHand) -> list[TurnCard]:
    """Return where each card that may come leads, in the order of the deck."""
    buckets = abstraction.parts.turn[_next(flop.hand, flop.board)]
    strengths = abstraction.turn_strengths
    return [
        TurnCard(card, int(bucket), float(strengths[bucket]))
        for card, bucket in zip(_left(flop.cards), buckets, strict=True)
    ]


def histogram_of(abstraction: OpenedAbstraction, turns: Sequence[TurnCard]) -> Floats:
    """Return float64[turn buckets], of mass 1."""
    points = np.array([[turn.bucket for turn in turns]], np.uint8)
    found: Floats = histograms_of(points, len(abstraction.ground.distances))[0].astype(np.float64)
    return found


def distance_between(abstraction: OpenedAbstraction, one: Floats, other: Floats) -> float:
    """Return the exact earth mover's distance between two histograms, float64[turn buckets]."""
    return transport.exact(one.tolist(), other.tolist(), abstraction.ground.distances)


def river_strengths(abstraction: OpenedAbstraction, flop: BoardHand) -> Floats:
    """Return float64[47 * 46]: how strong a hand is after every turn and river, 0 to 1."""
    cells = [_next(flop.hand, (*flop.board, card)) for card in _left(flop.cards)]
    found: Floats = abstraction.rivers.table[np.concatenate(cells)] / GREATEST
    return found


def buckets_of(abstraction: OpenedAbstraction, spot: BoardHand) -> tuple[int, ...]:
    """Return the bucket on the flop, and on the turn and the river as far as the board goes."""
    hand, parts = np.array(spot.hand, np.uint8), abstraction.parts
    found = []
    for board_cards in range(FLOP, len(spot.board) + 1):
        cell = cell_of(np.array(spot.board[:board_cards], np.uint8), hand)
        if board_cards == RIVER:
            found.append(int(parts.river[abstraction.rivers.table[cell]]))
        else:
            found.append(int((parts.flop, parts.turn)[board_cards - FLOP][cell]))
    return tuple(found)


def share_beaten(flop: BoardHand) -> float:
    """Return the share of other hands that a hand beats on the flop as it is; ties count half."""
    others = CARDS[left_by(flop.cards)]
    board = np.tile(np.array(flop.board), (len(others) + 1, 1))
    found = ranks(np.hstack([np.vstack([flop.hand, others]), board]).astype(np.uint8)).astype(int)
    own, theirs = found[0], found[1:]
    return float(((own < theirs) + (own == theirs) / 2).mean())


def nearest_other(abstraction: OpenedAbstraction, histogram: Floats, bucket: int) -> tuple[int, float]:
    """Return the bucket with the nearest centre, other than `bucket` itself, and the distance.

    Centres are visited in the order of a lower bound of their distance, the L1 distance of the mean quantiles.
    """
    quantiles = abstraction.ground.quantiles
    least = np.abs(abstraction.centres @ quantiles - histogram @ quantiles).sum(axis=1)
    least[bucket] = np.inf
    found, nearest = bucket, np.inf
    for other in np.argsort(least):
        if least[other] >= nearest:
            break
        distance = distance_between(abstraction, histogram, abstraction.centres[other].astype(float))
        if distance < nearest:
            found, nearest = int(other), distance
    return found, float(nearest)


def turn_shape(abstraction: OpenedAbstraction, histogram: Floats) -> Shape:
    """Return the shape of float64[turn buckets]."""
    return shape_of(abstraction.turn_strengths, histogram)


def shape_of(strengths: Floats, weights: Floats | None = None) -> Shape:
    """Return how strengths, float64[n], are spread over the bins of a shape."""
    bins = np.minimum((strengths * BINS).astype(int), BINS - 1)
    counts = np.bincount(bins, weights, BINS)
    return tuple((counts / counts.sum()).tolist())


def _left(known: Sequence[Card]) -> list[Card]:
    return [card for card in DECK if card not in known]


def _next(hand: Sequence[Card], board: Sequence[Card]) -> CellIndices:
    """Return the cells of the next street that a hand can reach, one for every card left, in their order."""
    spots = scratch_for(len(board))
    spots.hands[0] = hand
    next_cells(np.array(board, np.uint8), 1, spots)
    found: CellIndices = spots.after[0]
    return found
