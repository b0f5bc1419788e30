"""`solve --boards`: one tree and two ranges on many boards, a line of JSON a board, in the order of the boards.

A line is written as soon as all boards before it are done, so that work which ends halfway can be resumed.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ai.commands.board_files import Board, boards_named, digest_of, keep_done
from ai.commands.executors import executor_of
from ai.commands.options import BAD_INPUT, DONE
from ai.commands.output import check_place, print_document, print_text, show_progress
from ai.commands.solving_answers import document_of, goal_of, limits_of, target_of
from ai.solver.solving import Goal, solved
from ai.solver.spot import NoHands, spot_of
from ai.solver.spot_forms import read_document, short_name
from ai.solver.subgame import Limits, Subgame
from ai.solver.sweeps import compile_kernels
from game.core import BadInput, ConnectionFailed, Progress
from game.rules.cards import names

AHEAD = 2
"""Boards that each worker is given at a time: the next one lies ready."""
Write = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Task:
    """A board to solve, with the document of its spot. times: how many boards it stands for."""

    document: object
    board: Board
    times: int
    goal: Goal
    target: float
    limits: Limits
    digest: str


def solve(options: argparse.Namespace) -> int:
    """Solve the boards that are not done yet."""
    if options.resume and options.out is None:
        raise BadInput("--resume continues a file: name it with --out.")
    boards = boards_named(options.boards)
    document = _checked(options.spot, boards[0][0])
    digest = digest_of(document, options)
    done: set[str] = set()
    if options.out is not None:
        check_place(options.out)
        done = keep_done(options.out, digest, resume=options.resume)
    workers = 1 if options.cluster else options.workers
    limits = limits_of(options, workers)
    tasks = [
        Task(document, board, times, goal_of(options), target_of(options), limits, digest)
        for board, times in boards
        if names(board) not in done
    ]
    compile_kernels()
    with _output(options.out) as write, executor_of(options) as executor:
        failed = _solve_all(tasks, executor, workers * AHEAD, write)
    if options.out is not None:
        summary = {"boards": len(boards), "failed": failed, "file": str(options.out)}
        print_document(options, summary, [f"{len(boards):,} boards are in {options.out}, {failed:,} failed."])
    return BAD_INPUT if failed else DONE


def solve_board(task: Task) -> tuple[str, bool]:
    """Return the line of a board, and whether it has failed; then the line says why."""
    line: dict[str, object] = {"board": names(task.board), "times": task.times, "spot": task.digest}
    try:
        game = Subgame(spot_of(task.document, task.board), limits=task.limits)
        line |= document_of(game, solved(game, task.goal), task.target)
    except BadInput as sentence:
        line["error"] = str(sentence)
    return json.dumps(line, allow_nan=False), "error" in line


def _solve_all(tasks: Sequence[Task], executor: Executor | None, ahead: int, write: Write) -> int:
    """Write the lines of all tasks and return how many have failed."""
    failed, began = 0, time.monotonic()
    lines = map(solve_board, tasks) if executor is None else _shared_out(tasks, executor, ahead)
    for number, (line, in_vain) in enumerate(lines, start=1):
        write(line)
        failed += in_vain
        seconds = time.monotonic() - began
        left = seconds / number * (len(tasks) - number)
        show_progress(Progress(number, len(tasks), seconds, left))
    return failed


def _shared_out(tasks: Sequence[Task], executor: Executor, ahead: int) -> Iterator[tuple[str, bool]]:
    """Yield the lines in order; where a worker dies, what the others have finished, and then the sentence."""
    waiting = iter(tasks)
    submitted: deque[Future[tuple[str, bool]]] = deque(
        executor.submit(solve_board, task) for task in islice(waiting, ahead)
    )
    try:
        while submitted:
            line = submitted[0].result()
            submitted.popleft()
            submitted.extend(executor.submit(solve_board, task) for task in islice(waiting, 1))
            yield line
    except BrokenProcessPool:
        for future in submitted:
            if future.done() and future.exception() is None:
                yield future.result()
        raise ConnectionFailed(
            "A worker process ended unexpectedly; the finished boards are kept: continue with --resume."
        ) from None
    finally:
        for future in submitted:
            future.cancel()


@contextmanager
def _output(file: Path | None) -> Iterator[Write]:
    """Lend what writes a line: to stdout, or to the end of a file."""
    if file is None:
        yield print_text
        return
    with file.open("a", encoding="utf-8") as lines:

        def write(line: str) -> None:
            lines.write(line + "\n")
            lines.flush()

        yield write


def _checked(source: str, board: Board) -> object:
    """Return the document of a spot file, which can be solved unless the board takes all hands of a range."""
    document = read_document(source)
    try:
        spot_of(document, board)
    except NoHands:
        pass
    except BadInput as sentence:
        raise BadInput(f"{short_name(source)}{sentence}") from None
    return document
