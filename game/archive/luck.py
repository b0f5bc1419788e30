"""Splits a player's result into luck and decisions.

The adjusted result of a hand estimates the result with average luck. It has the same mean as the result but less
variance, so fewer hands show as much. The difference of the two is luck: that of the cards, and of the random
choices of an opponent who mixes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from game.archive.statistics import Tally
from game.rules import games

Method = Literal["none", "exact", "estimated"]
"""How luck is computed: not at all in a game without luck, by exact values, or by AIVAT with a baseline."""

METHODS: dict[str, Method] = {
    games.TIC_TAC_TOE: "none",
    games.KUHN_POKER: "exact",
    games.KUHN_HALF_STREET: "exact",
    games.HOLDEM: "estimated",
}


@dataclass(frozen=True, slots=True)
class HandLuck:
    """A player's result in one hand, and the result adjusted for luck, in the unit of the game's statistics.

    `known`: whether the opponent's strategy is known; if not, less of the luck can be removed.
    """

    net: float
    adjusted: float
    known: bool = True

    @property
    def cards(self) -> float:
        """What luck gave."""
        return self.net - self.adjusted


@dataclass(frozen=True, slots=True)
class Luck:
    """Some hands of a player at a game: the results as they came, and without luck.

    `unknown` counts hands against opponents whose strategy is not known, `left_out` those whose record could not be
    read or played again.
    """

    game: str
    results: Tally
    adjusted: Tally
    unknown: int = 0
    left_out: int = 0

    @property
    def method(self) -> Method:
        """How luck was told apart."""
        return METHODS[self.game]

    @property
    def cards(self) -> float:
        """What luck gave in all."""
        return self.results.total - self.adjusted.total


def luck_of(game: str, hands: Iterable[HandLuck], left_out: int = 0) -> Luck:
    """Return the account of some hands."""
    results, adjusted, unknown = Tally(), Tally(), 0
    for hand in hands:
        results.add(hand.net)
        adjusted.add(hand.adjusted)
        unknown += not hand.known
    return Luck(game, results, adjusted, unknown, left_out)
