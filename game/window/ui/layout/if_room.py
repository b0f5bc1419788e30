"""A box that shows only where there is room for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Container, Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


class IfRoom(Container):
    """A box that asks for no height: it stands at the top of what it gets, or not at all; at the foot if `low`."""

    def __init__(self, box: Box, *, low: bool = False) -> None:
        super().__init__(box)
        self._box, self._low, self._fits = box, low, False

    def children(self) -> Sequence[Box]:
        """Return the box, once there is room for it."""
        return (self._box,) if self._fits and self._box.shown else ()

    def measure(self, painter: Painter, width: float) -> float:
        """Return nothing."""
        return 0.0

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the box where it fits."""
        super().place(painter, rect)
        x, y, width, height = rect
        high = self._box.measure(painter, width)
        self._fits = high <= height
        self._box.place(painter, (x, y + height - high if self._low else y, width, high))
