"""The hands of a log in a list, below it what is being imported, and what is said where there is no list."""

from __future__ import annotations

from game.archive.imported import ImportedHand, LogFilter
from game.screens.frame.screen import Services
from game.screens.pages.history.hand_list import ListActs, ListOfHands
from game.screens.pages.history.logs.labels import cards_of, line_of
from game.screens.pages.history.logs.registry import LogRegistry
from game.screens.pages.history.logs.status_bar import ImportStatusBar
from game.screens.pages.history.pages import Pages
from game.screens.ui.layout import Box, Column, grow
from game.screens.ui.texts import text
from game.screens.ui.widgets import Button
from game.screens.views.hand_row import Cards, HandLine


class LogList(ListOfHands[ImportedHand]):
    """The rows, and what is said where there are none."""

    def __init__(
        self, app: Services, registry: LogRegistry, pages: Pages[ImportedHand, LogFilter], acts: ListActs
    ) -> None:
        super().__init__(app, pages, text("logs.hands"), acts, ("bring", "logs.import"))
        self._registry = registry
        self._band = ImportStatusBar(app, acts.begin)

    @property
    def waiting(self) -> bool:
        """Whether the logs, or the first page of one, are still to come."""
        if self._problem:
            return False
        return self._registry.logs is None or (bool(self._registry.logs) and self._pages.total is None)

    @property
    def reading(self) -> str:
        """That the log is read."""
        return text("logs.reading")

    @property
    def verdict(self) -> str:
        """That logs cannot be read, that there is none, or that nothing passes the filters."""
        if self._problem:
            return text("logs.problem", reason=self._problem)
        if not self._registry.logs:
            return text("logs.first" if self._app.imports.at_work is not None else "logs.empty")
        return "" if self._pages.total else text("history.nothing_found")

    @property
    def button(self) -> Button | None:
        """Try again, bring a log, or take the filters off."""
        if self._problem:
            return self._retry
        if self.waiting:
            return None
        if not self._registry.logs:
            return self._begin if self._app.imports.at_work is None else None
        return None if self._pages.total else self._show_all

    def line(self, hand: ImportedHand) -> HandLine:
        """Say who played, for what, and who won how much."""
        return line_of(self._app, hand)

    def cards(self, place: int, hand: ImportedHand) -> Cards:
        """Return the cards of who is told first, and the board."""
        return cards_of(hand)

    def box(self) -> Box:
        """Return the list, or what stands for it, above what is being imported."""
        return Column(super().box().sized(grow()), self._band.box()) if self._band.shown else super().box()

    @property
    def _problem(self) -> str:
        return self._registry.problem or self._pages.problem
