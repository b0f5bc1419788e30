"""The rules of an expert system, the facts that the rules test, and a check that the rules cover every decision.

A rule has a list of conditions, all of which must hold, and a *mix*: moves with their probabilities. The rules are
tried in order. For each hand, the first rule whose conditions hold decides. The words of the conditions are the
same as in the rule files (ai/knowledge/rule_words.py documents the syntax). Before the flop, the blinds count as a
bet, so the first bet is called a raise. On later streets, the first bet is called a bet.

Coverage is computed with boxes. A box is a set of situations. For every topic, the box allows a set of values,
stored as bits of an integer. A numeric topic is divided at the limits in the rules, and each interval is a
value. The difference of two boxes is a set of a few boxes. The boxes of each rule are subtracted from the
situations that the earlier rules leave. If the earlier rules cover all situations of a rule, this rule is dead: it
never fires. Situations that remain after the last rule are not covered.

Topics are treated as independent, although some depend on each other. For example, the edge is the equity minus the
pot odds. A rule that is reported as dead therefore really never fires, but a situation that is reported as not
covered may be impossible. A last rule without conditions covers every situation.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from ai.hands.combos import HANDS, Bools, Floats, Ints, unblocked_hands
from ai.hands.equities import quick_equities
from ai.hands.range_strategy import PublicState, ReadingStyle, opponent_range
from ai.knowledge.hand_strength import DRAWS, MADE, Coordinates, draws, made_classes
from game.core import Action
from game.rules.betting import BUTTON, CALL, FOLD, PublicBetting, Street

STREETS = ("preflop", "flop", "turn", "river")
POSITIONS = ("big blind", "button")
INITIATIVES = ("nobody", "mine", "theirs")
"""The player who made the last bet or raise before this street."""
FACINGS = ("first in", "limp", "nothing", "check", "bet", "raise", "reraise", "another raise")
"""The last action of the betting round. The first player to act after the flop faces "nothing"."""
FACINGS_WITHOUT_BET = FACINGS[1:4]
"""The situations without a bet to call."""

CHOICE_WORDS: Mapping[str, tuple[str, ...]] = {
    "street": STREETS,
    "position": POSITIONS,
    "facing": FACINGS,
    "initiative": INITIATIVES,
    "made": MADE,
    "draw": DRAWS,
}
"""The words of each topic. Words with a natural order are listed weakest first."""
ORDERED_TOPICS = ("made", "draw")
NUMBER_LIMITS: Mapping[str, tuple[float, float]] = {
    "equity": (0.0, 1.0),
    "edge": (-0.5, 1.0),
    "odds": (0.0, 0.5),
    "bet": (0.0, np.inf),
    "stack": (0.0, np.inf),
    "depth": (0.0, np.inf),
}
"""The limits of each numeric topic.

`edge` is the equity minus the pot odds. `bet` is the bet to call in pots, `stack` the effective stack in pots, and
`depth` the smaller stack before the hand in big blinds.
"""
HAND_TOPICS = ("hand", "made", "draw", "equity", "edge")
"""The topics that depend on the hand. All others are public."""

BEFORE_FLOP = ("first in", "limp", "raise", "reraise", "another raise")
AFTER_FLOP = ("bet", "raise", "reraise", "another raise")


@dataclass(frozen=True)
class Situation:
    """The facts about a decision. Expensive facts are computed on first use and cached."""

    public: PublicState
    reading: ReadingStyle
    respect: float

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The words of the public topics, by topic: street, position, facing and initiative."""
        betting = self.public.betting
        return {
            "street": STREETS[betting.street],
            "position": POSITIONS[self.public.player],
            "facing": _facing_word(betting),
            "initiative": _initiative(self.public),
        }

    @cached_property
    def numbers(self) -> Mapping[str, float]:
        """The numbers of the public topics, by topic: odds, bet, stack and depth."""
        betting = self.public.betting
        return {
            "odds": betting.pot_odds,
            "bet": betting.to_call / max(1, betting.effective_pot - betting.to_call),
            "stack": betting.effective_stack / betting.effective_pot,
            "depth": min(betting.rules.stacks) / betting.rules.big_blind,
        }

    @cached_property
    def opponents(self) -> Floats:
        """The opponent's range as estimated from the betting, to the power of `respect`, float64[1326]."""
        weights = opponent_range(self.public, self.reading)
        return np.where(weights > 0.0, weights**self.respect, 0.0)

    @cached_property
    def equity(self) -> Floats:
        """The equity of every hand against the opponent's range, float64[1326], 0 for impossible hands."""
        found = quick_equities(self.opponents, self.public.board)
        return np.where(unblocked_hands(self.public.board), found, 0.0)

    def of_hands(self, what: str) -> Floats | Coordinates:
        """Return the values of the topic `what` for all hands.

        The values are equity or edge, float64[1326], or the index of the made hand or draw, int8[1326].
        """
        if what == "equity":
            return self.equity
        if what == "edge":
            return self.equity - self.numbers["odds"]
        if not self.public.board:
            return np.zeros(len(HANDS), np.int8)
        return made_classes(self.public.board) if what == "made" else draws(self.public.board)


