"""What the page knows: the form as it is typed, the reports in files, and the report that is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.match.spot_texts import SpotTexts
from game.messages.reports import AskReport, CheckReport, ForgetReport, ListReports, RunReport
from game.messages.reports_answers import SAMPLES, BoardReport, CheckedReport, ReportForm, StoredReport
from game.screens.frame.asked import Asked
from game.screens.frame.screen import Services
from game.screens.models.report_model import ReportAtWork
from game.screens.models.spot_presets import SPOTS
from game.screens.pages.reports.view import ReportView
from game.screens.ui.widgets import Act

PAUSE = 0.25  # seconds without a change before a form is checked
ASKED_EVERY = 2.0  # seconds, while boards are being solved
TARGETS = ("2", "1", "0.5")
LIST = "list"


class ReportsModel:
    """The model; `changed` is called when there is something new.

    texts: the spot as it is typed; its board is where a list of boards begins. boards: their name, or `LIST` for
    those that are `listed`. shown: the form of the report that is looked at. view: which of its boards, in which
    order.
    """

    def __init__(self, app: Services, texts: SpotTexts | None, changed: Act) -> None:
        self._app, self._changed = app, changed
        begun = texts or SPOTS["flop"]
        self.texts = replace(begun, board="")
        self.listed = begun.board.replace(" ", "")
        self.boards = SAMPLES[0]
        self.target = TARGETS[1]
        self.threads, self.cluster = 1, ""
        self.shown: ReportForm | None = None
        self.view = ReportView()
        self._due: float | None = 0.0
        self._since = 0.0
        self._seen, self._was_solving = app.reports.version, False
        self._checked = Asked[CheckedReport](app, changed)
        self._files = Asked[tuple[StoredReport, ...]](app, changed)
        self._forgotten = Asked[None](app, self._has_forgotten)
        self._forgetting: ReportForm | None = None
        self._report = Asked[BoardReport](app, self._take)

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """What is asked of the worker."""
        return self._checked, self._files, self._forgotten, self._report

    # ---- the form -------------------------------------------------------------------------------------------
    @property
    def form(self) -> ReportForm:
        """The form as it stands."""
        boards = self.listed if self.boards == LIST else self.boards
        return ReportForm(self.texts, boards, float(self.target))

    def type(self, **fields: str) -> None:
        """Change some fields of the spot."""
        self.texts = replace(self.texts, **fields)
        self._wait()

    def choose(
        self, *, boards: str | None = None, listed: str | None = None, target: str | None = None
    ) -> None:
        """Choose other boards or another target."""
        self.boards = self.boards if boards is None else boards
        self.listed = self.listed if listed is None else listed
        self.target = self.target if target is None else target
        self._wait()

    def _wait(self) -> None:
        self._due = PAUSE
        self._changed()

    @property
    def checked(self) -> CheckedReport | None:
        """What the form takes as it is typed now; None before that is known."""
        return self._checked.fresh if self._due is None else None

    @property
    def problems(self) -> dict[str, str]:
        """What is wrong, by field."""
        return dict(self._checked.value.problems) if self._checked.value is not None else {}

    @property
    def can_run(self) -> bool:
        """Whether the form can be solved with the memory that there is."""
        known = self.checked
        return known is not None and not known.problems and known.memory <= known.allowed

    # ---- reports in files -----------------------------------------------------------------------------------
    @property
    def files(self) -> tuple[StoredReport, ...]:
        """The reports in files."""
        return self._files.value or ()

    def read_files(self) -> None:
        """Ask which reports there are."""
        self._files.ask(ListReports())

    def open(self, stored: StoredReport) -> None:
        """Look at a report, and take its form."""
        form = stored.form
        self.texts, self.target = form.texts, f"{form.target:g}"
        self.boards = form.boards if form.is_named else LIST
        self.listed = self.listed if form.is_named else form.boards
        self._due = 0.0
        self.look(form)

    def forget(self, stored: StoredReport) -> None:
        """Remove a report."""
        self._forgetting = stored.form
        self._forgotten.ask(ForgetReport(stored.form))

    def _has_forgotten(self) -> None:
        if self._forgotten.state == "answered":
            if self.shown == self._forgetting:
                self.shown = None
                self._report.forget()
                self.view.take(())
            self.read_files()
        self._changed()

    # ---- the report -----------------------------------------------------------------------------------------
    @property
    def report(self) -> BoardReport | None:
        """What is known of the report that is looked at."""
        known = self._report.value
        return known if known is not None and known.form == self.shown else None

    @property
    def at_work(self) -> ReportAtWork | None:
        """The report that is looked at while it is being solved."""
        return self._app.reports.solving(self.shown)

    @property
    def is_other_at_work(self) -> bool:
        """Whether another report is being solved."""
        return self._app.reports.at_work is not None and self.at_work is None

    @property
    def problem(self) -> str:
        """What went wrong."""
        asked = next((one.problem for one in self.questions if one.problem), "")
        trouble = self._app.reports.trouble.get(self.shown, "") if self.shown is not None else ""
        return trouble or asked

    @property
    def done(self) -> int:
        """How many boards are done."""
        work = self.at_work
        if work is not None and work.progress is not None and work.progress.total:
            return work.progress.iteration
        return sum(not row.problem for row in self.report.rows) if self.report is not None else 0

    @property
    def total(self) -> int:
        """How many boards there are."""
        return self.report.total if self.report is not None else 0

    def run(self) -> None:
        """Solve the boards of the form as it stands, and look at them."""
        if self.can_run and not self._app.reports.at_work:
            self.look(self.form)
            self.go_on()

    def go_on(self) -> None:
        """Solve the boards of the report that are not done."""
        if self.shown is not None:
            self._app.reports.run(RunReport(self.shown, self.threads, self.cluster))

    def toggle(self) -> None:
        """Pause the report that is looked at, or go on with it."""
        if self.at_work is not None:
            self._app.reports.pause()
            self._ask()
        elif (
            not self.is_other_at_work
            and self.shown is not None
            and (not self.total or self.done < self.total)
        ):
            self.go_on()
        self._changed()

    def look(self, form: ReportForm) -> None:
        """Look at a report."""
        if form != self.shown:
            self._report.forget()
            self.view.take(())
        self.shown = form
        self._ask()
        self._changed()

    def _ask(self) -> None:
        self._since = 0.0
        if self.shown is not None:
            self._report.ask(AskReport(self.shown))

    def _take(self) -> None:
        if (found := self._report.fresh) is not None:
            self.view.take(found.rows)
        self._changed()

    def update(self, dt: float) -> bool:
        """Check the form once nothing changes any more; ask for new boards now and then while they are solved."""
        self._since += dt
        is_solving = self.at_work is not None
        is_asking = self._report.state in ("waiting", "partly")
        if (is_solving and self._since >= ASKED_EVERY and not is_asking) or (
            self._was_solving and not is_solving
        ):
            self._ask()
        if self._was_solving != is_solving:
            self.read_files()
        self._was_solving = is_solving
        if self._seen != self._app.reports.version:
            self._seen = self._app.reports.version
            self._changed()
        if self._due is None:
            return False
        self._due -= dt
        if self._due <= 0:
            self._due = None
            self._checked.ask(CheckReport(self.form))
        return self._due is not None

    def enter(self) -> None:
        """Ask what there is, and go on looking at what is being solved."""
        self._due = 0.0
        self.read_files()
        work = self._app.reports.at_work
        if self.shown is None and work is not None:
            self.shown = work.form
        self._ask()
