"""Oracles of the solver: plain values of a strategy, plain CFR+ on small spots, and toy games.

`PlainGame` computes the values of a given strategy without hand classes, rows or batches. It deals every
board, and every pair of hands has a matrix entry.

`PlainSpot` solves small spots by CFR+ (Tammelin, "Solving large imperfect information games using CFR+",
2014). Ranges are lists of hands. Each river card has its own matrix of showdowns, decided by
`game.rules.hand_rank`. Negative regrets are set to 0, and averages are weighted by iteration. Best responses
to the averages give bounds of the value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ai.hands.combos import CARDS, HANDS, apart, unblocked_hands
from ai.hands.evaluator import rank as rank_hands
from ai.hands.evaluator import ranks
from ai.solver.betting import DEAL, DECISION, FOLD, Begin, Menu
from ai.solver.betting import Node as BettingNode
from ai.solver.held_solve import HeldSolve
from ai.solver.spot import Spot, parse_spot
from ai.solver.spot_forms import spot_of_texts
from ai.solver.subgame import Limits
from game.core import CHANCE, TERMINAL
from game.match.spot_texts import SpotTexts
from game.rules.cards import DECK, Card
from game.rules.hand_rank import rank

Strategy = Callable[[tuple[int, ...], tuple[str, ...]], np.ndarray]
"""Returns the strategy, float[1326, actions], on a board after the actions of the subgame."""


@dataclass
class PlainGame:
    """Computes the values of a spot hand by hand, for players who follow `strategy` or play a best response."""

    spot: Spot
    strategy: Strategy
    _wins: dict[tuple[int, ...], np.ndarray] = field(default_factory=dict)

    def best(self, traverser: int) -> float:
        """Return the value of the traverser's best response in chips, including the pot."""
        return self._value(traverser, best=True)

    def average(self, traverser: int) -> float:
        """Return the value of the strategy to the traverser in chips, including the pot."""
        return self._value(traverser, best=False)

    def _value(self, traverser: int, best: bool) -> float:
        self._traverser, self._best = traverser, best
        self._hand_indices = np.flatnonzero(self.spot.ranges[0] + self.spot.ranges[1])
        self._apart = apart()[np.ix_(self._hand_indices, self._hand_indices)].astype(float)
        weights = [np.asarray(one, float)[self._hand_indices] for one in self.spot.ranges]
        values = self._node(self._street(0.0, self.spot.board), self.spot.board, (), weights[1 - traverser])
        pairs = weights[traverser] @ self._apart @ weights[1 - traverser]
        return weights[traverser] @ values / pairs + self.spot.pot / 2

    def _street(self, matched: float, board: tuple[int, ...]) -> BettingNode:
        of_oop, of_ip = (self.spot.street_sizes(len(board), player) for player in (OOP, IP))
        menu = Menu(self.spot.pot, self.spot.stack, *of_oop, of_ip=of_ip)
        return menu.street(Begin(chips=(matched, matched)), len(board) == 5)

    def _node(
        self, node: BettingNode, board: tuple[int, ...], path: tuple[str, ...], reach: np.ndarray
    ) -> np.ndarray:
        """Return the winnings of the traverser's hands against the opponent's `reach`, float[hands].

        Half of the starting pot counts as each player's stake.
        """
        stake, taken = self.spot.pot / 2 + node.chips, self._rake(node)
        if node.kind == DECISION:
            return self._decision(node, board, path, reach)
        if node.kind == FOLD:
            return (-stake if node.player == self._traverser else stake - taken) * (self._apart @ reach)
        if node.kind == DEAL:
            return self._deal(node, board, path, reach)
        wins, live = self._won_by(board), unblocked_hands(board)[self._hand_indices]
        met = self._apart * (live[:, None] & live[None, :])
        paid = np.where(wins > 0, taken, np.where(wins == 0, taken / 2, 0.0)) * met
        return (stake * wins - paid) @ reach

    def _rake(self, node: BettingNode) -> float:
        """Return the rake of a terminal node: a share of the contested pot, up to the cap."""
        rake = self.spot.rake
        return min(rake.share * (self.spot.pot + 2 * min(node.put_in)), rake.cap)

    def _decision(
        self, node: BettingNode, board: tuple[int, ...], path: tuple[str, ...], reach: np.ndarray
    ) -> np.ndarray:
        is_choice = len(node.actions) > 1
        strategy = self.strategy(board, path)[self._hand_indices] if is_choice else np.ones((len(reach), 1))
        strategy = np.nan_to_num(strategy)
        own = node.player == self._traverser
        values = np.array(
            [
                self._node(child, board, (*path, action), reach if own else reach * strategy[:, index])
                for index, (action, child) in enumerate(zip(node.actions, node.children, strict=True))
            ]
        )
        if not own:
            return values.sum(axis=0)
        return values.max(axis=0) if self._best else (values * strategy.T).sum(axis=0)

    def _deal(
        self, node: BettingNode, board: tuple[int, ...], path: tuple[str, ...], reach: np.ndarray
    ) -> np.ndarray:
        total = np.zeros(len(self._hand_indices))
        for card in range(52):
            if card not in board:
                left = unblocked_hands([card])[self._hand_indices]
                after = (*board, card)
                total += left * self._node(self._street(node.chips, after), after, path, reach * left)
        return total / (52 - len(board) - 4)

    def _won_by(self, board: tuple[int, ...]) -> np.ndarray:
        """Return 1 if the first hand beats the second, -1 if it loses, 0 for a tie, float[hands, hands]."""
        if board not in self._wins:
            live = unblocked_hands(board)[self._hand_indices]
            cards = CARDS[self._hand_indices[live]].astype(np.uint8)
            rank = np.zeros(len(self._hand_indices), int)
            rank[live] = ranks(np.hstack([np.tile(np.array(board, np.uint8), (len(cards), 1)), cards]))
            wins = np.sign(rank[None, :] - rank[:, None]) * self._apart
            self._wins[board] = wins * (live[:, None] & live[None, :])
        return self._wins[board]


