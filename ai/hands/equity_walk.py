"""What every hand beats of a range on full boards, and what opposes it: one walk a board, from weak to strong.

What a hand beats is the weight passed so far, less the weight of the hands that hold one of its cards: the same sum
before and after its equals are passed, halved, counts ties as half won. Hands whose cards have the same two ranks
are equal unless a flush is about, so the walk goes over the 91 pairs of ranks, 16 hands at a stroke, in blocks by
the suits of the lower and of the higher card. With three cards of a suit on the board, the hands that hold two more
of it leave their blocks and are passed one by one, in between. Four or five of a suit are rare: there every hand is
passed for itself.

The weight passed is kept by card (rank, suit), so that for a block what its cards have taken is two rows of four.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.boards import (
    HANDS_LEFT,
    PAIR_OF_HAND,
    Numbers,
    Order,
    fullest_suit,
    joined,
    rank_and_sort_rivers,
    sort_flushes,
    sort_pairs,
)
from ai.hands.combos import CARDS, HANDS, Floats
from ai.hands.evaluator import Cards, Ranks
from game.rules.cards import rank_of, suit_of

Blocks = npt.NDArray[np.float64]
"""float64[91, 4, 4]: a number for every hand, by its pair of ranks and the suits of its lower and higher card."""

_SHAPE = (91, 4, 4)
_SORTED = [sorted(hand, key=lambda card: (rank_of(card), suit_of(card))) for hand in HANDS]
_SUIT_OF_LOWER = np.array([suit_of(low) for low, _ in _SORTED])
_SUIT_OF_HIGHER = np.array([suit_of(high) for _, high in _SORTED])
_PLACES = PAIR_OF_HAND, _SUIT_OF_LOWER, _SUIT_OF_HIGHER
"""Where each hand stands in the blocks."""
_THERE = np.zeros(_SHAPE)
_THERE[_PLACES] = 1.0
"""1 for every hand: a pocket pair has six, where the lower card's suit comes first."""
_LOWER = np.array([low for high in range(13) for low in range(high + 1)])
_HIGHER = np.array([high for high in range(13) for low in range(high + 1)])


class _Sums(NamedTuple):
    """What is added up over the boards, in blocks and for hands that are passed one by one, and of one board.

    `held` are the weights of the hands that a board leaves, `there` is 1 for each of these, and `of_card`,
    float64[13, 4], is the weight passed of the hands that hold a card.
    """

    weights: Floats
    won: Floats
    met: Floats
    won_in_blocks: Blocks
    met_in_blocks: Blocks
    held: Blocks
    there: Blocks
    of_card: Floats


def won_and_met(boards: Cards, weights: Floats) -> tuple[Floats, Floats]:
    """Return float64[1326] twice: the weight that every hand beats, ties halved, and all the weight that it meets.

    boards: uint8[n, 5], over which both are summed, leaving out those that a hand cannot be held on;
    weights: float64[1326].
    """
    in_blocks = np.zeros(_SHAPE)
    in_blocks[_PLACES] = weights
    won, met = np.zeros(len(HANDS)), np.zeros(len(HANDS))
    blocks = np.zeros((4, *_SHAPE))
    sums = _Sums(weights, won, met, blocks[0], blocks[1], blocks[2], blocks[3], np.zeros((13, 4)))
    _walk(boards, in_blocks, sums)
    return won + sums.won_in_blocks[_PLACES], met + sums.met_in_blocks[_PLACES]


def compile_kernels() -> None:
    """Walk through the hands of one board."""
    won_and_met(np.arange(5, dtype=np.uint8)[None], np.ones(len(HANDS)))


