"""The hands of a log in a list, and what is said where there is none: no log yet, nothing found, trouble."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.archive.imported import ImportedHand, LogFilter
from game.screens.logs.shelf import LogShelf
from game.screens.logs.words import cards_of, line_of
from game.screens.look_back.hand_list import ListOfHands, helping
from game.screens.look_back.pages import Pages
from game.screens.texts import text
from game.screens.views.hand_row import Cards, HandLine
from game.screens.widgets.button import Button
from game.screens.widgets.widget import Act

if TYPE_CHECKING:
    from game.screens.app import App


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
        self, app: App, shelf: LogShelf, pages: Pages[ImportedHand, LogFilter], acts: LogListActs
    ) -> None:
        super().__init__(app, pages, text("logs.hands"), acts.changed, acts.opened)
        self._shelf = shelf
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
            return text("logs.empty")
        return "" if self._pages.total else text("look_back.nothing_found")

    @property
    def button(self) -> Button | None:
        """Try again, bring a log, or take the filters off."""
        if self._problem:
            return self._retry
        if self.waiting:
            return None
        if not self._shelf.logs:
            return self._bring
        return None if self._pages.total else self._show_all

    def line(self, hand: ImportedHand) -> HandLine:
        """Say who played, for what, and who won how much."""
        return line_of(self._app, hand)

    def cards(self, place: int, hand: ImportedHand) -> Cards:
        """Return the cards of who is told first, and the board."""
        return cards_of(hand)

    @property
    def _problem(self) -> str:
        return self._shelf.problem or self._pages.problem
