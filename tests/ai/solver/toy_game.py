"""A spot as a small game of its own: a state of `game.core`, dealt with a few hands and solved by any solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ai.hands.combos import HANDS
from ai.hands.evaluator import rank
from ai.solver.betting import DEAL, DECISION, FOLD, Begin, Menu, Node
from ai.solver.spot import Spot
from game.core import CHANCE, TERMINAL


@dataclass(frozen=True)
class ToyInformation:
    player: int
    legal_actions: Sequence[int]
    key: str


@dataclass(frozen=True)
class ToyGame:
    """A history: the hands of both players (None before they are dealt), the board, and the actions."""

    spot: Spot
    node: Node
    board: tuple[int, ...]
    hands: tuple[int, int] | None = None
    path: str = ""

    @staticmethod
    def of(spot: Spot) -> ToyGame:
        return ToyGame(spot, street_of(spot, spot.board, 0.0), spot.board)

    def current_player(self) -> int:
        if self.hands is None or self.node.kind == DEAL:
            return CHANCE
        return self.node.player if self.node.kind == DECISION else TERMINAL

    def legal_actions(self) -> Sequence[int]:
        return range(len(self.node.children))

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        if self.hands is None:
            pairs = {
                one * len(HANDS) + other: float(weight * against)
                for one, weight in enumerate(self.spot.ranges[0])
                for other, against in enumerate(self.spot.ranges[1])
                if weight and against and not set(HANDS[one]) & set(HANDS[other])
            }
            return [(pair, weight / sum(pairs.values())) for pair, weight in pairs.items()]
        known = {*self.board, *(card for hand in self.hands for card in HANDS[hand])}
        cards = [card for card in range(52) if card not in known]
        return [(card, 1 / len(cards)) for card in cards]

    def child(self, action: int) -> ToyGame:
        if self.hands is None:
            return replace(self, hands=divmod(action, len(HANDS)))
        if self.node.kind == DEAL:
            board = (*self.board, action)
            node = street_of(self.spot, board, self.node.chips)
            return replace(self, node=node, board=board, path=f"{self.path}/{action}/")
        return replace(self, node=self.node.children[action], path=f"{self.path}{action}")

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def returns(self) -> tuple[float, float]:
        """Return what both win, in pots, net of half the pot."""
        assert self.hands is not None
        stake = 0.5 + self.node.chips / self.spot.pot
        if self.node.kind == FOLD:
            won = stake if self.node.player == 1 else -stake
        else:
            first, second = (rank((*HANDS[hand], *self.board)) for hand in self.hands)
            won = stake * float(np.sign(second - first))
        return won, -won

    def information_state(self, player: int) -> ToyInformation:
        assert self.hands is not None
        return ToyInformation(player, self.legal_actions(), f"{player} {self.hands[player]} {self.path}")


def street_of(spot: Spot, board: tuple[int, ...], matched: float) -> Node:
    menu = Menu(spot.pot, spot.stack, spot.bets, spot.raises)
    return menu.street(Begin(chips=(matched, matched)), len(board) == 5)
