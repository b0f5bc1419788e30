"""The tables of tic-tac-toe say what the rules say state by state."""

import numpy as np

from ai.agents.perfect_agent import PerfectAgent
from ai.algorithms.game_tree import reachable_states
from ai.algorithms.position_table import greedy, perfect_values
from ai.evaluation.strength import all_boards, boards_up_to_images, marks_of_boards
from game.rules.tic_tac_toe import TicTacToeState, to_move


def walked() -> list[TicTacToeState]:
    return [state for state in reachable_states(TicTacToeState()) if isinstance(state, TicTacToeState)]


def test_the_table_is_the_walk_over_all_states() -> None:
    states, boards = walked(), all_boards()
    table = boards.table
    places = {state: place for place, state in enumerate(states)}
    assert marks_of_boards() == tuple(state.board for state in states)
    assert boards.numbers.tolist() == [state.number for state in states]
    assert table.returns.tolist() == [state.returns()[0] for state in states]
    assert table.players.tolist() == [to_move(state.board) for state in states]
    for place, state in enumerate(states):
        edges = table.edges(place)
        assert tuple(table.actions[edges]) == state.legal_actions()
        if place % 5 == 0:
            followers = [places[state.child(action)] for action in state.legal_actions()]
            assert table.followers[edges].tolist() == followers


def test_a_layer_holds_what_stands_after_so_many_marks() -> None:
    assert np.diff(all_boards().table.starts).tolist() == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert np.diff(boards_up_to_images().table.starts).tolist() == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]


def test_5478_boards_are_765_up_to_images_138_of_them_final() -> None:
    table = boards_up_to_images().table
    assert (len(all_boards().numbers), len(table.players)) == (5_478, 765)
    assert (table.degrees == 0).sum() == 138


def test_images_go_where_the_board_goes_that_stands_for_them() -> None:
    every, few = all_boards(), boards_up_to_images()
    for board in range(0, len(every.numbers), 11):
        followers = few.positions[every.table.followers[every.table.edges(board)]]
        edges = few.table.edges(int(few.positions[board]))
        assert sorted(followers) == sorted(few.table.followers[edges])


def test_values_by_state_number_are_spread_and_gathered_again() -> None:
    for boards in (all_boards(), boards_up_to_images()):
        values = np.random.default_rng(1).random((2, len(boards.table.players)))
        spread = boards.spread(values, 0.5)
        assert (boards.gathered(spread) == values).all()
        assert spread.shape == (2, 19_683)
        assert (spread == 0.5).sum() == 2 * (19_683 - 5_478)


def test_perfect_values_are_those_of_the_solved_game() -> None:
    table, agent = all_boards().table, PerfectAgent("perfect")
    policy = greedy(table, perfect_values(table))
    for place, board in list(enumerate(marks_of_boards()))[::7]:
        state = TicTacToeState(board)
        if not state.is_terminal():
            strategy = agent.strategy(state.information_state(state.current_player()))
            edges = table.edges(place)
            assert dict(zip(table.actions[edges].tolist(), policy[edges].tolist(), strict=True)) == strategy
