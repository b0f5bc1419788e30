"""Who works on the parts of a match, league or measurement: this process, several here, or a Dask cluster."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext

from ai.commands.cluster import connected
from ai.commands.options import whole
from game.match.worker import end_with_parent

MOST_WORKERS = 61
"""As many as a pool of processes can have on every system."""


def add_executor(parser: argparse.ArgumentParser, default: int | None = 1) -> None:
    """Add the options that choose; without a default there are as many processes as cores."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--workers", type=whole(1, MOST_WORKERS), default=default, help="number of local processes"
    )
    group.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, like tcp://127.0.0.1:8786")


def executor_of(options: argparse.Namespace) -> AbstractContextManager[Executor | None]:
    """Return who was chosen; None plays in this process."""
    if options.cluster is not None:
        return connected(options.cluster)
    number = options.workers or min(os.cpu_count() or 1, MOST_WORKERS)
    if number == 1:
        return nullcontext()
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(number, context, initializer=_follow_parent)


def _follow_parent() -> None:
    """Leave an interrupt to the parent, and end when it has ended: nobody would call for the result."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
