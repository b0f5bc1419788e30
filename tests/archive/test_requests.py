"""What the window asks about the archive: pages, exports, erasing; each in pieces, each with a sentence."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.features import history as requests
from game.archive import store
from game.archive.export import read_back
from game.archive.store import Archive, HistoryFilter
from game.core import BadInput, Progress
from game.features.history.asks import ExportHands, ListHands, WrittenHands
from game.rules import games
from game.study.history import CountResults, EraseHistory
from tests.archive.hands_for_tests import MOMENT, hand

PLAYED = [hand(game, MOMENT + seed, seed=seed) for game in games.NAMES for seed in range(3)]


@pytest.fixture(autouse=True)
def filled(user_folder: Path) -> None:
    archive = Archive(user_folder)
    for played in PLAYED:
        archive.append(played)


def answer(items: Iterator[Any]) -> Any:
    *reports, value = items
    assert all(isinstance(report, Progress) for report in reports)
    return value


def test_a_page_is_what_was_asked_for() -> None:
    found = answer(requests.list_hands(ListHands(filter=HistoryFilter(game="holdem"), offset=1, limit=1)))
    assert found.hands == (PLAYED[-2],)
    assert found.total == 3
    assert answer(requests.list_hands(ListHands())).total == len(PLAYED)


def test_statistics_count_what_the_filter_lets_through() -> None:
    found = answer(requests.count_results(CountResults(filter=HistoryFilter(game="holdem"))))
    assert {game: one.overall.hands for game, one in found.games.items()} == {"holdem": 3}
    assert len(answer(requests.count_results(CountResults())).games) == len(games.NAMES)


def test_an_export_writes_what_the_filter_lets_through_oldest_first(tmp_path: Path) -> None:
    file = tmp_path / "hands.json"
    wanted = HistoryFilter(game="kuhn-poker")
    assert answer(requests.export(ExportHands(filter=wanted, format="json", file=str(file)))) == WrittenHands(
        3
    )
    assert read_back(file.read_text(), "json") == PLAYED[3:6]


def test_an_export_of_ids_writes_just_these_pasted_ones_too(tmp_path: Path) -> None:
    file = tmp_path / "hands.csv"
    pasted = hand(seed=77)
    ids = [PLAYED[4].id, pasted.id]
    assert answer(requests.export(ExportHands(ids=tuple(ids), format="csv", file=str(file)))) == WrittenHands(
        2
    )
    assert set(read_back(file.read_text(), "csv")) == {PLAYED[4], pasted}


def test_a_long_export_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "CHUNK", 5)
    monkeypatch.setattr(requests, "WRITTEN_AT_ONCE", 5)
    items = list(requests.export(ExportHands(format="text", file=str(tmp_path / "hands.txt"))))
    assert [item.iteration for item in items if isinstance(item, Progress)] == [5, 10, 5, 10]
    assert items[-1] == WrittenHands(len(PLAYED))


def test_a_place_that_cannot_be_written_is_said_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(file: Path) -> None:
        answer(requests.export(ExportHands(format="text", file=str(file))))

    with pytest.raises(BadInput, match="is a folder: name a file in it"):
        ask(tmp_path)
    with pytest.raises(BadInput, match=r"There is no folder .*nowhere: choose an existing folder"):
        ask(tmp_path / "nowhere" / "hands.txt")
    with pytest.raises(BadInput, match=r"There is no folder .*nobody-here"):
        ask(Path("~nobody-here") / "hands.txt")
    with pytest.raises(BadInput, match="is not a file name"):
        ask(Path("/"))

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(requests.user_files, "atomic_write", full)
    with pytest.raises(BadInput, match=r"hands\.txt cannot be written: No space left on device\."):
        ask(tmp_path / "hands.txt")
    assert not (tmp_path / "hands.txt").exists()


def test_a_format_that_cannot_hold_a_hand_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "hands.log"
    file.write_text("before")
    with pytest.raises(BadInput, match="Hold'em only"):
        answer(requests.export(ExportHands(format="acpc", file=str(file))))
    assert file.read_text() == "before"


UNPLAYABLE = replace(hand(seed=99, at=MOMENT + 100), actions=(0, 0), decisions=())


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_one_bad_hand_is_left_out_of_an_export_and_said(user_folder: Path, tmp_path: Path, form: str) -> None:
    Archive(user_folder).append(UNPLAYABLE)
    file = tmp_path / "hands"
    found = answer(requests.export(ExportHands(format=form, file=str(file))))
    assert found == WrittenHands(len(PLAYED), ("One hand could not be played again and is left out.",))
    assert PLAYED[-1].id in file.read_text()


def test_a_damaged_line_is_said_by_an_export(user_folder: Path, tmp_path: Path) -> None:
    kept = user_folder / "history" / "holdem-2026-09.jsonl"
    kept.write_bytes(kept.read_bytes() + b"[damaged]\n")
    found = answer(requests.export(ExportHands(format="text", file=str(tmp_path / "hands.txt"))))
    assert found == WrittenHands(
        len(PLAYED), (f"One line of {kept.name} could not be read and is left out.",)
    )


def test_an_export_of_nothing_but_a_bad_hand_writes_nothing(user_folder: Path, tmp_path: Path) -> None:
    Archive(user_folder).append(UNPLAYABLE)
    file = tmp_path / "hands.txt"
    with pytest.raises(BadInput, match="nothing to save: the hand holds a move that the rules do not allow"):
        answer(
            requests.export(
                ExportHands(format="text", file=str(file), filter=HistoryFilter(since=UNPLAYABLE.at))
            )
        )
    assert not file.exists()


def test_erasing_empties_the_history() -> None:
    assert answer(requests.erase_history(EraseHistory())) == len(games.NAMES)
    assert answer(requests.list_hands(ListHands())).total == 0


def test_an_export_sweeps_what_a_killed_one_has_left(tmp_path: Path) -> None:
    (tmp_path / ".hands.json.abcd1234.part").write_text("half")
    written = answer(requests.export(ExportHands(format="json", file=str(tmp_path / "hands.json"))))
    assert written.hands == len(PLAYED)
    assert [file.name for file in tmp_path.iterdir()] == ["hands.json"]
