"""A stand-in for an abstraction: buckets by the rank of the hand now, so that the rest is tested without one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ai.algorithms.dice import Dice
from ai.algorithms.public_tree import DealBatch
from ai.hands.combos import CARDS, CLASS_OF, left_by, place_of
from ai.hands.evaluator import ranks
from game.rules.cards import DECK, Card

RANKS = 7463


class StrengthBuckets:
    """As many buckets a street; before the flop the 169 classes."""

    def __init__(self, number: int = 4) -> None:
        self.counts = (169, number, number, number)
        self.digest = f"strength-{number}"

    def buckets(self, board: Sequence[Card]) -> npt.NDArray[np.int32]:
        if not board:
            return CLASS_OF.astype(np.int32)
        left = np.flatnonzero(left_by(board))
        found = np.full(len(CARDS), -1, np.int32)
        found[left] = self._buckets_of(np.hstack([CARDS[left], np.tile(board, (len(left), 1))]))
        return found

    def deal(self, number: int, dice: Dice) -> DealBatch:
        cards = np.array([_drawn(dice) for _ in range(number)], np.uint8)
        buckets, results = np.zeros((number, 2, 4), np.int16), np.zeros((2, number), np.int64)
        for player in range(2):
            hands = cards[:, 2 * player : 2 * player + 2]
            buckets[:, player, 0] = [CLASS_OF[place_of(hand.tolist())] for hand in hands]
            for street in range(1, 4):
                buckets[:, player, street] = self._buckets_of(np.hstack([hands, cards[:, 4 : 6 + street]]))
            results[player] = ranks(np.hstack([hands, cards[:, 4:]]))
        return DealBatch(buckets, np.sign(results[1] - results[0]).astype(np.int8))

    def _buckets_of(self, cards: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        strength = RANKS - ranks(np.ascontiguousarray(cards, np.uint8)).astype(np.int64)
        return strength * self.counts[1] // RANKS


def _drawn(dice: Dice) -> list[int]:
    deck = list(DECK)
    return [deck.pop(int(dice.random() * len(deck))) for _ in range(9)]
