"""The buttons at the foot of a card: side by side from the right, or below each other where there is no room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Rect
from game.window.ui.widgets.button import Button

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

HEIGHT, GAP, LEAST = 44.0, 12.0, 116.0
FLUSH = 16.0  # from the edge of a quiet button to its label


class ButtonRow(Box):
    """Buttons as wide as their labels, at least `least` dp; the first one is the rightmost, or the uppermost.

    With `last_aside`, the last one is at the left end of the row, its label flush with the content above it.
    """

    def __init__(self, buttons: Sequence[Button], *, least: float = LEAST, last_aside: bool = False) -> None:
        self._buttons, self._least, self._last_aside = buttons, least, last_aside

    def natural_width(self, painter: Painter) -> float:
        """Return the width of all in one row."""
        return sum(self._widths(painter)) + GAP * (len(self._buttons) - 1)

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height of one row, or of a row for each."""
        rows = 1 if self.natural_width(painter) <= width else len(self._buttons)
        return rows * (HEIGHT + GAP) - GAP

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the buttons."""
        super().place(painter, rect)
        x, y, width, _ = rect
        if self.natural_width(painter) > width:
            for button in self._buttons:
                button.rect = (x, y, width, HEIGHT)
                y += HEIGHT + GAP
            return
        right = x + width
        for button, wide in zip(self._buttons, self._widths(painter), strict=True):
            is_aside = self._last_aside and button is self._buttons[-1]
            button.rect = (x - FLUSH if is_aside else right - wide, y, wide, HEIGHT)
            right -= wide + GAP

    def widgets(self) -> Iterator[Button]:
        """Yield the buttons."""
        yield from self._buttons

    def _widths(self, painter: Painter) -> list[float]:
        return [max(self._least, button.natural_width(painter)) for button in self._buttons]
