"""Parts of bands and columns: padding, parts of equal width, titles, and centred content."""

from __future__ import annotations

from game.window.ui.canvas.painter import Colour, Painter
from game.window.ui.layout.box import Box, Column, Rect, Row, Space
from game.window.ui.layout.size import grow
from game.window.ui.leaves.control import Control, Picture
from game.window.ui.leaves.words import Line
from game.window.ui.widgets.widget import Widget


def upright(box: Box) -> Column:
    return Column(Space(), box, Space())


def across(box: Box) -> Row:
    return Row(Space(), box, Space())


def indented(box: Box, by: float = 8.0) -> Row:
    return Row(Space(by), box.sized(grow()), Space(by))


class Centred(Box):
    """Centred text in as many lines as it needs, `step` dp per line."""

    def __init__(
        self, words: str, style: str = "body", colour: Colour = "dim", *, step: float = 22.0
    ) -> None:
        self._words, self._style, self._colour, self._step = words, style, colour, step

    def measure(self, painter: Painter, width: float) -> float:
        return len(painter.wrap(self._words, width, self._style)) * self._step

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the lines."""
        x, y, width, _ = rect
        for index, line in enumerate(painter.wrap(self._words, width, self._style)):
            at = y + (index + 0.5) * self._step
            painter.text(line, x + width / 2, at, self._style, self._colour, al="c")


def halved(above: Box, below: Box) -> Column:
    return Column(Column(Space(), above).sized(grow()), Column(below, Space()).sized(grow()))


def instead(words: str, button: Box | None = None) -> Column:
    return halved(Column(Centred(words), Space(1)), Column(Space(16), across(button or Box())))


PADDING = 20.0


def padded(*boxes: Box, side: float = PADDING, top: float = 0.0, bottom: float = 0.0) -> Box:
    column = Column(Space(top), *boxes, Space(bottom))
    return Row(Space(side), column.sized(grow()), Space(side)).sized(grow())


def beside(*parts: Box, gap: float, top: float, bottom: float | None = None) -> Box:
    row = Row(*(part.sized(grow()) for part in parts), gap=gap).sized(grow())
    return padded(row, top=top, bottom=top if bottom is None else bottom)


def thirds(*parts: Box, side: float, gap: float) -> Box:
    """Return the parts of a band next to each other, aligned at the top, with a gap after each."""
    return Row(
        Space(side), *(Row(part.sized(grow()), Space(gap)).sized(grow()) for part in parts), Space(side)
    )


def title(words: str, *, height: float, middle: float) -> Box:
    return Column(Space(2 * middle - height), Line(words, "h2", height=2 * (height - middle)))


def caps(words: str, *, above: float, below: float) -> Box:
    """Return a heading in spaced capitals, with `above` and `below` measured from its middle."""
    low = min(above, below)
    line = Line(words, "caps", "faint", height=2 * low)
    return Column(Space(above - low), line, Space(below - low))


def stacked(*controls: tuple[Widget, float]) -> Box:
    boxes = (Control(widget, height) for widget, height in controls)
    return upright(Column(*boxes, gap=8))


def mark(colour: Colour, *, inset: float) -> Picture:
    """Return the vertical stroke before a result."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, h = rect
        painter.rect((x, y + inset, w, h - 2 * inset), colour, w / 2)

    return Picture(draw)


def upright_rule(*, inset: float) -> Picture:
    """Return a vertical line between two parts."""

    def draw(painter: Painter, rect: Rect) -> None:
        x, y, w, h = rect
        painter.line(x + w / 2, y + inset, x + w / 2, y + h - inset)

    return Picture(draw)
