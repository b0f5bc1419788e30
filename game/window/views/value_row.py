"""One line of a list of squares: a name, a bar, and a figure at the right end."""

from __future__ import annotations

from dataclasses import dataclass

from game.texts import number
from game.window.ui.canvas.painter import Colour, Painter, Pattern, Rect
from game.window.views.board import HOLDS

BAR_LABEL, LABEL_SHARE = 122.0, 0.4
FIGURE, FIGURE_BESIDE_BAR = 34.0, 50.0


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A name, a share (0 to 1; None draws no bar), the figure, and how both look."""

    name: str
    share: float | None
    written: str
    pattern: Pattern = "solid"
    colour: Colour = "brass"
    best: bool = False


def valued(name: str, value: float, *, best: bool = False) -> ValueRow:
    """Return the row of a square that is worth `value`: 0 is a loss, 1 a win."""
    if value > HOLDS:
        return ValueRow(name, value, number(value, 2), "solid", "good", best)
    return ValueRow(name, value, number(value, 2), "dots", "bad", best)


def draw(painter: Painter, r: Rect, row: ValueRow, *, bar: bool = True) -> None:
    """Draw a row around the upper edge of `r`; without a bar the name is small and has its room."""
    x, y, w, _ = r
    label = min(BAR_LABEL, w * LABEL_SHARE) if bar else w - FIGURE
    painter.text(row.name, x, y, "label" if bar else "small", "text" if row.best else "dim", fit=label - 4)
    if bar and row.share is not None:
        place = (x + label, y - 5, w - label - FIGURE_BESIDE_BAR, 10)
        painter.bar(place, row.share, row.pattern, row.colour)
    painter.text(row.written, x + w, y, "label_b", "brass" if row.best else "text", al="r")
