"""TD learning: the plain rule, the compiled rule, and the random numbers of the kernels."""

import re
from functools import cache
from typing import Any

import numpy as np
import pytest

from ai.algorithms import td_kernel
from ai.algorithms.dice import Dice
from ai.algorithms.dice_kernel import STEP, random_float
from ai.algorithms.game_tree import reachable_states
from ai.algorithms.td_kernel import Learner
from ai.algorithms.td_learning import (
    Environment,
    GreedyOpponent,
    MirroredEnvironment,
    TDLearner,
    get_state_hash_and_winner,
    initial_values,
    perfect_values,
    play_game,
)
from ai.evaluation.strength import Boards, all_boards, boards_up_to_images
from game.core import BadInput
from game.rules.tic_tac_toe import TicTacToeState
from tests.ai.algorithms.plain_learner import Fixed, PlainLearner

X, O = Environment.x, Environment.o  # noqa: E741


def board(*rows: str) -> Environment:
    environment = Environment(len(rows))
    marks = {".": 0, "x": X, "o": O}
    environment.board[:] = [[marks[mark] for mark in row] for row in rows]
    return environment


@cache
def fillings() -> list[tuple[int, int | None, bool]]:
    return list(get_state_hash_and_winner(Environment()))


def test_states_are_numbered_in_base_three() -> None:
    assert Environment().num_states == 19_683
    assert Environment().get_state() == 0
    assert board("x..", "...", "...").get_state() == 1
    assert board("...", "...", "..o").get_state() == 13_122


def test_all_fillings_are_enumerated_each_once_and_the_board_is_left_empty() -> None:
    assert sorted(state for state, _, _ in fillings()) == list(range(19_683))
    small = Environment(2)
    assert len(list(get_state_hash_and_winner(small))) == 81
    assert not small.board.any()


def test_the_enumeration_agrees_with_the_game_on_every_reachable_position() -> None:
    enumerated = {state: (winner, ended) for state, winner, ended in fillings()}
    winners = {None: None, 0: X, 1: O}
    for state in reachable_states(TicTacToeState()):
        assert isinstance(state, TicTacToeState)
        assert enumerated[state.number] == (winners[state.winner], state.is_terminal())


@pytest.mark.parametrize(
    ("rows", "winner"),
    [
        (("xxx", "oo.", "..."), X),
        (("xo.", "xo.", ".ox"), O),
        (("x.o", "ox.", "..x"), X),
        (("x.o", ".ox", "o.x"), O),
    ],
)
def test_rows_columns_and_diagonals_win(rows: tuple[str, ...], winner: int) -> None:
    environment = board(*rows)
    assert environment.game_over()
    assert environment.winner == winner
    assert (environment.reward(winner), environment.reward(-winner)) == (1.0, 0.0)


def test_a_full_board_without_a_line_is_a_draw_that_rewards_nobody() -> None:
    environment = board("xox", "xox", "oxo")
    assert environment.game_over()
    assert environment.winner is None
    assert environment.reward(X) == environment.reward(O) == 0.0


def test_the_end_of_the_game_is_remembered_until_recalculation_is_asked_for() -> None:
    environment = board("xxx", "oo.", "...")
    assert environment.game_over()
    environment.board[0, 0] = 0
    assert environment.game_over()
    assert not environment.game_over(force_recalculate=True)
    assert environment.winner is None
    assert not environment.ended


def test_rows_are_looked_at_before_columns_on_impossible_boards() -> None:
    environment = board("ooo", "xxx", "...")
    assert environment.game_over()
    assert environment.winner == X


def test_is_empty_tells_free_cells() -> None:
    environment = board("x..", "...", "...")
    assert not environment.is_empty(0, 0)
    assert environment.is_empty(2, 1)


def test_initial_values_are_no_mirror_images_since_a_draw_is_zero_for_both() -> None:
    of_x, of_o = (initial_values(Environment(), symbol) for symbol in (X, O))
    won, drawn = board("xxx", "oo.", "...").get_state(), board("xox", "xox", "oxo").get_state()
    assert (of_x[won], of_o[won]) == (1.0, 0.0)
    assert (of_x[drawn], of_o[drawn]) == (0.0, 0.0)
    assert of_x[0] == of_o[0] == 0.5


def test_the_worth_of_a_draw_is_a_setting() -> None:
    drawn = board("xox", "xox", "oxo").get_state()
    values = initial_values(Environment(), O, draw_value=0.5)
    assert values[drawn] == 0.5


@pytest.mark.parametrize(("length", "states"), [(0, "3^0"), (4, "3^16"), (10, "3^100"), (1_000, "3^1000000")])
def test_a_board_that_fills_the_memory_is_refused(length: int, states: str) -> None:
    with pytest.raises(BadInput, match=re.escape(f"cannot be enumerated here: it has {states} states")):
        Environment(length)


