"""Rank and sort all hands on a full board. A full board leaves 47 cards, which form 1,081 hands.

Two hands with the same two ranks have equal strength unless one of them makes a flush. So it is enough to look up
and sort at most 91 pairs of ranks. Each pair represents up to 16 hands. The sort is a counting sort in two passes
over the 13 bits of a strength. If the board has three cards of a suit, every hand with two more cards of the suit
makes a flush. These flushes are ranked one by one and merged into the order. On the rare boards with four or five
cards of a suit, every hand is ranked and sorted individually.

Hands are numbered as in ai/hands/combos.py. `order` lists the hands from the weakest to the strongest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.combos import CARDS, HANDS
from ai.hands.evaluator import CARD_KEYS, CARD_MASKS, START_7, Cards, Ranks, rank_of_key
from game.core import BadInput
from game.rules.cards import DECK, Card, get_rank, get_suit, names
from game.texts import text

Order = npt.NDArray[np.int16]
Numbers = npt.NDArray[np.uint32]

HANDS_LEFT = 1081
"""The number of hands that share no card with a full board."""

_NO_SUITS = np.uint64((1 << 48) - 1)
_ONE, _FOUR = np.uint64(1), np.uint64(4)
_PAIRS = [(low, high) for high in range(13) for low in range(high + 1)]
_PAIR_LOW, _PAIR_HIGH = np.array(_PAIRS, np.uint64).T
PAIR_KEYS = (CARD_KEYS[_PAIR_LOW] & _NO_SUITS) + (CARD_KEYS[_PAIR_HIGH] & _NO_SUITS)
_PAIR_COUNTS = (_ONE << _FOUR * _PAIR_LOW) + (_ONE << _FOUR * _PAIR_HIGH)
"""The number of cards of each rank in a pair of ranks, with 4 bits for each rank, uint64[91]."""
_MORE_THAN_FOUR = np.uint64(sum(3 << 4 * rank for rank in range(13)))
_FIFTH_OF_A_RANK = np.uint64(sum(8 << 4 * rank for rank in range(13)))


PAIR_OF_HAND = np.array(
    [_PAIRS.index((min(ranks), max(ranks))) for ranks in ([get_rank(a), get_rank(b)] for a, b in HANDS)]
)
"""The index of each hand's pair of ranks in `_PAIRS`, int64[1326]."""
_PAIR_HANDS = np.argsort(PAIR_OF_HAND, kind="stable").astype(np.int16)
_PAIR_STARTS = np.searchsorted(PAIR_OF_HAND[_PAIR_HANDS], np.arange(len(_PAIRS) + 1))
"""All hands sorted by pair of ranks, int16[1326], and the start of each pair with the end of the last, int64[92].
"""
HAND_KEYS = CARD_KEYS[CARDS].sum(axis=1, dtype=np.uint64)
HAND_MASKS = CARD_MASKS[CARDS].sum(axis=1, dtype=np.uint64)
"""The terms that each hand adds to the key (`HAND_KEYS`) and to the mask of a board, uint64[1326] each."""
_SUITED = np.array([get_suit(a) if get_suit(a) == get_suit(b) else -1 for a, b in HANDS], np.int8)
HANDS_OF_SUIT = np.array([np.flatnonzero(suit == _SUITED) for suit in range(4)], np.int16)
"""For each suit, the hands with both cards of that suit, int16[4, 78]."""


def rivers(boards: Cards) -> tuple[Ranks, Order]:
    """Return the rank of every hand on each board, and the hands from the weakest to the strongest.

    Args:
        boards: uint8[n, 5]. The five cards of a board must differ, which is not checked.

    Returns:
        The ranks, uint16[n, 1326], 0 for blocked hands, and the sorted hands, int16[n, 1081].

    Raises:
        BadInput: If `boards` has another shape.
    """
    if boards.ndim != 2 or boards.shape[1] != 5:
        raise BadInput("A full board has five cards.")
    ranks = np.zeros((len(boards), len(HANDS)), np.uint16)
    order = np.empty((len(boards), HANDS_LEFT), np.int16)
    rank_and_sort_rivers(boards, ranks, order)
    return ranks, order


