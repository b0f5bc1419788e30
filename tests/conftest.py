"""Every test runs headless, silent, and in a user folder of its own."""

import getpass
import os
import tempfile
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ["PARLOUR_HOME"] = str(Path(tempfile.gettempdir()) / f"parlour-tests-{getpass.getuser()}")

import ai.compiled  # noqa: F401 - it names the one folder in which all tests keep compiled kernels


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run one more at a time than there are cores: who drives a window or a process waits more than it works."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True)
def user_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "parlour-home"
    monkeypatch.setenv("PARLOUR_HOME", str(folder))
    return folder
