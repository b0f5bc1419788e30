"""Fixtures for the tests of features: the fixtures of the window's tests, and windows with imported logs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ai.features import history as log_requests
from tests.features.logs.show import BAD, Browsing, Open, write_log
from tests.window.conftest import (
    drawn_when_read,
    lasting_display,
    open_window,
    opened,
    own_clipboard,
    quick_sound,
)
from tests.window.driver import windows

__all__ = ["drawn_when_read", "lasting_display", "open_window", "opened", "own_clipboard", "quick_sound"]


@pytest.fixture
def browse(user_folder: Path) -> Iterator[Open]:
    """Return a function that opens a window.

    If the function gets files, it imports the files on the page of logs.
    """
    log_requests._filtered_indices.clear()

    def opened(*files: Path, **more: Any) -> Browsing:
        window = Browsing(user_folder, **more)
        if files:
            window.import_log(*files)
        return window

    yield from windows(opened)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return write_log(tmp_path / "evening.log", 30, "nonsense", BAD)
