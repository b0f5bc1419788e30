"""Buttons of equal width in rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Rect
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.widget import Widget

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

STEP, GAP = 56.0, 12.0
HEIGHT = 44.0
LEAST, WIDEST = 130.0, 210.0


@dataclass
class ButtonGrid(Box):
    """Buttons side by side, as many in a row as fit."""

    buttons: Sequence[Button]

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height of all rows."""
        return -(-len(self.buttons) // self._columns(width)) * STEP

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the buttons row by row."""
        super().place(painter, rect)
        x, y, width, _ = rect
        columns = self._columns(width)
        each = min(WIDEST, (width - (columns - 1) * GAP) / columns)
        for place, button in enumerate(self.buttons):
            row, column = divmod(place, columns)
            button.rect = (x + column * (each + GAP), y + row * STEP, each, HEIGHT)

    def widgets(self) -> Iterator[Widget]:
        """Yield the buttons."""
        yield from self.buttons

    def _columns(self, width: float) -> int:
        return max(1, int((width + GAP) / (LEAST + GAP)))
