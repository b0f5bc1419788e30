"""Controls with many parts: grids of cells, pictures with described parts, and the column heads of tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from game.window.ui.input import ENTER, Key
from game.window.ui.widgets.widget import Rect, Widget, WidgetPart, holds

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
Cell = tuple[int, int]
"""A row and a column, counted from the upper left corner."""


class Cells(Widget):
    """A grid of cells as a control. Subclasses draw the cells, and handle keys and clicks."""

    rows: ClassVar[int]
    columns: ClassVar[int]
    spacing: ClassVar[float] = 0.0
    """The gap after each cell in dp, also after the last row and column."""

    def __init__(self, name: str, label: str) -> None:
        super().__init__(name, label)
        self._at: Cell = (0, 0)
        self._under: Cell | None = None

    @property
    def looked_at(self) -> Cell:
        return self._under if self.hovered and self._under is not None else self._at

    @property
    def area(self) -> Rect:
        return self.rect

    def cell_rect(self, cell: Cell) -> Rect:
        """Return the rectangle of a cell, without the gap to the next cells."""
        x, y, width, height = self.area
        wide, high = width / self.columns, height / self.rows
        return x + cell[1] * wide, y + cell[0] * high, wide - self.spacing, high - self.spacing

    def walk(self, event: Key) -> bool:
        """If the key is an arrow, move the cursor. Return whether the key was an arrow."""
        if event.name not in STEPS or event.ctrl:
            return False
        (row, column), (down, across) = self._at, STEPS[event.name]
        self._at, self._under = ((row + down) % self.rows, (column + across) % self.columns), None
        return True

    def hover(self, x: float, y: float) -> bool:
        before, self._under = self._under, self.cell_at(x, y)
        return before != self._under

    def cell_at(self, x: float, y: float) -> Cell | None:
        """Return the cell at a point in dp, or None outside of all cells."""
        left, top, width, height = self.area
        row, column = int((y - top) / height * self.rows), int((x - left) / width * self.columns)
        inside = x >= left and y >= top and row < self.rows and column < self.columns
        return (row, column) if inside else None


T = TypeVar("T")


class ReadOut(Widget, ABC, Generic[T]):
    """A picture whose parts the page describes.

    Subclasses define `find`, which returns the part at a point.
    """

    role: ClassVar[str] = "picture"

    def __init__(self, name: str, label: str) -> None:
        super().__init__(name, label)
        self._under: T | None = None

    @abstractmethod
    def find(self, x: float, y: float) -> T | None:
        """Return the part of the picture at a point, or None."""

    @property
    def under(self) -> T | None:
        return self._under if self.hovered else None

    @property
    def hand(self) -> bool:
        return False

    def hover(self, x: float, y: float) -> bool:
        before, self._under = self._under, self.find(x, y)
        return before != self._under


SIGN, SIGN_ROOM = 3.6, 14.0
FOCUS_INSET = 2.0


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """A column: its name in the table (`value`), its label, and its width in dp.

    If `right`, the column is right-aligned. If there is no room for all columns, `optional` columns are
    hidden, beginning with the leftmost.
    """

    value: str
    label: str
    width: float
    right: bool = True
    optional: bool = False


def place_columns(heads: Sequence[ColumnHead], width: float) -> list[tuple[ColumnHead, float, float]]:
    """Return the columns that fit, each with its left end and width.

    The first column gets the remaining width.

    >>> heads = [ColumnHead("a", "A", 50), ColumnHead("b", "B", 60, optional=True), ColumnHead("c", "C", 40)]
    >>> [(head.value, left, wide) for head, left, wide in place_columns(heads, 120)]
    [('a', 0.0, 80), ('c', 80.0, 40)]
    """
    kept = list(heads)
    for head in heads:
        if head.optional and sum(one.width for one in kept) > width:
            kept.remove(head)
    left, found = 0.0, []
    for index, head in enumerate(kept):
        wide = head.width if index else max(head.width, width - sum(one.width for one in kept[1:]))
        found.append((head, left, wide))
        left += wide
    return found


class ColumnHeads(Widget):
    """The column heads of a table as a single tab stop.

    The left and the right arrow key sort by the previous and the next column.
    Enter reverses the order. A click on a head sorts by the column of this head or, if the table is already sorted
    by this column, reverses the order. After each change, the argument `sort` is called with the column, and
    whether the largest value is first. The rows of the table also use `place_columns`, so that figures are below
    their heads.
    """

    role: ClassVar[str] = "heads"

    def __init__(
        self, name: str, label: str, heads: Sequence[ColumnHead], sort: Callable[[str, bool], None]
    ) -> None:
        super().__init__(name, label)
        self.heads = tuple(heads)
        self.sorted_by, self.descending = self.heads[0].value, False
        self.insets = (0.0, 0.0)
        self._sort = sort

    @property
    def value(self) -> str:
        return next((head.label for head in self.heads if head.value == self.sorted_by), "")

    def choose(self, value: str) -> None:
        """Sort by a column, or reverse the order if the table is already sorted by this column."""
        self.descending = not self.descending if value == self.sorted_by else value != self.heads[0].value
        self.sorted_by = value
        self._sort(value, self.descending)

    def reverse(self) -> None:
        self.choose(self.sorted_by)

    def step(self, by: int) -> None:
        """Sort by the column that is `by` columns to the right of the current column.

        After the last column, start again with the first.
        """
        values = [head.value for head, _, _ in self._columns()]
        at = values.index(self.sorted_by) if self.sorted_by in values else 0
        self.choose(values[(at + by) % len(values)])

    def key(self, event: Key) -> bool:
        """Handle a key: left and right sort by the neighbouring column, Enter reverses the order."""
        if event.name in ENTER:
            if not event.repeat:
                self.reverse()
            return True
        if event.name in ("left", "right") and not event.ctrl:
            self.step(1 if event.name == "right" else -1)
            return True
        return False

    def release(self, x: float, y: float) -> bool:
        """Sort by the clicked column."""
        for head, rect in self._rects():
            if holds(rect, x, y):
                self.choose(head.value)
        return True

    def parts(self) -> list[WidgetPart]:
        """Return every visible head as a part, for a screen reader."""
        return [
            WidgetPart(head.value, head.label, rect, head.value == self.sorted_by)
            for head, rect in self._rects()
        ]

    def draw(self, painter: Painter) -> None:
        """Draw the labels. The label of the sorted column has a sign for the direction."""
        for head, (x, y, width, height) in self._rects():
            chosen, middle = head.value == self.sorted_by, y + height / 2
            ink, style = ("text", "small_b") if chosen else ("dim", "small")
            room = width - (SIGN_ROOM if chosen else 0.0)
            end = x + width if head.right else x
            painter.text(head.label, end, middle, style, ink, al="r" if head.right else "l", fit=room)
            if chosen:
                wide = min(room, painter.width(head.label, style))
                at = end - wide - SIGN_ROOM / 2 if head.right else end + wide + SIGN_ROOM / 2
                tip = middle + (SIGN if self.descending else -SIGN)
                base = 2 * middle - tip
                painter.area([(at - SIGN, base), (at + SIGN, base), (at, tip)], "brass", 255)
        if self.focused:
            x, y, width, height = self.rect
            painter.focus_ring((x, y + FOCUS_INSET, width, height - 2 * FOCUS_INSET), 6)

    def _columns(self) -> list[tuple[ColumnHead, float, float]]:
        return place_columns(self.heads, self.rect[2] - sum(self.insets))

    def _rects(self) -> list[tuple[ColumnHead, Rect]]:
        x, y, _, height = self.rect
        return [(head, (x + self.insets[0] + left, y, wide, height)) for head, left, wide in self._columns()]
