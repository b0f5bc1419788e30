"""A hand of the archive: the table as the hand found it, whose it was, how it ended."""

import json

import pytest
from hypothesis import given, settings

from game.archive import hands
from game.archive.hands import PlayedHand
from game.core import BadInput
from game.match.session import Session
from game.match.table_spec import TableSpec
from tests.archive.hands_for_tests import MOMENT, hand, played_hands, sessions

CALL, FOLD = 1, 0


@settings(max_examples=60)
@given(sessions())
def test_a_hand_is_dealt_and_played_again_as_it_was(session: Session) -> None:
    again = hands.of(session, MOMENT).session()
    assert again.steps == session.steps
    assert again.hand_number == session.hand_number
    assert again.results[-1] == session.results[-1]


@settings(max_examples=60)
@given(played_hands())
def test_a_hand_comes_back_from_json_with_mixes_and_dice(played: PlayedHand) -> None:
    again = PlayedHand.from_dict(json.loads(json.dumps(played.to_dict())))
    assert again == played
    assert (again.at, again.decisions) == (played.at, played.decisions)


def test_a_hand_of_a_match_keeps_the_stacks_and_blinds_it_was_dealt_with() -> None:
    levels = ((50, 100, 1), (100, 200, 1))
    spec = TableSpec("holdem", ("you", "rock"), form="match", stacks=(5_000, 7_000), schedule=levels)
    session = Session(spec)
    session.act(FOLD)
    session.next_hand()
    session.act(FOLD)
    played = hands.of(session, MOMENT)
    assert (played.number, played.spec.stacks, played.spec.big_blind) == (2, (4_950, 7_050), 200)
    assert played.returns == (100, -100)
    assert played.session().stacks == session.stacks


@settings(max_examples=60)
@given(sessions())
def test_the_hands_of_a_session_are_those_that_were_kept_one_by_one(session: Session) -> None:
    found = hands.finished(session.spec, session.results)
    assert len(found) == len(session.results)
    assert found[-1] == hands.of(session, MOMENT)
    assert [one.session().results[-1].returns for one in found] == [one.returns for one in session.results]


def test_own_seat_opponent_and_result_are_those_of_the_player() -> None:
    played = hand(seats=("ada-20", "you"), seed=3)
    assert (played.own_seat, played.opponent, played.watched) == (1, "ada-20", False)
    assert played.result == {1: "won", 0: "drawn", -1: "lost"}[round(played.returns[1])]


def test_a_watched_hand_has_no_result_of_its_own() -> None:
    played = hand(seats=("ada-20", "perfect"))
    assert (played.own_seat, played.opponent, played.result, played.watched) == (None, None, None, True)


def test_stepping_back_works_on_the_session_of_a_hand() -> None:
    session = hand().session()
    session.step_back()
    assert not session.hand_over


def test_an_unfinished_hand_is_not_kept() -> None:
    with pytest.raises(BadInput, match="not finished"):
        hands.of(Session(TableSpec("tic-tac-toe", ("you", "ada-20"))), MOMENT)


@pytest.mark.parametrize(
    "damage",
    [
        {"moves": 3},
        {"moves": [{"action": "x"}]},
        {"at": "noon"},
        {"at": True},
        {"returns": [1.0]},
        {"versions": [1, 2]},
        {"table": {"game": "chess", "seats": ["you", "x"]}},
        {"at": 10**400},
        {"at": 1e300},
        {"at": -1.0},
        {"at": float("nan")},
        {"returns": [10**400, 0]},
        {"returns": [1e300, -1e300]},
        {"table": {"game": "kuhn-half-street", "seats": ["you", "x"], "blinds": -(10**400)}},
        {"table": None},
    ],
)
def test_what_is_no_hand_is_refused_in_a_sentence(damage: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="not a hand that was played"):
        PlayedHand.from_dict({**hand().to_dict(), **damage})


def test_moves_that_the_rules_forbid_are_said_when_the_hand_is_played() -> None:
    played = hand()
    twice = PlayedHand(MOMENT, played.spec, (0, 0), (0.0, 0.0))
    with pytest.raises(BadInput, match="do not allow"):
        twice.session()
    with pytest.raises(BadInput, match="not finished"):
        PlayedHand(MOMENT, played.spec, (0,), (0.0, 0.0)).session()
