"""The file of the lab's series after damage, a full disk, or a killed process."""

import errno
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.lab import store as store_module
from ai.lab.store import SeriesStore
from ai.lab.tracked_run import TrackedRun, TrackedSegment
from game.core import BadInput
from game.rules import games
from game.study.lab import LabSettings, tracked_iterations

SETTINGS = LabSettings(games.KUHN_HALF_STREET, iterations=1_000)
OTHER = LabSettings(games.KUHN_HALF_STREET, variant="external-sampling", seed=4, track=("current",))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SeriesStore]:
    opened = SeriesStore(tmp_path)
    yield opened
    opened.close()


def run_segments(settings: LabSettings, *ends: int) -> list[TrackedSegment]:
    run = TrackedRun(settings)
    return [run.advance(end, 60.0) for end in ends]


def test_what_is_stored_comes_back_as_it_was(store: SeriesStore, tmp_path: Path) -> None:
    for settings in (SETTINGS, OTHER):
        for part in run_segments(settings, 30, 145, 500):
            assert store.append(settings, part)
    again = SeriesStore(tmp_path)
    for settings in (SETTINGS, OTHER):
        parts = run_segments(settings, 30, 145, 500)
        assert again.parts(settings, -1, 500) == [part.tracked for part in parts]
        assert again.parts(settings, 30, 31) == [parts[1].tracked]
        end, middle = again.end(settings), again.end(settings, 500)
        assert end is not None
        assert middle is not None
        assert (end.iteration, end.totals) == (500, parts[2].totals)
        assert (middle.iteration, middle.totals) == (145, parts[1].totals)
    first, second = again.runs().runs
    assert (first.settings.variant, first.iteration, first.nash_conv) == (OTHER.variant, 500, None)
    assert second.settings == SETTINGS
    assert second.points == len(list(tracked_iterations(-1, 500))) == 31 + 74 + 36
    again.close()


def test_a_part_that_does_not_follow_is_left_out(store: SeriesStore, tmp_path: Path) -> None:
    other = SeriesStore(tmp_path)
    first, second = run_segments(SETTINGS, 30, 50)
    [longer] = run_segments(SETTINGS, 40)
    assert not store.append(SETTINGS, second)
    assert other.append(SETTINGS, first)
    assert not store.append(SETTINGS, longer)
    assert store.append(SETTINGS, second)
    assert store.parts(SETTINGS, -1, 50) == [first.tracked, second.tracked]
    other.close()


def test_a_file_that_is_none_of_ours_is_set_aside_and_said(store: SeriesStore, tmp_path: Path) -> None:
    store.file.write_bytes(b"no database" * 1000)
    assert store.append(SETTINGS, run_segments(SETTINGS, 9)[0])
    [warning] = store.warnings()
    assert "it was set aside as series.sqlite.broken-1." in warning
    assert store.warnings() == ()
    assert (tmp_path / "series.sqlite.broken-1").read_bytes() == b"no database" * 1000


def test_a_file_of_another_version_is_set_aside(store: SeriesStore) -> None:
    with sqlite3.connect(store.file) as database:
        database.execute("PRAGMA user_version = 9")
    assert store.runs().runs == ()
    assert store.file.with_name("series.sqlite.broken-1").exists()


def test_a_part_that_has_changed_is_told_and_the_file_set_aside(store: SeriesStore) -> None:
    store.append(SETTINGS, run_segments(SETTINGS, 9)[0])
    with sqlite3.connect(store.file) as database:
        database.execute("UPDATE parts SET average = zeroblob(length(average))")
    with pytest.raises(BadInput, match=r"a part of it is not what was written.*set aside as"):
        store.parts(SETTINGS, -1, 9)
    assert store.parts(SETTINGS, -1, 9) == []
    assert store.append(SETTINGS, run_segments(SETTINGS, 9)[0])


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE parts SET upto = 40 WHERE after = 20",
        "UPDATE parts SET upto = 10000000000 WHERE after = 20",
        "UPDATE parts SET upto = 10 WHERE after = -1",
        "UPDATE parts SET after = 25 WHERE after = 20",
        "UPDATE parts SET upto = 'soon'",
        "UPDATE runs SET length = 10000000000",
        "UPDATE runs SET changed = 5.0",
        "UPDATE runs SET check_sum = check_sum + 1",
        "UPDATE runs SET settings = CAST(x'ff41' AS TEXT)",
        "UPDATE parts SET upto = CAST(x'ff41' AS TEXT) WHERE after = 20",
        "UPDATE parts SET iterations = CAST(x'ff41' AS TEXT)",
        "UPDATE parts SET iterations = x''",
        "UPDATE parts SET nash_conv = zeroblob(length(nash_conv))",
        "UPDATE parts SET totals = zeroblob(length(totals))",
        "UPDATE parts SET check_sum = 1.5",
        "DELETE FROM parts WHERE after = -1",
        "CREATE TRIGGER more AFTER INSERT ON parts BEGIN DELETE FROM runs; END",
        "ALTER TABLE parts RENAME COLUMN upto TO until",
        "DROP TABLE parts",
    ],
)
def test_a_damaged_number_or_table_is_refused_without_sql_and_worked_out_again(
    store: SeriesStore, change: str
) -> None:
    parts = run_segments(SETTINGS, 20, 30)
    for part in parts:
        store.append(SETTINGS, part)
    store.close()
    with sqlite3.connect(store.file) as database:
        database.execute(change)
    said: list[str] = []
    for look in (
        store.runs,
        lambda: store.settings(1),
        lambda: store.end(SETTINGS),
        lambda: store.parts(SETTINGS, -1, 30),
        lambda: store.append(SETTINGS, parts[0]),
    ):
        try:
            found = look()
        except BadInput as sentence:
            said.append(str(sentence))
        else:
            said.extend(getattr(found, "warnings", ()))
    assert said
    for sentence in said:
        assert not re.search("SELECT|CREATE|UPDATE|upto|parts|sqlite_master|column", sentence), sentence
    store.forget()
    for part in parts:
        store.append(SETTINGS, part)
    assert store.parts(SETTINGS, -1, 30) == [part.tracked for part in parts]


