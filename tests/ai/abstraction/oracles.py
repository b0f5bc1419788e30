"""Oracles of the abstraction: a betting tree in plain Python, and a card abstraction that needs no file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ai.abstraction.bet_menu import BetMenu
from ai.abstraction.betting_tree import ALL_IN, CALLED, FOLDED
from ai.algorithms.dice import Dice
from ai.algorithms.public_tree import DealBatch
from ai.hands.combos import CARDS, CLASS_OF, hand_index, unblocked_hands
from ai.hands.evaluator import ranks
from game.core import Action
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting, Street
from game.rules.cards import DECK, Card


@dataclass(frozen=True)
class PlainNode:
    """A node of the betting tree, with the bet size that leads to the node. A terminal node has no children."""

    betting: PublicBetting
    fraction: float
    children: tuple[PlainNode, ...]


def plain_tree(menu: BetMenu, depth: int) -> PlainNode:
    stack = depth * HoldemRules().big_blind
    return _node(menu, PublicBetting.start(HoldemRules(stacks=(stack, stack))), CALLED)


def _node(menu: BetMenu, betting: PublicBetting, fraction: float) -> PlainNode:
    while betting.actor is None and betting.folded is None and not betting.is_all_in:
        if betting.street == Street.RIVER:
            return PlainNode(betting, fraction, ())
        betting = betting.next_round()
    if betting.actor is None:
        return PlainNode(betting, fraction, ())
    children = tuple(_node(menu, betting.child(action), size) for action, size in _on_offer(menu, betting))
    return PlainNode(betting, fraction, children)


def _on_offer(menu: BetMenu, betting: PublicBetting) -> Iterator[tuple[Action, float]]:
    if betting.to_call:
        yield FOLD, FOLDED
    yield CALL, CALLED
    stack, highest = betting.rules.stacks[0], betting.max_raise_to
    if highest is None:
        return
    on_street = menu.streets[betting.street]
    raises = sum(action > CALL for _, action in betting.history[-1])
    found: dict[int, float] = {}
    for size in on_street.fractions(raises):
        to = betting.raise_to_for_fraction(size)
        assert to is not None
        if to >= menu.commit * stack:
            to = stack
        found.setdefault(to, ALL_IN if to == stack else size)
    if on_street.all_in:
        found.setdefault(stack, ALL_IN)
    yield from sorted(found.items())


RANKS = 7463


class StrengthBuckets:
    """A card abstraction by hand strength, with `number` buckets on each street from the flop on.

    Before the flop, each of the 169 classes of starting hands is a bucket.
    """

    def __init__(self, number: int = 4) -> None:
        self.counts = (169, number, number, number)
        self.digest = f"strength-{number}"

    def buckets(self, board: Sequence[Card]) -> npt.NDArray[np.int32]:
        if not board:
            return CLASS_OF.astype(np.int32)
        left = np.flatnonzero(unblocked_hands(board))
        found = np.full(len(CARDS), -1, np.int32)
        found[left] = self._find_buckets(np.hstack([CARDS[left], np.tile(board, (len(left), 1))]))
        return found

    def deal(self, number: int, dice: Dice) -> DealBatch:
        cards = np.array([_draw(dice) for _ in range(number)], np.uint8)
        buckets, results = np.zeros((number, 2, 4), np.int16), np.zeros((2, number), np.int64)
        for player in range(2):
            hands = cards[:, 2 * player : 2 * player + 2]
            buckets[:, player, 0] = [CLASS_OF[hand_index(hand.tolist())] for hand in hands]
            for street in range(1, 4):
                buckets[:, player, street] = self._find_buckets(np.hstack([hands, cards[:, 4 : 6 + street]]))
            results[player] = ranks(np.hstack([hands, cards[:, 4:]]))
        return DealBatch(buckets, np.sign(results[1] - results[0]).astype(np.int8))

    def _find_buckets(self, cards: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        strength = RANKS - ranks(np.ascontiguousarray(cards, np.uint8)).astype(np.int64)
        return strength * self.counts[1] // RANKS


def _draw(dice: Dice) -> list[int]:
    deck = list(DECK)
    return [deck.pop(int(dice.random() * len(deck))) for _ in range(9)]
