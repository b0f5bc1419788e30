"""What the range view is told by the other process: at a public state of Hold'em, what every hand does.

Hands come in the order of all pairs of cards (`place_of`), 1,326 of them, and in 169 classes ("AKs"). The reach
of a hand is the probability that its own player plays to this state with it; both play the same strategy.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations

from game.core import Action, Player
from game.rules.cards import DECK, Card, hand_class

Hole = tuple[Card, Card]

HANDS: tuple[Hole, ...] = tuple(combinations(DECK, 2))


@dataclass(frozen=True, slots=True)
class RangeAgent:
    """An agent whose strategy for every hand is known, and the stacks it is looked at with, in big blinds.

    A `blueprint` was made for this depth; the others play any.
    """

    name: str
    depth: int
    is_blueprint: bool = False


@dataclass(frozen=True, slots=True)
class RangeDecision:
    """A decision on the way: who acts, and how often the range takes each action that anybody would.

    Actions are in ascending order; the action taken is always among them, however rare.
    """

    player: Player
    actions: tuple[Action, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RangeSide:
    """The range of one player: float32[1326] reaches, the mean reach of each class that can be held, all combos.

    `comes` is False where no hand of this player comes here: then all of them are shown, as if each did.
    """

    reach: array[float]
    classes: Mapping[str, float]
    combos: float
    comes: bool


@dataclass(frozen=True, slots=True)
class RangeNode:
    """A public state: the decisions up to and with the one at hand, both ranges, and what the one to act does.

    shares: float32[1326 * actions], hand after hand, of the actions of the last decision; mixes: by class the mean
    of its hands, weighted by reach. Both are empty where nobody is to act. buckets: int32[1326], -1 for hands that
    meet the board; empty where the agent knows no buckets.
    """

    decisions: tuple[RangeDecision, ...]
    sides: tuple[RangeSide, RangeSide]
    shares: array[float] = field(default_factory=lambda: array("f"))
    mixes: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    buckets: array[int] = field(default_factory=lambda: array("i"))

    def aggressive_first(self) -> RangeNode:
        """Return the same with the actions from all-in down to the fold, as poker players read a mix."""
        width = len(self.shares) // len(HANDS)
        shares = array("f", self.shares)
        for place in range(width):
            shares[place::width] = self.shares[width - 1 - place :: width]
        return replace(
            self,
            decisions=tuple(
                replace(one, actions=one.actions[::-1], shares=one.shares[::-1]) for one in self.decisions
            ),
            shares=shares,
            mixes={name: mix[::-1] for name, mix in self.mixes.items()},
        )

    def mix_of(self, place: int) -> tuple[float, ...]:
        """Return what one hand does."""
        width = len(self.shares) // len(HANDS)
        return tuple(self.shares[place * width : (place + 1) * width])


@cache
def places_of(name: str) -> tuple[int, ...]:
    """Return the places of the hands of a class.

    >>> len(places_of("AA")), len(places_of("AKs")), len(places_of("AKo"))
    (6, 4, 12)
    """
    return tuple(place for place, hole in enumerate(HANDS) if hand_class(hole) == name)
