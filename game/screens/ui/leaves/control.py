"""Leaves that hold a control, and leaves that a page draws itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from game.screens.ui.layout.box import Box, Rect
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.pen import Pen

Draw = Callable[["Pen", Rect], None]


class Control(Box):
    """A control `height` dp high; `width` dp wide, or as wide as there is room.

    One that `scales` keeps its shape where there is less room than its width.
    """

    def __init__(self, widget: Widget, height: float, width: float = 0.0, *, scales: bool = False) -> None:
        self._widget, self._height, self._width, self._scales = widget, height, width, scales

    def when(self, shown: object) -> Control:
        """Show the control only where `shown` is true."""
        super().when(shown)
        self._widget.visible = self.shown
        return self

    def measure(self, pen: Pen, width: float) -> float:
        """Return its height."""
        return self._height * min(1.0, width / self._width) if self._scales else self._height

    def natural_width(self, pen: Pen) -> float:
        """Return its width, 0 where it takes what there is."""
        return self._width

    def place(self, pen: Pen, rect: Rect) -> None:
        """Place the control."""
        super().place(pen, rect)
        x, y, width, _ = rect
        self._widget.rect = (x, y, min(width, self._width or width), self.measure(pen, width))

    def widgets(self) -> Iterator[Widget]:
        """Yield the control."""
        yield self._widget


class Picture(Box):
    """What `draw` draws inside the rectangle it is given; at least `least` dp high."""

    def __init__(self, draw: Draw, least: float = 0.0) -> None:
        self._draw, self._least = draw, least

    def measure(self, pen: Pen, width: float) -> float:
        """Return the least height."""
        return self._least

    def draw(self, pen: Pen, rect: Rect) -> None:
        """Draw it."""
        self._draw(pen, rect)
