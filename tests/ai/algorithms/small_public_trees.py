"""Kuhn poker and Leduc poker as public trees with a bucket a card: small games with known values for MCCFR."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ai.algorithms.dice import Dice
from ai.algorithms.public_tree import DECISION, FOLD, SHOWDOWN, DealBatch, PublicTree
from tests.ai.algorithms.leduc_poker import MOST_RAISES, RAISES

Node = tuple[int, int, int, int, list["Node"]]  # kind, player, round, stake, children


@dataclass
class _Columns:
    """The arrays of a tree that is being written."""

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
    """Return the tree: ante 1, a bet of 1; pass or bet, and fold or call to a bet."""

    def facing(player: int) -> Node:
        return DECISION, player, 0, 0, [(FOLD, player, 0, 1, []), (SHOWDOWN, 0, 0, 2, [])]

    checked: Node = (DECISION, 1, 0, 0, [(SHOWDOWN, 0, 0, 1, []), facing(0)])
    return flattened((DECISION, 0, 0, 0, [checked, facing(1)]))


def leduc_tree() -> PublicTree:
    """Return the tree of tests/ai/algorithms/leduc_poker.py: fold where there is a bet, call, raise."""

    def node(number: int, put_in: tuple[int, int], raises: int, spoken: bool) -> Node:
        player = (raises + int(spoken)) % 2 if raises == 0 else None
        return decision(number, player if player is not None else _to_act(put_in), put_in, raises, spoken)

    def decision(number: int, player: int, put_in: tuple[int, int], raises: int, spoken: bool) -> Node:
        high, low = max(put_in), min(put_in)
        children: list[Node] = [(FOLD, player, number, low, [])] if low < high else []
        called = (high, high)
        if not spoken:
            children.append(node(number, called, 0, True))
        elif number == 1:
            children.append((SHOWDOWN, 0, number, high, []))
        else:
            children.append(node(1, called, 0, False))
        if raises < MOST_RAISES:
            to = high + RAISES[number]
            raised = (to, put_in[1]) if player == 0 else (put_in[0], to)
            children.append(decision(number, 1 - player, raised, raises + 1, True))
        return DECISION, player, number, 0, children

    return flattened(node(0, (1, 1), 0, False))


def _to_act(put_in: tuple[int, int]) -> int:
    return 0 if put_in[0] < put_in[1] else 1


class CardDealer:
    """Deals cards of three ranks, `copies` of each; with two rounds a public card makes pairs."""

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

    def deals_of(self, cards: Sequence[tuple[int, int, int]]) -> DealBatch:
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
        return self.deals_of([self.all[int(dice.random() * len(self.all))] for _ in range(number)])

    @property
    def buckets(self) -> list[int]:
        return [3, 9][: self.rounds]
