"""`solve` with one board: its first decision, hand by hand."""

from __future__ import annotations

import argparse
import math
import os
import sys
import threading
import time
from collections.abc import Iterator

from ai.commands.interrupts import SAVE_LOCK, Abandoned, interrupts_noted
from ai.commands.options import DEFAULT_TARGET, INTERRUPTED
from ai.commands.output import Estimate, PreparationNotice, print_document, run_measurement
from ai.solver.memory import available_bytes
from ai.solver.node_reports import solve_document, solve_megabytes
from ai.solver.results import Walk
from ai.solver.solving import Foresight, Goal, Solved
from ai.solver.solving import solve as solve_game
from ai.solver.spot_forms import read_spot
from ai.solver.subgame import MEGABYTE, Limits, Subgame
from ai.solver.sweeps import compile_kernels
from game.borders import say
from game.core import BadInput, Progress
from game.quoting import count_noun

LARGE_BYTES = 2**30
"""A solve of this size says before it begins how much memory it takes, also if stderr is no terminal."""
MIN_FINISH_SECONDS = 1.5
FINISH_SHARE = 0.05
"""How long an interrupted solve may go on to measure its solution, as a share of the time that it took."""


def solve(options: argparse.Namespace) -> int:
    """Solve the spot of a file and print its first decision."""
    for word in ("out", "resume", "cluster", "short"):
        if getattr(options, word):
            raise BadInput(f"--{word} is for many boards: name them with --boards.")
    if options.workers != 1:
        raise BadInput("--workers is for many boards, named with --boards; one board is solved by --threads.")
    game = Subgame(read_spot(options.spot), limits=limits_of(options))
    if sys.stderr.isatty() or (game.memory_needed >= LARGE_BYTES and not options.json):
        print(f"This solve takes {solve_megabytes(game):,} MB.", file=sys.stderr, flush=True)
    notice = PreparationNotice("the kernels of the solver", wanted=not options.json)
    notice.begin()
    try:
        compile_kernels()
    finally:
        notice.end()
    target = target_of(options)
    with interrupts_noted() as interrupted, SAVE_LOCK:
        work = solve_game(game, goal_of(options), interrupted.is_set)
        found = run_measurement(_ended_soon(_foreseen(work, options, target), game, interrupted))
        done = print_document(options, solve_document(game, found, target), _lines(game, found, target))
    if not interrupted.is_set():
        return done
    say(
        f"Interrupted after {count_noun(found.iterations, 'iteration')}: the solution so far has an exploitability "
        f"of {found.exploitability:.4g}% of the pot."
    )
    return INTERRUPTED


def _foreseen(
    items: Iterator[Progress | Solved], options: argparse.Namespace, target: float
) -> Iterator[Progress | Solved]:
    """Yield what a solve yields, its reports with the time left. Print that now and then where none are shown."""
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


def _ended_soon(
    items: Iterator[Progress | Solved], game: Subgame, interrupted: threading.Event
) -> Iterator[Progress | Solved]:
    """Pass on the reports of a solve. After an interrupt its last iteration and its measure get a limited time.

    Raises:
        Abandoned: If that time is too short. A solve that has run long gets more time.
    """
    end = math.inf
    for item in items:
        yield item
        if not isinstance(item, Progress) or not interrupted.is_set():
            continue
        now = time.monotonic()
        if end == math.inf:
            allowed = max(MIN_FINISH_SECONDS, FINISH_SHARE * item.seconds)
            end = now + allowed
            if allowed > MIN_FINISH_SECONDS:
                say("Measuring the solution so far. Press Ctrl-C again to drop it.")
        elif now > end:
            raise Abandoned(
                f"Interrupted after {count_noun(game.iterations, 'iteration')}, before the solution so far could "
                "be measured. Use --seconds to end a solve after some time."
            )


def goal_of(options: argparse.Namespace) -> Goal:
    return Goal(seconds=options.seconds) if options.seconds else Goal(target=target_of(options))


def target_of(options: argparse.Namespace) -> float:
    """Return the exploitability that counts as solved, in percent of the pot."""
    return DEFAULT_TARGET if options.target is None else float(options.target)


def limits_of(options: argparse.Namespace, at_a_time: int = 1) -> Limits:
    """Return the limits of one of several solves that run at a time."""
    memory = available_bytes() if options.memory is None else options.memory * MEGABYTE
    threads = options.threads or (os.cpu_count() or 1 if at_a_time == 1 else 1)
    return Limits(threads, memory // at_a_time)


def _lines(game: Subgame, found: Solved, target: float) -> list[str]:
    """Return the lines that people read of a solve."""
    state = Walk(game).at()
    short = "" if found.exploitability <= target else f", above the {target:g}% that count as solved"
    return [
        "oop wins {:.3f}, ip {:.3f}".format(*found.ev),
        *(
            f"{action:16} {part:7.2%}"
            for action, part in zip(state.actions, state.frequencies(), strict=True)
        ),
        f"exploitability {found.exploitability:.4f}% of the pot{short}: "
        f"{count_noun(found.iterations, 'iteration')}, {found.seconds:.2f} s, {solve_megabytes(game):,} MB",
    ]
