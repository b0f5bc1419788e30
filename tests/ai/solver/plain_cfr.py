"""CFR+ on a spot, written plainly: nothing of the solver is used, neither trees nor hands nor kernels.

Ranges are lists of hands; a pair of hands has its entry in a matrix, and every card that may come has its own. What
is won is counted by `game.rules.hand_rank`. Regrets are floored and averages weighed by the iteration (Tammelin:
Solving large imperfect information games using CFR+, 2014); the best responses to the averages enclose the value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from game.rules.cards import DECK, Card
from game.rules.hand_rank import rank

Hand = tuple[Card, Card]
OOP, IP = 0, 1


@dataclass(eq=False)
class Node:
    """A state of the betting: who acts, what both have put in, the actions. `kind`: act, fold, show or deal."""

    kind: str
    player: int = -1
    put_in: tuple[float, float] = (0.0, 0.0)
    actions: tuple[str, ...] = ()
    children: tuple[Node, ...] = ()
    regret: np.ndarray = field(default_factory=lambda: np.zeros(0))
    total: np.ndarray = field(default_factory=lambda: np.zeros(0))


@dataclass(eq=False)
class PlainSpot:
    """A spot on the turn or the river; bets and raises: parts of the pot, `inf` for all-in."""

    board: tuple[Card, ...]
    ranges: tuple[Mapping[Hand, float], Mapping[Hand, float]]
    pot: float
    stack: float
    bets: Sequence[float]
    raises: Sequence[float]

    def __post_init__(self) -> None:
        self.hands = [list(one) for one in self.ranges]
        self.weights = [np.array([list(one.values())]) for one in self.ranges]
        rivers = [()] if len(self.board) == 5 else [(card,) for card in DECK if card not in self.board]
        self._apart = np.array([[float(not {*a} & {*b}) for b in self.hands[IP]] for a in self.hands[OOP]])
        self._live = [
            np.array([[float(not {*river} & {*hand}) for hand in hands] for river in rivers])
            for hands in self.hands
        ]
        self._shown = np.array([self._showdown((*self.board, *river)) for river in rivers])
        self.root = self._street(0.0, first=True)
        self._pairs = float(self.weights[OOP][0] @ self._apart @ self.weights[IP][0])

    # ---- the tree -------------------------------------------------------------------------------------------
    def _street(self, matched: float, *, first: bool) -> Node:
        if matched >= self.stack:
            return Node("show", put_in=(matched, matched))
        return self._act(OOP, (matched, matched), first=first, checked=False)

    def _over(self, matched: float, first: bool) -> Node:
        """Return what follows a street: a showdown, or a card and the next street."""
        if not first or len(self.board) == 5:
            return Node("show", put_in=(matched, matched))
        return Node("deal", put_in=(matched, matched), children=(self._street(matched, first=False),))

    def _act(self, player: int, put_in: tuple[float, float], *, first: bool, checked: bool) -> Node:
        own, other = put_in[player], put_in[1 - player]
        ways: dict[str, Node] = {}
        if other > own:
            ways["fold"] = Node("fold", player, put_in)
            ways["call"] = self._over(other, first)
        elif checked:
            ways["check"] = self._over(own, first)
        else:
            ways["check"] = self._act(1 - player, put_in, first=first, checked=True)
        sizes = self.raises if other > own else self.bets
        for to in sorted({min(self.stack, other + size * (self.pot + 2 * other)) for size in sizes}):
            if other < self.stack and to > other:
                after = (to, other) if player == OOP else (other, to)
                ways[f"to {to:g}"] = self._act(1 - player, after, first=first, checked=False)
        boards = 1 if first else len(self._shown)
        shape = boards, len(self.hands[player]), len(ways)
        return Node(
            "act", player, put_in, tuple(ways), tuple(ways.values()), np.zeros(shape), np.zeros(shape)
        )

    def _showdown(self, board: tuple[Card, ...]) -> np.ndarray:
        """Return float[oop, ip]: 1, 0.5 or 0 of the pot for oop; 0 where the hands or the board share a card."""
        strength = [
            np.array([rank((*hand, *board)) if not {*hand} & {*board} else 0 for hand in hands])
            for hands in self.hands
        ]
        better = strength[OOP][:, None] - strength[IP][None, :]  # ranks count from the best
        return np.where(better < 0, 1.0, np.where(better > 0, 0.0, 0.5))

    # ---- CFR+ -----------------------------------------------------------------------------------------------
    def solve(self, iterations: int) -> PlainSpot:
        """Improve the averages; returns itself."""
        for number in range(1, iterations + 1):
            for player in (OOP, IP):
                self._visit(self.root, player, self.weights[1 - player], number)
        return self

    def value(self, player: int, *, best: bool = False) -> float:
        """Return the chips that a player wins by the averages, or by the best response to the other's average."""
        values = self._visit(self.root, player, self.weights[1 - player], -1 if best else 0)
        return float((values * self.weights[player]).sum() / self._pairs)

    def _visit(self, node: Node, player: int, reach: np.ndarray, number: int) -> np.ndarray:
        """Return float[boards, hands]: chips that the player's hands win against the other's reach.

        number: of the iteration, whose regrets are added; 0 plays the averages, -1 the best response to them.
        """
        if node.kind == "deal":
            live, of_other = self._live[player], self._live[1 - player]
            values = self._visit(node.children[0], player, reach * of_other, number)
            return (live * values).sum(axis=0, keepdims=True) / (len(DECK) - len(self.board) - 4)
        if node.kind != "act":
            return self._won(node, player, reach)
        strategy = _matched(node.regret) if number > 0 else _matched(node.total)
        if node.player != player:
            parts = (reach * strategy[..., place] for place in range(len(node.actions)))
            values = [
                self._visit(child, player, part, number)
                for child, part in zip(node.children, parts, strict=True)
            ]
            if number > 0:
                node.total += number * reach[..., None] * strategy
            return np.sum(values, axis=0)
        each = np.stack([self._visit(child, player, reach, number) for child in node.children], axis=-1)
        if number < 0:
            return np.asarray(each.max(axis=-1))
        value = (each * strategy).sum(axis=-1)
        if number > 0:
            node.regret[:] = np.maximum(node.regret + each - value[..., None], 0.0)
        return np.asarray(value)

    def _won(self, node: Node, player: int, reach: np.ndarray) -> np.ndarray:
        own, other = node.put_in[player], node.put_in[1 - player]
        apart = self._apart if player == OOP else self._apart.T
        met = reach @ apart.T
        if node.kind == "fold":
            return met * (-own if node.player == player else self.pot + other)
        shown = self._shown if player == OOP else 1 - self._shown.transpose(0, 2, 1)
        won = ((shown * apart) @ reach[..., None])[..., 0]
        return won * (self.pot + other + own) - met * own


def _matched(weights: np.ndarray) -> np.ndarray:
    """Return shares in proportion to weights, even ones where there are none."""
    total = weights.sum(axis=-1, keepdims=True)
    even = np.full(weights.shape, 1 / weights.shape[-1])
    return np.divide(weights, total, out=even, where=total > 0)
