"""Answer the requests of board reports: their cost, their boards one after the other, and stored reports."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ai.cluster import connected
from ai.features.solver import checked_spot
from ai.lab import export
from ai.preparation import once_met
from ai.solver.boards import solving
from ai.solver.boards.flops import Board
from ai.solver.boards.solving import (
    TASKS_AHEAD_OF_CLUSTER,
    BoardTask,
    SolvedLine,
    solve_on_executor,
    solving_board,
)
from ai.solver.solving import Goal
from ai.solver.spot_forms import spot_document
from ai.solver.subgame import Limits
from ai.steps import run_in_steps
from game.core import BadInput, Progress
from game.features.reports.asks import (
    AskReport,
    CheckReport,
    ExportReport,
    ForgetReport,
    ListReports,
    RunReport,
)
from game.needs import Need
from game.rules.cards import names
from game.study.reports import BoardReport, CheckedReport, ReportForm, StoredReport

TRIED = 3
"""The number of boards from which the time of a report is estimated."""


@CheckReport.handler
def check(request: CheckReport) -> Iterator[Progress | CheckedReport]:
    """Return the errors of a form, or an estimate of its time."""
    form = request.form
    try:
        boards = solving.form_boards(form)
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
    boards = solving.form_boards(form)
    with solving.at_work(form) as (done, write):
        tasks = [_task(form, board, times, request) for board, times in boards if names(board) not in done]
        began, number = time.monotonic(), 0
        seconds_left: float | None = None
        work = _on_cluster(tasks, request.cluster) if request.cluster else _here(tasks)
        with closing(run_in_steps(work)) as lines:
            for line in lines:
                seconds = time.monotonic() - began
                if isinstance(line, SolvedLine):
                    write(line.text)
                    number += 1
                    seconds_left = seconds / number * (len(tasks) - number)
                yield Progress(len(boards) - len(tasks) + number, len(boards), seconds, seconds_left)
    yield solving.load_report(form)


@AskReport.handler
def ask(request: AskReport) -> Iterator[BoardReport]:
    yield solving.load_report(request.form)


@ListReports.handler
def list_reports(request: ListReports) -> Iterator[tuple[StoredReport, ...]]:
    yield solving.list_reports()


@ForgetReport.handler
def forget(request: ForgetReport) -> Iterator[None]:
    solving.forget(request.form)
    yield None


@ExportReport.handler
def export_report(request: ExportReport) -> Iterator[Progress | str]:
    """Write the boards of a report as CSV."""
    report = solving.load_report(request.form)
    rows = solving.table_rows(report)
    yield from export.write_csv(Path(request.file), list(solving.COLUMNS), rows, len(report.rows))
    yield request.file


def _task(form: ReportForm, board: Board, times: int, request: RunReport) -> BoardTask:
    goal, limits = Goal(target=form.target), Limits(1 if request.cluster else request.threads)
    document = spot_document(form.texts)
    return BoardTask(document, board, times, goal, form.target, limits, solving.digest(form), hands=False)


def _here(tasks: Sequence[BoardTask]) -> Generator[SolvedLine | None, None, None]:
    """Solve boards one after the other, yielding None in between."""
    for task in tasks:
        for item in solving_board(task):
            yield item if isinstance(item, SolvedLine) else None


def _on_cluster(tasks: Sequence[BoardTask], address: str) -> Generator[SolvedLine | None, None, None]:
    """Solve boards on a cluster, yielding None in between."""
    with connected(address) as executor:
        yield from solve_on_executor(tasks, executor, TASKS_AHEAD_OF_CLUSTER)
