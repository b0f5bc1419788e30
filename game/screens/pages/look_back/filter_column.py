"""Filters below each other, each with its name: how they lie in a window that has no room for rows of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.screens.pages.look_back.finding import Finding
from game.screens.ui.layout.box import Box, Column
from game.screens.ui.leaves.control import Control
from game.screens.ui.leaves.words import Words
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.lookup import Lookup
from game.screens.ui.widgets.scroll import Scroll
from game.screens.ui.widgets.widget import Act, Rect, Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services
    from game.screens.ui.canvas.pen import Pen

ROW, PADDING = 40.0, 14.0


class FilterColumn(ABC):
    """The column. Subclasses make the filters; `moved` comes when the column was scrolled."""

    def __init__(self, app: Services, moved: Act) -> None:
        self._app = app
        self.scroll = Scroll(moved)
        self._flow = Column()

    @property
    @abstractmethod
    def widgets(self) -> Sequence[Widget]:
        """All of them, in the order in which they are read."""

    def _lookup(self, lookup: Lookup) -> Lookup:
        """Let a panel find one of the options of a filter."""
        lookup.find = lambda: self._app.overlay(Finding(self._app, lookup))
        return lookup

    def lay_out(self, panel: Rect, buttons: Sequence[Button]) -> list[Widget]:
        """Place the filters below each other, each with its name, and these buttons after them."""
        rows = [(Words(one.label, "small", "dim", 2), Control(one, ROW, after=8.0)) for one in self.widgets]
        parts: list[Box] = [part for row in rows for part in row]
        self._flow = Column(*parts, *(Control(button, ROW, after=8.0) for button in buttons))
        x, y, w, h = panel
        inner, view, pen = w - 2 * PADDING - 10, (x + 2, y + 2, w - 4, h - 4), self._app.pen
        self.scroll.fit(view, self._flow.measure(pen, inner) + 2 * PADDING)
        self._flow.place_at(pen, x + PADDING, y + PADDING - self.scroll.offset, inner)
        widgets: list[Widget] = [*self.widgets, *buttons]
        for widget in widgets:
            widget.clip = view
        return widgets

    def draw(self, pen: Pen) -> None:
        """Draw the names above the filters, where they lie below each other."""
        with pen.clip(self.scroll.view):
            self._flow.draw_all(pen)
        self.scroll.draw(pen)
