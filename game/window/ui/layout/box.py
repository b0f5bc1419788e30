"""Boxes: the tree that makes up a page, and the sizes of its boxes.

A tree is used in three steps. `measure(painter, width)` returns the height of a box at a width.
`place(painter, rect)` assigns a rectangle to the box and to every box inside it. `draw_all(painter)` draws
everything except controls. A page composes a new tree whenever its content or its window changes, so a box
never has to track changes. Rectangles are (x, y, width, height) in dp.

A size describes the length of a box along its row or column. A breakpoint is a window size at which a page
changes its layout.

The model is CSS flexbox: https://www.w3.org/TR/css-flexbox-1/ (section 9.7 for lengths).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter
    from game.window.ui.widgets.widget import Scroll, Widget
import math
from dataclasses import dataclass
from typing import Literal

Kind = Literal["fixed", "share", "grow", "natural"]


@dataclass(frozen=True, slots=True)
class Size:
    """A length in dp between `least` and `most`, and at most `max_share` of the whole.

    `amount` depends on the kind: for "fixed" it is the length, for "share" a fraction of the whole, and for
    "grow" the weight in dividing the remaining length. A "natural" box is as long as its content.
    """

    kind: Kind = "natural"
    amount: float = 0.0
    least: float = 0.0
    most: float = math.inf
    max_share: float = math.inf

    def clamp(self, length: float, whole: float = math.inf) -> float:
        """Return the allowed length that is closest to `length`, in a row or column of `whole` dp."""
        most = self.most if self.max_share == math.inf else min(self.most, self.max_share * whole)
        shortened = most if length > most else length
        return self.least if shortened < self.least else shortened


def fixed(length: float) -> Size:
    return Size("fixed", length)


def share(fraction: float, least: float = 0.0, most: float = math.inf) -> Size:
    return Size("share", fraction, least, most)


def grow(weight: float = 1.0, least: float = 0.0, most: float = math.inf) -> Size:
    """Return a size that takes the remaining length. Several boxes with such sizes divide this length by weight."""
    return Size("grow", weight, least, most)


def natural(least: float = 0.0, most: float = math.inf, *, max_share: float = math.inf) -> Size:
    return Size("natural", 0.0, least, most, max_share)


def divide(whole: float, gap: float, sizes: Sequence[Size], naturals: Sequence[float]) -> list[float]:
    """Return the length of each of `sizes` in a row or column `whole` dp long, with gaps between them.

    `naturals` are the lengths of the contents. Boxes that grow divide the free length by weight. A box that
    reaches a limit gets the length of the limit, and the rest is divided again. If there is too little room,
    the boxes overflow at the end.

    >>> divide(100, 10, [fixed(30), grow()], [0, 0])
    [30, 60.0]
    >>> divide(100, 0, [grow(1, least=60), grow(3)], [0, 0])
    [60, 40.0]
    """
    lengths = [_basis(whole, size, own) for size, own in zip(sizes, naturals, strict=True)]
    free = whole - gap * max(0, len(sizes) - 1)
    growing = [index for index, size in enumerate(sizes) if size.kind == "grow"]
    while growing:
        left = free - sum(length for index, length in enumerate(lengths) if index not in growing)
        weights = sum(sizes[index].amount for index in growing) or 1.0
        wanted = {index: max(0.0, left) * sizes[index].amount / weights for index in growing}
        limited = {index: sizes[index].clamp(length, whole) for index, length in wanted.items()}
        if limited == wanted:
            lengths = [wanted.get(index, length) for index, length in enumerate(lengths)]
            break
        excess = sum(limited.values()) - sum(wanted.values())
        settled = [
            index
            for index in growing
            if (limited[index] > wanted[index] and excess >= 0)
            or (limited[index] < wanted[index] and excess <= 0)
        ]
        for index in settled or growing:
            lengths[index] = limited[index]
        growing = [index for index in growing if index not in settled] if settled else []
    return lengths


def least(size: Size, own: float) -> float:
    """Return the minimum length of a box of this size whose content is `own` long.

    Containers calculate their own length from this minimum.
    """
    return size.amount if size.kind == "fixed" else size.clamp(own)


def _basis(whole: float, size: Size, own: float) -> float:
    if size.kind == "fixed":
        return size.amount
    return size.clamp(whole * size.amount if size.kind == "share" else own, whole)


NARROW, SMALL, LARGE = 800.0, 1150.0, 1400.0
LOW = 690.0


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """The size classes of a window of `width` x `height` dp."""

    width: float
    height: float

    @property
    def narrow(self) -> bool:
        return self.width < NARROW

    @property
    def small(self) -> bool:
        return self.width < SMALL

    @property
    def low(self) -> bool:
        return self.height < LOW

    @property
    def large(self) -> bool:
        return self.width >= LARGE

    @property
    def margin(self) -> float:
        return 16.0 if self.small else 24.0


Rect = tuple[float, float, float, float]
NOWHERE: Rect = (0.0, 0.0, 0.0, 0.0)


class Box:
    """A rectangle of a page. Subclasses measure their height and draw inside the rectangle that they are given."""

    size = Size()
    shown = True
    rect = NOWHERE
    focus_rank = 0
    _heights_by_width: dict[float, float] | None = None
    background_key: Hashable = None
    """The key of the cached background. It is drawn again if the key or the rectangle changes."""
    scroll: Scroll | None = None
    """The scroll offset of a box that scrolls by itself."""
    _height = 0.0
    """The height at any width, unless the box overrides `measure`."""
    _controls: Sequence[Widget] = ()

    # ---- interface of subclasses --------------------------------------------------------------------------------
    def measure(self, painter: Painter, width: float) -> float:
        return self._height

    def natural_width(self, painter: Painter) -> float:
        return 0.0

    def width_at(self, painter: Painter, height: float) -> float:
        """Return the width of the box in a row of this height.

        Boxes with a fixed aspect ratio override this method.
        """
        return self.natural_width(painter)

    def place(self, painter: Painter, rect: Rect) -> None:
        self.rect, self._heights_by_width = rect, None

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the dynamic part of the box."""

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        """Draw the part of the box that depends only on the layout. This part is cached as a picture."""

    def widgets(self) -> Iterator[Widget]:
        yield from self._controls

    def children(self) -> Sequence[Box]:
        return ()

    def height_at(self, painter: Painter, width: float) -> float:
        """Return the height from `measure`, cached by width until the box is placed."""
        if self._heights_by_width is None:
            self._heights_by_width = {}
        if width not in self._heights_by_width:
            self._heights_by_width[width] = self.measure(painter, width)
        return self._heights_by_width[width]

    # ---- building a tree ----------------------------------------------------------------------------------------
    def sized(self, size: Size) -> Self:
        self.size = size
        return self

    def when(self, shown: object) -> Self:
        """Show the box only if `shown` is true.

        A hidden box takes no room, and there is no gap next to it.
        """
        self.shown = bool(shown)
        return self

    def focused_last(self, rank: int = 1) -> Self:
        """Put the controls of this box after controls of a lower rank in the focus order.

        Boxes have rank 0 by default. Controls of the same rank are in the order of the tree.
        """
        self.focus_rank = rank
        return self

    def place_at(self, painter: Painter, x: float, y: float, width: float) -> float:
        """Place the box with its upper left corner at a point, `width` wide and as high as measured.

        Return the y of its lower edge.
        """
        high = self.height_at(painter, width)
        self.place(painter, (x, y, width, high))
        return y + high

    # ---- use of a tree ------------------------------------------------------------------------------------------
    def walk(self) -> Iterator[Box]:
        """Yield this box and all its descendants, in the order of the tree."""
        ahead: list[Box] = [self]
        while ahead:
            box = ahead.pop()
            yield box
            ahead += reversed(box.children())

    def controls(self) -> list[Widget]:
        return [widget for _, widget in sorted(self._ranked(0), key=lambda pair: pair[0])]

    def _ranked(self, rank: int) -> Iterator[tuple[int, Widget]]:
        rank = max(rank, self.focus_rank)
        yield from ((rank, widget) for widget in self.widgets())
        for child in self.children():
            yield from child._ranked(rank)

    def draw_all(self, painter: Painter) -> None:
        for box in self.walk():
            box.draw(painter, box.rect)

    def grounds(self) -> Hashable:
        drawn = (box for box in self.walk() if type(box).draw_background is not Box.draw_background)
        return tuple((box.rect, box.background_key) for box in drawn)

    def draw_grounds(self, painter: Painter) -> None:
        for box in self.walk():
            box.draw_background(painter, box.rect)


