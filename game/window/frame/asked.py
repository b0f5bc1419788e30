"""One question to the worker at a time, and how far it has come."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from game.core import Progress
from game.request import Refusal, Request
from game.window.frame.requests import Requests
from game.window.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.study.background import Asking

State = Literal["idle", "waiting", "partly", "failed", "answered"]
T = TypeVar("T")


class Asked(Generic[T]):
    """What was asked last: waiting, partly answered (a report has come), failed or answered.

    `value` is the last answer. It stays while the same is asked again, so that a page shows it meanwhile; `forget`
    lets it go. A question that was dropped before its answer came is "idle" again. `changed` is called when a
    question is asked, and whenever a report, an answer or a failure arrives.
    """

    def __init__(self, app: Asking, changed: Act) -> None:
        self._requests = Requests(app)
        self._changed = changed
        self._ticket: int | None = None
        self._asked: Request[T] | None = None
        self._answered: Request[T] | None = None  # what `value` answers
        self.value: T | None = None
        self.report: Progress | None = None
        self.problem = ""

    @property
    def state(self) -> State:
        """How far it has come."""
        if self.problem:
            return "failed"
        if self._ticket is None:
            return "answered" if self._answered is not None and self._answered == self._asked else "idle"
        return "waiting" if self.report is None else "partly"

    @property
    def awaited(self) -> bool:
        """Whether the answer is still to come."""
        return self.state in ("waiting", "partly")

    @property
    def fresh(self) -> T | None:
        """The answer to what was asked last; None before it has come."""
        return self.value if self.state == "answered" else None

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1, as far as a report tells."""
        return (
            min(1.0, self.report.iteration / self.report.total) if self.report and self.report.total else 0.0
        )

    def ask(self, request: Request[T]) -> None:
        """Ask; an older question is dropped."""
        self.drop()
        self._asked = request
        self._ticket = self._requests.ask(request, self._take, self._take_report)
        self._changed()

    def drop(self) -> None:
        """Take no more interest in what was asked."""
        self._requests.drop(self._ticket)
        self._ticket, self.report, self.problem = None, None, ""

    def forget(self) -> None:
        """Drop the question, and the last answer with it."""
        self.drop()
        self.value = self._answered = None

    def _take(self, answer: T | Refusal) -> None:
        self._ticket, self.report = None, None
        if isinstance(answer, Refusal):
            self.problem = answer.sentence
        else:
            self.problem, self.value, self._answered = "", answer, self._asked
        self._changed()

    def _take_report(self, report: Progress) -> None:
        self.report = report
        self._changed()


class AskedAfterPause(Asked[T]):
    """A question that is asked once nothing has changed for a while; `request` returns what is asked then.

    It is "waiting" from the change on, so that no older answer is `fresh`.
    """

    def __init__(self, app: Asking, changed: Act, request: Callable[[], Request[T]]) -> None:
        super().__init__(app, changed)
        self._request = request
        self._pause: float | None = None

    @property
    def state(self) -> State:
        """How far it has come."""
        return super().state if self._pause is None else "waiting"

    def drop(self) -> None:
        """Take no more interest in what was asked, nor ask it after the pause."""
        super().drop()
        self._pause = None

    def ask_in(self, seconds: float) -> None:
        """Ask after so many seconds, unless that is said again before."""
        self._pause = seconds

    def update(self, dt: float) -> bool:
        """Let time pass, and ask when it is time; return whether that is still to come."""
        if self._pause is not None:
            self._pause -= dt
            if self._pause <= 0:
                self.ask(self._request())
        return self._pause is not None