@pytest.mark.parametrize("change", ["UPDATE runs SET id = 7", "UPDATE parts SET run = 9"])
def test_parts_without_their_run_are_no_part_of_a_series(store: SeriesStore, change: str) -> None:
    parts = run_segments(SETTINGS, 20, 30)
    store.append(SETTINGS, parts[0])
    store.close()
    with sqlite3.connect(store.file) as database:
        database.execute(change)
    assert store.runs().runs == ()
    assert store.end(SETTINGS) is None
    for part in parts:
        assert store.append(SETTINGS, part)
    assert store.parts(SETTINGS, -1, 30) == [part.tracked for part in parts]
    store.forget()
    store.close()
    with sqlite3.connect(store.file) as database:
        assert database.execute("SELECT count(*) FROM parts").fetchone() == (0,)


def test_damaged_text_of_a_run_leaves_the_other_runs_readable(store: SeriesStore) -> None:
    for settings in (SETTINGS, OTHER):
        store.append(settings, run_segments(settings, 9)[0])
    with sqlite3.connect(store.file) as database:
        database.execute("UPDATE runs SET settings = CAST(x'ff41' AS TEXT) WHERE id = 1")
    found = store.runs()
    assert [one.settings for one in found.runs] == [OTHER]
    assert found.warnings == ("The stored run 1 cannot be read: delete it.",)


def test_a_length_that_has_changed_never_changes_the_number_of_points(store: SeriesStore) -> None:
    for part in run_segments(SETTINGS, 20, 30):
        store.append(SETTINGS, part)
    with sqlite3.connect(store.file) as database:
        database.execute("UPDATE parts SET iterations = x'' WHERE after = -1")
    [run] = store.runs().runs
    assert run.points == 31


@pytest.mark.parametrize("short", [MemoryError(), OSError(errno.ENOMEM, "Cannot allocate memory")])
def test_a_shortage_of_memory_leaves_the_file_in_its_place(
    store: SeriesStore, monkeypatch: pytest.MonkeyPatch, short: Exception
) -> None:
    [part] = run_segments(SETTINGS, 9)
    store.append(SETTINGS, part)

    def fail(*_: object) -> int:
        raise short

    with monkeypatch.context() as patch:
        patch.setattr("ai.lab.store.zlib.crc32", fail)
        for look in (store.runs, lambda: store.end(SETTINGS), lambda: store.parts(SETTINGS, -1, 9)):
            with pytest.raises(type(short)):
                look()
        store.close()
    with monkeypatch.context() as patch:
        patch.setattr(store_module, "_prepare", fail)
        with pytest.raises(type(short)):
            store.runs()
    assert [file.name for file in store.file.parent.glob("*broken*")] == []
    assert store.parts(SETTINGS, -1, 9) == [part.tracked]


