"""Filters below each other, each with its name: how they lie in a window that has no room for rows of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.screens.look_back.finding import Finding
from game.screens.widgets.button import Button
from game.screens.widgets.flow import Control, Flow, Part, Words
from game.screens.widgets.lookup import Lookup
from game.screens.widgets.scroll import Scroll
from game.screens.widgets.widget import Act, Rect, Widget

if TYPE_CHECKING:
    from game.screens.app import App
    from game.screens.pen import Pen

ROW, PADDING = 40.0, 14.0


class FilterColumn(ABC):
    """The column. Subclasses make the filters; `moved` comes when the column was scrolled."""

    def __init__(self, app: App, moved: Act) -> None:
        self._app = app
        self.scroll = Scroll(moved)
        self._flow = Flow([])

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
        rows = [(Words(one.label, "small", "dim", 2), Control(one, ROW)) for one in self.widgets]
        parts: list[Part] = [part for row in rows for part in row]
        self._flow = Flow([*parts, *(Control(button, ROW) for button in buttons)])
        x, y, w, h = panel
        inner, view, pen = w - 2 * PADDING - 10, (x + 2, y + 2, w - 4, h - 4), self._app.pen
        self.scroll.fit(view, self._flow.height(pen, inner) + 2 * PADDING)
        self._flow.lay_out(pen, x + PADDING, y + PADDING - self.scroll.offset, inner)
        widgets: list[Widget] = [*self.widgets, *buttons]
        for widget in widgets:
            widget.clip = view
        return widgets

    def draw(self, pen: Pen) -> None:
        """Draw the names above the filters, where they lie below each other."""
        with pen.clip(self.scroll.view):
            self._flow.draw(pen)
        self.scroll.draw(pen)
