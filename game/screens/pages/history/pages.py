"""A long list of hands as the window knows it: asked of the worker page by page, as the list is walked.

One page is asked for at a time, the one that is looked at. The history, or a log, is never read here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from game.archive.hand_page import HandPage
from game.request import Refusal, Request
from game.screens.frame.requests import Requests
from game.screens.frame.screen import Services
from game.screens.ui.widgets import Act

PAGE = 100
MOST_PAGES = 60


HandT = TypeVar("HandT")
WantedT = TypeVar("WantedT")


class Pages(Generic[HandT, WantedT]):
    """What is known of the hands that a filter lets through. `total` is None until the first page has come.

    `page` makes the request for a page from the filter, the offset and the number of hands.
    """

    def __init__(
        self,
        app: Services,
        page: Callable[[WantedT, int, int], Request[HandPage[HandT]]],
        wanted: WantedT,
        changed: Act,
    ) -> None:
        self._requests = Requests(app)
        self._request = page
        self._changed = changed
        self._wanted = wanted
        self._pages: dict[int, tuple[HandT, ...]] = {}
        self._asked: tuple[int, int] | None = None
        self.total: int | None = None
        self.problem = ""
        self.warnings: tuple[str, ...] = ()

    @property
    def wanted(self) -> WantedT:
        """The filter that is in force."""
        return self._wanted

    @property
    def waiting(self) -> bool:
        """Whether a page is on its way."""
        return self._asked is not None

    def begin(self, wanted: WantedT) -> None:
        """Forget everything and read with this filter."""
        self.drop()
        self._wanted = wanted
        self._pages.clear()
        self.total, self.problem, self.warnings = None, "", ()
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
                self._ask(page)
                return

    def drop(self) -> None:
        """Take no more interest in what was asked."""
        self._requests.drop_all()
        self._asked = None

    def _ask(self, page: int) -> None:
        if self._asked is not None:
            if self._asked[0] == page:
                return
            self.drop()
        request = self._request(self._wanted, page * PAGE, PAGE)
        self._asked = page, self._requests.ask(request, partial(self._received, page))

    def _received(self, page: int, found: HandPage[HandT] | Refusal) -> None:
        self._asked = None
        if isinstance(found, Refusal):
            self.problem = found.sentence
        else:
            self._keep(page, found)
        self._changed()

    def _keep(self, page: int, found: HandPage[HandT]) -> None:
        """Keep a page, and of many the ones around it."""
        self._pages[page] = found.hands
        if len(self._pages) > MOST_PAGES:
            del self._pages[max(self._pages, key=lambda one: abs(one - page))]
        self.total = found.total
        if not page:
            self.warnings = found.warnings
