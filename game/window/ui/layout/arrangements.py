"""Boxes that arrange other boxes in the available room: columns, alternatives, squares, scrolling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Container, Rect, Stack

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter
    from game.window.ui.widgets.widget import Scroll, Widget


class Balanced(Container):
    """Boxes at their own heights in `columns` columns of about equal height, filled in order."""

    def __init__(self, *boxes: Box, columns: int, gap: float) -> None:
        super().__init__(*boxes, gap=gap)
        self._columns = columns

    def measure(self, painter: Painter, width: float) -> float:
        heights = self._heights(painter, width)
        return max(sum(heights[index] for index in part) for part in shared_out(heights, self._columns))

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the boxes column by column."""
        super().place(painter, rect)
        x, y, width, _ = rect
        each, boxes = self._each(width), self.children()
        for column, part in enumerate(shared_out(self._heights(painter, width), self._columns)):
            top = y
            for index in part:
                top = boxes[index].place_at(painter, x + column * (each + self.gap), top, each)

    def _heights(self, painter: Painter, width: float) -> list[float]:
        return [box.height_at(painter, self._each(width)) for box in self.children()]

    def _each(self, width: float) -> float:
        return (width - self.gap * (self._columns - 1)) / self._columns


def shared_out(heights: Sequence[float], count: int) -> list[list[int]]:
    """Distribute boxes in order, so that the heights of `count` columns are about equal.

    Return indices by column.

    >>> shared_out([10, 10, 30, 10], 2)
    [[0, 1], [2, 3]]
    """
    goal = sum(heights) / count
    columns: list[list[int]] = [[] for _ in range(count)]
    filled, column = 0.0, 0
    for index, height in enumerate(heights):
        if filled + height / 2 > goal * (column + 1) and column < count - 1:
            column += 1
        columns[column].append(index)
        filled += height
    return columns


class Columns(Container):
    """Boxes side by side. If a box would be narrower than `least` dp, the boxes are stacked, `below` dp apart.

    If `ruled`, there are lines between the boxes.
    """

    def __init__(
        self, *boxes: Box, least: float, gap: float = 48.0, below: float = 0.0, ruled: bool = False
    ) -> None:
        super().__init__(*boxes, gap=gap)
        self._minimum, self._below, self._has_rules = least, below, ruled

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height of the highest box, or of all boxes if they are stacked."""
        each = self._each(width)
        heights = [box.height_at(painter, each or width) for box in self.children()]
        return max(heights, default=0.0) if each else sum(heights) + self._below * max(0, len(heights) - 1)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place every box at its own height."""
        super().place(painter, rect)
        x, y, width, _ = rect
        each = self._each(width)
        for box in self.children():
            bottom = box.place_at(painter, x, y, each or width)
            if each:
                x += each + self.gap
            else:
                y = bottom + self._below

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw a line between two boxes if the columns are `ruled`."""
        x, y, width, height = rect
        each = self._each(width)
        for place in range(1, len(self.children()) if self._has_rules and each else 0):
            middle = x + place * (each + self.gap) - self.gap / 2
            painter.line(middle, y, middle, y + height)

    def _each(self, width: float) -> float:
        """Return the width of each box in dp, or 0 if the boxes are stacked."""
        count = max(1, len(self.children()))
        each = (width - self.gap * (count - 1)) / count
        return each if each >= self._minimum else 0.0


class Either(Container):
    """The first of two boxes if at least `least` dp of height are available, else the second box.

    Without `least`, the first box is shown if it fits. The measured height is the height of the second box.
    """

    def __init__(self, high: Box, low: Box, *, least: float | None = None) -> None:
        super().__init__(high, low)
        self._high, self._low, self._minimum, self._is_high = high, low, least, False

    def children(self) -> Sequence[Box]:
        return (self._high if self._is_high else self._low,)

    def measure(self, painter: Painter, width: float) -> float:
        return self._low.height_at(painter, width)

    def natural_width(self, painter: Painter) -> float:
        return self._low.natural_width(painter)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the box that is shown."""
        super().place(painter, rect)
        fits = self._high.height_at(painter, rect[2]) if self._minimum is None else self._minimum
        self._is_high = rect[3] >= fits
        self.children()[0].place(painter, rect)


