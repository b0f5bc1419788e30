"""Exports that are read back, and the requests of the window to the archive."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.features import history as requests
from game.archive import export as exports
from game.archive import store
from game.archive.export import FORMATS, SUFFIXES, export, read_back, to_record
from game.archive.hands import PlayedHand
from game.archive.store import Archive, HistoryFilter
from game.core import BadInput, Progress
from game.features.history import ExportHands, ListHands
from game.match.phh import HandRecord
from game.rules import games
from game.study.history import CountResults, EraseHistory, WrittenHands
from tests.ai.asking import get_last
from tests.archive.hands_for_tests import MOMENT, hand, played_hands

SAMPLE = [hand(game, seats=("you", "rock"), seed=seed) for game in games.NAMES for seed in (1, 2)]
HOLDEM = [one for one in SAMPLE if one.game == games.HOLDEM]


@settings(max_examples=40)
@given(st.lists(played_hands(), max_size=4))
def test_json_brings_back_everything(played: list[PlayedHand]) -> None:
    again = read_back(export(played, "json"), "json")
    assert again == played
    assert [(one.at, one.decisions) for one in again if isinstance(one, PlayedHand)] == [
        (one.at, one.decisions) for one in played
    ]


@settings(max_examples=40)
@given(st.lists(played_hands(), max_size=4))
def test_a_table_brings_back_moves_results_and_dates(played: list[PlayedHand]) -> None:
    again = read_back(export(played, "csv"), "csv")
    assert again == played
    dates = [one.at for one in again if isinstance(one, PlayedHand)]
    assert dates == pytest.approx([one.at for one in played], abs=1e-5)


@settings(max_examples=15)
@given(st.lists(played_hands().filter(lambda played: played.game == games.HOLDEM), min_size=1, max_size=3))
@pytest.mark.parametrize("form", ["phh", "acpc"])
def test_holdem_formats_bring_back_cards_moves_and_results(
    form: exports.Format, played: list[PlayedHand]
) -> None:
    again = read_back(export(played, form), form)
    assert again == [to_record(one) for one in played]
    for record, one in zip(again, played, strict=True):
        assert isinstance(record, HandRecord)
        by_player = record.final_state().returns()
        session = one.session()
        assert tuple(by_player[session.get_player(seat)] for seat in (0, 1)) == one.returns


def test_who_plays_shows_cards_in_good_english() -> None:
    played = [hand(games.HOLDEM, seats=("you", "rock"), seed=seed) for seed in range(20)]
    text = export(played, "text")
    assert "  You show " in text
    assert "  rock shows " in text
    assert "you shows" not in text


def test_sentences_tell_the_table_every_move_and_the_result() -> None:
    text = export(HOLDEM[:1], "text")
    assert "Hold'em, hand 1, 2026-09-21 14:13 UTC" in text
    assert "you (button) against rock (big blind); blinds 50/100, stacks 20,000 and 20,000." in text
    assert "Flop: Ah Jh 8d" in text
    assert "you: raises to 205" in text
    assert "Result: you +305, rock -305" in text
    assert HOLDEM[0].id in text


def test_every_game_can_be_told_in_sentences() -> None:
    text = export(SAMPLE, "text")
    for words in ("takes square", "Dealt: you the king", "blinds 1", "X . X\n"):
        assert words in text
    assert text.count("Result:") == len(SAMPLE)


def test_json_tells_the_cards_by_name() -> None:
    entries = json.loads(export(SAMPLE, "json"))["hands"]
    assert entries[2]["dealt"] == ["K", "Q"]
    assert entries[6]["dealt"][:4] == ["6c", "8h", "6s", "Qd"]


def test_nothing_is_written_as_nothing() -> None:
    assert export([], "text") == export([], "phh") == export([], "acpc") == ""
    assert read_back(export([], "json"), "json") == read_back(export([], "csv"), "csv") == []


@pytest.mark.parametrize("form", ["phh", "acpc"])
def test_formats_of_holdem_refuse_other_games(form: exports.Format) -> None:
    with pytest.raises(BadInput, match="hold Hold'em only: choose text, JSON or CSV for tic-tac-toe"):
        export(SAMPLE, form)


def test_sentences_are_not_read_back() -> None:
    with pytest.raises(BadInput, match="cannot be imported"):
        read_back(export(SAMPLE, "text"), "text")


def test_an_unknown_format_is_said_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match="no format 'pdf': the formats are text, phh, acpc, json, csv"):
        export(SAMPLE, "pdf")  # type: ignore[arg-type]
    assert set(SUFFIXES) == set(FORMATS)


@pytest.mark.parametrize(
    ("form", "text", "sentence"),
    [
        ("json", "{", "not complete JSON"),
        ("json", "[]", "contains no Parlour hands"),
        ("json", '{"kind": "parlour hands", "version": 9, "hands": []}', "of version 9"),
        ("json", '{"kind": "parlour hands", "version": 1}', "list of hands is missing"),
        ("json", '{"kind": "parlour hands", "version": 1, "hands": [3]}', "Hand 1: it is not a hand"),
        ("csv", "a,b\n", "must name its columns"),
        ("csv", ",".join(exports.COLUMNS) + "\n1,2\n", "Line 2: it has 2 columns"),
        ("csv", ",".join(exports.COLUMNS) + "\n" + "," * 9 + "\n", "Line 2: This is not the id"),
        (
            "csv",
            ",".join(exports.COLUMNS) + "\n" + "a" * 200_000 + "\n",
            "Line 2: this is not a table of hands",
        ),
        ("csv", ",".join(exports.COLUMNS) + "\na\rb\n", "Line 2: it has 1 column,"),
        ("acpc", "STATE:0:f:AsAh|KsKh:50|-50:a|b\n", "comment with sb, bb and stack"),
        ("phh", "[1]\nactions = 3\n", r"hand \[1\]"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(form: exports.Format, text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read_back(text, form)


def test_a_table_leaves_an_unknown_date_empty() -> None:
    text = export([replace(SAMPLE[0], at=0.0)], "csv")
    assert text.splitlines()[1].startswith(f",{SAMPLE[0].game},")
    (again,) = read_back(text, "csv")
    assert isinstance(again, PlayedHand)
    assert again.at == 0.0


@pytest.mark.parametrize("date", ["0001-01-01T00:00:00+23:59", "9999-12-31T00:00:00+00:00", "noon"])
def test_a_date_on_which_nobody_played_is_said(date: str) -> None:
    text = export(SAMPLE[:1], "csv").replace("2026-09-21T14:13:20+00:00", date)
    assert date in text
    with pytest.raises(BadInput, match="Line 2: "):
        read_back(text, "csv")


def test_a_result_that_the_moves_do_not_bring_is_refused() -> None:
    text = export(SAMPLE[:1], "json").replace('"returns": [-1.0, 1.0]', '"returns": [1.0, -1.0]')
    with pytest.raises(BadInput, match="Hand 1: its result is"):
        read_back(text, "json")


PLAYED = [hand(game, MOMENT + seed, seed=seed) for game in games.NAMES for seed in range(3)]


@pytest.fixture(autouse=True)
def filled_archive(user_folder: Path) -> None:
    archive = Archive(user_folder)
    for played in PLAYED:
        archive.append(played)


def test_a_page_is_what_was_asked_for() -> None:
    found = get_last(requests.list_hands(ListHands(filter=HistoryFilter(game="holdem"), offset=1, limit=1)))
    assert found.hands == (PLAYED[-2],)
    assert found.total == 3
    assert get_last(requests.list_hands(ListHands())).total == len(PLAYED)


def test_statistics_count_what_the_filter_lets_through() -> None:
    found = get_last(requests.count_results(CountResults(filter=HistoryFilter(game="holdem"))))
    assert {game: one.overall.hands for game, one in found.games.items()} == {"holdem": 3}
    assert len(get_last(requests.count_results(CountResults())).games) == len(games.NAMES)


def test_an_export_writes_what_the_filter_lets_through_oldest_first(tmp_path: Path) -> None:
    file = tmp_path / "hands.json"
    wanted = HistoryFilter(game="kuhn-poker")
    assert get_last(
        requests.export(ExportHands(filter=wanted, format="json", file=str(file)))
    ) == WrittenHands(3)
    assert read_back(file.read_text(), "json") == PLAYED[3:6]


def test_an_export_of_ids_writes_just_these_pasted_ones_too(tmp_path: Path) -> None:
    file = tmp_path / "hands.csv"
    pasted = hand(seed=77)
    ids = [PLAYED[4].id, pasted.id]
    assert get_last(
        requests.export(ExportHands(ids=tuple(ids), format="csv", file=str(file)))
    ) == WrittenHands(2)
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
        get_last(requests.export(ExportHands(format="text", file=str(file))))

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
        get_last(requests.export(ExportHands(format="acpc", file=str(file))))
    assert file.read_text() == "before"


UNPLAYABLE = replace(hand(seed=99, at=MOMENT + 100), actions=(0, 0), decisions=())


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_one_bad_hand_is_left_out_of_an_export_and_said(user_folder: Path, tmp_path: Path, form: str) -> None:
    Archive(user_folder).append(UNPLAYABLE)
    file = tmp_path / "hands"
    found = get_last(requests.export(ExportHands(format=form, file=str(file))))
    assert found == WrittenHands(len(PLAYED), ("One hand could not be played again and is left out.",))
    assert PLAYED[-1].id in file.read_text()


def test_a_damaged_line_is_said_by_an_export(user_folder: Path, tmp_path: Path) -> None:
    kept = user_folder / "history" / "holdem-2026-09.jsonl"
    kept.write_bytes(kept.read_bytes() + b"[damaged]\n")
    found = get_last(requests.export(ExportHands(format="text", file=str(tmp_path / "hands.txt"))))
    assert found == WrittenHands(
        len(PLAYED), (f"One line of {kept.name} could not be read and is left out.",)
    )


def test_an_export_of_nothing_but_a_bad_hand_writes_nothing(user_folder: Path, tmp_path: Path) -> None:
    Archive(user_folder).append(UNPLAYABLE)
    file = tmp_path / "hands.txt"
    with pytest.raises(BadInput, match="nothing to save: the hand holds a move that the rules do not allow"):
        get_last(
            requests.export(
                ExportHands(format="text", file=str(file), filter=HistoryFilter(since=UNPLAYABLE.at))
            )
        )
    assert not file.exists()


def test_erasing_empties_the_history() -> None:
    assert get_last(requests.erase_history(EraseHistory())) == len(games.NAMES)
    assert get_last(requests.list_hands(ListHands())).total == 0


def test_an_export_sweeps_what_a_killed_one_has_left(tmp_path: Path) -> None:
    (tmp_path / ".hands.json.abcd1234.part").write_text("half")
    written = get_last(requests.export(ExportHands(format="json", file=str(tmp_path / "hands.json"))))
    assert written.hands == len(PLAYED)
    assert [file.name for file in tmp_path.iterdir()] == ["hands.json"]
