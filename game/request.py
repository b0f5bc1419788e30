"""What one process asks of the other: a question with the type of its answer, and a refusal.

A request is a frozen dataclass that names the type of its answer: `class Equity(Request[EquityAnswer])`. Those of
the program stand in `game.messages`. Who answers registers a generator by the class: it may yield `Progress` and
yields the answer last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Generic, Self, TypeVar, cast

from game.core import Progress

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no answer, in one sentence; `died` where the process ended before it could answer."""

    sentence: str
    died: bool = False


Received = Callable[[A | Refusal], None]
"""What takes an answer, or the refusal."""
Reported = Callable[[Progress], None]
"""What takes the reports on the way."""


class Request(Generic[A]):
    """A question whose answer is an `A`."""

    handlers: ClassVar[dict[type[Request[object]], Callable[[Request[object]], Iterator[object]]]] = {}
    """Who answers, by the class of the request; in the window's process nobody does."""

    @classmethod
    def handler(
        cls, function: Callable[[Self], Iterator[Progress | A]]
    ) -> Callable[[Self], Iterator[Progress | A]]:
        """Let a function answer the requests of this class; used as a decorator."""
        kind = cast("type[Request[object]]", cls)
        Request.handlers[kind] = cast("Callable[[Request[object]], Iterator[object]]", function)
        return function

    def answered(self) -> Iterator[Progress | A]:
        """Return what the registered function yields; `KeyError` where nobody has registered."""
        kind = cast("type[Request[object]]", type(self))
        return cast("Iterator[Progress | A]", Request.handlers[kind](cast("Request[object]", self)))
