"""A long list of hands as the window knows it: asked of the worker page by page, as the list is walked.

One page is asked for at a time, the one that is looked at. The history, or a log, is never read here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from game.screens.frame.requests import Requests
from game.screens.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.frame.screen import Services

PAGE = 100
MOST_PAGES = 60


HandT = TypeVar("HandT")
Hand_co = TypeVar("Hand_co", covariant=True)
WantedT = TypeVar("WantedT")


class Page(Protocol[Hand_co]):
    """Some hands of a list; `total` counts all that the filter lets through."""

    @property
    def hands(self) -> tuple[Hand_co, ...]:
        """The hands, in the order of the list."""

    @property
    def total(self) -> int:
        """How many hands the filter lets through."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was amiss, in sentences."""


class Pages(Generic[HandT, WantedT]):
    """What is known of the hands that a filter lets through. `total` is None until the first page has come.

    `kind` is the request that answers {filter, offset, limit} with a page.
    """

    def __init__(self, app: Services, kind: str, wanted: WantedT, changed: Act) -> None:
        self._requests = Requests(app)
        self._kind = kind
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

    def take(self, answer: Answer) -> bool:
        """Give an answer to whom asked; return whether it was one of ours."""
        return self._requests.take(answer)

    def _ask(self, page: int) -> None:
        if self._asked is not None:
            if self._asked[0] == page:
                return
            self.drop()
        payload = {"filter": self._wanted, "offset": page * PAGE, "limit": PAGE}
        self._asked = page, self._requests.ask(self._kind, payload, self._receiver(page))

    def _receiver(self, page: int) -> Callable[[Page[HandT], str], None]:
        def received(found: Page[HandT], sentence: str) -> None:
            self._asked = None
            if sentence:
                self.problem = sentence
            else:
                self._keep(page, found)
            self._changed()

        return received

    def _keep(self, page: int, found: Page[HandT]) -> None:
        """Keep a page, and of many the ones around it."""
        self._pages[page] = found.hands
        if len(self._pages) > MOST_PAGES:
            del self._pages[max(self._pages, key=lambda one: abs(one - page))]
        self.total = found.total
        if not page:
            self.warnings = found.warnings
