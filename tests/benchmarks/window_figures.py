"""The window in figures: start-up, idle load, frame times while chips fly and an agent thinks, memory.

Run by hand: `python -m tests.benchmarks.window_figures`. It opens real windows under Xvfb and reads /proc, so it
needs Linux with Xvfb. Figures of one machine say little; compare two commits on the same one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.drivers import ROOT, start_xvfb

IDLE_SECONDS = 10.0
PLAY_SECONDS = 20.0
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print all figures."""
    xvfb, display = start_xvfb()
    try:
        with tempfile.TemporaryDirectory() as home:
            environment = {**os.environ, "DISPLAY": display, "PARLOUR_HOME": home, "PARLOUR_TRACE": "1"}
            environment |= {"SDL_AUDIODRIVER": "dummy"}
            environment.pop("SDL_VIDEODRIVER", None)
            starts = [_start_seconds(environment) for _ in range(5)]
            print(
                f"command to menu: first {starts[0]:.2f} s, then {min(starts[1:]):.2f}-{max(starts[1:]):.2f} s"
            )
            with _window(environment) as window:
                print(f"idle menu: {_load(window.pid, IDLE_SECONDS):.1%} of a core")
            play = [sys.executable, "-m", "tests.benchmarks.window_figures", "play", home]
            subprocess.run(play, env={**environment, "PARLOUR_TRACE": ""}, cwd=ROOT, check=True)
    finally:
        xvfb.terminate()


def play(home: Path) -> None:
    """Play Hold'em at 1280 x 720 for a while, always moving something; print frame times and memory."""
    import pygame

    import main as program
    from game.match.session import Session
    from game.match.table_spec import TableSpec

    app = program.make_app(home)
    app.open()
    app.change(speed="1", window=None)
    app.resume(Session(TableSpec("holdem", ("you", "sound"), seed=1)))
    clock = pygame.time.Clock()
    frames: list[float] = []
    last = time.perf_counter()
    end = last + PLAY_SECONDS
    while last < end:
        app.step(pygame.event.get(), 1 / 60)
        trace = app.state()
        if trace.get("phase") == "over" or trace.get("may_act"):
            key = pygame.K_SPACE if trace["phase"] == "over" else pygame.K_c
            down = pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=chr(key), scancode=0)
            up = pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode=chr(key), scancode=0)
            pygame.event.post(down)
            pygame.event.post(up)
        clock.tick(60)
        now = time.perf_counter()
        frames.append(now - last)
        last = now
    warm = sorted(frames[30:])
    shown = [1000 * warm[int(len(warm) * share)] for share in (0.5, 0.95, 0.99)]
    size = pygame.display.get_surface().get_size()
    print(
        f"frames at {size[0]}x{size[1]} in play: p50 {shown[0]:.1f}, p95 {shown[1]:.1f}, p99 {shown[2]:.1f} ms"
    )
    print(f"frames a second: {len(warm) / sum(warm):.1f}; slowest {1000 * warm[-1]:.1f} ms")
    print(
        f"memory of the window's process: {_memory_mb(os.getpid()):.0f} MB; hands {app.screen.session.hand_number}"
    )
    app.close()


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
    return (_ticks(process) - before) / TICKS_A_SECOND / seconds


def _ticks(process: int) -> int:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _memory_mb(process: int) -> float:
    rows = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(row for row in rows if row.startswith("VmRSS")).split()[1]) / 1024


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"]:
        play(Path(sys.argv[2]))
    else:
        main()
