"""Hold'em: dealing, turns, showdown and chips, by examples, by properties, and against PokerKit.

If both blinds are equal, PokerKit lets the big blind act first, so in this test the small blind is always smaller
than the big blind. test_betting covers equal blinds. PokerKit counts a player's chips per street, and this program
counts them per hand.
"""

import pickle
import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import Automation, Mode, NoLimitTexasHoldem

from game.core import CHANCE, TERMINAL, IllegalAction
from game.rules.cards import names, parse
from game.rules.hand_rank import Category, category
from game.rules.holdem import BIG_BLIND, BUTTON, CALL, FOLD, HoldemRules, HoldemState, Street

SHORT = HoldemRules(50, 100, (2000, 2000))
ACES_AND_KINGS = "AsAh KsKh"
QUIET_BOARD = "2c 7d 9h Js 4c"


def play(cards: str, *actions: int, rules: HoldemRules = SHORT) -> HoldemState:
    """Return the state after `actions`. Whenever cards are due, the next of `cards` are dealt."""
    state = HoldemState(rules)
    deck, bets = iter(parse(cards)), iter(actions)
    while not state.is_terminal():
        source = deck if state.current_player() == CHANCE else bets
        action = next(source, None)
        if action is None:
            return state
        state = state.child(action)
    return state


def random_state(data: st.DataObject) -> tuple[HoldemState, list[HoldemState]]:
    """Play a random hand with random blinds and stacks. Return its last state, and all its states in order."""
    small = data.draw(st.integers(1, 20))
    big = data.draw(st.integers(small, 40))
    stacks = data.draw(st.tuples(st.integers(1, 400), st.integers(1, 400)))
    state = HoldemState(HoldemRules(small, big, stacks))
    passed = [state]
    while not state.is_terminal():
        actions = state.legal_actions()
        state = state.child(actions[data.draw(st.integers(0, len(actions) - 1))])
        passed.append(state)
    return state, passed


def test_cards_are_dealt_one_at_a_time_to_the_big_blind_then_to_the_button() -> None:
    state = play("AsKd Th2c")
    assert [names(cards) for cards in state.hole] == ["AsKd", "Th2c"]
    assert state.current_player() == BUTTON


def test_every_card_not_yet_dealt_is_equally_likely() -> None:
    outcomes = play("AsKd").chance_outcomes()
    assert len(outcomes) == 50
    assert {probability for _, probability in outcomes} == {1 / 50}
    assert not {card for card, _ in outcomes} & set(parse("AsKd"))


def test_flop_has_three_cards_turn_and_river_one_each() -> None:
    state = play("AsAh KsKh 2c7d", CALL, CALL)
    assert (state.current_player(), state.street) == (CHANCE, Street.PREFLOP)
    state = state.child(*parse("9h"))
    assert (state.current_player(), state.street) == (BIG_BLIND, Street.FLOP)
    state = state.child(CALL).child(CALL).child(*parse("Js"))
    assert (state.current_player(), state.street) == (BIG_BLIND, Street.TURN)


def test_showdown_after_the_river_pays_the_better_hand() -> None:
    state = play(ACES_AND_KINGS + QUIET_BOARD, 300, CALL, *[CALL] * 6)
    assert state.returns() == (300, -300)
    showdown = state.showdown()
    assert showdown is not None
    assert showdown.winner == BIG_BLIND
    assert names(showdown.best_five[0]) == "AsAhJs9h7d"
    assert names(showdown.best_five[1]) == "KsKhJs9h7d"
    assert showdown.ranks[0] < showdown.ranks[1]
    assert showdown.payoffs == (300, -300)


def test_button_wins_with_the_better_hand() -> None:
    state = play("KsKh AsAh" + QUIET_BOARD, CALL, CALL, *[CALL] * 6)
    assert state.returns() == (-100, 100)


def test_folding_loses_what_was_put_in_and_there_is_no_showdown() -> None:
    state = play(ACES_AND_KINGS, 300, 900, FOLD)
    assert state.is_terminal()
    assert state.returns() == (300, -300)
    assert state.showdown() is None
    assert (state.pot, state.stacks_left) == (600, (1700, 1700))


def test_equal_hands_split_the_pot() -> None:
    state = play("AsKh AdKc" + QUIET_BOARD, 300, CALL, *[CALL] * 6)
    assert state.returns() == (0, 0)
    showdown = state.showdown()
    assert showdown is not None
    assert showdown.winner is None


