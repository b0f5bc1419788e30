"""Every command answers absurd values of its options and arguments with one sentence and a known exit code.

The options are read from the parser, so new commands and options are attacked automatically.
"""

import argparse
import contextlib
import importlib
import io
import os
import random
import signal
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import numpy as np
import pytest

from ai import command_line
from ai.storage import save_model
from game.files.manifest import Manifest
from tests.attack.mutators import damaged_archive

TRIES = 6
MANY = 150
LONGEST_SECONDS = 5.0
IMPATIENT_SECONDS = 2.0
ALLOWED = {command_line.DONE, command_line.BAD_INPUT, command_line.OTHER_SIDE, command_line.INTERRUPTED}
AMOUNTS = (
    "--hands",
    "--seconds",
    "--think",
    "--work",
    "--samples",
    "--iterations",
    "--trained",
    "--stack",
    "--seed",
)
"""Options that accept any large number. The command then takes very long, so the test interrupts it."""
WAITS = ("--cluster",)
"""Options that wait for a connection: ten seconds, or until they are interrupted."""

SOUND = {
    "agents": "agents",
    "runs": "runs",
    "play": "play tic-tac-toe random",
    "match": "match kuhn-poker honest station --hands 4",
    "league": "league tic-tac-toe random perfect --hands 4",
    "acpc": "acpc 127.0.0.1 1 sound",
    "train": "train kuhn-cfr --iterations 2 --out {here}/mine.npz",
    "measure": "measure kuhn-poker honest",
    "strategy": "strategy kuhn-poker honest",
    "foretell": "foretell {model} {log}",
    "lab": "lab {experiment}",
    "solve": "solve {spot}",
    "review": "review {log} --hands 1",
    "import": "import {log} --dry-run",
    "import-strategy": "import-strategy {log} --game kuhn-poker --name own",
    "yardstick": "yardstick holdem sound --against nobody:1 --protocol acpc --hands 2",
    "cluster": "cluster worker tcp://127.0.0.1:1 --workers 0",
    "install-desktop": "install-desktop",
    "rank": "rank AsKsQsJsTs",
    "equity": "equity AsAh KdKc --samples 100",
    "bench": "bench none-of-them",
}
"""A quick valid line of every command."""
ENDS = {
    "acpc": command_line.OTHER_SIDE,
    "foretell": command_line.BAD_INPUT,
    "import": command_line.BAD_INPUT,
    "review": command_line.BAD_INPUT,
    "bench": command_line.BAD_INPUT,
    "import-strategy": command_line.BAD_INPUT,
    "yardstick": command_line.OTHER_SIDE,
    "cluster": command_line.BAD_INPUT,
}
"""The exit codes of commands that fail.

They find no dealer, network, hand in the log, benchmark or worker.
"""

VALUES = (
    *(
        "",
        " ",
        "-",
        "--",
        "=",
        "a=b",
        "=1",
        "a=",
        "-1",
        "0",
        "1",
        "1/0",
        "0x10",
        "1_000",
        "nan",
        "inf",
        "1e309",
        "½",
    ),
    *(
        "9" * 30,
        "9" * 5000,
        "é" * 300,
        "x" * 5000,
        "\u202e",
        "\x00",
        "\ud800",
        "💥",
        "%s%n{0}{}",
        "None",
        "[]",
        "*",
    ),
    *("../../etc/passwd", "/dev/null/x", "/proc/self/mem", "~", "~nobody/x", ".", "..", "/proc"),
    *(
        "{folder}",
        "{fifo}",
        "{loop}",
        "{long}",
        "{empty}",
        "{broken}",
        "{beside}/",
        "http://a/b",
        "tcp://127.0.0.1:1",
    ),
    *(
        "random",
        "holdem",
        "kuhn-poker",
        "AsAh",
        "AsAs",
        "22+",
        "KQ:2",
        "iterations=9e9",
        "alpha=-1",
        "seed=x",
    ),
)


@dataclass(frozen=True, slots=True)
class Attack:
    """A command line, and whether it may run until it is interrupted."""

    words: tuple[str, ...]
    endless: bool


def parsers() -> dict[str, argparse.ArgumentParser]:
    """Return the argument parser of each command."""
    [commands] = [
        action for action in command_line._parser()._actions if isinstance(action, argparse._SubParsersAction)
    ]
    return dict(commands.choices)


def attacks(command: str, seed: int, places: dict[str, str]) -> Iterator[Attack]:
    """Yield command lines in which one word or one additional option has an absurd value.

    The last two have an additional word, and the words in random order.
    """
    rng = random.Random(f"{command} {seed}")
    sound = sound_line(command, places)
    for action in parsers()[command]._actions:
        if action.option_strings and action.dest != "help":
            option, value = action.option_strings[-1], _value(rng, places)
            yield Attack((*sound, option, value), _asks_for_much(option, value) or option in WAITS)
    for index in range(1, len(sound)):
        if not sound[index].startswith("--"):
            value = _value(rng, places)
            changed = (*sound[:index], value, *sound[index + 1 :])
            yield Attack(changed, _asks_for_much(sound[index - 1], value) or command == "bench")
    yield Attack((*sound, _value(rng, places)), endless=False)
    yield Attack(tuple(rng.sample(sound, len(sound))), endless=False)


