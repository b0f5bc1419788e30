"""The buttons at the foot of a panel: side by side from the right, or below each other where there is no room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.screens.ui.widgets.button import Button

if TYPE_CHECKING:
    from game.screens.ui.canvas.painter import Painter

HEIGHT, GAP = 44.0, 12.0


@dataclass(frozen=True, slots=True)
class ButtonRow:
    """Buttons with their widths in dp; the first one is the rightmost, or the uppermost."""

    buttons: Sequence[Button]
    widths: Sequence[float]
    inner: float
    side_by_side: bool

    @staticmethod
    def of(painter: Painter, buttons: Sequence[Button], least: float, inner: float) -> ButtonRow:
        """Return how buttons of at least this width fit into a panel that is `inner` dp wide within."""
        widths = [max(least, button.natural_width(painter)) for button in buttons]
        return ButtonRow(buttons, widths, inner, sum(widths) + GAP * (len(widths) - 1) <= inner)

    @property
    def height(self) -> float:
        """How high all of it is."""
        rows = 1 if self.side_by_side else len(self.buttons)
        return rows * (HEIGHT + GAP) - GAP

    def place(self, x: float, y: float) -> None:
        """Place the buttons from this corner on."""
        right = x + self.inner
        for button, wide in zip(self.buttons, self.widths, strict=True):
            if self.side_by_side:
                button.rect = (right - wide, y, wide, HEIGHT)
                right -= wide + GAP
            else:
                button.rect = (x, y, self.inner, HEIGHT)
                y += HEIGHT + GAP
