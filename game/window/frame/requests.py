"""What a screen has asked of the worker; what it takes no more interest in is dropped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from game.core import PREPARING, Decision, Progress
from game.request import Received, Refusal, Reported, Request
from game.study.play import Decide

if TYPE_CHECKING:
    from game.study.background import Asking

A = TypeVar("A")


class Requests:
    """The open requests of one screen. `answered` is called after each answer or refusal was taken."""

    def __init__(self, app: Asking, answered: Callable[[], None] | None = None) -> None:
        self._app = app
        self._answered = answered
        self._open: set[int] = set()

    def ask(self, request: Request[A], received: Received[A], reported: Reported | None = None) -> int:
        """Ask the worker; `received` gets the answer or the refusal, `reported` what comes before."""

        def arrived(answer: A | Refusal) -> None:
            self._open.discard(ticket)
            received(answer)
            self.changed()

        ticket = self._app.worker.ask(request, arrived, reported)
        self._open.add(ticket)
        return ticket

    def changed(self) -> None:
        """Let the screen show what has come in."""
        if self._answered is not None:
            self._answered()

    def drop(self, ticket: int | None) -> None:
        """Take no more interest in a request."""
        if ticket is not None and ticket in self._open:
            self._open.discard(ticket)
            self._app.worker.drop(ticket)

    def drop_all(self) -> None:
        """Take no more interest in any."""
        for ticket in list(self._open):
            self.drop(ticket)


class Thinking:
    """An opponent's decision: asked for once, and shown when it has arrived and a moment has passed."""

    LEAST_SECONDS = 0.6  # at normal speed
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
        """The share of the preparation or of the time that has passed, which is full only after the decision.

        Before the first report the end is unknown, so the share approaches 1.
        """
        if self.decision is not None:
            return min(1.0, self._seconds / self.LEAST_SECONDS)
        report = self._report
        if self.prepares and report is not None and report.total:
            found = report.iteration / report.total
        elif report is not None and report.seconds_left is not None:
            whole = report.seconds + report.seconds_left
            found = report.seconds / whole if whole else 0.0
        else:
            found = self._seconds / (self._seconds + self.LEAST_SECONDS)
        return min(self.MAX_UNDECIDED_SHARE, found)

    @property
    def prepares(self) -> bool:
        """Whether the agent prepares a solve and has not begun to solve."""
        return self._report is not None and self.decision is None and self._report.doing == PREPARING

    @property
    def seconds_left(self) -> float | None:
        """How long an agent that takes its time still thinks. It is None for all others, and after the decision."""
        return None if self._report is None or self.decision is not None else self._report.seconds_left

    @property
    def due(self) -> bool:
        """Whether the decision may be shown."""
        return self.decision is not None and self._seconds >= self.LEAST_SECONDS

    def begin(self, request: Callable[[], Decide]) -> None:
        """Ask, unless that was done."""
        if self._ticket is None and not self.failed:
            self._ticket = self._requests.ask(request(), self._received, self._reported)

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._seconds += seconds

    def forget(self) -> None:
        """Forget all about it: the position has changed, or one tries again."""
        self._requests.drop(self._ticket)
        self._ticket, self._seconds, self.decision, self.failed, self.reason = None, 0.0, None, False, ""
        self._report = None

    def _reported(self, report: Progress) -> None:
        self._report = report
        self._requests.changed()

    def _received(self, answer: Decision | Refusal) -> None:
        self.failed = isinstance(answer, Refusal)
        self.decision, self.reason = (None, answer.sentence) if isinstance(answer, Refusal) else (answer, "")
