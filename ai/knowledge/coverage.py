"""Which rules can never fire because earlier ones cover them, and which situations no rule covers.

The situations are boxes: for every thing that a rule asks about, a set of values as bits of an integer. A number is
cut where some rule cuts it, so that its pieces are values too. What a rule leaves of a box is again a few boxes, so
a rule never fires if the rules before it leave nothing of its own boxes, and what all of them leave is not covered.
What is told is certain only of rules: things are taken as independent (an equity and an edge, say), so a situation
that is not covered may be one that never comes up; a last rule for the rest settles it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ai.hands.combos import HANDS
from ai.knowledge.rules import Among, Between, Condition, Held, Rule
from ai.knowledge.situation import (
    CHOICES,
    POSITIONS,
    SPANS,
    STREETS,
    UNBET,
    can_face,
)

MOST_BOXES = 5_000
"""With more pieces than these nothing is told."""

Box = Mapping[str, int]
"""The values of every thing that may be asked about, as bits."""

_WHERE = ("street", "position", "facing")
_ALL_HANDS = (1 << len(HANDS)) - 1
_UNSEEN = 1 << len(CHOICES["made"])
"""Before the flop nothing is made."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a rule fires: whether its conditions can hold at all, and what is faced where no earlier rule does."""

    matches: bool
    faced: frozenset[str]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far each rule reaches, and in words a situation that none covers, if there is one."""

    reach: tuple[Reach, ...]
    gap: str | None


def coverage(rules: Sequence[Rule]) -> Coverage:
    """Look at the rules of a base, in their order."""
    space = _Space.of(rules)
    everything = space.everything()
    boxes = [space.box_of(rule) for rule in rules]
    reach = []
    for number, box in enumerate(boxes):
        own = [met for one in everything if (met := _meet(one, box))]
        reach.append(Reach(bool(own), space.faced(_fires(own, boxes[:number]))))
    gaps = _left_of(everything, boxes)
    return Coverage(tuple(reach), space.words(gaps[0]) if gaps else None)


def _fires(own: Sequence[Box], before: Sequence[Box]) -> Sequence[Box]:
    """Return where a rule fires; where that cannot be told, all of its own."""
    left = _left_of(own, before)
    return own if left is None else left


def _left_of(boxes: Sequence[Box], taken: Sequence[Box]) -> list[Box] | None:
    """Return what is left of some boxes when others are taken away, None where that is in too many pieces."""
    left = list(boxes)
    for box in taken:
        left = [piece for one in left for piece in _without(one, box)]
        if len(left) > MOST_BOXES:
            return None
    return left


def _meet(one: Box, other: Box) -> Box | None:
    both = {what: values & other.get(what, values) for what, values in one.items()}
    return both if all(both.values()) else None


def _without(box: Box, taken: Box) -> Iterator[Box]:
    """Yield disjoint boxes that make up `box` without `taken`."""
    if _meet(box, taken) is None:
        yield box
        return
    rest = dict(box)
    for what, values in taken.items():
        if outside := rest[what] & ~values:
            yield rest | {what: outside}
            rest[what] &= values


@dataclass(frozen=True, slots=True)
class _Space:
    """Where the rules cut the numbers."""

    cuts: Mapping[str, tuple[float, ...]]

    @staticmethod
    def of(rules: Sequence[Rule]) -> _Space:
        cuts: dict[str, set[float]] = {what: {low} for what, (low, _) in SPANS.items()}
        for rule in rules:
            for what, condition in rule.conditions.items():
                if isinstance(condition, Between):
                    cuts[what] |= {cut for cut in (condition.low, condition.high) if cut is not None}
        return _Space({what: tuple(sorted(found)) for what, found in cuts.items()})

    def box_of(self, rule: Rule) -> Box:
        """Return the values that a rule asks for, of what it asks about."""
        return {what: self._bits(what, condition) for what, condition in rule.conditions.items()}

    def everything(self) -> list[Box]:
        """Return boxes of all situations that can come up."""
        numbers = {what: (1 << len(cuts)) - 1 for what, cuts in self.cuts.items()}
        return [
            {
                "street": _bit("street", street),
                "position": _bit("position", position),
                "facing": _bit("facing", facing),
                "hand": _ALL_HANDS,
                **_of_cards(street),
                **numbers,
                **_of_bet(facing),
            }
            for street in STREETS
            for position in POSITIONS
            for facing in can_face(street, position)
        ]

    def faced(self, boxes: Sequence[Box]) -> frozenset[str]:
        """Return what is faced in some boxes."""
        values = 0
        for box in boxes:
            values |= box["facing"]
        return frozenset(word for place, word in enumerate(CHOICES["facing"]) if values >> place & 1)

    def words(self, box: Box) -> str:
        """Tell a box by where it is, and what of that is meant."""
        whole = next(one for one in self.everything() if _meet(one, box))
        told = []
        for what, values in box.items():
            if what in self.cuts and values != whole[what]:
                told.append(self._span_words(what, values))
            elif what in _WHERE or (what in CHOICES and values != whole[what]):
                names = [word for place, word in enumerate(CHOICES[what]) if values >> place & 1]
                told.append(f"{what} {' or '.join(names)}")
        return ", ".join(told)

    def _bits(self, what: str, condition: Condition) -> int:
        if isinstance(condition, Held):
            return sum(1 << int(place) for place in np.flatnonzero(condition.hands))
        if isinstance(condition, Among):
            return sum(1 << int(place) for place in condition.places)
        return sum(1 << place for place, cut in enumerate(self.cuts[what]) if condition.holds(cut))

    def _span_words(self, what: str, values: int) -> str:
        cuts = (*self.cuts[what], math.inf)
        inside = [place for place in range(len(cuts) - 1) if values >> place & 1]
        low, high = cuts[inside[0]], cuts[inside[-1] + 1]
        return f"{what} at least {low:g}" if math.isinf(high) else f"{what} {low:g} to {high:g}"


def _of_cards(street: str) -> Box:
    """Return what hands can be on a street, and whether somebody can have bet before it."""
    no_draw = _bit("draw", "no draw")
    if street == STREETS[0]:
        return {"made": _UNSEEN, "draw": no_draw, "initiative": _bit("initiative", "nobody")}
    draws = no_draw if street == STREETS[-1] else _all("draw")
    return {"made": _all("made"), "draw": draws, "initiative": _all("initiative")}


def _of_bet(facing: str) -> Box:
    """Return what goes with what is faced: without a bet, odds and bet are 0."""
    return {"odds": 1, "bet": 1} if facing in UNBET else {}


def _all(what: str) -> int:
    return (1 << len(CHOICES[what])) - 1


def _bit(what: str, word: str) -> int:
    return 1 << CHOICES[what].index(word)
