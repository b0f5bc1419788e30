"""Requests to the worker, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from game.core import PREPARING, Decision, Progress
from game.request import Received, Refusal, Reported, Request
from game.study.play import Decide
from game.window.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.study.background import Asking


A = TypeVar("A")


class Requests:
    """The pending requests of one screen. `answered` is called after each answer or refusal has been processed."""

    def __init__(self, app: Asking, answered: Callable[[], None] | None = None) -> None:
        self._app = app
        self._answered = answered
        self._open: set[int] = set()

    def ask(self, request: Request[A], received: Received[A], reported: Reported | None = None) -> int:
        """Send a request, and return its ticket.

        `received` is called with the answer or the refusal. Before this, `reported` is called with each
        report.
        """

        def arrived(answer: A | Refusal) -> None:
            self._open.discard(ticket)
            received(answer)
            self.changed()

        ticket = self._app.worker.ask(request, arrived, reported)
        self._open.add(ticket)
        return ticket

    def changed(self) -> None:
        if self._answered is not None:
            self._answered()

    def drop(self, ticket: int | None) -> None:
        """Forget a request, so that its answer is ignored."""
        if ticket is not None and ticket in self._open:
            self._open.discard(ticket)
            self._app.worker.drop(ticket)

    def drop_all(self) -> None:
        for ticket in list(self._open):
            self.drop(ticket)


class Thinking:
    """A pending decision of an opponent.

    The decision is requested once, and is available when it has arrived and a delay has passed.
    """

    MIN_SECONDS = 0.6  # at normal speed
    MAX_UNDECIDED_SHARE = 0.97

    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self._ticket: int | None = None
        self._seconds = 0.0
        self._report: Progress | None = None
        self.decision: Decision | None = None
        self.failed = False
        self.reason = ""

    @property
    def share(self) -> float:
        """The progress of the agent's preparation, or of its thinking time, from 0 to 1.

        The progress reaches 1 only when the decision has arrived and the delay has passed.

        Before the first report, the remaining time is unknown, so the progress rises ever more slowly.
        """
        if self.decision is not None:
            return min(1.0, self._seconds / self.MIN_SECONDS)
        report = self._report
        if self.prepares and report is not None and report.total:
            found = report.share
        elif report is not None and report.seconds_left is not None:
            found = report.time_share
        else:
            found = self._seconds / (self._seconds + self.MIN_SECONDS)
        return min(self.MAX_UNDECIDED_SHARE, found)

    @property
    def prepares(self) -> bool:
        return self._report is not None and self.decision is None and self._report.doing == PREPARING

    @property
    def seconds_left(self) -> float | None:
        """The remaining thinking time in seconds if the agent has a time limit, else None.

        Also None after the decision.
        """
        return None if self._report is None or self.decision is not None else self._report.seconds_left

    @property
    def due(self) -> bool:
        return self.decision is not None and self._seconds >= self.MIN_SECONDS

    def begin(self, request: Callable[[], Decide]) -> None:
        if self._ticket is None and not self.failed:
            self._ticket = self._requests.ask(request(), self._received, self._reported)

    def advance(self, seconds: float) -> None:
        self._seconds += seconds

    def forget(self) -> None:
        """Drop the request, because the position has changed or the user tries again."""
        self._requests.drop(self._ticket)
        self._ticket, self._seconds, self.decision, self.failed, self.reason = None, 0.0, None, False, ""
        self._report = None

    def _reported(self, report: Progress) -> None:
        self._report = report
        self._requests.changed()

    def _received(self, answer: Decision | Refusal) -> None:
        self.failed = isinstance(answer, Refusal)
        self.decision, self.reason = (None, answer.sentence) if isinstance(answer, Refusal) else (answer, "")


K = TypeVar("K", bound="Hashable")
V = TypeVar("V")


class Answers(Generic[K, V]):
    """The answers to requests of one kind, by key.

    A failed request is only repeated if the caller passes `again`.
    """

    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self._tickets: dict[K, int] = {}
        self._values: dict[K, V] = {}
        self.failed: dict[K, str] = {}

    def ask(self, key: K, request: Request[V], *, again: bool = False) -> None:
        """Send the request unless it was sent before. If `again`, also repeat a request that has failed."""
        if key not in self._tickets or (again and key in self.failed):
            self.failed.pop(key, None)
            self._tickets[key] = self._requests.ask(request, partial(self._take, key))

    def get(self, key: K) -> V | None:
        return self._values.get(key)

    def forget(self) -> None:
        """Drop all answers and requests."""
        for ticket in self._tickets.values():
            self._requests.drop(ticket)
        for kept in (self._tickets, self._values, self.failed):
            kept.clear()

    def _take(self, key: K, answer: V | Refusal) -> None:
        if isinstance(answer, Refusal):
            self.failed[key] = answer.sentence
        else:
            self._values[key] = answer


State = Literal["idle", "waiting", "partly", "failed", "answered"]
T = TypeVar("T")


class Asked(Generic[T]):
    """The latest request to the worker: waiting, partly answered (a report has arrived), failed or answered.

    `value` is the last answer. While a new request is pending, the last answer stays, so that the page can
    still show it. `forget` removes the last answer. If a request is dropped before its answer, the state is "idle"
    again. `changed` is called when a request is sent, and whenever a report, an answer or a failure arrives.
    """

    def __init__(self, app: Asking, changed: Act) -> None:
        self._requests = Requests(app)
        self._on_change = changed
        self._ticket: int | None = None
        self._question: Request[T] | None = None
        self._answered: Request[T] | None = None  # the request that `value` answers
        self.value: T | None = None
        self.report: Progress | None = None
        self.problem = ""

    @property
    def state(self) -> State:
        """The state of the request, such as "waiting" or "answered"."""
        if self.problem:
            return "failed"
        if self._ticket is None:
            return "answered" if self._answered is not None and self._answered == self._question else "idle"
        return "waiting" if self.report is None else "partly"

    @property
    def awaited(self) -> bool:
        return self.state in ("waiting", "partly")

    @property
    def fresh(self) -> T | None:
        return self.value if self.state == "answered" else None

    @property
    def share(self) -> float:
        """The progress from 0 to 1. It is 0 before the first report."""
        return 0.0 if self.report is None else self.report.share

    def ask(self, request: Request[T]) -> None:
        """Send a request, and drop the previous request."""
        self.drop()
        self._question = request
        self._ticket = self._requests.ask(request, self._take, self._take_report)
        self._on_change()

    def drop(self) -> None:
        self._requests.drop(self._ticket)
        self._ticket, self.report, self.problem = None, None, ""

    def forget(self) -> None:
        self.drop()
        self.value = self._answered = None

    def _take(self, answer: T | Refusal) -> None:
        self._ticket, self.report = None, None
        if isinstance(answer, Refusal):
            self.problem = answer.sentence
        else:
            self.problem, self.value, self._answered = "", answer, self._question
        self._on_change()

    def _take_report(self, report: Progress) -> None:
        self.report = report
        self._on_change()


class AskedAfterPause(Asked[T]):
    """A request that is sent after a pause without changes (debounce). `request` returns the request to send.

    As soon as something changes, the state is "waiting", so that an earlier answer no longer counts as
    `fresh`.
    """

    def __init__(self, app: Asking, changed: Act, request: Callable[[], Request[T]]) -> None:
        super().__init__(app, changed)
        self._request = request
        self._pause: float | None = None

    @property
    def state(self) -> State:
        return super().state if self._pause is None else "waiting"

    def drop(self) -> None:
        super().drop()
        self._pause = None

    def ask_in(self, seconds: float) -> None:
        self._pause = seconds

    def update(self, dt: float) -> bool:
        """Count down the pause, and send the request at its end. Return whether the pause is still running."""
        if self._pause is not None:
            self._pause -= dt
            if self._pause <= 0:
                self.ask(self._request())
        return self._pause is not None
