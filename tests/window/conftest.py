"""Fixtures of the window's tests: windows that are closed at the end, and resources that tests share."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.agent_entries import AgentEntry
from game.app.navigator import Navigator
from game.app.start import find_pages
from game.window.ui import input, sound
from game.window.ui.canvas.painter import Painter
from game.window.ui.window import Window
from tests.window.driver import Driver, WordsOnlyPainter, windows
from tests.window.samples import AGENTS
from tests.window.tables import Table

Open = Callable[..., Driver]
Sit = Callable[..., Table]

rendered_once = cache(sound.render)


@pytest.fixture(autouse=True)
def quick_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Render each sound once per process, and keep the mixer open, because opening and closing it is slow."""
    monkeypatch.setattr(sound, "render", rendered_once)
    monkeypatch.setattr(pygame.mixer, "quit", lambda: None)


@pytest.fixture(autouse=True)
def lasting_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the display, fonts and pictures from test to test. Only the queued events are dropped."""

    def close(window: Window) -> None:
        if pygame.display.get_init():
            pygame.event.clear()

    monkeypatch.setattr(Window, "close", close)


@pytest.fixture(autouse=True)
def drawn_when_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw only frames whose texts a test reads.

    If all frames were drawn, this would take most of the tests' time.
    """
    draw = Navigator.draw

    def look(stage: Navigator, painter: Painter, seconds_of_fade: float) -> bool:
        if isinstance(painter, WordsOnlyPainter) and painter.log is None:
            stage._wants_fade = False
            return False
        return draw(stage, painter, seconds_of_fade)

    monkeypatch.setattr(Navigator, "draw", look)


@pytest.fixture(autouse=True)
def own_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test its own clipboard. The system's clipboard would contain what another test has copied."""
    copied = [""]

    def put(words: str) -> bool:
        copied[0] = words
        return True

    monkeypatch.setattr(input, "put", put)
    monkeypatch.setattr(input, "get", lambda: copied[0])


@pytest.fixture
def opened() -> Iterator[list[Any]]:
    """Yield a list for the windows that a test opens. The windows are closed at the end of the test."""
    windows: list[Driver] = []
    yield windows
    for window in windows:
        window.close()


@pytest.fixture
def sit(request: pytest.FixtureRequest, opened: list[Any], tmp_path: Path) -> Sit:
    """Return a function that opens a table by the function `open_table` of the test module."""
    return partial(request.module.open_table, opened, tmp_path)


@pytest.fixture
def table(sit: Sit) -> Table:
    return sit()


@pytest.fixture
def open_window(user_folder: Path) -> Iterator[Open]:
    """Yield a function that opens the whole program on the user's folder of the test."""

    def opened(*, screens: Any = None, agents: Sequence[AgentEntry] = AGENTS, **settings: Any) -> Driver:
        return Driver(user_folder, screens or find_pages(), agents, **settings)

    yield from windows(opened)
