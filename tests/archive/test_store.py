"""The files of the history: no written hand is lost, and damage affects only the damaged entry."""

import json
import os
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.archive import lines, store
from game.archive.hands import HandPage, PlayedHand
from game.archive.store import Archive, HistoryFilter, page
from game.core import BadInput, Progress
from game.rules import games
from tests.archive.hands_for_tests import MOMENT, hand

DAY = 86_400.0
ROOT = Path(__file__).parents[2]


def fill_archive(folder: Path, *played: PlayedHand) -> Path:
    archive = Archive(folder)
    for one in played:
        archive.append(one)
    return folder


def some(count: int, game: str = games.TIC_TAC_TOE) -> list[PlayedHand]:
    return [hand(game, MOMENT + number, seed=number) for number in range(count)]


def only_file(folder: Path) -> Path:
    [path] = (folder / "history").iterdir()
    return path


def test_hands_come_back_newest_first_across_games_and_months(tmp_path: Path) -> None:
    played = [
        hand(games.NAMES[number % 4], MOMENT + number * 3 * DAY, seed=number, seats=("you", "x"))
        for number in range(40)
    ]
    found = page(fill_archive(tmp_path, *played))
    assert list(found.hands) == played[::-1]
    assert (found.total, found.warnings) == (40, ())
    assert [one.at for one in found.hands] == sorted((one.at for one in played), reverse=True)
    assert len(list((tmp_path / "history").iterdir())) > 8


def test_pages_follow_upon_each_other(tmp_path: Path) -> None:
    played = some(10)
    fill_archive(tmp_path, *played)
    pages = [page(tmp_path, offset=offset, limit=4) for offset in (0, 4, 8, 12)]
    assert [one for found in pages for one in found.hands] == played[::-1]
    assert {found.total for found in pages} == {10}


def test_an_empty_history_is_an_empty_page(tmp_path: Path) -> None:
    assert page(tmp_path) == HandPage((), 0)


def test_a_filter_lets_through_what_was_asked_for(tmp_path: Path) -> None:
    played = [
        hand(game, MOMENT + DAY * number, seats=seats, seed=number)
        for number, (game, seats) in enumerate(
            (game, seats)
            for game in games.NAMES
            for seats in (("you", "a"), ("b", "you"), ("a", "b"), ("you", "guest"))
            for _ in range(3)
        )
    ]
    fill_archive(tmp_path, *played)

    def found(**entries: object) -> list[PlayedHand]:
        return list(page(tmp_path, HistoryFilter(**entries)).hands)[::-1]  # type: ignore[arg-type]

    assert found(game="holdem") == [one for one in played if one.game == "holdem"]
    assert found(opponent="a") == [one for one in played if "a" in one.spec.seats]
    assert found(watched=True) == [one for one in played if one.watched]
    assert found(watched=False) == [one for one in played if not one.watched]
    for result in ("won", "drawn", "lost"):
        assert found(result=result) == [one for one in played if one.result == result]
    assert found(since=played[5].at, until=played[9].at) == played[5:9]
    assert found(game="holdem", since=played[40].at, result="won") == [
        one for one in played[40:] if one.game == "holdem" and one.result == "won"
    ]


def test_a_hand_finished_twice_counts_once_as_it_was_at_last(tmp_path: Path) -> None:
    first, second = hand(seed=1), hand(seed=2)
    other = PlayedHand(second.at + 9, second.spec, second.actions[:-1], (0.0, 0.0))
    fill_archive(tmp_path, first, second, other)
    assert page(tmp_path).hands == (other, first)


def test_the_last_version_of_a_hand_marks_the_one_before_as_rewound(tmp_path: Path) -> None:
    first, again = (hand(games.HOLDEM, MOMENT + late, seed=1, seats=("you", "x")) for late in (0, 60))
    next_one = hand(games.HOLDEM, MOMENT + 90, seed=2, seats=("you", "x"))
    fill_archive(tmp_path, first, again)
    fill_archive(tmp_path, replace(again, at=MOMENT + 80), next_one)
    stored = [json.loads(line) for line in only_file(tmp_path).read_bytes().splitlines()]
    assert [line[2].get("rewound") for line in stored] == [None, stored[0][0], stored[1][0], None]
    assert [one.at for one in page(tmp_path).hands] == [MOMENT + 90, MOMENT + 80]


def test_a_hand_finished_twice_counts_once_though_another_table_was_played_between(tmp_path: Path) -> None:
    first, elsewhere = hand(seed=1), hand(seed=2, at=MOMENT + 5, seats=("ada-20", "perfect"))
    again = PlayedHand(MOMENT + 9, first.spec, first.actions, first.returns)
    fill_archive(tmp_path, first, elsewhere, again)
    assert page(tmp_path).hands == (again, elsewhere)


def test_the_same_seed_played_again_later_is_another_hand(tmp_path: Path) -> None:
    one, two = hand(seed=1), hand(seed=1, skip=1)
    fill_archive(tmp_path, one, two, one, two)
    assert page(tmp_path).total == 4


