"""Runs that are killed: the work of each kind of run, the files that the run leaves, and its next start.

Each kind has its own folder. In this folder, `home` is the user's folder, `out` is the output folder of a command,
and `tmp` is the system's folder for temporary files. Commands run as in a terminal. The functions that write files
also record each write in a journal.
"""

from __future__ import annotations

import io
import os
import tempfile
import zlib
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import main
from ai import command_line
from ai.commands import matching
from ai.evaluation import league
from ai.knowledge import batches, log_store
from ai.lab.store import SeriesStore
from ai.training import holdem_network_run, runs
from ai.training import run as training_run
from ai.training.holdem_abstraction_run import HoldemAbstractionRun
from ai.training.holdem_blueprint_run import HoldemBlueprintRun
from ai.training.holdem_network_run import HoldemNetworkRun
from ai.training.kuhn_cfr import KuhnCFRRun
from ai.training.value_learner import ValueLearnerRun
from game.core import Progress
from game.files import locks, user_files
from tests.ai.knowledge.tables import log_text
from tests.killing import ACTING, ROOT, Journal

HOME, OUT, TEMPORARY = "home", "out", "tmp"
LOG = "evening.log"
EXPERIMENT = """
game: kuhn-half-street
variants: [cfr, cfr+, chance-sampled]
iterations: 40000
seeds: [{seed}]
every: 10
"""
TRAINED = (ValueLearnerRun, KuhnCFRRun, HoldemAbstractionRun, HoldemBlueprintRun, HoldemNetworkRun)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of run that is killed at a random time.

    Attributes:
        work: A function that performs the run in a folder. Its second argument is a number that differs from run to
            run.
        find: A function that returns the contents of the files in a folder. The keys of the result are the names of
            the files in the journal.
        start: A function that starts the run again in a folder, and may resume the run.
        seconds: The time within which the run is killed, in seconds.
        kills: The number of kills of this kind in an attack of 300 kills.
    """

    work: Callable[[Path, int, Journal], object]
    find: Callable[[Path], dict[str, Any]]
    start: Callable[[Path], object]
    seconds: float
    kills: int


def run_until_killed(name: str, folder: str, journal_file: str, seed: int) -> NoReturn:
    """Repeat the work of a kind of run until the process is killed. The process leads its own process group."""
    os.setpgid(0, 0)
    os.chdir(ROOT)
    place_in(Path(folder), os.environ.__setitem__)
    os.environ["TMPDIR"] = tempfile.tempdir = str(Path(folder) / TEMPORARY)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    make_quick(setattr)
    journal = Journal(Path(journal_file))
    _follow_writes(Path(folder), journal)
    journal.begin(ACTING)
    for number in count(seed * 1000):
        KINDS[name].work(Path(folder), number, journal)
    raise AssertionError("it is killed before")


def place_in(folder: Path, put: Callable[[str, str], object]) -> None:
    """Set the environment for a run in `folder`: the user's folder inside `folder`, and no display or sound."""
    put("PARLOUR_HOME", str(folder / HOME))
    put("SDL_VIDEODRIVER", "dummy")
    put("SDL_AUDIODRIVER", "dummy")


def make_quick(patch: Callable[[Any, str, Any], object]) -> None:
    """Make trainings save as often as possible, and let a network learn from a few hands."""
    patch(training_run, "CHECKPOINT_SECONDS", 0.0)
    patch(training_run, "SAVING_SHARE", 0.0)
    patch(training_run, "CHUNK_SECONDS", 0.01)
    patch(batches, "BATCH_DECISIONS", 32)
    patch(holdem_network_run, "TEST_DECISIONS", 60)
    patch(holdem_network_run, "MIN_BATCHES_BETWEEN_TESTS", 4)


def make_folders(folder: Path) -> None:
    for name in (HOME, OUT, TEMPORARY):
        (folder / name).mkdir(parents=True)
    (folder / LOG).write_text(log_text(120))


def _follow_writes(folder: Path, journal: Journal) -> None:
    for run in TRAINED:
        journal.follow(run, "save", lambda run, file: (file.stem, run.iteration))
    journal.follow(
        SeriesStore, "append", lambda store, settings, part: (_series(settings), part.tracked.upto)
    )
    journal.follow(matching, "write_text", lambda file, text: (file.name, zlib.crc32(text.encode())))
    journal.follow(user_files, "write_versioned", lambda path, *written: (path.name, written))


def _command(*words: str) -> None:
    """Run a command, which must succeed."""
    with redirect_stdout(io.StringIO()):
        code = command_line.main(words)
    assert code == 0, words


# ---- training -----------------------------------------------------------------------------------------------
def _train(run: str, settings: tuple[str, ...], folder: Path, number: int, *more: str) -> None:
    file = folder / OUT / "own.npz"
    if file.with_suffix(".yaml").exists():
        _command("train", run, "--resume", str(file), "--json", *more)
    else:
        chosen = [word for setting in settings for word in ("--set", setting.format(log=folder / LOG))]
        _command("train", run, "--out", str(file), "--json", *chosen, *more)


def _found_model(folder: Path) -> dict[str, Any]:
    file = folder / OUT / "own.npz"
    return {"own": runs.reopen(file).iteration} if file.with_suffix(".yaml").exists() else {}


