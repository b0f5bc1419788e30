"""A long list of hands, which is requested from the worker page by page while the user scrolls.

The window itself reads neither the history nor a log. If no hands are listed, an `Instead` replaces the list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from game.archive.hands import HandPage
from game.request import Request
from game.texts import text
from game.window.frame.actions import BoundAction
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Column, Space, Stack, fixed, grow, natural
from game.window.ui.leaves import (
    Bar,
    Centred,
    Fitted,
    Line,
    Listed,
    across,
    halved,
    indented,
)
from game.window.ui.widgets import Button, Rect, Rows
from game.window.views import cards as hand_row
from game.window.views.cards import Cards, HandLine

PAGE = 100
MAX_PAGES = 60
PADDING = 14.0
ROW = 56.0
PATIENCE_SECONDS = 0.3
HandT = TypeVar("HandT")
WantedT = TypeVar("WantedT")


@dataclass(frozen=True, slots=True)
class Instead:
    """A message with an optional button, shown in place of an empty list."""

    words: str
    button: Button | None = None


@dataclass(frozen=True, slots=True)
class Described:
    """The description of a hand.

    The fields are the row in the list, the players' names by seat, the number of the hand, and the label of its id.
    """

    line: HandLine
    names: tuple[str, str]
    count: str
    id_name: str


class HandsPage(Protocol):
    """The interface of a page with a list of hands, used by its filters, its list and its panels."""

    app: Services

    @property
    def open_replay(self) -> BoundAction[[]]: ...

    def line(self, hand: Any) -> HandLine: ...

    def cards(self, index: int, hand: Any) -> Cards: ...

    def describe(self, hand: Any) -> Described:
        """Return the description of a hand for the panel next to the list."""

    def instead(self) -> Instead | None:
        """Return the message to show in place of the list, or None to show the list."""

    def read_hands(self) -> None:
        """Read the hands that match the filters, beginning with the first."""

    def page_came(self) -> None:
        """Show the hands that have arrived."""

    def show_selection(self) -> None: ...

    def relayout(self) -> None: ...


class Pages(Generic[HandT, WantedT]):
    """A cache of loaded pages of the hands that match a filter.

    The attribute `total`, the number of hands, is None until the first page has arrived. The callable
    `request` creates the request for a page. Its arguments are the filter, the offset and the number of
    hands.
    """

    def __init__(
        self,
        page: HandsPage,
        request: Callable[[WantedT, int, int], Request[HandPage[HandT]]],
        wanted: WantedT,
    ) -> None:
        self.wanted = wanted
        self.total: int | None = None
        self.warnings: tuple[str, ...] = ()
        self._of, self._request = page, request
        self._pages: dict[int, tuple[HandT, ...]] = {}
        self._query = Asked[HandPage[HandT]](page.app, self._take)
        self._page = 0  # the page of the latest request

    @property
    def problem(self) -> str:
        return self._query.problem

    @property
    def untouched(self) -> bool:
        return self.total is None and self._query.state not in ("waiting", "failed")

    def begin(self, wanted: WantedT) -> None:
        """Drop all hands, and read the hands that match this filter."""
        self.drop()
        self.wanted, self.total, self.warnings = wanted, None, ()
        self._pages.clear()
        self.look_at(0)

    def hand(self, index: int) -> HandT | None:
        """Return the hand at an index of the list, or None if the hand is not loaded."""
        page, within = divmod(index, PAGE)
        hands = self._pages.get(page, ())
        return hands[within] if within < len(hands) else None

    def look_at(self, index: int, last: int | None = None) -> None:
        """Request the missing pages with the hands from `index` to `last`, one page at a time."""
        for page in (index // PAGE, (index if last is None else last) // PAGE):
            if page not in self._pages and not self.problem:
                if page != self._page or self._query.state != "waiting":
                    self._page = page
                    self._query.ask(self._request(self.wanted, page * PAGE, PAGE))
                return

    def drop(self) -> None:
        self._query.drop()

    def _take(self) -> None:
        """Store the page that has arrived. If the cache is full, drop the page farthest from the new page."""
        found = self._query.fresh
        if found is not None:
            self._pages[self._page] = found.hands
            if len(self._pages) > MAX_PAGES:
                del self._pages[max(self._pages, key=lambda one: abs(one - self._page))]
            self.total = found.total
            self.warnings = found.warnings if self._page == 0 else self.warnings
        if found is not None or self.problem:
            self._of.page_came()


class HandList(Generic[HandT]):
    """The list of hands. A replay also moves through the list. The keys of the list's texts begin with `words`."""

    def __init__(self, page: HandsPage, pages: Pages[HandT, Any], words: str) -> None:
        self._page, self._pages = page, pages
        self._wait_seconds = 0.0  # since the filters have changed
        self.place: Box = Stack()
        self.reading = Instead(text(f"{words}.reading"))
        self.rows = Rows(
            "hands",
            text(f"{words}.hands"),
            self._draw_row,
            self._speak_row,
            changed=page.show_selection,
            opened=page.open_replay,
            looked_at=pages.look_at,
        )

    @property
    def chosen(self) -> HandT | None:
        return self._pages.hand(self.rows.chosen) if self.rows.count else None

    @property
    def button(self) -> Button | None:
        instead = self._page.instead()
        return instead.button if instead is not None else None

    def has(self, by: int) -> bool:
        return 0 <= self.rows.chosen + by < self.rows.count

    def take(self, by: int) -> HandT | None:
        """Move the selection by `by` rows.

        Return the hand at the new index, or None if it is not loaded yet.
        """
        index = self.rows.chosen + by
        hand = self._pages.hand(index)
        if hand is None:
            self._pages.look_at(index)
        else:
            self.rows.choose(index)
        return hand

    def restart(self) -> None:
        """Select the first hand and scroll to the top, because other hands are being read."""
        self._wait_seconds = 0.0
        self.rows.chosen, self.rows.count = 0, 0
        self.rows.scroll.offset = 0.0

    def page_came(self) -> None:
        self.rows.count = self._pages.total or 0
        self.rows.chosen = max(0, min(self.rows.chosen, self.rows.count - 1))

    def update(self, dt: float) -> bool:
        """Advance the time. Return True while the message that hands are being read is not shown yet."""
        if self._page.instead() is not self.reading or self._wait_seconds >= PATIENCE_SECONDS:
            return False
        self._wait_seconds += dt
        if self._wait_seconds >= PATIENCE_SECONDS:
            self._page.show_selection()
        return True

    def box(self) -> Box:
        """Return the list or the message in its place, and below it the messages about unreadable files."""
        instead, button = self._page.instead() or Instead(""), self.button
        waits = instead is self.reading
        words = "" if waits and self._wait_seconds < PATIENCE_SECONDS else instead.words
        bar = Bar(1.0, height=6, pattern="diagonal", colour="edge").sized(fixed(180)).when(waits)
        below = Column(Space(4), across(bar))
        if button is not None:
            below = Column(Space(14), across(Fitted(button, 44).sized(natural(least=160))))
        said = Column(indented(Centred(words, step=24), 2 * PADDING), Space(8))
        warnings = self._pages.warnings
        warning = Line(warnings[0] if warnings and self.rows.count else "", "small", "bad", height=30)
        footer = Column(Space(4), indented(warning, PADDING)).when(warnings)
        rows = Column(Listed(self.rows, ROW).sized(grow()), footer)
        listed = Column(Space(6), indented(rows, 6).sized(grow()), Space(2 if warnings else 6))
        self.place = Stack(listed.when(button is None), halved(said, below))
        return self.place

    def _draw_row(self, painter: Painter, rect: Rect, index: int) -> bool:
        hand = self._pages.hand(index)
        if hand is None:
            return False
        hand_row.draw_hand_row(painter, rect, self._page.line(hand), self._page.cards(index, hand))
        return True

    def _speak_row(self, index: int) -> str:
        hand = self._pages.hand(index)
        return self.reading.words if hand is None else self._page.line(hand).description
