"""What the opponent may hold, read from the betting, for every hand of one's own at once.

The same reading as `ai.hands.reading`, which is the plain one: there a dictionary for one hand, here a row of a
matrix for each. Rows differ because one's own cards are missing among the opponent's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ai.hands.combos import HANDS, Floats, Ints, beside_each_other, left_by
from ai.hands.preflop import starting_hand
from ai.hands.reading import EDGE, Reading, Sieve, sieve
from game.core import Player
from game.rules.betting import PublicBetting, Street
from game.rules.cards import Card
from game.rules.hand_rank import CARD_KEYS, key, rank_of_key
from game.rules.holdem import BOARD_CARDS


@dataclass(frozen=True, slots=True)
class _Order:
    """The hands from the weakest to the strongest: their places, the group of each, where each group starts."""

    places: Ints
    group: Ints
    starts: Ints


def opponent_ranges(
    player: Player, betting: PublicBetting, board: tuple[Card, ...], reading: Reading, hands: Ints
) -> Floats:
    """Return float64[hands, 1326]: the weights of the opponent's hands for each hand (by place) of `player`."""
    weights = beside_each_other(hands).astype(np.float64)
    before = PublicBetting.start(betting.rules)
    for street, played in enumerate(betting.history):
        shown = board[: BOARD_CARDS[Street(street)]]
        if street:
            before = before.next_round()
            weights *= left_by(shown)
        for actor, action in played:
            if actor != player:
                _narrow(weights, _weakest_first(shown), sieve(before, action, reading))
            before = before.child(action)
    return weights


def _narrow(weights: Floats, order: _Order, by: Sieve) -> None:
    """Multiply into `weights` what the sieve leaves, row by row."""
    in_group = np.add.reduceat(weights[:, order.places], order.starts, axis=1)
    up_to = np.cumsum(in_group, axis=1)
    percentiles = (up_to - in_group / 2) / up_to[:, -1:]
    inside = np.clip((percentiles - (1.0 - by.share) + EDGE) / (2 * EDGE), 0.0, 1.0)
    kept = by.weak + (by.strong - by.weak) * inside
    weights[:, order.places] *= kept[:, order.group]


@lru_cache(maxsize=16)
def _weakest_first(board: tuple[Card, ...]) -> _Order:
    """Order all hands by their strength on `board`; hands that hold one of its cards come along with no weight."""
    if board:
        board_key = key(board)
        left = left_by(board)
        strength = np.array(
            [
                -rank_of_key(board_key + CARD_KEYS[one] + CARD_KEYS[two]) if possible else -np.inf
                for (one, two), possible in zip(HANDS, left, strict=True)
            ]
        )
    else:
        strength = np.array([starting_hand(hand).equity for hand in HANDS])
    places = np.argsort(strength, kind="stable")
    ordered = strength[places]
    new = np.concatenate(([True], ordered[1:] != ordered[:-1]))
    return _Order(places, np.cumsum(new) - 1, np.flatnonzero(new))
