"""Hands that are played on from a decision: every decision of every game, with the cards that were dealt."""

import json
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.archive import hands
from game.archive.imported import ImportedHand
from game.archive.text_id import rebuild_session
from game.core import CHANCE, BadInput
from game.match.dealt_again import play_from
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.kuhn_poker import KuhnInformationState
from tests.archive.hands_for_tests import MOMENT, hand, tables
from tests.features.logs.logs_for_tests import records

AGENT, SEED = "somebody", 99


def cards_of(session: Session) -> list[int]:
    return [step.action for step in session.steps if step.player == CHANCE]


def actions_of(session: Session) -> list[int]:
    return [step.action for step in session.steps if step.player != CHANCE]


def play_out(session: Session) -> None:
    while not session.hand_over:
        session.act(random.Random(0).choice(list(session.state.legal_actions())))


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("seed", range(6))
def test_every_decision_of_a_hand_can_be_played_on(game: str, seed: int) -> None:
    whole = hand(game, seed=seed, skip=seed).session()
    before = whole.state if game == games.TIC_TAC_TOE else None
    decisions = 0
    for place, step in enumerate(whole.steps):
        if place:
            before = whole.steps[place - 1].state
        if step.player == CHANCE or place == 0 or before is None:
            continue
        info = before.information_state(step.player)
        session = play_from(whole, info, AGENT, SEED)
        decisions += 1
        assert session.info(session.spec.seats.index("you")) == info
        assert session.spec.seats[session.seat_to_act or 0] == "you"
        assert session.spec.seats.count(AGENT) == 1
        assert actions_of(session) == actions_of(whole)[: len(actions_of(session))]
        assert cards_of(session) == cards_of(whole)[: len(cards_of(session))]
        assert not session.hand_counts
        for action in actions_of(whole)[len(actions_of(session)) :]:
            session.act(action)
        assert session.state == whole.state
    assert decisions


@given(tables(), st.randoms(use_true_random=False))
def test_whatever_the_table_was_the_position_is_the_same(table: TableSpec, rng: random.Random) -> None:
    session = Session(table)
    while not session.hand_over:
        session.act(rng.choice(list(session.state.legal_actions()[:6])))
    whole = hands.of(session, MOMENT).session()
    infos = [
        before.state.information_state(step.player)
        for before, step in pairwise(whole.steps)
        if step.player != CHANCE
    ]
    if infos:
        info = rng.choice(infos)
        at_table = play_from(whole, info, AGENT, SEED)
        assert at_table.info(at_table.spec.seats.index("you")) == info


def test_the_next_hand_is_dealt_from_the_seed_and_counts() -> None:
    whole = hand(games.KUHN_POKER, seed=3).session()
    info = whole.steps[1].state.information_state(whole.steps[2].player)
    session = play_from(whole, info, AGENT, SEED)
    play_out(session)
    session.next_hand()
    assert session.hand_counts
    assert cards_of(session) == cards_of(_second(Session(session.spec)))


def _second(session: Session) -> Session:
    play_out(session)
    session.next_hand()
    return session


def test_a_hand_that_is_played_on_is_kept_with_its_cards() -> None:
    whole = hand(games.HOLDEM, seed=5).session()
    place = next(place for place, step in enumerate(whole.steps) if step.player != CHANCE)
    info = whole.steps[place - 1].state.information_state(whole.steps[place].player)
    session = play_from(whole, info, AGENT, SEED)
    again = Session.from_dict(json.loads(json.dumps(session.to_dict())))
    assert cards_of(again) == cards_of(session)
    assert not again.hand_counts
    play_out(again)
    again.next_hand()
    later = Session.from_dict(json.loads(json.dumps(again.to_dict())))
    assert cards_of(later) == cards_of(again)
    later.step_back()
    assert cards_of(later)[:4] == cards_of(session)[:4]


@pytest.mark.parametrize("game", games.NAMES)
def test_a_save_from_before_cards_were_kept_still_opens(game: str) -> None:
    session = Session(hand(game, seed=5).spec)
    session.act(session.state.legal_actions()[0])
    stored = session.to_dict()
    del stored["cards"]
    again = Session.from_dict(stored)
    assert (again.state, again.laid_hand) == (session.state, 0)
    assert cards_of(again) == cards_of(session)


def test_a_saved_card_that_cannot_be_dealt_is_bad_input() -> None:
    stored = Session(hand(games.HOLDEM, seed=5).spec).to_dict()
    for cards in ([77], [1, 1], ["A"], 5):
        with pytest.raises(BadInput):
            Session.from_dict(stored | {"cards": cards})


def test_a_hand_of_a_log_is_rebuilt_from_its_line() -> None:
    for record in records(8):
        whole = ImportedHand(1, record, 0, 0, 0).session()
        places = [place for place, step in enumerate(whole.steps) if step.player != CHANCE]
        for place in places:
            info = whole.steps[place - 1].state.information_state(whole.steps[place].player)
            rebuilt = rebuild_session(ImportedHand(1, record, 0, 0, 0).id, info)
            assert rebuilt.state == whole.state
            assert play_from(rebuilt, info, AGENT, SEED).info(_own(rebuilt, info.player)) == info


def _own(whole: Session, player: int) -> int:
    """Return the seat of who acts in the new table: 0 has the button."""
    return 0 if player == 1 else 1


def test_a_decision_of_another_hand_is_refused() -> None:
    whole = hand(games.KUHN_POKER, seed=3).session()
    card = next(card for card in range(3) if card not in cards_of(whole))
    with pytest.raises(BadInput, match="no such decision"):
        play_from(whole, KuhnInformationState(0, card, ""), AGENT, SEED)
