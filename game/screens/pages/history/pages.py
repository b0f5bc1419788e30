"""A long list of hands as the window knows it: asked of the worker page by page, as the list is walked.

One page is asked for at a time, the one that is looked at. The history, or a log, is never read here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from game.archive.hand_page import HandPage
from game.request import Request
from game.screens.frame.asked import Asked
from game.screens.frame.screen import Services
from game.screens.ui.widgets import Act

PAGE = 100
MOST_PAGES = 60


HandT = TypeVar("HandT")
WantedT = TypeVar("WantedT")


class Pages(Generic[HandT, WantedT]):
    """What is known of the hands that the filter `wanted` lets through.

    `total` is None until the first page has come. `request` makes the request for a page from the filter, the
    offset and the number of hands.
    """

    def __init__(
        self,
        app: Services,
        request: Callable[[WantedT, int, int], Request[HandPage[HandT]]],
        wanted: WantedT,
        changed: Act,
    ) -> None:
        self.wanted = wanted
        self.total: int | None = None
        self.warnings: tuple[str, ...] = ()
        self._request, self._changed = request, changed
        self._pages: dict[int, tuple[HandT, ...]] = {}
        self._asked = Asked[HandPage[HandT]](app, self._take)
        self._page = 0  # that was asked for last

    @property
    def problem(self) -> str:
        """Why they cannot be read."""
        return self._asked.problem

    @property
    def untouched(self) -> bool:
        """Whether nothing has come, and nothing is on its way."""
        return self.total is None and self._asked.state not in ("waiting", "failed")

    def begin(self, wanted: WantedT) -> None:
        """Forget everything and read with this filter."""
        self.drop()
        self.wanted, self.total, self.warnings = wanted, None, ()
        self._pages.clear()
        self.look_at(0)

    def hand(self, place: int) -> HandT | None:
        """Return the hand at a place of the list; None while it is not read."""
        page, within = divmod(place, PAGE)
        hands = self._pages.get(page, ())
        return hands[within] if within < len(hands) else None

    def look_at(self, place: int, last: int | None = None) -> None:
        """Ask for the page of a place, or of the end of what is looked at, unless they are there."""
        for page in (place // PAGE, (place if last is None else last) // PAGE):
            if page not in self._pages and not self.problem:
                if page != self._page or self._asked.state != "waiting":
                    self._page = page
                    self._asked.ask(self._request(self.wanted, page * PAGE, PAGE))
                return

    def drop(self) -> None:
        """Take no more interest in what was asked."""
        self._asked.drop()

    def _take(self) -> None:
        """Keep the page that has come, and of many the ones around it."""
        found = self._asked.fresh
        if found is not None:
            self._pages[self._page] = found.hands
            if len(self._pages) > MOST_PAGES:
                del self._pages[max(self._pages, key=lambda one: abs(one - self._page))]
            self.total = found.total
            self.warnings = found.warnings if self._page == 0 else self.warnings
        if found is not None or self.problem:
            self._changed()
