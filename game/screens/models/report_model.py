"""The board report that this window lets solve. It outlives the screens, and goes on while one is elsewhere.

A report at work is one request of the worker that streams progress until every board is solved, or until it is
paused. Whatever ends it, its finished boards are kept. Screens look at `version`, which every change raises.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from game.core import Progress
from game.messages.reports import RunReport
from game.messages.reports_answers import BoardReport, ReportForm
from game.request import Refusal
from game.screens.ui.texts import percent_done, text

if TYPE_CHECKING:
    from game.screens.models.services import AskingAloud


@dataclass(slots=True)
class ReportAtWork:
    """The report that is being solved, and how far it was when that was told last."""

    form: ReportForm
    ticket: int = 0
    progress: Progress | None = None


class ReportModel:
    """One report at a time: each would only be slower beside another one."""

    def __init__(self, app: AskingAloud) -> None:
        self._app = app
        self._stopping: set[int] = set()
        self.at_work: ReportAtWork | None = None
        self.trouble: dict[ReportForm, str] = {}
        self.version = 0

    @property
    def badge(self) -> str:
        """The percent of the report at work, empty where there is none."""
        work = self.at_work
        report = work.progress if work is not None else None
        return percent_done(report.iteration / report.total) if report is not None and report.total else ""

    @property
    def busy(self) -> bool:
        """Whether a report that was paused is still being kept."""
        return bool(self._stopping)

    def solving(self, form: ReportForm | None) -> ReportAtWork | None:
        """Return the report of this form if it is being solved."""
        return self.at_work if self.at_work is not None and self.at_work.form == form else None

    def run(self, request: RunReport) -> None:
        """Solve the boards of a report that are not done, unless another report is at work."""
        if self.at_work is None:
            self.trouble.pop(request.form, None)
            work = self.at_work = ReportAtWork(request.form)
            work.ticket = self._app.worker.ask(
                request, partial(self._ended, work), partial(self._report, work)
            )
            self.version += 1

    def pause(self) -> None:
        """Stop; the boards that are done are kept."""
        if self.at_work is not None:
            self._stopping.add(self.at_work.ticket)
            self._app.worker.cancel(self.at_work.ticket)
            self.at_work = None
            self.version += 1

    def _report(self, work: ReportAtWork, progress: Progress) -> None:
        work.progress = progress
        self.version += 1

    def _ended(self, work: ReportAtWork, answer: BoardReport | Refusal) -> None:
        """Take note that nothing more is solved, and why."""
        self._stopping.discard(work.ticket)
        self.version += 1
        if work is not self.at_work:
            return
        self.at_work = None
        if isinstance(answer, Refusal):
            self.trouble[work.form] = answer.sentence
        else:
            self._app.say(text("reports.finished"))