def _facing_word(betting: PublicBetting) -> str:
    actions = [action for _, action in betting.history[-1]]
    raises = sum(action > CALL for action in actions)
    before_flop = betting.street == Street.PREFLOP
    if raises:
        names = BEFORE_FLOP[2:] if before_flop else AFTER_FLOP
        return names[min(raises, len(names)) - 1]
    if before_flop:
        return "limp" if actions else "first in"
    return "check" if actions else "nothing"


def _initiative(public: PublicState) -> str:
    for played in reversed(public.betting.history[:-1]):
        for player, action in reversed(played):
            if action > CALL:
                return "mine" if player == public.player else "theirs"
    return "nobody"


def can_face(street: str, position: str) -> tuple[str, ...]:
    """Return the words of the topic `facing` that are possible on a street in a position."""
    on_button = position == POSITIONS[BUTTON]
    if street == STREETS[Street.PREFLOP]:
        return tuple(word for word in BEFORE_FLOP if word != ("limp" if on_button else "first in"))
    return ("check" if on_button else "nothing", *AFTER_FLOP)


MoveKind = Literal["fold", "check", "call", "bet", "raise"]
Unit = Literal["pot", "bb", "x"]
BLOCKED_HAND = -1
"""The rule number of hands that the board blocks."""


@dataclass(frozen=True, slots=True)
class WordCondition:
    """A condition on a word. `indices`, int64[n], has the indices of the allowed words in the list of all words."""

    words: frozenset[str]
    indices: Ints

    def holds(self, value: str | float) -> bool:
        return value in self.words

    def of(self, values: Floats | Coordinates) -> Bools:
        """Return the hands for which the condition holds, bool[1326]."""
        found: Bools = np.isin(values, self.indices)
        return found


@dataclass(frozen=True, slots=True)
class NumberCondition:
    """A condition that low <= x < high. A limit of None means that there is no limit."""

    low: float | None
    high: float | None

    def holds(self, value: str | float) -> bool:
        assert not isinstance(value, str)
        return (self.low is None or value >= self.low) and (self.high is None or value < self.high)

    def of(self, values: Floats | Coordinates) -> Bools:
        """Return the hands for which the condition holds, bool[1326]."""
        inside: Bools = np.ones(len(values), np.bool_)
        if self.low is not None:
            inside &= values >= self.low
        if self.high is not None:
            inside &= values < self.high
        return inside


@dataclass(frozen=True, slots=True, eq=False)
class HandCondition:
    """A condition on the hand itself.

    Attributes:
        hands: bool[1326], True for the hands that satisfy the condition.
    """

    hands: Bools


Condition = WordCondition | NumberCondition | HandCondition