def _training(run: str, *settings: str, length: int, seconds: float, kills: int) -> Kind:
    def work(folder: Path, number: int, journal: Journal) -> None:
        _train(run, (f"iterations={length}", *settings), folder, number)
        for file in (folder / OUT).iterdir():  # it is finished: a new one begins
            journal.begin(file.stem)
            file.unlink()

    def start(folder: Path) -> None:
        _train(run, (f"iterations={length}", *settings), folder, 0, "--seconds", "0.01")

    return Kind(work, _found_model, start, seconds, kills)


# ---- league, match, lab -------------------------------------------------------------------------------------
def _play_league(folder: Path, number: int, journal: Journal) -> None:
    hands = str(400 * (number % 1000 + 1))
    _command("league", "tic-tac-toe", "ada-20", "random", "perfect", "--resume", "--hands", hands)


def _found_leagues(folder: Path) -> dict[str, Any]:
    found = {}
    places = (folder / HOME / "leagues").glob("[!.]*.json*")  # between two files there is the backup alone
    for file in {place.with_name(place.name.removesuffix(".bak")) for place in places}:
        loaded = user_files.read_versioned(file, league.KIND, league.VERSION, dict)
        assert loaded.warning is None
        found[file.name] = [league.KIND, league.VERSION, loaded.content]
    return found


def _play_match(folder: Path, number: int, journal: Journal) -> None:
    log = folder / OUT / f"hands-{number}.log"
    _command("match", "holdem", "rock", "station", "--hands", "60", "--seed", str(number), "--log", str(log))


def _found_match_logs(folder: Path) -> dict[str, Any]:
    return {file.name: zlib.crc32(file.read_bytes()) for file in (folder / OUT).glob("*.log")}


def _sweep_match_logs(folder: Path) -> None:
    """Repeat the interrupted matches, so that each complete log replaces the temporary file of its match."""
    begun = {file.name.split(".")[1] for file in (folder / OUT).glob(".*")}
    for name in begun:
        _play_match(folder, int(name.removeprefix("hands-")), Journal(Path(os.devnull)))


def _track(folder: Path, number: int, journal: Journal) -> None:
    file = folder / "experiment.yaml"
    file.write_text(EXPERIMENT.format(seed=number % 1000))
    _command("lab", str(file))


def _series(settings: Any) -> str:
    return f"{settings.variant} {settings.seed}"


def _found_series(folder: Path) -> dict[str, Any]:
    if not (folder / HOME / "lab").exists():
        return {}
    store = SeriesStore(folder / HOME / "lab")
    found = store.runs()
    assert found.warnings == ()
    for run in found.runs:
        assert (
            sum(len(part.iterations) for part in store.parts(run.settings, -1, run.iteration)) == run.points
        )
    store.close()
    return {_series(run.settings): run.iteration for run in found.runs}


# ---- work for the window ------------------------------------------------------------------------------------
def _import(folder: Path, number: int, journal: Journal) -> None:
    before = len(log_store.all_logs(folder / HOME).logs)
    journal.begin("logs", before + 1)
    *_, log = log_store.import_logs(folder / HOME, [folder / LOG])
    assert not isinstance(log, Progress)
    journal.done("logs")


def _found_logs(folder: Path) -> dict[str, Any]:
    found = log_store.all_logs(folder / HOME)
    assert found.warnings == ()
    assert all(
        log.hands == 120 == sum(1 for _ in log_store.records(folder / HOME, log.id)) for log in found.logs
    )
    return {"logs": len(found.logs)} if found.logs else {}


def _open_window(folder: Path, number: int, journal: Journal) -> None:
    main.open_window()


def _start_window(folder: Path) -> None:
    """Start the window. Half-written files of a killed process look old, so that the window removes the files."""
    home = folder / HOME
    for part in home.rglob(f".*{user_files.PART}"):
        os.utime(part, (0, 0))
    lock = locks.FolderLock(home)
    assert lock.acquire()
    app = main.make_app(home)
    app.watch_over()
    app.start()
    app.step([], 0.1)
    assert app.saves.warnings == []
    app.close()
    lock.release()


def _nothing(folder: Path) -> dict[str, Any]:
    return {}


KINDS = {
    "value-learner": _training("value-learner", length=10**9, seconds=0.4, kills=45),
    "kuhn-cfr": _training("kuhn-cfr", length=10**9, seconds=0.4, kills=45),
    "holdem-abstraction": _training(
        "holdem-abstraction", "flop=3", "turn=4", "river=5", "turn_sample=1000", "flop_sample=1000",
        length=400, seconds=3.0, kills=15,
    ),
    "holdem-blueprint": _training(
        "holdem-blueprint", "stack=5", "threads=1", "menu=half-pot", length=10**9, seconds=3.0, kills=20
    ),
    "holdem-network": _training("holdem-network", "logs={log}", length=10**6, seconds=3.0, kills=15),
    "league": Kind(_play_league, _found_leagues, partial(_play_league, number=0, journal=None), 1.0, 30),
    "match": Kind(_play_match, _found_match_logs, _sweep_match_logs, 1.0, 40),
    "lab": Kind(_track, _found_series, partial(_track, number=0, journal=None), 1.0, 40),
    "import": Kind(_import, _found_logs, _start_window, 0.3, 30),
    "window": Kind(_open_window, _nothing, _start_window, 1.5, 20),
}  # fmt: skip
