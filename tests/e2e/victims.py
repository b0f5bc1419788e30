"""Processes that tests kill. A process plays, saves or trains, and writes a journal of its files."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import main
from ai import command_line, service
from ai.training import run as training_run
from ai.training.kuhn_cfr import KuhnCFRRun
from ai.training.value_learner import ValueLearnerRun
from game.app.app import App
from game.archive.store import Archive
from game.files import user_files
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.match.worker import Worker
from game.rules import games
from game.study.saves import Saves
from game.study.training import CreateRun, KeepCheckpoints, ListStoredRuns, Train, Value
from game.tables.play import PlayScreen
from game.window.frame.settings_store import SettingsStore
from tests.e2e.drivers import InProcessWorker
from tests.killing import ACTING, HISTORY, ROOT, Journal

FRAME_SECONDS = 0.5
RUN_NAMES = ("value-learner", "kuhn-cfr")
TRAINED = "trained"


def run_victim(kind: str, home: str, journal_path: str, seed: int) -> None:
    """Play, save or train, depending on `kind`, until the process is killed.

    The process starts a process group of its own, so that a test can find its children.
    """
    os.setpgid(0, 0)
    os.environ |= {"PARLOUR_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    os.chdir(ROOT)
    journal = Journal(Path(journal_path))
    folder = Path(home)
    journal.follow(
        user_files,
        "write_versioned",
        lambda path, *document: (path.relative_to(folder).as_posix(), document),
    )
    journal.follow(user_files, "remove_versioned", lambda path: (path.relative_to(folder).as_posix(), None))
    journal.follow(Archive, "append", lambda archive, hand: (HISTORY, None))
    for run in (ValueLearnerRun, KuhnCFRRun):
        journal.follow(run, "save", lambda run, file: (file.relative_to(folder).as_posix(), run.iteration))
    VICTIMS[kind](folder, journal, random.Random(seed))


# ---- playing ----------------------------------------------------------------------------------------------
def play(folder: Path, journal: Journal, rng: random.Random) -> NoReturn:
    """Play at every table in the window. Agents decide in this process, which saves time."""
    _play(opened(folder, InProcessWorker()), journal, rng)


def play_with_worker(folder: Path, journal: Journal, rng: random.Random) -> NoReturn:
    """Play in the window while its worker decides and trains."""
    app = opened(folder)
    set_to_work(app, rng.choice(RUN_NAMES))
    _play(app, journal, rng)


def opened_with(folder: Path, target: str) -> App:
    return opened(folder, Worker(target, folder / "worker.log"))


def opened(folder: Path, worker: Worker | None = None) -> App:
    app = main.make_app(folder, worker)
    app.watch_over()
    app.start()
    app.change(speed="instant")
    return app


def set_to_work(app: App, name: str) -> None:
    """Let the worker train. If there is an interrupted run of this name, resume it. Otherwise, start a new run."""
    app.models.training.look()
    wait_for(app, lambda: app.models.training.listed)
    left = [run for run in app.models.training.stored_runs if run.run == name and not run.done]
    if left:
        app.models.training.resume(left[0])
    else:
        app.models.training.start(name, {"iterations": 10**9}, lambda run: None)
    wait_for(
        app,
        lambda: app.models.training.at_work is not None and app.models.training.at_work.report is not None,
    )


def wait_for(app: App, wanted: Callable[[], bool]) -> None:
    """Step frames until a condition holds."""
    while not wanted():
        app.step([], FRAME_SECONDS)
        time.sleep(0.001)


def _play(app: App, journal: Journal, rng: random.Random) -> NoReturn:
    journal.begin(ACTING)
    while True:
        app.step([], FRAME_SECONDS)
        if app.worker.waiting:
            time.sleep(0.001)
        screen = app.screen
        if isinstance(screen, PlayScreen):
            _turn(app, screen, rng)
        elif (kept := app.saves.unfinished(rng.choice(games.NAMES))) is not None:
            app.resume(kept.session)
        else:
            game = rng.choice(games.NAMES)
            opponent = next(entry.name for entry in app.agents if entry.game == game)
            app.resume(Session(TableSpec(game, ("you", opponent), seed=rng.randrange(1000))))


def _turn(app: App, screen: PlayScreen, rng: random.Random) -> None:
    """Do a random thing at the table: act, deal, undo, leave, or change a setting."""
    chance = rng.random()
    if chance < 0.05:
        app.change(volume=rng.randrange(101))
    elif chance < 0.1:
        screen.undo()
    elif chance < 0.13:
        screen.stand_up()
    elif screen.phase == "over":
        screen.next_hand()
    elif screen.phase == "lost":
        screen.call_back()
    elif screen.may_act:
        screen.act(rng.choice(screen.session.state.legal_actions()))


# ---- saving -----------------------------------------------------------------------------------------------
def save(folder: Path, journal: Journal, rng: random.Random) -> NoReturn:
    """Save games, records, history and settings as fast as possible."""
    saves, store, archive = Saves(folder), SettingsStore(folder), Archive(folder)
    journal.begin(ACTING)
    while True:
        game = rng.choice(games.NAMES)
        session = Session(TableSpec(game, ("you", "somebody"), seed=rng.randrange(10**6)))
        while not session.hand_over:
            session.act(rng.choice(session.state.legal_actions()))
            saves.keep(session)
        archive.record(session, ("", ""))
        saves.add_result(game, "somebody", session.results[-1].returns[0], (session.spec.seed, 1))
        store.change(volume=rng.randrange(101), text_size=rng.randrange(80, 201))
        store.flush()
        if rng.random() < 0.3:
            saves.forget(session)


# ---- training ---------------------------------------------------------------------------------------------
def train(folder: Path, journal: Journal, rng: random.Random) -> None:
    """Run the command `train`: resume the last checkpoint, or overwrite the checkpoint with a new agent.

    The training saves often.
    """
    _save_at_every_report()
    out = folder / "agents" / games.KUHN_POKER / f"{TRAINED}.npz"
    journal.begin(ACTING)
    if out.with_suffix(".yaml").exists() and rng.random() < 0.7:
        command_line.main(["train", "kuhn-cfr", "--resume", str(out), "--json"])
    else:
        seed = str(rng.randrange(1000))
        command_line.main(["train", "kuhn-cfr", "--seed", seed, "--out", str(out), "--json"])


def train_for_window(folder: Path, journal: Journal, rng: random.Random) -> NoReturn:
    """Train like the worker of the window: start runs, resume stored runs, keep agents."""
    _save_at_every_report()
    journal.begin(ACTING)
    while True:
        *_, stored = service.answer(ListStoredRuns())
        if stored.runs and rng.random() < 0.6:
            chosen = rng.choice(stored.runs)
        else:
            settings: dict[str, Value] = {"iterations": 10**9, "seed": rng.randrange(1000)}
            *_, chosen = service.answer(CreateRun(rng.choice(RUN_NAMES), settings))
        reports = service.answer(Train(chosen.id))
        for _ in range(rng.randrange(1, 12)):
            next(reports)
        reports.close()  # type: ignore[attr-defined]
        name = f"kept-{rng.randrange(10**6)}"
        *_, stored = service.answer(ListStoredRuns())
        proposed = next(run.proposed for run in stored.runs if run.id == chosen.id)
        for _ in service.answer(KeepCheckpoints(chosen.id, chosen.game, name, proposed)):
            pass


def _save_at_every_report() -> None:
    training_run.CHECKPOINT_SECONDS = 0.0
    training_run.CHUNK_SECONDS = 0.001
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


VICTIMS: dict[str, Callable[[Path, Journal, random.Random], None]] = {
    "play": play,
    "save": save,
    "train": train,
    "train for window": train_for_window,
    "play with worker": play_with_worker,
}