Hand = tuple[Card, Card]
OOP, IP = 0, 1


@dataclass(eq=False)
class Node:
    """A state of the betting: player to act, chips put in by both players, actions.

    `kind` is act, fold, show or deal.
    """

    kind: str
    player: int = -1
    put_in: tuple[float, float] = (0.0, 0.0)
    actions: tuple[str, ...] = ()
    children: tuple[Node, ...] = ()
    regret: np.ndarray = field(default_factory=lambda: np.zeros(0))
    total: np.ndarray = field(default_factory=lambda: np.zeros(0))


@dataclass(eq=False)
class PlainSpot:
    """A spot on the turn or the river. Bets and raises are fractions of the pot, `inf` is all-in."""

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
        self._showdowns = np.array([self._showdown((*self.board, *river)) for river in rivers])
        self.root = self._street(0.0, first=True)
        self._pairs = float(self.weights[OOP][0] @ self._apart @ self.weights[IP][0])

    # ---- the tree -------------------------------------------------------------------------------------------
    def _street(self, matched: float, *, first: bool) -> Node:
        if matched >= self.stack:
            return Node("show", put_in=(matched, matched))
        return self._act(OOP, (matched, matched), first=first, checked=False)

    def _over(self, matched: float, first: bool) -> Node:
        """Return the node after a street: a showdown, or the deal that starts the next street."""
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
        boards = 1 if first else len(self._showdowns)
        shape = boards, len(self.hands[player]), len(ways)
        return Node(
            "act", player, put_in, tuple(ways), tuple(ways.values()), np.zeros(shape), np.zeros(shape)
        )

    def _showdown(self, board: tuple[Card, ...]) -> np.ndarray:
        """Return the share of the pot that oop wins with each pair of hands: 1, 0.5 or 0, float[oop, ip]."""
        strength = [
            np.array([rank((*hand, *board)) if not {*hand} & {*board} else 0 for hand in hands])
            for hands in self.hands
        ]
        better = strength[OOP][:, None] - strength[IP][None, :]  # ranks count from the best
        return np.where(better < 0, 1.0, np.where(better > 0, 0.0, 0.5))

    # ---- CFR+ -----------------------------------------------------------------------------------------------
    def solve(self, iterations: int) -> PlainSpot:
        """Run CFR+ for this number of iterations, and return this spot."""
        for number in range(1, iterations + 1):
            for player in (OOP, IP):
                self._visit(self.root, player, self.weights[1 - player], number)
        return self

    def value(self, player: int, *, best: bool = False) -> float:
        """Return the chips that `player` wins if both players follow their average strategies.

        If `best` is True, `player` plays a best response to the opponent's average strategy instead.
        """
        values = self._visit(self.root, player, self.weights[1 - player], -1 if best else 0)
        return float((values * self.weights[player]).sum() / self._pairs)

    def _visit(self, node: Node, player: int, reach: np.ndarray, number: int) -> np.ndarray:
        """Return the winnings of the player's hands in chips against the opponent's reach, float[boards, hands].

        If `number` is positive, it is the iteration, and the visit updates regrets and averages. If `number`
        is 0, both players follow their average strategies. If `number` is -1, `player` plays a best response
        to the opponent's average strategy.
        """
        if node.kind == "deal":
            live, of_other = self._live[player], self._live[1 - player]
            values = self._visit(node.children[0], player, reach * of_other, number)
            return (live * values).sum(axis=0, keepdims=True) / (len(DECK) - len(self.board) - 4)
        if node.kind != "act":
            return self._won(node, player, reach)
        strategy = _matched(node.regret) if number > 0 else _matched(node.total)
        if node.player != player:
            parts = (reach * strategy[..., index] for index in range(len(node.actions)))
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
        shown = self._showdowns if player == OOP else 1 - self._showdowns.transpose(0, 2, 1)
        won = ((shown * apart) @ reach[..., None])[..., 0]
        return won * (self.pot + other + own) - met * own


