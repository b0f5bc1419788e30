"""One window a folder and one writer a file; what a killed one left is swept by the next."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

import main
from game.core import BadInput
from game.files import locks


def test_second_holder_is_refused_until_the_first_dies(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from game.files.locks import FolderLock;"
        "lock = FolderLock(Path(sys.argv[1])); print(lock.acquire(), flush=True); input()"
    )
    first = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[1],
    )
    assert first.stdout is not None
    assert first.stdout.readline() == "True\n"
    lock = locks.FolderLock(tmp_path)
    assert not lock.acquire()
    first.kill()
    first.wait()
    assert lock.acquire()
    lock.release()


@pytest.mark.skipif(sys.platform == "win32", reason="there a file that is open cannot be deleted")
def test_a_deleted_lock_lets_no_second_window_in(tmp_path: Path) -> None:
    first, second = locks.FolderLock(tmp_path), locks.FolderLock(tmp_path)
    assert first.acquire()
    (tmp_path / locks.WINDOW).unlink()
    assert not second.acquire()
    first.release()
    assert second.acquire()
    second.release()


@pytest.mark.skipif(sys.platform == "win32", reason="there the file alone is locked")
@pytest.mark.parametrize(("where", "refused"), [("os", "open"), ("fcntl", "flock")])
def test_a_folder_that_cannot_be_locked_is_held_by_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, refused: str
) -> None:
    real = getattr(getattr(locks, where), refused)

    def for_files_alone(what: object, how: int, *rest: int) -> object:
        if what == tmp_path or isinstance(what, int):
            raise OSError(errno.EBADF, "Bad file descriptor")
        return real(what, how, *rest)

    monkeypatch.setattr(getattr(locks, where), refused, for_files_alone)
    first, second = locks.FolderLock(tmp_path), locks.FolderLock(tmp_path)
    assert first.acquire()
    assert not second.acquire()
    first.release()


def test_the_next_writer_of_a_file_removes_what_a_killed_one_has_left(tmp_path: Path) -> None:
    left = [".own.npz.abcd1234.part", ".own.yaml.bak.abcd_234.part", ".own.npz.lock"]
    others = [".own.npz.part", ".other.npz.abcd1234.part", "own.npz", ".other.npz.lock"]
    for name in (*left, *others):
        (tmp_path / name).touch()
    with locks.only_writer(tmp_path / "own.npz", "busy", tmp_path / "own.yaml"):
        pass
    assert {file.name for file in tmp_path.iterdir()} == set(others)


def test_a_file_of_a_command_is_written_by_one_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "hands.log"
    (tmp_path / ".hands.log.abcd1234.part").touch()
    locks.write_alone(file, b"hands")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("hands.log", b"hands")]
    with locks.only_writer(file, "busy"), pytest.raises(BadInput, match="Another command is writing"):
        locks.write_alone(file, b"others")
    assert file.read_bytes() == b"hands"


def test_locks_that_nobody_holds_are_removed_and_those_that_are_held_stay(tmp_path: Path) -> None:
    (tmp_path / "leagues").mkdir()
    (tmp_path / "agents" / "holdem").mkdir(parents=True)
    (tmp_path / "leagues" / ".old.json.lock").touch()
    (tmp_path / "agents" / "holdem" / ".old.npz.lock").touch()
    (tmp_path / "reviews").mkdir()
    (tmp_path / "reviews" / ".old.jsonl.lock").touch()
    others = [tmp_path / ".other.json.lock", tmp_path / "leagues" / ".yarn.lock"]
    others += [tmp_path / "agents" / ".other.json.lock"]
    for file in others:
        file.write_text("of another program" if file.parent.name == "agents" else "")
    window = locks.FolderLock(tmp_path)
    assert window.acquire()
    with locks.only_writer(tmp_path / "leagues" / "new.json", "busy"):
        locks.remove_abandoned(tmp_path)
        held = [tmp_path / locks.WINDOW, tmp_path / "leagues" / ".new.json.lock"]
        assert {file for file in tmp_path.rglob("*") if file.is_file()} == {*held, *others}
    window.release()


def test_the_window_removes_at_its_start_the_locks_that_killed_commands_have_left(user_folder: Path) -> None:
    (user_folder / "leagues").mkdir(parents=True)
    (user_folder / "leagues" / ".old.json.lock").touch()
    app = main.make_app(user_folder)
    app.start()
    app.close()
    assert not list(user_folder.rglob(".*.lock"))


@pytest.mark.skipif(sys.platform == "win32", reason="there files are locked in another way")
def test_a_file_system_without_locks_lets_everybody_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: object, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    locks.write_alone(tmp_path / "table.csv", b"1,2")
    assert (tmp_path / "table.csv").read_bytes() == b"1,2"
    window = locks.FolderLock(tmp_path)
    assert window.acquire()
    window.release()


@pytest.mark.skipif(sys.platform == "win32", reason="there a file that is open cannot be deleted")
def test_who_lets_go_removes_no_lock_of_another(tmp_path: Path) -> None:
    path = tmp_path / ".table.lock"
    first, second, third = (locks.FileLock(path) for _ in range(3))
    assert first.acquire()
    path.unlink()
    assert second.acquire()
    first.withdraw()
    assert not third.acquire()
    second.withdraw()
    assert not path.exists()
