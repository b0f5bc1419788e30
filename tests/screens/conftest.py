"""The window's tests: an opener of drivers that are closed at the end, and what is kept from test to test."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.screens import clipboard, sound
from game.screens.house import screens
from game.screens.window import Window
from tests.screens.catalogue import AGENTS
from tests.screens.driver import Driver

Open = Callable[..., Driver]

rendered_once = cache(sound.render)


@pytest.fixture(autouse=True)
def quick_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Render a sound once in a process, and keep the mixer: to open and close it takes longer than most tests."""
    monkeypatch.setattr(sound, "render", rendered_once)
    monkeypatch.setattr(pygame.mixer, "quit", lambda: None)


@pytest.fixture(autouse=True)
def lasting_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep display, fonts and pictures: what was copied, or on its way to the window, goes with the window."""

    def close(window: Window) -> None:
        if pygame.display.get_init():
            pygame.event.clear()
            clipboard.put("")

    monkeypatch.setattr(Window, "close", close)


@pytest.fixture
def open_window(user_folder: Path) -> Iterator[Open]:
    """Return a function that opens the whole program on this test's folder."""
    opened: list[Driver] = []

    def opener(**settings: Any) -> Driver:
        agents = settings.pop("agents", AGENTS)
        opened.append(Driver(user_folder, settings.pop("screens", None) or screens(), agents, **settings))
        return opened[-1]

    yield opener
    for driver in opened:
        driver.close()
