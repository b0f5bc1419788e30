"""Sessions: deals from the seed, seats and roles, undo, saving, and chip counts."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core import BadInput, Decision, IllegalAction
from game.match.session import Session
from game.match.table_spec import TableSpec
from tests.match.test_series import list_deal

CALL, FOLD = 1, 0


def table(game: str, **entries: Any) -> Session:
    return Session(TableSpec(game, entries.pop("seats", ("you", "guest")), **entries))


def play_out(session: Session, rng: random.Random) -> None:
    while not session.hand_over:
        legal = session.state.legal_actions()
        session.act(legal[rng.randrange(len(legal))])


def test_cards_are_dealt_before_the_first_decision() -> None:
    session = table("kuhn-poker")
    assert len(list_deal(session)) == 2
    assert session.seat_to_act == 0


def test_same_seed_deals_the_same_cards_whatever_is_done() -> None:
    folded, called = table("holdem", seed=3), table("holdem", seed=3)
    called.act(CALL)
    called.act(CALL)
    folded.act(FOLD)
    assert list_deal(called)[:4] == list_deal(folded)
    folded.next_hand()
    other = table("holdem", seed=3)
    play_out(other, random.Random(1))
    other.next_hand()
    assert list_deal(other) == list_deal(folded)


def test_cards_that_are_told_are_dealt_and_the_rest_follows_from_the_seed() -> None:
    session = Session(TableSpec("holdem", ("you", "guest"), seed=3), cards=(51, 0, 12, 25, 7))
    session.act(CALL)
    session.act(CALL)
    assert list_deal(session)[:5] == [51, 0, 12, 25, 7]
    assert len(list_deal(session)) == 7
    session.act(CALL)
    session.undo()
    assert list_deal(session)[:5] == [51, 0, 12, 25, 7]


def test_the_next_hand_is_dealt_from_the_seed_again() -> None:
    dealt = Session(TableSpec("holdem", ("you", "guest"), seed=3), cards=(51, 0, 12, 25))
    usual = table("holdem", seed=3)
    for session in (dealt, usual):
        session.act(FOLD)
        session.next_hand()
    assert list_deal(dealt) == list_deal(usual)


def test_board_does_not_depend_on_the_betting() -> None:
    passive, active = table("holdem", seed=5), table("holdem", seed=5)
    for _ in range(8):
        passive.act(CALL)
    active.act(20_000)
    active.act(CALL)
    assert list_deal(passive) == list_deal(active)
    assert len(list_deal(active)) == 9


def test_button_acts_first_before_the_flop_and_alternates() -> None:
    session = table("holdem")
    assert session.seat_to_act == 0
    session.act(FOLD)
    session.next_hand()
    assert session.seat_to_act == 1


def test_duplicate_deals_come_back_with_seats_swapped() -> None:
    session = table("holdem", duplicate=True, duplicate_block=1)
    first = list_deal(session)
    session.act(FOLD)
    session.next_hand()
    assert list_deal(session) == first
    assert session.seat_to_act == 1


def test_match_carries_stacks_over_and_ends_when_one_is_broke() -> None:
    session = table("holdem", form="match", stacks=(500, 700), small_blind=50, big_blind=100, seed=1)
    session.act(500)
    session.act(CALL)
    assert sum(session.stacks) == 1200
    hands = 1
    while not session.over:
        session.next_hand()
        hands += 1
        legal = session.state.legal_actions()
        session.act(legal[-1])
        while not session.hand_over:
            session.act(CALL)
        assert sum(session.stacks) == 1200
        assert hands < 200
    assert sorted(session.stacks) == [0, 1200]
    with pytest.raises(BadInput, match="next hand"):
        session.next_hand()


def test_cash_resets_stacks() -> None:
    session = table("holdem")
    session.act(FOLD)
    session.next_hand()
    assert session.stacks == (20_000, 20_000)
    assert session.total(0) == -50


def test_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    session = table("tic-tac-toe", seats=("you", "ada"))
    session.act(0)
    session.act(4, Decision(4, {4: 1.0}, 0.5))
    assert session.can_undo
    session.undo()
    assert session.seat_to_act == 0
    assert session.steps == ()
    session.redo()
    assert [step.action for step in session.steps] == [0, 4]
    assert session.steps[1].decision is not None


def test_undo_alone_at_the_start_does_nothing() -> None:
    session = table("tic-tac-toe", seats=("ada", "you"))
    session.act(4)
    assert not session.can_undo
    session.undo()
    assert len(session.steps) == 1
    assert not session.can_redo
    session.redo()
    assert len(session.steps) == 1


def test_a_new_action_forgets_what_was_taken_back() -> None:
    session = table("tic-tac-toe")
    session.act(0)
    session.undo()
    session.act(1)
    assert not session.can_redo


def test_after_undo_the_same_cards_and_the_same_dice_come() -> None:
    session = table("kuhn-poker", seed=9)
    seed, cards = session.decision_seed, list_deal(session)
    session.act(0)
    session.undo()
    assert (session.decision_seed, list_deal(session)) == (seed, cards)


def test_a_finished_hand_that_is_played_again_counts_as_it_was_played_first() -> None:
    session = table("kuhn-poker")
    session.act(1)
    session.act(0)
    [first] = session.results
    session.undo()
    assert (session.results, session.is_played_again) == ([first], True)
    kept = Session.from_dict(session.to_dict())
    for again in (session, kept):
        while not again.hand_over:
            again.act(1)
        assert again.state.returns() != first.returns
        again.undo()
        assert again.results == [first]
        while not again.hand_over:
            again.act(1)
        again.next_hand()
        assert (again.results, again.is_played_again) == ([first], False)


def test_the_stacks_of_a_match_follow_the_first_result_of_a_hand() -> None:
    session = table("holdem", form="match", stacks=(1_000, 1_000))
    session.act(0)
    stacks = session.stacks
    session.undo()
    session.act(1_000)
    session.act(1)
    assert (session.stacks, session.over) == (stacks, False)
    session.next_hand()
    assert session.stacks_before == stacks


def test_illegal_action_changes_nothing() -> None:
    session = table("tic-tac-toe")
    session.act(4)
    with pytest.raises(IllegalAction):
        session.act(4)
    assert len(session.steps) == 1


def test_next_hand_waits_for_the_end_of_this_one() -> None:
    with pytest.raises(BadInput, match="next hand"):
        table("kuhn-poker").next_hand()


def test_information_of_a_seat_hides_the_other_hand() -> None:
    session = table("kuhn-poker", seed=2)
    keys = {session.info(seat).key for seat in (0, 1)}
    assert len(keys) == 2


@settings(max_examples=60)
@given(
    game=st.sampled_from(["tic-tac-toe", "kuhn-poker", "kuhn-half-street", "holdem"]),
    seed=st.integers(0, 10**6),
    stop=st.integers(0, 40),
)
def test_session_survives_json_at_any_moment(game: str, seed: int, stop: int) -> None:
    session = table(game, seed=seed)
    rng = random.Random(seed)
    for _ in range(stop):
        if session.hand_over:
            session.next_hand()
            continue
        legal = session.state.legal_actions()
        action = legal[rng.randrange(len(legal))]
        session.act(action, Decision(action, {action: 1.0}, 0.25))
    again = Session.from_dict(json.loads(json.dumps(session.to_dict())))
    assert again.to_dict() == session.to_dict()
    assert again.state == session.state
    assert again.steps == session.steps
    assert again.results == session.results
    assert again.decision_seed == session.decision_seed


@pytest.mark.parametrize(
    "damage",
    [
        {"table": None},
        {"past": [{}]},
        {"past": [{"actions": [1], "returns": [1]}]},
        {"hand": [{"action": "x"}]},
        {"hand": [{"action": 77}]},
        {"hand": [{"action": 1, "strategy": [[1]], "roll": 0.5}]},
        {"hand": 5},
        {"past": [{"actions": [1], "returns": [float("inf"), float("-inf")]}]},
        {"past": [{"actions": [1], "returns": [10**400, 0]}]},
        {"past": [{"actions": [1], "returns": [100, 100]}]},
        {"past": [{"actions": ["7"], "returns": [1, -1]}]},
        {"hand": [{"action": 1, "strategy": [[1, 10**400]], "roll": 0.5}]},
        {"hand": [{"action": 1, "strategy": [[1, float("nan")]], "roll": 0.5}]},
        {"hand": [{"action": 1, "strategy": [[1, 1.0]], "roll": 7}]},
    ],
)
def test_damaged_session_is_a_sentence(damage: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        Session.from_dict(table("kuhn-poker").to_dict() | damage)


def test_long_session_is_rebuilt_without_dealing_its_past() -> None:
    stored = table("holdem").to_dict()
    stored["past"] = [{"actions": [0], "returns": [-50.0, 50.0]}] * 5_000
    session = Session.from_dict(stored)
    assert session.hand_number == 5_001
    assert session.total(1) == 250_000
    assert [result.player_0_seat for result in session.results[:3]] == [1, 0, 1]


def test_match_that_goes_on_after_the_end_is_refused() -> None:
    stored = table("holdem", form="match", stacks=(100, 100)).to_dict()
    stored["past"] = [{"actions": [], "returns": [100, -100]}]
    with pytest.raises(BadInput, match="out of chips"):
        Session.from_dict(stored)
