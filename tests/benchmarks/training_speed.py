"""Training from the window beside training on the command line: speed, the longest step, and a cancel.

Run by hand: `python -m tests.benchmarks.training_speed`. Both train the same run at the same time and equally
niced (the worker steps back behind the window, and so does the command here), so that whatever else the machine
does takes from both alike. The ratio is what counts: 0.9 and more is asked for. Steps and cancels are in seconds of
the clock, so they mean something on an idle machine alone; hence its load.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import IO

from game.core import Progress, Value
from game.match.worker import NICENESS, Answer, Worker

ROOT = Path(__file__).parents[2]
RUNS = ("value-learner", "kuhn-cfr")
ROUNDS = 3
SECONDS = 6.0
ENDLESS = 1_000_000_000
POLL_SECONDS = 1 / 60


@dataclass(frozen=True, slots=True)
class Trained:
    """What one stretch of training from the window shows."""

    speed: float
    longest_step_ms: float
    cancel_ms: float


def main() -> None:
    """Print all figures."""
    print(f"load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as home:
        os.environ["PARLOUR_HOME"] = home
        for name in RUNS:
            rounds = [_side_by_side(name, Path(home)) for _ in range(ROUNDS)]
            ratios = [window.speed / command for window, command in rounds]
            window_speed = median(window.speed for window, _ in rounds)
            command_speed = median(command for _, command in rounds)
            print(
                f"{name}: window {window_speed:,.0f}, command {command_speed:,.0f} iterations a second, "
                f"ratio {median(ratios):.3f} ({min(ratios):.3f} .. {max(ratios):.3f})"
            )
            print(
                f"    longest step {max(window.longest_step_ms for window, _ in rounds):.0f} ms, "
                f"cancelled within {max(window.cancel_ms for window, _ in rounds):.0f} ms"
            )


def _side_by_side(name: str, folder: Path) -> tuple[Trained, float]:
    """Train with both at once; return what the window shows, and the iterations a second of the command."""
    with (folder / "reports.txt").open("w+") as reports, _command(name, folder, reports) as command:
        try:
            while not (folder / "reports.txt").stat().st_size:
                time.sleep(POLL_SECONDS)
            window = _in_worker(name)
        finally:
            command.send_signal(signal.SIGINT)
            command.wait()
        lines = [json.loads(line) for line in (folder / "reports.txt").read_text().splitlines()]
    last = lines[-1]
    return window, float(last["iteration"] / last["seconds"])


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
        run = _last(worker, worker.ask("new_run", {"run": name, "settings": settings})).value
        ticket = worker.ask("train", {"id": run.id})
        reports: list[Progress] = []
        arrived: list[float] = []
        for answer in _answers(worker, ticket):
            assert answer.progress is not None, answer.error
            reports.append(answer.progress)
            arrived.append(answer.progress.seconds)
            if answer.progress.seconds > SECONDS:
                break
        asked = time.perf_counter()
        worker.cancel(ticket)
        _last(worker, ticket)
        cancel = time.perf_counter() - asked
        steps = [after - before for before, after in pairwise(arrived)]
        return Trained(reports[-1].iteration / reports[-1].seconds, 1000 * max(steps), 1000 * cancel)
    finally:
        worker.close()


def _answers(worker: Worker, ticket: int) -> Iterator[Answer]:
    while True:
        for answer in worker.poll():
            if answer.ticket == ticket:
                yield answer
        time.sleep(POLL_SECONDS)


def _last(worker: Worker, ticket: int) -> Answer:
    return next(answer for answer in _answers(worker, ticket) if answer.final)


if __name__ == "__main__":
    main()
