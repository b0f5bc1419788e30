"""The command `solve`: solve one spot, or the same spot on many boards.

With many boards, the results are written in order. The result of a board is written as soon as all earlier boards
are done, so that an interrupted command can be resumed.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path as FilePath

import numpy as np

from ai.commands.executors import open_executor
from ai.commands.interrupts import SAVE_LOCK, Abandoned, interrupts_noted
from ai.commands.options import BAD_INPUT, DEFAULT_TARGET, DONE, INTERRUPTED
from ai.commands.output import (
    Estimate,
    PreparationNotice,
    check_writable,
    format_number,
    make_folder,
    print_document,
    run_measurement,
    show_progress,
)
from ai.commands.solve_output import (
    Shown,
    describe_drop,
    describe_memory,
    make_document,
    make_lines,
    make_lock_lines,
    make_size_document,
)
from ai.hands.combos import HANDS
from ai.solver import solve_files
from ai.solver.betting import DECISION
from ai.solver.board_solving import (
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
from ai.solver.flops import Board, read_boards
from ai.solver.held_solve import HeldSolve
from ai.solver.lines import read_line, select_hands, write_line
from ai.solver.lock_files import PaintedLock, list_locks, read_locks
from ai.solver.mixes import same_locks
from ai.solver.size_choice import SizeChoice, choose_sizes, with_chosen_sizes
from ai.solver.solving import Foresight, Goal, Solved, available_bytes, iteration_seconds, usual_iterations
from ai.solver.solving import solve as solve_game
from ai.solver.spot import SIDES, NoHands, Spot, parse_spot
from ai.solver.spot_forms import (
    betting_shape,
    read_document,
    read_spot,
    short_name,
    spot_of_texts,
    texts_of_document,
)
from ai.solver.streets import build_streets, find_state
from ai.solver.subgame import MEGABYTE, Limits, Subgame
from ai.solver.sweeps import compile_kernels
from ai.solver.walk import Walk
from game.borders import check_stdout, print_text, say
from game.core import BadInput, Progress
from game.files import locks
from game.match.spot_texts import SpotTexts
from game.quoting import count_noun, quoted
from game.rules.cards import names

MIN_PACKED_TARGET = (
    0.1  # percent of the pot: more precise solves have tables in 32 bits unless asked otherwise
)
MIN_FINISH_SECONDS = 1.5
POLL_SECONDS = 0.1
GRACE_SECONDS = 1.0
"""The additional seconds for the running iteration."""
FINISH_SHARE = 0.05
"""The time limit for measuring the solution of an interrupted solve, as a share of the solve's time so far."""


def solve(options: argparse.Namespace) -> int:
    """Solve the spot of a file, and print a decision of the solution.

    Raises:
        BadInput: If the spot cannot be solved or takes too much memory, if an option is only for many boards, or
            if stdout is closed and the solution is not written to a file.
    """
    file = _read_file(options)
    if file is None:
        check_stdout()
    held = _begin(options, file)
    game, shown = held.game, _read_shown(options, held.game, file)
    notice = PreparationNotice("the kernels of the solver", wanted=not options.json)
    notice.begin()
    try:
        compile_kernels(game.bits)
    finally:
        notice.end()
    _print_estimate(options, game)
    target = solve_target(options)
    with interrupts_noted() as interrupted, SAVE_LOCK:
        measured = threading.Event()
        if file is None:
            late = (interrupted, measured, game, time.monotonic())
            with suppress(RuntimeError):  # too few threads are allowed
                threading.Thread(target=_end_late, args=late, daemon=True).start()
        work = _add_estimates(solve_game(game, solve_goal(options), interrupted.is_set), options, target)
        try:
            found = run_measurement(_limit_finish(work, game, interrupted, file))
        finally:
            measured.set()
        if file is not None:
            held.take(found)
            for _ in solve_files.write(held, file):
                pass
        walk = Walk(game)
        document, lines = make_document(walk, found, target, shown), make_lines(walk, found, target, shown)
        if set_locks := list_locks(walk, held.locks):
            document["locks"] = [asdict(one) for one in set_locks]
            lines += make_lock_lines(set_locks)
        if options.chosen is not None:
            document |= make_size_document(options.chosen)
            oop, ip = options.chosen.sizes
            lines.insert(0, f"bet sizes: oop {oop}, ip {ip}")
        done = print_document(options, document, lines)
    if not interrupted.is_set():
        return done
    kept = "" if file is None else f" {file} has it: continue with --resume."
    say(
        f"Interrupted after {count_noun(found.iterations, 'iteration')}: the solution so far has an exploitability "
        f"of {found.exploitability:z.4g}% of the pot.{kept}"
    )
    return INTERRUPTED


