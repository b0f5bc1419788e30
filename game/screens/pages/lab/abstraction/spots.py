"""Hands on boards: how they are written and read, and those to start from, so that the page is never empty."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import BadInput
from game.messages.abstraction_answers import BoardHand
from game.rules import cards
from game.screens.ui.texts import number, text

HAND, FLOP, RIVER = 2, 3, 5
LEAST, MOST = HAND + FLOP, HAND + RIVER


def written(spot: BoardHand) -> str:
    """Write a hand and its board.

    >>> written(Spot((12, 25), (10, 18, 13)))
    'AsAh Qs7h2h'
    """
    return f"{cards.names(spot.hand)} {cards.names(spot.board)}"


def read(typed: str) -> BoardHand:
    """Read two cards of a hand and three to five of a board; BadInput otherwise."""
    found = cards.parse(typed)
    if not LEAST <= len(found) <= MOST:
        raise BadInput(text("lab.abstraction.wrong.number", count=len(found)))
    return BoardHand(found[:HAND], found[HAND:])


def points(distance: float) -> str:
    """Write a distance in hundredths of the strength.

    >>> points(0.1004)
    '10.0'
    """
    return number(100 * distance, 1)


@dataclass(frozen=True, slots=True)
class HandExample:
    """A hand: its name in the texts, and another one that it is compared with."""

    name: str
    spot: BoardHand
    beside: BoardHand | None = None


def spot_of(hand: str, board: str) -> BoardHand:
    """Return the spot that is written."""
    return BoardHand(cards.parse(hand), cards.parse(board))


EXAMPLES = (
    HandExample("draw", spot_of("AhKh", "Qs7h2h")),
    HandExample("same_mean", spot_of("KhQh", "Js8h3h"), spot_of("8d7c", "Js8h3h")),
    HandExample("same_end", spot_of("9d5c", "7d5d3d"), spot_of("QdTc", "Qh9h7h")),
    HandExample("small_pair", spot_of("7d7c", "AsKs2d")),
)
