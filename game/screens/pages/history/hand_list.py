"""A list of hands that are read page by page, or what stands in its place: a sentence, a button, that one waits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Generic

from game.screens.frame.screen import Services
from game.screens.pages.history.pages import HandT, Pages
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout import Box, Column, Space, Stack, fixed, grow, natural
from game.screens.ui.leaves import Bar, Centred, Fitted, Line, Listed, across, halved, indented
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act, Button, Rect, Rows
from game.screens.views import hand_row
from game.screens.views.hand_row import Cards, HandLine

PADDING = 14.0
ROW = 56.0
PATIENCE_SECONDS = 0.3


@dataclass(frozen=True, slots=True)
class ListActs:
    """What the list asks for: another hand is chosen, it is opened, and the three ways out of an empty list."""

    changed: Act
    opened: Act
    begin: Act
    show_all: Act
    retry: Act


class ListOfHands(ABC, Generic[HandT]):
    """The rows. Subclasses say what a row shows, and what stands in the place of the list.

    `begin` are the name and the text of the button that brings the first hands.
    """

    def __init__(
        self, app: Services, pages: Pages[HandT, Any], label: str, acts: ListActs, begin: tuple[str, str]
    ) -> None:
        self._app, self._pages = app, pages
        self._waited = 0.0
        self._box: Box = Stack()
        self.rows = Rows(
            "hands",
            label,
            self._draw_row,
            self._row_in_words,
            changed=acts.changed,
            opened=acts.opened,
            looked_at=pages.look_at,
        )
        self._begin = _helping(*begin, acts.begin)
        self._show_all = _helping("show-all", "history.show_all", acts.show_all)
        self._retry = _helping("try-again", "table.try_again", acts.retry)

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

    # ---- what is shown --------------------------------------------------------------------------------------
    def box(self) -> Box:
        """Return the list, or what stands in its place; below the list, what was amiss in the files."""
        waits = Bar(1.0, height=6, pattern="diagonal", colour="edge").sized(fixed(180)).when(self.waiting)
        below = Column(Space(4), across(waits))
        if self.button is not None:
            below = Column(Space(14), across(Fitted(self.button, 44).sized(natural(least=160))))
        said = Column(indented(Centred(self.said, step=24), 2 * PADDING), Space(8))
        self._box = Stack(self._listed().when(self.button is None), halved(said, below))
        return self._box

    def clip_rows(self) -> None:
        """Let the rows be seen where the list lies."""
        self.rows.clip = self._box.rect

    def _listed(self) -> Box:
        warnings = self._pages.warnings
        warning = Line(warnings[0] if warnings and self.rows.count else "", "small", "bad", height=30)
        below = Column(Space(4), indented(warning, PADDING)).when(warnings)
        rows = Column(Listed(self.rows, ROW).sized(grow()), below)
        return Column(Space(6), indented(rows, 6).sized(grow()), Space(2 if warnings else 6))

    # ---- drawing --------------------------------------------------------------------------------------------
    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        hand = self._pages.hand(place)
        if hand is None:
            return False
        hand_row.draw(painter, rect, self.line(hand), self.cards(place, hand))
        return True

    def _row_in_words(self, place: int) -> str:
        hand = self._pages.hand(place)
        return self.reading if hand is None else self.line(hand).spoken


def _helping(name: str, key: str, act: Act) -> Button:
    """Return a button that stands in the place of a list."""
    return Button(name, text(key), act, kind="primary")
