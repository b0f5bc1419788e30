"""Cells in rows and columns as one control: arrows walk them around the ends, the mouse points at one."""

from __future__ import annotations

from typing import ClassVar

from game.window.ui.input import Key
from game.window.ui.widgets.widget import Rect, Widget

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
Cell = tuple[int, int]
"""A row and a column, from the upper left corner."""


class Cells(Widget):
    """The control. Subclasses draw the cells, and say what is done with one."""

    rows: ClassVar[int]
    columns: ClassVar[int]
    spacing: ClassVar[float] = 0.0
    """Between two cells, in dp; the last row and column have it too."""

    def __init__(self, name: str, label: str) -> None:
        super().__init__(name, label)
        self._at: Cell = (0, 0)
        self._under: Cell | None = None

    @property
    def looked_at(self) -> Cell:
        """The cell under the mouse, else the one that arrows have come to."""
        return self._under if self.hovered and self._under is not None else self._at

    @property
    def area(self) -> Rect:
        """Where the cells lie: all of the control, where nothing stands beside them."""
        return self.rect

    def rect_of(self, cell: Cell) -> Rect:
        """Return where a cell lies, without what is free between it and the next ones."""
        x, y, width, height = self.area
        wide, high = width / self.columns, height / self.rows
        return x + cell[1] * wide, y + cell[0] * high, wide - self.spacing, high - self.spacing

    def walk(self, event: Key) -> bool:
        """Go where an arrow leads; return whether it was one."""
        if event.name not in STEPS or event.ctrl:
            return False
        (row, column), (down, across) = self._at, STEPS[event.name]
        self._at, self._under = ((row + down) % self.rows, (column + across) % self.columns), None
        return True

    def hover(self, x: float, y: float) -> bool:
        """Follow the mouse."""
        before, self._under = self._under, self.cell_at(x, y)
        return before != self._under

    def cell_at(self, x: float, y: float) -> Cell | None:
        """Return the cell at a place in dp, None beside all."""
        left, top, width, height = self.area
        row, column = int((y - top) / height * self.rows), int((x - left) / width * self.columns)
        inside = x >= left and y >= top and row < self.rows and column < self.columns
        return (row, column) if inside else None
