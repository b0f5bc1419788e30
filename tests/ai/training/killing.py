"""A process that trains until it is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection

from ai.algorithms import td_kernel
from ai.training import run as training_run
from ai.training import store
from game.core import Progress


def trained_until_killed(reports: Callable[[], Iterable[Progress]], seconds: float) -> None:
    """Go through the reports in another process, saving as often as it can; kill it so long after the first one."""
    td_kernel.compile_kernels()
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_train, args=(reports, theirs))
    process.start()
    assert process.pid is not None
    ours.recv()
    time.sleep(seconds)
    os.kill(process.pid, signal.SIGKILL)
    process.join()


def _train(reports: Callable[[], Iterable[Progress]], connection: Connection) -> None:
    training_run.CHUNK_SECONDS = 0.001
    training_run.CHECKPOINT_SECONDS = store.CHECKPOINT_SECONDS = 0.0
    for number, _ in enumerate(reports()):
        if number == 0:
            connection.send(number)