@dataclass(frozen=True, slots=True)
class RuleAction:
    """A move. The size of a bet or raise is in pots, in big blinds, or in multiples of the opponent's bet.

    A raise of x pots first calls, and then adds x times the pot after the call.
    """

    kind: MoveKind
    amount: float = 0.0
    unit: Unit = "pot"

    def action(self, betting: PublicBetting) -> Action:
        """Return the nearest legal action.

        A bet that is too small becomes the minimum, and a bet that is too large becomes all-in. If no raise is
        possible, a raise becomes a call. If there is nothing to call, a fold becomes a check.
        """
        if self.kind == "fold":
            return FOLD if betting.to_call else CALL
        raise_to = self._raise_to(betting) if self.kind in ("bet", "raise") else None
        return CALL if raise_to is None else raise_to

    def _raise_to(self, betting: PublicBetting) -> Action | None:
        if self.unit == "pot":
            return betting.raise_to_for_fraction(self.amount)
        if betting.min_raise_to is None:
            return None
        whole = betting.rules.big_blind if self.unit == "bb" else max(betting.street_committed)
        most = min(betting.rules.stacks)
        wanted = betting.round_start + round(min(self.amount * whole, most))
        return max(betting.min_raise_to, min(wanted, most))


ALL_IN = math.inf


@dataclass(frozen=True, slots=True)
class StrategyRule:
    """A rule with its conditions by topic and its mix.

    `written` has the conditions as they are written in the file.
    """

    name: str
    where: str
    conditions: Mapping[str, Condition]
    mix: Mapping[RuleAction, float]
    written: Mapping[str, str]
    does: str

    def applies(self, situation: Situation) -> bool:
        """Return whether the public conditions of the rule hold."""
        return all(
            condition.holds(situation.words[what] if what in CHOICE_WORDS else situation.numbers[what])
            for what, condition in self.conditions.items()
            if what not in HAND_TOPICS and not isinstance(condition, HandCondition)
        )

    def hands(self, situation: Situation) -> Bools:
        """Return the hands for which the rule's conditions on the hand hold, bool[1326]."""
        matching: Bools = np.ones(len(HANDS), np.bool_)
        for what, condition in self.conditions.items():
            if isinstance(condition, HandCondition):
                matching &= condition.hands
            elif what in HAND_TOPICS:
                matching &= condition.of(situation.of_hands(what))
        return matching


@dataclass(frozen=True, slots=True)
class RuleBase:
    """An expert: its style of estimating ranges from bets, and its rules in order.

    `respect` is the exponent of the estimated range. With 0, the opponent's bets are ignored. With 1, the range is
    used as estimated. Above 1, the expert assumes stronger hands than estimated.
    """

    description: str
    reading: ReadingStyle
    respect: float
    rules: tuple[StrategyRule, ...]


MAX_BOXES = 5_000
"""The maximum number of boxes. Beyond it, coverage is unknown."""

Box = Mapping[str, int]
"""The set of values of each topic, as bits."""

_WHERE = ("street", "position", "facing")
_ALL_HANDS = (1 << len(HANDS)) - 1
_UNSEEN = 1 << len(CHOICE_WORDS["made"])
"""The value of `made` before the flop."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The situations in which a rule can fire.

    Attributes:
        matches: Whether all conditions of the rule can hold at the same time.
        facings: The words of `facing` for which the rule fires.
    """

    matches: bool
    facings: frozenset[str]


@dataclass(frozen=True, slots=True)
class Coverage:
    """The reach of every rule, and an example of a situation that no rule covers.

    If the rules cover all situations, the example is None.
    """

    reach: tuple[Reach, ...]
    gap: str | None


def coverage(rules: Sequence[StrategyRule]) -> Coverage:
    """Return the coverage of rules that are tried in this order."""
    space = _Space.of(rules)
    everything = space.everything()
    boxes = [space.to_box(rule) for rule in rules]
    reach = []
    for number, box in enumerate(boxes):
        own = [met for one in everything if (met := _meet(one, box))]
        left = _difference(own, boxes[:number])
        reach.append(Reach(bool(own), space.facing_words(own if left is None else left)))
    gaps = _difference(everything, boxes)
    return Coverage(tuple(reach), space.words(gaps[0]) if gaps else None)