def _read_file(options: argparse.Namespace) -> FilePath | None:
    """Return the file to which the solution is written, if any.

    Raises:
        BadInput: If an option is only for many boards, or if the file cannot be written.
    """
    for word in ("cluster", "short"):
        if getattr(options, word):
            raise BadInput(f"--{word} is for many boards: name them with --boards.")
    if options.workers != 1:
        raise BadInput("--workers is for many boards, named with --boards; one board is solved by --threads.")
    if options.out is None:
        if (stored := solve_files.find_stored(options.spot)) is None and options.resume:
            raise BadInput("--resume continues a file: name it with --out.")
        return stored
    file = solve_files.find_file(str(options.out))
    if file.parent == solve_files.folder():
        make_folder(file.parent)
    check_writable(file)
    return file


def _begin(options: argparse.Namespace, file: FilePath | None) -> HeldSolve:
    """Return the solve that the options describe: a new or a stored solve, or with `--resume` the solve in `file`.

    A stored solve is continued only if the options give a target or a number of seconds.

    Raises:
        BadInput: If the spot or the locks cannot be read, or if the file contains another solve.
    """
    if (stored := solve_files.find_stored(options.spot)) is not None:
        return _open_stored(options, stored)
    document, spot = read_document(options.spot), read_spot(options.spot)
    texts, limits = texts_of_document(document, options.spot), solve_limits(options)
    if options.auto_sizes is not None:
        texts = _choose_sizes(options, texts, spot, limits)
        spot = spot_of_texts(texts)
    painted = _read_locks(options, texts)
    locks = [one.lock for one in painted]
    if file is None or not options.resume or not file.exists():
        held = HeldSolve.start(texts, spot, limits, locks)
        held.locks = tuple(one.summary for one in painted)
        return held
    *_, kept = solve_files.read(file, limits)
    assert isinstance(kept, HeldSolve)
    if kept.texts.id != texts.id:
        raise BadInput(
            f"{file} holds the solution of another spot: name another file, or leave --resume out."
        )
    if options.bits is not None and options.bits != kept.game.bits:
        raise BadInput(f"{file} was solved in {kept.game.bits} bits: name another file, or leave --bits out.")
    if options.lock is not None and not same_locks(kept.game.locks, locks):
        raise BadInput(f"{file} was solved with other locks: name another file, or leave --resume out.")
    return kept


def _read_locks(options: argparse.Namespace, texts: SpotTexts, reason: str = "") -> list[PaintedLock]:
    """Return the locks in the options for a spot.

    `reason` is appended to the message about a lock that does not fit.
    """
    if options.lock is None:
        return []
    spot = spot_of_texts(texts)
    shape = betting_shape(texts, spot.stack)
    streets = build_streets(spot, [one > 0 for one in spot.ranges], shape, None)
    return read_locks(options.lock, spot, streets, reason)


def _open_stored(options: argparse.Namespace, file: FilePath) -> HeldSolve:
    """Return a stored solve.

    Raises:
        BadInput: If the file cannot be read, or if an option needs a new solve.
    """
    for word in ("lock", "auto_sizes", "bits"):
        if getattr(options, word) is not None:
            raise BadInput(
                f"--{word.replace('_', '-')} is for a new solve: write the spot instead of its file."
            )
    *_, held = solve_files.read(file, solve_limits(options))
    assert isinstance(held, HeldSolve)
    if options.target is None and options.seconds is None and math.isfinite(held.exploitability):
        options.target = held.exploitability
    return held


def _choose_sizes(options: argparse.Namespace, texts: SpotTexts, spot: Spot, limits: Limits) -> SpotTexts:
    """Return the spot with only its most used bet sizes (ai/solver/size_choice.py), and print the dropped sizes.

    Raises:
        BadInput: If the spot begins in the middle of a street, or is too large with all sizes, or if a lock needs
            a bet that may be dropped.
    """
    if texts.begun:
        raise BadInput("--auto-sizes is for a spot at the start of a street.")
    without = with_chosen_sizes(texts, len(spot.board), SizeChoice(("", ""), ()))
    _read_locks(options, without, "With --auto-sizes, no lock may need a bet of the first street.")
    compile_kernels()
    goal = Goal(target=solve_target(options))
    for item in choose_sizes(spot, options.auto_sizes, goal, limits):
        if isinstance(item, SizeChoice):
            choice = item
        elif not options.json:
            say(f"{SIDES[item.player]} drops {describe_drop(item)}.")
    options.chosen = choice
    return with_chosen_sizes(texts, len(spot.board), choice)


