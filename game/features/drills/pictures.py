"""Draw a deck as a row of the list, and the answers of the last days as columns."""

from __future__ import annotations

from collections.abc import Sequence

from game.study.drill_model import Filling
from game.study.drills import MISTAKES, DeckFigures
from game.study.run_words import doing_in_words, left_in_words
from game.tables.position.words import deck_note
from game.texts import number, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.widgets.button import badge_width, draw_badge

ROW_HEIGHT, SIDE = 60.0, 14.0
BAR_WIDTH, BAR_HEIGHT = 0.3, 8.0
DAY_GAP, FOOT, HEAD, EMPTY = 4.0, 22.0, 18.0, 2.0
FEWEST = 5
"""The answers that fill the height of the columns, if no day has more."""


def draw_deck(painter: Painter, rect: Rect, deck: DeckFigures, filling: Filling | None) -> None:
    """Draw a row. A deck that is being filled shows its progress and the time left."""
    x, y, width, height = rect
    left, right, above, below = x + SIDE, x + width - SIDE, y + height * 0.34, y + height * 0.7
    if deck.due:
        draw_badge(painter, right, y + height / 2, number(deck.due))
    wide = BAR_WIDTH * width
    bar = right - badge_width(painter, "000") - SIDE - wide
    place = (bar, above - BAR_HEIGHT / 2, wide, BAR_HEIGHT)
    if deck.cards and filling is None:
        painter.bar(place, deck.known / deck.cards, "solid", "brass")
        known = text("drills.known", known=number(deck.known), cards=number(deck.cards))
        painter.text(known, bar, below, "small", "dim", fit=wide)
    elif filling is not None:
        painter.bar(place, filling.share, "diagonal")
        painter.text(time_left(filling), bar, below, "small", "dim", fit=wide)
    painter.text(text(f"drills.names.{deck.deck}"), left, above, "label_b", fit=bar - left - 8)
    painter.text(_note(deck, filling), left, below, "small", "dim", fit=bar - left - 8)


def in_words(deck: DeckFigures) -> str:
    """Return a row for a screen reader."""
    due = text("drills.row_due", due=number(deck.due)) if deck.due else ""
    return " ".join(filter(None, (text(f"drills.names.{deck.deck}"), due)))


def time_left(filling: Filling) -> str:
    """Say how long it takes until a deck is full."""
    report = filling.report
    return doing_in_words(report) or left_in_words(None if report is None else report.seconds_left)


def _note(deck: DeckFigures, filling: Filling | None) -> str:
    if filling is not None and filling.report is not None and filling.report.total:
        done, total = number(filling.report.iteration), number(filling.report.total)
        return text("drills.filled", done=done, total=total)
    if deck.begun and not deck.cards:
        return text("drills.empty")
    if not deck.begun and deck.deck != MISTAKES:
        return text("drills.unfinished" if deck.cards else "drills.not_begun", game=deck_note(deck.deck))
    return deck_note(deck.deck)


def draw_days(painter: Painter, rect: Rect, counts: Sequence[int]) -> None:
    """Draw a column a day, today last; the figure of today stands above it."""
    x, y, width, height = rect
    each = (width - DAY_GAP * (len(counts) - 1)) / len(counts)
    most = max(FEWEST, *counts)
    room = height - FOOT - HEAD
    for place, count in enumerate(counts):
        today = place == len(counts) - 1
        high = max(EMPTY, room * count / most)
        left = x + place * (each + DAY_GAP)
        colour = "line" if not count else "brass" if today else "brass_fill"
        painter.rect((left, y + HEAD + room - high, each, high), colour, 2)
        if count and today:
            top = y + HEAD + room - high - 10
            painter.text(number(count), left + each, top, "small", "brass", al="r")
    row = y + height - FOOT / 2 + 2
    first, last = text("drills.days_ago", days=number(len(counts) - 1)), text("drills.day_today")
    painter.text(last, x + width, row, "small", "dim", al="r")
    painter.text(first, x, row, "small", "dim", fit=width - painter.width(last, "small") - 12)
