"""The agreement of a table: who opens, which blinds, which deal; nothing impossible is agreed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import BadInput
from game.match.table_spec import TableSpec


def holdem(**entries: Any) -> TableSpec:
    return TableSpec("holdem", ("you", "sound"), **entries)


def test_seats_open_in_turns_by_default() -> None:
    spec = TableSpec("tic-tac-toe", ("you", "ada"))
    assert [spec.deal_of_hand(n) for n in (1, 2, 3)] == [(0, 0), (1, 1), (2, 0)]


@pytest.mark.parametrize(("first", "opener"), [("seat-0", 0), ("seat-1", 1)])
def test_one_seat_may_always_open(first: Any, opener: int) -> None:
    spec = TableSpec("kuhn-poker", ("you", "vesper"), first=first)
    assert {spec.deal_of_hand(n)[1] for n in range(1, 9)} == {opener}


def test_holdem_button_always_alternates() -> None:
    assert [holdem(first="seat-1").deal_of_hand(n)[1] for n in (1, 2, 3)] == [1, 0, 1]


def test_duplicate_block_deals_every_deal_from_both_seats() -> None:
    spec = holdem(duplicate=True, duplicate_block=3)
    hands = [spec.deal_of_hand(n) for n in range(1, 13)]
    assert hands[:6] == [(0, 0), (1, 1), (2, 0), (0, 1), (1, 0), (2, 1)]
    assert sorted(hands) == [(deal, seat) for deal in range(6) for seat in (0, 1)]


def test_blinds_rise_by_the_schedule_and_stay_at_the_last_level() -> None:
    spec = holdem(form="match", schedule=((50, 100, 2), (100, 200, 3)))
    assert [spec.blinds_of_hand(n) for n in (1, 2, 3, 5, 6, 99)] == [(50, 100)] * 2 + [(100, 200)] * 4


def test_cash_keeps_its_blinds() -> None:
    assert holdem(schedule=((1, 2, 1),)).blinds_of_hand(5) == (50, 100)


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({"small_blind": 200}, "Blinds"),
        ({"small_blind": 0}, "Blinds"),
        ({"stacks": (0, 100)}, "stacks"),
        ({"form": "rummy"}, "the forms are cash, match"),
        ({"first": "nobody"}, "opens no hand"),
        ({"form": "match", "duplicate": True}, "Duplicate deals need the form cash"),
        ({"schedule": ((100, 50, 1),)}, "Blind level"),
        ({"duplicate_block": 0}, "block"),
        ({"blinds": 0}, "above 0"),
    ],
)
def test_impossible_agreement_is_a_sentence(entries: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        holdem(**entries)


def test_only_holdem_is_played_as_a_match() -> None:
    with pytest.raises(BadInput, match="Only Hold'em"):
        TableSpec("tic-tac-toe", ("you", "ada"), form="match")


def test_unknown_game_lists_the_known() -> None:
    with pytest.raises(BadInput, match="tic-tac-toe, kuhn-poker, kuhn-half-street, holdem"):
        TableSpec("go", ("you", "guest"))


def test_spec_survives_json() -> None:
    spec = holdem(form="match", stacks=(1500, 3000), schedule=((10, 20, 5),), teaching=True, seed=7)
    assert TableSpec.from_dict(json.loads(json.dumps(spec.to_dict()))) == spec


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"colour": "red"}, "unknown entry 'colour'"),
        ({"stacks": [1, 2, 3]}, "not one that can be set"),
        ({"stacks": ["1", 2]}, "no int"),
        ({"seed": True}, "no int"),
        ({"teaching": 1}, "no bool"),
        ({"game": "go"}, "There is no game 'go'"),
    ],
)
def test_foreign_entries_are_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        TableSpec.from_dict(holdem().to_dict() | change)


def test_missing_game_is_named() -> None:
    with pytest.raises(BadInput, match="game is missing"):
        TableSpec.from_dict({"seats": ["you", "ada"]})


@given(st.dictionaries(st.sampled_from(sorted(holdem().to_dict())), st.none() | st.integers() | st.text()))
def test_any_entries_give_a_spec_or_a_sentence(entries: dict[str, Any]) -> None:
    try:
        spec = TableSpec.from_dict(holdem().to_dict() | entries)
    except BadInput:
        return
    assert TableSpec.from_dict(spec.to_dict()) == spec


@pytest.mark.parametrize(
    ("spec", "unit"),
    [
        (TableSpec("tic-tac-toe", ("you", "x")), 1),
        (TableSpec("kuhn-poker", ("you", "x"), blinds=7), 1),
        (TableSpec("kuhn-half-street", ("you", "x"), blinds=7), 7),
        (TableSpec("holdem", ("you", "x")), 100),
        (TableSpec("holdem", ("you", "x"), form="match", schedule=((10, 20, 2), (20, 40, 1))), 40),
    ],
)
def test_results_are_compared_in_the_unit_of_the_table(spec: TableSpec, unit: float) -> None:
    assert spec.unit_of_hand(3) == unit