def _matched(weights: np.ndarray) -> np.ndarray:
    """Return shares in proportion to weights. If all weights are zero, the shares are equal."""
    total = weights.sum(axis=-1, keepdims=True)
    even = np.full(weights.shape, 1 / weights.shape[-1])
    return np.divide(weights, total, out=even, where=total > 0)


@dataclass(frozen=True)
class ToyInformation:
    player: int
    legal_actions: Sequence[int]
    key: str


@dataclass(frozen=True)
class ToyGame:
    """A history: the hands of both players (None before the deal), the board, and the actions."""

    spot: Spot
    node: BettingNode
    board: tuple[int, ...]
    hands: tuple[int, int] | None = None
    path: str = ""

    @staticmethod
    def of(spot: Spot) -> ToyGame:
        return ToyGame(spot, build_street(spot, spot.board, 0.0), spot.board)

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
            node = build_street(self.spot, board, self.node.chips)
            return replace(self, node=node, board=board, path=f"{self.path}/{action}/")
        return replace(self, node=self.node.children[action], path=f"{self.path}{action}")

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def returns(self) -> tuple[float, float]:
        """Return each player's winnings in pots.

        Half of the starting pot counts as each player's stake, so the winnings of both players sum to 0.
        """
        assert self.hands is not None
        stake = 0.5 + self.node.chips / self.spot.pot
        if self.node.kind == FOLD:
            won = stake if self.node.player == 1 else -stake
        else:
            first, second = (rank_hands((*HANDS[hand], *self.board)) for hand in self.hands)
            won = stake * float(np.sign(second - first))
        return won, -won

    def information_state(self, player: int) -> ToyInformation:
        assert self.hands is not None
        return ToyInformation(player, self.legal_actions(), f"{player} {self.hands[player]} {self.path}")


def build_street(spot: Spot, board: tuple[int, ...], matched: float) -> BettingNode:
    menu = Menu(spot.pot, spot.stack, spot.bets, spot.raises)
    return menu.street(Begin(chips=(matched, matched)), len(board) == 5)


REFERENCE = {
    "oop": "random",
    "ip": "random",
    "pot": 100,
    "stack": 300,
    "bets": "50%,100%,a",
    "raises": "100%",
}


def spot(board: str, **given: object) -> Spot:
    return parse_spot({"board": board, **REFERENCE, **given})


SMALL = {
    "river, narrow": spot("QsJh2h8d5c", oop="AA,KQs,JTs,65s", ip="QQ,AJ,T9s,A5s:0.5", stack=150),
    "river, flush": spot(
        "Kh9h4h2sTd", oop="AhQs,QJ,99,54s,AhJh", ip="KK,KQ,JhTh,AhKs,88:0.3", bets="75%", raises="a"
    ),
    "turn, no bets left": spot(
        "7c7d2s3h", oop="88,A7s,KQs", ip="99:0.7,AKs,65s", bets="a", raises="", stack=40
    ),
    "turn, two tone": spot(
        "QsJs2h8d", oop="AQs,TT,KsTs", ip="QTs,AJs,9s8s,55:0.4", bets="66%", raises="a", stack=120
    ),
    "flop": spot("AhKd2c", oop="QJs,22", ip="TT,AQs:0.5", bets="100% / river", raises="", stack=100),
}


def solve_texts(texts: SpotTexts, target: float) -> HeldSolve:
    held = HeldSolve.start(texts, spot_of_texts(texts), Limits())
    for _ in held.solve_on(target):
        pass
    return held