def test_all_in_hands_are_run_out_by_chance_alone() -> None:
    state = play(ACES_AND_KINGS, 2000, CALL)
    assert state.is_run_out
    for card in parse(QUIET_BOARD):
        assert state.current_player() == CHANCE
        state = state.child(card)
    assert state.current_player() == TERMINAL
    assert state.is_run_out
    assert state.returns() == (2000, -2000)
    assert state.betting.acpc == "r2000c///"


def test_all_in_on_the_river_is_no_run_out() -> None:
    state = play(ACES_AND_KINGS + QUIET_BOARD, CALL, CALL, *[CALL] * 4, 2000, CALL)
    assert state.is_terminal()
    assert not state.is_run_out
    assert state.street == Street.RIVER


def test_larger_stack_loses_no_more_than_the_smaller_one() -> None:
    state = play("KsKh AsAh" + QUIET_BOARD, 20_000, CALL, rules=HoldemRules(50, 100, (1500, 20_000)))
    assert state.returns() == (-1500, 1500)
    state = play(ACES_AND_KINGS + QUIET_BOARD, 20_000, CALL, rules=HoldemRules(50, 100, (1500, 20_000)))
    assert state.returns() == (1500, -1500)
    assert state.stacks_left == (0, 18_500)


def test_blind_larger_than_both_stacks_is_played_for_the_smaller_stack() -> None:
    state = play(ACES_AND_KINGS + QUIET_BOARD, rules=HoldemRules(50, 100, (30, 40)))
    assert state.returns() == (30, -30)


def test_board_that_plays_for_both_splits() -> None:
    state = play("2c3d 4h5s AsKsQsJsTs", CALL, CALL, *[CALL] * 6)
    assert state.returns() == (0, 0)
    showdown = state.showdown()
    assert showdown is not None
    assert {category(five) for five in showdown.best_five} == {Category.STRAIGHT_FLUSH}


def test_dealt_card_cannot_come_again() -> None:
    with pytest.raises(IllegalAction, match="card As is already dealt"):
        play("As").child(12)


def test_card_outside_the_deck_is_refused() -> None:
    with pytest.raises(IllegalAction, match="card 52"):
        HoldemState().child(52)


def test_nothing_is_legal_after_the_end() -> None:
    state = play(ACES_AND_KINGS, FOLD)
    assert state.legal_actions() == ()
    with pytest.raises(IllegalAction, match="the hand is over"):
        state.child(CALL)


def test_information_state_shows_own_cards_board_and_betting_only() -> None:
    state = play("AsKd Th2c 7s2hQh", 300, CALL)
    info = state.information_state(BIG_BLIND)
    assert names(info.hole) == "AsKd"
    assert info.key == "0:KdAs/7s2hQh:r300c/"
    other = play("AsKd 9h9c 7s2hQh", 300, CALL)
    assert other.information_state(BIG_BLIND) == info
    assert hash(other.information_state(BIG_BLIND)) == hash(info)


def test_information_state_repeats_what_the_table_shows() -> None:
    state = play("AsKd Th2c 7s2hQh", 300, CALL, 500)
    info = state.information_state(BUTTON)
    assert (
        (info.pot, info.to_call, info.committed)
        == (state.pot, state.to_call, state.committed)
        == (800, 200, (500, 300))
    )
    assert (info.street, info.stacks_left) == (state.street, state.stacks_left)
    assert info.legal_actions == state.legal_actions()
    assert (info.rules, info.history) == (SHORT, state.betting.history)
    assert state.street_committed == (200, 0)
    assert state.kind(600).name == "RAISE"


def test_player_who_waits_has_no_legal_actions() -> None:
    assert play("AsKd Th2c").information_state(BIG_BLIND).legal_actions == ()


def test_key_does_not_depend_on_the_order_of_the_own_cards() -> None:
    keys = {play(cards).information_state(0).key for cards in ("AsKd Th2c", "KdAs Th2c")}
    assert keys == {"0:KdAs:"}


def test_state_travels_between_processes() -> None:
    state = play("AsKd Th2c 7s2hQh", 300, CALL)
    assert pickle.loads(pickle.dumps(state)) == state


@given(st.data())
def test_random_hands_end_zero_sum_with_chips_conserved(data: st.DataObject) -> None:
    final, passed = random_state(data)
    assert sum(final.returns()) == 0
    for state in passed:
        assert state.betting.pot + sum(state.stacks_left) == sum(state.rules.stacks)
        assert min(state.stacks_left) >= 0
    shown_down = final.betting.folded is None
    assert (final.showdown() is not None) == shown_down
    assert len(final.board) == 5 if shown_down else final.betting.committed[0] == final.betting.committed[1]
    assert all(-stack <= won for stack, won in zip(final.rules.stacks, final.returns(), strict=True))


