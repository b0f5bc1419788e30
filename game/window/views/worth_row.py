"""What an action is worth, in a row: its name and value, and below them how often the solution takes it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from game.texts import percent
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.leaves import Picture

ROW = 42.0
BAR, LEAST_SHARE, FIGURE = 8.0, 0.005, 52.0


@dataclass(frozen=True, slots=True)
class WorthRow:
    """The row of an action; a disc stands before what was `given`, and the value of the `best` is brass."""

    name: str
    worth: str
    share: float
    given: bool
    best: bool


def picture(row: WorthRow) -> Picture:
    """Return the row as a leaf."""
    return Picture(partial(draw, row), ROW)


def draw(row: WorthRow, painter: Painter, rect: Rect) -> None:
    """Draw the name, the value, and the share as a bar."""
    x, y, width, height = rect
    first, second = y + height * 0.32, y + height * 0.76
    left = x + (16 if row.given else 0)
    if row.given:
        painter.disc(x + 4, first, 4, "brass")
    figure = painter.width(row.worth, "label_b")
    painter.text(row.worth, x + width, first, "label_b", "brass" if row.best else "text", al="r")
    painter.text(row.name, left, first, "label_b" if row.given else "label", fit=width - figure - 24)
    painter.text(percent(row.share), x + width, second, "small", "dim", al="r")
    bar = (x, second - BAR / 2, width - FIGURE, BAR)
    painter.bar(bar, row.share if row.share >= LEAST_SHARE else 0.0, "solid", "brass")