@kernel
def _walk(boards: Cards, in_blocks: Blocks, sums: _Sums) -> None:
    """Add up what is won and met over the boards."""
    scratch = np.empty((3, HANDS_LEFT), np.uint32)
    ranks, order = np.zeros((1, 1326), np.uint16), np.empty((1, HANDS_LEFT), np.int16)
    for board in range(len(boards)):
        key, mask, ranks_held = joined(boards[board])
        suit, suited = fullest_suit(key)
        sums.of_card[:] = 0.0
        if suited > 3:
            ranks[:] = 0
            rank_and_sort_rivers(boards[board : board + 1], ranks, order)
            _pass_hands(ranks[0], order[0], sums)
            continue
        _deal_anew(in_blocks, sums)
        _leave_out_cards(boards[board], sums)
        pairs, flushes = sort_pairs(key, ranks_held, scratch), 0
        if suited == 3:
            flushes = sort_flushes(suit, key, mask, ranks[0], scratch[1])
            _leave_out_suited(suit, sums)
        _pass_blocks(scratch[0, :pairs], scratch[1, :flushes], sums)
        _meet_all(scratch[0, :pairs], scratch[1, :flushes], sums)


@kernel
def _deal_anew(in_blocks: Blocks, sums: _Sums) -> None:
    """Hold every hand again; number by number, as numba compiles seconds long what copies whole blocks."""
    held, there, weights, every = sums.held.ravel(), sums.there.ravel(), in_blocks.ravel(), _THERE.ravel()
    for place in range(len(held)):
        held[place] = weights[place]
        there[place] = every[place]


