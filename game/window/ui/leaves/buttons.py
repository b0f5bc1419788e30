"""Rows and grids of buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.window.ui.canvas.painter import Painter
from game.window.ui.layout.box import Box, Rect, Row
from game.window.ui.leaves.control import Filled
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.widget import Widget

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
    """Buttons as wide as their labels, at least `least` dp. The first button is the rightmost, or the uppermost.

    With `last_aside`, the last button is at the left end of the row, and its label is aligned with the
    content above it.
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