def sound_line(command: str, places: dict[str, str]) -> tuple[str, ...]:
    return tuple(word.format(**places) for word in SOUND[command].split())


def _asks_for_much(option: str, value: str) -> bool:
    return option in AMOUNTS and value.isdigit() and len(value) > 1


def _value(rng: random.Random, places: dict[str, str]) -> str:
    value = rng.choice(VALUES)
    for name, place in places.items():
        value = value.replace(f"{{{name}}}", place)
    return value


def make_places(folder: Path) -> dict[str, str]:
    """Make valid and unusable files in `folder`. Return their paths by the names that `VALUES` and `SOUND` use."""
    save_model(folder / "model.npz", Manifest("tic-tac-toe", "values", "learned"), {"values": np.zeros(3)})
    (folder / "broken.npz").write_bytes(
        damaged_archive((folder / "model.npz").read_bytes(), random.Random(1))
    )
    (folder / "empty").touch()
    os.mkfifo(folder / "fifo")
    (folder / "loop").symlink_to(folder / "loop")
    (folder / "experiment.yaml").write_text("game: kuhn-poker\nvariants: [cfr]\niterations: 2\nseeds: [1]\n")
    spot = "{board: QsJh2h8d5c, oop: AA, ip: KK, pot: 100, stack: 300, bets: a, raises: a}"
    (folder / "spot.yaml").write_text(spot)
    (folder / "log.txt").write_text("STATE:0:cc:AsKs|2d2c:5|-5:a|b\n")
    files = {"folder": ".", "long": "x" * 300, "broken": "broken.npz", "beside": "none", "log": "log.txt"}
    files |= {name: name for name in ("fifo", "loop", "empty", "here")}
    files |= {"model": "model.npz", "experiment": "experiment.yaml", "spot": "spot.yaml"}
    return {name: str(folder / file) for name, file in files.items()}


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return the paths by the names that `VALUES` uses. The working directory is the folder "here"."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return make_places(tmp_path)


def test_every_command_has_a_sound_line() -> None:
    assert set(SOUND) == set(parsers())


@pytest.mark.parametrize("command", SOUND)
def test_no_value_breaks_a_command(command: str, places: dict[str, str], user_folder: Path) -> None:
    _attack(command, places, range(TRIES))


@pytest.mark.long
@pytest.mark.parametrize("command", SOUND)
def test_thousands_of_values_break_no_command(
    command: str, places: dict[str, str], user_folder: Path
) -> None:
    _attack(command, places, range(TRIES, TRIES + MANY))


@pytest.fixture(scope="module", autouse=True)
def _whole_modules() -> None:
    """Import modules before the commands run, because an interrupt during an import would leave half a module."""
    importlib.import_module("distributed")


def _attack(command: str, places: dict[str, str], seeds: range) -> None:
    code, said, _ = _run(sound_line(command, places))  # kernels are loaded here
    assert code == ENDS.get(command, command_line.DONE), said
    for seed in seeds:
        for attack in attacks(command, seed, places):
            _check(attack)
    assert stat.S_ISFIFO(os.stat(places["fifo"]).st_mode), "written over"


def _check(attack: Attack) -> None:
    began = time.monotonic()
    code, said, printed = _run(attack.words, IMPATIENT_SECONDS)
    seconds = time.monotonic() - began
    report = f"{attack.words} -> {code}: {said}"[:2000]
    assert code in ALLOWED, report
    assert code != command_line.INTERRUPTED or attack.endless, report
    assert seconds < LONGEST_SECONDS, report
    assert "Traceback" not in said + printed, report
    assert all(len(line) <= 300 for line in said.splitlines()), report
    if code == command_line.BAD_INPUT:
        assert printed == "", report
        assert len(said.splitlines()) == 1, report


def _run(words: tuple[str, ...], seconds: float = 0.0) -> tuple[int, str, str]:
    """Run a command in this process with an empty stdin.

    If `seconds` is not 0, interrupt the command after `seconds`.
    """
    errors, output = io.StringIO(), io.StringIO()
    with (
        _interrupt_after(seconds),
        contextlib.redirect_stderr(errors),
        contextlib.redirect_stdout(output),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr("sys.stdin", io.StringIO())
        code = command_line.main(words)
    return code, errors.getvalue(), output.getvalue()


@contextlib.contextmanager
def _interrupt_after(seconds: float) -> Iterator[None]:
    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
