"""Leaves that hold a control, and leaves that a page draws itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Rect
from game.window.ui.leaves.words import Words
from game.window.ui.widgets.widget import Widget

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

SETTING_HEIGHT = 60.0
NARROWEST_CONTROL, WIDEST_CONTROL = 260.0, 360.0
Draw = Callable[["Painter", Rect], object]


class Control(Box):
    """A control `height` dp high; `width` dp wide, or as wide as there is room; `after` is left free below it.

    One that `scales` keeps its shape where there is less room than its width.
    """

    def __init__(
        self, widget: Widget, height: float, *, width: float = 0.0, after: float = 0.0, scales: bool = False
    ) -> None:
        self._widget, self._height, self._width = widget, height, width
        self._after, self._scales = after, scales

    def measure(self, painter: Painter, width: float) -> float:
        """Return its height and what is left free below it."""
        return self._high(width) + self._after

    def natural_width(self, painter: Painter) -> float:
        """Return its width, 0 where it takes what there is."""
        return self._width

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the control."""
        super().place(painter, rect)
        x, y, width, _ = rect
        self._widget.rect = (x, y, min(width, self._width or width), self._high(width))

    def widgets(self) -> Iterator[Widget]:
        """Yield the control."""
        yield self._widget

    def _high(self, width: float) -> float:
        return self._height * min(1.0, width / self._width) if self._scales else self._height


def named(widget: Widget, height: float, *, gap: float = 2.0, after: float) -> tuple[Box, Box]:
    """Return the name of a control, and `gap` dp below it the control itself."""
    return Words(widget.label, "small", "dim", gap), Control(widget, height, after=after)


@dataclass
class Setting(Box):
    """A name and a note at the left, a control at the right; below each other where the column is narrow.

    The control begins at `label_width` and fills the rest of the row, or with 0 stands at the right end.
    """

    name: str
    note: str
    widget: Widget
    extent: tuple[float, float]
    label_width: float = 0.0

    def measure(self, painter: Painter, width: float) -> float:
        """One row, or two where the control does not fit beside its name."""
        return SETTING_HEIGHT if self._fits(painter, width) else SETTING_HEIGHT + self.extent[1] + 4

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the control."""
        super().place(painter, rect)
        x, y, width, height = rect
        wide, high = self.extent
        if height > SETTING_HEIGHT:
            self.widget.rect = (x, y + SETTING_HEIGHT - 8, min(width, max(wide, NARROWEST_CONTROL)), high)
        elif self.label_width:
            left = x + self.label_width
            room = min(WIDEST_CONTROL, x + width - left)
            self.widget.rect = (left, y + (height - high) / 2, room, high)
        else:
            self.widget.rect = (x + width - wide, y + (height - high) / 2, wide, high)

    def widgets(self) -> Iterator[Widget]:
        """Yield the control."""
        yield self.widget

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Write the name and the note."""
        x, y, width, height = rect
        room = width if height > SETTING_HEIGHT else self.widget.rect[0] - x - 12
        middle = y + SETTING_HEIGHT / 2
        painter.text(self.name, x, middle - 9, "label_b", size=16, fit=room)
        painter.text(self.note, x, middle + 12, "small", "dim", fit=room)

    def _fits(self, painter: Painter, width: float) -> bool:
        label = self.label_width or painter.width(self.name, "label_b", 16) + 24
        return label + self.extent[0] <= width


class Picture(Box):
    """What `draw` draws inside the rectangle it is given; at least `least` dp high."""

    def __init__(self, draw: Draw, least: float = 0.0) -> None:
        self._draw, self._least = draw, least

    def measure(self, painter: Painter, width: float) -> float:
        """Return the least height."""
        return self._least

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw it."""
        self._draw(painter, rect)


class Square(Picture):
    """A square picture of `most` dp at most, and `below` dp under it: its width follows from its height."""

    def __init__(self, draw: Draw, *, below: float = 0.0, most: float = math.inf) -> None:
        super().__init__(draw)
        self._below, self._most = below, most

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height that goes with a width."""
        return min(width, self._most) + self._below

    def width_at(self, painter: Painter, height: float) -> float:
        """Return the width that goes with a height."""
        return min(height - self._below, self._most)
