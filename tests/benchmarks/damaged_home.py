"""Measure the start with 200 damaged files of all kinds in the user's folder, and with an empty folder.

Run the measurement with `python -m tests.benchmarks.damaged_home`. Each start is a separate process without a
display. The result has the time from the command to the first frame, and the number of notices that the user must
dismiss on the menu. The damage is seeded (tests/attack/mutators.py).
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import main as program
from game.rules import games
from game.window.ui.input import Key
from tests.attack.formats import Files, formats
from tests.killing import ROOT

BLIND = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
STARTS = 5
SEED = 18
FILES = 200
MONTHS = 6
COPIES = {"model": 40, "rules": 8, "preset": 8, "imported log": 16, "run": 14, "league": 9, "leftover": 6}


def main() -> None:
    """Measure starts with empty and with damaged folders, and print the seconds and notices of each start."""
    os.environ.update(BLIND)
    with tempfile.TemporaryDirectory() as scratch:
        clean = Path(scratch) / "clean"
        first, *others = (_seconds_to_first_frame(clean) for _ in range(1 + STARTS))
        print(f"clean folder: first {first:.2f} s, then {_range(others)}")
        homes = [Path(scratch) / f"home-{number}" for number in range(STARTS)]
        for number, home in enumerate(homes):
            count = damage_home(home, random.Random(SEED + number))
            assert count == FILES, f"{count} files"
            shutil.copytree(home, home.with_name(f"{home.name}-copy"))
        print(f"{FILES} damaged files: {_range([_seconds_to_first_frame(home) for home in homes])}")
        print(f"the next start: {_range([_seconds_to_first_frame(home) for home in homes])}")
        print(f"notices: {[notices(home.with_name(f'{home.name}-copy')) for home in homes]}")


def notices(home: Path) -> int:
    """Return the number of notices on the menu after a start."""
    os.environ["PARLOUR_HOME"] = str(home)
    app = program.make_app(home)
    app.start()
    app.step([], 0.1)
    dismissed = 0
    while "dismiss" in [control.name for control in app.controls()]:
        app.screen.controls.focus("dismiss")
        app.send(Key("return"))
        dismissed += 1
    app.close()
    return dismissed


def damage_home(home: Path, rng: random.Random) -> int:
    """Fill a folder with damaged files of all kinds at their usual paths, and return the number of files."""
    scratch = home.with_name(f"{home.name}-scratch")
    samples, damage = {}, {}
    for one in formats():
        (scratch / "made").mkdir(parents=True)
        samples[one.name], damage[one.name] = one.sample(scratch / "made"), one.damage

    def place(kind: str, files: Files) -> None:
        for name, content in files.items():
            harm = damage[kind].get(Path(name).suffix) or damage[kind][""]
            found = content
            while found == content:
                found = harm(content, rng, scratch / "beside")
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_bytes(found)

    model, log = samples["model"], samples["imported log"]
    place("home", samples["home"])
    place("series", {f"lab/{name}": content for name, content in samples["series"].items()})
    for number in range(COPIES["model"]):
        place(
            "model",
            {f"agents/tic-tac-toe/{name.replace('mine', f'own-{number}')}": model[name] for name in model},
        )
    for number in range(COPIES["rules"]):
        place("rules", {f"agents/holdem/rules-{number}.yaml": samples["rules"]["loose.yaml"]})
    for number in range(COPIES["preset"]):
        place("preset", {f"agents/kuhn-poker/preset-{number}.yaml": samples["preset"]["own.yaml"]})
    for number in range(COPIES["imported log"]):
        place("imported log", {name.replace(".sqlite", f"{number}.sqlite"): log[name] for name in log})
    for number in range(COPIES["run"]):
        run = f"runs/value-learner-{number + 1}"
        place("model", {f"{run}/{name.replace('mine', 'value-learner-9')}": model[name] for name in model})
        place("home", {f"{run}/curve.json": samples["home"]["records.json"]})
    for number in range(COPIES["league"]):
        place("home", {f"leagues/holdem-1-100-{number}.json": samples["home"]["records.json"]})
    for game in games.NAMES:
        [lines] = [content for name, content in samples["history"].items() if f"/{game}-" in f"/{name}"]
        for month in range(1, MONTHS + 1):
            place("history", {f"history/{game}-2026-0{month}.jsonl": lines})
    for number in range(COPIES["leftover"]):
        (home / f".half-{number}.json.abcd1234.part").write_bytes(samples["home"]["records.json"][:99])
    return sum(1 for file in home.rglob("*") if file.is_file())


def _seconds_to_first_frame(home: Path) -> float:
    """Start the window, and return the seconds from the command to its first frame."""
    environment = {**os.environ, "PARLOUR_HOME": str(home), "PARLOUR_TRACE": "1"}
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "main.py"], env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as window:
        assert window.stdout is not None
        assert "ready" in window.stdout.readline()
        seconds = time.perf_counter() - began
        window.send_signal(signal.SIGINT)
        window.communicate(timeout=20)
    return seconds


def _range(seconds: list[float]) -> str:
    return f"{min(seconds):.2f}-{max(seconds):.2f} s"


if __name__ == "__main__":
    main()
