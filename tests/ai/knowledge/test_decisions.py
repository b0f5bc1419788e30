"""Decisions read from logs of hands, with their action classes, features and batches."""

import math
from functools import cache
from types import SimpleNamespace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ai.hands.range_strategy import PublicState
from ai.knowledge import batches
from ai.knowledge.batches import (
    Examination,
    FrequencyTable,
    TrainingBatches,
    median_sizes,
    network_inputs,
    targets,
)
from ai.knowledge.decisions import (
    ALL_IN,
    CALLS,
    FLOP,
    FOLDS,
    HELD_OUT,
    HELD_OUT_EACH,
    LARGE,
    MEDIUM,
    NO_CARD,
    OWN,
    RIVER,
    SET_ASIDE,
    SITUATION,
    SIX_CLASSES,
    SMALL,
    TURN,
    DecisionCollector,
    Decisions,
    LoggedHand,
    action_class,
    betting_plane,
    class_action,
    deal_number,
    legal_classes,
    planes,
    replay_hand,
    seven_cards,
    situation,
    sum_raises,
)
from ai.knowledge.network import Network, NetworkSize
from game.match.acpc import from_acpc
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting
from game.rules.cards import parse
from tests.ai.knowledge.tables import at, random_decisions, random_hands

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


def test_a_raise_is_measured_by_the_pot_after_the_call():
    first_in = at("").betting  # 150 in the pot, 50 to call: a pot-sized raise is to 300
    assert first_in.raise_fraction(300) == 1.0
    assert [action_class(first_in, to) for to in (FOLD, CALL, 200, 300, 320, 321, 20_000)] == [
        FOLDS,
        CALLS,
        SMALL,
        MEDIUM,
        MEDIUM,
        LARGE,
        ALL_IN,
    ]


def test_classes_are_legal_where_an_action_is():
    assert legal_classes(at("").betting) == (True,) * 6
    assert legal_classes(at("c").betting) == (False, True, True, True, True, True)
    assert legal_classes(at("r20000").betting) == (True, True, False, False, False, False)


def test_with_little_left_a_raise_is_all_in():
    facing = at("r15000").betting
    assert legal_classes(facing) == (True, True, False, False, False, True)
    assert class_action(facing, ALL_IN, 1.0) == 20_000


def test_a_raise_beyond_what_the_other_can_pay_is_all_in():
    betting = PublicBetting.start(HoldemRules(stacks=(1_000, 20_000)))
    assert action_class(betting, 1_000) == action_class(betting, 5_000) == ALL_IN


def test_sizes_stand_for_their_class():
    betting = at("r300 c /", "QsJh2h").betting
    assert [class_action(betting, kind, size) for kind, size in ((CALLS, 0), (SMALL, 0.5), (LARGE, 2))] == [
        CALL,
        600,
        1_500,
    ]


@given(st.integers(200, 20_000), st.floats(0.05, 30), st.integers(2, 5))
def test_every_class_that_holds_an_action_is_legal_and_gives_one(opened, size, kind):
    betting = at(f"r{opened}").betting
    for action in betting.legal_actions()[:2]:
        assert legal_classes(betting)[action_class(betting, action)]
    wanted = betting.raise_to_for_fraction(size)
    if wanted is not None:
        assert legal_classes(betting)[action_class(betting, wanted)]
    if legal_classes(betting)[kind]:
        assert class_action(betting, kind, size) in betting.legal_actions()


def test_three_classes_are_the_six_summed_up():
    six = np.array([[0.1, 0.2, 0.3, 0.2, 0.1, 0.1]], np.float32)
    assert np.allclose(sum_raises(six), [[0.1, 0.2, 0.7]])
    assert math.isclose(float(sum_raises(six).sum()), 1.0, rel_tol=1e-6)


def test_each_street_has_a_plane_of_its_own():
    hole, board = parse("AsKd"), parse("QsJh2h8d5c")
    found = planes(np.array([seven_cards(hole, board)], np.uint8))[0]
    for plane, cards in ((OWN, hole), (FLOP, board[:3]), (TURN, board[3:4]), (RIVER, board[4:])):
        assert np.flatnonzero(found[plane]).tolist() == sorted(cards)


def test_cards_to_come_lie_on_no_plane():
    assert seven_cards(parse("AsKd"), parse("QsJh2h")) == [12, 50, 10, 22, 13, NO_CARD, NO_CARD]
    assert planes(np.array([seven_cards(parse("AsKd"), ())], np.uint8)).sum() == 2


def test_the_betting_plane_has_a_row_for_each_street_reached():
    plane = betting_plane(at("r300 c / c r600 c /", "QsJh2h8d").betting)
    assert plane[:, 0].tolist() == [1, 1, 1, 0]
    assert plane[:, 1].tolist() == [0, 0, 1, 0]
    assert not plane[3].any()


def test_the_betting_is_seen_with_the_eyes_of_the_player_to_act():
    facing = betting_plane(at("r300").betting)[0]
    own_raise = betting_plane(at("r300 r900").betting)[0]
    assert (facing[4], facing[5], facing[8], facing[9]) == (0, 0.25, 0, 1)
    assert (own_raise[4], own_raise[5], own_raise[8], own_raise[9]) == (0.25, 0.25, 0, 1)
    assert facing[7] == 0.5  # a raise by the pot, halved
    assert facing[6] == 0


