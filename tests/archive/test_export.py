"""Export: what is written is read back to the same moves and results; what cannot be is said."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.archive import export as exports
from game.archive.export import FORMATS, SUFFIXES, export, read_back, to_record
from game.archive.hands import PlayedHand
from game.core import BadInput
from game.match.history import HandRecord
from game.rules import games
from tests.archive.hands_for_tests import hand, played_hands

SAMPLE = [hand(game, seats=("you", "rock"), seed=seed) for game in games.NAMES for seed in (1, 2)]
HOLDEM = [played for played in SAMPLE if played.game == games.HOLDEM]


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
        assert tuple(by_player[session.player_of(seat)] for seat in (0, 1)) == one.returns


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
        ("csv", ",".join(exports.COLUMNS) + "\na\rb\n", "Line 2: it has 1 columns"),
        ("acpc", "STATE:0:f:AsAh|KsKh:50|-50:a|b\n", "comment with sb, bb and stack"),
        ("phh", "[1]\nactions = 3\n", r"hand \[1\]"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(form: exports.Format, text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read_back(text, form)


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
