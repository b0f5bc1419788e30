"""The hands of a log in a list, or what stands in its place: no log yet, nothing found, something went wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.archive.imported import ImportedHand, LogFilter
from game.screens.logs.shelf import LogShelf
from game.screens.logs.words import cards_of, line_of
from game.screens.look_back.pages import Pages
from game.screens.pen import Pen
from game.screens.texts import text
from game.screens.views import hand_row
from game.screens.widgets.button import Button
from game.screens.widgets.rows import Rows
from game.screens.widgets.widget import Act, Rect, Widget

if TYPE_CHECKING:
    from game.screens.app import App

PADDING = 14.0
ROW = 56.0
PATIENCE_SECONDS = 0.3
BAR = (180.0, 6.0)
LINE = 24.0


@dataclass(frozen=True, slots=True)
class LogListActs:
    """What the list asks for: another hand is chosen, it is opened, and the ways out of an empty list."""

    changed: Act
    opened: Act
    bring: Act
    show_all: Act
    retry: Act


class LogList:
    """The rows, and what is said where there are none."""

    def __init__(
        self, app: App, shelf: LogShelf, pages: Pages[ImportedHand, LogFilter], acts: LogListActs
    ) -> None:
        self._app, self._shelf, self._pages = app, shelf, pages
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._waited = 0.0
        self.rows = Rows(
            "hands",
            text("logs.hands"),
            self._draw_row,
            self._row_in_words,
            changed=acts.changed,
            opened=acts.opened,
            looked_at=pages.look_at,
        )
        self._bring = Button("bring", text("logs.import"), acts.bring, kind="primary")
        self._show_all = Button("show-all", text("look_back.show_all"), acts.show_all, kind="primary")
        self._retry = Button("try-again", text("table.try_again"), acts.retry, kind="primary")

    @property
    def chosen(self) -> ImportedHand | None:
        """The hand that is chosen, as far as it is read."""
        return self._pages.hand(self.rows.chosen) if self.rows.count else None

    def restart(self) -> None:
        """Go back to the first hand: another log, or other hands of it."""
        self._waited = 0.0
        self.rows.chosen, self.rows.count = 0, 0
        self.rows.scroll.offset = 0.0

    def page_came(self) -> None:
        """Take note of how many hands there are."""
        self.rows.count = self._pages.total or 0
        self.rows.chosen = max(0, min(self.rows.chosen, self.rows.count - 1))

    def update(self, dt: float) -> bool:
        """Wait a moment before saying that one waits."""
        if self._is_waiting and self._waited < PATIENCE_SECONDS:
            self._waited += dt
            return True
        return False

    @property
    def said(self) -> str:
        """What is said where there is no list."""
        if problem := self._shelf.problem or self._pages.problem:
            return text("logs.problem", reason=problem)
        if self._is_waiting:
            return text("logs.reading") if self._waited >= PATIENCE_SECONDS else ""
        if not self._shelf.logs:
            return text("logs.empty")
        return "" if self._pages.total else text("look_back.nothing_found")

    def place(self, panel: Rect) -> list[Widget]:
        """Place the list in its panel, or the button that stands in its place."""
        self._panel = x, y, w, h = panel
        button = self._button
        if button is not None:
            wide = min(w - 2 * PADDING, max(160.0, button.natural_width(self._app.pen)))
            button.rect = (x + (w - wide) / 2, y + h / 2 + 14, wide, 44)
            return [button]
        self.rows.lay_out((x + 6, y + 6, w - 12, h - 12), ROW)
        self.rows.clip = panel
        return [self.rows]

    def draw(self, pen: Pen) -> None:
        """Draw what stands in the place of the list."""
        x, y, w, h = self._panel
        lines = pen.wrap(self.said, w - 4 * PADDING, "body") if self.said else ()
        for place, line in enumerate(reversed(lines)):
            pen.text(line, x + w / 2, y + h / 2 - 20 - place * LINE, "body", "dim", al="c")
        if lines and self._button is None:
            pen.bar((x + (w - BAR[0]) / 2, y + h / 2 + 4, *BAR), 1.0, "diagonal", "edge")

    @property
    def _is_waiting(self) -> bool:
        """Whether the logs, or the first page of one, are still to come."""
        if self._shelf.problem or self._pages.problem:
            return False
        return self._shelf.logs is None or (bool(self._shelf.logs) and self._pages.total is None)

    @property
    def _button(self) -> Button | None:
        """The one button that helps where there is no list."""
        if self._shelf.problem or self._pages.problem:
            return self._retry
        if self._is_waiting:
            return None
        if not self._shelf.logs:
            return self._bring
        return None if self._pages.total else self._show_all

    def _draw_row(self, pen: Pen, rect: Rect, place: int) -> bool:
        hand = self._pages.hand(place)
        if hand is None:
            return False
        hand_row.draw(pen, rect, line_of(self._app, hand), cards_of(hand))
        return True

    def _row_in_words(self, place: int) -> str:
        hand = self._pages.hand(place)
        return text("logs.reading") if hand is None else line_of(self._app, hand).spoken
