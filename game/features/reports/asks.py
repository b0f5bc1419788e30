"""Requests about board reports: one spot on many boards, solved in the background and stored in a file."""

from __future__ import annotations

from dataclasses import dataclass

from game.request import Request
from game.study.reports import BoardReport, CheckedReport, ReportComparison, ReportForm, StoredReport


@dataclass(frozen=True, slots=True)
class CheckReport(Request[CheckedReport]):
    """The errors of a form, or the number of its boards and the time that they take."""

    form: ReportForm


@dataclass(frozen=True, slots=True)
class RunReport(Request[BoardReport]):
    """Solve the unfinished boards of a report, on `threads` threads.

    Progress counts boards. If a report is cancelled, or its process ends, its finished boards are kept. The next
    request continues with the others.
    """

    form: ReportForm
    threads: int = 1


@dataclass(frozen=True, slots=True)
class AskReport(Request[BoardReport]):
    """The results of a report so far."""

    form: ReportForm


@dataclass(frozen=True, slots=True)
class CompareReports(Request[ReportComparison]):
    """The boards that two reports of one spot have both solved. Refused if there is none."""

    form: ReportForm
    other: ReportForm


@dataclass(frozen=True, slots=True)
class ListReports(Request[tuple[StoredReport, ...]]):
    """The stored reports, the latest first."""


@dataclass(frozen=True, slots=True)
class ForgetReport(Request[None]):
    """Delete a report."""

    form: ReportForm


@dataclass(frozen=True, slots=True)
class ExportReport(Request[str]):
    """Write the boards of a report as CSV, or the means of its kinds of hands. The answer is the file."""

    form: ReportForm
    file: str
    has_kinds: bool = False
