"""Looking ahead: every kind of action has a value, and a farther look refines the same figures."""

import random
from functools import cache
from typing import cast

import pytest

from ai import catalog
from ai.agents.phased_search import PhasedSearchAgent
from ai.search.phased_tree import every_kind
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemState
from game.study.holdem import SearchReport
from tests.ai.search.spots import spot

DEEP = (20_000, 20_000)
SPOTS = [
    spot("AsKd8c4h", "", stacks=DEEP),
    spot("AsKd8c4h", "", 250, stacks=DEEP),
    spot("AsKd8c7h", "Qs7s2d", 300, CALL, CALL, 400, stacks=DEEP),
    spot("AsKd8c7h", "Qs7s2d5c", 300, CALL, CALL, 400, CALL, stacks=DEEP),
    spot("AsKd8c7h", "Qs7s2d5c3h", 300, CALL, CALL, CALL, CALL, CALL, 500, stacks=DEEP),
]


def look(state: HoldemState, cards: int, seed: int = 0) -> SearchReport:
    agent = cast(PhasedSearchAgent, catalog.load(games.HOLDEM, "search-expert"))
    search = agent.look_ahead(state.information_state(state.current_player()), random.Random(seed), cards)
    assert list(search.steps())
    return search.report()


@cache
def farthest_look(state: HoldemState) -> SearchReport:
    return look(state, 64)


@pytest.mark.parametrize("state", SPOTS)
def test_every_kind_of_action_has_a_value(state: HoldemState) -> None:
    values = look(state, 4).values
    betting = state.information_state(state.current_player()).betting
    assert CALL in values
    assert (FOLD in values) == bool(betting.to_call)
    assert 2 <= sum(action > CALL for action in values) <= 3
    if FOLD in values:
        assert values[FOLD] == -betting.committed[state.current_player()]


@pytest.mark.parametrize("state", SPOTS)
def test_a_farther_look_agrees_with_a_nearer_one(state: HoldemState) -> None:
    near, far = look(state, 4), farthest_look(state)
    assert set(near.values) == set(far.values)
    for action, value in near.values.items():
        spread = near.margins.get(action, 0.0) + far.margins.get(action, 0.0)
        assert abs(far.values[action] - value) <= spread + 1e-6, action


@pytest.mark.parametrize("state", SPOTS[2:4])
def test_with_every_card_no_luck_is_left(state: HoldemState) -> None:
    one, other = farthest_look(state), look(state, 64, seed=1)
    assert set(one.margins.values()) == {0.0}
    assert one.values == pytest.approx(other.values)


def test_sizes_that_a_strategy_advises_come_first_and_usual_ones_fill_up() -> None:
    betting = SPOTS[2].information_state(SPOTS[2].current_player()).betting
    assert every_kind(betting, {FOLD: 0.2, CALL: 0.7, 900: 0.1})[:2] == [FOLD, CALL]
    assert 900 in every_kind(betting, {CALL: 0.9, 900: 0.1})
    assert 900 not in every_kind(betting, {CALL: 0.99, 900: 0.01})
    assert len(every_kind(betting, {700: 0.3, 800: 0.3, 900: 0.2, 1_000: 0.2})) == 5


def test_an_opponent_who_is_all_in_can_be_folded_to_or_called() -> None:
    betting = spot("AsKd8c4h", "", 20_000, stacks=DEEP).information_state(0).betting
    assert every_kind(betting, {CALL: 1.0}) == [FOLD, CALL]
