"""Lets a solve begin from a strategy that is known: from a blueprint, or from the last solve.

Every decision of the first street gets regrets in proportion to the strategy, as large as some iterations could
have made them (after Brown and Sandholm: Strategy-based warm starting for regret minimization in games, AAAI 2016).
They are discounted like others, so that a bad start is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ai.solver.betting import DECISION, Node, Path
from ai.solver.subgame import Subgame

Known = Callable[[Path], npt.NDArray[np.float64] | None]
"""float[1326, actions] of a decision of the first street, by the actions that lead there; None where not known."""


def start_from(game: Subgame, known: Known, iterations: float = 1.0) -> None:
    """Let a game that was not iterated yet begin with what is known; `iterations`: how far it is trusted."""
    street = game.streets[0]
    forest = street.planted.forest
    for number, path in _paths(street.planted.nodes[0], forest.child.tolist(), ()):
        node = street.planted.nodes[number]
        strategy = known(path) if node.kind == DECISION else None
        if strategy is None:
            continue
        hands, table = street.deals.hands[node.player], street.tables[node.player]
        classes = street.deals.classes(node.player, 0)
        begin = int(forest.slot[number]) * classes
        weights = (
            np.maximum(0.0, np.nan_to_num(strategy[hands.place])).T * _scale(game, node.player) * iterations
        )
        table.regret[begin : begin + weights.size] = weights.ravel()


def _scale(game: Subgame, player: int) -> float:
    """Return what an action is worth at most in an iteration, about: a pot against all the other player's hands."""
    hands = game.streets[0].deals.hands[1 - player]
    return float((game.weights[1 - player] * hands.times).sum())


def _paths(root: Node, child: list[int], path: Path) -> list[tuple[int, Path]]:
    """Return the number of every node of the tree whose root is the first node, and the actions that lead there."""
    found, ahead = [], [(root, 0, path)]
    while ahead:
        node, number, actions = ahead.pop()
        found.append((number, actions))
        for step, (action, after) in enumerate(zip(node.actions, node.children, strict=True)):
            ahead.append((after, child[number] + step, (*actions, action)))
    return found
