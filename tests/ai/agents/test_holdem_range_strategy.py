"""The strategy for every hand at once: the plain one, asked hand by hand, is the oracle."""

import random

import numpy as np
import pytest

from ai.agents.holdem_rules import characters, load
from ai.hands.combos import HANDS, left_by, place_of
from ai.hands.range_strategy import PublicState, RangeMix, RangeStrategy
from game.core import CHANCE
from game.rules.holdem import CALL, FOLD, HoldemInformationState, HoldemRules, HoldemState

ASKED = 6  # hands a spot


def spots(seed: int, stack: int, name: str) -> list[HoldemInformationState]:
    """Return the decisions of a hand that the character plays with itself, and that nobody folds."""
    rng, agent = random.Random(seed), load(name)
    state, found = HoldemState(HoldemRules(50, 100, (stack, stack))), []
    while not state.is_terminal():
        player = state.current_player()
        if player == CHANCE:
            state = state.child(rng.choice(state.legal_actions()))
            continue
        info = state.information_state(player)
        found.append(info)
        action = agent.decide(info, rng).action
        state = state.child(CALL if action == FOLD else action)
    return found


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
@pytest.mark.parametrize("name", characters())
@pytest.mark.parametrize("stack", [800, 20_000])
def test_every_hand_gets_the_mix_that_the_agent_has_for_it_alone(name: str, stack: int) -> None:
    rng, agent = random.Random(4), load(name)
    assert isinstance(agent, RangeStrategy)
    for info in spots(len(name), stack, name):
        left = np.flatnonzero(left_by(info.board))
        hands = np.array([place_of(info.hole), *rng.sample(left.tolist(), ASKED)])
        mix = agent.range_strategy(PublicState.of(info), hands)
        for row, place in enumerate(hands):
            alone = agent.strategy(PublicState.of(info).with_hand(int(place)))
            found = dict(zip(mix.actions, mix.shares[row].tolist(), strict=True))
            assert found == pytest.approx({**dict.fromkeys(mix.actions, 0.0), **alone}, abs=1e-7)


def test_hands_may_be_asked_in_any_parts() -> None:
    info = spots(2, 20_000, "sound")[-1]
    public, hands = PublicState.of(info), np.flatnonzero(left_by(info.board))[:60]
    agent = load("sound")
    whole = agent.range_strategy(public, hands)
    parts = [agent.range_strategy(public, part) for part in (hands[:13], hands[13:])]
    for action in whole.actions:
        assert np.concatenate([part.of_action(action) for part in parts]) == pytest.approx(
            whole.of_action(action)
        )


def test_a_mix_is_zero_where_an_action_is_never_taken() -> None:
    mix = RangeMix.of([{CALL: 1.0}, {FOLD: 0.25, CALL: 0.75}])
    assert mix.actions == (FOLD, CALL)
    assert mix.of_action(FOLD).tolist() == [0.0, 0.25]
    assert mix.of_action(300).tolist() == [0.0, 0.0]


def test_all_hands_have_their_place() -> None:
    assert [place_of(hand) for hand in HANDS] == list(range(1326))
