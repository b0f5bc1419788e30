"""What an action bar says: a headline, and a smaller note below it."""

from __future__ import annotations

from functools import partial

from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import grow
from game.window.ui.leaves import Picture

SENTENCE_STEP, LEAST_STEP = 27.0, 20.0


def draw(painter: Painter, area: Rect, said: str, note: str, style: str = "h2") -> None:
    """Write a headline and a note around the middle of `area`, each on two lines if need be.

    The note may take three where there is room.
    """
    x, y, w, h = area
    if painter.width(said, style) > w:
        style = "strong"
    lines = [(line, style, "text") for line in painter.wrap(said, w, style)[:2] if line]
    room = max(2, int((h - 12) / LEAST_STEP) - len(lines))
    lines += [(line, "label", "dim") for line in painter.wrap(note, w, "label")[: min(3, room)] if line]
    step = min(SENTENCE_STEP, (h - 12) / max(1, len(lines)))
    top = y + h / 2 - (len(lines) - 1) * step / 2
    for i, (line, one, ink) in enumerate(lines):
        painter.text(line, x, top + i * step, one, ink, fit=w)


def said(words: tuple[str, str], style: str = "h2") -> Picture:
    """Return a headline and a note in the middle of what is left of an action bar."""
    headline, note = words
    return Picture(partial(draw, said=headline, note=note, style=style)).sized(grow())
