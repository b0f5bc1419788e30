"""What the window asks of the drills: what is due, the next card, and what an answer was worth.

`now` is seconds since 1970, from the clock of the window; days are those of the computer's time zone.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core import Action
from game.messages.drills_answers import Aside, Deck, DrillQuestion, DrillsToday, Verdict
from game.request import Request


@dataclass(frozen=True, slots=True)
class AskDrills(Request[DrillsToday]):
    """What is due today, and how far every deck is."""

    now: float


@dataclass(frozen=True, slots=True)
class AskCard(Request[DrillQuestion | None]):
    """The next card of a deck, or of all decks; None where nothing more is due today."""

    now: float
    deck: Deck | None = None


@dataclass(frozen=True, slots=True)
class AnswerCard(Request[Verdict]):
    """Answer a card after some seconds of thought; the card is scheduled anew."""

    now: float
    deck: Deck
    card: str
    action: Action
    seconds: float


@dataclass(frozen=True, slots=True)
class SetCardAside(Request[DrillsToday]):
    """Leave a card without an answer."""

    now: float
    deck: Deck
    card: str
    how: Aside


@dataclass(frozen=True, slots=True)
class ForgetDeck(Request[DrillsToday]):
    """Delete a deck with all that was practised in it."""

    now: float
    deck: Deck
