"""The exact best response against a plain enumeration of everything the responder could do."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.algorithms.best_response import Policy, best_response, expected_returns, exploitability
from game.core import CHANCE, TERMINAL, Action, Player, State
from game.rules.kuhn_poker import classic, half_street

GAMES = {"classic": classic(), "half-street 1": half_street(1), "half-street 0.5": half_street(0.5)}


def uniform(info: object) -> dict[Action, float]:
    return {0: 0.5, 1: 0.5}


def keys_of(state: State, player: Player) -> set[str]:
    actor = state.current_player()
    if actor == TERMINAL:
        return set()
    own = {state.information_state(player).key} if actor == player else set()
    return own.union(*(keys_of(state.child(action), player) for action in state.legal_actions()))


def random_policy(root: State, seed: int) -> Policy:
    rng = random.Random(seed)
    table = {}
    for key in sorted(keys_of(root, 0) | keys_of(root, 1)):
        bet = rng.choice((0.0, 1.0, rng.random()))
        table[key] = {0: 1 - bet, 1: bet}
    return lambda info: table[info.key]


def value_of_plan(state: State, responder: Player, plan: dict[str, Action], opponent: Policy) -> float:
    """Return what the responder wins with one fixed action a set; written apart from the code under test."""
    actor = state.current_player()
    if actor == TERMINAL:
        return state.returns()[responder]
    if actor == CHANCE:
        followers = state.chance_outcomes()
    else:
        info = state.information_state(actor)
        followers = [(plan[info.key], 1.0)] if actor == responder else list(opponent(info).items())
    return sum(p * value_of_plan(state.child(a), responder, plan, opponent) for a, p in followers if p)


def best_of_all_plans(root: State, responder: Player, opponent: Policy) -> float:
    keys = sorted(keys_of(root, responder))
    plans = (dict(zip(keys, actions, strict=True)) for actions in product((0, 1), repeat=len(keys)))
    return max(value_of_plan(root, responder, plan, opponent) for plan in plans)


def test_nash_conv_of_the_uniform_policy_is_eleven_twelfths_in_classic_kuhn() -> None:
    measured = exploitability(classic(), (uniform, uniform))
    assert measured.nash_conv == pytest.approx(11 / 12)
    assert measured.exploitability == pytest.approx(11 / 24)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("responder", [0, 1])
@settings(max_examples=8)
@given(seed=st.integers(0, 1_000_000))
def test_no_plan_does_better_than_the_best_response(game: str, responder: Player, seed: int) -> None:
    root = GAMES[game]
    opponent = random_policy(root, seed)
    response = best_response(root, responder, opponent)
    assert response.value == pytest.approx(best_of_all_plans(root, responder, opponent), abs=1e-12)
    plan = dict(response.reply)
    assert value_of_plan(root, responder, plan, opponent) == pytest.approx(response.value, abs=1e-12)


def test_the_reply_covers_every_information_set_of_the_responder() -> None:
    assert set(best_response(classic(), 1, uniform).reply) == keys_of(classic(), 1)


def test_sets_that_the_opponent_never_brings_about_are_not_met() -> None:
    response = best_response(
        half_street(1), 1, lambda info: {0: float(info.key != "A"), 1: float(info.key == "A")}
    )
    assert response.reachable == {"Kb", "Qb"}


def test_the_reply_is_the_same_whatever_the_opponent_holds() -> None:
    """Against a bettor a king cannot fold to the ace and call the queen: one action for the set."""
    response = best_response(half_street(1), 1, lambda info: {0: 0.0, 1: 1.0})
    assert response.reply == {"Ab": 1, "Kb": 1, "Qb": 0}
    assert response.value == pytest.approx((2 + 0 - 1) / 3)


@settings(max_examples=20)
@given(first=st.integers(0, 1_000), second=st.integers(0, 1_000), game=st.sampled_from(sorted(GAMES)))
def test_expected_returns_are_zero_sum_and_no_better_than_the_best_response(
    first: int, second: int, game: str
) -> None:
    root = GAMES[game]
    policies = random_policy(root, first), random_policy(root, second)
    returns = expected_returns(root, policies)
    assert sum(returns) == pytest.approx(0, abs=1e-12)
    for player in (0, 1):
        assert best_response(root, player, policies[1 - player]).value >= returns[player] - 1e-12
