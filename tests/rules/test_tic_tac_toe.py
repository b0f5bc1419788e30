"""Tic-tac-toe: the counts of the literature, the numbering of states, and what is refused."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import TERMINAL, IllegalAction
from game.rules.tic_tac_toe import LINES, O, TicTacToeInformationState, TicTacToeState, X, board_number

SYMMETRIES = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8),
    (2, 1, 0, 5, 4, 3, 8, 7, 6),
    (6, 3, 0, 7, 4, 1, 8, 5, 2),
    (8, 7, 6, 5, 4, 3, 2, 1, 0),
    (2, 5, 8, 1, 4, 7, 0, 3, 6),
    (6, 7, 8, 3, 4, 5, 0, 1, 2),
    (0, 3, 6, 1, 4, 7, 2, 5, 8),
    (8, 5, 2, 7, 4, 1, 6, 3, 0),
)


def played(*cells: int) -> TicTacToeState:
    state = TicTacToeState()
    for cell in cells:
        state = state.child(cell)
    return state


def reachable() -> set[TicTacToeState]:
    seen = {TicTacToeState()}
    frontier = list(seen)
    while frontier:
        state = frontier.pop()
        new = {state.child(cell) for cell in state.legal_actions()} - seen
        seen |= new
        frontier.extend(new)
    return seen


@cache
def games(state: TicTacToeState) -> int:
    return 1 if state.is_terminal() else sum(games(state.child(cell)) for cell in state.legal_actions())


@cache
def perfect_value(state: TicTacToeState) -> float:
    if state.is_terminal():
        return state.returns()[0]
    best = max if state.current_player() == 0 else min
    return best(perfect_value(state.child(cell)) for cell in state.legal_actions())


def test_5478_positions_can_be_reached() -> None:
    assert len(reachable()) == 5_478


def test_255168_games_can_be_played() -> None:
    assert games(TicTacToeState()) == 255_168


def test_138_final_positions_remain_up_to_symmetry() -> None:
    final = {state.board for state in reachable() if state.is_terminal()}
    classes = {min(tuple(board[cell] for cell in turn) for turn in SYMMETRIES) for board in final}
    assert len(classes) == 138


def test_perfect_play_draws() -> None:
    assert perfect_value(TicTacToeState()) == 0


def test_numbers_are_base_three_with_the_first_cell_lowest() -> None:
    assert TicTacToeState().number == 0
    assert played(0).number == 1
    assert board_number((0,) * 8 + (O,)) == 2 * 3**8 == 13_122
    assert board_number((O,) * 9) == 3**9 - 1


def test_every_reachable_position_has_its_own_number_and_key() -> None:
    states = reachable()
    assert len({state.number for state in states}) == len(states)
    assert all(state.information_state(0).key == str(state.number) for state in states)


@pytest.mark.parametrize("line", LINES)
def test_three_in_a_row_wins(line: tuple[int, int, int]) -> None:
    board = tuple(X if cell in line else 0 for cell in range(9))
    state = TicTacToeState(board)
    assert (state.line, state.winner, state.returns()) == (line, 0, (1.0, -1.0))


def test_a_win_ends_the_game_and_pays_the_winner() -> None:
    state = played(0, 3, 1, 4, 8, 5)
    assert state.current_player() == TERMINAL
    assert (state.line, state.winner) == ((3, 4, 5), 1)
    assert state.returns() == (-1.0, 1.0)
    assert (state.reward(0), state.reward(1)) == (0.0, 1.0)


def test_a_draw_rewards_nobody() -> None:
    state = played(0, 1, 2, 4, 3, 5, 7, 6, 8)
    assert state.is_terminal()
    assert state.winner is None
    assert state.returns() == (0.0, 0.0)
    assert (state.reward(0), state.reward(1)) == (0.0, 0.0)


def test_a_game_not_over_rewards_nobody() -> None:
    assert played(0, 4).returns() == (0.0, 0.0)
    assert played(0, 4).reward(0) == 0.0


def test_an_occupied_cell_is_refused_with_the_free_ones() -> None:
    with pytest.raises(IllegalAction, match="free cells are 1, 2, 3"):
        played(0).child(0)


def test_a_finished_game_takes_no_more_marks() -> None:
    with pytest.raises(IllegalAction, match="the game is over"):
        played(0, 3, 1, 4, 2).child(8)


def test_no_chance_is_involved() -> None:
    assert TicTacToeState().chance_outcomes() == ()


def test_the_information_state_offers_the_free_cells() -> None:
    info = TicTacToeInformationState(1, played(4).board)
    assert info.legal_actions == (0, 1, 2, 3, 5, 6, 7, 8)


@given(st.data())
def test_random_games_alternate_and_are_zero_sum(data: st.DataObject) -> None:
    state, turn = TicTacToeState(), 0
    while not state.is_terminal():
        assert state.current_player() == turn % 2
        state = state.child(data.draw(st.sampled_from(state.legal_actions())))
        turn += 1
    assert sum(state.returns()) == 0
    assert state.legal_actions() == ()
