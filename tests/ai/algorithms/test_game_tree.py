"""Games as arrays: histories, information sets, chance, payoffs, and tables of positions."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from ai.algorithms.game_tree import (
    NO_INFOSET,
    GameTree,
    estimate_histories,
    flatten,
    information_states,
    normalise_strategy,
    uniform_strategy,
)
from ai.algorithms.td_learning import build_table, greedy, outcomes, perfect_values, uniform_policy
from game.core import CHANCE, TERMINAL, BadInput, State
from game.rules.kuhn_poker import KuhnState, classic, half_street
from game.rules.tic_tac_toe import EMPTY, MARKS, Board, Line, TicTacToeState, to_move
from tests.ai.algorithms.small_games import LeducState


@pytest.mark.parametrize(
    ("root", "histories", "infosets", "sequences"),
    [(classic(), 58, 12, 24), (half_street(2), 34, 6, 12), (LeducState(), 9_457, 936, 2_184)],
)
def test_games_have_their_known_sizes(root: State, histories: int, infosets: int, sequences: int) -> None:
    tree = flatten(root)
    assert len(tree.histories.player) == histories
    assert len(tree.infosets) == infosets
    assert tree.first[-1] == sequences


def test_every_history_is_a_row_with_its_mover_chance_payoff_and_information_set() -> None:
    tree = flatten(classic())
    assert compare_rows(tree, 0, classic()) == len(tree.histories.player)


def compare_rows(tree: GameTree, row: int, state: KuhnState) -> int:
    """Compare the row and all its descendants with `state` and its successors.

    Return the number of compared rows.
    """
    histories, player = tree.histories, state.current_player()
    assert histories.player[row] == player
    assert histories.payoff[row] == (state.returns()[0] if player == TERMINAL else 0)
    if player >= 0:
        infoset = tree.infosets[histories.infoset[row]]
        info = state.information_state(player)
        assert (infoset.key, infoset.player, infoset.actions) == (info.key, player, info.legal_actions)
    else:
        assert histories.infoset[row] == NO_INFOSET
    chances = dict(state.chance_outcomes()) if player == CHANCE else dict.fromkeys(state.legal_actions(), 1.0)
    assert histories.children[row] == len(chances)
    held = 1
    for step, (action, chance) in enumerate(chances.items()):
        child = histories.first_child[row] + step
        assert histories.parent[child] == row
        assert histories.chance[child] == chance
        held += compare_rows(tree, child, state.child(action))
    return held


def test_the_sets_of_player_0_come_first_and_parents_before_children() -> None:
    tree = flatten(LeducState())
    players = [infoset.player for infoset in tree.infosets]
    assert players == sorted(players)
    assert tree.own_infosets == players.count(0) == 468
    assert (tree.histories.parent[1:] < np.arange(1, 9_457)).all()


def test_the_sets_are_those_that_the_walk_finds() -> None:
    assert {infoset.key for infoset in flatten(classic()).infosets} == set(information_states(classic()))


def test_a_strategy_is_a_table_and_a_vector() -> None:
    tree = flatten(classic())
    table = {infoset.key: {0: 0.25, 1: 0.75} for infoset in tree.infosets}
    assert tree.table(tree.vector(table)) == table
    assert tree.vector({key: {1: 1.0} for key in table}).tolist() == [0.0, 1.0] * 12


def test_weights_are_scaled_set_by_set_and_alike_where_there_are_none() -> None:
    first = np.array([0, 2, 5], dtype=np.int32)
    assert uniform_strategy(first) == pytest.approx([1 / 2, 1 / 2, 1 / 3, 1 / 3, 1 / 3])
    assert normalise_strategy(first, np.array([1.0, 3.0, 0, 0, 0])) == pytest.approx(
        [1 / 4, 3 / 4, 1 / 3, 1 / 3, 1 / 3]
    )


def test_a_game_somewhat_too_large_is_refused_in_a_sentence_that_says_by_how_much() -> None:
    with pytest.raises(BadInput, match=r"about 550,000 histories, 4\.6 times the limit of 120,000, and"):
        flatten(TicTacToeState(), max_histories=120_000)


@dataclass
class Counted:
    """A counter of positions. All states of a game share one counter."""

    nodes: int = 0


@dataclass(frozen=True)
class LargeBoard(TicTacToeState):
    """Four in a row on 4 x 4 cells, with 43 million boards and far more histories."""

    board: Board = (EMPTY,) * 16
    counts: Counted = field(default_factory=Counted)

    @property
    def line(self) -> Line | None:
        rows = [self.board[start : start + 4] for start in range(0, 16, 4)]
        columns = [self.board[start::4] for start in range(4)]
        for four in (*rows, *columns, self.board[::5], self.board[3:13:3]):
            if abs(sum(four)) == 4:
                return (0, 1, 2)
        return None

    def child(self, action: int) -> "LargeBoard":
        self.counts.nodes += 1
        mark = MARKS[to_move(self.board)]
        return LargeBoard((*self.board[:action], mark, *self.board[action + 1 :]), self.counts)


def test_a_game_far_too_large_for_the_memory_is_refused_before_it_is_walked() -> None:
    board = LargeBoard()
    with pytest.raises(
        BadInput, match=r"about \d\d,000,000,000,000 histories, \d\d,000,000 times the limit of 1,000,000"
    ) as refused:
        flatten(board)
    assert "GB of memory" in str(refused.value)
    assert board.counts.nodes < 20_000


def test_the_size_of_a_game_is_estimated_from_random_lines() -> None:
    assert estimate_histories(half_street()) == pytest.approx(34, rel=0.05)
    assert estimate_histories(TicTacToeState()) == pytest.approx(549_946, rel=0.05)
    assert estimate_histories(LeducState()) == pytest.approx(9_457, rel=0.1)


class Generous(KuhnState):
    """Kuhn poker in which both players always win 1 chip, so the game is not zero-sum."""

    def child(self, action: int) -> "Generous":
        after = super().child(action)
        return Generous(after.rules, after.cards, after.betting)

    def returns(self) -> tuple[float, float]:
        return 1.0, 1.0


def test_a_game_that_is_not_zero_sum_is_refused() -> None:
    with pytest.raises(ValueError, match=r"the players win 1\.0 and 1\.0: the game is not zero-sum"):
        flatten(Generous())


class Confusing(LeducState):
    """Leduc poker with information-set keys that contain only the private card.

    Decisions with different legal actions therefore have equal keys.
    """

    def child(self, action: int) -> "Confusing":
        after = super().child(action)
        return Confusing(after.cards, after.rounds)

    def information_state(self, player: int) -> "Confusing":
        return replace(self, cards=(self.cards[player],))

    @property
    def key(self) -> str:
        return str(self.cards[0])


def test_keys_that_do_not_tell_sets_apart_are_refused() -> None:
    with pytest.raises(ValueError, match="two information sets share a key"):
        flatten(Confusing())


ROOT, LEFT, RIGHT, LOST, WON, DRAWN = range(6)

TABLE = build_table(
    moves=[[(0, LEFT), (5, RIGHT)], [(1, LOST), (2, WON)], [(1, WON), (2, DRAWN)], [], [], []],
    players=[0, 1, 1, 0, 0, 0],
    returns=[0.0, 0.0, 0.0, -1.0, 1.0, 0.0],
)
"""A game of two moves. Player 0 goes left or right, then player 1 chooses between two ends.

