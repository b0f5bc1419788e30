"""Which rules can never fire because earlier ones cover them, and which situations no rule covers.

Sets of situations are boxes: for every topic of the rules, a set of values as bits of an integer. A number is cut
into pieces at the limits that the rules name; each piece is a value. A box without another box is a few boxes
again. So a rule never fires if the rules before it leave nothing of its boxes, and what all rules leave is not
covered. Topics count as independent (an equity and an edge, say). A rule reported as dead is therefore dead for
certain, but a situation reported as not covered may never come up; a last rule without conditions covers it anyway.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ai.hands.combos import HANDS
from ai.knowledge.rules import (
    CHOICE_WORDS,
    FACINGS_WITHOUT_BET,
    NUMBER_LIMITS,
    POSITIONS,
    STREETS,
    Condition,
    HandCondition,
    NumberCondition,
    StrategyRule,
    WordCondition,
    can_face,
)

MOST_BOXES = 5_000
"""With more boxes than these the answer is unknown."""

Box = Mapping[str, int]
"""Topic -> the set of its values, as bits."""

_WHERE = ("street", "position", "facing")
_ALL_HANDS = (1 << len(HANDS)) - 1
_UNSEEN = 1 << len(CHOICE_WORDS["made"])
"""The value of `made` before the flop."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Whether the conditions of a rule can hold at all, and what the player may face where the rule fires."""

    matches: bool
    faced: frozenset[str]


@dataclass(frozen=True, slots=True)
class Coverage:
    """The reach of every rule, and a situation in words that no rule covers, if there is one."""

    reach: tuple[Reach, ...]
    gap: str | None


def coverage(rules: Sequence[StrategyRule]) -> Coverage:
    """Return the coverage of rules that are tried in this order."""
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
    """Return the boxes where a rule fires; if these are too many, all boxes where it applies."""
    left = _left_of(own, before)
    return own if left is None else left


def _left_of(boxes: Sequence[Box], taken: Sequence[Box]) -> list[Box] | None:
    """Return the difference of two sets of boxes; None if it takes more than `MOST_BOXES`."""
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
    """The limits at which the rules cut each number."""

    cuts: Mapping[str, tuple[float, ...]]

    @staticmethod
    def of(rules: Sequence[StrategyRule]) -> _Space:
        cuts: dict[str, set[float]] = {what: {low} for what, (low, _) in NUMBER_LIMITS.items()}
        for rule in rules:
            for what, condition in rule.conditions.items():
                if isinstance(condition, NumberCondition):
                    cuts[what] |= {cut for cut in (condition.low, condition.high) if cut is not None}
        return _Space({what: tuple(sorted(found)) for what, found in cuts.items()})

    def box_of(self, rule: StrategyRule) -> Box:
        return {what: self._bits(what, condition) for what, condition in rule.conditions.items()}

    def everything(self) -> list[Box]:
        """Return boxes that contain all possible situations."""
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
        """Return what the player may face in some boxes."""
        values = 0
        for box in boxes:
            values |= box["facing"]
        return frozenset(word for place, word in enumerate(CHOICE_WORDS["facing"]) if values >> place & 1)

    def words(self, box: Box) -> str:
        """Return a box in words."""
        whole = next(one for one in self.everything() if _meet(one, box))
        facts = []
        for what, values in box.items():
            if what in self.cuts and values != whole[what]:
                facts.append(self._span_words(what, values))
            elif what in _WHERE or (what in CHOICE_WORDS and values != whole[what]):
                names = [word for place, word in enumerate(CHOICE_WORDS[what]) if values >> place & 1]
                facts.append(f"{what} {' or '.join(names)}")
        return ", ".join(facts)

    def _bits(self, what: str, condition: Condition) -> int:
        if isinstance(condition, HandCondition):
            return sum(1 << int(place) for place in np.flatnonzero(condition.hands))
        if isinstance(condition, WordCondition):
            return sum(1 << int(place) for place in condition.places)
        return sum(1 << place for place, cut in enumerate(self.cuts[what]) if condition.holds(cut))

    def _span_words(self, what: str, values: int) -> str:
        cuts = (*self.cuts[what], math.inf)
        inside = [place for place in range(len(cuts) - 1) if values >> place & 1]
        low, high = cuts[inside[0]], cuts[inside[-1] + 1]
        return f"{what} at least {low:g}" if math.isinf(high) else f"{what} {low:g} to {high:g}"


def _of_cards(street: str) -> Box:
    """Return the possible values of made hands, draws and initiative on a street."""
    no_draw = _bit("draw", "no draw")
    if street == STREETS[0]:
        return {"made": _UNSEEN, "draw": no_draw, "initiative": _bit("initiative", "nobody")}
    draws = no_draw if street == STREETS[-1] else _all("draw")
    return {"made": _all("made"), "draw": draws, "initiative": _all("initiative")}


def _of_bet(facing: str) -> Box:
    """Return the possible odds and bets by what the player faces: without a bet both are 0."""
    return {"odds": 1, "bet": 1} if facing in FACINGS_WITHOUT_BET else {}


def _all(what: str) -> int:
    return (1 << len(CHOICE_WORDS[what])) - 1


def _bit(what: str, word: str) -> int:
    return 1 << CHOICE_WORDS[what].index(word)