def test_torn_pages_are_told_and_the_file_set_aside(store: SeriesStore) -> None:
    for part in run_segments(SETTINGS, 500, 1_000):
        store.append(SETTINGS, part)
    store.close()
    size = store.file.stat().st_size
    with store.file.open("r+b") as file:
        file.seek(size // 2)
        file.write(b"\xa5" * (size - size // 2))
    with pytest.raises(BadInput, match="could not be read"):
        store.parts(SETTINGS, -1, 1_000)
    assert store.runs().runs == ()


def test_a_file_that_was_taken_away_is_begun_anew(store: SeriesStore) -> None:
    part = run_segments(SETTINGS, 9)[0]
    store.append(SETTINGS, part)
    for file in store.file.parent.glob("series.sqlite*"):
        file.unlink()
    assert store.end(SETTINGS) is None
    assert store.append(SETTINGS, part)


def test_a_folder_that_cannot_be_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "lab").write_text("a file")
    with pytest.raises(BadInput, match="The series of the lab cannot be kept in"):
        SeriesStore(tmp_path / "lab").runs()


def test_a_file_that_another_program_holds_is_a_sentence_and_goes_on_afterwards(
    store: SeriesStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = run_segments(SETTINGS, 30, 50)
    store.append(SETTINGS, first)
    store.close()
    monkeypatch.setattr(store_module, "BUSY_SECONDS", 0.05)
    other = sqlite3.connect(store.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert store.parts(SETTINGS, -1, 50) == [first.tracked]
    with pytest.raises(BadInput, match=r"cannot be kept in .*: another program holds it, try again"):
        store.append(SETTINGS, second)
    other.close()
    assert store.append(SETTINGS, second)
    assert store.parts(SETTINGS, -1, 50) == [first.tracked, second.tracked]


def test_a_disk_without_room_is_a_sentence_and_takes_nothing(store: SeriesStore) -> None:
    resource = pytest.importorskip("resource")
    first, second = run_segments(SETTINGS, 500, 1_000)
    store.append(SETTINGS, first)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limits[1]))
        with pytest.raises(BadInput, match="The series of the lab cannot be kept in"):
            store.append(SETTINGS, second)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert store.parts(SETTINGS, -1, 1_000) == [first.tracked]
    assert store.append(SETTINGS, second)


def test_a_run_that_cannot_be_understood_is_left_out_and_said(store: SeriesStore) -> None:
    for settings in (SETTINGS, OTHER):
        store.append(settings, run_segments(settings, 9)[0])
    with sqlite3.connect(store.file) as database:
        database.execute("UPDATE runs SET settings = '{\"game\": 3}' WHERE id = 1")
    found = store.runs()
    assert [one.settings.variant for one in found.runs] == ["external-sampling"]
    assert found.warnings == ("The stored run 1 cannot be read: delete it.",)


def test_what_is_thrown_away_leaves_nothing_behind(store: SeriesStore) -> None:
    for settings in (SETTINGS, OTHER):
        for part in run_segments(settings, 500, 1_000):
            store.append(settings, part)
    first, second = store.runs().runs
    store.forget(first.id)
    assert store.runs().runs == (second,)
    with pytest.raises(BadInput, match="it was deleted"):
        store.settings(first.id)
    store.forget()
    assert store.runs().runs == ()
    assert b"external-sampling" not in store.file.read_bytes()
    assert store.file.stat().st_size < 200_000


def run_and_kill(work: object, seconds: float | None = None) -> None:
    """Run `work` in a child process. `work` must kill this process, or the process is killed after `seconds`."""
    process = os.fork()
    if process == 0:
        try:
            work()  # type: ignore[operator]
        finally:
            os._exit(1)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the process is killed by its own kind")
def test_a_process_killed_in_the_middle_of_a_part_loses_that_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = run_segments(SETTINGS, 30, 50)

    def work() -> None:
        store = SeriesStore(tmp_path)
        assert store.append(SETTINGS, first)
        monkeypatch.setattr(store_module, "_touched", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        store.append(SETTINGS, second)

    run_and_kill(work)
    store = SeriesStore(tmp_path)
    assert store.parts(SETTINGS, -1, 50) == [first.tracked]
    assert store.append(SETTINGS, second)
    assert store.warnings() == ()
    store.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the process is killed by its own kind")
def test_a_process_killed_at_any_moment_leaves_whole_parts_in_a_row(tmp_path: Path) -> None:
    def work() -> None:
        store, run = SeriesStore(tmp_path), TrackedRun(SETTINGS)
        end = store.end(SETTINGS)
        if end is not None:
            run.resume(end.iteration, end.totals)
        while True:
            assert store.append(SETTINGS, run.advance(10**9, 0.0))

    dice = random.Random(5)
    for _ in range(3):
        run_and_kill(work, 0.05 + dice.random() / 20)
    store = SeriesStore(tmp_path)
    parts = store.parts(SETTINGS, -1, 10**9)
    assert [part.after for part in parts] == [-1, *(part.upto for part in parts[:-1])]
    end = store.end(SETTINGS)
    assert end is not None
    assert end.totals == run_segments(SETTINGS, end.iteration)[0].totals
    store.close()


LEAVE_WAL = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None)
try:
    print(*database.execute("PRAGMA journal_mode = DELETE").fetchone())
except sqlite3.OperationalError as error:
    print(error)
"""


def test_opening_a_store_again_frees_no_lock_of_this_process(tmp_path: Path) -> None:
    first, second = SeriesStore(tmp_path), SeriesStore(tmp_path)
    first.runs()
    second.runs()
    second.close()
    words = [sys.executable, "-c", LEAVE_WAL, str(first.file)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "database is locked\n"
    first.close()
