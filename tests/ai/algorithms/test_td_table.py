"""The quick learner: the plain rule to the bit, and what it adds: fixed opponents, shrinking exploration."""

import random
from functools import cache

import numpy as np
import pytest

from ai.algorithms.td_learning import Agent, Environment, initial_values, play_game
from ai.algorithms.td_table import Positions, TableLearner
from game.rules.tic_tac_toe import TicTacToeState

X, O = Environment.x, Environment.o  # noqa: E741


@cache
def positions() -> Positions:
    return Positions(TicTacToeState())


@cache
def values_at_first(symbol: int, draw_value: float) -> np.ndarray:
    return initial_values(Environment(), symbol, draw_value)


def learner(seed: int, draw_value: float = 0.5, **settings: object) -> TableLearner:
    chosen = {"alpha": 0.1, "epsilon": 0.1} | settings
    return TableLearner(positions(), random.Random(seed), draw_value=draw_value, **chosen)


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
@pytest.mark.parametrize("draw_value", [0.0, 0.5])
def test_the_quick_learner_learns_exactly_what_the_plain_one_learns(draw_value: float) -> None:
    games, seed = 150, 3
    tables = [values_at_first(symbol, draw_value).copy() for symbol in (X, O)]
    rng = random.Random(seed)
    agents = [Agent(s, v, rng, draw_value=draw_value) for s, v in zip((X, O), tables, strict=True)]
    for _ in range(games):
        play_game(agents[0], agents[1], Environment())
    quick = learner(seed, draw_value)
    quick.play(games)
    for plain, fast in zip(tables, quick.values, strict=True):
        for place, state in enumerate(positions().states):
            assert fast[place] == plain[int(state.information_state(0).key)]


def test_games_in_parts_teach_the_same_as_in_one() -> None:
    whole, parts = learner(5), learner(5)
    whole.play(300)
    parts.play(120)
    parts.play(180)
    assert whole.values == parts.values


def test_smaller_steps_come_with_the_games_played() -> None:
    def decaying() -> TableLearner:
        return learner(1, alpha=0.5, alpha_halves_after=10)

    whole, parts, last = decaying(), decaying(), decaying()
    whole.play(40)
    parts.play(15)
    parts.play(25)
    assert whole.values == parts.values
    last.games = 10**9
    before = [list(table) for table in last.values]
    last.play(1)
    moved = [
        abs(a - b)
        for old, new in zip(before, last.values, strict=True)
        for a, b in zip(old, new, strict=True)
    ]
    assert 0 < max(moved) < 1e-8


def test_another_seed_learns_other_values() -> None:
    first, second = learner(1), learner(2)
    first.play(100)
    second.play(100)
    assert first.values != second.values


def test_positions_hold_every_reachable_board_once() -> None:
    assert len(positions().states) == 5_478
    assert positions().children[0] == tuple(range(1, 10))


def test_exploration_that_shrinks_ends_in_the_moves_that_are_valued_most() -> None:
    late = learner(1, epsilon=1.0, epsilon_halves_after=1)
    late.games = 10**9
    greedy = learner(1, epsilon=0.0)
    greedy.games = 10**9
    late.play(50)
    greedy.play(50)
    assert late.values == greedy.values


def test_exploration_that_does_not_shrink_is_the_same_to_the_bit() -> None:
    plain, never = learner(4), learner(4, epsilon_halves_after=0)
    plain.play(100)
    never.play(100)
    assert plain.values == never.values


def test_against_a_fixed_opponent_the_parts_take_turns_and_only_one_learns() -> None:
    one = learner(2, replies=positions().children)
    before = [list(table) for table in one.values]
    one.play(1)
    assert one.values[0] != before[0]
    assert one.values[1] == before[1]
    one.play(1)
    assert one.values[1] != before[1]


def test_a_fixed_opponent_plays_its_replies_and_nothing_else() -> None:
    replies = [followers[-1:] for followers in positions().children]
    one = learner(3, epsilon=1.0, replies=replies)
    before = [list(table) for table in one.values]
    one.play(200)
    taken = [p for p in positions().children[0] if one.values[1][p] != before[1][p]]
    assert taken == [positions().children[0][-1]]


def test_the_learner_of_a_fixed_opponent_comes_to_beat_it() -> None:
    replies = [followers[:1] for followers in positions().children]
    one = learner(5, replies=replies)
    one.play(3_000)
    assert max(one.values[0][p] for p in positions().children[0]) > 0.9
