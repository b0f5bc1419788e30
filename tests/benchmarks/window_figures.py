"""Figures of the window: start-up, idle load, memory, and frame times in play, in the lab and during training.

Run all cases with `python -m tests.benchmarks.window_figures`. Add the name of one of `CASES` to run only this
case. The windows open under Xvfb, and figures come from /proc, so Linux and Xvfb are needed. Figures depend on the
machine. Compare two commits on the same machine.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.archive.imported import NAME
from game.archive.store import FOLDER
from game.match.spot_texts import SpotTexts
from game.match.worker import Worker
from game.study.holdem import AskEquity
from tests.e2e.drivers import ROOT, start_xvfb
from tests.histories.room_writers import SUFFIXES, WRITERS
from tests.histories.simulated_hands import simulate
from tests.match.heard import Heard

if TYPE_CHECKING:
    from game.app.app import App
    from game.features.lab.model import LabModel

IDLE_SECONDS = 10.0
PLAY_SECONDS = 20.0
THINK_SECONDS, THINK_ROUNDS = 0.5, 15
MENU_SECONDS = 4.0
SOLVE_SECONDS = 10.0
CANCELS = 20
STARTS = 5
LAB_SECONDS = 3.0  # on each page, at each size
LAB_SIZES = ((1280, 720), (1920, 1080))
LAB_ITERATIONS = 25_000
IMPORTED, HANDS_A_FILE = 100_000, 1_000
SCRUBBED, MIN_MOMENTS = 0.013, 20  # of the line per frame, and the minimum number of moments shown


def main(*cases: str) -> None:
    """Print the figures of all cases, or only of the given `cases`."""
    if not CASES.keys() >= set(cases):
        sys.exit(f"{__doc__}\nThe cases are {', '.join(CASES)}.")
    xvfb, display = start_xvfb()
    try:
        with tempfile.TemporaryDirectory() as home:
            environment = {**os.environ, "DISPLAY": display, "PARLOUR_HOME": home, "PARLOUR_TRACE": "1"}
            environment |= {"SDL_AUDIODRIVER": "dummy"}
            environment.pop("SDL_VIDEODRIVER", None)
            if not cases:
                _print_starts(environment)
            for case in cases or CASES:
                command = [sys.executable, "-m", "tests.benchmarks.window_figures", case, home]
                subprocess.run(command, env={**environment, "PARLOUR_TRACE": ""}, cwd=ROOT, check=True)
    finally:
        xvfb.terminate()


def _print_starts(environment: dict[str, str]) -> None:
    starts = [_start_seconds(environment) for _ in range(STARTS)]
    print(f"command to menu: first {starts[0]:.2f} s, then {min(starts[1:]):.2f}-{max(starts[1:]):.2f} s")
    prepare = [sys.executable, "-m", "ai.first_start"]  # ends when its stdin does
    with subprocess.Popen(
        prepare, env=environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as work:
        work.wait()
    with _window(environment) as window:
        print(f"idle menu: {_load(window.pid, IDLE_SECONDS):.1%} of a core")


def play(home: Path) -> None:
    """Play Hold'em at 1280 x 720 without a pause, and print frame times and memory."""
    app = _wait_until_prepared(home)
    _sit_down(app)
    _print_frames("in play", _frames(app, PLAY_SECONDS))
    hands = app.screen.session.hand_number
    print(f"memory of the window's process: {_memory_mb(os.getpid()):.0f} MB; hands {hands}")
    app.close()


