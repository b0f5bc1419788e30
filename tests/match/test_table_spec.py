"""The settings of a table, adaptive opponents, and pots of finished hands."""

import json
import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import BadInput
from game.match.phh import pots
from game.match.session import HandResult, Session
from game.match.table_spec import GO_ON, HANDS_STEP, TURN_BACK, Adaptive, TableSpec, change_of_level
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.study.table_choices import TableChoices


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


MIN_RESULTS = HANDS_STEP[games.HOLDEM]


def results(standard_errors: float, count: int = 3 * MIN_RESULTS) -> list[float]:
    shift = standard_errors / (count - 1) ** 0.5
    return [shift + (1.0 if index % 2 else -1.0) for index in range(count)]


@pytest.mark.parametrize(
    ("standard_errors", "last", "change"),
    [
        (GO_ON + 0.1, "on", "up"),
        (GO_ON - 0.1, "on", ""),
        (-GO_ON - 0.1, "on", "down"),
        (GO_ON + 0.1, "up", "up"),
        (GO_ON + 0.1, "down", ""),
        (TURN_BACK - 0.1, "down", ""),
        (TURN_BACK + 0.1, "down", "up"),
        (-GO_ON - 0.1, "up", ""),
        (-TURN_BACK - 0.1, "up", "down"),
    ],
)
def test_to_turn_back_takes_clearer_results_than_to_go_on(
    standard_errors: float, last: Adaptive, change: str
) -> None:
    assert change_of_level(games.HOLDEM, results(standard_errors), last) == change


def test_a_few_hands_change_nothing_however_clear_they_are() -> None:
    assert change_of_level(games.HOLDEM, [50.0] * (MIN_RESULTS - 1), "on") == ""
    assert change_of_level(games.HOLDEM, [50.0] * MIN_RESULTS, "on") == "up"


def test_draws_alone_change_nothing() -> None:
    assert change_of_level(games.TIC_TAC_TOE, [0.0] * 96, "on") == ""


def changes(seed: int, hands: int, *, steady: bool) -> list[str]:
    """Return the level changes for a player who is as good as every opponent.

    If `steady` is True, a change back needs clearer results than another change in the same direction.
    """
    rng, last, nets, found = random.Random(seed), "on", [], []
    for _ in range(hands):
        nets.append(rng.gauss(0.0, 1.0))
        change = change_of_level(games.HOLDEM, nets, last if steady else "on")  # type: ignore[arg-type]
        if change:
            found.append(change)
            last, nets = change, []
    return found


def test_an_even_player_is_sent_to_and_fro_less_often_than_without_the_second_threshold() -> None:
    def turns(*, steady: bool) -> int:
        every = [changes(seed, 600, steady=steady) for seed in range(20)]
        return sum(one != other for found in every for one, other in pairwise(found))

    assert turns(steady=True) < 0.6 * turns(steady=False)


def test_chance_moves_half_of_the_even_players_and_few_of_them_both_ways() -> None:
    every = [changes(seed, 200, steady=True) for seed in range(200)]
    assert sum(map(bool, every)) <= 120
    assert sum(len(set(found)) > 1 for found in every) <= 20


@pytest.mark.parametrize(
    "more",
    [{"form": "match"}, {"duplicate": True}, {"teaching": True}, {"teaching": True, "tutor": True}],
    ids=["match", "duplicate", "teaching", "tutor"],
)
def test_a_level_follows_only_at_serious_tables(more: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="serious hands"):
        TableSpec("holdem", ("you", "rock"), adaptive="on", **more)  # type: ignore[arg-type]


def test_another_word_is_refused() -> None:
    with pytest.raises(BadInput, match="no way in which a level follows"):
        TableSpec("holdem", ("you", "rock"), adaptive="sideways")  # type: ignore[arg-type]


def test_a_table_keeps_how_its_level_changed() -> None:
    spec = TableSpec("kuhn-poker", ("you", "honest"), adaptive="down", skip=7)
    assert TableSpec.from_dict(spec.to_dict()) == spec
    assert TableSpec.from_dict({"game": "kuhn-poker", "seats": ["you", "honest"]}).adaptive == ""


def test_a_session_that_passes_over_hands_is_read_back_with_its_numbers() -> None:
    session = Session(TableSpec("kuhn-poker", ("you", "honest"), seed=3, skip=7))
    while session.seat_to_act is not None:
        session.act(0)
    session.next_hand()
    again = Session.from_dict(session.to_dict())
    assert again.results == session.results
    assert [result.number for result in again.results] == [8]
    assert again.hand_number == 9


SPEC = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0", form="match", stacks=(2000, 2000))


def test_pots_of_folds_showdowns_and_all_ins_are_what_was_put_in() -> None:
    session = Session(SPEC)
    session.act(FOLD)
    session.next_hand()
    for action in (300, CALL, CALL, 600, CALL, CALL, CALL, CALL, CALL):
        session.act(action)
    expected = [100, session.state.pot]  # type: ignore[attr-defined]
    session.next_hand()
    session.act(max(session.state.legal_actions()))
    session.act(CALL)
    expected.append(session.state.pot)  # type: ignore[attr-defined]
    assert pots(SPEC, session.results) == expected == [100, 1200, 2 * min(session.stacks_before)]


def test_a_hand_that_the_rules_do_not_allow_counts_as_twice_what_was_won() -> None:
    assert pots(SPEC, [HandResult(1, 1, (FOLD, FOLD), (-50.0, 50.0))]) == [100]


def test_the_seat_that_deals_first_opens_the_first_duplicate_deal_and_its_repeat_is_swapped() -> None:
    for deals_first in (0, 1):
        spec = holdem(duplicate=True, duplicate_block=2, deals_first=deals_first)
        openers = [spec.deal_of_hand(number)[1] for number in range(1, 5)]
        assert openers == [deals_first, 1 - deals_first, 1 - deals_first, deals_first]


def test_a_table_of_an_older_version_deals_its_duplicate_hands_as_before() -> None:
    spec = holdem(duplicate=True, first="seat-1")
    stored = spec.to_dict()
    del stored["deals_first"]
    assert TableSpec.from_dict(stored) == spec
    assert spec.deal_of_hand(1) == (0, 0)


@pytest.mark.parametrize(("first", "opener"), [("seat-0", 0), ("seat-1", 1)])
@pytest.mark.parametrize("table", ["holdem", "kuhn-poker"])
def test_who_deals_first_is_honoured_at_duplicate_tables(table: str, first: str, opener: int) -> None:
    spec = TableChoices(agent="a", first=first, style="duplicate").spec(table, 1)
    assert spec.duplicate
    assert spec.deal_of_hand(1) == (0, opener)
