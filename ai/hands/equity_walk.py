"""Equity of every hand against a range on a full board: prefix sums in order of strength, with inclusion-exclusion.

A walk visits the hands on a board from the weakest to the strongest, and sums the weight visited so far. The weight
that a hand beats is this sum minus the weight of the visited hands that share a card with the hand (blockers). To
count a tie as half a win, the result is the mean of two such values: one before the walk visits the hands of equal
strength, and one after.

Two hands with the same two ranks have equal strength unless one of them makes a flush. The walk therefore visits
the hands in 91 blocks, one for each pair of ranks. A block has up to 16 hands, indexed by the suits of the lower
and of the higher card. If the board has three cards of a suit, the hands with two more cards of that suit are
visited one by one instead of in their blocks. On the rare boards with four or five cards of a suit, every hand is
visited individually.

The visited weight is also summed by card, in an array indexed by rank and suit. For a block, only the two rows of
its two ranks are needed, four numbers each.
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
from game.rules.cards import get_rank, get_suit

Blocks = npt.NDArray[np.float64]
"""A number for every hand, by pair of ranks, suit of the lower and suit of the higher card, float64[91, 4, 4]."""

_SHAPE = (91, 4, 4)
_SORTED = [sorted(hand, key=lambda card: (get_rank(card), get_suit(card))) for hand in HANDS]
_SUIT_OF_LOWER = np.array([get_suit(low) for low, _ in _SORTED])
_SUIT_OF_HIGHER = np.array([get_suit(high) for _, high in _SORTED])
_PLACES = PAIR_OF_HAND, _SUIT_OF_LOWER, _SUIT_OF_HIGHER
"""The index of each hand in `Blocks`, three arrays int64[1326]."""
_IS_HAND = np.zeros(_SHAPE)
_IS_HAND[_PLACES] = 1.0
"""1 for each hand and 0 elsewhere, float64[91, 4, 4].

