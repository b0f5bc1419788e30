"""A worker without a process: answers at the next poll, so that a script needs no waiting and no luck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ai import service
from game.core import BadInput, Progress
from game.match.worker import Answer, Worker


class InProcessWorker(Worker):
    """Same asks, same answers as the real one; everything is computed in `poll`."""

    def __init__(self) -> None:
        super().__init__("ai.service:answer")
        self._asked: list[tuple[int, str, Mapping[str, Any], str]] = []

    @property
    def alive(self) -> bool:
        return True

    @property
    def waiting(self) -> bool:
        return bool(self._asked)

    def start(self) -> None:
        """Nothing to start."""

    def ask(self, kind: str, payload: Mapping[str, Any], match: str = "") -> int:
        self._next_ticket += 1
        self._asked.append((self._next_ticket, kind, payload, match))
        return self._next_ticket

    def cancel(self, ticket: int) -> None:
        self._asked = [asked for asked in self._asked if asked[0] != ticket]

    def poll(self) -> list[Answer]:
        asked, self._asked = self._asked, []
        return [self._answer(*one) for one in asked]

    def _answer(self, ticket: int, kind: str, payload: Mapping[str, Any], match: str) -> Answer:
        try:
            values = [item for item in service.answer(kind, payload) if not isinstance(item, Progress)]
        except BadInput as sentence:
            return Answer(ticket, kind, match, error=str(sentence))
        return Answer(ticket, kind, match, value=values[-1] if values else None)
