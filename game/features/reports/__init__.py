"""Board reports: one spot solved on many boards. A report is shown as a table, a scatter plot and means."""

from dataclasses import dataclass

from game.request import Request
from game.study.reports import BoardReport, CheckedReport, ReportComparison, ReportForm, StoredReport


@dataclass(frozen=True, slots=True)
class CheckReport(Request[CheckedReport]):
    """Return the errors in a form, or the number of its boards and the estimated time."""

    form: ReportForm


@dataclass(frozen=True, slots=True)
class RunReport(Request[BoardReport]):
    """Solve the unfinished boards of a report with `threads` threads.

    Progress is counted in boards. If the request is cancelled, or the process ends, the finished boards are
    kept. The next request continues with the other boards.
    """

    form: ReportForm
    threads: int = 1


@dataclass(frozen=True, slots=True)
class AskReport(Request[BoardReport]):
    """Return the results of a report so far."""

    form: ReportForm


@dataclass(frozen=True, slots=True)
class CompareReports(Request[ReportComparison]):
    """Compare two reports of one spot on the boards that both have solved.

    Fails if there is no such board.
    """

    form: ReportForm
    other: ReportForm


@dataclass(frozen=True, slots=True)
class ListReports(Request[tuple[StoredReport, ...]]):
    """Return the stored reports, the latest first."""


@dataclass(frozen=True, slots=True)
class ForgetReport(Request[None]):
    """Delete a report."""

    form: ReportForm


@dataclass(frozen=True, slots=True)
class ExportReport(Request[str]):
    """Write a CSV file of a report: its boards, or its means by kind of hand. Return the path of the file."""

    form: ReportForm
    file: str
    has_kinds: bool = False
