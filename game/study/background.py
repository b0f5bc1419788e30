"""Background work: runs, leagues and reports that continue on every page, and the preparation of Hold'em."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from game.core import Progress
from game.needs import NEEDS, Need, NeedsProgress
from game.request import Refusal, Request
from game.study.amounts import MINUTE
from game.study.play import Prepare
from game.texts import percent_done, text

if TYPE_CHECKING:
    from game.match.worker import Worker


class Asking(Protocol):
    """Gives access to the worker process."""

    @property
    def worker(self) -> Worker: ...


class Saying(Protocol):
    """Shows a message for a few seconds on the current screen."""

    def say(self, sentence: str) -> None:
        """Show a message. An empty text removes the current message."""


class AskingAloud(Asking, Saying, Protocol):
    """Gives access to the worker process, and shows messages about its results."""

    def refresh_agents(self) -> None: ...


class KeepingSettings(AskingAloud, Protocol):
    """Gives access to the worker process, and can change settings."""

    def change(self, **values: Any) -> None: ...


LAST_SAVE_SECONDS = 1.0  # how long the end of the program waits for what is being kept
NAP_SECONDS = 0.005


class BackgroundWork(Protocol):
    """Work that continues while the user does something else."""

    @property
    def busy(self) -> bool:
        """Whether some work must be saved or deleted before the program ends."""
        ...

    def pause(self) -> None:
        """Stop working. Finished work is kept."""


class Background:
    """All background work of the window."""

    def __init__(self, app: Asking, works: Sequence[BackgroundWork]) -> None:
        self._app = app
        self._works = tuple(works)

    def close(self) -> None:
        """Stop all background work before the program ends, and wait briefly until the results are saved."""
        for work in self._works:
            work.pause()
        end = time.monotonic() + LAST_SAVE_SECONDS
        while any(work.busy for work in self._works) and time.monotonic() < end:
            self._app.worker.poll()
            time.sleep(NAP_SECONDS)


FormT = TypeVar("FormT", bound=Hashable)


@dataclass(slots=True)
class WorkAtHand(Generic[FormT]):
    """The running piece of work, and its last progress report."""

    form: FormT
    ticket: int = 0
    progress: Progress | None = None


class LongWork(Generic[FormT]):
    """Runs one piece of long work at a time (a league, a board report, a solve).

    Two pieces would slow each other down. A piece of work is one request to the worker. The worker reports progress
    until the work is done or paused. In both cases, the results so far are saved. Every change increases `version`,
    which pages watch. The callback `finished` returns the message to show at the end, or "".
    """

    def __init__(self, app: AskingAloud, finished: Callable[[FormT], str]) -> None:
        self._app, self._finished = app, finished
        self._stopping_tickets: set[int] = set()
        self.at_work: WorkAtHand[FormT] | None = None
        self.trouble: dict[FormT, str] = {}
        self.version = 0

    @property
    def badge(self) -> str:
        report = self.at_work.progress if self.at_work is not None else None
        return percent_done(report.share) if report is not None and report.total else ""

    @property
    def busy(self) -> bool:
        return bool(self._stopping_tickets)

    def find_active(self, form: FormT | None) -> WorkAtHand[FormT] | None:
        return self.at_work if self.at_work is not None and self.at_work.form == form else None

    def run(self, form: FormT, request: Request[Any]) -> None:
        """Start a piece of work unless another piece is running."""
        if self.at_work is None:
            self.trouble.pop(form, None)
            work = self.at_work = WorkAtHand(form)
            work.ticket = self._app.worker.ask(
                request, partial(self._finish, work), partial(self._report, work)
            )
            self.version += 1

    def pause(self) -> None:
        """Stop the running work. Its results so far are kept."""
        if self.at_work is not None:
            self._stopping_tickets.add(self.at_work.ticket)
            self._app.worker.cancel(self.at_work.ticket)
            self.at_work = None
            self.version += 1

    def _report(self, work: WorkAtHand[FormT], progress: Progress) -> None:
        work.progress = progress
        self.version += 1

    def _finish(self, work: WorkAtHand[FormT], answer: object) -> None:
        """Record the end of the work, and its answer."""
        self._stopping_tickets.discard(work.ticket)
        self.version += 1
        if work is not self.at_work:
            return
        self.at_work = None
        if isinstance(answer, Refusal):
            self.trouble[work.form] = answer.sentence
        elif sentence := self._finished(work.form):
            self._app.say(sentence)


MAX_ATTEMPTS = 2
"""The maximum number of requests for the preparation.