Player 1 loses at neither of the ends on the right.
"""


def test_edges_of_a_position_lie_together() -> None:
    edges = TABLE.edges(LEFT)
    assert TABLE.followers[edges].tolist() == [LOST, WON]
    assert TABLE.actions[edges].tolist() == [1, 2]
    assert TABLE.origins[edges].tolist() == [LEFT, LEFT]
    assert TABLE.movers.tolist() == [0, 0, 1, 1, 1, 1]
    assert TABLE.degrees.tolist() == [2, 2, 2, 0, 0, 0]


def test_layers_follow_each_other() -> None:
    assert TABLE.starts == (0, 1, 3, 6)
    assert [layer.positions.tolist() for layer in TABLE.layers] == [[ROOT], [LEFT, RIGHT]]
    assert [layer.next_layer for layer in TABLE.layers] == [slice(1, 3), slice(3, 6)]


def test_perfect_values_are_those_of_minimax() -> None:
    assert perfect_values(TABLE).tolist() == [[0.5, 0, 0.5, 0, 1, 0.5], [0.5, 1, 0.5, 1, 0, 0.5]]


def test_the_greedy_policy_shares_among_exact_equals() -> None:
    values = np.zeros((2, 6))
    assert greedy(TABLE, values).tolist() == uniform_policy(TABLE).tolist() == [0.5] * 6
    values[0, RIGHT] = values[1, LOST] = 1e-9
    assert greedy(TABLE, values).tolist() == [0, 1, 1, 0, 0.5, 0.5]


def test_outcomes_are_followed_with_what_each_edge_weighs() -> None:
    policies = np.stack([uniform_policy(TABLE), greedy(TABLE, perfect_values(TABLE)), np.ones(6)])
    assert outcomes(TABLE, policies).tolist() == [[0.5, 0.25, 0.25], [0, 1, 0], [2, 1, 1]]
