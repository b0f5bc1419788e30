"""Hands of the archive, imported hands, and text ids."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.agent_entries import AgentEntry
from game.archive import code, export, hands
from game.archive.hands import PlayedHand
from game.archive.imported import SHOWDOWN, ImportedHand, LogFilter, reached_by
from game.core import BadInput
from game.match.acpc import from_acpc
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules.betting import BIG_BLIND, BUTTON, HoldemRules
from tests.archive.hands_for_tests import MOMENT, played_hands, sessions
from tests.archive.hands_for_tests import hand as hands_for_tests_hand

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
    played = hands_for_tests_hand(seats=("ada-20", "you"), seed=3)
    assert (played.own_seat, played.opponent, played.watched) == (1, "ada-20", False)
    assert played.result == {1: "won", 0: "drawn", -1: "lost"}[round(played.returns[1])]


def test_a_watched_hand_has_no_result_of_its_own() -> None:
    played = hands_for_tests_hand(seats=("ada-20", "perfect"))
    assert (played.own_seat, played.opponent, played.result, played.watched) == (None, None, None, True)


def test_stepping_back_works_on_the_session_of_a_hand() -> None:
    session = hands_for_tests_hand().session()
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
        PlayedHand.from_dict({**hands_for_tests_hand().to_dict(), **damage})


def test_moves_that_the_rules_forbid_are_said_when_the_hand_is_played() -> None:
    played = hands_for_tests_hand()
    twice = PlayedHand(MOMENT, played.spec, (0, 0), (0.0, 0.0))
    with pytest.raises(BadInput, match="do not allow"):
        twice.session()
    with pytest.raises(BadInput, match="not finished"):
        PlayedHand(MOMENT, played.spec, (0,), (0.0, 0.0)).session()


UNEQUAL = HoldemRules(50, 100, (900, 500))
LINE = "STATE:7:r300c/cc/cr400f:AsKd|7c2h/3s4s9h/Td:-300|300:ann|bob"


def hand(first: int, line: str = LINE) -> ImportedHand:
    record = from_acpc(line, UNEQUAL)
    net = record.final_state().returns()[first]
    return ImportedHand(12, record, first, net, reached_by(record.final_state()))


@pytest.mark.parametrize("first", [BIG_BLIND, BUTTON])
def test_seats_stacks_and_button_are_those_of_the_log(first: int) -> None:
    played = hand(first)
    session = played.session()
    seat_of_ann = 0 if first == BIG_BLIND else 1
    assert session.spec.seats[seat_of_ann] == "ann"
    assert session.get_seat(BIG_BLIND) == seat_of_ann
    assert session.stacks_before[seat_of_ann] == 900
    assert session.results[-1].returns == played.returns
    assert played.returns[seat_of_ann] == -300
    assert played.id == LINE
    assert played.number == 12


@pytest.mark.parametrize(
    ("line", "reached"),
    [
        ("STATE:1:f:AsKd|7c2h:50|-50:ann|bob", 0),
        ("STATE:1:cc/r200f:AsKd|7c2h/3s4s9h:100|-100:ann|bob", 1),
        (LINE, 2),
        ("STATE:1:cc/cc/cc/cr200f:AsKd|7c2h/3s4s9h/Td/Jc:-100|100:ann|bob", 3),
        ("STATE:1:cc/cc/cc/cc:AsKd|7c2h/3s4s9h/Td/Jc:100|-100:ann|bob", SHOWDOWN),
        ("STATE:1:r500c///:AsKd|7c2h/3s4s9h/Td/Jc:500|-500:ann|bob", SHOWDOWN),
    ],
)
def test_how_far_a_hand_went_is_where_somebody_folded(line: str, reached: int) -> None:
    assert hand(BIG_BLIND, line).reached == reached


def test_a_filter_that_lets_all_pass_is_open() -> None:
    assert LogFilter("log").is_open
    assert not LogFilter("log", reached=1).is_open


ADA = AgentEntry("ada-20", "tic-tac-toe", "learned", "", version="0a1b2c3d")
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


@settings(max_examples=120)
@given(played_hands())
def test_every_hand_comes_back_from_its_id(played: PlayedHand) -> None:
    assert export.from_id(played.id) == played


def test_an_id_is_short_and_made_of_letters_that_nothing_changes() -> None:
    text = hands_for_tests_hand(seed=4_000_000_000).id
    assert text.startswith("p1-")
    assert set(text[3:]) <= set(LETTERS)
    assert len(text) < 64
    assert len(hands_for_tests_hand("holdem", seed=4_000_000_000).id) < 120


def test_capitals_spaces_and_line_breaks_are_forgiven() -> None:
    played = hands_for_tests_hand()
    text = played.id.upper()
    assert export.from_id(f"  {text[:20]}\n{text[20:]} ") == played


@settings(max_examples=200)
@given(st.data())
def test_one_wrong_letter_is_always_noticed(data: st.DataObject) -> None:
    text = hands_for_tests_hand("holdem", seed=7).id
    index = data.draw(st.integers(3, len(text) - 1))
    letter = data.draw(st.sampled_from(LETTERS).filter(lambda letter: letter != text[index]))
    with pytest.raises(BadInput, match="mistyped"):
        export.from_id(text[:index] + letter + text[index + 1 :])


def test_an_id_that_was_cut_or_lengthened_is_noticed() -> None:
    text = hands_for_tests_hand().id
    for wrong in [*(text[:end] for end in range(4, len(text))), text + "a", text + text[3:]]:
        with pytest.raises(BadInput, match="mistyped"):
            export.from_id(wrong)


@pytest.mark.parametrize("text", ["", "p1-", "hello", "p1_abc", "p1-abc!", "p1-01", "p1-" + "a" * 30_000])
def test_what_is_no_id_is_said(text: str) -> None:
    with pytest.raises(BadInput, match="not the id of a hand"):
        export.from_id(text)


def test_an_id_of_another_version_is_said() -> None:
    with pytest.raises(BadInput, match="of version 3; this program reads version 2"):
        export.from_id("p3" + hands_for_tests_hand().id[2:])


def test_an_agent_that_is_not_here_is_named() -> None:
    text = hands_for_tests_hand(seats=("you", "gone")).id
    assert export.from_id(text).opponent == "gone"
    with pytest.raises(BadInput, match="gone played this hand and is not among the agents"):
        export.from_id(text, [ADA])
    assert export.from_id(hands_for_tests_hand().id, [ADA]) == hands_for_tests_hand()


def test_agents_of_another_version_are_named() -> None:
    played = hands_for_tests_hand()
    other = PlayedHand(0.0, played.spec, played.actions, played.returns, versions=("", "ffffffff"))
    assert export.other_versions(export.from_id(other.id), [ADA]) == ("ada-20",)
    same = PlayedHand(0.0, played.spec, played.actions, played.returns, versions=("", ADA.version))
    assert export.other_versions(same, [ADA]) == ()


def test_moves_that_cannot_be_are_said() -> None:
    played = hands_for_tests_hand()
    for actions in ((0, 0), (0,), (99,), (*played.actions, 8)):
        forged = PlayedHand(0.0, played.spec, actions, played.returns)
        with pytest.raises(BadInput, match="cannot be played"):
            export.from_id(forged.id)


def test_any_bytes_with_a_true_checksum_are_a_hand_or_a_sentence() -> None:
    rng = random.Random(1)
    for _ in range(400):
        data = bytes(rng.randrange(256) for _ in range(rng.randrange(40)))
        with pytest.raises(BadInput):
            export.from_id(_seal(data))


@pytest.mark.parametrize(
    "table",
    [
        TableSpec("kuhn-poker", ("you", "guest"), seed=1 << 20_000),
        TableSpec("kuhn-poker", ("you", "guest"), skip=1 << 2_000),
        TableSpec("holdem", ("you", "guest"), stacks=(1 << 2_000, 1 << 2_000)),
    ],
)
def test_numbers_that_no_table_has_are_said(table: TableSpec) -> None:
    with pytest.raises(BadInput, match="table that this version does not have"):
        export.from_id(code.encode(table, (0, 0), ("", "")))


def test_an_id_of_more_moves_than_a_hand_has_is_said_without_being_played() -> None:
    raises = [*range(200, 200 + code.MAX_ACTIONS), 0]
    with pytest.raises(BadInput, match="1,001 moves: a hand has 1,000 at most"):
        export.from_id(code.encode(TableSpec("holdem", ("you", "guest")), raises, ("", "")))


def test_a_seed_too_long_to_be_written_is_said_when_the_hand_is_played() -> None:
    endless = PlayedHand(
        0.0, TableSpec("kuhn-poker", ("you", "guest"), seed=1 << 20_000), (0, 0), (1.0, -1.0)
    )
    with pytest.raises(BadInput, match="do not allow"):
        endless.session()


def test_a_stake_that_nobody_has_is_said() -> None:
    table = TableSpec("kuhn-half-street", ("you", "guest"), blinds=1.7e308)
    with pytest.raises(BadInput, match="its stacks are too large"):
        export.from_id(code.encode(table, (1, 1), ("", "")))


def _seal(data: bytes) -> str:
    import base64
    import zlib

    letters = base64.b32encode(data + zlib.crc32(b"p1-" + data).to_bytes(4, "big")).decode()
    return f"p1-{letters.rstrip('=').lower()}"
