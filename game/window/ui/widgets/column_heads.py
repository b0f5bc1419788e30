"""The heads of a table: one stop for Tab, arrows go from column to column, Enter or a click sorts.

The rows of the table ask `placed` where the columns lie, so that figures stand below their heads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.window.ui.input import ENTER, Key
from game.window.ui.widgets.widget import Rect, Widget, WidgetPart, holds

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

SIGN, SIGN_ROOM = 3.6, 14.0
FOCUS_INSET = 2.0


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """A column: its name within the table, its words, and its width in dp; `right` ones are set at the right.

    One that is `optional` gives way where there is no room for all.
    """

    value: str
    label: str
    width: float
    right: bool = True
    optional: bool = False


def placed(heads: Sequence[ColumnHead], width: float) -> list[tuple[ColumnHead, float, float]]:
    """Return the columns that have room, with the left end and the width of each; the first takes what is left.

    >>> heads = [ColumnHead("a", "A", 50), ColumnHead("b", "B", 60, optional=True), ColumnHead("c", "C", 40)]
    >>> [(head.value, left, wide) for head, left, wide in placed(heads, 120)]
    [('a', 0.0, 80.0), ('c', 80.0, 40)]
    """
    kept = list(heads)
    for head in reversed(heads):
        if head.optional and sum(one.width for one in kept) > width:
            kept.remove(head)
    left, found = 0.0, []
    for place, head in enumerate(kept):
        wide = head.width if place else max(head.width, width - sum(one.width for one in kept[1:]))
        found.append((head, left, wide))
        left += wide
    return found


class ColumnHeads(Widget):
    """The heads. `sort` is called with the chosen column and whether its largest value comes first."""

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
        """The column that the table is sorted by."""
        return next((head.label for head in self.heads if head.value == self.sorted_by), "")

    def choose(self, value: str) -> None:
        """Sort by a column; by the one that it is sorted by already, the other way round."""
        self.descending = not self.descending if value == self.sorted_by else value != self.heads[0].value
        self.sorted_by = value
        self._sort(value, self.descending)

    def reverse(self) -> None:
        """Turn the order round."""
        self.choose(self.sorted_by)

    def step(self, by: int) -> None:
        """Sort by the column so many places on, around the ends."""
        values = [head.value for head, _, _ in self._placed()]
        at = values.index(self.sorted_by) if self.sorted_by in values else 0
        self.choose(values[(at + by) % len(values)])

    def key(self, event: Key) -> bool:
        """Left and right choose a column, Enter turns the order round."""
        if event.name in ENTER:
            if not event.repeat:
                self.reverse()
            return True
        if event.name in ("left", "right") and not event.ctrl:
            self.step(1 if event.name == "right" else -1)
            return True
        return False

    def release(self, x: float, y: float) -> bool:
        """Sort by the column that was hit."""
        for head, rect in self._rects():
            if holds(rect, x, y):
                self.choose(head.value)
        return True

    def parts(self) -> list[WidgetPart]:
        """Return every head that is shown."""
        return [
            WidgetPart(head.value, head.label, rect, head.value == self.sorted_by)
            for head, rect in self._rects()
        ]

    def draw(self, painter: Painter) -> None:
        """Draw the words, and beside those of the sorted column which way it is sorted."""
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

    def _placed(self) -> list[tuple[ColumnHead, float, float]]:
        return placed(self.heads, self.rect[2] - sum(self.insets))

    def _rects(self) -> list[tuple[ColumnHead, Rect]]:
        x, y, _, height = self.rect
        return [(head, (x + self.insets[0] + left, y, wide, height)) for head, left, wide in self._placed()]
