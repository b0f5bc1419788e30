"""A request to a real worker, and its answer."""

from __future__ import annotations

import time
from typing import Any

from game.core import Progress
from game.match.worker import Worker
from game.request import Refusal, Request

PATIENCE_SECONDS = 20.0


class Heard:
    """A request with the reports received so far, and finally the answer."""

    def __init__(self, worker: Worker, request: Request[Any]) -> None:
        self.worker = worker
        self.reports: list[Progress] = []
        self.answers: list[Any] = []
        self.ticket = worker.ask(request, self.answers.append, self.reports.append)

    @property
    def sentence(self) -> str:
        [refusal] = self.answers
        assert isinstance(refusal, Refusal)
        return refusal.sentence

    def wait(self, *, for_report: bool = False, patience: float = PATIENCE_SECONDS) -> Any:
        """Poll the worker until an answer arrives, and return the answer.

        If `for_report` is True, a report also ends the wait, and the result is None.
        """
        end = time.monotonic() + patience
        while time.monotonic() < end:
            self.worker.poll()
            if self.answers or (for_report and self.reports):
                return self.answers[0] if self.answers else None
            time.sleep(0.005)
        raise AssertionError(f"no answer in {patience} s")
