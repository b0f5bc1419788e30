"""Kill -9 at random moments of playing, training and saving: no file is damaged, and no process is left.

All rounds of a test share one user folder, so that damage would add up. After every kill, the program's own parsers
read each file, and the content is compared with the journal of the killed process. The content of a finished write
must be there. An unfinished write must have left the old or the new content.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import main
from ai import catalog, service
from ai.storage import load_model
from game.app.app import App
from game.archive.store import FOLDER, page
from game.files import user_files
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.saves import Saves
from game.study.training import ListStoredRuns
from game.tables.play import PlayScreen
from game.texts import text
from game.window.frame.settings_store import SettingsStore
from tests.e2e.drivers import PATIENCE_SECONDS
from tests.e2e.victims import ROOT, TRAINED, opened, run_victim, set_to_work
from tests.killing import Expected, list_living, start_and_kill, wait_for

pytestmark = pytest.mark.skipif(not hasattr(os, "setpgid"), reason="needs signals and process groups")

SEED = 9
QUICK = {"play": 4, "save": 7, "train": 4, "train for window": 4, "play with worker": 2}
FULL = {"play": 55, "save": 50, "train": 30, "train for window": 30, "play with worker": 20}
WORKER_ROUNDS = 15
LONGEST_SECONDS = {"play": 0.2, "save": 0.1, "train": 0.1, "train for window": 0.4, "play with worker": 1.0}
ORPHAN_SECONDS = 1.0
LISTING_PAUSE = 0.05  # seconds between two listings of all processes


def test_every_file_is_whole_after_kills_at_random_moments(user_folder: Path, tmp_path: Path) -> None:
    kill_again_and_again(QUICK, user_folder, tmp_path, orphans_live=PATIENCE_SECONDS)


@pytest.mark.long
def test_every_file_is_whole_after_two_hundred_kills(user_folder: Path, tmp_path: Path) -> None:
    assert sum(FULL.values()) + WORKER_ROUNDS == 200
    kill_again_and_again(FULL, user_folder, tmp_path, orphans_live=ORPHAN_SECONDS)


@pytest.mark.parametrize("rounds", [2, pytest.param(WORKER_ROUNDS, marks=pytest.mark.long)])
def test_killed_worker_is_said_and_the_game_goes_on(user_folder: Path, rounds: int) -> None:
    rng = random.Random(SEED)
    app = opened(user_folder)
    app.resume(Session(TableSpec(games.KUHN_POKER, ("you", "equilibrium"), seed=SEED)))
    for number in range(rounds):
        play_on(app, rng, hands=1)
        set_to_work(app, "kuhn-cfr")
        time.sleep(rng.random() * LONGEST_SECONDS["train"])
        signal_worker(app, signal.SIGKILL)
        play_on(app, rng, hands=2)
        assert app.models.training.at_work is None
        assert app.models.training.trouble == {"kuhn-cfr-1": text("train.lost")}
        assert_whole(user_folder, f"round {number}")
    signal_worker(app, signal.SIGSTOP)
    play_on(app, rng, until=lambda: app.screen.phase == "theirs" and app.worker.waiting)
    signal_worker(app, signal.SIGKILL)
    wait_for(lambda: table_trouble(app) == "The Almanac left the table.", "the sentence about the worker")
    play_on(app, rng, hands=1)
    app.close()


def table_trouble(app: App) -> str:
    """Step a frame. If the opponent at the table has left, return the message about this.

    Otherwise, return an empty string.
    """
    app.step([], 0.5)
    table = app.screen
    return table.trouble[0] if isinstance(table, PlayScreen) and table.phase == "lost" else ""


def play_on(app: App, rng: random.Random, hands: int = 0, until: Callable[[], bool] | None = None) -> None:
    """Play at the open table for a number of hands, or until a condition holds."""
    table = app.screen
    assert isinstance(table, PlayScreen)
    last = table.session.hand_number + hands

    def goes_on() -> bool:
        app.step([], 0.5)
        if table.may_act:
            table.act(rng.choice(table.session.state.legal_actions()))
        elif table.phase == "over":
            table.next_hand()
        elif table.phase == "lost":
            table.call_back()
        return until() if until is not None else table.session.hand_number >= last

    wait_for(goes_on, "the game going on")


def signal_worker(app: App, number: int) -> None:
    assert app.worker.process_id is not None
    os.kill(app.worker.process_id, number)


def test_killed_match_leaves_none_of_its_processes_behind() -> None:
    words = ["match", "holdem", "rock", "station", "--hands", "1000000", "--workers", "2"]
    process = subprocess.Popen(
        [sys.executable, "main.py", *words], cwd=ROOT, start_new_session=True, stdout=-3, stderr=-3
    )
    wait_for(lambda: len(list_living(process.pid)) >= 3, "the processes of the match", pause=LISTING_PAUSE)
    process.kill()
    process.wait()
    wait_for(lambda: not list_living(process.pid), "the end of them", pause=LISTING_PAUSE)


def kill_again_and_again(rounds: dict[str, int], home: Path, scratch: Path, orphans_live: float) -> None:
    rng = random.Random(SEED)
    kinds = [kind for kind, count in rounds.items() for _ in range(count)]
    rng.shuffle(kinds)
    expected = Expected()
    for number, kind in enumerate(kinds):
        journal = scratch / f"journal-{number}"
        work = partial(run_victim, kind, str(home), str(journal), number)
        group = start_and_kill(work, journal, rng.random() * LONGEST_SECONDS[kind])
        started = f"the end of what {kind} started"
        wait_for(lambda group=group: not list_living(group), started, orphans_live, LISTING_PAUSE)
        expected.read(journal)
        if kind == "play with worker":  # the worker process keeps no journal
            expected.forget_worker()
        assert_whole(home, f"round {number}, {kind}")
        assert_as_journalled(home, expected, f"round {number}, {kind}")
    check_next_start(home)


def assert_whole(home: Path, when: str) -> None:
    """Check that the program's own parsers accept every file. No earlier start may have renamed a damaged file."""
    assert not list(home.rglob("*.broken-*")), when
    saves, settings = Saves(home), SettingsStore(home)
    for game in games.NAMES:
        saves.unfinished(game)
    assert (saves.warnings, settings.warning) == ([], None), when
    assert page(home, limit=5).warnings == (), when
    assert catalog.broken() == [], when
    assert stored_runs().warnings == (), when


