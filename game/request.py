"""Requests from one process to another: a question with the type of its answer, and the refusal of an answer.

A request is a frozen dataclass that names the type of its answer: `class Equity(Request[EquityAnswer])`. Requests
are defined in `game.study` and in the packages of features. A handler is a generator function that is registered
for the class. A handler may yield `Progress`, and yields the answer last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Generic, Self, TypeVar, cast

from game.core import Progress

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Refusal:
    """The refusal of a request: the reason why it has no answer, in one sentence.

    `died` is True if the process ended before it could answer.
    """

    sentence: str
    died: bool = False


Received = Callable[[A | Refusal], None]
"""Called with the answer or the refusal."""
Reported = Callable[[Progress], None]
"""Called with every report."""


class Request(Generic[A]):
    """A request to the worker whose answer is of type `A`."""

    handlers: ClassVar[dict[type[Request[object]], Callable[[Request[object]], Iterator[object]]]] = {}
    """Handlers by class of request. Empty in the window's process."""

    @classmethod
    def handler(
        cls, function: Callable[[Self], Iterator[Progress | A]]
    ) -> Callable[[Self], Iterator[Progress | A]]:
        """Register a function as the handler of this class. A decorator."""
        kind = cast("type[Request[object]]", cls)
        Request.handlers[kind] = cast("Callable[[Request[object]], Iterator[object]]", function)
        return function

    def run_handler(self) -> Iterator[Progress | A]:
        """Call the handler.

        Raises:
            KeyError: If no handler is registered.
        """
        kind = cast("type[Request[object]]", type(self))
        return cast("Iterator[Progress | A]", Request.handlers[kind](cast("Request[object]", self)))