class IfRoom(Container):
    """A box that requires no height.

    If the box fits into its rectangle, it is shown at the top or, if `low`, at the bottom.
    """

    def __init__(self, box: Box, *, low: bool = False) -> None:
        super().__init__(box)
        self._box, self._low, self._fits = box, low, False

    def children(self) -> Sequence[Box]:
        return (self._box,) if self._fits and self._box.shown else ()

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the box if it fits."""
        super().place(painter, rect)
        x, y, width, height = rect
        high = self._box.measure(painter, width)
        self._fits = high <= height
        self._box.place(painter, (x, y + height - high if self._low else y, width, high))


class Snug(Stack):
    """A box at the top of its rectangle, at its measured height.

    In a row, the width of the box is computed from the whole height of the row.
    """

    def place(self, painter: Painter, rect: Rect) -> None:
        x, y, width, height = rect
        super().place(painter, (x, y, width, min(height, self.measure(painter, width))))


class Squared(Container):
    """A square box, as large as possible, and directly below it another box, `strip` dp high.

    `margins` has three free spaces in dp: above the square, at its left and right in total, and below the
    strip. If the square is narrower than `whole_from` dp, the strip has the whole width. If `low`, the strip
    is at the bottom of the rectangle.
    """

    def __init__(
        self,
        square: Box,
        below: Box,
        *,
        strip: float,
        margins: tuple[float, float, float] = (0.0, 0.0, 0.0),
        whole_from: float = 0.0,
        low: bool = False,
    ) -> None:
        super().__init__(square, below)
        self._square, self._below, self._strip = square, below, strip
        self._margins, self._whole_from, self._low = margins, whole_from, low

    def measure(self, painter: Painter, width: float) -> float:
        return width + self._strip

    def width_at(self, painter: Painter, height: float) -> float:
        return height - self._strip

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the square and the strip, centred in the width."""
        super().place(painter, rect)
        x, y, width, height = rect
        above, sides, foot = self._margins
        lowest = y + height - foot - self._strip
        y += above
        side = min(width - sides, lowest - y)
        left = x + (width - side) / 2
        self._square.place(painter, (left, y, side, side))
        top = lowest if self._low else y + side
        left, wide = (x, width) if side < self._whole_from else (left, side)
        self._below.place(painter, (left, top, wide, self._strip))


EDGE = 2.0  # dp between the rectangle and the visible part of the box


class Scrolled(Box):
    """A box that scrolls (by `scroll`) if it is higher than its rectangle. Otherwise, it fills the rectangle.

    `sides` is the free space in dp at the left and at the right. The margins `above` and `below` scroll with
    the box. The preferred height is the height without scrolling or, if given, `least` dp.
    """

    def __init__(
        self,
        box: Box,
        scroll: Scroll,
        *,
        sides: tuple[float, float],
        above: float,
        below: float,
        least: float | None = None,
    ) -> None:
        self._box, self.scroll, self._scroll = box, scroll, scroll
        self._sides, self._above, self._below, self._minimum = sides, above, below, least

    def measure(self, painter: Painter, width: float) -> float:
        return self._whole(painter, width) if self._minimum is None else self._minimum

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the box at its scroll offset. Its controls are visible only inside the view."""
        super().place(painter, rect)
        x, y, width, height = rect
        view = (x + EDGE, y + EDGE, width - 2 * EDGE, height - 2 * EDGE)
        self._scroll.fit(view, self._whole(painter, width) - 2 * EDGE)
        top = y + self._above - self._scroll.offset
        inner = width - sum(self._sides)
        high = max(self._box.height_at(painter, inner), height - self._above - self._below)
        self._box.place(painter, (x + self._sides[0], top, inner, high))
        for widget in self.widgets():
            widget.clip = view

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the visible part of the box, and the scroll bar."""
        with painter.clip(self._scroll.view):
            self._box.draw_all(painter)
        self._scroll.draw(painter)

    def widgets(self) -> Iterator[Widget]:
        yield from self._box.controls()

    def _whole(self, painter: Painter, width: float) -> float:
        return self._above + self._box.height_at(painter, width - sum(self._sides)) + self._below
