"""Solve one spot on many boards with an executor, append the results to a file, and make an aggregate report.

The file has a line with a JSON object for each solved board. An interrupted run resumes after these boards.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ai.hands.combos import opposing_weight, parse_range, unblocked_hands
from ai.solver.board_means import SolvedBoard, kind_documents, parse_board, texture_means
from ai.solver.flops import Board, classify_texture, parse_boards, read_boards, turn_boards
from ai.solver.results import DIGITS, solve_document
from ai.solver.solving import Goal, Solved, available_bytes, solve
from ai.solver.spot import OOP, Spot, parse_spot
from ai.solver.spot_forms import spot_document
from ai.solver.subgame import Limits, Subgame
from ai.solver.walk import Walk
from ai.steps import finished_futures
from game.core import BadInput, ConnectionFailed, Progress
from game.files import damage, locks, user_files
from game.match.spot_texts import read_id
from game.rules.cards import names
from game.study.reports import (
    ALL_FLOPS,
    TEXTURES,
    TURNS,
    BoardReport,
    ReportComparison,
    ReportForm,
    StoredReport,
    Texture,
)
from game.texts import text

CHECK = "check"


@dataclass(frozen=True, slots=True)
class BoardTask:
    """A board to solve, with the document of its spot.

    Attributes:
        times: The number of isomorphic boards that the board represents.
        target: The exploitability at which the board counts as solved, in percent of the pot.
        limits: The limits of the solve. If no memory limit is set, the limit is the free memory of the
            machine that solves the board.
        digest: The digest of the spot and the target.
        hands: Whether the result includes every hand at the first decision.
    """

    document: object
    board: Board
    times: int
    goal: Goal
    target: float
    limits: Limits
    digest: str
    hands: bool = True


@dataclass(frozen=True, slots=True)
class SolvedLine:
    """The result of a board as a line of JSON. If the board could not be solved, the line contains the error."""

    text: str
    failed: bool


def solve_board(task: BoardTask) -> SolvedLine:
    """Solve the spot on one board."""
    *_, line = solving_board(task)
    assert isinstance(line, SolvedLine)
    return line


def solving_board(task: BoardTask) -> Iterator[Progress | SolvedLine]:
    """Solve a board. Yield progress at least every 100 ms, and finally the line of the board.

    Closing the generator stops the work.
    """
    line: dict[str, object] = {"board": names(task.board), "times": task.times, "spot": task.digest}
    try:
        line |= yield from _solve_task(task)
    except BadInput as sentence:
        line["error"] = str(sentence)
    yield SolvedLine(json.dumps(line, allow_nan=False), "error" in line)


def _solve_task(task: BoardTask) -> Generator[Progress, None, dict[str, object]]:
    """Yield progress, and return the fields of the board's line."""
    limits = task.limits
    if limits.memory is None:
        limits = replace(limits, memory=available_bytes())
    game = Subgame(parse_spot(task.document, task.board), limits=limits)
    for item in solve(game, task.goal):
        if isinstance(item, Solved):
            found = item
        else:
            yield item
    walk = Walk(game)
    first, after = walk.at(), walk.at((CHECK,))
    document = solve_document(game, found, task.target, first, hands=task.hands)
    return document | {
        "kinds": kind_documents(first, task.times),
        "after_check": {
            "actions": list(after.actions),
            "frequencies": [round(part, DIGITS) for part in after.frequencies()],
            "kinds": kind_documents(after, task.times),
        },
        "equity": round((yield from _equity(game.spot, limits)), DIGITS),
        "weight": round(task.times * game.mass, DIGITS),
    }


def _equity(spot: Spot, limits: Limits) -> Generator[Progress, None, float]:
    """Yield progress, and return the exact equity of the range of `oop`: its share of the pot if nobody bets."""
    unbet = Subgame(Spot(spot.board, spot.ranges, spot.pot, spot.stack), limits=limits)
    work = unbet.evs()
    while True:
        try:
            next(work)
        except StopIteration as end:
            ev: tuple[float, float] = end.value
            return ev[OOP] / spot.pot
        yield Progress(0, None, 0.0)


TASKS_AHEAD_PER_WORKER = 2
"""Boards submitted per worker: one in progress and the next one waiting."""
TASKS_AHEAD_OF_CLUSTER = 64
"""Boards submitted to a cluster at a time, regardless of its number of workers."""
BEAT_SECONDS = 0.05


