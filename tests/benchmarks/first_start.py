"""The first start in figures: how soon Hold'em opens against whom, and how soon all is ready.

Run by hand: `python -m tests.benchmarks.first_start`. Each line is a start of its own from an empty PARLOUR_HOME
and an empty PARLOUR_CACHE: the program is opened without a display, sits down at once against the opponent, and
the clock stops when the table shows. Seconds count from the start of the process; CPU seconds are those of the
window, its worker and the process that compiles. Reads /proc, so it needs Linux; run it on a quiet machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.e2e.drivers import ROOT

OPPONENTS = {
    "sound": "Mrs Sterling",
    "expert-sound": "The Professor",
    "blueprint-200": "The Architect",
    "search-network-all": "The Surveyor",
    "": "all",
}
FRAME_SECONDS = 1 / 60
TABLE = "play-holdem"


def main() -> None:
    """Print one line for each opponent, and one for the whole preparation."""
    for agent, name in OPPONENTS.items():
        with tempfile.TemporaryDirectory() as folder:
            environment = {
                **os.environ,
                "SDL_VIDEODRIVER": "dummy",
                "SDL_AUDIODRIVER": "dummy",
                "PARLOUR_HOME": str(Path(folder) / "home"),
                "PARLOUR_CACHE": str(Path(folder) / "cache"),
            }
            command = [sys.executable, "-m", "tests.benchmarks.first_start", agent]
            began = time.perf_counter()
            done = subprocess.run(
                command, env=environment, cwd=ROOT, check=True, capture_output=True, text=True
            )
            opened, cpu = map(float, done.stdout.split()[-2:])
            print(f"{name}: ready after {opened - began:.1f} s, {cpu:.1f} CPU seconds", flush=True)


def measure(agent: str) -> None:
    """Open the program, wait for a table against an agent, or for all; print the moment and the CPU seconds."""
    import main as program
    from game.files import user_files
    from game.match.table_spec import TableSpec

    app = program.make_app(user_files.home())
    app.open()
    app.step([], FRAME_SECONDS)
    if agent:
        app.sit_down(TableSpec("holdem", ("you", agent), seed=1))
    while not (app.preparation.settled or (agent and app.screen.name == TABLE)):
        app.step([], FRAME_SECONDS)
        time.sleep(FRAME_SECONDS)
    now, spent = time.perf_counter(), _cpu_seconds(os.getpid())
    assert not app.preparation.trouble, app.preparation.trouble
    app.close()
    print(now, spent)


def _cpu_seconds(root: int) -> float:
    """Return what a process and all below it have used, those included that have ended."""
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
    measure(sys.argv[1]) if len(sys.argv) > 1 else main()
