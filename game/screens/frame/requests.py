"""What a screen has asked of the worker, and who wants each answer.

Answers are stamped with the screen they belong to; one that nobody waits for any more (a move was taken back, the
table was left) is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from game.core import Progress

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.models.services import Asking

Received = Callable[[Any, str], None]
"""What to do with an answer: its value, or the sentence that says why there is none."""
Reported = Callable[[Progress], None]
"""What to do with a report on the way."""

_screens = count(1)


class Requests:
    """The open requests of one screen."""

    def __init__(self, app: Asking) -> None:
        self._app = app
        self._match = f"screen {next(_screens)}"
        self._open: dict[int, tuple[Received, Reported | None]] = {}

    def ask(
        self, kind: str, payload: Mapping[str, Any], received: Received, reported: Reported | None = None
    ) -> int:
        """Ask the worker; `received` gets the value or the sentence, `reported` what comes before."""
        ticket = self._app.worker.ask(kind, dict(payload), self._match)
        self._open[ticket] = received, reported
        return ticket

    def drop(self, ticket: int | None) -> None:
        """Take no more interest in a request."""
        if ticket is not None and self._open.pop(ticket, None) is not None:
            self._app.worker.cancel(ticket)

    def drop_all(self) -> None:
        """Take no more interest in any."""
        for ticket in list(self._open):
            self.drop(ticket)

    def take(self, answer: Answer) -> bool:
        """Give an answer to whom asked; return whether it was the last one to one of our questions."""
        if answer.match != self._match or answer.ticket not in self._open:
            return False
        received, reported = self._open[answer.ticket]
        if answer.progress is not None:
            if reported is not None:
                reported(answer.progress)
            return False
        del self._open[answer.ticket]
        received(answer.value, answer.error or "")
        return True


class Thinking:
    """An opponent's decision: asked for once, and shown when it has arrived and a moment has passed."""

    LEAST_SECONDS = 0.6  # at normal speed

    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self._ticket: int | None = None
        self._seconds = 0.0
        self.decision: Any = None
        self.failed = False
        self.reason = ""

    @property
    def share(self) -> float:
        """How much of the least time has passed."""
        return min(1.0, self._seconds / self.LEAST_SECONDS)

    @property
    def due(self) -> bool:
        """Whether the decision may be shown."""
        return self.decision is not None and self._seconds >= self.LEAST_SECONDS

    def begin(self, payload: Callable[[], Mapping[str, Any]]) -> None:
        """Ask, unless that was done."""
        if self._ticket is None and not self.failed:
            self._ticket = self._requests.ask("decide", payload(), self._received)

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._seconds += seconds

    def forget(self) -> None:
        """Forget all about it: the position has changed, or one tries again."""
        self._requests.drop(self._ticket)
        self._ticket, self._seconds, self.decision, self.failed, self.reason = None, 0.0, None, False, ""

    def _received(self, value: Any, sentence: str) -> None:
        self.decision, self.failed = (None, True) if sentence else (value, False)
        self.reason = sentence
