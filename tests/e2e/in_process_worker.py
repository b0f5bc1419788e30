"""A worker without a process: answers at the next poll, so that a script needs no waiting and no luck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from ai import service
from game.core import BadInput, Progress
from game.features.reports.asks import RunReport
from game.match.worker import CANCELLED, Worker
from game.request import Received, Refusal, Reported, Request
from game.rules import games
from game.study.background import Prepare
from game.study.judgements import AskJudgement
from game.study.training import Train
from tests.window.fake_worker import FakeWorker

A = TypeVar("A")
POLLS_A_REPORT = 10  # so that a run at work leaves the time to what else is going on


class InProcessWorker(FakeWorker, Worker):
    """Same asks, same answers as the real one; everything is computed in `poll`, a run at work bit by bit."""

    def __init__(self) -> None:
        Worker.__init__(self, "ai.service:answer")
        FakeWorker.__init__(self)
        self._computing: list[int] = []
        self._runs: dict[int, Iterator[Any]] = {}
        self._polls = 0

    @property
    def alive(self) -> bool:
        return True

    @property
    def waiting(self) -> bool:
        return bool(self._computing or self._runs or self._due)

    def start(self) -> None:
        """Nothing to start."""

    def ask(self, request: Request[A], received: Received[A], reported: Reported | None = None) -> int:
        return FakeWorker.ask(self, request, received, reported)

    def consider(self, ticket: int, request: Request[Any]) -> None:
        if isinstance(request, Prepare):
            self.hand_in(ticket, True)
        elif isinstance(request, Train | RunReport) or _is_judged_slowly(request):  # they take minutes
            self._runs[ticket] = service.answer(request)
        else:
            self._computing.append(ticket)

    def cancel(self, ticket: int) -> None:
        if ticket in self._computing:
            self._computing.remove(ticket)
        if ticket in self._runs:
            self._runs.pop(ticket).close()  # type: ignore[attr-defined]
        self.hand_in(ticket, Refusal(CANCELLED))

    def drop(self, ticket: int) -> None:
        self.cancel(ticket)
        FakeWorker.drop(self, ticket)

    def poll(self) -> None:
        computing, self._computing = self._computing, []
        self._polls += 1
        if not self._polls % POLLS_A_REPORT:
            for ticket in list(self._runs):
                self._step(ticket)
        for ticket in computing:
            self.hand_in(ticket, self._found(self.asked[ticket - 1]))
        FakeWorker.poll(self)

    def _step(self, ticket: int) -> None:
        """Let a run report once."""
        try:
            item = next(self._runs[ticket])
        except BadInput as sentence:
            item = Refusal(str(sentence))
        if not isinstance(item, Progress):
            del self._runs[ticket]
        self.hand_in(ticket, item)

    def _found(self, request: Request[Any]) -> object:
        try:
            return [item for item in service.answer(request) if not isinstance(item, Progress)][-1]
        except BadInput as sentence:
            return Refusal(str(sentence))


def _is_judged_slowly(request: Request[Any]) -> bool:
    """Return whether a request judges a decision of Hold'em, which a table asks for in the background."""
    return isinstance(request, AskJudgement) and request.game == games.HOLDEM
