"""What grows in the user's folder is the user's alone, as everything else there."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.lab.store import SeriesStore
from game.app.recorder import Recorder
from game.archive.store import Archive
from game.files import locks
from game.files.private_files import make_private
from game.match.worker import _open_log
from game.rules import games
from tests.archive.hands_for_tests import hand

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there files have no modes")


@pytest.fixture(autouse=True)
def _open_to_all() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def grow(folder: Path) -> None:
    """Write a bit of everything that is not written whole."""
    Archive(folder).append(hand(games.KUHN_POKER))
    recorder = Recorder(folder)
    recorder.begin()
    kept = SeriesStore(folder / "lab")
    kept.runs()
    window = locks.FolderLock(folder)
    window.acquire()
    with _open_log(folder / "logs" / "worker.log") as log:
        log.write("a fault")
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.rglob("*") if file.is_file()}
    kept.close()
    window.release()
    assert len(modes) >= 5
    assert {name: oct(mode) for name, mode in modes.items() if mode != 0o600} == {}


def test_a_link_to_a_file_that_is_still_to_come_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "later")
    make_private(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()


def test_files_that_grow_are_for_their_user_alone(tmp_path: Path) -> None:
    grow(tmp_path)


def test_files_that_others_could_read_are_closed_to_them_when_they_grow(tmp_path: Path) -> None:
    grow(tmp_path)
    for file in tmp_path.rglob("*"):
        if file.is_file():
            file.chmod(0o644)
    grow(tmp_path)