def solve_on_executor(
    tasks: Sequence[BoardTask], executor: Executor, ahead: int
) -> Iterator[SolvedLine | None]:
    """Yield the lines in the order of the tasks. While no line is ready, yield None at intervals.

    At most `ahead` tasks are submitted at a time. If a worker process is lost, the finished lines of other
    workers are yielded before the error is raised.

    Raises:
        ConnectionFailed: If worker processes of this machine have died.
    """
    with closing(finished_futures(executor, solve_board, tasks, ahead, BEAT_SECONDS)) as finished:
        for futures in finished:
            if futures is None:
                yield None
                continue
            if _has_failed(futures[0]):
                yield from (one.result() for one in futures if one.done() and not _has_failed(one))
            yield _solved_line(futures[0])


def _solved_line(future: Future[SolvedLine]) -> SolvedLine:
    try:
        return future.result()
    except BrokenProcessPool:
        raise ConnectionFailed(
            "Worker processes ended unexpectedly again and again; the finished boards are kept: "
            "continue with --resume."
        ) from None


def _has_failed(future: Future[SolvedLine]) -> bool:
    return future.cancelled() or future.exception() is not None


MAX_FILE_BYTES = 4_000_000_000
AppendLine = Callable[[str], None]


def spot_digest(document: object, target: float | None, seconds: float | None) -> str:
    """Return a digest of a spot and its target. The digest does not depend on the board."""
    spot = (
        {key: value for key, value in document.items() if key != "board"}
        if isinstance(document, dict)
        else {}
    )
    written = json.dumps([spot, target, seconds], sort_keys=True, default=str)
    return hashlib.sha256(written.encode()).hexdigest()[:12]


def keep_finished_boards(file: Path, digest: str, *, resume: bool) -> set[str]:
    """Remove the lines of unfinished boards from a file, and return the names of the finished boards.

    If `resume` is False, all lines are removed. The caller must be the only writer of the file.

    Raises:
        BadInput: If the boards were solved for another spot, or the file cannot be written.
    """
    done = _finished_lines(file, digest) if resume and file.exists() else {}
    try:
        user_files.atomic_write(file, "".join(f"{line}\n" for line in done.values()).encode())
    except OSError as error:
        raise BadInput(
            text("input_errors.files.unwritable", file=file, reason=error.strerror or str(error))
        ) from error
    return set(done)


