"""A list of hands that are read page by page, or what stands in its place: a sentence, a button, that one waits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic

from game.screens.pages.look_back.pages import HandT, Pages
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.texts import text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.rows import Rows
from game.screens.ui.widgets.widget import Act, Rect, Widget
from game.screens.views import hand_row
from game.screens.views.hand_row import Cards, HandLine

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

PADDING = 14.0
ROW = 56.0
WARNING = 30.0
PATIENCE_SECONDS = 0.3
BAR = (180.0, 6.0)
LINE = 24.0


class ListOfHands(ABC, Generic[HandT]):
    """The rows. Subclasses say what a row shows, and what stands in the place of the list.

    `changed` comes when another hand is chosen, `opened` when it is opened.
    """

    def __init__(
        self, app: Services, pages: Pages[HandT, Any], label: str, changed: Act, opened: Act
    ) -> None:
        self._app, self._pages = app, pages
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._waited = 0.0
        self.rows = Rows(
            "hands",
            label,
            self._draw_row,
            self._row_in_words,
            changed=changed,
            opened=opened,
            looked_at=pages.look_at,
        )

    # ---- what a subclass says -------------------------------------------------------------------------------
    @property
    @abstractmethod
    def waiting(self) -> bool:
        """Whether it is not known yet if there are any hands."""

    @property
    @abstractmethod
    def verdict(self) -> str:
        """What is said where there is no list and nothing to wait for; empty where there is a list."""

    @property
    @abstractmethod
    def reading(self) -> str:
        """What is said while one waits."""

    @property
    @abstractmethod
    def button(self) -> Button | None:
        """The one button that helps where there is no list."""

    @abstractmethod
    def line(self, hand: HandT) -> HandLine:
        """Return the words of a row."""

    @abstractmethod
    def cards(self, place: int, hand: HandT) -> Cards:
        """Return the cards of a row."""

    # ---- what is known --------------------------------------------------------------------------------------
    @property
    def chosen(self) -> HandT | None:
        """The hand that is chosen, as far as it is read."""
        return self._pages.hand(self.rows.chosen) if self.rows.count else None

    @property
    def said(self) -> str:
        """What is said where there is no list; that one waits only after a moment."""
        if self.waiting:
            return self.reading if self._waited >= PATIENCE_SECONDS else ""
        return self.verdict

    def restart(self) -> None:
        """Go back to the first hand: other ones are read."""
        self._waited = 0.0
        self.rows.chosen, self.rows.count = 0, 0
        self.rows.scroll.offset = 0.0

    def page_came(self) -> None:
        """Take note of how many hands there are now."""
        self.rows.count = self._pages.total or 0
        self.rows.chosen = max(0, min(self.rows.chosen, self.rows.count - 1))

    def update(self, dt: float) -> bool:
        """Let a moment pass before it is said that one waits."""
        if self.waiting and self._waited < PATIENCE_SECONDS:
            self._waited += dt
            return True
        return False

    # ---- drawing --------------------------------------------------------------------------------------------
    def place(self, panel: Rect) -> list[Widget]:
        """Place the list in its panel, or the button that stands in its place."""
        self._panel = x, y, w, h = panel
        button = self.button
        if button is not None:
            wide = min(w - 2 * PADDING, max(160.0, button.natural_width(self._app.pen)))
            button.rect = (x + (w - wide) / 2, y + h / 2 + 14, wide, 44)
            return [button]
        below = WARNING if self._pages.warnings else 0.0
        self.rows.lay_out((x + 6, y + 6, w - 12, h - 12 - below), ROW)
        self.rows.clip = panel
        return [self.rows]

    def draw(self, pen: Pen) -> None:
        """Draw what stands in the place of the list, or below it what was amiss in the files."""
        x, y, w, h = self._panel
        lines = pen.wrap(self.said, w - 4 * PADDING, "body") if self.said else ()
        for place, line in enumerate(reversed(lines)):
            pen.text(line, x + w / 2, y + h / 2 - 20 - place * LINE, "body", "dim", al="c")
        if lines and self.waiting:
            pen.bar((x + (w - BAR[0]) / 2, y + h / 2 + 4, *BAR), 1.0, "diagonal", "edge")
        if self._pages.warnings and self.rows.count:
            warning = self._pages.warnings[0]
            pen.text(warning, x + 20, y + h - WARNING / 2 - 2, "small", "bad", fit=w - 40)

    def _draw_row(self, pen: Pen, rect: Rect, place: int) -> bool:
        hand = self._pages.hand(place)
        if hand is None:
            return False
        hand_row.draw(pen, rect, self.line(hand), self.cards(place, hand))
        return True

    def _row_in_words(self, place: int) -> str:
        hand = self._pages.hand(place)
        return self.reading if hand is None else self.line(hand).spoken


def helping(name: str, key: str, act: Act) -> Button:
    """Return a button that stands in the place of a list."""
    return Button(name, text(key), act, kind="primary")