def run_outs(board: Sequence[Card], known: Sequence[Card] = ()) -> Cards:
    """Return every full board that a flop, turn or river can become, uint8[n, 5].

    The boards contain none of the `known` cards.

    Raises:
        BadInput: If `board` does not have three to five different cards.
    """
    if not 3 <= len(set(board)) == len(board) <= 5:
        if not board:
            raise BadInput(text("input_errors.board.nothing"))
        raise BadInput(text("input_errors.board.run_out", board=names(board)))
    left = np.array([card for card in DECK if card not in board and card not in known], np.uint8)
    to_come = left[_choices(len(left), 5 - len(board))]
    return np.hstack([np.tile(np.array(board, np.uint8), (len(to_come), 1)), to_come])


@cache
def _choices(among: int, number: int) -> npt.NDArray[np.int64]:
    """Return every combination of `number` of the indices 0 .. `among` - 1, int64[n, number]."""
    return np.array(list(combinations(range(among), number)), np.int64).reshape(comb(among, number), number)


def compile_kernels() -> None:
    rivers(np.arange(5, dtype=np.uint8)[None])


@kernel
def rank_and_sort_rivers(boards: Cards, ranks: Ranks, order: Order) -> None:
    """Compute the results of `rivers` in place.

    `ranks` is uint16[n, 1326], with zeros before the call, and `order` is int16[n, 1081].
    """
    scratch = np.empty((3, HANDS_LEFT), np.uint32)
    for board in range(len(boards)):
        key, mask, held = joined(boards[board])
        suit, suited = fullest_suit(key)
        if suited > 3:
            _rank_one_by_one(key, mask, ranks[board], order[board], scratch)
            continue
        pairs = sort_pairs(key, held, scratch)
        if suited < 3:
            _write_pairs(scratch[0, :pairs], mask, ranks[board], order[board])
        else:
            flushes = sort_flushes(suit, key, mask, ranks[board], scratch[1])
            _merge(scratch[0, :pairs], scratch[1, :flushes], mask, ranks[board], order[board])