def test_the_board_is_shown_before_the_chosen_players_moves_and_at_the_end() -> None:
    shown: list[str] = []
    values = [np.full(Environment().num_states, 0.5) for _ in (X, O)]
    dice = Dice(1)
    first, second = TDLearner(X, values[0], dice, epsilon=1.0), TDLearner(O, values[1], dice, epsilon=1.0)
    environment = Environment()
    play_game(first, second, environment, draw=1, show=shown.append)
    marks = int(np.count_nonzero(environment.board))
    assert len(shown) == (marks + 1) // 2 + 1
    assert shown[0] == ". . .\n. . .\n. . ."
    assert shown[-1] == environment.draw_board()
    assert first.state_history == second.state_history == []


def test_values_step_backwards_towards_the_reward() -> None:
    values = np.full(Environment().num_states, 0.5)
    agent = TDLearner(X, values, Dice(0), alpha=0.5)
    environment = board("xxx", "oo.", "...")
    environment.game_over()
    for state in (1, 7):
        agent.update_state_history(state)
    agent.update(environment)
    assert (values[7], values[1]) == (0.75, 0.625)


def test_the_images_of_a_board_are_one_state() -> None:
    corner = MirroredEnvironment()
    for cell in ((0, 0), (0, 2), (2, 0), (2, 2)):
        corner.board[cell] = X
        assert corner.get_state() == 1
        corner.board[cell] = 0


def test_a_mirrored_board_is_turned_to_the_image_of_the_smallest_number() -> None:
    environment = MirroredEnvironment()
    environment.board[:] = board("x..", "..o", "...").board
    state = environment.get_state()
    environment.settle()
    assert environment.board.tolist() == board("..x", "o..", "...").board.tolist()
    assert environment.get_state() == state


GAMES = 60
USUAL: dict[str, Any] = {"alpha": 0.1, "epsilon": 0.1, "draw_value": 0.5}
OPENINGS = all_boards().table.followers[all_boards().table.edges(0)]


def learner(seed: int, boards: Boards | None = None, **settings: Any) -> Learner:
    boards = boards or all_boards()
    return Learner(boards.table, Dice.from_seed(seed), **(USUAL | settings))


def assert_same(plain: PlainLearner, quick: Learner, boards: Boards) -> None:
    """Check that both learners have equal values bit for bit, and have drawn equally many random numbers."""
    numbers = boards.numbers
    for ours, theirs in zip(boards.by_state_number(quick.values, 0.0), plain.values, strict=True):
        smallest = numbers if boards is all_boards() else smallest_numbers(boards)
        assert (ours[numbers] == theirs[smallest]).all()
    assert quick.dice.counter == plain.dice.counter


def smallest_numbers(boards: Boards) -> np.ndarray:
    """Return for every board the smallest state number of all boards with an equivalent position, int[boards]."""
    smallest = np.full(len(boards.table.players), 3**9)
    np.minimum.at(smallest, boards.positions, boards.numbers)
    return smallest[boards.positions]


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
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


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
def test_where_images_share_a_value_it_learns_exactly_what_the_plain_rule_learns() -> None:
    plain, quick = PlainLearner(4, mirrored=True), learner(4, boards_up_to_images())
    plain.play(GAMES // 2)
    quick.play(GAMES // 2)
    assert_same(plain, quick, boards_up_to_images())


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize("opponent", ["random", "perfect", "earlier"])
def test_against_a_fixed_opponent_it_learns_exactly_what_the_plain_rule_learns(opponent: str) -> None:
    table = all_boards().table
    before = learner(5)
    before.play(20)
    values = perfect_values(table) if opponent == "perfect" else before.values
    epsilon = 1.0 if opponent == "random" else 0.0
    by_number = all_boards().by_state_number(values, 0.5)
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


def test_exploration_that_shrinks_ends_in_the_moves_with_the_highest_value() -> None:
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


def test_the_bits_are_those_of_the_published_generator() -> None:
    dice = Dice(1234567)
    assert [dice.bits() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_numbers_lie_evenly_from_0_up_to_1() -> None:
    dice = Dice.from_seed(1)
    numbers = [dice.random() for _ in range(4_000)]
    assert all(0 <= number < 1 for number in numbers)
    tenths = [sum(int(number * 10) == tenth for number in numbers) for tenth in range(10)]
    assert min(tenths) > 340
    assert max(tenths) < 460


def test_dice_go_on_from_their_counter() -> None:
    dice = Dice.from_seed(5)
    dice.random()
    twin = Dice(dice.counter)
    assert [twin.random() for _ in range(10)] == [dice.random() for _ in range(10)]


def test_kernels_throw_the_same_numbers() -> None:
    dice = Dice.from_seed(3)
    counters = np.uint64(dice.counter) + STEP * np.arange(1, 1_001, dtype=np.uint64)
    assert [random_float(counter) for counter in counters] == [dice.random() for _ in range(1_000)]


def test_seeds_of_any_size_have_streams_of_their_own() -> None:
    seeds = (0, 1, 2, 2**64, 2**64 + 1, 10**40)
    assert len({Dice.from_seed(seed).bits() for seed in seeds}) == len(seeds)
