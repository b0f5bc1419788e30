"""The quick table of tic-tac-toe says what the plain walks say, and what is known of the game."""

import random

import pytest

from ai.agents.perfect_agent import PerfectAgent
from ai.agents.value_agent import NUMBERS, ValueAgent
from ai.algorithms.best_response import expected_returns
from ai.algorithms.td_table import Positions
from ai.evaluation.audit import audit
from ai.evaluation.tic_tac_toe_table import (
    board,
    both_seats,
    greedy_moves,
    lines,
    perfect_replies,
    shares,
)
from game.rules.tic_tac_toe import TicTacToeState

any_move = board().children.__getitem__
perfect = perfect_replies().__getitem__


def guessed_values(seed: int, sizes: int = 4) -> list[list[float]]:
    """Values of few sizes, so that equals come up."""
    rng = random.Random(seed)
    return [[rng.randrange(sizes) / sizes for _ in board().children] for _ in range(2)]


def as_agent(values: list[list[float]]) -> ValueAgent:
    table = [[0.0] * NUMBERS for _ in range(2)]
    for player, row in enumerate(values):
        for number, value in zip(board().numbers, row, strict=True):
            table[player][number] = value
    return ValueAgent("guess", table)


def test_the_table_is_the_walk_over_all_states() -> None:
    walk, table = Positions(TicTacToeState()), board()
    assert table.children == walk.children
    assert table.returns == walk.returns
    assert [str(number) for number in table.numbers] == [s.information_state(0).key for s in walk.states]
    players = [state.current_player() for state in walk.states]
    assert all(
        mine in (theirs, -4) or theirs == -4 for mine, theirs in zip(table.to_move, players, strict=True)
    )


def test_there_are_255168_games_of_which_x_wins_131184() -> None:
    found = lines(any_move, 0)
    assert (found.won, found.drawn, found.lost) == (131_184, 46_080, 77_904)


def test_random_play_against_itself_has_the_known_shares() -> None:
    found = shares(any_move, any_move, 0)
    assert (found.won, found.drawn, found.lost) == pytest.approx((0.5849, 0.1270, 0.2881), abs=1e-4)
    assert both_seats(any_move, any_move).won == pytest.approx(both_seats(any_move, any_move).lost)


def test_perfect_replies_are_those_of_the_solved_game() -> None:
    walk, agent = Positions(TicTacToeState()), PerfectAgent("perfect")
    for position in range(0, len(walk.states), 7):
        state = walk.states[position]
        if not state.is_terminal():
            strategy = agent.strategy(state.information_state(state.current_player()))
            best = tuple(
                follower
                for follower, action in zip(walk.children[position], state.legal_actions(), strict=True)
                if strategy[action] > 0
            )
            assert perfect_replies()[position] == best


def test_perfect_play_against_itself_is_always_drawn() -> None:
    found = both_seats(perfect, perfect)
    assert (found.won, found.drawn, found.lost) == pytest.approx((0, 1, 0))


@pytest.mark.parametrize("seed", range(3))
def test_lines_are_those_of_the_audit(seed: int) -> None:
    values = guessed_values(seed)
    for seat in (0, 1):
        quick, slow = lines(greedy_moves(values), seat), audit(TicTacToeState(), as_agent(values), seat)
        assert (quick.won, quick.drawn, quick.lost) == (slow.won, slow.drawn, slow.lost)


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
@pytest.mark.parametrize("seat", [0, 1])
def test_shares_are_the_expected_results_of_the_tree(seat: int) -> None:
    values, others = guessed_values(7, 400), guessed_values(8, 400)
    policies = [as_agent(values).strategy, as_agent(others).strategy]
    found = shares(greedy_moves(values), greedy_moves(others), seat)
    expected = expected_returns(TicTacToeState(), policies if seat == 0 else policies[::-1])[seat]
    assert found.won - found.lost == pytest.approx(expected)
    assert found.won + found.drawn + found.lost == pytest.approx(1)


def test_perfect_play_never_loses_to_random_play() -> None:
    for seat in (0, 1):
        assert shares(perfect, any_move, seat).lost == 0
