"""Equities in plain Python by enumeration of all deals, and random hands."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ai.hands.combos import Hole
from game.rules.cards import DECK, Card
from game.rules.hand_rank import rank


def plain_equity(hole: Hole, board: Sequence[Card], opponents: Mapping[Hole, float]) -> tuple[float, float]:
    """Return the win and tie probabilities of a hand against a weighted range."""
    won = tied = total = 0.0
    left = [card for card in DECK if card not in hole and card not in board]
    for rest in combinations(left, 5 - len(board)):
        full = (*board, *rest)
        mine = rank((*hole, *full))
        for other, weight in opponents.items():
            if set(other) & {*hole, *full}:
                continue
            theirs = rank((*other, *full))
            total += weight
            won += weight * (mine < theirs)
            tied += weight * (mine == theirs)
    return won / total, tied / total


def random_hands(number: int, size: int, seed: int = 0) -> npt.NDArray[np.uint8]:
    """Return random hands without repeated cards, uint8[number, size]."""
    order = np.random.default_rng(seed).random((number, 52), np.float32).argsort(axis=1)
    return np.ascontiguousarray(order[:, :size].astype(np.uint8))