def assert_as_journalled(home: Path, expected: Expected, when: str) -> None:
    """Compare the files with the journals.

    The content of every finished write must be there. After an unfinished write, either the old or the new
    content must be there.
    """
    for name, allowed in expected.allowed_states.items():
        if name.endswith(".json"):
            found = file_content(home / name, allowed)
            assert found in allowed, f"{when}: {name}"
            expected.allowed_states[name] = [found]
    hands = sum(file.read_bytes().count(b"\n") for file in (home / FOLDER).glob("*.jsonl"))
    assert hands in expected.hands, when
    expected.hands = hands, hands
    for run in stored_runs().runs:
        assert run.iteration >= expected.last_checkpoint(run.id), f"{when}: {run.id}"
    check_trained_agent(home, expected, when)


def check_trained_agent(home: Path, expected: Expected, when: str) -> None:
    """Check that the agent file of the killed training holds a checkpoint that the journal allows.

    If the file is missing, the previous agent must be in its backup.
    """
    file = home / "agents" / games.KUHN_POKER / f"{TRAINED}.npz"
    name = file.relative_to(home).as_posix()
    if file.with_suffix(".yaml").exists():
        found = int(load_model(file).array("iteration", (), "i"))
        assert found in expected.allowed_states[name], when
        expected.allowed_states[name] = [found]
    elif name in expected.allowed_states:
        if expected.allowed_states[name][0] is not None:
            load_model_of_backup(file)
        expected.allowed_states[name] = [None]


def file_content(file: Path, written: list[Any]) -> Any:
    """Return the content of a structured file in the form of the journal. If there is no file, return None."""
    kind, version = next((document[:2] for document in reversed(written) if document), ("removed", 0))
    loaded = user_files.read_versioned(file, kind, version, dict)
    assert loaded.warning is None
    return loaded.content and [kind, version, loaded.content]


def stored_runs() -> Any:
    *_, stored = service.answer(ListStoredRuns())
    return stored


def load_model_of_backup(file: Path) -> None:
    """Load the backup of a model file, which must be valid after another agent has replaced the model."""
    for part in (file, file.with_suffix(".yaml")):
        part.with_name(f"former-{part.name}").write_bytes(part.with_name(f"{part.name}.bak").read_bytes())
    load_model(file.with_name(f"former-{file.name}"))
    for part in (file, file.with_suffix(".yaml")):
        part.with_name(f"former-{part.name}").unlink()


def check_next_start(home: Path) -> None:
    """Open the window again. The window must report the kill, offer to resume, and remove leftover files."""
    for part in home.rglob(".*.part"):
        os.utime(part, (0, 0))
    app = main.make_app(home)
    app.watch_over()
    app.start()
    app.step([], 0.1)
    assert app.screen.strip.title.startswith("Parlour closed unexpectedly. Resume")
    assert not list(home.rglob(".*.part"))
    assert 0 < len(list((home / "crashes").iterdir())) <= 20
    app.close()
    assert not (home / "evening.log").exists()
