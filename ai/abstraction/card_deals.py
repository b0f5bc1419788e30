"""Deals of Hold'em for training: draw nine cards, and return the buckets of both hands and the winner."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ai.abstraction.card_abstraction import CardAbstraction, Tables, bucket
from ai.abstraction.isomorphism import locate_board, pair_index
from ai.algorithms.dice import Dice
from ai.algorithms.dice_kernel import STEP, random_float
from ai.algorithms.mccfr_kernel import Counter
from ai.algorithms.public_tree import PLAYERS, DealBatch, Int8s, Int16s
from ai.compiled import kernel
from ai.hands.evaluator import CARD_KEYS, CARD_MASKS, START_7, Cards, rank_of_key
from game.rules.betting import Street
from game.rules.cards import DECK

_DECK = len(DECK)
_DRAWN = 9


@dataclass(frozen=True, slots=True)
class CardDealer:
    """Deals from a full deck, with the buckets of an abstraction."""

    cards: CardAbstraction

    def deal(self, number: int, dice: Dice) -> DealBatch:
        """Return `number` deals, and advance the random number generator `dice`."""
        counter = np.array([dice.counter], np.uint64)
        buckets = np.empty((number, PLAYERS, len(Street)), np.int16)
        results = np.empty(number, np.int8)
        _deal(self.cards.tables, buckets, results, counter)
        dice.counter = int(counter[0])
        return DealBatch(buckets, results)


def compile_kernels() -> None:
    """Compile the kernels with an empty batch."""
    counter, nothing = np.zeros(1, np.uint64), np.zeros(0, np.uint8)
    _draw(np.empty(_DRAWN, np.uint8), counter)
    no_deals = np.empty((0, PLAYERS, len(Street)), np.int16)
    _deal(Tables(nothing, nothing, nothing), no_deals, np.empty(0, np.int8), counter)


@kernel
def _deal(tables: Tables, buckets: Int16s, results: Int8s, counter: Counter) -> None:
    """Fill in buckets, int16[deals, players, streets], and results, int8[deals].

    Advance the random counter, uint64[1].
    """
    cards = np.empty(_DRAWN, np.uint8)
    for deal in range(len(results)):
        _draw(cards, counter)
        board = cards[4:]
        for player in range(2):
            one, other = cards[2 * player], cards[2 * player + 1]
            buckets[deal, player, 0] = bucket(tables, 0, one, other, board)
        for street in range(1, 4):
            _, first, groups = locate_board(board, street + 2)
            for player in range(2):
                cell = first + pair_index(groups, cards[2 * player], cards[2 * player + 1])
                if street == 1:
                    buckets[deal, player, 1] = tables.flop[cell]
                elif street == 2:
                    buckets[deal, player, 2] = tables.turn[cell]
                else:
                    buckets[deal, player, 3] = tables.river[cell]
        results[deal] = _result(cards)


@kernel
def _draw(cards: Cards, counter: Counter) -> None:
    """Fill `cards`, uint8[9], with different random cards."""
    used, dice = np.uint64(0), counter[0]
    for index in range(_DRAWN):
        while True:
            dice += STEP
            card = np.uint64(random_float(dice) * _DECK)
            if not used >> card & np.uint64(1):
                break
        used |= np.uint64(1) << card
        cards[index] = card
    counter[0] = dice


@kernel
def _result(cards: Cards) -> int:
    """Return 1 if player 0 wins, -1 if player 1 wins, 0 for a tie."""
    key, mask = START_7, np.uint64(0)
    for index in range(4, _DRAWN):
        key += CARD_KEYS[cards[index]]
        mask |= CARD_MASKS[cards[index]]
    one, other = _rank(key, mask, cards[0], cards[1]), _rank(key, mask, cards[2], cards[3])
    return int(one < other) - int(other < one)


@kernel
def _rank(key: np.uint64, mask: np.uint64, one: int, other: int) -> int:
    """Return the rank of a hand of two cards. `key` and `mask` encode the board."""
    return int(
        rank_of_key(key + CARD_KEYS[one] + CARD_KEYS[other], mask | CARD_MASKS[one] | CARD_MASKS[other])
    )
