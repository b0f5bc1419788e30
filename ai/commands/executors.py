"""Who works on the parts of a match, league or measurement: this process, several here, or a Dask cluster."""

from __future__ import annotations

import argparse
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from multiprocessing.context import SpawnContext, SpawnProcess
from types import TracebackType
from typing import Any

from ai.cluster import connected
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
    return _Workers(number)


class _Workers(ProcessPoolExecutor):
    """Processes of this machine; where the work is given up, by Ctrl-C or an error, they end at once."""

    def __init__(self, number: int) -> None:
        self._context = _Context()
        super().__init__(number, self._context, initializer=_follow_parent)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        if kind is None:
            return super().__exit__(kind, error, trace)
        for process in self._context.started:
            process.terminate()
        complain = threading.excepthook
        threading.excepthook = _ignored  # its thread finds work whose result nobody waits for any more
        try:
            return super().__exit__(kind, error, trace)
        finally:
            threading.excepthook = complain


def _ignored(failure: threading.ExceptHookArgs) -> None:
    """Say nothing of a failure."""


class _Context(SpawnContext):
    """Makes the processes of an executor, and knows them."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **settings: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """Return a process that is still to be started."""
        self.started.append(_Process(*args, **settings))
        return self.started[-1]


class _Process(SpawnProcess):
    """A process that begins with SIGINT held back: Ctrl-C is its parent's, also while it is still importing."""

    def start(self) -> None:
        """Start it; an interrupt that comes meanwhile reaches this process right after."""
        if not hasattr(signal, "pthread_sigmask"):
            super().start()  # on Windows a new process has no way to inherit that
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow_parent() -> None:
    """Leave an interrupt to the parent, and end when it has ended: nobody would call for the result."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