@given(st.data())
def test_what_is_not_legal_is_refused_with_a_reason(data: st.DataObject) -> None:
    _, passed = random_state(data)
    state = data.draw(st.sampled_from(passed))
    action = data.draw(st.integers(-5, 450))
    if action in state.legal_actions():
        state.child(action)
    else:
        with pytest.raises(IllegalAction) as refusal:
            state.child(action)
        assert str(refusal.value)


@given(st.data())
def test_players_act_in_turn_and_a_round_ends_only_with_equal_chips(data: st.DataObject) -> None:
    final, _ = random_state(data)
    for played in final.betting.history:
        actors = [player for player, _ in played]
        assert all(one != other for one, other in pairwise(actors))
    assert final.committed[0] == final.committed[1]


AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def random_rules(rng: random.Random) -> HoldemRules:
    """Return rules with random stacks, from less than a blind to hundreds of blinds."""
    big = rng.choice([2, 3, 10, 100, 1000])
    small = rng.randrange(1, big)
    first, second = (max(1, round(big * 10 ** rng.uniform(-1, 2.5))) for _ in range(2))
    return HoldemRules(small, big, (first, first if rng.random() < 0.3 else second))


def random_action(state: HoldemState, rng: random.Random) -> int:
    """Return a random action.

    Calls are frequent, so that hands last. Smallest and largest raises are frequent too.
    """
    actions = state.betting.legal_actions()
    raises = list(actions.raises[:1]) + list(actions.raises[-1:])
    choices = [CALL] * 4 + [FOLD] * actions.can_fold + raises
    if len(actions.raises) > 2:
        choices.append(rng.choice(actions.raises[:50]))
        choices.append(rng.choice(actions.raises))
    return rng.choice(choices)


def pokerkit_state(rules: HoldemRules) -> Any:
    return NoLimitTexasHoldem.create_state(
        AUTOMATIONS,
        False,
        0,
        (rules.small_blind, rules.big_blind),
        rules.big_blind,
        rules.stacks,
        2,
        mode=Mode.TOURNAMENT,
    )


def deal(peer: Any, state: HoldemState) -> None:
    """Deal the last card of `state` to PokerKit."""
    if not state.board:
        if len(state.dealt) % 2 == 0:
            player = len(state.dealt) // 2 - 1
            peer.deal_hole(names(state.hole[player]), player)
        return
    if len(state.board) in (3, 4, 5):
        peer.burn_card("??")
        peer.deal_board(names(state.board if len(state.board) == 3 else state.board[-1:]))


def act(peer: Any, state: HoldemState, action: int) -> None:
    if action == FOLD:
        peer.fold()
    elif action == CALL:
        peer.check_or_call()
    else:
        peer.complete_bet_or_raise_to(action - state.betting.round_start)


def assert_same_decision(state: HoldemState, peer: Any) -> None:
    betting = state.betting
    assert peer.actor_index == betting.actor
    assert peer.can_fold() == betting.legal_actions().can_fold
    assert peer.checking_or_calling_amount == betting.to_call
    for ours, theirs in (
        (betting.min_raise_to, peer.min_completion_betting_or_raising_to_amount),
        (betting.max_raise_to, peer.max_completion_betting_or_raising_to_amount),
    ):
        assert (None if ours is None else ours - betting.round_start) == theirs
    assert tuple(peer.stacks) == state.stacks_left
    assert peer.total_pot_amount == betting.pot


def play_beside_pokerkit(seed: int) -> HoldemState:
    rng = random.Random(seed)
    rules = random_rules(rng)
    state, peer = HoldemState(rules), pokerkit_state(rules)
    while not state.is_terminal():
        if state.current_player() == CHANCE:
            state = state.child(rng.choice(state.legal_actions()))
            deal(peer, state)
            continue
        assert_same_decision(state, peer)
        action = random_action(state, rng)
        act(peer, state, action)
        state = state.child(action)
    assert not peer.status
    assert tuple(peer.payoffs) == state.returns()
    assert tuple(peer.stacks) == tuple(
        stack + won for stack, won in zip(rules.stacks, state.returns(), strict=True)
    )
    return state


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
def test_three_hundred_random_hands_equal_pokerkits() -> None:
    ends = [play_beside_pokerkit(seed) for seed in range(300)]
    assert any(state.betting.folded is not None for state in ends)
    assert any(state.is_run_out for state in ends)
    assert any(state.street == Street.RIVER and not state.is_run_out for state in ends)


@pytest.mark.long
def test_twenty_thousand_random_hands_equal_pokerkits() -> None:
    for seed in range(20_000):
        play_beside_pokerkit(seed)
