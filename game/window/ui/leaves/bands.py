"""What bands and columns are made of: boxes with a padding, parts of equal width, titles, strokes between parts."""

from __future__ import annotations

from game.window.ui.canvas.painter import Colour, Painter
from game.window.ui.layout.box import Box, Column, Rect, Row, Space
from game.window.ui.layout.size import grow
from game.window.ui.leaves.centred import upright
from game.window.ui.leaves.control import Control, Picture
from game.window.ui.leaves.words import Line
from game.window.ui.widgets.widget import Widget

PADDING = 20.0


def padded(*boxes: Box, side: float = PADDING, top: float = 0.0, bottom: float = 0.0) -> Box:
    """Return boxes below each other with a padding at both sides, above and below."""
    column = Column(Space(top), *boxes, Space(bottom))
    return Row(Space(side), column.sized(grow()), Space(side)).sized(grow())


def beside(*parts: Box, gap: float, top: float, bottom: float | None = None) -> Box:
    """Return the parts of a band: side by side, of equal width."""
    row = Row(*(part.sized(grow()) for part in parts), gap=gap).sized(grow())
    return padded(row, top=top, bottom=top if bottom is None else bottom)


def thirds(*parts: Box, side: float, gap: float) -> Box:
    """Return the parts of a band at its upper edge: side by side, a gap behind each of them."""
    return Row(
        Space(side), *(Row(part.sized(grow()), Space(gap)).sized(grow()) for part in parts), Space(side)
    )


def title(words: str, *, height: float, middle: float) -> Box:
    """Return the title of a column: its middle so far below the upper edge."""
    return Column(Space(2 * middle - height), Line(words, "h2", height=2 * (height - middle)))


def caps(words: str, *, above: float, below: float) -> Box:
    """Return a heading in spaced capitals, with so much from its middle to what stands above and below."""
    low = min(above, below)
    line = Line(words, "caps", "faint", height=2 * low)
    return Column(Space(above - low), line, Space(below - low))


def stacked(*controls: tuple[Widget, float]) -> Box:
    """Return controls of so many dp of height each, in the middle of the height of an action bar."""
    boxes = (Control(widget, height) for widget, height in controls)
    return upright(Column(*boxes, gap=8))


def mark(colour: Colour, *, inset: float) -> Picture:
    """Return the upright stroke before a result."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, h = rect
        painter.rect((x, y + inset, w, h - 2 * inset), colour, w / 2)

    return Picture(draw)


def upright_rule(*, inset: float) -> Picture:
    """Return a line from the top down, between two parts that stand side by side."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, h = rect
        painter.line(x + w / 2, y + inset, x + w / 2, y + h - inset)

    return Picture(draw)
