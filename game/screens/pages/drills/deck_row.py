"""A deck in the list: its name, its game, how much of it is known, and how many cards are due."""

from __future__ import annotations

from game.core import Progress
from game.messages.drills_answers import MISTAKES, DeckFigures
from game.screens.tables.position.words import deck_note
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.texts import number, text
from game.screens.ui.widgets.button import badge_width, draw_badge

ROW_HEIGHT = 60.0
SIDE = 14.0
BAR_WIDTH, BAR_HEIGHT = 0.3, 8.0


def draw_deck(painter: Painter, rect: Rect, deck: DeckFigures, filling: Progress | None) -> None:
    """Draw a row; while a deck is being filled, how far that is."""
    x, y, width, height = rect
    left, right, above, below = x + SIDE, x + width - SIDE, y + height * 0.34, y + height * 0.7
    badge = number(deck.due) if deck.due else ""
    if badge:
        draw_badge(painter, right, y + height / 2, badge)
    wide = BAR_WIDTH * width
    bar = right - badge_width(painter, "000") - SIDE - wide
    if deck.cards and filling is None:
        painter.bar(
            (bar, above - BAR_HEIGHT / 2, wide, BAR_HEIGHT), deck.known / deck.cards, "solid", "brass"
        )
        known = text("drills.known", known=number(deck.known), cards=number(deck.cards))
        painter.text(known, bar, below, "small", "dim", fit=wide)
    elif filling is not None and filling.total:
        painter.bar(
            (bar, above - BAR_HEIGHT / 2, wide, BAR_HEIGHT), filling.iteration / filling.total, "diagonal"
        )
        painter.text(text("drills.filling"), bar, below, "small", "dim", fit=wide)
    painter.text(text(f"drills.names.{deck.deck}"), left, above, "label_b", fit=bar - left - 8)
    painter.text(_note(deck), left, below, "small", "dim", fit=bar - left - 8)


def in_words(deck: DeckFigures) -> str:
    """Return a row as it is read out."""
    due = text("drills.row_due", due=number(deck.due)) if deck.due else ""
    return " ".join(filter(None, (text(f"drills.names.{deck.deck}"), due)))


def _note(deck: DeckFigures) -> str:
    if deck.begun and not deck.cards:
        return text("drills.empty")
    if not deck.begun and deck.deck != MISTAKES:
        return text("drills.not_begun", game=deck_note(deck.deck))
    return deck_note(deck.deck)
