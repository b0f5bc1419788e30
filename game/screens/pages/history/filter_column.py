"""Filters below each other, each with its name: how they lie in a window that has no room for rows of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

from game.screens.dialogs.option_search import OptionSearch
from game.screens.frame.screen import Services
from game.screens.ui.layout import Box, Column, Scrolled
from game.screens.ui.leaves import Control, Words
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act, Button, Lookup, Scroll, Segmented, Widget, options

ROW, PADDING = 40.0, 14.0
ALL = "all"
"""The option of a filter that lets everything pass."""


class FilterColumn(ABC):
    """The column. Subclasses make the filters from their texts; `moved` comes when the column was scrolled."""

    words: ClassVar[str]

    def __init__(self, app: Services, moved: Act) -> None:
        self._app = app
        self.scroll = Scroll(moved)

    @property
    @abstractmethod
    def widgets(self) -> Sequence[Widget]:
        """All of them, in the order in which they are read."""

    def _segments(self, name: str, values: Sequence[str], change: Callable[[str], None]) -> Segmented:
        """Return a choice between values; `ALL` among them lets everything pass."""
        named = options(f"{self.words}.{name}.{{}}", values)
        return Segmented(name, text(f"{self.words}.{name}.label"), named, ALL, change)

    def _lookup(self, lookup: Lookup) -> Lookup:
        """Let a panel find one of the options of a filter."""
        lookup.find = lambda: self._app.overlay(OptionSearch(self._app, lookup))
        return lookup

    def box(self, buttons: Sequence[Button]) -> Box:
        """Return the filters, each below its name, and buttons below them; they scroll where they must."""
        rows = [(Words(one.label, "small", "dim", 2), Control(one, ROW, after=8)) for one in self.widgets]
        parts: list[Box] = [part for row in rows for part in row]
        column = Column(*parts, *(Control(button, ROW, after=8) for button in buttons))
        return Scrolled(
            column, self.scroll, sides=(PADDING, PADDING + 10), above=PADDING, below=PADDING + 4, least=0
        )