def train(home: Path) -> None:
    """During a training, measure frame times on the training page and at a table, and the delay of a pause."""
    app = _wait_until_prepared(home)
    _set_to_work(app)
    app.open("train")
    _print_frames("on the page of a run at work", _frames(app, PLAY_SECONDS))
    waits = sorted(_seconds_to_cancel(app) for _ in range(CANCELS))
    middle = waits[len(waits) // 2]
    print(
        f"cancel answered after {1000 * middle:.0f} ms (median of {CANCELS}), at most {1000 * waits[-1]:.0f} ms"
    )
    _sit_down(app)
    _print_frames("in play while a run is at work", _frames(app, PLAY_SECONDS))
    app.close()


def think(home: Path) -> None:
    """Play against an opponent that solves for half a second per decision.

    Print frame times and the worker's memory.
    """
    app = _wait_until_prepared(home)
    app.change(speed="instant")
    _sit_down(app, agent="architect-thinks", think=THINK_SECONDS)
    session, memory = app.screen.session, list[str]()
    for _ in range(THINK_ROUNDS):
        _print_frames(
            f"against an opponent who solves, hand {session.hand_number}", _frames(app, PLAY_SECONDS)
        )
        memory.append(f"{sum(_memory_mb(child) for child in _children()):.0f}")
    print(
        f"{session.hand_number} hands; memory of the worker in MB, every {PLAY_SECONDS:g} s: {', '.join(memory)}"
    )
    app.close()


def solve(home: Path) -> None:
    """Solve a flop with full ranges. Meanwhile, move the focus on the page and print the frame times."""
    app = _wait_until_prepared(home)
    app.open("solver", SpotTexts("Kd7c2h", "random", "random", "60", "200", "75%", "100%"))
    _step_until(app, lambda: app.screen.model.view.checked)
    _press(pygame.K_s)
    _step_until(app, lambda: app.screen.model.view.is_solving)
    solving = list[bool]()

    def look_around(app: App) -> None:
        solving.append(app.screen.model.view.is_solving)
        _look_around(app)

    _print_frames("while the solver solves", _frames(app, SOLVE_SECONDS, look_around))
    print(f"  solving in {sum(solving) / len(solving):.0%} of them")
    app.close()


def import_hands(home: Path) -> None:
    """Import 100,000 hands of all rooms while the window draws. Kill the worker half-way, and import again."""
    folder = home / "rooms"
    _write_rooms(folder)
    app = _wait_until_prepared(home)
    app.open("look-back")
    model, worker = app.models.hand_imports, app.worker
    for is_killed in (True, False):
        began, peak, frames = time.perf_counter(), 0.0, list[float]()
        model.begin(str(folder), {})
        while (work := model.at_work) is not None:
            frames += _frames(app, 0.5, _look_around)
            peak = max([peak, *map(_memory_mb, _children())])
            is_half = work.report is not None and work.report.iteration >= IMPORTED // 2
            if is_killed and is_half and worker.process_id is not None:
                os.kill(worker.process_id, signal.SIGKILL)
                _step_until(app, lambda: model.at_work is None)
        seconds = time.perf_counter() - began
        _print_frames("while hands are imported" + (" again" if not is_killed else ""), frames)
        print(f"memory of the worker: {peak:.0f} MB, of the window: {_memory_mb(os.getpid()):.0f} MB")
    assert model.latest is not None, model.failed
    found = model.latest
    print(f"{found.read:,} hands in {seconds:.0f} s, {found.read / seconds:,.0f} a second")
    with closing(sqlite3.connect(home / FOLDER / NAME)) as database:
        (stored,) = database.execute("SELECT count(*) FROM hands").fetchone()
    print(
        f"stored: {stored:,} of {IMPORTED:,}, {found.read - found.new:,} of them before the worker was killed"
    )
    app.close()


def _write_rooms(folder: Path) -> None:
    """Write simulated heads-up hands in the layout of every room, a thousand hands per file."""
    folder.mkdir(exist_ok=True)
    for number, begin in enumerate(range(0, IMPORTED, HANDS_A_FILE)):
        room = list(WRITERS)[number % len(WRITERS)]
        hands = [replace(simulate(seed), number=seed + 1) for seed in range(begin, begin + HANDS_A_FILE)]
        file = folder / f"{number}{SUFFIXES.get(room, '.txt')}"
        file.write_text("".join(map(WRITERS[room], hands)), encoding="utf-8")


def _children() -> list[int]:
    return [int(one) for one in Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()]


def first_start(home: Path) -> None:
    """Compile all kernels and build all tables, with an empty cache.

    Meanwhile, print the frame times on the menu and in a game.
    """
    with tempfile.TemporaryDirectory() as fresh:
        os.environ |= {"PARLOUR_HOME": fresh, "PARLOUR_CACHE": str(Path(fresh) / "cache")}
        app = _opened(Path(fresh))
        began = time.perf_counter()
        _step_until(app, lambda: app.models.preparation.working)
        _print_frames("on the menu during the first start", _frames(app, MENU_SECONDS, _look_around))
        _sit_down(app, "tic-tac-toe", "random")
        frames = []
        while not app.models.preparation.settled:
            frames += _frames(app, 0.5)
        prepared = time.perf_counter()
        _print_frames("in tic-tac-toe during the first start", frames)
        print(f"prepared after {prepared - began:.1f} s; trouble: {app.models.preparation.trouble or 'none'}")
        _print_frames("in tic-tac-toe afterwards", _frames(app, 2 * MENU_SECONDS))
        app.home()
        _print_frames("on the menu afterwards", _frames(app, MENU_SECONDS, _look_around))
        app.close()
        seconds = sorted(_seconds_to_first_evaluation() for _ in range(STARTS))
        print(
            f"worker's start to the first equity: {seconds[0]:.2f} s, at most {seconds[-1]:.2f} s of {STARTS}"
        )


def lab(home: Path) -> None:
    """During a training, move through 25,000 iterations on every page of the lab, at two window sizes."""
    from game.features.lab.base import OVERVIEW, STRATEGIES, TREE
    from game.features.lab.page import open_lab
    from game.rules import games

    app = _wait_until_prepared(home)
    for size in LAB_SIZES:
        app.change(window=(0, 0, *size))
        pygame.display.set_mode(size, pygame.RESIZABLE)
        page = open_lab(app, games.KUHN_HALF_STREET)
        app.go(page)
        model = page.model
        _step_until(app, lambda model=model: model.done >= 0)
        model.step(LAB_ITERATIONS)
        _step_until(app, lambda model=model: model.done >= LAB_ITERATIONS)
        _set_to_work(app)
        for index, name in enumerate((OVERVIEW, STRATEGIES, TREE), 1):
            _press(pygame.K_0 + index, pygame.KMOD_CTRL)
            _step_until(app, lambda name=name: app.screen.page == name)
            _print_scrubbing(app, model, name)
        app.models.training.pause()
        app.back()
    app.close()


def _print_scrubbing(app: App, model: LabModel, page: str) -> None:
    """Drag the marker of the shown iteration back and forth, and print the frame times."""
    x, y, width, height = next(control.rect for control in app.controls() if control.name == "moment")
    moments = list[int]()

    def mouse(kind: int) -> None:
        share = abs((0.5 + SCRUBBED * len(moments)) % 2 - 1)
        at = (round(x + width * share), round(y + height / 2))
        pygame.event.post(
            pygame.event.Event(kind, pos=at, rel=(0, 0), buttons=(1, 0, 0), button=1, touch=False)
        )

    def drag(app: App) -> None:
        mouse(pygame.MOUSEMOTION if moments else pygame.MOUSEBUTTONDOWN)
        moments.append(model.now)

    began = time.process_time()
    frames = _frames(app, LAB_SECONDS, drag)
    taken = (time.process_time() - began) / len(frames)
    mouse(pygame.MOUSEBUTTONUP)
    assert len({*moments}) > MIN_MOMENTS, "the line was not dragged"
    _print_frames(f"scrubbing the lab, {page}", frames)
    print(f"  the processor's time of a frame: {1000 * taken:.1f} ms")


def _seconds_to_first_evaluation() -> float:
    """Return the seconds from the start of a worker to the first answer about odds.

    The kernels are already compiled.
    """
    worker = Worker("ai.service:answer")
    began = time.perf_counter()
    worker.start()
    found = Heard(worker, AskEquity((51, 50), (0, 14, 29))).wait()
    taken = time.perf_counter() - began
    assert found.equity > 0, found
    worker.close()
    return taken


def _opened(home: Path) -> App:
    import main as program

    app = program.make_app(home)
    app.start()
    app.change(speed="1", window=None)
    return app


def _wait_until_prepared(home: Path) -> App:
    """Open the program, and wait until all kernels and tables are ready."""
    app = _opened(home)
    _step_until(app, lambda: app.models.preparation.settled)
    return app


def _set_to_work(app: App) -> None:
    """Let the worker train a learner without end."""
    app.models.training.look()
    _step_until(app, lambda: app.models.training.listed)
    entry = next(one for one in app.models.training.runs if one.name == "value-learner")
    app.models.training.start(entry.name, {**entry.settings, "iterations": 1_000_000_000}, lambda run: None)
    _step_until(
        app,
        lambda: app.models.training.at_work is not None and app.models.training.at_work.report is not None,
    )


def _sit_down(app: App, game: str = "holdem", agent: str = "sound", think: float | None = None) -> None:
    from game.match.session import Session
    from game.match.table_spec import TableSpec

    app.resume(Session(TableSpec(game, ("you", agent), seed=1, think=think)))


def _play_on(app: App) -> None:
    """Act for the player at a table.

    In poker, check or call. In tic-tac-toe, take the first free square. At the end, start the next hand or game.
    """
    squares = app.screen.name == "play-tic-tac-toe"
    if getattr(app.screen, "phase", "") == "over":
        _press(pygame.K_n if squares else pygame.K_SPACE)
    elif getattr(app.screen, "may_act", False):
        _press(pygame.K_1 + app.screen.session.state.legal_actions()[0] if squares else pygame.K_c)


def _look_around(app: App) -> None:
    _press(pygame.K_TAB)


def _frames(app: App, seconds: float, act: Callable[[App], None] = _play_on) -> list[float]:
    """Run the program, call `act` before every frame, and return the frame times."""
    clock = pygame.time.Clock()
    frames: list[float] = []
    last = time.perf_counter()
    end = last + seconds
    while last < end:
        app.step(pygame.event.get(), 1 / 60)
        act(app)
        clock.tick(60)
        now = time.perf_counter()
        frames.append(now - last)
        last = now
    return frames


def _press(key: int, modifiers: int = 0) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=key, mod=modifiers, unicode=chr(key), scancode=0))


