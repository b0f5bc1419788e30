"""The last days as columns: how many answers were given on each."""

from __future__ import annotations

from collections.abc import Sequence

from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.texts import number, text

GAP, FOOT, HEAD = 4.0, 22.0, 18.0
EMPTY = 2.0
FEWEST = 5
"""A day of so many answers fills the height, where no day has more."""


def draw_days(painter: Painter, rect: Rect, counts: Sequence[int]) -> None:
    """Draw a column a day, today last; the figure of today stands above it."""
    x, y, width, height = rect
    each = (width - GAP * (len(counts) - 1)) / len(counts)
    most = max(FEWEST, *counts)
    room = height - FOOT - HEAD
    for place, count in enumerate(counts):
        today = place == len(counts) - 1
        high = max(EMPTY, room * count / most)
        left = x + place * (each + GAP)
        colour = "line" if not count else "brass" if today else "brass_fill"
        painter.rect((left, y + HEAD + room - high, each, high), colour, 2)
        if count and today:
            top = y + HEAD + room - high - 10
            painter.text(number(count), left + each, top, "small", "brass", al="r")
    row = y + height - FOOT / 2 + 2
    first, last = text("drills.days_ago", days=number(len(counts) - 1)), text("drills.day_today")
    painter.text(last, x + width, row, "small", "dim", al="r")
    painter.text(first, x, row, "small", "dim", fit=width - painter.width(last, "small") - 12)
