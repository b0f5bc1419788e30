"""The start of the program: missing packages, lazy imports, and little memory."""

from __future__ import annotations

import errno
import importlib.util
import os
import runpy
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn, cast
from unittest.mock import patch

import numpy as np
import pytest

import main
from ai import command_line, first_start, preparation
from ai.knowledge import log_store
from ai.solver import solve_files
from ai.solver.solving import Goal, solved
from ai.solver.spot_forms import spot_of_texts
from ai.solver.subgame import Limits, Subgame
from ai.steps import blocks, in_thread, in_turns, run_in_steps
from game.core import BadInput
from game.files import memory_limit
from game.files.memory_limit import MEGABYTE
from game.match.spot_texts import SpotTexts

if TYPE_CHECKING:
    from game.match.worker import Worker


ROOT = Path(main.__file__).parent


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    everything = {k: v for k, v in os.environ.items() if not k.startswith("SDL_")} | environment
    return subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=ROOT, env=everything, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


def test_old_python_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    assert (
        main.obstacle_to_running(windowed=True) == "Parlour needs Python 3.11 or later; this is Python 3.9."
    )


def test_missing_package_is_named_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "platformdirs" else found(name)
    )
    sentence = main.obstacle_to_running(windowed=True)
    assert sentence is not None
    assert "platformdirs" in sentence
    assert "pip install -r requirements.txt" in sentence


def test_an_installed_program_names_itself_and_is_reinstalled(tmp_path: Path) -> None:
    installed = runpy.run_path(str(shutil.copy(ROOT / "main.py", tmp_path)))
    assert (installed["COMMAND"], main.COMMAND) == ("parlour", "python main.py")
    assert installed["INSTALL"] == installed["REPAIR"] == "reinstall Parlour"
    assert (
        f"{installed['UNINSTALL']}, then {installed['INSTALL']}" == "uninstall both, then reinstall Parlour"
    )
    assert installed["NO_DISPLAY"].endswith("with parlour play holdem sound.")


@pytest.mark.parametrize("called", ["parlour", "python main.py"])
def test_the_help_calls_the_program_as_its_user_does(called: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["rank", "--help"], called) == 0
    assert capsys.readouterr().out.startswith(f"usage: {called} rank ")
    assert command_line.main(["rank"], called) == 2
    assert capsys.readouterr().err.startswith(f"{called} rank: ")


