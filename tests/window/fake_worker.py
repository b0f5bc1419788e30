"""A worker without a process, for tests of the window: what is asked is noted, and answered when a test says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from game.core import Progress
from game.match.worker import CANCELLED, DIED
from game.request import Received, Refusal, Reported, Request

A = TypeVar("A")
Kind = type[Request[Any]]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A request that was asked and not yet answered."""

    ticket: int
    request: Request[Any]
    received: Received[Any]
    reported: Reported | None


class FakeWorker:
    """Asks, tickets and polls are those of the real one. `asked` holds every request, the first first."""

    def __init__(self) -> None:
        self.asked: list[Request[Any]] = []
        self.open: dict[int, Waiting] = {}
        self._due: list[tuple[int, object]] = []  # what the next poll hands over
        self.closed = False

    @property
    def waiting(self) -> bool:
        return bool(self._due)

    def ask(self, request: Request[A], received: Received[A], reported: Reported | None = None) -> int:
        self.asked.append(request)
        ticket = len(self.asked)
        self.open[ticket] = Waiting(ticket, request, received, reported)
        self.consider(ticket, request)
        return ticket

    def consider(self, ticket: int, request: Request[Any]) -> None:
        """Answer a request at the next poll, or leave it to the test."""

    def cancel(self, ticket: int) -> None:
        if ticket in self.open:
            self.hand_in(ticket, Refusal(CANCELLED))

    def drop(self, ticket: int) -> None:
        self.open.pop(ticket, None)
        self._due = [due for due in self._due if due[0] != ticket]

    def poll(self) -> None:
        due, self._due = self._due, []
        for ticket, found in due:
            self.hand_over(ticket, found)

    def close(self) -> None:
        self.closed = True

    # ---- what a test lets happen ----------------------------------------------------------------------------
    def all_asked(self, kind: type[A]) -> list[A]:
        """Return the requests of a kind, the first first."""
        return [request for request in self.asked if isinstance(request, kind)]

    def hand_in(self, ticket: int, found: object) -> None:
        """Let the next poll hand over an answer, a refusal or a report."""
        self._due.append((ticket, found))

    def hand_over(self, ticket: int, found: object) -> None:
        """Hand over an answer, a refusal or a report at once; nobody hears of what was dropped."""
        waiting = self.open.get(ticket)
        if waiting is None:
            return
        if isinstance(found, Progress):
            if waiting.reported is not None:
                waiting.reported(found)
            return
        del self.open[ticket]
        waiting.received(found)

    def latest(self, kind: Kind) -> int:
        return max(ticket for ticket, request in enumerate(self.asked, 1) if isinstance(request, kind))

    def give(
        self, kind: Kind, value: Any = None, *, progress: Progress | None = None, error: str | None = None
    ) -> None:
        self.hand_over(self.latest(kind), found_of(value, progress, error))

    def answer_new(self, answer_of: Callable[[Request[Any]], Any], since: int = 0) -> int:
        """Answer at once what was asked since a ticket; return the last ticket. `NotImplemented` leaves it open."""
        while since < len(self.asked):
            since += 1
            if since in self.open and (value := answer_of(self.asked[since - 1])) is not NotImplemented:
                self.hand_over(since, value)
        return since


def found_of(value: Any, progress: Progress | None, error: str | None, *, died: bool = False) -> object:
    """Return what is handed over: a report, a refusal, else the value."""
    if progress is not None:
        return progress
    return value if error is None else Refusal(error, died)


DEAD = Refusal(DIED, died=True)