def _read_shown(options: argparse.Namespace, game: Subgame, file: FilePath | None) -> Shown:
    """Return the decision and the hands to print.

    Raises:
        BadInput: If the line doesn't lead to a decision, or if a hand cannot be read.
    """
    actions, cards = read_line(game.streets, options.line or "", game.spot.pot)
    found = find_state(game.streets, actions, cards)
    if options.line and game.streets[found.street].trees.nodes[found.node].kind != DECISION:
        raise BadInput(f"line: nobody acts after {quoted(options.line)}.")
    if options.hands is not None:
        select_hands(options.hands, (*game.spot.board, *cards), lambda: np.ones(len(HANDS), np.bool_))
    return Shown(actions, cards, write_line(actions, cards, game.streets), options.hands, file)


def _print_estimate(options: argparse.Namespace, game: Subgame) -> None:
    """Print the memory and the time per iteration of a solve to stderr.

    With `--json`, print nothing unless stderr is a terminal.
    """
    if options.json and not sys.stderr.isatty():
        return
    seconds = iteration_seconds(game.streets, game.limits.threads)
    said = f"This solve takes {describe_memory(game)} and about {format_number(seconds, 2)} s an iteration."
    if not options.seconds:
        said += f" {usual_iterations(solve_target(options)):,} iterations are usual."
    print(said, file=sys.stderr, flush=True)


def _add_estimates(
    items: Iterator[Progress | Solved], options: argparse.Namespace, target: float
) -> Iterator[Progress | Solved]:
    """Yield the items of a solve, and add the remaining time to its reports.

    If there is no progress line, print the remaining time at growing intervals.
    """
    foresight, estimate = Foresight(target), Estimate(wanted=not options.json and not options.seconds)
    reported = False
    for item in items:
        if isinstance(item, Progress):
            report = item if options.seconds else foresight.heed(item)
            estimate.heed(report)
            yield report
            reported = True
            continue
        if reported:
            yield Progress(item.iterations, item.iterations, item.seconds, 0.0)
        yield item


def _limit_finish(
    items: Iterator[Progress | Solved], game: Subgame, interrupted: threading.Event, file: FilePath | None
) -> Iterator[Progress | Solved]:
    """Yield the items of a solve. After an interrupt, limit the time for the last iteration and measurement.

    If the solve is written to a file, the time is not limited.

    Raises:
        Abandoned: If the time runs out. The allowed time grows with the duration of the solve before the
            interrupt.
    """
    end = math.inf
    for item in items:
        yield item
        if not isinstance(item, Progress) or not interrupted.is_set():
            continue
        now = time.monotonic()
        if end == math.inf:
            allowed = _finish_seconds(item.seconds) if file is None else sys.float_info.max
            end = now + allowed
            if allowed > MIN_FINISH_SECONDS:
                say("Measuring the solution so far. Press Ctrl-C again to drop it.")
        elif now > end:
            raise Abandoned(_abandonment(game))


def _end_late(interrupted: threading.Event, measured: threading.Event, game: Subgame, began: float) -> None:
    """Wait for an interrupt. If the current iteration then takes longer than allowed, end the process."""
    while not interrupted.wait(POLL_SECONDS):
        if measured.is_set():
            return
    if not measured.wait(GRACE_SECONDS + _finish_seconds(time.monotonic() - began)):
        say(_abandonment(game))
        os._exit(INTERRUPTED)


def _finish_seconds(seconds: float) -> float:
    """Return the seconds that a solve may still take after an interrupt, given the seconds it has taken so far."""
    return max(MIN_FINISH_SECONDS, FINISH_SHARE * seconds)


def _abandonment(game: Subgame) -> str:
    return (
        f"Interrupted after {count_noun(game.iterations, 'iteration')}, before the solution so far could "
        "be measured. Use --seconds to end a solve after some time."
    )


def solve_goal(options: argparse.Namespace) -> Goal:
    return Goal(seconds=options.seconds) if options.seconds else Goal(target=solve_target(options))


