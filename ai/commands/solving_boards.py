"""`solve --boards`: one tree and two ranges on many boards, a line of JSON a board, in the order of the boards.

A line is written as soon as all boards before it are done, so that work which ends halfway can be resumed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager

from ai.commands.executors import executor_of
from ai.commands.options import BAD_INPUT, DONE, INTERRUPTED
from ai.commands.output import check_writable, print_document, show_progress
from ai.commands.solving_answers import goal_of, limits_of, target_of
from ai.solver.boards.flops import Board, read_boards
from ai.solver.boards.solving import (
    TASKS_AHEAD_OF_CLUSTER,
    TASKS_AHEAD_PER_WORKER,
    AppendLine,
    BoardTask,
    SolvedLine,
    append_lines,
    keep_finished_boards,
    read_results,
    solve_board,
    solve_on_executor,
    spot_digest,
)
from ai.solver.spot import NoHands, spot_of
from ai.solver.spot_forms import read_document, short_name
from ai.solver.subgame import MEGABYTE, Limits
from ai.solver.sweeps import compile_kernels
from game.borders import print_text, say
from game.core import BadInput, Progress
from game.files import locks
from game.quoting import count_noun
from game.rules.cards import names


def solve(options: argparse.Namespace) -> int:
    """Solve the boards that are not done yet."""
    if options.resume and options.out is None:
        raise BadInput("--resume continues a file: name it with --out.")
    boards = read_boards(options.boards)
    document = _checked(options.spot, boards[0][0])
    digest = spot_digest(document, options.target, options.seconds)
    limits = _limits(options)
    ahead = TASKS_AHEAD_OF_CLUSTER if options.cluster else options.workers * TASKS_AHEAD_PER_WORKER
    with _output(options, digest) as (done, write):
        tasks = [
            BoardTask(
                document,
                board,
                times,
                goal_of(options),
                target_of(options),
                limits,
                digest,
                not options.short,
            )
            for board, times in boards
            if names(board) not in done
        ]
        compile_kernels()
        try:
            with executor_of(options) as executor:
                failed = _solve_all(tasks, executor, ahead, write)
        except KeyboardInterrupt:
            if options.out is None:
                raise
            kept = sum(1 for _ in read_results(options.out))
            said = f"{kept:,} of {count_noun(len(boards), 'board')} are in {options.out}"
            say(f"Interrupted; {said}. Continue with --resume.")
            return INTERRUPTED
    if options.out is not None:
        summary = {"boards": len(boards), "failed": failed, "file": str(options.out)}
        print_document(options, summary, [f"{len(boards):,} boards are in {options.out}, {failed:,} failed."])
    return BAD_INPUT if failed else DONE


def _limits(options: argparse.Namespace) -> Limits:
    """Return what one solve may use. On a cluster that is one thread and the memory of the machine that solves."""
    if options.cluster is None:
        return limits_of(options, options.workers)
    return Limits(options.threads or 1, None if options.memory is None else options.memory * MEGABYTE)


def _solve_all(tasks: Sequence[BoardTask], executor: Executor | None, ahead: int, write: AppendLine) -> int:
    """Write the lines of all tasks and return how many have failed."""
    failed = number = 0
    began = time.monotonic()
    for line in _lines(tasks, executor, ahead):
        if line is None:
            continue
        write(line.text)
        failed += line.failed
        number += 1
        seconds = time.monotonic() - began
        left = seconds / number * (len(tasks) - number)
        show_progress(Progress(number, len(tasks), seconds, left))
    return failed


def _lines(tasks: Sequence[BoardTask], executor: Executor | None, ahead: int) -> Iterator[SolvedLine | None]:
    return map(solve_board, tasks) if executor is None else solve_on_executor(tasks, executor, ahead)


@contextmanager
def _output(options: argparse.Namespace, digest: str) -> Iterator[tuple[set[str], AppendLine]]:
    """Lend the boards that are done, and what writes a line: to stdout, or to a file that nobody else writes."""
    file = options.out
    if file is None:
        yield set(), print_text
        return
    check_writable(file)
    with locks.only_writer(file, f"Another command is writing {file}: wait for it, or name another file."):
        done = keep_finished_boards(file, digest, resume=options.resume)
        with append_lines(file) as write:
            yield done, write


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
