"""Which cards are due today, and in what order they come."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import fsrs

from ai.drills import schedule
from ai.drills.cards import CardDeck, DrillCard
from game.study.drills import DECKS, MISTAKES, Deck, DeckFigures

NEW_A_DAY = 5
"""New cards of a theme on one day; mistakes are due at once."""


def due_cards(deck: Deck, cards: CardDeck, now: float) -> list[DrillCard]:
    """Return the cards of a deck that are due today, in the order of the deck: those seen before, then new ones."""
    today = schedule.day(now)
    held = [card for card in cards.cards.values() if card.buried is None or card.buried <= today]
    seen = [card for card in held if card.first is not None and schedule.due_day(card.schedule) <= today]
    new = [card for card in held if card.first is None]
    if deck != MISTAKES:
        begun_today = sum(card.first == today for card in cards.cards.values())
        new = new[: max(0, NEW_A_DAY - begun_today)]
    return seen + new


def next_card(decks: Mapping[Deck, CardDeck], now: float) -> tuple[Deck, DrillCard] | None:
    """Return the card that comes next: the longest due, then new ones, then what was failed or left today."""
    due = [(deck, card) for deck, cards in decks.items() for card in due_cards(deck, cards, now)]
    return min(due, key=lambda found: _turn(found[0], found[1], now), default=None)


def figures(deck: Deck, cards: CardDeck, now: float) -> DeckFigures:
    """Return how far a deck is; a theme that was not filled to the end is not begun, whatever it holds."""
    held = cards.cards.values()
    return DeckFigures(
        deck,
        cards.begun or (deck == MISTAKES and bool(held)),
        len(held),
        sum(card.first is not None for card in held),
        sum(card.schedule.state is fsrs.State.Review for card in held),
        len(due_cards(deck, cards, now)),
    )


def _turn(deck: Deck, card: DrillCard, now: float) -> tuple[float, bool, bool, float, int]:
    today: date = schedule.day(now)
    skipped = card.skipped if card.skipped and schedule.day(card.skipped) == today else 0.0
    due = card.schedule.due.timestamp()
    return skipped, due > now, card.first is None, due, DECKS.index(deck)
