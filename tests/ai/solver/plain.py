"""The same games written plainly, hand against hand in matrices: the oracle of the solver's kernels.

Nothing here knows classes, rows or batches: every board is dealt, and every pair of the 1,326 hands has its entry.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ai.hands.combos import CARDS, apart, left_by
from ai.hands.evaluator import ranks
from ai.solver.betting import DEAL, DECISION, FOLD, Begin, Menu, Node
from ai.solver.spot import Spot

Strategy = Callable[[tuple[int, ...], tuple[str, ...]], np.ndarray]
"""float[1326, actions] on a board, after actions of the whole subgame."""


@dataclass
class PlainGame:
    """A spot whose values are computed hand by hand; strategy: what the other player plays."""

    spot: Spot
    strategy: Strategy
    _wins: dict[tuple[int, ...], np.ndarray] = field(default_factory=dict)

    def best(self, traverser: int) -> float:
        """Return what the best response of a player wins, in chips, the pot counted."""
        return self._value(traverser, best=True)

    def average(self, traverser: int) -> float:
        """Return what a player wins by the strategy itself, in chips, the pot counted."""
        return self._value(traverser, best=False)

    def _value(self, traverser: int, best: bool) -> float:
        self._traverser, self._best = traverser, best
        self._held = np.flatnonzero(self.spot.ranges[0] + self.spot.ranges[1])
        self._apart = apart()[np.ix_(self._held, self._held)].astype(float)
        weights = [np.asarray(one, float)[self._held] for one in self.spot.ranges]
        values = self._node(self._street(0.0, self.spot.board), self.spot.board, (), weights[1 - traverser])
        pairs = weights[traverser] @ self._apart @ weights[1 - traverser]
        return weights[traverser] @ values / pairs + self.spot.pot / 2

    def _street(self, matched: float, board: tuple[int, ...]) -> Node:
        menu = Menu(self.spot.pot, self.spot.stack, self.spot.bets, self.spot.raises)
        return menu.street(Begin(chips=(matched, matched)), len(board) == 5)

    def _node(
        self, node: Node, board: tuple[int, ...], path: tuple[str, ...], reach: np.ndarray
    ) -> np.ndarray:
        """Return float[hands]: what the traverser's hands win against `reach`, in chips, net of half the pot."""
        stake = self.spot.pot / 2 + node.chips
        if node.kind == DECISION:
            return self._decision(node, board, path, reach)
        if node.kind == FOLD:
            return (-stake if node.player == self._traverser else stake) * (self._apart @ reach)
        if node.kind == DEAL:
            return self._deal(node, board, path, reach)
        return stake * (self._won_by(board) @ reach)

    def _decision(
        self, node: Node, board: tuple[int, ...], path: tuple[str, ...], reach: np.ndarray
    ) -> np.ndarray:
        strategy = np.nan_to_num(self.strategy(board, path)[self._held])
        own = node.player == self._traverser
        values = np.array(
            [
                self._node(child, board, (*path, action), reach if own else reach * strategy[:, place])
                for place, (action, child) in enumerate(zip(node.actions, node.children, strict=True))
            ]
        )
        if not own:
            return values.sum(axis=0)
        return values.max(axis=0) if self._best else (values * strategy.T).sum(axis=0)

    def _deal(
        self, node: Node, board: tuple[int, ...], path: tuple[str, ...], reach: np.ndarray
    ) -> np.ndarray:
        total = np.zeros(len(self._held))
        for card in range(52):
            if card not in board:
                left = left_by([card])[self._held]
                after = (*board, card)
                total += left * self._node(self._street(node.chips, after), after, path, reach * left)
        return total / (52 - len(board) - 4)

    def _won_by(self, board: tuple[int, ...]) -> np.ndarray:
        """Return float[hands, hands]: 1 where the first beats the second, -1 where it loses, 0 where they share."""
        if board not in self._wins:
            live = left_by(board)[self._held]
            cards = CARDS[self._held[live]].astype(np.uint8)
            rank = np.zeros(len(self._held), int)
            rank[live] = ranks(np.hstack([np.tile(np.array(board, np.uint8), (len(cards), 1)), cards]))
            wins = np.sign(rank[None, :] - rank[:, None]) * self._apart
            self._wins[board] = wins * (live[:, None] & live[None, :])
        return self._wins[board]
