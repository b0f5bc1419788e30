"""Training from the window beside training on the command line: speed, the longest step, and a cancel.

Run by hand: `python -m tests.benchmarks.training_speed`. Both train the same run at the same time and equally
niced (the worker steps back behind the window, and so does the command here), and are compared in iterations a
second of their own processor time, so that whatever else the machine does takes from neither. It reads /proc, so it
needs Linux. The ratio is what counts: 0.9 and more is asked for. Steps and cancels are in seconds of the clock, so
they mean something on an idle machine alone; hence its load.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import IO

from game.core import Progress
from game.match.worker import NICENESS, Worker
from game.study.training import CreateRun, Train, Value
from tests.match.heard import Heard

ROOT = Path(__file__).parents[2]
RUNS = ("value-learner", "kuhn-cfr")
ROUNDS = 3
SECONDS = 6.0
ENDLESS = 1_000_000_000
POLL_SECONDS = 1 / 60
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Trained:
    """What one stretch of training shows; speeds are iterations a second of processor time."""

    window_speed: float
    command_speed: float
    longest_step_ms: float
    cancel_ms: float


def main() -> None:
    """Print all figures."""
    print(f"load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as home:
        os.environ["PARLOUR_HOME"] = home
        for name in RUNS:
            rounds = [_side_by_side(name, Path(home)) for _ in range(ROUNDS)]
            ratios = [one.window_speed / one.command_speed for one in rounds]
            print(
                f"{name}: window {median(one.window_speed for one in rounds):,.0f}, "
                f"command {median(one.command_speed for one in rounds):,.0f} iterations a second, "
                f"ratio {median(ratios):.3f} ({min(ratios):.3f} .. {max(ratios):.3f})"
            )
            print(
                f"    longest step {max(one.longest_step_ms for one in rounds):.0f} ms, "
                f"cancelled within {max(one.cancel_ms for one in rounds):.0f} ms"
            )


def _side_by_side(name: str, folder: Path) -> Trained:
    """Train with both at once; poll the worker as the window does, and cancel it in the end."""
    worker = Worker("ai.service:answer")
    path = folder / "reports.txt"
    with path.open("w") as reports, _command(name, folder, reports) as command:
        try:
            settings: dict[str, Value] = {"iterations": ENDLESS}
            run = Heard(worker, CreateRun(name, settings)).wait()
            training = Heard(worker, Train(run.id))
            while not _last_iteration(path):
                time.sleep(POLL_SECONDS)
            assert worker.process_id is not None
            before, before_command = _cpu(worker.process_id), _cpu(command.pid)
            done_before = _last_iteration(path)
            taken = _reports(training)
            window_speed = (taken[-1].iteration - taken[0].iteration) / (_cpu(worker.process_id) - before)
            command_speed = (_last_iteration(path) - done_before) / (_cpu(command.pid) - before_command)
            asked = time.perf_counter()
            worker.cancel(training.ticket)
            training.wait()
            cancel_ms = 1000 * (time.perf_counter() - asked)
        finally:
            worker.close()
            command.send_signal(signal.SIGINT)
            command.wait()
    longest = max(after.seconds - before.seconds for before, after in pairwise(taken))
    return Trained(window_speed, command_speed, 1000 * longest, cancel_ms)


def _reports(training: Heard) -> list[Progress]:
    """Return the reports of a while, from those that come now."""
    known, end = len(training.reports), time.monotonic() + SECONDS
    while time.monotonic() <= end:
        training.worker.poll()
        assert not training.answers, training.answers
        time.sleep(POLL_SECONDS)
    return training.reports[known:]


def _command(name: str, folder: Path, reports: IO[str]) -> subprocess.Popen[str]:
    words = [sys.executable, "main.py", "train", name, "--iterations", str(ENDLESS), "--json"]
    out = ["--out", str(folder / f"{name}.npz")]
    return subprocess.Popen(
        ["nice", "-n", str(NICENESS), *words, *out],
        cwd=ROOT,
        stdout=reports,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def _in_worker(name: str) -> Trained:
    """Train a fresh run by request for a while, polling as the window does; then cancel it."""
    worker = Worker("ai.service:answer")
    try:
        settings: dict[str, Value] = {"iterations": ENDLESS}
        run = Heard(worker, CreateRun(name, settings)).wait()
        training = Heard(worker, Train(run.id))
        while not training.reports or training.reports[-1].seconds <= SECONDS:
            worker.poll()
            assert not training.answers, training.answers
            time.sleep(POLL_SECONDS)
        asked = time.perf_counter()
        worker.cancel(training.ticket)
        training.wait()
        cancel = time.perf_counter() - asked
        reports = training.reports
        steps = [after.seconds - before.seconds for before, after in pairwise(reports)]
        return Trained(reports[-1].iteration / reports[-1].seconds, 1000 * max(steps), 1000 * cancel)
    finally:
        worker.close()


def _last_iteration(path: Path) -> int:
    """Return how far the command has come, by its last whole line; 0 before the first."""
    lines = path.read_text().splitlines(keepends=True)
    whole = [line for line in lines[-2:] if line.endswith("\n")]
    return int(json.loads(whole[-1])["iteration"]) if whole else 0


def _cpu(process: int) -> float:
    """Return the seconds that a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND


if __name__ == "__main__":
    main()
