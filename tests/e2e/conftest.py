"""A fixture for the two drivers of scripts: one runs headless, the other in a real window.

Every script runs headless. If Xvfb and xdotool are installed, scripts that play at a table also run in a real
window. With `-m long`, the other scripts also run in a real window, except for scripts that compute for long.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ai.preparation import prepare
from game.window.frame.settings_store import SettingsStore
from tests.e2e.drivers import Driver, Headless, RealWindow, start_xvfb

CAN_SHOW = bool(shutil.which("Xvfb") and shutil.which("xdotool"))

FOLDER = Path(__file__).parent

Open = Callable[[], Driver]

headless_alone = pytest.mark.parametrize("open_window", ["headless"], indirect=True)
"""For a script that computes for long: what a real window adds is in the scripts of the games."""

real_when_long = pytest.mark.parametrize(
    "open_window", ["headless", pytest.param("real", marks=pytest.mark.long)], indirect=True
)
"""For a script whose keys, clicks and sizes other scripts already send to a real window."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the scripts without coverage, because they are then twice as fast. Other tests cover the same code."""
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker("no_cover")


@pytest.fixture(scope="session", autouse=True)
def prepare_kernels() -> None:
    for _ in prepare():
        pass


def set_speed(folder: Path, speed: str) -> None:
    """Set the speed of tables in the user's folder `folder`.

    The speed "instant" draws no motion, which saves time.
    """
    store = SettingsStore(folder)
    store.change(speed=speed)
    store.flush()


@pytest.fixture
def instant(open_window: Open, user_folder: Path) -> Open:
    set_speed(user_folder, "instant")
    return open_window


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    if not CAN_SHOW:
        # On CI, a missing Xvfb is an error of the set-up. It must not skip the tests.
        assert not os.environ.get("CI"), "Xvfb and xdotool must be installed"
        pytest.skip("a real window needs Xvfb and xdotool")
    process, name = start_xvfb()
    yield name
    process.terminate()
    process.wait(5)


@pytest.fixture(params=["headless", "real"])
def open_window(request: pytest.FixtureRequest, user_folder: Path) -> Iterator[Open]:
    """Return a function that opens the window on this test's user folder. All windows are closed at the end.

    The tables move at four times the normal speed.
    """
    opened: list[Driver] = []
    set_speed(user_folder, "4")

    def opener() -> Driver:
        if request.param == "headless":
            opened.append(Headless(user_folder))
        else:
            opened.append(RealWindow(user_folder, request.getfixturevalue("display")))
        return opened[-1]

    yield opener
    for driver in opened:
        driver.close()
