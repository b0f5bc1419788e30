"""A worker without a process: answers at the next poll, so that a script needs no waiting and no luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ai import service
from game.core import BadInput, Progress
from game.match.worker import CANCELLED, Answer, Worker

POLLS_A_REPORT = 10  # so that a run at work leaves the time to what else is going on


class InProcessWorker(Worker):
    """Same asks, same answers as the real one; everything is computed in `poll`, a run at work bit by bit."""

    def __init__(self) -> None:
        super().__init__("ai.service:answer")
        self._asked: list[tuple[int, str, Mapping[str, Any], str]] = []
        self._training: dict[int, tuple[Iterator[Any], str]] = {}
        self._answers_ready: list[Answer] = []
        self._polls = 0

    @property
    def alive(self) -> bool:
        return True

    @property
    def waiting(self) -> bool:
        return bool(self._asked or self._training)

    def start(self) -> None:
        """Nothing to start."""

    def ask(self, kind: str, payload: Mapping[str, Any], match: str = "") -> int:
        self._next_ticket += 1
        if kind == "prepare":
            self._answers_ready.append(Answer(self._next_ticket, kind, match, value=True))
        elif kind == "train":
            self._training[self._next_ticket] = (service.answer(kind, payload), match)
        else:
            self._asked.append((self._next_ticket, kind, payload, match))
        return self._next_ticket

    def cancel(self, ticket: int) -> None:
        self._asked = [asked for asked in self._asked if asked[0] != ticket]
        if ticket in self._training:
            items, match = self._training.pop(ticket)
            items.close()  # type: ignore[attr-defined]
            self._answers_ready.append(Answer(ticket, "train", match, error=CANCELLED))

    def poll(self) -> list[Answer]:
        asked, self._asked = self._asked, []
        self._polls += 1
        reports = [self._train(ticket) for ticket in list(self._training) if not self._polls % POLLS_A_REPORT]
        ready, self._answers_ready = self._answers_ready, []
        return [*ready, *reports, *(self._answer(*one) for one in asked)]

    def _train(self, ticket: int) -> Answer:
        """Let a run report once."""
        items, match = self._training[ticket]
        try:
            item = next(items)
        except BadInput as sentence:
            item, error = None, str(sentence)
        else:
            error = None
        if isinstance(item, Progress):
            return Answer(ticket, "train", match, progress=item)
        del self._training[ticket]
        return Answer(ticket, "train", match, error=error)

    def _answer(self, ticket: int, kind: str, payload: Mapping[str, Any], match: str) -> Answer:
        try:
            values = [item for item in service.answer(kind, payload) if not isinstance(item, Progress)]
        except BadInput as sentence:
            return Answer(ticket, kind, match, error=str(sentence))
        return Answer(ticket, kind, match, value=values[-1] if values else None)