@kernel
def joined(board: Cards) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return the key and the mask of a full board, uint8[5], and the counts of its ranks.

    The counts are packed into one integer with 4 bits per rank.
    """
    key, mask, held = START_7, np.uint64(0), np.uint64(0)
    for index in range(5):
        card = np.uint64(board[index])
        key += CARD_KEYS[card]
        mask |= CARD_MASKS[card]
        held += np.uint64(1) << np.uint64(4) * (card % np.uint64(13))
    return key, mask, held


@kernel
def without_suits(key: np.uint64) -> np.uint64:
    return key & _NO_SUITS


@kernel
def is_left(pair: int, held: np.uint64) -> bool:
    """Return whether a hand with this pair of ranks is possible. `held` is the third result of `joined`."""
    return not (held + _PAIR_COUNTS[pair] + _MORE_THAN_FOUR) & _FIFTH_OF_A_RANK


@kernel
def fullest_suit(key: np.uint64) -> tuple[int, int]:
    """Return the suit with the most cards on the board, and the number of these cards."""
    fullest, most = 0, 0
    for suit in range(4):
        held = int(key >> np.uint64(48 + 4 * suit) & np.uint64(15)) - 3
        if held > most:
            fullest, most = suit, held
    return fullest, most


@kernel
def sort_pairs(key: np.uint64, held: np.uint64, scratch: Numbers) -> int:
    """Fill scratch[0] with `strength << 7 | pair` for every possible pair of ranks, and return the number of pairs.

    The weakest pair is first. The `strength` of a pair is 7462 minus its rank. `held` has the number of board cards
    of each rank, in 4 bits per rank. The scratch memory is uint32[3, 1081].
    """
    pairs = np.uint64(0)
    for pair in range(np.uint64(91)):
        if is_left(pair, held):
            rank = rank_of_key(without_suits(key) + PAIR_KEYS[pair], np.uint64(0))
            scratch[0, pairs] = (np.uint64(7462) - np.uint64(rank)) << np.uint64(7) | np.uint64(pair)
            pairs += np.uint64(1)
    _sort_by_strength(scratch, pairs, np.uint32(7))
    return int(pairs)


@kernel
def _sort_by_strength(scratch: Numbers, number: np.uint64, shift: np.uint32) -> None:
    """Sort the first `number` entries of scratch[0], weakest first. Each entry is `strength << shift | item`.

    The sort is stable. The scratch memory is uint32[3, 1081]. Its second row holds the entries between the
    two passes. The third row counts the digits. The digit of the first pass is the low 7 bits of a strength,
    and the digit of the second pass is the high 6 bits.
    """
    entries, spare, counts = scratch[0], scratch[1], scratch[2, :192]
    counts[:] = 0
    for index in range(number):
        strength = np.uint64(entries[index] >> shift)
        counts[strength & np.uint64(127)] += np.uint32(1)
        counts[np.uint64(128) + (strength >> np.uint64(7))] += np.uint32(1)
    _turn_into_starts(counts[:128])
    _turn_into_starts(counts[128:])
    for index in range(number):
        entry = entries[index]
        digit = np.uint64(entry >> shift & np.uint32(127))
        spare[np.uint64(counts[digit])] = entry
        counts[digit] += np.uint32(1)
    for index in range(number):
        entry = spare[index]
        digit = np.uint64(128) + np.uint64(entry >> shift >> np.uint32(7))
        entries[np.uint64(counts[digit])] = entry
        counts[digit] += np.uint32(1)


@kernel
def _turn_into_starts(counts: Numbers) -> None:
    """Replace the count of each digit by the index at which entries with this digit start in sorted order."""
    below = np.uint32(0)
    for digit in range(len(counts)):
        count = counts[digit]
        counts[digit] = below
        below += count


@kernel
def _write_pairs(pairs: Numbers, mask: np.uint64, ranks: Ranks, order: Order) -> None:
    """Write the ranks and the order of all hands on a board without flushes."""
    written = np.uint64(0)
    for index in range(len(pairs)):
        pair = np.uint64(pairs[index] & np.uint32(127))
        rank = np.uint16(np.uint32(7462) - (pairs[index] >> np.uint32(7)))
        for at in range(_PAIR_STARTS[pair], _PAIR_STARTS[pair + np.uint64(1)]):
            hand = np.uint64(_PAIR_HANDS[at])
            if not HAND_MASKS[hand] & mask:
                ranks[hand] = rank
                order[written] = hand
                written += np.uint64(1)


@kernel
def sort_flushes(suit: int, key: np.uint64, mask: np.uint64, ranks: Ranks, flushes: Numbers) -> int:
    """Compute the ranks of all flushes and their sorted entries, weakest first.

    Return the number of flushes.

    The board has three cards of `suit`. The entries are uint32[n], each `strength << 11 | hand`, and the ranks are
    uint16[1326].
    """
    found = 0
    for index in range(78):
        hand = np.uint64(HANDS_OF_SUIT[suit, index])
        if HAND_MASKS[hand] & mask:
            continue
        ranks[hand] = rank_of_key(key + HAND_KEYS[hand], mask | HAND_MASKS[hand])
        entry = np.uint32(7462 - ranks[hand]) << np.uint32(11) | np.uint32(hand)
        at = found
        while at > 0 and flushes[at - 1] > entry:
            flushes[at] = flushes[at - 1]
            at -= 1
        flushes[at] = entry
        found += 1
    return found


@kernel
def _merge(pairs: Numbers, flushes: Numbers, mask: np.uint64, ranks: Ranks, order: Order) -> None:
    """Merge pairs and flushes into the order of all hands, and write the ranks of the hands without a flush."""
    written = np.uint64(0)
    flush = 0
    for index in range(len(pairs)):
        strength = pairs[index] >> np.uint32(7)
        pair = np.uint64(pairs[index] & np.uint32(127))
        while flush < len(flushes) and flushes[flush] >> np.uint32(11) < strength:
            order[written] = flushes[flush] & np.uint32(2047)
            written += np.uint64(1)
            flush += 1
        rank = np.uint16(np.uint32(7462) - strength)
        for at in range(_PAIR_STARTS[pair], _PAIR_STARTS[pair + np.uint64(1)]):
            hand = np.uint64(_PAIR_HANDS[at])
            if not HAND_MASKS[hand] & mask and ranks[hand] == 0:
                ranks[hand] = rank
                order[written] = hand
                written += np.uint64(1)
    for left in range(flush, len(flushes)):
        order[written] = flushes[left] & np.uint32(2047)
        written += np.uint64(1)


@kernel
def _rank_one_by_one(key: np.uint64, mask: np.uint64, ranks: Ranks, order: Order, scratch: Numbers) -> None:
    """Rank and sort every hand individually, on a board with four or five cards of a suit."""
    found = 0
    for hand in range(len(ranks)):
        if not HAND_MASKS[hand] & mask:
            ranks[hand] = rank_of_key(key + HAND_KEYS[hand], mask | HAND_MASKS[hand])
            scratch[0, found] = np.uint32(7462 - ranks[hand]) << np.uint32(11) | np.uint32(hand)
            found += 1
    _sort_by_strength(scratch, np.uint64(found), np.uint32(11))
    for index in range(found):
        order[index] = scratch[0, index] & np.uint32(2047)
