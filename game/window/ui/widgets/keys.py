"""Keys and what they do, below each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box
from game.window.ui.widgets.widget import Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

STEP = 25.0
KEY_COLUMN = 72.0
GAP = 16.0
SEPARATOR = " | "


class KeyRows(Box):
    """Rows written "key | what it does"."""

    def __init__(self, rows: Sequence[str]) -> None:
        self._rows = [row.partition(SEPARATOR)[::2] for row in rows]

    def measure(self, painter: Painter, width: float) -> float:
        """A line for each key."""
        return STEP * len(self._rows)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the caps, their right ends below each other, and the words."""
        x, y, width, _ = rect
        for place, (key, what) in enumerate(self._rows):
            middle = y + (place + 0.5) * STEP
            painter.keycap(x + KEY_COLUMN, middle, key, "text")
            painter.text(what, x + KEY_COLUMN + GAP, middle, "label", fit=width - KEY_COLUMN - GAP)
