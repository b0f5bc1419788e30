"""Leduc poker, and small games as public trees with one bucket per card.

Leduc has six cards: two cards of each of three ranks. The ante is 1. Each player gets a private card and there is a
betting round with bets of 2. Then a public card is dealt and there is a round with bets of 4. Each round allows two
raises. A pair with the public card wins, otherwise the higher card (Southey et al., "Bayes' bluff: opponent
modelling in poker", 2005). Histories and actions are written as in OpenSpiel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ai.algorithms.dice import Dice
from ai.algorithms.public_tree import DECISION, SHOWDOWN, DealBatch, PublicTree
from ai.algorithms.public_tree import FOLD as PUBLIC_TREE_FOLD
from game.core import CHANCE, TERMINAL, Action, Player

FOLD, CALL, RAISE = 0, 1, 2
DECK = range(6)
RAISES = (2, 4)
MAX_RAISES = 2


@dataclass(frozen=True, slots=True)
class LeducState:
    """The dealt cards (of player 0, of player 1, then the public card) and the actions of both rounds."""

    cards: tuple[int, ...] = ()
    rounds: tuple[tuple[Action, ...], ...] = ((), ())

    @property
    def street(self) -> int:
        return len(self.cards) // 3

    def current_player(self) -> Player:
        if self.is_terminal():
            return TERMINAL
        if len(self.cards) < 2 or (self.street == 0 and _is_closed(self.rounds[0])):
            return CHANCE
        return len(self.rounds[self.street]) % 2

    def is_terminal(self) -> bool:
        return any(actions[-1:] == (FOLD,) for actions in self.rounds) or _is_closed(self.rounds[1])

    def legal_actions(self) -> tuple[Action, ...]:
        if self.current_player() == CHANCE:
            return tuple(card for card in DECK if card not in self.cards)
        if self.is_terminal():
            return ()
        actions = self.rounds[self.street]
        fold = (FOLD,) if actions[-1:] == (RAISE,) else ()
        again = (RAISE,) if actions.count(RAISE) < MAX_RAISES else ()
        return (*fold, CALL, *again)

    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        cards = self.legal_actions() if self.current_player() == CHANCE else ()
        return tuple((card, 1 / len(cards)) for card in cards)

    def child(self, action: Action) -> LeducState:
        if self.current_player() == CHANCE:
            return LeducState((*self.cards, action), self.rounds)
        first, second = self.rounds
        played = ((*first, action), second) if self.street == 0 else (first, (*second, action))
        return LeducState(self.cards, played)

    def returns(self) -> tuple[float, float]:
        if not self.is_terminal():
            return 0.0, 0.0
        paid = self._count_chips()
        first, second = self._worth(0), self._worth(1)
        if first == second:
            return 0.0, 0.0
        won = float(paid[1] if first > second else -paid[0])
        return won, -won

    def information_state(self, player: Player) -> LeducInformationState:
        return LeducInformationState(player, self.cards[player], self.cards[2:], self.rounds)

    def _worth(self, player: Player) -> int:
        """Return the strength of a player's hand, or -1 if the player has folded.

        The player with the greater strength wins the pot.
        """
        for actions in self.rounds:
            if actions[-1:] == (FOLD,) and (len(actions) - 1) % 2 == player:
                return -1
        rank = self.cards[player] // 2
        return rank + 3 * (len(self.cards) == 3 and rank == self.cards[2] // 2)

    def _count_chips(self) -> tuple[int, int]:
        """Return the chips that each player has put into the pot."""
        paid = [1, 1]
        for actions, size in zip(self.rounds, RAISES, strict=True):
            for turn, action in enumerate(actions):
                if action != FOLD:
                    paid[turn % 2] = max(paid) + size * (action == RAISE)
        return paid[0], paid[1]


@dataclass(frozen=True, slots=True)
class LeducInformationState:
    """A player's card, the public card if it is dealt, and the actions of both rounds."""

    player: Player
    card: int
    public: tuple[int, ...]
    rounds: tuple[tuple[Action, ...], ...]

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        return LeducState((6, 7, *self.public), self.rounds).legal_actions()

    @property
    def key(self) -> str:
        betting = "/".join("".join("fcr"[action] for action in actions) for actions in self.rounds)
        return f"{self.card}{''.join(map(str, self.public))}:{betting}"


def _is_closed(actions: tuple[Action, ...]) -> bool:
    return len(actions) >= 2 and actions[-1] == CALL


