"""Board reports in the player's folder: the form of each in one file, its solved boards in another beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ai.solver.boards.flops import Board, classify_texture, parse_boards, read_boards
from ai.solver.boards.solving import AppendLine, append_lines, keep_finished_boards, read_results, spot_digest
from ai.solver.spot_forms import document_of
from game.core import BadInput
from game.files import damage, locks, user_files
from game.match.spot_texts import read_id
from game.rules.cards import names, parse
from game.study.reports import TEXTURES, BoardMeans, BoardReport, BoardRow, ReportForm, StoredReport, Texture

FOLDER, SUFFIX, SOLVED_SUFFIX = "reports", ".json", ".jsonl"
KIND, VERSION = "board report", 1
COLUMNS = (
    *("board", "texture", "times", "weight", "oop bets", "ip bets after check", "ev oop", "ev ip"),
    *("equity oop", "exploitability %", "problem"),
)


def boards_of(form: ReportForm) -> list[tuple[Board, int]]:
    """Return the boards of a form, and how many each stands for; `BadInput` where there is none."""
    return (read_boards if form.is_named else parse_boards)(form.boards.strip())


def digest(form: ReportForm) -> str:
    return spot_digest(document_of(form.texts), form.target, None)


@contextmanager
def at_work(form: ReportForm) -> Iterator[tuple[set[str], AppendLine]]:
    """Lend the boards of a report that are done, and what adds a line; `BadInput` where it is being worked on."""
    file = _file(form)
    user_files.ensure_writable(file.parent)
    with locks.only_writer(file, "This report is already running.", _solved(file)):
        total = len(boards_of(form))
        about = {"spot": form.texts.id, "boards": form.boards, "target": form.target, "total": total}
        user_files.write_versioned(file, KIND, VERSION, about)
        done = keep_finished_boards(_solved(file), digest(form), resume=True)
        with append_lines(_solved(file)) as write:
            yield done, write


def report_of(form: ReportForm) -> BoardReport:
    """Return what is known of a report."""
    boards = boards_of(form)
    file = _solved(_file(form))
    rows = tuple(map(row_of, read_results(file))) if file.exists() else ()
    return BoardReport(form, len(boards), rows, tuple(means_of(rows)))


def listed() -> tuple[StoredReport, ...]:
    """Return the reports in files, the latest first; files that are none are left out."""
    found = []
    for file in user_files.home().joinpath(FOLDER).glob(f"*{SUFFIX}"):
        stored = user_files.read_versioned(file, KIND, VERSION, _stored).content
        if stored is not None:
            solved = _solved(file)
            done = sum("error" not in one for one in read_results(solved)) if solved.exists() else 0
            changed = (solved if solved.exists() else file).stat().st_mtime
            found.append((changed, replace(stored, done=done)))
    return tuple(one for _, one in sorted(found, key=lambda pair: -pair[0]))


def forget(form: ReportForm) -> None:
    """Remove a report; `BadInput` while it is being worked on."""
    file = _file(form)
    if file.parent.is_dir():
        with locks.only_writer(file, "This report is running: pause it first."):
            _solved(file).unlink(missing_ok=True)
            user_files.remove_versioned(file)


def table_rows(report: BoardReport) -> Iterator[list[str | float]]:
    """Yield a board of a report as a row under `COLUMNS`."""
    for row in report.rows:
        figures = [row.weight, *row.bets, *row.ev, row.equity, row.exploitability]
        yield [
            names(row.board),
            row.texture,
            row.times,
            *("" if row.problem else figure for figure in figures),
            row.problem,
        ]


# ---- what the lines say ------------------------------------------------------------------------------------------
def row_of(line: dict[str, Any]) -> BoardRow:
    """Return a board as it was solved; `BadInput` where the line is none of this program."""
    try:
        board = parse(line["board"])
        board_row = BoardRow(board, classify_texture(board), int(line["times"]))
        if "error" in line:
            return replace(board_row, problem=str(line["error"]))
        oop, ip = map(float, line["ev"])
        first, second = _bets(line), _bets(line["after_check"])
        return replace(
            board_row,
            weight=float(line["weight"]),
            bets=(first, second),
            ev=(oop, ip),
            equity=float(line["equity"]),
            exploitability=float(line["exploitability_pct"]),
        )
    except (BadInput, *damage.PARTS) as error:
        raise BadInput("The file of this report is damaged: delete the report and run it again.") from error


def _bets(decision: Mapping[str, Any]) -> float:
    return 1.0 - float(decision["frequencies"][0])


def means_of(rows: Sequence[BoardRow]) -> Iterator[BoardMeans]:
    """Yield the means of all boards, then those of each texture that there is."""
    solved = [row for row in rows if not row.problem]
    total = sum(row.weight for row in solved)
    if total <= 0:
        return
    yield _means("", solved, total)
    for texture in TEXTURES:
        if alike := [row for row in solved if row.texture == texture]:
            yield _means(texture, alike, total)


def _means(texture: Texture | Literal[""], rows: Sequence[BoardRow], total: float) -> BoardMeans:
    weights = np.array([row.weight for row in rows])
    figures = np.array([[*row.bets, *row.ev, row.equity] for row in rows])
    bet, bet_after, oop, ip, equity = (weights @ figures / weights.sum()).tolist()
    share = float(weights.sum()) / total
    return BoardMeans(texture, len(rows), share, (bet, bet_after), (oop, ip), equity)


# ---- where they lie ----------------------------------------------------------------------------------------------
def _file(form: ReportForm) -> Path:
    spot = " ".join(form.boards.split())
    name = hashlib.sha256(f"{digest(form)} {spot}".encode()).hexdigest()[:16]
    return user_files.home() / FOLDER / f"{name}{SUFFIX}"


def _solved(file: Path) -> Path:
    return file.with_suffix(SOLVED_SUFFIX)


def _stored(content: Mapping[str, Any]) -> StoredReport:
    """Return the form that a file holds, with nothing done; `BadInput` where it is none."""
    try:
        form = ReportForm(read_id(content["spot"]), str(content["boards"]), float(content["target"]))
        return StoredReport(form, 0, int(content["total"]))
    except damage.PARTS as error:
        raise BadInput("it is not a report") from error
