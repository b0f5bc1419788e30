"""The strategy for every hand at once: the plain one, asked hand by hand, is the oracle."""

import random

import numpy as np
import pytest

from ai.agents.holdem_rules import characters, load
from ai.hands.combos import HANDS, left_by, place_of
from ai.hands.range_strategy import PublicState, RangeMix, RangeStrategy
from game.rules.holdem import CALL, FOLD, HoldemInformationState, HoldemRules, HoldemState
from tests.played_hands import decisions_of_hand

ASKED = 8  # hands a spot


def spots(seed: int, stack: int, name: str) -> list[HoldemInformationState]:
    """Return the decisions of a hand that the character plays with itself, and that nobody folds."""
    rng, agent = random.Random(seed), load(name)

    def act(state: HoldemState) -> int:
        action = agent.decide(state.information_state(state.current_player()), rng).action
        return CALL if action == FOLD else action

    hand = HoldemState(HoldemRules(50, 100, (stack, stack)))
    return [state.information_state(state.current_player()) for state in decisions_of_hand(hand, rng, act)]


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
@pytest.mark.parametrize("name", characters())
@pytest.mark.parametrize("stack", [800, 20_000])
def test_every_hand_gets_the_mix_that_the_agent_has_for_it_alone(name: str, stack: int) -> None:
    rng, agent = random.Random(4), load(name)
    assert isinstance(agent, RangeStrategy)
    for info in spots(len(name), stack, name):
        left = np.flatnonzero(left_by(info.board))
        mix = agent.range_strategy(PublicState.of(info))
        assert mix.shares.shape == (len(HANDS), len(mix.actions))
        assert mix.shares[left].sum(axis=1) == pytest.approx(1.0)
        assert not np.delete(mix.shares, left, axis=0).any()
        for place in [place_of(info.hole), *rng.sample(left.tolist(), ASKED)]:
            alone = agent.strategy(PublicState.of(info).with_hand(place))
            found = dict(zip(mix.actions, mix.shares[place].tolist(), strict=True))
            assert found == pytest.approx({**dict.fromkeys(mix.actions, 0.0), **alone}, abs=1e-6)


def test_a_mix_is_zero_where_an_action_is_never_taken() -> None:
    columns = {300: np.zeros(2), FOLD: np.array([0.0, 0.25]), CALL: np.array([1.0, 0.75])}
    mix = RangeMix.of(columns, np.array([0, 7]))
    assert mix.actions == (FOLD, CALL)
    assert mix.of_action(FOLD)[[0, 7]].tolist() == [0.0, 0.25]
    assert mix.of_action(CALL).sum() == 1.75
    assert not mix.of_action(300).any()


def test_all_hands_have_their_place() -> None:
    assert [place_of(hand) for hand in HANDS] == list(range(1326))