The request is repeated only if the worker has died, because the preparation may not be the cause.
"""
FEW_SECONDS, STEP = 10, 5


class Preparation:
    """The preparation of Hold'em on the first start, and its progress.

    The window requests the preparation once, shortly after the menu has opened. The preparation is settled when it
    is complete or has failed. After a failure, `trouble` has the reason, which is shown once. Hold'em can still be
    played.
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._attempts = 0
        self._open = False
        self.settled = False
        self.version = 0
        self.trouble = ""
        self.share = 0.0
        self.seconds_left: float | None = None
        self._unmet: Mapping[Need, float | None] = dict.fromkeys(NEEDS)
        self._shares: dict[Need, float] = {}
        self.working = False
        self.step = (0, 1)

    def begin(self) -> None:
        """Request the preparation, unless it was requested before."""
        if not self._open and not self.settled:
            self._open = True
            self._attempts += 1
            self._worker.ask(Prepare(), self._take, self._report)

    def holds_up(self, need: Need | None) -> bool:
        return need in self._unmet and not self.settled

    def get_share(self, need: Need) -> float:
        return self._shares.get(need, 0.0) if self.holds_up(need) else 1.0

    def _take(self, answer: bool | Refusal) -> None:
        self.version += 1
        self._open = self.working = False
        refused = answer if isinstance(answer, Refusal) else Refusal("")
        if not refused.died or self._attempts >= MAX_ATTEMPTS:
            self.settled = True
            self.trouble = refused.sentence

    def _report(self, progress: Progress) -> None:
        """Process a progress report. The bar never moves backwards."""
        self.version += 1
        self.working = True
        self.step = progress.iteration, progress.total or 1
        self.seconds_left = progress.seconds_left
        self.share = max(self.share, progress.time_share)
        assert isinstance(progress, NeedsProgress)
        self._unmet = progress.unmet
        for need, left in progress.unmet.items():
            done = replace(progress, seconds_left=left).time_share
            self._shares[need] = max(self._shares.get(need, 0.0), done)

    @property
    def step_text(self) -> str:
        ready, steps = self.step
        return text("preparation.step", step=min(ready + 1, steps), steps=steps)

    def awaited(self, need: Need, working: str) -> str:
        return text("preparation.still", left=self.in_words("left", need)) if self.holds_up(need) else working

    def in_words(self, kind: str, need: Need | None = None) -> str:
        return format_time_left(self._unmet.get(need) if need else self.seconds_left, kind)


def format_time_left(seconds: float | None, kind: str = "left") -> str:
    """Format the remaining time. `kind` is the name of the group of texts to use."""
    if seconds is None:
        return text(f"preparation.{kind}.unknown")
    if seconds >= MINUTE:
        return text(f"preparation.{kind}.minutes", count=round(seconds / MINUTE + 0.5))
    return text(f"preparation.{kind}.seconds", count=_rounded(seconds))


def _rounded(seconds: float) -> int:
    """Return the remaining seconds, rounded up.

    Above 10 seconds, the result is a multiple of 5, so that the displayed number changes less often.

    >>> _rounded(0.2), _rounded(8.4), _rounded(31.0)
    (1, 9, 35)
    """
    return max(1, ceil(seconds)) if seconds <= FEW_SECONDS else ceil(seconds / STEP) * STEP
