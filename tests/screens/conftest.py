"""The window's tests: an opener of drivers that are closed at the end."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from game.screens.house import screens
from tests.screens.catalogue import AGENTS
from tests.screens.driver import Driver

Open = Callable[..., Driver]


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
