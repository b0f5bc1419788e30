"""Our Hold'em beside PokerKit's: random hands with random blinds and stacks, equal at every decision.

PokerKit lets the big blind open where both blinds are equal, so the small one is smaller here; that case stands in
test_betting. Its amounts count one street, ours the whole hand.
"""

import random
from typing import Any

import pytest
from pokerkit import Automation, Mode, NoLimitTexasHoldem

from game.core import CHANCE
from game.rules.cards import names
from game.rules.holdem import CALL, FOLD, HoldemRules, HoldemState, Street

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
    """Draw stacks from less than a blind to hundreds of them."""
    big = rng.choice([2, 3, 10, 100, 1000])
    small = rng.randrange(1, big)
    first, second = (max(1, round(big * 10 ** rng.uniform(-1, 2.5))) for _ in range(2))
    return HoldemRules(small, big, (first, first if rng.random() < 0.3 else second))


def random_action(state: HoldemState, rng: random.Random) -> int:
    """Favour calls, so that hands get far, and the ends of the range, where rules break."""
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
    """Deal to the peer the cards that `state` was dealt last."""
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
    assert peer.total_pot_amount == state.pot


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


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
def test_three_hundred_random_hands_equal_pokerkits() -> None:
    ends = [play_beside_pokerkit(seed) for seed in range(300)]
    assert any(state.betting.folded is not None for state in ends)
    assert any(state.is_run_out for state in ends)
    assert any(state.street == Street.RIVER and not state.is_run_out for state in ends)


@pytest.mark.long
def test_twenty_thousand_random_hands_equal_pokerkits() -> None:
    for seed in range(20_000):
        play_beside_pokerkit(seed)
