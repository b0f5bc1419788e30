"""What stands in the middle: a box in what its row or column leaves, and lines of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Column, Rect, Row, Space
from game.window.ui.layout.size import grow

if TYPE_CHECKING:
    from game.window.ui.canvas.canvas import Colour
    from game.window.ui.canvas.painter import Painter


def upright(box: Box) -> Column:
    """Return a box in the middle of the height that it gets."""
    return Column(Space(), box, Space())


def across(box: Box) -> Row:
    """Return a box in the middle of the width that it gets."""
    return Row(Space(), box, Space())


def indented(box: Box, by: float = 8.0) -> Row:
    """Return a box with so many dp free at both sides."""
    return Row(Space(by), box.sized(grow()), Space(by))


class Centred(Box):
    """Words in as many lines as they need, `step` dp each, in the middle of the width."""

    def __init__(
        self, words: str, style: str = "body", colour: Colour = "dim", *, step: float = 22.0
    ) -> None:
        self._words, self._style, self._colour, self._step = words, style, colour, step

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height of the lines at a width."""
        return len(painter.wrap(self._words, width, self._style)) * self._step

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Write the lines."""
        x, y, width, _ = rect
        for place, line in enumerate(painter.wrap(self._words, width, self._style)):
            at = y + (place + 0.5) * self._step
            painter.text(line, x + width / 2, at, self._style, self._colour, al="c")


def halved(above: Box, below: Box) -> Column:
    """Return two boxes that meet in the middle of the height that they get."""
    return Column(Column(Space(), above).sized(grow()), Column(below, Space()).sized(grow()))


def instead(words: str, button: Box | None = None) -> Column:
    """Return what stands in the place of a list that is empty: words, and below them the button that fills it."""
    return halved(Column(Centred(words), Space(1)), Column(Space(16), across(button or Box())))
