"""Fast hand evaluator: the rank of five, six or seven cards by one addition per card and one table lookup.

The plain evaluator (game/rules/hand_rank.py) returns the same ranks: 1 is a royal flush, 7462 is seven-high. Each
card has a 64-bit key, and the keys of a hand are summed. Bits 0..26 of the sum give the index into the table of
ranks (ai/hands/evaluator_table.py). Bits 48..63 count the cards of each suit in four bits. The counters start with
a bias, so that bit 3 of a counter is set if there are five or more cards of the suit. A second word is a mask with
16 bits per suit and one bit for each rank. If there is a flush, the mask of its suit determines the rank of the
hand, since seven cards with a flush cannot contain four of a kind or a full house.

Kernels of other modules add CARD_KEYS to `START_7`, join CARD_MASKS, and call `rank_of_key`. The tables are global
arrays, so they become part of the compiled code. If the tables were arguments, every call would pay for
reference counting.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.evaluator_table import RING, ROW_BITS, read_table
from game.core import BadInput
from game.rules.cards import Card

Cards = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]
Keys = npt.NDArray[np.uint64]

SUIT_COUNTERS = 48
SUIT_COUNTER_BITS = 4
SUIT_MASK_BITS = 16
NEEDED_FOR_A_FLUSH = 5

_table = read_table()
_RANKS = _table.ranks
_DISPLACEMENTS = _table.displacements
_FLUSHES = _table.flushes

_RING_MASK = np.uint64(RING - 1)
_ROW_SHIFT = np.uint64(ROW_BITS)
_RANK_BITS = np.uint64((1 << 13) - 1)
_FLUSH_OF_SUIT = tuple(np.uint64(8 << SUIT_COUNTERS + SUIT_COUNTER_BITS * suit) for suit in range(4))
_ANY_FLUSH = np.uint64(sum(8 << SUIT_COUNTERS + SUIT_COUNTER_BITS * suit for suit in range(4)))
_FLUSH_0, _FLUSH_1, _FLUSH_2, _FLUSH_3 = _FLUSH_OF_SUIT


def _card_key(card: Card) -> int:
    return int(_table.rank_keys[card % 13]) + (1 << SUIT_COUNTERS + SUIT_COUNTER_BITS * (card // 13))


def _start(cards: int) -> int:
    """Return the initial key for a number of cards.

    The initial key contains the start in the table and the bias of the suit counters.
    """
    bias = 8 - NEEDED_FOR_A_FLUSH
    return int(_table.starts[cards]) + sum(
        bias << SUIT_COUNTERS + SUIT_COUNTER_BITS * suit for suit in range(4)
    )


CARD_KEYS: Keys = np.array([_card_key(card) for card in range(52)], np.uint64)
CARD_MASKS: Keys = np.array([1 << SUIT_MASK_BITS * (card // 13) + card % 13 for card in range(52)], np.uint64)
STARTS: Keys = np.array([_start(cards) for cards in range(8)], np.uint64)
START_7 = STARTS[7]


def rank(cards: Sequence[Card]) -> int:
    """Return the rank of five, six or seven different cards, from 1 (best) to 7462.

    >>> from game.rules.cards import parse
    >>> rank(parse("AsKsQsJsTs")), rank(parse("7s5h4c3d2s")), rank(parse("AsKsQsJsTs7h2d"))
    (1, 7462, 1)

    Raises:
        BadInput: If there are fewer than five or more than seven cards.
    """
    return int(ranks(np.array([cards], np.uint8))[0])


def ranks(hands: Cards) -> Ranks:
    """Return the ranks of hands, uint16[n].

    Args:
        hands: uint8[n, 5..7], cards from 0 to 51. The cards of a hand must differ. This is not checked.

    Raises:
        BadInput: If a hand does not have five to seven cards.
    """
    if hands.ndim != 2 or not 5 <= hands.shape[1] <= 7:
        raise BadInput("A hand to rank has five, six or seven cards.")
    found = np.empty(len(hands), np.uint16)
    if hands.shape[1] == 7:
        _rank_sevens(hands, found)
    else:
        _rank_hands(hands, found)
    return found


def compile_kernels() -> None:
    for cards in (5, 7):
        ranks(np.arange(cards, dtype=np.uint8)[None])


@kernel
def rank_of_key(key: np.uint64, mask: np.uint64) -> np.uint16:
    """Return the rank of a hand, given the sum of its cards' keys and the union of their masks.

    For use in kernels.
    """
    flush = key & _ANY_FLUSH
    if flush:
        if flush & _FLUSH_0:
            suit = np.uint64(0)
        elif flush & _FLUSH_1:
            suit = np.uint64(16)
        elif flush & _FLUSH_2:
            suit = np.uint64(32)
        else:
            suit = np.uint64(48)
        return np.uint16(_FLUSHES[(mask >> suit) & _RANK_BITS])
    ring = key & _RING_MASK
    return np.uint16(_RANKS[np.uint64(np.int64(ring) + _DISPLACEMENTS[ring >> _ROW_SHIFT])])


@kernel
def _rank_sevens(hands: Cards, found: Ranks) -> None:
    """Compute the ranks of seven-card hands. The compiler unrolls the loop over the seven cards."""
    for hand in range(hands.shape[0]):
        key = START_7
        mask = np.uint64(0)
        for index in range(7):
            card = hands[hand, index]
            key += CARD_KEYS[card]
            mask |= CARD_MASKS[card]
        found[hand] = rank_of_key(key, mask)


@kernel
def _rank_hands(hands: Cards, found: Ranks) -> None:
    for hand in range(hands.shape[0]):
        key = np.uint64(STARTS[hands.shape[1]])
        mask = np.uint64(0)
        for index in range(hands.shape[1]):
            card = hands[hand, index]
            key += CARD_KEYS[card]
            mask |= CARD_MASKS[card]
        found[hand] = rank_of_key(key, mask)
