"""Boxes for bands and columns: thirds, headings, dividing lines, centred text, rows and grids of buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.window.ui.canvas.painter import Colour, Painter
from game.window.ui.layout.box import Box, Column, Rect, Row, Space, grow
from game.window.ui.leaves.control import Control, Filled, Picture
from game.window.ui.leaves.words import Line
from game.window.ui.widgets.button import Button
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
    """Return the parts of a band side by side, aligned at the top. After each part, there is a gap."""
    return Row(
        Space(side), *(Row(part.sized(grow()), Space(gap)).sized(grow()) for part in parts), Space(side)
    )


def title(words: str, *, height: float, middle: float) -> Box:
    return Column(Space(2 * middle - height), Line(words, "h2", height=2 * (height - middle)))


def caps(words: str, *, above: float, below: float) -> Box:
    """Return a heading in spaced capitals.

    `above` and `below` are the distances in dp from the middle of the heading to the edges of the box.
    """
    low = min(above, below)
    line = Line(words, "caps", "faint", height=2 * low)
    return Column(Space(above - low), line, Space(below - low))


def stacked(*controls: tuple[Widget, float]) -> Box:
    boxes = (Control(widget, height) for widget, height in controls)
    return upright(Column(*boxes, gap=8))


def mark(colour: Colour, *, inset: float) -> Picture:
    """Return a vertical stroke, which is drawn to the left of a result to mark it."""

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


STEP, GAP = 56.0, 12.0
HEIGHT = 44.0
MIN_BUTTON_WIDTH, MAX_BUTTON_WIDTH = 130.0, 210.0


@dataclass
class ButtonGrid(Box):
    """Buttons in rows, as many per row as fit."""

    buttons: Sequence[Button]

    def measure(self, painter: Painter, width: float) -> float:
        return -(-len(self.buttons) // self._columns(width)) * STEP

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the buttons row by row."""
        super().place(painter, rect)
        x, y, width, _ = rect
        columns = self._columns(width)
        each = min(MAX_BUTTON_WIDTH, (width - (columns - 1) * GAP) / columns)
        for index, button in enumerate(self.buttons):
            row, column = divmod(index, columns)
            button.rect = (x + column * (each + GAP), y + row * STEP, each, HEIGHT)

    def widgets(self) -> Iterator[Widget]:
        yield from self.buttons

    def _columns(self, width: float) -> int:
        return max(1, int((width + GAP) / (MIN_BUTTON_WIDTH + GAP)))


class ButtonLine(Row):
    """Buttons in a row, `height` dp high and `gap` dp apart."""

    def __init__(self, buttons: Sequence[Button], height: float, gap: float) -> None:
        super().__init__(*(Filled(button, height) for button in buttons), gap=gap)
        self._buttons = buttons

    def natural_width(self, painter: Painter) -> float:
        return sum(button.natural_width(painter) for button in self._buttons) + self._gaps()

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the buttons from left to right."""
        x, y, width, height = self.rect = rect
        more = (width - self.natural_width(painter)) / len(self._buttons)
        for box, button in zip(self.children(), self._buttons, strict=True):
            wide = button.natural_width(painter) + more
            box.place(painter, (x, y, wide, height))
            x += wide + self.gap


BUTTON_HEIGHT, BUTTON_GAP, MIN_BUTTON = 44.0, 12.0, 116.0
FLUSH = 16.0  # dp from the edge of a quiet button to its label


class ButtonRow(Box):
    """Buttons as wide as their labels, and at least `least` dp wide. The first button is at the right end.

    If the buttons do not fit next to each other, they are stacked, the first at the top.

    If `last_aside`, the last button is at the left end of the row, and the label of this button is aligned with the
    content above the row.
    """

    def __init__(
        self, buttons: Sequence[Button], *, least: float = MIN_BUTTON, last_aside: bool = False
    ) -> None:
        self._buttons = self._controls = buttons
        self._minimum, self._last_aside = least, last_aside

    def natural_width(self, painter: Painter) -> float:
        return sum(self._widths(painter)) + BUTTON_GAP * (len(self._buttons) - 1)

    def measure(self, painter: Painter, width: float) -> float:
        rows = 1 if self.natural_width(painter) <= width else len(self._buttons)
        return rows * (BUTTON_HEIGHT + BUTTON_GAP) - BUTTON_GAP

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the buttons."""
        super().place(painter, rect)
        x, y, width, _ = rect
        if self.natural_width(painter) > width:
            for button in self._buttons:
                button.rect = (x, y, width, BUTTON_HEIGHT)
                y += BUTTON_HEIGHT + BUTTON_GAP
            return
        right = x + width
        for button, wide in zip(self._buttons, self._widths(painter), strict=True):
            is_aside = self._last_aside and button is self._buttons[-1]
            button.rect = (x - FLUSH if is_aside else right - wide, y, wide, BUTTON_HEIGHT)
            right -= wide + BUTTON_GAP

    def _widths(self, painter: Painter) -> list[float]:
        return [max(self._minimum, button.natural_width(painter)) for button in self._buttons]
