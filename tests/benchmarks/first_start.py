"""Measure the first start: the time until each game is ready, and the error of the displayed remaining time.

    python -m tests.benchmarks.first_start [--spinning N]
    python -m tests.benchmarks.first_start modules

The program starts without a display and with empty PARLOUR_HOME and PARLOUR_CACHE, while N processes keep the
processors busy. For each need of game/needs.py, the output has the seconds until the need is met, and the
opponents that are playable from then on. For each quarter of the whole time, the output compares the estimate
on the menu with the true remaining time. Seconds count from the start of the process. CPU seconds are the sum
for the window, its worker and the compiling process. The measurement reads /proc, so it needs Linux.

`modules` prints the CPU seconds of every compilation. Copy these numbers into `MODULES` in ai/first_start.py.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from tests.e2e.drivers import ROOT

OPPONENTS = {
    "sound": "Mrs Sterling",
    "expert-sound": "The Professor",
    "blueprint-200": "The Architect",
    "search-network-all": "The Surveyor",
    "architect-thinks": "The Architect who thinks",
}
FRAME_SECONDS = 1 / 60
QUARTERS = (0.25, 0.5, 0.75)


@contextmanager
def spin(processes: int) -> Iterator[None]:
    """Keep the processors busy with some processes of normal priority."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


@contextmanager
def empty_folders() -> Iterator[dict[str, str]]:
    """Yield environment variables for a start without a display, with empty folders for data and cache."""
    with tempfile.TemporaryDirectory() as folder:
        yield {
            **os.environ,
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            "PARLOUR_HOME": str(Path(folder) / "home"),
            "PARLOUR_CACHE": str(Path(folder) / "cache"),
        }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure in a separate process while other processes keep the processors busy."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="?", choices=("start", "modules", "inside"), default="start")
    parser.add_argument("--spinning", type=int, default=0, metavar="N")
    chosen = parser.parse_args(arguments)
    if chosen.what == "inside":
        measure_start()
        return
    with empty_folders() as environment, spin(chosen.spinning):
        if chosen.what == "modules":
            command = [
                sys.executable,
                "-c",
                "from tests.benchmarks import first_start as f; f.measure_modules()",
            ]
        else:
            command = [sys.executable, "-m", "tests.benchmarks.first_start", "inside"]
        subprocess.run(command, env=environment, cwd=ROOT, check=True)


def measure_modules() -> None:
    """Print the CPU seconds of each compilation of a module, in the order of the first start."""
    from ai import first_start
    from ai.abstraction import strengths
    from ai.compiled import book
    from game.files import user_files

    moments: list[float] = []
    book.after_compiling = lambda: moments.append(time.process_time())
    for module in first_start.modules_to_compile():
        moments[:] = [time.process_time()]
        module.compile_kernels()
        works = ", ".join(f"{later - before:.2f}" for before, later in pairwise(moments))
        print(f"{module.__name__}: {works} s", flush=True)
    began = time.process_time()
    strengths.ready_rivers(user_files.cache_folder())
    print(f"strengths on all rivers: {time.process_time() - began:.2f} s")


def measure_start() -> None:
    """Start the program, wait until everything is prepared, and print the measurements."""
    began = time.perf_counter()
    import main as program
    from game.files import user_files
    from game.needs import NEEDS, find_need

    app = program.make_app(user_files.home())
    app.start()
    met: dict[str, float] = {}
    shown: list[tuple[float, float | None]] = []
    while not app.models.preparation.settled:
        app.step([], FRAME_SECONDS)
        now = time.perf_counter() - began
        for need in NEEDS:
            if app.models.preparation.working and not app.models.preparation.holds_up(need):
                met.setdefault(need, now)
        shown.append((now, app.models.preparation.seconds_left))
        time.sleep(FRAME_SECONDS)
    whole, cpu = time.perf_counter() - began, _cpu_seconds(os.getpid())
    assert not app.models.preparation.trouble, app.models.preparation.trouble
    needs = {one.name: find_need(one) for one in app.agents}
    app.close()
    for need in NEEDS:
        names = [name for agent, name in OPPONENTS.items() if needs[agent] == need]
        print(f"{need}: met after {met.get(need, whole):.1f} s {', '.join(names)}".rstrip())
    for quarter in QUARTERS:
        now, left = next(one for one in shown if one[0] >= quarter * whole)
        words = "nothing" if left is None else f"{left:.0f} s ({left / (whole - now) - 1:+.0%})"
        print(f"after {now:.0f} s: {whole - now:.0f} s were left, shown {words}")
    after = [
        left / (whole - now) - 1
        for now, left in shown
        if left is not None and 0.25 * whole <= now < 0.95 * whole
    ]
    lefts = [left for _, left in shown if left is not None]
    rises = [later - before for before, later in pairwise(lefts)]
    figures = {
        "seconds": round(whole, 1),
        "cpu_seconds": round(cpu, 1),
        "needs": {need: round(met.get(need, whole), 1) for need in NEEDS},
        "worst_estimate_after_a_quarter_pct": [round(100 * min(after)), round(100 * max(after))],
        "largest_rise_seconds": round(max(rises, default=0.0), 1),
    }
    print(json.dumps(figures), flush=True)


def _cpu_seconds(root: int) -> float:
    """Return the CPU seconds of a process and all its descendants, including descendants that have ended."""
    fields, children = {}, {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        number = int(process.name)
        fields[number] = sum(map(int, words[11:15]))
        children.setdefault(int(words[1]), []).append(number)
    ticks, ahead = 0, [root]
    while ahead:
        number = ahead.pop()
        ticks += fields.get(number, 0)
        ahead += children.get(number, [])
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
