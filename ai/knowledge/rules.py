"""The rules of an expert: when a rule matches, and the probabilities of its moves.

A rule is a list of conditions, all of which must hold, and a mix of moves. The rules of a base are tried in order;
for each hand the first that matches decides. ai/knowledge/rule_words.py documents how they are written.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ai.hands.combos import HANDS, Bools, Floats, Ints
from ai.hands.reading import ReadingStyle
from ai.knowledge.hand_classes import Coordinates
from ai.knowledge.situation import CHOICES, OF_HAND, Situation
from game.core import Action
from game.rules.betting import CALL, FOLD, PublicBetting

MoveKind = Literal["fold", "check", "call", "bet", "raise"]
Unit = Literal["pot", "bb", "x"]
NOBODY = -1
"""In place of the number of a rule: the hand holds a card of the board."""


@dataclass(frozen=True, slots=True)
class Among:
    """A condition that allows some words; `places` are their indices in the list of all words."""

    words: frozenset[str]
    places: Ints

    def holds(self, value: str | float) -> bool:
        """Return whether a public word is allowed."""
        return value in self.words

    def of(self, values: Floats | Coordinates) -> Bools:
        """Return bool[1326]: for which hands it holds."""
        found: Bools = np.isin(values, self.places)
        return found


@dataclass(frozen=True, slots=True)
class Between:
    """A condition that allows the numbers low <= x < high; None is no limit."""

    low: float | None
    high: float | None

    def holds(self, value: str | float) -> bool:
        """Return whether a public number is allowed."""
        assert not isinstance(value, str)
        return (self.low is None or value >= self.low) and (self.high is None or value < self.high)

    def of(self, values: Floats | Coordinates) -> Bools:
        """Return bool[1326]: for which hands it holds."""
        inside: Bools = np.ones(len(values), np.bool_)
        if self.low is not None:
            inside &= values >= self.low
        if self.high is not None:
            inside &= values < self.high
        return inside


@dataclass(frozen=True, slots=True, eq=False)
class HeldCondition:
    """A condition that allows some hands: bool[1326]."""

    hands: Bools


Condition = Among | Between | HeldCondition


@dataclass(frozen=True, slots=True)
class RuleAction:
    """One of the five actions; a bet or raise has a size in pots, in big blinds, or in bets of the opponent.

    A raise of x pots adds x times the pot after a call.
    """

    kind: MoveKind
    amount: float = 0.0
    unit: Unit = "pot"

    def action(self, betting: PublicBetting) -> Action:
        """Return the legal action that comes closest.

        A bet that is too small becomes the minimum, one that is too large all-in. Where nobody may raise, a raise
        becomes a call; with nothing to call, a fold becomes a check.
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
    """One rule: its conditions by topic, and its mix; `written` is the text of the conditions in the file."""

    name: str
    where: str
    conditions: Mapping[str, Condition]
    mix: Mapping[RuleAction, float]
    written: Mapping[str, str]
    does: str

    def applies(self, situation: Situation) -> bool:
        """Return whether its public conditions hold."""
        return all(
            condition.holds(situation.words[what] if what in CHOICES else situation.numbers[what])
            for what, condition in self.conditions.items()
            if what not in OF_HAND and not isinstance(condition, HeldCondition)
        )

    def hands(self, situation: Situation) -> Bools:
        """Return bool[1326]: the hands for which its conditions on the hand hold."""
        matching: Bools = np.ones(len(HANDS), np.bool_)
        for what, condition in self.conditions.items():
            if isinstance(condition, HeldCondition):
                matching &= condition.hands
            elif what in OF_HAND:
                matching &= condition.of(situation.of_hands(what))
        return matching


@dataclass(frozen=True, slots=True)
class RuleBase:
    """An expert: how it reads bets, how much it trusts that, and its rules in the order in which they are tried.

    `respect` is 0 if the opponent's bets change nothing, 1 if the estimated range counts as it is, more if the
    expert fears bets.
    """

    description: str
    reading: ReadingStyle
    respect: float
    rules: tuple[StrategyRule, ...]
