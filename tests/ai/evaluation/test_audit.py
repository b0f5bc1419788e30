"""The audit of tic-tac-toe: all lines, and the table of states."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pytest

from ai.agents.small_games import PerfectAgent, UniformAgent, ValueAgent
from ai.algorithms.best_response import expected_returns
from ai.algorithms.game_tree import reachable_states
from ai.algorithms.td_learning import Floats, greedy, perfect_values, uniform_policy
from ai.evaluation.strength import (
    DRAWN,
    LOST,
    WON,
    all_boards,
    audit,
    boards_up_to_images,
    line_counts,
    lost_game,
    marks_of_boards,
    outcome_shares,
)
from game.archive import export
from game.core import Action, InformationState, KnownStrategy, Player
from game.rules.tic_tac_toe import TicTacToeState, to_move

TABLE = all_boards().table
PERFECT = greedy(TABLE, perfect_values(TABLE))


@dataclass
class FirstFree:
    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        return {action: float(action == info.legal_actions[0]) for action in info.legal_actions}


def counted_plainly(state: TicTacToeState, agent: KnownStrategy, player: Player) -> tuple[int, int, int]:
    """Count the lost, drawn and won lines of `player` from `state` on, one by one."""
    if state.is_terminal():
        won = state.returns()[player]
        return int(won < 0), int(won == 0), int(won > 0)
    actions = state.legal_actions()
    if state.current_player() == player:
        strategy = agent.strategy(state.information_state(player))
        actions = tuple(action for action in actions if strategy[action] > 0)
    found = [counted_plainly(state.child(action), agent, player) for action in actions]
    lost, drawn, won = map(sum, zip(*found, strict=True))
    return lost, drawn, won


def guessed_values(seed: int, sizes: int = 3) -> Floats:
    guessed: Floats = np.random.default_rng(seed).integers(sizes, size=(2, len(TABLE.players))) / sizes
    return guessed


def as_agent(values: Floats) -> ValueAgent:
    return ValueAgent("guess", all_boards().by_state_number(values, 0.0).tolist())


def test_who_may_play_anything_meets_every_game_there_is() -> None:
    as_x, as_o = (audit(UniformAgent("any"), seat) for seat in (0, 1))
    assert (as_x.lost, as_x.drawn, as_x.won) == (77_904, 46_080, 131_184)
    assert (as_o.lost, as_o.drawn, as_o.won) == (131_184, 46_080, 77_904)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("agent", [FirstFree(), as_agent(guessed_values(1, 50))], ids=["first free", "guess"])
def test_shared_positions_count_once_for_every_way_into_them(agent: KnownStrategy, seat: Player) -> None:
    found = audit(agent, seat)
    assert (found.lost, found.drawn, found.won) == counted_plainly(TicTacToeState(), agent, seat)


@pytest.mark.parametrize("seed", range(3))
def test_a_table_of_values_is_audited_as_the_agent_that_reads_it(seed: int) -> None:
    values = guessed_values(seed)
    counts = line_counts(TABLE, greedy(TABLE, values))
    for seat in (0, 1):
        found = audit(as_agent(values), seat)
        assert counts[seat].tolist() == [found.won, found.drawn, found.lost]


def test_who_cannot_be_beaten_has_no_lost_line() -> None:
    for seat in (0, 1):
        found = audit(PerfectAgent("perfect"), seat)
        assert (found.lost, found.first_lost) == (0, None)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_first_lost_line_is_a_game_that_the_agent_loses(seat: Player) -> None:
    line = audit(FirstFree(), seat).first_lost
    assert line is not None
    state = TicTacToeState()
    for action in line:
        if state.current_player() == seat:
            assert action == state.legal_actions()[0]
        state = state.child(action)
    assert state.returns()[seat] == -1


def test_the_first_lost_line_comes_before_all_others() -> None:
    assert audit(UniformAgent("any"), 1).first_lost == (0, 1, 2, 3, 4, 5, 6)
    assert audit(UniformAgent("any"), 0).first_lost == (0, 1, 2, 3, 5, 4, 6, 7)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_lost_line_is_rebuilt_from_its_text(seat: Player) -> None:
    line = audit(FirstFree(), seat).first_lost
    assert line is not None
    game = export.from_id(lost_game("first-free", seat, line).id)
    assert game.actions == line
    assert game.opponent == "first-free"
    assert game.result == "won"
    assert game.session().hand_over


def test_random_play_against_itself_has_the_known_shares() -> None:
    [as_x, as_o] = outcome_shares(TABLE, uniform_policy(TABLE), [uniform_policy(TABLE)])[0]
    assert as_x.tolist() == pytest.approx([0.5849, 0.1270, 0.2881], abs=1e-4)
    assert as_o.tolist() == pytest.approx([0.2881, 0.1270, 0.5849], abs=1e-4)


def test_perfect_play_is_drawn_with_itself_and_never_loses_to_random_play() -> None:
    against_itself, against_random = outcome_shares(TABLE, PERFECT, [PERFECT, uniform_policy(TABLE)])
    assert against_itself[:, DRAWN].tolist() == pytest.approx([1, 1])
    assert against_random[:, LOST].tolist() == [0, 0]
    assert against_random[:, WON].min() > 0.7


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize("seat", [0, 1])
def test_shares_are_the_expected_results_of_the_tree(seat: Player) -> None:
    values, others = guessed_values(7, 400), guessed_values(8, 400)
    policies = [as_agent(values).strategy, as_agent(others).strategy]
    found = outcome_shares(TABLE, greedy(TABLE, values), [greedy(TABLE, others)])[0, seat]
    expected = expected_returns(TicTacToeState(), policies if seat == 0 else policies[::-1])[seat]
    assert found[WON] - found[LOST] == pytest.approx(expected)
    assert found.sum() == pytest.approx(1)


def test_where_images_share_a_position_lines_and_shares_are_the_same() -> None:
    images = boards_up_to_images()
    values = images.by_position(all_boards().by_state_number(guessed_values(3), 0.0))
    spread = all_boards().by_position(images.by_state_number(values, 0.0))
    few, many = (greedy(images.table, values), greedy(TABLE, spread))
    assert (line_counts(images.table, few) == line_counts(TABLE, many)).all()
    against_any = outcome_shares(images.table, few, [uniform_policy(images.table)])
    assert against_any == pytest.approx(outcome_shares(TABLE, many, [uniform_policy(TABLE)]))


def list_states() -> list[TicTacToeState]:
    return [state for state in reachable_states(TicTacToeState()) if isinstance(state, TicTacToeState)]


def test_the_table_is_the_walk_over_all_states() -> None:
    states, boards = list_states(), all_boards()
    table = boards.table
    indices = {state: index for index, state in enumerate(states)}
    assert marks_of_boards() == tuple(state.board for state in states)
    assert boards.numbers.tolist() == [state.number for state in states]
    assert table.returns.tolist() == [state.returns()[0] for state in states]
    assert table.players.tolist() == [to_move(state.board) for state in states]
    for index, state in enumerate(states):
        edges = table.edges(index)
        assert tuple(table.actions[edges]) == state.legal_actions()
        if index % 5 == 0:
            followers = [indices[state.child(action)] for action in state.legal_actions()]
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
        spread = boards.by_state_number(values, 0.5)
        assert (boards.by_position(spread) == values).all()
        assert spread.shape == (2, 19_683)
        assert (spread == 0.5).sum() == 2 * (19_683 - 5_478)


def test_perfect_values_are_those_of_the_solved_game() -> None:
    table, agent = all_boards().table, PerfectAgent("perfect")
    policy = greedy(table, perfect_values(table))
    for index, board in list(enumerate(marks_of_boards()))[::7]:
        state = TicTacToeState(board)
        if not state.is_terminal():
            strategy = agent.strategy(state.information_state(state.current_player()))
            edges = table.edges(index)
            assert dict(zip(table.actions[edges].tolist(), policy[edges].tolist(), strict=True)) == strategy