def read_results(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the JSON document of each line of a file. Truncated lines are skipped.

    Raises:
        BadInput: If the file cannot be read.
    """
    for _, document in _lines(file):
        yield document


@contextmanager
def append_lines(file: Path) -> Iterator[AppendLine]:
    """Open a file, and yield a function that appends a line to the file and flushes the file."""
    with file.open("a", encoding="utf-8") as lines:

        def write(line: str) -> None:
            lines.write(line + "\n")
            lines.flush()

        yield write


def _finished_lines(file: Path, digest: str) -> dict[str, str]:
    """Return the lines of the finished boards, by the names of the boards."""
    done: dict[str, str] = {}
    for line, document in _lines(file):
        if document["spot"] != digest:
            raise BadInput(text("solver_errors.reports.other_spot_in_file", file=file.name))
        if "error" not in document:
            done[document["board"]] = line
    return done


def _lines(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each complete line of a file of boards, with the JSON document in the line."""
    try:
        lines = user_files.read_bytes(file, MAX_FILE_BYTES).decode("utf-8", "replace").splitlines()
    except OSError as error:
        raise BadInput(
            text("input_errors.files.unreadable", file=file.name, reason=error.strerror or str(error))
        ) from error
    for line in lines:
        try:
            document = json.loads(line)
            document["board"], document["spot"] = str(document["board"]), str(document["spot"])
        except damage.JSON:
            continue  # cut off when the work ended
        yield line, document


FOLDER, SUFFIX, SOLVED_SUFFIX = "reports", ".json", ".jsonl"
KIND, VERSION = "board report", 1
COLUMNS = (
    *("board", "texture", "times", "weight", "oop bets", "ip bets after check", "ev oop", "ev ip"),
    *("equity oop", "exploitability %", "problem"),
)


def form_boards(form: ReportForm) -> list[tuple[Board, int]]:
    """Return the boards that the form of a report selects, each with the number of isomorphic boards.

    Raises:
        BadInput: If there is no board.
    """
    if form.boards.startswith(TURNS):
        return turn_boards(form.flop)
    return (read_boards if form.is_named else parse_boards)(form.boards.strip())


def digest(form: ReportForm) -> str:
    return spot_digest(spot_document(form.texts), form.target, None)


@contextmanager
def at_work(form: ReportForm) -> Iterator[tuple[set[str], AppendLine]]:
    """Lock a report. Yield the names of its finished boards, and a function that appends a line.

    Raises:
        BadInput: If another process or thread is solving the report.
    """
    file = _file(form)
    user_files.ensure_writable(file.parent)
    with locks.only_writer(file, text("solver_errors.reports.busy"), _solved(file)):
        total = len(form_boards(form))
        about = {"spot": form.texts.id, "boards": form.boards, "target": form.target, "total": total}
        user_files.write_versioned(file, KIND, VERSION, about)
        done = keep_finished_boards(_solved(file), digest(form), resume=True)
        with append_lines(_solved(file)) as write:
            yield done, write


def load_report(form: ReportForm) -> BoardReport:
    """Load a stored report of boards."""
    boards = form_boards(form)
    solved = _load_boards(form)
    shares = texture_shares(form.texts.oop, form.texts.ip) if form.is_named else {}
    rows = tuple(one.row for one in solved)
    return BoardReport(form, len(boards), rows, tuple(texture_means(solved, shares)))


def _load_boards(form: ReportForm) -> tuple[SolvedBoard, ...]:
    file = _solved(_file(form))
    return tuple(map(parse_board, read_results(file))) if file.exists() else ()


def compare_reports(form: ReportForm, other: ReportForm) -> ReportComparison:
    """Compare two stored reports on the boards that both have solved.

    Raises:
        BadInput: If the reports are of different spots, or have no solved board in common.
    """
    if not form.is_of_spot(other):
        raise BadInput(text("solver_errors.reports.different_spots"))
    known = {board.row.board: board for board in _load_boards(other) if not board.row.problem}
    shared = [
        (board, known[board.row.board])
        for board in _load_boards(form)
        if board.row.board in known and not board.row.problem
    ]
    if not shared:
        raise BadInput(text("solver_errors.reports.no_shared_board"))
    first, second = (next(texture_means(boards)) for boards in zip(*shared, strict=True))
    return ReportComparison(tuple((one.row, two.row) for one, two in shared), (first, second))


@lru_cache(maxsize=4)
def texture_shares(oop: str, ip: str) -> Mapping[Texture, float]:
    """Return the share of each texture among all flops.

    The weight of a flop is the total weight of the pairs of hands that the two ranges can have on the flop.

    Raises:
        BadInput: If a text is not a range.
    """
    ranges = [parse_range(text).astype(np.float64) for text in (oop, ip)]
    weights = dict.fromkeys(TEXTURES, 0.0)
    for flop, times in read_boards(ALL_FLOPS):
        first, second = (one * unblocked_hands(flop) for one in ranges)
        weights[classify_texture(flop)] += times * float(first @ opposing_weight(second))
    total = sum(weights.values())
    return {texture: weight / total for texture, weight in weights.items()} if total else {}


def list_reports() -> tuple[StoredReport, ...]:
    """Return the stored reports, newest first. Files that are not reports are left out."""
    found = []
    for file in user_files.home().joinpath(FOLDER).glob(f"*{SUFFIX}"):
        stored = user_files.read_versioned(file, KIND, VERSION, _read_form).content
        if stored is not None:
            solved = _solved(file)
            done = sum("error" not in one for one in read_results(solved)) if solved.exists() else 0
            changed = (solved if solved.exists() else file).stat().st_mtime
            found.append((changed, replace(stored, done=done)))
    return tuple(one for _, one in sorted(found, key=lambda pair: -pair[0]))


def forget(form: ReportForm) -> None:
    """Remove a report.

    Raises:
        BadInput: If the report is being solved.
    """
    file = _file(form)
    if file.parent.is_dir():
        with locks.only_writer(file, text("solver_errors.reports.running")):
            _solved(file).unlink(missing_ok=True)
            user_files.remove_versioned(file)


def board_table(report: BoardReport) -> Iterator[list[str | float]]:
    """Yield the names of the columns, then each board of a report as a row."""
    yield list(COLUMNS)
    for row in report.rows:
        figures = [row.weight, *row.bets, *row.ev, row.equity, row.exploitability]
        yield [
            names(row.board),
            row.texture,
            row.times,
            *("" if row.problem else figure for figure in figures),
            row.problem,
        ]


# ---- the files of a report ---------------------------------------------------------------------------------------
def _file(form: ReportForm) -> Path:
    spot = " ".join(form.boards.split())
    name = hashlib.sha256(f"{digest(form)} {spot}".encode()).hexdigest()[:16]
    return user_files.home() / FOLDER / f"{name}{SUFFIX}"


def _solved(file: Path) -> Path:
    return file.with_suffix(SOLVED_SUFFIX)


def _read_form(content: Mapping[str, Any]) -> StoredReport:
    """Return the form stored in the file of a report. The finished boards are not read.

    Raises:
        BadInput: If the file is not a report.
    """
    try:
        form = ReportForm(read_id(content["spot"]), str(content["boards"]), float(content["target"]))
        return StoredReport(form, 0, int(content["total"]))
    except damage.PARTS as error:
        raise BadInput("it is not a report") from error
