"""The hands of a log in a list, below it what is being imported, and what is said where there is no list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.archive.imported import ImportedHand, LogFilter
from game.screens.pages.look_back.hand_list import ListOfHands, helping
from game.screens.pages.look_back.logs.band import HEIGHT, ImportBand
from game.screens.pages.look_back.logs.shelf import LogShelf
from game.screens.pages.look_back.logs.words import cards_of, line_of
from game.screens.pages.look_back.pages import Pages
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.texts import text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.widget import Act, Rect, Widget
from game.screens.views.hand_row import Cards, HandLine

if TYPE_CHECKING:
    from game.screens.frame.screen import Services


@dataclass(frozen=True, slots=True)
class LogListActs:
    """What the list asks for: another hand is chosen, it is opened, and the ways out of an empty list."""

    changed: Act
    opened: Act
    bring: Act
    show_all: Act
    retry: Act


class LogList(ListOfHands[ImportedHand]):
    """The rows, and what is said where there are none."""

    def __init__(
        self, app: Services, shelf: LogShelf, pages: Pages[ImportedHand, LogFilter], acts: LogListActs
    ) -> None:
        super().__init__(app, pages, text("logs.hands"), acts.changed, acts.opened)
        self._shelf = shelf
        self._band = ImportBand(app, acts.bring)
        self._bring = helping("bring", "logs.import", acts.bring)
        self._show_all = helping("show-all", "look_back.show_all", acts.show_all)
        self._retry = helping("try-again", "table.try_again", acts.retry)

    @property
    def waiting(self) -> bool:
        """Whether the logs, or the first page of one, are still to come."""
        if self._problem:
            return False
        return self._shelf.logs is None or (bool(self._shelf.logs) and self._pages.total is None)

    @property
    def reading(self) -> str:
        """That the log is read."""
        return text("logs.reading")

    @property
    def verdict(self) -> str:
        """That logs cannot be read, that there is none, or that nothing passes the filters."""
        if self._problem:
            return text("logs.problem", reason=self._problem)
        if not self._shelf.logs:
            return text("logs.first" if self._app.imports.at_work is not None else "logs.empty")
        return "" if self._pages.total else text("look_back.nothing_found")

    @property
    def button(self) -> Button | None:
        """Try again, bring a log, or take the filters off."""
        if self._problem:
            return self._retry
        if self.waiting:
            return None
        if not self._shelf.logs:
            return self._bring if self._app.imports.at_work is None else None
        return None if self._pages.total else self._show_all

    def line(self, hand: ImportedHand) -> HandLine:
        """Say who played, for what, and who won how much."""
        return line_of(self._app, hand)

    def cards(self, place: int, hand: ImportedHand) -> Cards:
        """Return the cards of who is told first, and the board."""
        return cards_of(hand)

    def place(self, panel: Rect) -> list[Widget]:
        """Place the list, or what stands for it, above what is being imported."""
        x, y, width, height = panel
        below = HEIGHT if self._band.shown else 0.0
        listed = super().place((x, y, width, height - below))
        return [*listed, *self._band.place((x, y + height - below, width, below))] if below else listed

    def draw(self, pen: Pen) -> None:
        """Draw what stands in the place of the list, and what is being imported."""
        super().draw(pen)
        if self._band.shown:
            self._band.draw(pen)

    @property
    def _problem(self) -> str:
        return self._shelf.problem or self._pages.problem