def solve_target(options: argparse.Namespace) -> float:
    return DEFAULT_TARGET if options.target is None else float(options.target)


def solve_limits(options: argparse.Namespace, at_a_time: int = 1) -> Limits:
    """Return the limits of a solve if `at_a_time` solves run in parallel."""
    memory = available_bytes() if options.memory is None else options.memory * MEGABYTE
    bits = solve_bits(options)
    threads = options.threads or (os.cpu_count() or 1 if at_a_time == 1 else 1)
    return Limits(threads, memory // at_a_time, bits)


def solve_bits(options: argparse.Namespace) -> int | None:
    """Return the bits per number in the tables.

    If the option is given, return its value. Otherwise, return 32 for a precise target without a time limit, and
    None in all other cases. With None, the solver chooses by the available memory.
    """
    if options.bits is None and options.seconds is None and solve_target(options) < MIN_PACKED_TARGET:
        return 32
    bits: int | None = options.bits
    return bits


def solve_boards(options: argparse.Namespace) -> int:
    """Solve the boards that are not solved yet.

    Raises:
        BadInput: If the spot or a board cannot be read, or the file cannot be written.
    """
    if options.resume and options.out is None:
        raise BadInput("--resume continues a file: name it with --out.")
    for word in ("line", "hands", "lock", "auto_sizes"):
        if getattr(options, word) is not None:
            raise BadInput(f"--{word.replace('_', '-')} is for one spot: leave --boards out.")
    boards = read_boards(options.boards)
    document = _read_checked(options.spot, boards[0][0])
    digest = spot_digest(document, options.target, options.seconds)
    limits = _limits(options)
    ahead = TASKS_AHEAD_OF_CLUSTER if options.cluster else options.workers * TASKS_AHEAD_PER_WORKER
    with _output(options, digest) as (done, write):
        tasks = [
            BoardTask(
                document,
                board,
                times,
                solve_goal(options),
                solve_target(options),
                limits,
                digest,
                not options.short,
            )
            for board, times in boards
            if names(board) not in done
        ]
        compile_kernels(limits.bits or 32)
        try:
            with open_executor(options) as executor:
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
        print_document(
            options, summary, [f"{options.out} has {count_noun(len(boards), 'board')}, {failed:,} failed."]
        )
    return BAD_INPUT if failed else DONE


def _limits(options: argparse.Namespace) -> Limits:
    """Return the limits of one solve.

    On a cluster, a solve uses one thread, and may use the free memory of its machine.
    """
    if options.cluster is None:
        return solve_limits(options, options.workers)
    memory = None if options.memory is None else options.memory * MEGABYTE
    return Limits(options.threads or 1, memory, solve_bits(options))


def _solve_all(tasks: Sequence[BoardTask], executor: Executor | None, ahead: int, write: AppendLine) -> int:
    """Write the lines of all tasks, and return the number of failed tasks."""
    failed = number = 0
    began = time.monotonic()
    lines: Iterator[SolvedLine | None] = (
        map(solve_board, tasks) if executor is None else solve_on_executor(tasks, executor, ahead)
    )
    for line in lines:
        if line is None:
            continue
        write(line.text)
        failed += line.failed
        number += 1
        seconds = time.monotonic() - began
        left = seconds / number * (len(tasks) - number)
        show_progress(Progress(number, len(tasks), seconds, left))
    return failed


@contextmanager
def _output(options: argparse.Namespace, digest: str) -> Iterator[tuple[set[str], AppendLine]]:
    """Open the output. Yield the names of the finished boards, and a function that writes a line.

    If the output is a file, it is locked, so that no other process writes to it.
    """
    file = options.out
    if file is None:
        yield set(), print_text
        return
    check_writable(file)
    with locks.only_writer(file, f"Another command is writing {file}: wait for it, or name another file."):
        done = keep_finished_boards(file, digest, resume=options.resume)
        with append_lines(file) as write:
            yield done, write


def _read_checked(source: str, board: Board) -> object:
    """Return the document of a spot file.

    A board on which a range has no hands is not an error, because other boards may be possible.

    Raises:
        BadInput: If the spot cannot be solved.
    """
    document = read_document(source)
    try:
        parse_spot(document, board)
    except NoHands:
        pass
    except BadInput as sentence:
        raise BadInput(f"{short_name(source)}{sentence}") from None
    return document
