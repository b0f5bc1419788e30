"""What the explorer of an abstraction is told: a flop hand, the bucket it is in, and the hands that lie near it.

Strengths are shares of all other hands, 0 to 1; distances are earth mover's, in the same unit. A *shape* is a
histogram over strength in `BINS` bins of equal width, its shares adding up to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.cards import Card

BINS = 50
Shape = tuple[float, ...]

POTENTIAL = "potential-aware"
"""The kind of abstraction that can be looked at: its buckets have histograms for centres."""

COMPILING, RIVERS, LOOKING = 0, 1, 2
"""What `Progress.metrics["phase"]` says is being done."""
PHASE = "phase"


def bin_of(strength: float) -> int:
    """Return the bin of a shape in which a strength lies.

    >>> bin_of(0.0), bin_of(0.519), bin_of(1.0)
    (0, 25, 49)
    """
    return min(BINS - 1, int(strength * BINS))


@dataclass(frozen=True, slots=True)
class BoardHand:
    """Two cards of a hand and three to five of a board."""

    hand: tuple[Card, ...]
    board: tuple[Card, ...]

    @property
    def flop(self) -> BoardHand:
        """Return the hand as it was on the flop."""
        return BoardHand(self.hand, self.board[:3])

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return all of them, the hand first."""
        return (*self.hand, *self.board)


@dataclass(frozen=True, slots=True)
class TurnCard:
    """A card that may come on the turn, the bucket to which it leads, and the mean strength there."""

    card: Card
    bucket: int
    strength: float


@dataclass(frozen=True, slots=True)
class Shapes:
    """How strong a hand and the centre of its bucket become: by the turn bucket, and at the river."""

    turn: Shape
    turn_centre: Shape
    river: Shape
    river_centre: Shape


@dataclass(frozen=True, slots=True)
class AlikeHand:
    """A hand and its bucket.

    buckets: on the flop and on what lies beyond it, from 0; counts: of how many. now: the share of hands that it
    beats on the flop, ties half; strength: the mean at the river; after_turn: the least and the greatest such mean
    after one more card, counted and not taken from buckets; turns: the cards to come, weakest bucket first.
    distance: from the centre of its bucket, whose mean strength is `centre`; rival: the nearest other bucket and
    the distance from its centre.
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
    """Another flop hand, its bucket, and its distance from the one that is looked at."""

    spot: BoardHand
    bucket: int
    distance: float
    strength: float
    turn: Shape


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What lies around a flop hand; suits that are exchanged make no other hand.

    hands: how many lie in its bucket; share: of all deals. inside: the nearest of these, then those elsewhere, both
    from the nearest; farthest: the one in the bucket that is least like it.
    """

    spot: BoardHand
    hands: int
    share: float
    inside: tuple[Neighbour, ...]
    outside: tuple[Neighbour, ...]
    farthest: Neighbour | None


@dataclass(frozen=True, slots=True)
class Apart:
    """How far two flop hands lie apart by three measures: mean strength, strength at the river, turn buckets."""

    means: float
    rivers: float
    turns: float


@dataclass(frozen=True, slots=True)
class EarthMove:
    """Earth that is moved from one bin to another, `distance` apart, in a numbered step."""

    step: int
    source: int
    target: int
    mass: float
    distance: float


@dataclass(frozen=True, slots=True)
class TransportPlan:
    """A way to turn one histogram into another: its moves, and what they cost together."""

    name: str
    moves: tuple[EarthMove, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class Earth:
    """Two histograms of the same mass over bins on a line, and the ways from the first to the second."""

    earth: tuple[float, ...]
    holes: tuple[float, ...]
    plans: tuple[TransportPlan, ...]
