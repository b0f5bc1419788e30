"""Windows whose worker answers at the next poll: what was asked arrives when the test lets it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from game.agent_entries import AgentEntry
from game.app.start import find_pages
from tests.window.catalogue import AGENTS
from tests.window.driver import SETTLED, Driver, LoggingPainter, WordsOnlyPainter
from tests.window.tables import TableWorker

Window = TypeVar("Window", bound=Driver)

ROUNDS = 5
"""An answer may lead to a question, whose answer leads to another one."""


class Asking(Driver):
    """The whole program, with a worker that a test has made."""

    def __init__(
        self,
        folder: Path,
        worker: TableWorker,
        agents: Sequence[AgentEntry] = AGENTS,
        painter: type[LoggingPainter] = WordsOnlyPainter,
        **more: Any,
    ) -> None:
        super().__init__(folder, find_pages(), agents, painter=painter, **more)
        self.worker = self.app.worker = worker  # type: ignore[assignment]

    def answer(self) -> None:
        """Let what was asked arrive; no time passes."""
        for _ in range(ROUNDS):
            self.app.step([], 0.0)
        self._look_for_crashes()

    def arrive(self) -> None:
        """Let everything arrive and come to rest."""
        while self.app.step([], SETTLED) or (self.worker.waiting and not self.worker.silent):
            pass
        self._look_for_crashes()

    def choose(self, control: str) -> None:
        self.click(control)
        self.answer()


def windows(make: Callable[..., Window]) -> Iterator[Callable[..., Window]]:
    """Yield what makes windows, and close them at the end: the body of a fixture."""
    opened: list[Window] = []

    def opener(*what: Any, **more: Any) -> Window:
        opened.append(make(*what, **more))
        return opened[-1]

    yield opener
    for window in opened:
        window.close()
