"""Solve one tree on many boards: distribute the boards to workers, solve each, and append the results to a file.

The file has a line of JSON for each board. An interrupted solve can be resumed from the finished lines.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from ai.solver.boards.flops import Board
from ai.solver.memory import available_bytes
from ai.solver.node_reports import DIGITS, solve_document
from ai.solver.results import Walk
from ai.solver.solving import Goal, Solved, solve
from ai.solver.spot import OOP, Spot, spot_of
from ai.solver.subgame import Limits, Subgame
from game.core import BadInput, ConnectionFailed, Progress
from game.files import damage, user_files
from game.rules.cards import names

CHECK = "check"


@dataclass(frozen=True, slots=True)
class BoardTask:
    """A board to solve, with the document of its spot.

    Attributes:
        times: The number of isomorphic boards that it represents.
        target: The exploitability at which the board counts as solved, in percent of the pot.
        limits: If they set no memory, the free memory of the solving machine is the limit.
        digest: The digest of spot and target.
        hands: Whether the result includes each hand of the first decision.
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
    """The line of JSON of a board. If the board could not be solved, the line has the error."""

    text: str
    failed: bool


def solve_board(task: BoardTask) -> SolvedLine:
    """Return the line of a board."""
    *_, line = solving_board(task)
    assert isinstance(line, SolvedLine)
    return line


def solving_board(task: BoardTask) -> Iterator[Progress | SolvedLine]:
    """Yield progress at most 100 ms apart, then the line of a board. Closing the generator stops the work."""
    line: dict[str, object] = {"board": names(task.board), "times": task.times, "spot": task.digest}
    try:
        line |= yield from _solve_task(task)
    except BadInput as sentence:
        line["error"] = str(sentence)
    yield SolvedLine(json.dumps(line, allow_nan=False), "error" in line)


def _solve_task(task: BoardTask) -> Generator[Progress, None, dict[str, object]]:
    """Solve a board, and return the fields of its line."""
    limits = task.limits
    if limits.memory is None:
        limits = replace(limits, memory=available_bytes())
    game = Subgame(spot_of(task.document, task.board), limits=limits)
    for item in solve(game, task.goal):
        if isinstance(item, Solved):
            found = item
        else:
            yield item
    document = solve_document(game, found, task.target, hands=task.hands)
    after = Walk(game).at((CHECK,))
    return document | {
        "after_check": {
            "actions": list(after.actions),
            "frequencies": [round(part, DIGITS) for part in after.frequencies()],
        },
        "equity": round((yield from _equity(game.spot, limits)), DIGITS),
        "weight": round(task.times * game.mass, DIGITS),
    }


def _equity(spot: Spot, limits: Limits) -> Generator[Progress, None, float]:
    """Return the exact equity of the range of `oop`: its share of the pot if no player bets."""
    unbet = Subgame(replace(spot, bets=(), raises=(), other_bets={}, other_raises={}), limits=limits)
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
    """Yield the lines in order, and None after every moment without one.

    If a worker is lost, the lines that other workers have finished come first. Then the error is raised.

    Raises:
        ConnectionFailed: If processes of this machine were lost.
    """
    waiting = iter(tasks)
    submitted: deque[Future[SolvedLine]] = deque(
        executor.submit(solve_board, task) for task in islice(waiting, ahead)
    )
    try:
        while submitted:
            wait([submitted[0]], BEAT_SECONDS)
            if not submitted[0].done():
                yield None
                continue
            if _has_failed(submitted[0]):
                yield from (one.result() for one in submitted if one.done() and not _has_failed(one))
            yield _solved_line(submitted.popleft())
            submitted.extend(executor.submit(solve_board, task) for task in islice(waiting, 1))
    finally:
        for future in submitted:
            future.cancel()


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
    """Return the identity of a spot and its target, independent of the board."""
    spot = (
        {key: value for key, value in document.items() if key != "board"}
        if isinstance(document, dict)
        else {}
    )
    written = json.dumps([spot, target, seconds], sort_keys=True, default=str)
    return hashlib.sha256(written.encode()).hexdigest()[:12]


def keep_finished_boards(file: Path, digest: str, *, resume: bool) -> set[str]:
    """Return the finished boards of a file, and drop its other lines. Without `resume`, drop all lines.

    The caller is the only writer of the file.

    Raises:
        BadInput: If the boards were solved for another spot, or the file cannot be written.
    """
    done = _finished_lines(file, digest) if resume and file.exists() else {}
    try:
        user_files.atomic_write(file, "".join(f"{line}\n" for line in done.values()).encode())
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}.") from error
    return set(done)


def read_results(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the documents in the lines of a file, without truncated ones.

    Raises:
        BadInput: If the file cannot be read.
    """
    for _, document in _lines(file):
        yield document


@contextmanager
def append_lines(file: Path) -> Iterator[AppendLine]:
    """Lend a function that appends a line to a file and flushes it."""
    with file.open("a", encoding="utf-8") as lines:

        def write(line: str) -> None:
            lines.write(line + "\n")
            lines.flush()

        yield write


def _finished_lines(file: Path, digest: str) -> dict[str, str]:
    """Return the lines of finished boards."""
    done: dict[str, str] = {}
    for line, document in _lines(file):
        if document["spot"] != digest:
            raise BadInput(f"{file.name} was solved for another spot or target: name another file.")
        if "error" not in document:
            done[document["board"]] = line
    return done


def _lines(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the lines of boards, and the documents in them."""
    try:
        lines = user_files.read_bytes(file, MAX_FILE_BYTES).decode("utf-8", "replace").splitlines()
    except OSError as error:
        raise BadInput(f"{file.name} cannot be read: {error.strerror or error}.") from error
    for line in lines:
        try:
            document = json.loads(line)
            document["board"], document["spot"] = str(document["board"]), str(document["spot"])
        except damage.JSON:
            continue  # cut off when the work ended
        yield line, document