Node = tuple[int, int, int, int, list["Node"]]  # kind, player, round, stake, children


@dataclass
class _Columns:
    """The arrays of a tree under construction."""

    rows: list[list[int]] = field(default_factory=list)

    def add(self, node: Node) -> None:
        kind, player, number, stake, children = node
        self.rows.append([kind, player, number, len(children), 0, stake])

    def tree(self) -> PublicTree:
        columns = [list(column) for column in zip(*self.rows, strict=True)]
        small, large = columns[:4], columns[4:]
        return PublicTree(
            *(np.array(column, np.int8) for column in small),
            *(np.array(column, np.int32) for column in large),
        )


def flattened(root: Node) -> PublicTree:
    columns = _Columns()
    columns.add(root)
    waiting = [(0, root)]
    while waiting:
        number, node = waiting.pop()
        columns.rows[number][4] = len(columns.rows)
        for child in node[4]:
            if child[4]:
                waiting.append((len(columns.rows), child))
            columns.add(child)
    return columns.tree()


def kuhn_tree() -> PublicTree:
    """Return the tree of Kuhn poker with an ante of 1 and a bet of 1.

    Without a bet, the actions are pass and bet. After a bet, the actions are fold and call.
    """

    def facing(player: int) -> Node:
        return DECISION, player, 0, 0, [(PUBLIC_TREE_FOLD, player, 0, 1, []), (SHOWDOWN, 0, 0, 2, [])]

    checked: Node = (DECISION, 1, 0, 0, [(SHOWDOWN, 0, 0, 1, []), facing(0)])
    return flattened((DECISION, 0, 0, 0, [checked, facing(1)]))


def leduc_tree() -> PublicTree:
    """Return the tree of Leduc poker. The actions are fold (if there is a bet), call and raise."""

    def node(number: int, put_in: tuple[int, int], raises: int, spoken: bool) -> Node:
        player = (raises + int(spoken)) % 2 if raises == 0 else None
        return decision(number, player if player is not None else _to_act(put_in), put_in, raises, spoken)

    def decision(number: int, player: int, put_in: tuple[int, int], raises: int, spoken: bool) -> Node:
        high, low = max(put_in), min(put_in)
        children: list[Node] = [(PUBLIC_TREE_FOLD, player, number, low, [])] if low < high else []
        called = (high, high)
        if not spoken:
            children.append(node(number, called, 0, True))
        elif number == 1:
            children.append((SHOWDOWN, 0, number, high, []))
        else:
            children.append(node(1, called, 0, False))
        if raises < MAX_RAISES:
            to = high + RAISES[number]
            raised = (to, put_in[1]) if player == 0 else (put_in[0], to)
            children.append(decision(number, 1 - player, raised, raises + 1, True))
        return DECISION, player, number, 0, children

    return flattened(node(0, (1, 1), 0, False))


def _to_act(put_in: tuple[int, int]) -> int:
    return 0 if put_in[0] < put_in[1] else 1


class CardDealer:
    """Deals cards of three ranks, with `copies` cards of each rank.

    If the game has two rounds, also deals a public card.
    """

    def __init__(self, copies: int, rounds: int) -> None:
        self.copies, self.rounds = copies, rounds
        deck = range(3 * copies)
        hands = [(one, other) for one in deck for other in deck if one != other]
        self.all = [
            (*hand, board)
            for hand in hands
            for board in (deck if rounds == 2 else [hand[0]])
            if rounds == 1 or board not in hand
        ]

    def make_batch(self, cards: Sequence[tuple[int, int, int]]) -> DealBatch:
        buckets = np.zeros((len(cards), 2, self.rounds), np.int16)
        results = np.zeros(len(cards), np.int8)
        for number, dealt in enumerate(cards):
            one, other, board = (card // self.copies for card in dealt)
            for player, own in enumerate((one, other)):
                buckets[number, player, 0] = own
                if self.rounds == 2:
                    buckets[number, player, 1] = 3 * board + own
            strength = [own + 10 * (self.rounds == 2 and own == board) for own in (one, other)]
            results[number] = np.sign(strength[0] - strength[1])
        return DealBatch(buckets, results)

    def deal(self, number: int, dice: Dice) -> DealBatch:
        return self.make_batch([self.all[int(dice.random() * len(self.all))] for _ in range(number)])

    @property
    def buckets(self) -> list[int]:
        return [3, 9][: self.rounds]
