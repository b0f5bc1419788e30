"""A box that shows only where there is room for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.screens.ui.layout.box import Box, Container, Rect

if TYPE_CHECKING:
    from game.screens.ui.canvas.pen import Pen


class IfRoom(Container):
    """A box that asks for no height: it stands at the top of what it gets, or not at all; at the foot if `low`."""

    def __init__(self, box: Box, *, low: bool = False) -> None:
        super().__init__(box)
        self._box, self._low, self._fits = box, low, False

    def children(self) -> Sequence[Box]:
        """Return the box, once there is room for it."""
        return (self._box,) if self._fits and self._box.shown else ()

    def measure(self, pen: Pen, width: float) -> float:
        """Return nothing."""
        return 0.0

    def place(self, pen: Pen, rect: Rect) -> None:
        """Place the box where it fits."""
        super().place(pen, rect)
        x, y, width, height = rect
        high = self._box.measure(pen, width)
        self._fits = high <= height
        self._box.place(pen, (x, y + height - high if self._low else y, width, high))