def test_a_file_cut_anywhere_loses_at_most_the_torn_hand(tmp_path: Path) -> None:
    played = some(3, "kuhn-half-street")
    path = only_file(fill_archive(tmp_path, *played))
    data = path.read_bytes()
    ends = [index + 1 for index, byte in enumerate(data) if byte == ord("\n")]
    around_ends = {end + by for end in ends for by in (-2, -1, 0, 1)}
    for cut in sorted({*range(0, len(data), 11), *around_ends}):
        path.write_bytes(data[:cut])
        whole = sum(end <= cut for end in ends)
        assert page(tmp_path) == HandPage(tuple(played[:whole][::-1]), whole)
        Archive(tmp_path).append(played[2])
        after = page(tmp_path)
        assert after.hands[0] == played[2]
        assert after.warnings == ()
        assert path.read_bytes().startswith(data[: ends[whole - 1]] if whole else b"")


@settings(max_examples=60)
@given(index=st.integers(0, 10_000), byte=st.integers(0, 255))
def test_a_damaged_byte_costs_no_other_hand(
    tmp_path_factory: pytest.TempPathFactory, index: int, byte: int
) -> None:
    folder = tmp_path_factory.mktemp("history")
    played = some(4)
    path = only_file(fill_archive(folder, *played))
    data = bytearray(path.read_bytes())
    index %= len(data)
    intact = data[index] == byte
    data[index] = byte
    path.write_bytes(data)
    found = page(folder)
    lost = [one for one in played if one not in found.hands]
    assert len(lost) <= (2 if not intact else 0)
    assert all(one in played for one in found.hands)
    assert bool(found.warnings) == bool(lost) or index == len(data) - 1


def test_damaged_lines_are_counted_and_said_and_stay_where_they_are(tmp_path: Path) -> None:
    path = only_file(fill_archive(tmp_path, *some(3)))
    first, second, third = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + b"rubbish\n" + second.replace(b"ada", b"bob") + third)
    found = page(tmp_path)
    assert found.total == 2
    assert found.warnings == (f"2 lines of {path.name} could not be read and are left out.",)
    assert path.exists()


def test_a_file_of_which_nothing_can_be_read_is_set_aside_and_the_rest_stays(tmp_path: Path) -> None:
    fill_archive(tmp_path, *some(2), hand("holdem", seats=("you", "rock")))
    broken = next((tmp_path / "history").glob("tic-tac-toe-*"))
    broken.write_bytes(b"\0\1\2\n" * 5)
    found = page(tmp_path)
    assert [one.game for one in found.hands] == ["holdem"]
    [warning] = found.warnings
    assert warning == f"Nothing in {broken.name} could be read; it was set aside as {broken.name}.broken-1."
    assert page(tmp_path).warnings == ()
    fill_archive(tmp_path, *some(1))
    assert page(tmp_path).total == 2


def test_a_whole_line_of_a_table_that_cannot_be_is_left_out_and_said(tmp_path: Path) -> None:
    fill_archive(tmp_path, *some(2))
    stored = some(3)[2].to_dict()
    stored["table"]["first"] = "nobody"
    line = json.dumps(stored, separators=(",", ":")).encode()
    with only_file(tmp_path).open("ab") as file:
        file.write(b'["%08x",1,%s]\n' % (zlib.crc32(line), line))
    found = page(tmp_path)
    assert found.hands == tuple(some(2)[::-1])
    assert found.total == 2
    assert found.warnings[0].startswith("A hand could not be read and is left out: ")


def test_a_file_that_cannot_be_opened_or_moved_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_archive(tmp_path, *some(2))
    (tmp_path / "history" / "holdem-2026-09.jsonl").mkdir()
    found = page(tmp_path)
    assert found.total == 2
    assert found.warnings == ("holdem-2026-09.jsonl could not be read: it is a folder, not a file.",)
    (tmp_path / "history" / "holdem-2026-09.jsonl").rmdir()
    only_file(tmp_path).write_bytes(b"rubbish\n")

    def refuse(path: Path) -> Path:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(store.user_files, "move_aside", refuse)
    name = only_file(tmp_path).name
    assert page(tmp_path).warnings == (f"{name} could not be moved aside: Permission denied.",)


def test_lines_of_another_version_are_left_out(tmp_path: Path) -> None:
    path = only_file(fill_archive(tmp_path, *some(2)))
    first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first.replace(b',1,{"at"', b',2,{"at"') + second)
    assert page(tmp_path).total == 1


@pytest.mark.parametrize(
    "damage",
    [
        {"at": 10**400},
        {"at": 1e300},
        {"at": -1},
        {"at": "nan"},
        {"returns": [10**400, 0]},
        {"returns": [True, 0]},
    ],
)
def test_a_line_that_says_what_cannot_be_is_left_out_though_its_checksum_is_true(
    tmp_path: Path, damage: dict[str, object]
) -> None:
    good, forged = some(2)
    path = only_file(fill_archive(tmp_path, good))
    stored = json.dumps({**forged.to_dict(), **damage}).encode()
    with path.open("ab") as file:
        file.write(b'["%08x",1,%s]\n' % (zlib.crc32(stored), stored))
    found = page(tmp_path)
    assert found.hands == (good,)
    assert found.warnings == (f"One line of {path.name} could not be read and is left out.",)


