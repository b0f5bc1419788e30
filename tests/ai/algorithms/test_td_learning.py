"""The plain rule, its board and its enumeration."""

import re
from functools import cache

import numpy as np
import pytest

from ai.algorithms.dice import Dice
from ai.algorithms.game_tree import reachable_states
from ai.algorithms.td_learning import (
    Environment,
    MirroredEnvironment,
    TDLearner,
    get_state_hash_and_winner,
    initial_values,
    play_game,
)
from game.core import BadInput
from game.rules.tic_tac_toe import TicTacToeState

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
