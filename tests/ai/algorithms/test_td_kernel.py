"""The compiled learner: the plain rule to the bit, and what it adds: fixed opponents, shrinking exploration."""

from typing import Any

import numpy as np
import pytest

from ai.algorithms import td_kernel
from ai.algorithms.dice import Dice
from ai.algorithms.td_kernel import GreedyOpponent, Learner
from ai.algorithms.td_learning import perfect_values
from ai.evaluation.tic_tac_toe_table import Boards, all_boards, boards_up_to_images
from tests.ai.algorithms.plain_learner import Fixed, PlainLearner

GAMES = 60
USUAL: dict[str, Any] = {"alpha": 0.1, "epsilon": 0.1, "draw_value": 0.5}
OPENINGS = all_boards().table.followers[all_boards().table.edges(0)]


def learner(seed: int, boards: Boards | None = None, **settings: Any) -> Learner:
    boards = boards or all_boards()
    return Learner(boards.table, Dice.from_seed(seed), **(USUAL | settings))


def assert_same(plain: PlainLearner, quick: Learner, boards: Boards) -> None:
    """Check that both have learnt the same values, to the bit, and threw their dice as often."""
    numbers = boards.numbers
    for ours, theirs in zip(boards.spread(quick.values, 0.0), plain.values, strict=True):
        smallest = numbers if boards is all_boards() else smallest_numbers(boards)
        assert (ours[numbers] == theirs[smallest]).all()
    assert quick.dice.counter == plain.dice.counter


def smallest_numbers(boards: Boards) -> np.ndarray:
    """Return the smallest state number of the boards that share a position, for every board."""
    smallest = np.full(len(boards.table.players), 3**9)
    np.minimum.at(smallest, boards.places, boards.numbers)
    return smallest[boards.places]


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
@pytest.mark.parametrize(
    "settings",
    [
        {"draw_value": 0.0},
        {"draw_value": 0.5},
        {"alpha": 0.5, "alpha_halves_after": 20, "epsilon": 0.6, "epsilon_halves_after": 30},
    ],
    ids=["draws worth nothing", "draws worth half", "shrinking"],
)
def test_the_kernel_learns_exactly_what_the_plain_rule_learns(settings: dict[str, Any]) -> None:
    plain, quick = PlainLearner(3, **settings), learner(3, **settings)
    plain.play(GAMES)
    quick.play(GAMES)
    assert_same(plain, quick, all_boards())


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
def test_where_images_share_a_value_it_learns_exactly_what_the_plain_rule_learns() -> None:
    plain, quick = PlainLearner(4, mirrored=True), learner(4, boards_up_to_images())
    plain.play(GAMES // 2)
    quick.play(GAMES // 2)
    assert_same(plain, quick, boards_up_to_images())


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
@pytest.mark.parametrize("opponent", ["random", "perfect", "earlier"])
def test_against_a_fixed_opponent_it_learns_exactly_what_the_plain_rule_learns(opponent: str) -> None:
    table = all_boards().table
    before = learner(5)
    before.play(20)
    values = perfect_values(table) if opponent == "perfect" else before.values
    epsilon = 1.0 if opponent == "random" else 0.0
    by_number = all_boards().spread(values, 0.5)
    plain = PlainLearner(6, fixed=Fixed((by_number[0], by_number[1]), epsilon))
    quick = learner(6, opponent=GreedyOpponent(values, epsilon))
    plain.play(GAMES)
    quick.play(GAMES)
    assert_same(plain, quick, all_boards())


def test_games_in_parts_teach_the_same_as_in_one() -> None:
    settings = {"alpha": 0.5, "alpha_halves_after": 10, "epsilon_halves_after": 20}
    whole, parts = learner(5, **settings), learner(5, **settings)
    whole.play(3_000)
    for games in (1, 1_200, 1_799):
        parts.play(games)
    assert (whole.values == parts.values).all()
    assert whole.dice.counter == parts.dice.counter


def test_smaller_steps_come_with_the_games_played() -> None:
    late = learner(1, alpha=0.5, alpha_halves_after=10)
    late.games = 10**9
    before = late.values.copy()
    late.play(1)
    assert 0 < np.abs(late.values - before).max() < 1e-8


def test_another_seed_learns_other_values() -> None:
    first, second = learner(1), learner(2)
    first.play(100)
    second.play(100)
    assert (first.values != second.values).any()


def test_exploration_that_shrinks_ends_in_the_moves_that_are_valued_most() -> None:
    late, greedy = learner(1, epsilon=1.0, epsilon_halves_after=1), learner(1, epsilon=0.0)
    for one in (late, greedy):
        one.games = 10**9
        one.play(50)
    assert (late.values == greedy.values).all()


def test_against_a_fixed_opponent_the_parts_take_turns_and_only_one_learns() -> None:
    one = learner(2, opponent=GreedyOpponent(all_values(0.5), 1.0))
    before = one.values.copy()
    one.play(1)
    assert (one.values[0] != before[0]).any()
    assert (one.values[1] == before[1]).all()
    one.play(1)
    assert (one.values[1] != before[1]).any()


def test_a_fixed_opponent_plays_what_it_values_and_learns_nothing() -> None:
    values = all_values(0.0)
    values[:, OPENINGS[-1]] = 1.0
    opponent = GreedyOpponent(values.copy(), 0.0)
    one = learner(3, epsilon=1.0, opponent=opponent)
    before = one.values.copy()
    one.play(200)
    assert OPENINGS[one.values[1, OPENINGS] != before[1, OPENINGS]].tolist() == [OPENINGS[-1]]
    assert (opponent.values == values).all()


def test_the_learner_of_random_play_comes_to_beat_it() -> None:
    one = learner(5, opponent=GreedyOpponent(all_values(0.5), 1.0))
    one.play(50_000)
    assert one.values[0, OPENINGS].max() > 0.9


def test_a_kernel_that_is_made_ready_learns_as_one_that_is_not() -> None:
    one, other = learner(1), learner(1)
    one.play(10)
    td_kernel.compile_kernels()
    other.play(10)
    assert (one.values == other.values).all()


def all_values(value: float) -> np.ndarray:
    return np.full((2, len(all_boards().table.players)), value)
