"""Buttons that fill a line: each as wide as its words, and an equal share of what is left."""

from __future__ import annotations

from collections.abc import Sequence

from game.window.ui.canvas.painter import Painter
from game.window.ui.layout.box import Rect, Row
from game.window.ui.leaves.filled import Filled
from game.window.ui.widgets.button import Button


class ButtonLine(Row):
    """The buttons, `height` dp high and `gap` dp apart."""

    def __init__(self, buttons: Sequence[Button], height: float, gap: float) -> None:
        super().__init__(*(Filled(button, height) for button in buttons), gap=gap)
        self._buttons = buttons

    def natural_width(self, painter: Painter) -> float:
        """Return the width in which every button shows its words."""
        return sum(button.natural_width(painter) for button in self._buttons) + self._gaps()

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the buttons from left to right."""
        x, y, width, height = self.rect = rect
        more = (width - self.natural_width(painter)) / len(self._buttons)
        for box, button in zip(self.children(), self._buttons, strict=True):
            wide = button.natural_width(painter) + more
            box.place(painter, (x, y, wide, height))
            x += wide + self.gap
