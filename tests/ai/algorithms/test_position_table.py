"""Games as tables: edges, layers, policies, and what follows from them."""

import numpy as np

from ai.algorithms.td_learning import build_table, greedy, outcomes, perfect_values, uniform_policy

ROOT, LEFT, RIGHT, LOST, WON, DRAWN = range(6)

TABLE = build_table(
    moves=[[(0, LEFT), (5, RIGHT)], [(1, LOST), (2, WON)], [(1, WON), (2, DRAWN)], [], [], []],
    players=[0, 1, 1, 0, 0, 0],
    returns=[0.0, 0.0, 0.0, -1.0, 1.0, 0.0],
)
"""Player 0 goes left or right; then player 1 chooses between two ends, of which the right has no loss."""


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
