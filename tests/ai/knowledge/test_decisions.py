from types import SimpleNamespace

import numpy as np

from ai.knowledge.decisions import (
    HELD_OUT,
    HELD_OUT_EACH,
    SET_ASIDE,
    SIX_CLASSES,
    DecisionCollector,
    Decisions,
    LoggedHand,
    action_class,
    deal_number,
    replay_hand,
)
from game.match.acpc import from_acpc
from game.rules.betting import HoldemRules
from tests.ai.knowledge.tables import random_decisions, random_hands

LINE = "STATE:4:cr500c/cc/cc/cc:ThAs|Ac6c/Qd2h7c/5d/6d:-500|500:{}|{}"


def record(first="ann", second="bob"):
    return from_acpc(LINE.format(first, second), HoldemRules())


def test_every_decision_of_a_hand_is_found_with_the_cards_of_who_made_it():
    found = replay_hand(record()).decisions
    assert [public.player for public, _, _ in found] == [1, 0, 1, 0, 1, 0, 1, 0, 1]
    assert [len(public.board) for public, _, _ in found] == [0, 0, 0, 3, 3, 4, 4, 5, 5]
    assert found[0][1] == tuple(record().actions[2:4])


def test_decisions_are_those_that_the_rules_saw():
    for hand in random_hands(40):
        states = [
            (state, action)
            for state, action in zip(hand.states(), hand.actions, strict=False)
            if state.current_player() >= 0
        ]
        for (state, action), (public, hole, done) in zip(states, replay_hand(hand).decisions, strict=True):
            assert (state.betting, state.board, action) == (public.betting, public.board, done)
            assert state.hole[public.player] == hole


def test_the_result_is_that_of_the_rules():
    for hand in random_hands(40):
        final = hand.final_state()
        if final.pot % 2 == 0:
            assert replay_hand(hand).won_bb == final.returns()[0] / 100


def test_results_of_players_are_added_up():
    collector = DecisionCollector(lambda name: True)
    collector.add(record("ann", "bob"))
    collector.add(record("bob", "ann"))
    collector.add(record("ann", "eve"))
    assert collector.results() == (("ann", "bob", "eve"), (-5.0, 0.0, 5.0))


def test_only_wanted_players_are_learnt_from():
    collector = DecisionCollector(lambda name: not name.startswith("LBR"))
    collector.add(record("LBR-fcpa", "bob"))
    collector.add(record("LBR-fcpa", "LBR-56bets"))
    found = collector.take()
    assert collector.hands == 1
    assert collector.results()[0] == ("LBR-fcpa", "bob")
    assert (found.player == 1).all()
    assert len(found) == 5
    assert len(collector.take()) == 0


def test_everybody_may_have_a_name_of_his_own(monkeypatch):
    opened = LoggedHand(replay_hand(record()).decisions[:1], 0.0)
    monkeypatch.setattr("ai.knowledge.decisions.replay_hand", lambda hand: hand.played)
    monkeypatch.setattr("ai.knowledge.decisions.deal_number", lambda hand: 0)
    collector = DecisionCollector(lambda name: not name.startswith("guest"))
    for number in range(70_000):
        collector.add(SimpleNamespace(names=("ann", f"guest {number}"), played=LoggedHand((), 0.0)))
    collector.add(SimpleNamespace(names=("ann", "the last"), played=opened))
    assert collector.take().player.tolist() == [70_001]


def test_what_was_done_is_legal():
    found = random_decisions(300)
    assert found.legal[np.arange(len(found)), found.done].all()
    assert set(found.done.tolist()) == set(range(len(SIX_CLASSES)))
    assert ((found.size > 0) == (found.done > 1)).all()


def test_a_deal_has_the_same_number_whoever_sits_where():
    swapped = from_acpc("STATE:9:f:6cAc|AsTh:50|-50:bob|ann", HoldemRules())
    assert deal_number(swapped) == deal_number(record())


def test_one_deal_in_ten_is_held_out_and_one_set_aside():
    deals = np.array([deal_number(hand) for hand in random_hands(300)])
    found = random_decisions(200)
    for remainder, apart in ((HELD_OUT, found.held_out), (SET_ASIDE, found.set_aside)):
        chosen = deals[deals % HELD_OUT_EACH == remainder]
        assert 0.05 < len(chosen) / len(deals) < 0.15
        assert set(found.deal[apart].tolist()) <= set(chosen.tolist())
    assert not (found.held_out & found.set_aside).any()


def test_parts_are_joined_in_turn():
    found = random_decisions(50)
    again = Decisions.joined([found.of(slice(0, 20)), Decisions.none(), found.of(slice(20, None))])
    assert np.array_equal(again.cards, found.cards)
    assert np.array_equal(again.strength, found.strength)
    assert again.street.tolist() == found.street.tolist()


def test_classes_are_those_of_the_betting():
    hand = record()
    collector = DecisionCollector(lambda name: True)
    collector.add(hand)
    expected = [action_class(public.betting, action) for public, _, action in replay_hand(hand).decisions]
    assert collector.take().done.tolist() == expected