def test_the_situation_tells_odds_position_and_street():
    bet_into = situation(at("r300 c / r900", "QsJh2h"))
    assert bet_into[:6].tolist() == [0, 1, 0, 0, 1, 1]
    assert np.isclose(bet_into[6], 2 * 600 / 1800)
    assert len(bet_into) == SITUATION


def test_nothing_depends_on_cards_that_are_private_or_on_the_unit_of_chips():
    small = HoldemRules(1, 2, (400, 400))
    assert np.allclose(situation(at("r300 c /", "QsJh2h")), situation(at("r6 c /", "QsJh2h", small)))
    assert np.allclose(
        betting_plane(at("r300 c / c").betting), betting_plane(at("r6 c / c", rules=small).betting)
    )


def test_the_look_of_a_board_knows_no_suit_by_name():
    looks = {
        tuple(situation(PublicState(0, parse(board), at("c c /").betting))[-8:].tolist())
        for board in ("QsJh2h", "QdJs2s")
    }
    assert len(looks) == 1


def test_numbers_lie_about_one():
    for public in (at(""), at("r20000"), at("r300 r900 r2700 r8100"), at("c c / c r20000", "AsAhAd")):
        for numbers in (betting_plane(public.betting), situation(public)):
            assert (numbers >= 0).all()
            assert (numbers <= 3).all()


PLACES = np.arange(300)


@cache
def decisions_of_logs() -> Decisions:
    return random_decisions(400)


def test_a_pass_shows_every_decision_once(monkeypatch):
    monkeypatch.setattr(batches, "BATCH_DECISIONS", 50)
    course = TrainingBatches(decisions_of_logs(), PLACES, 6, seed=0)
    assert course.a_pass == 6
    seen = np.concatenate([course.batch(number)[0].numbers for number in range(6)])
    assert np.array_equal(
        np.unique(seen, axis=0), np.unique(network_inputs(decisions_of_logs().of(PLACES)).numbers, axis=0)
    )


def test_the_same_batch_comes_again_whatever_came_between(monkeypatch):
    monkeypatch.setattr(batches, "BATCH_DECISIONS", 50)
    course, other = (
        TrainingBatches(decisions_of_logs(), PLACES, 6, seed=3),
        TrainingBatches(decisions_of_logs(), PLACES, 6, seed=3),
    )
    for number in (0, 7, 3):
        one, again = course.batch(number), other.batch(number)
        assert np.array_equal(one[0].planes, again[0].planes)
        assert np.array_equal(one[2], again[2])
    assert not np.array_equal(
        course.batch(0)[2], TrainingBatches(decisions_of_logs(), PLACES, 6, seed=4).batch(0)[2]
    )


def test_suits_are_exchanged_and_nothing_else(monkeypatch):
    monkeypatch.setattr(batches, "BATCH_DECISIONS", 300)
    course = TrainingBatches(decisions_of_logs(), PLACES, 6, seed=0)
    exchanged = 0
    for number in range(5):
        inputs, _, _ = course.batch(number)
        plain = {row.tobytes() for row in network_inputs(decisions_of_logs().of(PLACES)).planes}
        exchanged += any(row.tobytes() not in plain for row in inputs.planes)
        of_rank = np.sort(inputs.planes.sum(axis=2).reshape(300, -1), axis=0)
        assert np.array_equal(
            of_rank,
            np.sort(
                network_inputs(decisions_of_logs().of(PLACES)).planes.sum(axis=2).reshape(300, -1), axis=0
            ),
        )
    assert exchanged > 0


def test_an_examination_looks_at_everything_once():
    network = Network.fresh(NetworkSize(4, 12, 8), np.random.default_rng(0))
    test = Examination(network, decisions_of_logs(), np.arange(len(decisions_of_logs())), FrequencyTable())
    network.weights["last_bias"] += 100  # training after the save makes no difference
    while not test.is_over:
        test.go_on()
    network.weights["last_bias"] -= 100
    legal, done = targets(decisions_of_logs(), 6)
    given = network.probabilities(network_inputs(decisions_of_logs()), legal)
    expected = -np.log(given[np.arange(len(decisions_of_logs())), done]).mean()
    assert np.isclose(test.own_classes.log_loss, expected, atol=1e-5)
    assert test.network.score().decisions == test.table.score().decisions == len(decisions_of_logs())
    assert test.network.score().log_loss < test.own_classes.log_loss


def test_three_classes_are_learnt_where_three_are_wanted():
    legal, done = targets(decisions_of_logs(), 3)
    assert legal.shape == (len(decisions_of_logs()), 3)
    assert done.max() == 2


def test_a_class_is_bet_by_its_middle_size():
    sizes = median_sizes(decisions_of_logs(), np.arange(400), 6)
    flop_small = decisions_of_logs().size[(decisions_of_logs().street == 1) & (decisions_of_logs().done == 2)]
    assert np.isclose(sizes[1, 2], np.median(flop_small))
    assert median_sizes(decisions_of_logs(), np.arange(0), 6)[0].tolist() == [
        0,
        0,
        0.5,
        np.float32(0.8),
        1.5,
        0,
    ]
    any_size = decisions_of_logs().size[(decisions_of_logs().street == 1) & (decisions_of_logs().done >= 2)]
    assert np.isclose(median_sizes(decisions_of_logs(), np.arange(400), 3)[1, 2], np.median(any_size))