def _difference(boxes: Sequence[Box], taken: Sequence[Box]) -> list[Box] | None:
    """Return the difference of two sets of boxes, or None if the difference has more than `MAX_BOXES` boxes."""
    left = list(boxes)
    for box in taken:
        left = [piece for one in left for piece in _without(one, box)]
        if len(left) > MAX_BOXES:
            return None
    return left


def _meet(one: Box, other: Box) -> Box | None:
    both = {what: values & other.get(what, values) for what, values in one.items()}
    return both if all(both.values()) else None


def _without(box: Box, taken: Box) -> Iterator[Box]:
    """Yield disjoint boxes that together are `box` without `taken`."""
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
    """The space of all situations, with the limits at which the rules divide each numeric topic."""

    cuts: Mapping[str, tuple[float, ...]]

    @staticmethod
    def of(rules: Sequence[StrategyRule]) -> _Space:
        cuts: dict[str, set[float]] = {what: {low} for what, (low, _) in NUMBER_LIMITS.items()}
        for rule in rules:
            for what, condition in rule.conditions.items():
                if isinstance(condition, NumberCondition):
                    cuts[what] |= {cut for cut in (condition.low, condition.high) if cut is not None}
        return _Space({what: tuple(sorted(found)) for what, found in cuts.items()})

    def to_box(self, rule: StrategyRule) -> Box:
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
                **({"odds": 1, "bet": 1} if facing in FACINGS_WITHOUT_BET else {}),
            }
            for street in STREETS
            for position in POSITIONS
            for facing in can_face(street, position)
        ]

    def facing_words(self, boxes: Sequence[Box]) -> frozenset[str]:
        """Return the words of `facing` that are possible in some boxes."""
        values = 0
        for box in boxes:
            values |= box["facing"]
        return frozenset(word for index, word in enumerate(CHOICE_WORDS["facing"]) if values >> index & 1)

    def words(self, box: Box) -> str:
        """Return a box in words."""
        whole = next(one for one in self.everything() if _meet(one, box))
        facts = []
        for what, values in box.items():
            if what in self.cuts and values != whole[what]:
                facts.append(self._span_words(what, values))
            elif what in _WHERE or (what in CHOICE_WORDS and values != whole[what]):
                names = [word for index, word in enumerate(CHOICE_WORDS[what]) if values >> index & 1]
                facts.append(f"{what} {' or '.join(names)}")
        return ", ".join(facts)

    def _bits(self, what: str, condition: Condition) -> int:
        if isinstance(condition, HandCondition):
            return sum(1 << int(index) for index in np.flatnonzero(condition.hands))
        if isinstance(condition, WordCondition):
            return sum(1 << int(index) for index in condition.indices)
        return sum(1 << index for index, cut in enumerate(self.cuts[what]) if condition.holds(cut))

    def _span_words(self, what: str, values: int) -> str:
        cuts = (*self.cuts[what], math.inf)
        inside = [piece for piece in range(len(cuts) - 1) if values >> piece & 1]
        low, high = cuts[inside[0]], cuts[inside[-1] + 1]
        return f"{what} at least {low:g}" if math.isinf(high) else f"{what} {low:g} to {high:g}"


def _of_cards(street: str) -> Box:
    """Return the possible values of made hands, draws and initiative on a street."""
    no_draw = _bit("draw", "no draw")
    if street == STREETS[0]:
        return {"made": _UNSEEN, "draw": no_draw, "initiative": _bit("initiative", "nobody")}
    draws = no_draw if street == STREETS[-1] else _all("draw")
    return {"made": _all("made"), "draw": draws, "initiative": _all("initiative")}


def _all(what: str) -> int:
    return (1 << len(CHOICE_WORDS[what])) - 1


def _bit(what: str, word: str) -> int:
    return 1 << CHOICE_WORDS[what].index(word)
