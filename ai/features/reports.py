"""Answer the requests about board reports: estimate their time, solve their boards, and read stored reports."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ai.features.solver import checked_spot
from ai.lab import series
from ai.preparation import once_met
from ai.solver import board_solving
from ai.solver.board_means import kind_table
from ai.solver.board_solving import BoardTask, SolvedLine, solving_board
from ai.solver.flops import Board
from ai.solver.solving import Goal
from ai.solver.spot_forms import spot_document
from ai.solver.subgame import Limits
from ai.steps import run_in_steps
from game.core import BadInput, Progress
from game.features.reports import (
    AskReport,
    CheckReport,
    CompareReports,
    ExportReport,
    ForgetReport,
    ListReports,
    RunReport,
)
from game.needs import Need
from game.rules.cards import names
from game.study.reports import BoardReport, CheckedReport, ReportComparison, ReportForm, StoredReport

TRIED = 3
"""The number of boards that are solved to estimate the time of a report."""


@CheckReport.handler
def check(request: CheckReport) -> Iterator[Progress | CheckedReport]:
    """Return the errors in the input of a report, or an estimate of the time that the report's solves take."""
    form = request.form
    try:
        boards = board_solving.form_boards(form)
    except BadInput as sentence:
        yield CheckedReport({"boards": str(sentence)})
        return
    tried = boards[:: max(1, len(boards) // TRIED)][:TRIED]
    found = []
    for number, (board, _) in enumerate(tried, 1):
        checked = checked_spot(replace(form.texts, board=names(board)), form.target)
        if checked.problems:
            yield CheckedReport(checked.problems)
            return
        found.append(checked)
        yield Progress(number, len(tried), 0.0)
    threads = max(1, (os.cpu_count() or 2) - 1)
    seconds = threads * sum(one.seconds for one in found) / len(found) * len(boards)
    yield CheckedReport({}, len(boards), seconds, max(one.memory for one in found), found[0].allowed)


@RunReport.handler
def run(request: RunReport) -> Iterator[Progress | BoardReport]:
    """Solve the remaining boards of a report. Each board is stored as soon as it is solved."""
    yield from once_met(Need.SOLVER)
    form = request.form
    boards = board_solving.form_boards(form)
    with board_solving.at_work(form) as (done, write):
        tasks = [_task(form, board, times, request) for board, times in boards if names(board) not in done]
        began, number = time.monotonic(), 0
        seconds_left: float | None = None
        with closing(run_in_steps(_solve(tasks))) as lines:
            for line in lines:
                seconds = time.monotonic() - began
                if isinstance(line, SolvedLine):
                    write(line.text)
                    number += 1
                    seconds_left = seconds / number * (len(tasks) - number)
                yield Progress(len(boards) - len(tasks) + number, len(boards), seconds, seconds_left)
    yield board_solving.load_report(form)


@AskReport.handler
def ask(request: AskReport) -> Iterator[BoardReport]:
    yield board_solving.load_report(request.form)


@CompareReports.handler
def compare(request: CompareReports) -> Iterator[ReportComparison]:
    yield board_solving.compare_reports(request.form, request.other)


@ListReports.handler
def list_reports(request: ListReports) -> Iterator[tuple[StoredReport, ...]]:
    yield board_solving.list_reports()


@ForgetReport.handler
def forget(request: ForgetReport) -> Iterator[None]:
    board_solving.forget(request.form)
    yield None


@ExportReport.handler
def export_report(request: ExportReport) -> Iterator[Progress | str]:
    """Write either the boards of a report or the means by kind of hand as CSV, and return the file."""
    report = board_solving.load_report(request.form)
    columns, *rows = kind_table(report.means) if request.has_kinds else board_solving.board_table(report)
    yield from series.write_csv(Path(request.file), columns, iter(rows), len(rows))
    yield request.file


def _task(form: ReportForm, board: Board, times: int, request: RunReport) -> BoardTask:
    goal, limits = Goal(target=form.target), Limits(request.threads)
    document = spot_document(form.texts)
    return BoardTask(
        document, board, times, goal, form.target, limits, board_solving.digest(form), hands=False
    )


def _solve(tasks: Sequence[BoardTask]) -> Generator[SolvedLine | None, None, None]:
    """Solve boards one after the other in this process.

    Yield the line of each solved board, and None at other steps.
    """
    for task in tasks:
        for item in solving_board(task):
            yield item if isinstance(item, SolvedLine) else None
