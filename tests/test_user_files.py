"""User files are written atomically, backed up, private, and written by one process at a time."""

import errno
import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import main
from ai.lab.store import SeriesStore
from game.app.recorder import Recorder
from game.archive.store import Archive
from game.core import BadInput
from game.files import locks, user_files
from game.files.private_files import make_private
from game.match.worker import _open_log
from game.rules import games
from tests.archive.hands_for_tests import hand
from tests.full_disk import STEPS, fill_disk, refuse_access


def test_parlour_home_overrides_the_systems_folder(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PARLOUR_CACHE")
    assert user_files.home() == user_folder
    assert user_files.cache_folder() == user_folder / "cache"


def test_parlour_cache_overrides_where_caches_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    assert user_files.cache_folder() == tmp_path


def test_without_override_the_system_proposes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_HOME")
    monkeypatch.delenv("PARLOUR_CACHE")
    assert user_files.home().name == "Parlour"
    assert "Parlour" in user_files.cache_folder().parts


def test_folders_are_told_from_the_root_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_HOME", "mine")
    monkeypatch.setenv("PARLOUR_CACHE", "deep/../built")
    found = user_files.home(), user_files.cache_folder()
    assert found == (tmp_path / "mine", tmp_path / "deep" / ".." / "built")
    monkeypatch.setenv("PARLOUR_HOME", "/")
    assert user_files.home() == Path("/")


def test_a_file_that_was_typed_is_told_from_the_root_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "me"))
    elsewhere = tmp_path / "x" / "own.npz"
    typed = ("own.npz", "~/own.npz", str(elsewhere))
    assert [user_files.typed_path(words) for words in typed] == [
        tmp_path / "own.npz",
        tmp_path / "me" / "own.npz",
        elsewhere,
    ]


def test_links_are_followed_before_a_path_goes_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "real" / "deep").mkdir(parents=True)
    (tmp_path / "real" / "own.npz").touch()
    (tmp_path / "link").symlink_to(tmp_path / "real" / "deep")
    assert user_files.typed_path("link/../own.npz").exists()


@pytest.mark.parametrize("words", ["", "/", "\0", "a\0b", "~\0", "~\0/x", "~\ud800/x"])
def test_what_names_no_file_is_a_sentence(words: str) -> None:
    with pytest.raises(BadInput, match=r"is not a file name\.$"):
        user_files.typed_path(words)


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "settings.json"
    user_files.write_versioned(file, "settings", 1, {"theme": "dark"})
    assert user_files.read_versioned(file, "settings", 1, dict) == user_files.Loaded({"theme": "dark"})


def test_no_file_is_no_warning(tmp_path: Path) -> None:
    assert user_files.read_versioned(tmp_path / "none.json", "settings", 1, dict) == user_files.Loaded(None)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("backup", [False, True])
def test_full_disk_leaves_the_former_content_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, backup: bool
) -> None:
    file = tmp_path / "a.json"
    user_files.write_versioned(file, "save", 1, {"hand": 1})
    with monkeypatch.context() as patch:
        fill_disk(patch, step)
        data = json.dumps({"kind": "save", "version": 1, "content": {"hand": 2}}).encode()
        if step == "second replace" and not backup:
            user_files.atomic_write(file, data)
        else:
            with pytest.raises(OSError, match="No space left"):
                user_files.atomic_write(file, data, backup=backup)
    loaded = user_files.read_versioned(file, "save", 1, dict)
    assert loaded == user_files.Loaded({"hand": 2 if step == "second replace" and not backup else 1})
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


def test_what_a_killed_writer_left_is_removed_and_what_is_being_written_stays(tmp_path: Path) -> None:
    (tmp_path / "agents").mkdir()
    names = (".a.npz.x1y2z3_4.part", ".b.npz.abcdefgh.part", "c.part", ".film.mkv.part")
    old, young, *others = (tmp_path / "agents" / name for name in names)
    for file in (old, young, *others):
        file.write_bytes(b"half")
    for file in (old, *others):
        os.utime(file, (0, 0))
    user_files.remove_leftovers(tmp_path)
    assert {file.name for file in (tmp_path / "agents").iterdir()} == {
        young.name,
        *(file.name for file in others),
    }


def test_a_file_is_never_removed_before_its_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "save.json"
    for number in (1, 2):
        user_files.write_versioned(file, "save", 1, {"hand": number})
    removed = iter([None])

    def killed_after_one(path: Path, missing_ok: bool = False) -> None:
        next(removed)
        os.unlink(path)

    monkeypatch.setattr(Path, "unlink", killed_after_one)
    with pytest.raises(StopIteration):
        user_files.remove_versioned(file)
    assert user_files.read_versioned(file, "save", 1, dict).content == {"hand": 2}