class Leaf(Box):
    """A box without children, `height` dp high at any width."""

    def __init__(self, height: float) -> None:
        self._height = height


class Space(Box):
    """An empty box of a given length in its row or column.

    Without a length, the box takes the remaining length.
    """

    def __init__(self, length: float | None = None) -> None:
        self.size = grow() if length is None else fixed(length)


class Container(Box):
    """A box with children that are `gap` dp apart and `padding` dp within its edge."""

    def __init__(self, *boxes: Box, gap: float = 0.0, padding: float = 0.0) -> None:
        self._boxes = boxes
        self.gap = gap
        self.padding = padding

    def children(self) -> Sequence[Box]:
        return [box for box in self._boxes if box.shown]

    def _inner(self, rect: Rect) -> Rect:
        x, y, width, height = rect
        by = self.padding
        return x + by, y + by, width - 2 * by, height - 2 * by

    def _gaps(self) -> float:
        return self.gap * max(0, len(self.children()) - 1)


class Column(Container):
    """Boxes stacked vertically, each as wide as the column."""

    def measure(self, painter: Painter, width: float) -> float:
        return sum(self._heights(painter, width - 2 * self.padding)) + self._gaps() + 2 * self.padding

    def natural_width(self, painter: Painter) -> float:
        return max((box.natural_width(painter) for box in self.children()), default=0.0) + 2 * self.padding

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the boxes from top to bottom."""
        super().place(painter, rect)
        x, y, width, height = self._inner(rect)
        for box, high in self._divided(height, self._heights(painter, width)):
            box.place(painter, (x, y, width, high))
            y += high + self.gap

    def width_at(self, painter: Painter, height: float) -> float:
        """Return the width of the widest child. Each child is measured at its own height.

        A child that grows has the remaining height.
        """
        heights = self._heights(painter, self.natural_width(painter))
        given = self._divided(height - 2 * self.padding, heights)
        return max((box.width_at(painter, high) for box, high in given), default=0.0) + 2 * self.padding

    def _divided(self, height: float, naturals: Sequence[float]) -> list[tuple[Box, float]]:
        """Return the boxes with their heights. A box that grows is at least as high as its content."""
        boxes = self.children()
        sizes = [
            replace(box.size, least=own) if box.size.kind == "grow" and own > box.size.least else box.size
            for box, own in zip(boxes, naturals, strict=True)
        ]
        return list(zip(boxes, divide(height, self.gap, sizes, naturals), strict=True))

    def _heights(self, painter: Painter, width: float) -> list[float]:
        return [least(box.size, box.height_at(painter, width)) for box in self.children()]


class Row(Container):
    """Boxes side by side, each as high as the row."""

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height of the highest box plus the padding."""
        inner = width - 2 * self.padding
        heights = [box.height_at(painter, wide) for box, wide in self._divided(inner, self._widths(painter))]
        return max(heights, default=0.0) + 2 * self.padding

    def natural_width(self, painter: Painter) -> float:
        return sum(self._widths(painter)) + self._gaps() + 2 * self.padding

    def width_at(self, painter: Painter, height: float) -> float:
        """Return the total width of the boxes at this height, including gaps and padding."""
        inner = height - 2 * self.padding
        widths = [least(box.size, box.width_at(painter, inner)) for box in self.children()]
        return sum(widths) + self._gaps() + 2 * self.padding

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the boxes from left to right."""
        super().place(painter, rect)
        x, y, width, height = self._inner(rect)
        widths = [
            box.width_at(painter, height) if box.size.kind == "natural" else 0.0 for box in self.children()
        ]
        for box, wide in self._divided(width, widths):
            box.place(painter, (x, y, wide, height))
            x += wide + self.gap

    def _divided(self, width: float, naturals: Sequence[float]) -> list[tuple[Box, float]]:
        boxes = self.children()
        lengths = divide(width, self.gap, [box.size for box in boxes], naturals)
        return list(zip(boxes, lengths, strict=True))

    def _widths(self, painter: Painter) -> list[float]:
        return [least(box.size, box.natural_width(painter)) for box in self.children()]


class Grid(Container):
    """Boxes in rows of `columns` equal cells. Each row is as high as its highest box."""

    def __init__(self, *boxes: Box, columns: int, gap: float = 0.0, padding: float = 0.0) -> None:
        super().__init__(*boxes, gap=gap, padding=padding)
        self.columns = columns

    def measure(self, painter: Painter, width: float) -> float:
        heights = self._heights(painter, self._cell(width - 2 * self.padding))
        return sum(heights) + self.gap * max(0, len(heights) - 1) + 2 * self.padding

    def natural_width(self, painter: Painter) -> float:
        widest = max((box.natural_width(painter) for box in self.children()), default=0.0)
        return widest * self.columns + self.gap * (self.columns - 1) + 2 * self.padding

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the boxes row by row."""
        super().place(painter, rect)
        left, y, width, _ = self._inner(rect)
        cell = self._cell(width)
        for row, high in zip(self._rows(), self._heights(painter, cell), strict=True):
            for column, box in enumerate(row):
                box.place(painter, (left + column * (cell + self.gap), y, cell, high))
            y += high + self.gap

    def _cell(self, width: float) -> float:
        return (width - self.gap * (self.columns - 1)) / self.columns

    def _rows(self) -> list[Sequence[Box]]:
        boxes = self.children()
        return [boxes[first : first + self.columns] for first in range(0, len(boxes), self.columns)]

    def _heights(self, painter: Painter, cell: float) -> list[float]:
        return [max(box.height_at(painter, cell) for box in row) for row in self._rows()]


