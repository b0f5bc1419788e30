"""Long work, one piece at a time: a league, a board report, a solve. It continues on every screen.

A piece is one request of the worker that streams progress until it is done or paused. However it ends, the work so
far is kept. Screens look at `version`, which every change raises.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from game.core import Progress
from game.request import Refusal, Request
from game.texts import percent_done

if TYPE_CHECKING:
    from game.study.services import AskingAloud

FormT = TypeVar("FormT", bound=Hashable)


@dataclass(slots=True)
class WorkAtHand(Generic[FormT]):
    """The piece that is running, and its last progress report."""

    form: FormT
    ticket: int = 0
    progress: Progress | None = None


def share_done(report: Progress | None) -> float:
    """Return the completed part of a piece, from 0 to 1."""
    return min(1.0, report.iteration / report.total) if report is not None and report.total else 0.0


class LongWork(Generic[FormT]):
    """Runs one piece at a time, because two would slow each other down.

    `finished` returns the sentence that is said at the end, or "" for none.
    """

    def __init__(self, app: AskingAloud, finished: Callable[[FormT], str]) -> None:
        self._app, self._finished = app, finished
        self._stopping: set[int] = set()
        self.at_work: WorkAtHand[FormT] | None = None
        self.trouble: dict[FormT, str] = {}
        self.version = 0

    @property
    def badge(self) -> str:
        """The percent of the piece at work, empty where there is none."""
        report = self.at_work.progress if self.at_work is not None else None
        return percent_done(share_done(report)) if report is not None and report.total else ""

    @property
    def busy(self) -> bool:
        """Whether a piece that was paused is still being kept."""
        return bool(self._stopping)

    def working(self, form: FormT | None) -> WorkAtHand[FormT] | None:
        """Return the piece of this form if it is at work."""
        return self.at_work if self.at_work is not None and self.at_work.form == form else None

    def run(self, form: FormT, request: Request[Any]) -> None:
        """Work on a piece, unless another one is at work."""
        if self.at_work is None:
            self.trouble.pop(form, None)
            work = self.at_work = WorkAtHand(form)
            work.ticket = self._app.worker.ask(
                request, partial(self._ended, work), partial(self._report, work)
            )
            self.version += 1

    def pause(self) -> None:
        """Stop; what is done is kept."""
        if self.at_work is not None:
            self._stopping.add(self.at_work.ticket)
            self._app.worker.cancel(self.at_work.ticket)
            self.at_work = None
            self.version += 1

    def _report(self, work: WorkAtHand[FormT], progress: Progress) -> None:
        work.progress = progress
        self.version += 1

    def _ended(self, work: WorkAtHand[FormT], answer: object) -> None:
        """Take note that nothing more is done, and why."""
        self._stopping.discard(work.ticket)
        self.version += 1
        if work is not self.at_work:
            return
        self.at_work = None
        if isinstance(answer, Refusal):
            self.trouble[work.form] = answer.sentence
        elif sentence := self._finished(work.form):
            self._app.say(sentence)
