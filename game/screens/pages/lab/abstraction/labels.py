"""What is typed as a hand and a board, and how both are written."""

from __future__ import annotations

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
        raise BadInput(text("lab.alike.wrong.number", count=len(found)))
    return BoardHand(found[:HAND], found[HAND:])


def points(distance: float) -> str:
    """Write a distance in hundredths of the strength.

    >>> points(0.1004)
    '10.0'
    """
    return number(100 * distance, 1)