class Wrap(Container):
    """Boxes side by side.

    If there is no room for the minimum width of a box, the box starts another row, `row_gap` dp below.
    """

    def __init__(
        self, *boxes: Box, gap: float = 0.0, row_gap: float | None = None, padding: float = 0.0
    ) -> None:
        super().__init__(*boxes, gap=gap, padding=padding)
        self.row_gap = gap if row_gap is None else row_gap

    def measure(self, painter: Painter, width: float) -> float:
        """Return the total height of the rows, including gaps and padding."""
        inner = width - 2 * self.padding
        heights = [row.height_at(painter, inner) for row in self._rows(painter, inner)]
        return sum(heights) + self.row_gap * max(0, len(heights) - 1) + 2 * self.padding

    def natural_width(self, painter: Painter) -> float:
        return Row(*self.children(), gap=self.gap, padding=self.padding).natural_width(painter)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the boxes row by row."""
        super().place(painter, rect)
        x, y, width, _ = self._inner(rect)
        for row in self._rows(painter, width):
            high = row.height_at(painter, width)
            row.place(painter, (x, y, width, high))
            y += high + self.row_gap

    def _rows(self, painter: Painter, width: float) -> list[Row]:
        rows: list[list[Box]] = []
        free = 0.0
        for box in self.children():
            wide = least(box.size, box.natural_width(painter))
            if not rows or wide > free:
                rows.append([])
                free = width
            rows[-1].append(box)
            free -= wide + self.gap
        return [Row(*row, gap=self.gap) for row in rows]


class Stack(Container):
    """Boxes on top of each other in the same place."""

    def measure(self, painter: Painter, width: float) -> float:
        inner = width - 2 * self.padding
        return max((box.height_at(painter, inner) for box in self.children()), default=0.0) + 2 * self.padding

    def natural_width(self, painter: Painter) -> float:
        return max((box.natural_width(painter) for box in self.children()), default=0.0) + 2 * self.padding

    def width_at(self, painter: Painter, height: float) -> float:
        inner = height - 2 * self.padding
        return max((box.width_at(painter, inner) for box in self.children()), default=0.0) + 2 * self.padding

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place every box in the whole rectangle."""
        super().place(painter, rect)
        for box in self.children():
            box.place(painter, self._inner(rect))
