"""The worker's answers about a table: each question is asked once, and its answer is stored by key."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Generic, TypeVar

from game.request import Refusal, Request
from game.window.frame.requests import Requests

K = TypeVar("K", bound="Hashable")
V = TypeVar("V")


class Answers(Generic[K, V]):
    """The answers to questions of one kind, by key. Failed questions are not repeated unless `again` is given."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self._tickets: dict[K, int] = {}
        self._values: dict[K, V] = {}
        self.failed: dict[K, str] = {}

    def ask(self, key: K, request: Request[V], *, again: bool = False) -> None:
        """Send the request, unless it was sent before; `again` repeats it if it failed."""
        if key not in self._tickets or (again and key in self.failed):
            self.failed.pop(key, None)
            self._tickets[key] = self._requests.ask(request, partial(self._take, key))

    def get(self, key: K) -> V | None:
        """Return the answer; None until it is there."""
        return self._values.get(key)

    def forget(self) -> None:
        """Forget all, and take no more interest in what was asked."""
        for ticket in self._tickets.values():
            self._requests.drop(ticket)
        for kept in (self._tickets, self._values, self.failed):
            kept.clear()

    def _take(self, key: K, answer: V | Refusal) -> None:
        if isinstance(answer, Refusal):
            self.failed[key] = answer.sentence
        else:
            self._values[key] = answer
