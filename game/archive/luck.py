"""What of a player's result the cards gave, and what the decisions gave.

The adjusted result of a hand is what it would have brought on average, had the luck been even: its mean is that
of the result, and it spreads less, so that fewer hands tell as much. What is left of the result is luck: the cards,
and the dice of an opponent who mixes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from game.archive.statistics import Tally
from game.rules import games

Method = Literal["none", "exact", "estimated"]
"""How luck is told apart: a game without luck, exact values, or AIVAT with a baseline."""

METHODS: dict[str, Method] = {
    games.TIC_TAC_TOE: "none",
    games.KUHN_POKER: "exact",
    games.KUHN_HALF_STREET: "exact",
    games.HOLDEM: "estimated",
}


@dataclass(frozen=True, slots=True)
class HandLuck:
    """One hand of a player: what it brought, and without luck; in the unit of the game's statistics.

    `known`: whether the opponent's strategy is known; where it is not, less of the luck can be taken out.
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