def _print_frames(where: str, frames: list[float]) -> None:
    warm = sorted(frames[30:])
    shown = [1000 * warm[int(len(warm) * share)] for share in (0.5, 0.95, 0.99)]
    size = pygame.display.get_surface().get_size()
    print(
        f"frames at {size[0]}x{size[1]} {where}: p50 {shown[0]:.1f}, p95 {shown[1]:.1f}, p99 {shown[2]:.1f} ms; "
        f"{len(warm) / sum(warm):.1f} a second, slowest {1000 * warm[-1]:.1f} ms"
    )


def _seconds_to_cancel(app: App) -> float:
    """Pause the training and then resume it. Return the seconds until the pause took effect."""
    work = app.models.training.at_work
    assert work is not None
    started = time.perf_counter()
    app.models.training.pause()
    _step_until(app, lambda: app.models.training.at_work is None)
    taken = time.perf_counter() - started
    run = app.models.training.find(work.run.id)
    assert run is not None
    app.models.training.resume(run)
    _step_until(
        app, lambda: app.models.training.at_work is not None and app.models.training.at_work.rate is not None
    )
    return taken


def _step_until(app: App, reached: Callable[[], bool]) -> None:
    """Step the program, as its main loop does, until `reached` returns True."""
    clock = pygame.time.Clock()
    while not reached():
        app.step(pygame.event.get(), 1 / 60)
        clock.tick(60)


@contextmanager
def _window(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    window = subprocess.Popen(
        [sys.executable, "main.py"], env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert window.stdout is not None
    assert json.loads(window.stdout.readline())["ready"]
    try:
        yield window
    finally:
        window.terminate()
        window.wait(5)


def _start_seconds(environment: dict[str, str]) -> float:
    started = time.perf_counter()
    with _window(environment):
        return time.perf_counter() - started


def _load(process: int, seconds: float) -> float:
    time.sleep(2)
    before = _ticks(process)
    time.sleep(seconds)
    return (_ticks(process) - before) / os.sysconf("SC_CLK_TCK") / seconds


def _ticks(process: int) -> int:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _memory_mb(process: int) -> float:
    rows = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(row for row in rows if row.startswith("VmRSS")).split()[1]) / 1024


CASES: dict[str, Callable[[Path], None]] = {
    "play": play,
    "lab": lab,
    "train": train,
    "think": think,
    "solve": solve,
    "first start": first_start,
    "import": import_hands,
}
"""The cases by name, each in its own window."""

if __name__ == "__main__":
    if sys.argv[2:]:
        CASES[sys.argv[1]](Path(sys.argv[2]))
    else:
        main(*sys.argv[1:])