def test_foreign_files_are_left_alone(tmp_path: Path) -> None:
    fill_archive(tmp_path, *some(1))
    foreign = tmp_path / "history" / "notes.txt"
    foreign.write_text("mine")
    assert page(tmp_path).total == 1
    assert foreign.read_text() == "mine"


def test_a_full_disk_is_said_and_the_hand_follows_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Archive(tmp_path)
    one, two, three = some(3)
    archive.append(one)

    def refuse(path: Path, line: bytes) -> None:
        raise OSError(28, os.strerror(28))

    with monkeypatch.context() as full:
        full.setattr(lines, "add_line", refuse)
        archive.append(two)
        assert archive.trouble == "The history could not be kept: No space left on device."
    assert page(tmp_path).hands == (one,)
    archive.append(three)
    assert page(tmp_path).hands == (three, two, one)
    assert archive.trouble == ""


def test_a_line_that_did_not_fit_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    archive = Archive(tmp_path)
    archive.append(some(1)[0])
    size = only_file(tmp_path).stat().st_size
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    import signal

    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 40, before[1]))
        archive.append(some(2)[1])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert "could not be kept" in archive.trouble
    assert only_file(tmp_path).stat().st_size == size
    archive.append(some(3)[2])
    assert page(tmp_path).total == 3


def test_a_long_history_is_read_in_pieces_that_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "CHUNK", 3)
    fill_archive(tmp_path, *some(10))
    *reports, found = store.page_in_steps(tmp_path, HistoryFilter(result="won"), 0, 100)
    assert [report.iteration for report in reports if isinstance(report, Progress)] == [3, 6, 9]
    assert isinstance(found, HandPage)


@pytest.mark.parametrize("lines_of", ["one hand, again and again", "another version"])
def test_lines_that_are_left_out_report_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines_of: str
) -> None:
    monkeypatch.setattr(store, "CHUNK", 3)
    path = only_file(fill_archive(tmp_path, *some(1)))
    line = path.read_bytes()
    left_out = line if lines_of.startswith("one") else line.replace(b',1,{"at"', b',2,{"at"')
    path.write_bytes(line + left_out * 9)
    *reports, found = store.page_in_steps(tmp_path, HistoryFilter(), 0, 100)
    assert [report.iteration for report in reports if isinstance(report, Progress)] == [3, 6, 9]
    assert isinstance(found, HandPage)
    assert found.total == 1


def test_erasing_leaves_nothing_of_history_and_records_and_all_of_the_rest(tmp_path: Path) -> None:
    broken = only_file(fill_archive(tmp_path, *some(2))).name + ".broken-1"
    (tmp_path / "history" / broken).write_text("x")
    for name in ("records.json", "records.json.bak", "records.json.broken-2", "settings.json"):
        (tmp_path / name).write_text("{}")
    assert store.erase(tmp_path) == 5
    assert page(tmp_path).total == 0
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["settings.json"]
    assert store.erase(tmp_path) == 0


def test_a_hand_that_waits_to_be_written_is_forgotten_with_the_history(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    one, two = some(2)
    (tmp_path / "history").write_text("in the way")
    archive.append(one)
    assert archive.trouble
    archive.forget_waiting()
    assert archive.trouble == ""
    (tmp_path / "history").unlink()
    archive.append(two)
    assert page(tmp_path).hands == (two,)


def test_what_cannot_be_deleted_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = only_file(fill_archive(tmp_path, *some(1)))

    def refuse(path: Path, missing_ok: bool) -> None:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(BadInput, match=f"{path.name} could not be deleted: Permission denied"):
        store.erase(tmp_path)


APPENDING = """
import itertools
import sys
from dataclasses import replace
from pathlib import Path
from game.archive.store import Archive
from tests.archive.hands_for_tests import MOMENT, hand

archive, played = Archive(Path(sys.argv[1])), [hand("holdem", MOMENT + seed, seed=seed) for seed in range(20)]
print("ready", flush=True)
for number, one in enumerate(itertools.cycle(played)):
    archive.append(replace(one, spec=replace(one.spec, seed=number)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed there by a signal")
@pytest.mark.parametrize("hands", [1, 37, 200])
def test_a_process_killed_while_it_adds_leaves_whole_hands(tmp_path: Path, hands: int) -> None:
    writing = subprocess.Popen(
        [sys.executable, "-c", APPENDING, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert writing.stdout is not None
    writing.stdout.readline()
    file = tmp_path / "history" / "holdem-2026-09.jsonl"
    while not file.exists() or file.read_bytes().count(b"\n") < hands:
        pass
    writing.kill()
    writing.wait()
    writing.stdout.close()
    found = page(tmp_path, limit=10_000)
    assert found.total >= hands
    assert found.warnings == ()
    seeds = [one.spec.seed for one in found.hands][::-1]
    assert seeds == list(range(found.total))
    Archive(tmp_path).append(hand("holdem", MOMENT + 99, seed=99, seats=("you", "rock")))
    assert page(tmp_path).hands[0].opponent == "rock"
    assert page(tmp_path).total == found.total + 1
