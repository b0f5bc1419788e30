"""What the page of board reports asks: one spot on many boards, solved in the background and kept in a file."""

from __future__ import annotations

from dataclasses import dataclass

from game.request import Request
from game.study.reports import BoardReport, CheckedReport, ReportComparison, ReportForm, StoredReport


@dataclass(frozen=True, slots=True)
class CheckReport(Request[CheckedReport]):
    """What is wrong with a form, or how many boards it has and how long they take."""

    form: ReportForm


@dataclass(frozen=True, slots=True)
class RunReport(Request[BoardReport]):
    """Solve the boards that are not done yet, on `threads` threads.

    Reports count boards. A report that is cancelled, or whose process ends, keeps its finished boards. The next
    request continues with the others.
    """

    form: ReportForm
    threads: int = 1


@dataclass(frozen=True, slots=True)
class AskReport(Request[BoardReport]):
    """What a report has found so far."""

    form: ReportForm


@dataclass(frozen=True, slots=True)
class CompareReports(Request[ReportComparison]):
    """The boards that two reports of one spot have both solved. Refused if there is none."""

    form: ReportForm
    other: ReportForm


@dataclass(frozen=True, slots=True)
class ListReports(Request[tuple[StoredReport, ...]]):
    """The reports in files, the latest first."""


@dataclass(frozen=True, slots=True)
class ForgetReport(Request[None]):
    """Remove a report."""

    form: ReportForm


@dataclass(frozen=True, slots=True)
class ExportReport(Request[str]):
    """Write the boards of a report as CSV. The answer is the file."""

    form: ReportForm
    file: str
