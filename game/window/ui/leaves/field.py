"""A line to type in, with its name, its unit and what it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.window.ui.canvas.lettering import LEADING
from game.window.ui.layout.box import Box, Rect
from game.window.ui.theme import tokens
from game.window.ui.widgets.text_entry import TextEntry

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

ENTRY_WIDTH, ENTRY_HEIGHT = 118.0, 36.0
NAME_HEIGHT = 24.0
UNIT_GAP = 8.0
AFTER = 12.0


class Field(Box):
    """A name, a line to type in with its unit, and below it the help, or the problem with the input.

    A field of `full_width` has its name above it. `units` are those of the whole form: every line leaves room for
    the widest, so that all lines align.
    """

    def __init__(
        self,
        entry: TextEntry,
        help_line: str,
        unit: str = "",
        units: Sequence[str] = (),
        *,
        full_width: bool = False,
    ) -> None:
        self._entry, self._controls = entry, (entry,)
        self._help = help_line
        self._unit = unit
        self._units = tuple(units)
        self._full_width = full_width

    def measure(self, painter: Painter, width: float) -> float:
        above = 0.0 if self._beside(painter, width) else NAME_HEIGHT
        return above + ENTRY_HEIGHT + 4 + len(self._lines(painter, width)) * _step() + AFTER

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the line at the right, before its unit, or below its name if they do not fit side by side."""
        super().place(painter, rect)
        x, y, width, _ = rect
        wide = self._entry_width(width)
        if self._beside(painter, width):
            self._entry.rect = (x + width - self._unit_width(painter) - wide, y, wide, ENTRY_HEIGHT)
        else:
            self._entry.rect = (x, y + NAME_HEIGHT, wide, ENTRY_HEIGHT)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Write the name, the unit, and the words below."""
        x, y, width, _ = rect
        left, top, wide, _ = self._entry.rect
        middle = top + ENTRY_HEIGHT / 2
        row = middle if self._beside(painter, width) else y + NAME_HEIGHT / 2 - 2
        painter.text(self._entry.label, x, row, "label_b", fit=width)
        right = left + wide + UNIT_GAP
        painter.text(self._unit, right, middle, "small", "dim", fit=x + width - right)
        colour = "bad" if self._entry.problem else "dim"
        for index, line in enumerate(self._lines(painter, width)):
            painter.text(line, x, top + ENTRY_HEIGHT + 4 + (index + 0.5) * _step(), "small", colour)

    def _beside(self, painter: Painter, width: float) -> bool:
        taken = self._entry_width(width) + self._unit_width(painter) + UNIT_GAP
        return not self._full_width and painter.width(self._entry.label, "label_b") + taken <= width

    def _entry_width(self, width: float) -> float:
        return width if self._full_width else min(ENTRY_WIDTH, width * 0.45)

    def _unit_width(self, painter: Painter) -> float:
        widest = max((painter.width(unit, "small") for unit in self._units), default=0.0)
        return widest + UNIT_GAP + 2 if widest else 0.0

    def _lines(self, painter: Painter, width: float) -> tuple[str, ...]:
        return painter.wrap(self._entry.problem or self._help, width, "small")


def _step() -> float:
    return tokens().type["small"].size * LEADING