def test_broken_file_is_set_aside_and_the_backup_used(tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    user_files.write_versioned(file, "save", 1, {"hand": 1})
    user_files.write_versioned(file, "save", 1, {"hand": 2})
    file.write_bytes(file.read_bytes()[:20])
    loaded = user_files.read_versioned(file, "save", 1, dict)
    assert loaded.content == {"hand": 1}
    assert loaded.warning is not None
    assert "save.json.broken-1" in loaded.warning
    assert (tmp_path / "save.json.broken-1").exists()


def test_a_broken_file_that_cannot_be_set_aside_is_said_and_the_backup_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "save.json"
    for number in (1, 2):
        user_files.write_versioned(file, "save", 1, {"number": number})
    file.write_text("{")

    monkeypatch.setattr(user_files.os, "replace", refuse_access)
    loaded = user_files.read_versioned(file, "save", 1, dict)
    assert loaded.content == {"number": 1}
    assert "it could not be set aside (Permission denied)" in (loaded.warning or "")
    assert file.read_text() == "{"


def test_lost_file_is_replaced_by_its_backup(tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    user_files.write_versioned(file, "save", 1, {"hand": 1})
    user_files.write_versioned(file, "save", 1, {"hand": 2})
    file.unlink()
    assert user_files.read_versioned(file, "save", 1, dict).content == {"hand": 1}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not complete JSON"),
        ("[1, 2]", "not a save file"),
        (json.dumps({"kind": "settings", "version": 1, "content": {}}), "not a save file"),
        (json.dumps({"kind": "save", "version": 7, "content": {}}), "version is 7"),
        (json.dumps({"kind": "save", "version": 1}), "content is missing"),
    ],
)
def test_foreign_file_is_refused_with_its_reason(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "save.json"
    file.write_text(text)
    loaded = user_files.read_versioned(file, "save", 1, dict)
    assert loaded.content is None
    assert loaded.warning is not None
    assert reason in loaded.warning


def test_refused_content_falls_back_to_the_backup_by_the_same_rule(tmp_path: Path) -> None:
    def positive(content: Mapping[str, int]) -> int:
        if content["hand"] < 0:
            raise BadInput("the hand is negative")
        return content["hand"]

    file = tmp_path / "save.json"
    user_files.write_versioned(file, "save", 1, {"hand": 1})
    user_files.write_versioned(file, "save", 1, {"hand": -2})
    loaded = user_files.read_versioned(file, "save", 1, positive)
    assert loaded.content == 1
    assert "the hand is negative" in str(loaded.warning)
    user_files.write_versioned(file, "save", 1, {"hand": -3})
    (tmp_path / "save.json.bak").write_text("{")
    loaded = user_files.read_versioned(file, "save", 1, positive)
    assert loaded.content is None
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "save.json.bak.broken-1", "save.json.broken-1", "save.json.broken-2"
    ]  # fmt: skip


def test_broken_backup_alone_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "save.json.bak").write_text("{")
    loaded = user_files.read_versioned(tmp_path / "save.json", "save", 1, dict)
    assert loaded.content is None
    assert loaded.warning is not None


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60))
def test_any_bytes_are_answered_with_a_sentence(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "fuzz.json"
    user_files.remove_versioned(file)
    file.write_bytes(data)
    assert user_files.read_versioned(file, "save", 1, dict).warning


def test_read_only_home_is_named() -> None:
    with pytest.raises(BadInput, match="PARLOUR_HOME"):
        user_files.ensure_writable(Path("/proc/parlour"))


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


needs_modes = pytest.mark.skipif(sys.platform == "win32", reason="there files have no modes")


@pytest.fixture
def open_to_all() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def grow(folder: Path) -> None:
    """Write to every file that the program appends to or keeps open, and check that all these files are private."""
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


@needs_modes
@pytest.mark.usefixtures("open_to_all")
def test_a_link_to_a_file_that_is_still_to_come_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "later")
    make_private(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()


@needs_modes
@pytest.mark.usefixtures("open_to_all")
def test_files_that_grow_are_for_their_user_alone(tmp_path: Path) -> None:
    grow(tmp_path)


@needs_modes
@pytest.mark.usefixtures("open_to_all")
def test_files_that_others_could_read_are_closed_to_them_when_they_grow(tmp_path: Path) -> None:
    grow(tmp_path)
    for file in tmp_path.rglob("*"):
        if file.is_file():
            file.chmod(0o644)
    grow(tmp_path)
