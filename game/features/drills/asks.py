"""Requests for the cards of drills: get the next card, answer a card, set a card aside, or delete a deck.

`now` is the Unix time in seconds by the clock of the window.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core import Action
from game.request import Request
from game.study.drills import Aside, Deck, DrillQuestion, DrillsToday, Verdict


@dataclass(frozen=True, slots=True)
class AskCard(Request[DrillQuestion | None]):
    """Return the next card of a deck or of all decks, or None if no more cards are due today."""

    now: float
    deck: Deck | None = None


@dataclass(frozen=True, slots=True)
class AnswerCard(Request[Verdict]):
    """Rate the answer to a card and schedule the card again. `seconds` is the time the answer took."""

    now: float
    deck: Deck
    card: str
    action: Action
    seconds: float


@dataclass(frozen=True, slots=True)
class SetCardAside(Request[DrillsToday]):
    """Postpone a card, or remove it from its deck, without an answer."""

    now: float
    deck: Deck
    card: str
    how: Aside


@dataclass(frozen=True, slots=True)
class ForgetDeck(Request[DrillsToday]):
    """Delete a deck with the practice history of its cards."""

    now: float
    deck: Deck
