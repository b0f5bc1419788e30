"""What fills the decks of the drills: the program's own solutions, and the player's mistakes."""

from __future__ import annotations

from dataclasses import dataclass

from game.messages.drills_answers import Deck, DrillsToday
from game.request import Request


@dataclass(frozen=True, slots=True)
class BeginDeck(Request[DrillsToday]):
    """Fill a deck of a theme; the same seed gives the same cards."""

    now: float
    deck: Deck
    seed: int


@dataclass(frozen=True, slots=True)
class CollectMistakes(Request[int]):
    """Grade the decisions of the hands that were played since the last time, and keep the mistakes as cards.

    The answer is how many cards are new. It may be dropped at any moment: what was graded is not graded again.
    """

    now: float