def test_a_frozen_program_is_the_interpreter_of_its_preparation(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(first_start, "main", lambda words: asked.append(list(words)))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with patch("subprocess.Popen") as popen:
        preparation.start()
    assert main.main(popen.call_args.args[0][1:]) == 0
    assert asked == [["play"]]


def test_commands_do_not_need_pygame(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pygame" else found(name))
    assert main.obstacle_to_running(windowed=False) is None
    assert "pygame" in str(main.obstacle_to_running(windowed=True))


def test_ctrl_c_while_the_program_still_loads_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*, windowed: bool) -> str | None:
        raise KeyboardInterrupt

    monkeypatch.setattr(main, "obstacle_to_running", interrupted)
    before = signal.getsignal(signal.SIGINT)
    assert main.main(["rank", "AsKsQsJsTs"]) == 130
    signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err == "Interrupted.\n"


@pytest.mark.parametrize("module", ["importlib.util", "multiprocessing", "signal", "pathlib"])
def test_ctrl_c_in_the_first_imports_is_one_sentence(module: str) -> None:
    script = f"""
import builtins, runpy, sys
found = builtins.__import__
def interrupted(name, *rest):
    if name == {module!r} and sys._getframe(1).f_code.co_filename == "main.py":
        raise KeyboardInterrupt
    return found(name, *rest)
builtins.__import__ = interrupted
runpy.run_path("main.py", run_name="__main__")
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Interrupted.\n")


def test_two_pygames_are_said_to_spoil_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main, "_installed", lambda distribution: True)
    sentence = main.obstacle_to_running(windowed=True)
    assert sentence is not None
    assert "uninstall -y pygame pygame-ce" in sentence
    assert main.obstacle_to_running(windowed=False) is None


def test_empty_pygame_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", type(sys)("pygame"))
    with pytest.raises(ValueError, match="The package pygame is empty"):
        main.check_display()


def test_no_display_is_a_sentence(tmp_path: Path) -> None:
    done = run(DISPLAY="", WAYLAND_DISPLAY="", PARLOUR_HOME=str(tmp_path))
    assert "no display" in one_sentence(done)


def test_too_few_open_files_are_a_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f"ulimit -n 16; exec {sys.executable} main.py"],
        cwd=ROOT, env={**os.environ, "PARLOUR_HOME": str(tmp_path)},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert one_sentence(done).startswith(
        "Parlour needs 64 open files at a time, and this terminal allows 16:"
    )


def test_read_only_home_is_a_sentence() -> None:
    done = run(SDL_VIDEODRIVER="dummy", PARLOUR_HOME="/proc/parlour")
    assert "PARLOUR_HOME" in one_sentence(done)


@pytest.mark.parametrize("words", ["rank --help", "agents --json"])
def test_a_closed_stdout_is_a_sentence(words: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} main.py {words} >&-"],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert one_sentence(done) == "The result cannot be written: Bad file descriptor.\n"


def test_a_result_survives_an_ascii_console_and_a_name_that_is_no_text() -> None:
    words = [sys.executable, "main.py", "agents", "--game", b"\xff\xfe\x1b[2J"]
    everything = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(words, cwd=ROOT, env=everything, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"There is no game '\\udcff\\udcfe\\x1b[2J'")


@pytest.mark.parametrize("words", ["x", "-1", "", "9" * 5000])
def test_a_seed_that_is_no_number_is_a_sentence(tmp_path: Path, words: str) -> None:
    done = run(SDL_VIDEODRIVER="dummy", PARLOUR_HOME=str(tmp_path), PARLOUR_SEED=words)
    assert "PARLOUR_SEED is" in one_sentence(done)


def test_ctrl_c_is_a_clean_way_out(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "SDL_VIDEODRIVER": "dummy",
        "PARLOUR_HOME": str(tmp_path),
        "PARLOUR_TRACE": "1",
    }
    with subprocess.Popen(
        [sys.executable, "main.py"], cwd=ROOT, env=environment, text=True, stdout=-1, stderr=-1
    ) as process:
        assert process.stdout is not None
        assert "ready" in process.stdout.readline()
        assert (tmp_path / "evening.log").exists()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (0, "")
    assert not (tmp_path / "evening.log").exists()


def test_second_window_on_the_same_folder_is_told_so(tmp_path: Path) -> None:
    from game.files.locks import FolderLock

    lock = FolderLock(tmp_path)
    assert lock.acquire()
    done = run(SDL_VIDEODRIVER="dummy", PARLOUR_HOME=str(tmp_path))
    lock.release()
    assert "already open" in one_sentence(done)


WATCHED_WINDOW = """
import sys
sys.path.insert(0, {root!r})
import main
from pathlib import Path
from game.features.train.setup_page import TrainSetup
app = main.make_app(Path({home!r}))
app.start()
app.go(TrainSetup(app))
while not app.models.training.listed:
    app.step([], 0.02)
print(sorted(m for m in sys.modules if m.split(".")[0] in ("ai", "numba", "scipy")))
app.close()
"""


def test_window_loads_of_ai_the_catalogue_alone_and_nothing_that_computes(tmp_path: Path) -> None:
    code = WATCHED_WINDOW.format(root=str(ROOT), home=str(tmp_path))
    environment: dict[str, Any] = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "['ai', 'ai.catalog']"


def test_the_window_says_which_agents_of_the_user_were_left_out(user_folder: Path) -> None:
    (user_folder / "agents" / "tic-tac-toe").mkdir(parents=True)
    (user_folder / "agents" / "tic-tac-toe" / "torn.yaml").write_text("game: [")
    app = main.make_app(user_folder, cast("Worker", SimpleNamespace()))
    assert app.saves.warnings == [
        "torn.yaml cannot be read: line 2: a value is missing or a bracket is not closed."
    ]


TURN = SpotTexts("QsJh2h8d", "AA,KQs", "QQ,AJ", "100", "150", "75%")


@pytest.fixture
def leave(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Return a function that sets how many megabytes the process can still allocate under its memory limit."""

    def limit(megabytes: int) -> None:
        monkeypatch.setattr(memory_limit, "bytes_under_limit", lambda: megabytes * MEGABYTE)

    return limit


@pytest.mark.parametrize(("megabytes", "threads"), [(0, 0), (143, 0), (144, 1), (304, 3), (10_000, 8)])
def test_as_many_threads_start_as_the_limit_has_memory_for(
    megabytes: int, threads: int, leave: Callable[[int], None]
) -> None:
    leave(megabytes)
    assert memory_limit.threads_under_limit(8) == threads


def test_a_thread_without_memory_is_one_sentence(leave: Callable[[int], None]) -> None:
    leave(100)
    for begun in (in_thread(lambda: None), run_in_steps(number for number in (1, 2))):
        with pytest.raises(
            BadInput, match=r"^A thread needs 144 MB more, .* leaves 100 MB: raise it with ulimit"
        ):
            list(begun)


def test_blocks_are_worked_on_without_threads_if_there_is_no_memory_for_them(
    leave: Callable[[int], None],
) -> None:
    leave(100)
    numbers = np.arange(10)
    assert list(in_turns(lambda block: int(numbers[block].sum()), blocks(10, 4), 2)) == [6, 22, 17]


def test_a_solve_without_memory_for_threads_gives_the_same_solution(leave: Callable[[int], None]) -> None:
    threaded_game, plain = (Subgame(spot_of_texts(TURN), limits=Limits(2)) for _ in range(2))
    before = solved(threaded_game, Goal(iterations=3))
    leave(100)
    after = solved(plain, Goal(iterations=3))
    assert after.ev == pytest.approx(before.ev, abs=1e-5)


def test_a_solve_without_memory_for_its_boards_is_refused_before_they_are_built(
    leave: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(deals: object) -> NoReturn:
        raise AssertionError("built")

    monkeypatch.setattr("ai.solver.streets.next_deals", build)
    leave(65)
    with pytest.raises(
        BadInput, match=r"^Solving this needs \d+ MB more, and the limit of this terminal leaves 65 MB"
    ):
        Subgame(spot_of_texts(replace(TURN, oop="random", ip="random")))


def test_a_log_or_a_solve_is_not_set_aside_if_memory_or_open_files_are_short(user_folder: Path) -> None:
    files = [user_folder / log_store.FOLDER / "a.sqlite", solve_files.folder() / f"a{solve_files.SUFFIX}"]
    for file in files:
        file.parent.mkdir(parents=True)
        file.write_bytes(b"some")
    short = OSError(errno.EMFILE, "Too many open files")
    with patch("sqlite3.connect", side_effect=MemoryError), pytest.raises(MemoryError):
        log_store.all_logs(user_folder)
    with patch("zipfile.ZipFile", side_effect=short), pytest.raises(OSError, match="Too many open files"):
        solve_files.list_solves()
    assert all(file.read_bytes() == b"some" for file in files)
