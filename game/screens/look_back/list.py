"""The list of hands, or what stands in its place: nothing yet, nothing found, something went wrong, one waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.archive.hands import PlayedHand
from game.archive.store import HistoryFilter
from game.core import BadInput
from game.screens.look_back.filter import Filters
from game.screens.look_back.pages import Pages
from game.screens.look_back.words import cards_of, line_of
from game.screens.pen import Pen
from game.screens.texts import text
from game.screens.views import hand_row
from game.screens.views.hand_row import NO_CARDS, Cards
from game.screens.widgets.button import Button
from game.screens.widgets.rows import Rows
from game.screens.widgets.widget import Act, Rect, Widget

if TYPE_CHECKING:
    from game.screens.app import App

PADDING = 14.0
ROW = 56.0
WARNING = 30.0
PATIENCE_SECONDS = 0.3
BAR = (180.0, 6.0)
LINE = 24.0
DEALT_A_FRAME = 2  # each takes a few milliseconds


@dataclass(frozen=True, slots=True)
class ListActs:
    """What the list can ask for: another hand is chosen, it is opened, and the three ways out of an empty list."""

    changed: Act
    opened: Act
    play: Act
    show_all: Act
    retry: Act


class HandList:
    """The rows, and what is said where there are none."""

    def __init__(
        self, app: App, pages: Pages[PlayedHand, HistoryFilter], filters: Filters, acts: ListActs
    ) -> None:
        self._app, self._pages, self._filters = app, pages, filters
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._waited = 0.0
        self._cards: dict[int, Cards] = {}
        self.rows = Rows(
            "hands",
            text("look_back.hands"),
            self._draw_row,
            self._row_in_words,
            changed=acts.changed,
            opened=acts.opened,
            looked_at=pages.look_at,
        )
        self._play = Button("play", text("look_back.play"), acts.play, kind="primary")
        self._show_all = Button("show-all", text("look_back.show_all"), acts.show_all, kind="primary")
        self._retry = Button("try-again", text("table.try_again"), acts.retry, kind="primary")

    @property
    def chosen(self) -> PlayedHand | None:
        """The hand that is chosen, as far as it is read."""
        return self._pages.hand(self.rows.chosen) if self.rows.count else None

    def restart(self) -> None:
        """Go back to the newest hand: the history is read anew."""
        self._waited = 0.0
        self._cards.clear()
        self.rows.chosen, self.rows.count = 0, 0
        self.rows.scroll.offset = 0.0

    def page_came(self) -> None:
        """Take note of how many hands there are now."""
        self.rows.count = self._pages.total or 0
        self.rows.chosen = max(0, min(self.rows.chosen, self.rows.count - 1))

    def update(self, dt: float) -> bool:
        """Wait a moment before saying that one waits; deal the cards of the rows that are seen, a few a frame."""
        if self._deal_cards():
            return True
        if self._pages.total is None and self._pages.waiting and self._waited < PATIENCE_SECONDS:
            self._waited += dt
            return True
        return False

    def _deal_cards(self) -> bool:
        """Deal what is missing of a few rows; return whether there were any."""
        hands = ((place, self._pages.hand(place)) for place in self.rows.seen if place not in self._cards)
        missing = [(place, hand) for place, hand in hands if hand is not None][:DEALT_A_FRAME]
        for place, hand in missing:
            self._cards[place] = _cards_or_none(hand)
        return bool(missing)

    @property
    def said(self) -> str:
        """What is said where there is no list."""
        pages = self._pages
        if pages.problem:
            return text("look_back.problem", reason=pages.problem)
        if pages.total is None:
            return text("look_back.reading") if self._waited >= PATIENCE_SECONDS else ""
        if pages.total:
            return ""
        if self._filters.choices.is_open:
            return text("look_back.empty")
        return text("look_back.nothing_watched" if pages.wanted.watched else "look_back.nothing_found")

    @property
    def _button(self) -> Button | None:
        """The one button that helps where there is no list."""
        if self._pages.problem:
            return self._retry
        if self._pages.total == 0:
            return self._play if self._filters.choices.is_open else self._show_all
        return None

    def place(self, panel: Rect) -> list[Widget]:
        """Place the list in its panel, or the button that stands in its place."""
        self._panel = x, y, w, h = panel
        button = self._button
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
        if lines and self._button is None:
            pen.bar((x + (w - BAR[0]) / 2, y + h / 2 + 4, *BAR), 1.0, "diagonal", "edge")
        if self._pages.warnings and self.rows.count:
            warning = self._pages.warnings[0]
            pen.text(warning, x + 20, y + h - WARNING / 2 - 2, "small", "bad", fit=w - 40)

    def _draw_row(self, pen: Pen, rect: Rect, place: int) -> bool:
        hand = self._pages.hand(place)
        if hand is None:
            return False
        hand_row.draw(pen, rect, line_of(self._app, hand), self._cards.get(place, NO_CARDS))
        return True

    def _row_in_words(self, place: int) -> str:
        hand = self._pages.hand(place)
        return text("look_back.reading") if hand is None else line_of(self._app, hand).spoken


def _cards_or_none(hand: PlayedHand) -> Cards:
    """Return the cards of a hand; none of one that the rules do not allow, which its detail says."""
    try:
        return cards_of(hand)
    except BadInput:
        return NO_CARDS
