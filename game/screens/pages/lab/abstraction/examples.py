"""Hands to start from, so that the page is never empty; some come with another one to be compared with."""

from __future__ import annotations

from dataclasses import dataclass

from game.messages.abstraction_answers import BoardHand
from game.rules.cards import parse


@dataclass(frozen=True, slots=True)
class HandExample:
    """A hand: its name in the texts, and another one that it is compared with."""

    name: str
    spot: BoardHand
    beside: BoardHand | None = None


def spot_of(hand: str, board: str) -> BoardHand:
    """Return the spot that is written."""
    return BoardHand(parse(hand), parse(board))


EXAMPLES = (
    HandExample("draw", spot_of("AhKh", "Qs7h2h")),
    HandExample("same_mean", spot_of("KhQh", "Js8h3h"), spot_of("8d7c", "Js8h3h")),
    HandExample("same_end", spot_of("9d5c", "7d5d3d"), spot_of("QdTc", "Qh9h7h")),
    HandExample("small_pair", spot_of("7d7c", "AsKs2d")),
)