A pocket pair has six hands, with suits in ascending order.
"""
_LOWER = np.array([low for high in range(13) for low in range(high + 1)])
_HIGHER = np.array([high for high in range(13) for low in range(high + 1)])
"""The lower and the higher rank of each pair of ranks, two arrays int64[91]."""


class _Walk(NamedTuple):
    """The range, the sums over all boards, and the state of the walk on the current board.

    Attributes:
        weights: float64[1326], the range.
        won: float64[1326], the weight that hands beat, summed over the boards on which the hands are visited one by
            one.
        total_met: float64[1326], the weight of compatible hands on these boards.
        won_in_blocks: float64[91, 4, 4], the weight that hands beat, summed over the boards on which the hands are
            visited in blocks.
        met_in_blocks: float64[91, 4, 4], the weight of compatible hands on these boards.
        block_weights: float64[91, 4, 4], the weights of the hands in the blocks of the current board, 0 for other
            hands.
        possible: float64[91, 4, 4], 1 for the hands in the blocks of the current board, 0 for other hands.
        of_card: float64[13, 4], the visited weight of the hands that contain each card.
    """

    weights: Floats
    won: Floats
    total_met: Floats
    won_in_blocks: Blocks
    met_in_blocks: Blocks
    block_weights: Blocks
    possible: Blocks
    of_card: Floats


def won_and_met(boards: Cards, weights: Floats) -> tuple[Floats, Floats]:
    """Return for each hand the weight that the hand beats, counting ties as half, and the weight that it meets.

    Both weights are float64[1326], summed over the boards. A hand meets all hands that share no card with this
    hand. On a board that blocks the hand, both weights are 0. Boards must have five different cards, which is not
    checked.

    Args:
        boards: uint8[n, 5].
        weights: The range, float64[1326].
    """
    in_blocks = np.zeros(_SHAPE)
    in_blocks[_PLACES] = weights
    won, met = np.zeros(len(HANDS)), np.zeros(len(HANDS))
    blocks = np.zeros((4, *_SHAPE))
    walk = _Walk(weights, won, met, blocks[0], blocks[1], blocks[2], blocks[3], np.zeros((13, 4)))
    _walk_boards(boards, in_blocks, walk)
    return won + walk.won_in_blocks[_PLACES], met + walk.met_in_blocks[_PLACES]


def compile_kernels() -> None:
    won_and_met(np.arange(5, dtype=np.uint8)[None], np.ones(len(HANDS)))


@kernel
def _walk_boards(boards: Cards, in_blocks: Blocks, walk: _Walk) -> None:
    """Walk over all boards, uint8[n, 5], and add to the sums.

    `in_blocks`, float64[91, 4, 4], is the range in blocks.
    """
    scratch = np.empty((3, HANDS_LEFT), np.uint32)
    ranks, order = np.zeros((1, 1326), np.uint16), np.empty((1, HANDS_LEFT), np.int16)
    for board in range(len(boards)):
        key, mask, ranks_held = joined(boards[board])
        suit, suited = fullest_suit(key)
        walk.of_card[:] = 0.0
        if suited > 3:
            ranks[:] = 0
            rank_and_sort_rivers(boards[board : board + 1], ranks, order)
            _pass_hands(ranks[0], order[0], walk)
            continue
        _reset_blocks(in_blocks, walk)
        _leave_out_cards(boards[board], walk)
        pairs, flushes = sort_pairs(key, ranks_held, scratch), 0
        if suited == 3:
            flushes = sort_flushes(suit, key, mask, ranks[0], scratch[1])
            _leave_out_suited(suit, walk)
        _pass_blocks(scratch[0, :pairs], scratch[1, :flushes], walk)
        _meet_all(scratch[0, :pairs], scratch[1, :flushes], walk)


@kernel
def _reset_blocks(in_blocks: Blocks, walk: _Walk) -> None:
    """Put every hand of the range back into the blocks.

    The numbers are copied one by one. Compiling a copy of whole blocks would take numba some seconds.
    """
    held, possible = walk.block_weights.ravel(), walk.possible.ravel()
    weights, is_hand = in_blocks.ravel(), _IS_HAND.ravel()
    for index in range(len(held)):
        held[index] = weights[index]
        possible[index] = is_hand[index]


@kernel
def _leave_out_cards(board: Cards, walk: _Walk) -> None:
    """Remove the hands that share a card with a board, uint8[5], from the blocks."""
    for index in range(5):
        rank, suit = np.uint64(board[index] % 13), np.uint64(board[index] // 13)
        for higher in range(rank, np.uint64(13)):
            pair = higher * (higher + np.uint64(1)) // np.uint64(2) + rank
            for beside in range(np.uint64(4)):
                walk.block_weights[pair, suit, beside] = walk.possible[pair, suit, beside] = 0.0
        for lower in range(rank + np.uint64(1)):
            pair = rank * (rank + np.uint64(1)) // np.uint64(2) + lower
            for beside in range(np.uint64(4)):
                walk.block_weights[pair, beside, suit] = walk.possible[pair, beside, suit] = 0.0


@kernel
def _leave_out_suited(suit: int, walk: _Walk) -> None:
    for pair in range(91):
        walk.block_weights[pair, suit, suit] = walk.possible[pair, suit, suit] = 0.0


@kernel
def _pass_blocks(pairs: Numbers, flushes: Numbers, walk: _Walk) -> None:
    """Visit the blocks and the flushes of a board, weakest first. Blocks of equal strength are visited together.

    The pairs are uint32[n], `strength << 7 | pair`. The flushes are uint32[n], `strength << 11 | hand`.
    """
    passed, flush, start = 0.0, 0, 0
    while start < len(pairs):
        strength = pairs[start] >> np.uint32(7)
        while flush < len(flushes) and flushes[flush] >> np.uint32(11) < strength:
            passed += _pass_flush(passed, flushes[flush], walk)
            flush += 1
        end = start
        while end < len(pairs) and pairs[end] >> np.uint32(7) == strength:
            _add_half_of_passed(passed, np.uint64(pairs[end] & np.uint32(127)), walk)
            end += 1
        for index in range(start, end):
            passed += _pass_block(np.uint64(pairs[index] & np.uint32(127)), walk)
        for index in range(start, end):
            _add_half_of_passed(passed, np.uint64(pairs[index] & np.uint32(127)), walk)
            _add_back_own_weight(np.uint64(pairs[index] & np.uint32(127)), walk)
        start = end
    while flush < len(flushes):
        passed += _pass_flush(passed, flushes[flush], walk)
        flush += 1


@kernel
def _add_half_of_passed(passed: float, pair: np.uint64, walk: _Walk) -> None:
    """Add half of the compatible visited weight to the wins of each hand of a block.

    The compatible weight belongs to the visited hands that share no card with the hand.
    """
    low, high = np.uint64(_LOWER[pair]), np.uint64(_HIGHER[pair])
    shared, possible, won = walk.of_card[high], walk.possible[pair], walk.won_in_blocks[pair]
    first, second, third, fourth = shared[0], shared[1], shared[2], shared[3]
    for one in range(np.uint64(4)):
        left, is_possible, row = passed - walk.of_card[low, one], possible[one], won[one]
        # All four sums are computed before the first is stored, so that they compile to vector instructions.
        a = row[0] + is_possible[0] * (left - first) / 2
        b = row[1] + is_possible[1] * (left - second) / 2
        c = row[2] + is_possible[2] * (left - third) / 2
        d = row[3] + is_possible[3] * (left - fourth) / 2
        row[0], row[1], row[2], row[3] = a, b, c, d


@kernel
def _add_back_own_weight(pair: np.uint64, walk: _Walk) -> None:
    """Add half of each hand's own weight to the hand's wins, for all hands of a block.

    A hand's own weight was added once as part of the visited weight, but subtracted twice, once for each of its
    cards.
    """
    for one in range(np.uint64(4)):
        for other in range(np.uint64(4)):
            walk.won_in_blocks[pair, one, other] += walk.block_weights[pair, one, other] / 2


@kernel
def _pass_block(pair: np.uint64, walk: _Walk) -> float:
    """Visit a block: add the weights of the block's hands to the weights by card, and return the block's weight."""
    low, high = np.uint64(_LOWER[pair]), np.uint64(_HIGHER[pair])
    weight = 0.0
    for one in range(np.uint64(4)):
        of_lower = 0.0
        for other in range(np.uint64(4)):
            of_lower += walk.block_weights[pair, one, other]
            walk.of_card[high, other] += walk.block_weights[pair, one, other]
        walk.of_card[low, one] += of_lower
        weight += of_lower
    return weight


@kernel
def _pass_flush(passed: float, flush: np.uint32, walk: _Walk) -> float:
    """Visit one flush, `strength << 11 | hand`, and return its weight.

    No other hand on the board has the strength of this flush.
    """
    hand = np.uint64(flush & np.uint32(2047))
    walk.won[hand] += passed - _weight_sharing_a_card(hand, walk)
    return _pass_hand(hand, walk)


@kernel
def _weight_sharing_a_card(hand: np.uint64, walk: _Walk) -> float:
    """Return the sum of `of_card` over the two cards of a hand."""
    first, second = CARDS[hand]
    return float(walk.of_card[first % 13, first // 13] + walk.of_card[second % 13, second // 13])


@kernel
def _pass_hand(hand: np.uint64, walk: _Walk) -> float:
    """Visit a hand: add its weight to the weights by card, and return the weight."""
    first, second = CARDS[hand]
    walk.of_card[first % 13, first // 13] += walk.weights[hand]
    walk.of_card[second % 13, second // 13] += walk.weights[hand]
    return float(walk.weights[hand])


@kernel
def _meet_all(pairs: Numbers, flushes: Numbers, walk: _Walk) -> None:
    """Add the weight that each hand meets.

    This is the weight of all visited hands that share no card with the hand.

    A hand's own weight was added once but subtracted twice, once for each card, so it is added back.
    """
    passed = walk.of_card.sum() / 2
    for index in range(len(pairs)):
        pair = np.uint64(pairs[index] & np.uint32(127))
        low, high = np.uint64(_LOWER[pair]), np.uint64(_HIGHER[pair])
        shared, possible = walk.of_card[high], walk.possible[pair]
        held, met = walk.block_weights[pair], walk.met_in_blocks[pair]
        first, second, third, fourth = shared[0], shared[1], shared[2], shared[3]
        for one in range(np.uint64(4)):
            left, is_possible, own, row = passed - walk.of_card[low, one], possible[one], held[one], met[one]
            a = row[0] + (is_possible[0] * (left - first) + own[0])
            b = row[1] + (is_possible[1] * (left - second) + own[1])
            c = row[2] + (is_possible[2] * (left - third) + own[2])
            d = row[3] + (is_possible[3] * (left - fourth) + own[3])
            row[0], row[1], row[2], row[3] = a, b, c, d
    for index in range(len(flushes)):
        hand = np.uint64(flushes[index] & np.uint32(2047))
        walk.total_met[hand] += passed - _weight_sharing_a_card(hand, walk) + walk.weights[hand]


@kernel
def _pass_hands(ranks: Ranks, order: Order, walk: _Walk) -> None:
    """Visit every hand of a board individually, and add the weights that each hand beats, ties and meets.

    Hands of equal strength are visited together. The ranks are uint16[1326], 1 for the strongest. The order is
    int16[1081], from the weakest to the strongest hand.
    """
    passed, start = 0.0, 0
    while start < HANDS_LEFT:
        end = start
        while end < HANDS_LEFT and ranks[order[end]] == ranks[order[start]]:
            hand = np.uint64(order[end])
            walk.won[hand] += (passed - _weight_sharing_a_card(hand, walk)) / 2
            end += 1
        for index in range(start, end):
            passed += _pass_hand(np.uint64(order[index]), walk)
        for index in range(start, end):
            hand = np.uint64(order[index])
            walk.won[hand] += (passed - _weight_sharing_a_card(hand, walk) + walk.weights[hand]) / 2
        start = end
    for index in range(HANDS_LEFT):
        hand = np.uint64(order[index])
        walk.total_met[hand] += passed - _weight_sharing_a_card(hand, walk) + walk.weights[hand]
