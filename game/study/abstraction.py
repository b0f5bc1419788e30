"""Answers about a card abstraction: the bucket of a hand, its neighbours, and distances between hands.

The strength of a hand is the share of other hands that it beats, from 0 to 1. Distances are earth mover's distances
in the same unit. A shape is a histogram over strength, with `BINS` bins of equal width. The values of the bins add
up to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.cards import Card

BINS = 50
Shape = tuple[float, ...]

POTENTIAL = "potential-aware"
"""The kind of abstraction that can be explored. The centres of its buckets are histograms."""

COMPILING, RIVERS, LOOKING = 0, 1, 2
"""The phases in `Progress.metrics["phase"]`."""
PHASE = "phase"


def find_bin(strength: float) -> int:
    """Return the index of the bin of a strength in a shape.

    >>> find_bin(0.0), find_bin(0.519), find_bin(1.0)
    (0, 25, 49)
    """
    return min(BINS - 1, int(strength * BINS))


@dataclass(frozen=True, slots=True)
class BoardHand:
    """A hand of two cards and a board of three to five cards."""

    hand: tuple[Card, ...]
    board: tuple[Card, ...]

    @property
    def flop(self) -> BoardHand:
        return BoardHand(self.hand, self.board[:3])

    @property
    def cards(self) -> tuple[Card, ...]:
        return (*self.hand, *self.board)


@dataclass(frozen=True, slots=True)
class TurnCard:
    """A possible turn card, the bucket of the hand after this card, and the mean strength of the bucket."""

    card: Card
    bucket: int
    strength: float


@dataclass(frozen=True, slots=True)
class Shapes:
    """The histograms of a hand and of the centre of its bucket: over turn buckets, and over river strengths."""

    turn: Shape
    turn_centre: Shape
    river: Shape
    river_centre: Shape


@dataclass(frozen=True, slots=True)
class AbstractionHand:
    """A hand and its bucket.

    Attributes:
        buckets: The buckets on the flop and on the later streets of the board, from 0.
        counts: The number of buckets on each of these streets.
        now: The share of hands that this hand beats on the flop. Ties count half.
        strength: The mean strength on the river.
        after_turn: The minimum and the maximum of the mean strength over all next cards, computed exactly, without
            buckets.
        turns: The possible turn cards, weakest bucket first.
        centre: The mean strength of the centre of the bucket.
        distance: The distance from the centre of the bucket.
        rival: The second nearest bucket, and the distance from its centre.
    """

    spot: BoardHand
    buckets: tuple[int, ...]
    counts: tuple[int, ...]
    now: float
    strength: float
    after_turn: tuple[float, float]
    turns: tuple[TurnCard, ...]
    shapes: Shapes
    centre: float
    distance: float
    rival: tuple[int, float]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A flop hand near another hand, its bucket, and its distance from that hand."""

    spot: BoardHand
    bucket: int
    distance: float
    strength: float
    turn: Shape


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The neighbours of a flop hand. Hands that differ only by a permutation of suits count as one.

    Attributes:
        hands: The number of hands in the bucket.
        share: The share of the bucket among all deals.
        inside: The nearest hands of the bucket, nearest first.
        outside: The nearest hands of other buckets, nearest first.
        farthest: The hand of the bucket with the largest distance.
    """

    spot: BoardHand
    hands: int
    share: float
    inside: tuple[Neighbour, ...]
    outside: tuple[Neighbour, ...]
    farthest: Neighbour | None


@dataclass(frozen=True, slots=True)
class Apart:
    """The distances between two flop hands: by mean strength, by river strength, and by turn buckets."""

    means: float
    rivers: float
    turns: float


@dataclass(frozen=True, slots=True)
class EmdMove:
    """A move of mass between two bins that are `distance` apart, in step number `step` of the method."""

    step: int
    source: int
    target: int
    mass: float
    distance: float


@dataclass(frozen=True, slots=True)
class TransportPlan:
    """A transport plan from one histogram to another: its moves, and their total cost."""

    name: str
    moves: tuple[EmdMove, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class Earth:
    """Two histograms of equal mass over bins on a line, and plans that turn the first into the second."""

    earth: tuple[float, ...]
    holes: tuple[float, ...]
    plans: tuple[TransportPlan, ...]