@kernel
def _leave_out_cards(board: Cards, sums: _Sums) -> None:
    """Leave out the hands that cannot be held on a board."""
    for place in range(5):
        rank, suit = np.uint64(board[place] % 13), np.uint64(board[place] // 13)
        for higher in range(rank, np.uint64(13)):
            pair = higher * (higher + np.uint64(1)) // np.uint64(2) + rank
            for beside in range(np.uint64(4)):
                sums.held[pair, suit, beside] = sums.there[pair, suit, beside] = 0.0
        for lower in range(rank + np.uint64(1)):
            pair = rank * (rank + np.uint64(1)) // np.uint64(2) + lower
            for beside in range(np.uint64(4)):
                sums.held[pair, beside, suit] = sums.there[pair, beside, suit] = 0.0


@kernel
def _leave_out_suited(suit: int, sums: _Sums) -> None:
    """Leave out the hands with both cards of a suit."""
    for pair in range(91):
        sums.held[pair, suit, suit] = sums.there[pair, suit, suit] = 0.0


@kernel
def _pass_blocks(pairs: Numbers, flushes: Numbers, sums: _Sums) -> None:
    """Pass all hands of a board, weakest first, equal pairs of ranks together, and the flushes in between."""
    passed, flush, start = 0.0, 0, 0
    while start < len(pairs):
        strength = pairs[start] >> np.uint32(7)
        while flush < len(flushes) and flushes[flush] >> np.uint32(11) < strength:
            passed += _pass_flush(passed, flushes[flush], sums)
            flush += 1
        end = start
        while end < len(pairs) and pairs[end] >> np.uint32(7) == strength:
            _beat(passed, np.uint64(pairs[end] & np.uint32(127)), sums)
            end += 1
        for place in range(start, end):
            passed += _take_block(np.uint64(pairs[place] & np.uint32(127)), sums)
        for place in range(start, end):
            _beat(passed, np.uint64(pairs[place] & np.uint32(127)), sums)
            _share_with_itself(np.uint64(pairs[place] & np.uint32(127)), sums)
        start = end
    while flush < len(flushes):
        passed += _pass_flush(passed, flushes[flush], sums)
        flush += 1


@kernel
def _beat(passed: float, pair: np.uint64, sums: _Sums) -> None:
    """Add to what a block wins half of the weight passed that its hands can meet."""
    low, high = np.uint64(_LOWER[pair]), np.uint64(_HIGHER[pair])
    taken, there, won = sums.of_card[high], sums.there[pair], sums.won_in_blocks[pair]
    first, second, third, fourth = taken[0], taken[1], taken[2], taken[3]
    for one in range(np.uint64(4)):
        left, is_there, row = passed - sums.of_card[low, one], there[one], won[one]
        a = (
            row[0] + is_there[0] * (left - first) / 2
        )  # none is kept before all four are there: one instruction
        b = row[1] + is_there[1] * (left - second) / 2
        c = row[2] + is_there[2] * (left - third) / 2
        d = row[3] + is_there[3] * (left - fourth) / 2
        row[0], row[1], row[2], row[3] = a, b, c, d


@kernel
def _share_with_itself(pair: np.uint64, sums: _Sums) -> None:
    """Give back to each hand of a block its own weight, which was taken with both of its cards."""
    for one in range(np.uint64(4)):
        for other in range(np.uint64(4)):
            sums.won_in_blocks[pair, one, other] += sums.held[pair, one, other] / 2


@kernel
def _take_block(pair: np.uint64, sums: _Sums) -> float:
    """Add the weight of a block to that of its cards, and return it."""
    low, high = np.uint64(_LOWER[pair]), np.uint64(_HIGHER[pair])
    weight = 0.0
    for one in range(np.uint64(4)):
        of_lower = 0.0
        for other in range(np.uint64(4)):
            of_lower += sums.held[pair, one, other]
            sums.of_card[high, other] += sums.held[pair, one, other]
        sums.of_card[low, one] += of_lower
        weight += of_lower
    return weight


@kernel
def _pass_flush(passed: float, flush: np.uint32, sums: _Sums) -> float:
    """Pass one flush, to which no other hand is equal; return its weight."""
    hand = np.uint64(flush & np.uint32(2047))
    sums.won[hand] += passed - _taken(hand, sums)
    return _take_hand(hand, sums)


@kernel
def _taken(hand: np.uint64, sums: _Sums) -> float:
    """Return the weight passed of hands that hold a card of this one."""
    first, second = CARDS[hand]
    return float(sums.of_card[first % 13, first // 13] + sums.of_card[second % 13, second // 13])


@kernel
def _take_hand(hand: np.uint64, sums: _Sums) -> float:
    """Add the weight of a hand to that of its cards, and return it."""
    first, second = CARDS[hand]
    sums.of_card[first % 13, first // 13] += sums.weights[hand]
    sums.of_card[second % 13, second // 13] += sums.weights[hand]
    return float(sums.weights[hand])


@kernel
def _meet_all(pairs: Numbers, flushes: Numbers, sums: _Sums) -> None:
    """Add what every hand meets once all are passed: everything but what shares a card with it."""
    passed = sums.of_card.sum() / 2
    for place in range(len(pairs)):
        pair = np.uint64(pairs[place] & np.uint32(127))
        low, high = np.uint64(_LOWER[pair]), np.uint64(_HIGHER[pair])
        taken, there, held, met = (
            sums.of_card[high],
            sums.there[pair],
            sums.held[pair],
            sums.met_in_blocks[pair],
        )
        first, second, third, fourth = taken[0], taken[1], taken[2], taken[3]
        for one in range(np.uint64(4)):
            left, is_there, own, row = passed - sums.of_card[low, one], there[one], held[one], met[one]
            a = row[0] + (is_there[0] * (left - first) + own[0])
            b = row[1] + (is_there[1] * (left - second) + own[1])
            c = row[2] + (is_there[2] * (left - third) + own[2])
            d = row[3] + (is_there[3] * (left - fourth) + own[3])
            row[0], row[1], row[2], row[3] = a, b, c, d
    for place in range(len(flushes)):
        hand = np.uint64(flushes[place] & np.uint32(2047))
        sums.met[hand] += passed - _taken(hand, sums) + sums.weights[hand]


@kernel
def _pass_hands(ranks: Ranks, order: Order, sums: _Sums) -> None:
    """Pass every hand of a board for itself, equal ones together."""
    passed, start = 0.0, 0
    while start < HANDS_LEFT:
        end = start
        while end < HANDS_LEFT and ranks[order[end]] == ranks[order[start]]:
            hand = np.uint64(order[end])
            sums.won[hand] += (passed - _taken(hand, sums)) / 2
            end += 1
        for place in range(start, end):
            passed += _take_hand(np.uint64(order[place]), sums)
        for place in range(start, end):
            hand = np.uint64(order[place])
            sums.won[hand] += (passed - _taken(hand, sums) + sums.weights[hand]) / 2
        start = end
    for place in range(HANDS_LEFT):
        hand = np.uint64(order[place])
        sums.met[hand] += passed - _taken(hand, sums) + sums.weights[hand]
