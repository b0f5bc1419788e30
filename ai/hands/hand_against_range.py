"""One hand against a range on many full boards: the weights of beaten and tied hands, by inclusion-exclusion.

Unlike ai/hands/boards.py, this module does not sort the hands. Two hands with the same two ranks have equal
strength unless one of them makes a flush, so the hand is compared with the 91 pairs of ranks. The weight of each
pair of ranks is summed once over the whole range. For each board, the weight of the hands that contain a board card
is subtracted, card by card. Hands that contain two board cards are thus subtracted twice, so they are added back
once (inclusion-exclusion).

If the board has three cards of a suit, the hands with two more cards of that suit are compared one by one instead
of in their pairs. If the board has four or five cards of a suit, all hands are compared one by one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.boards import (
    HAND_KEYS,
    HAND_MASKS,
    HANDS_OF_SUIT,
    PAIR_KEYS,
    PAIR_OF_HAND,
    fullest_suit,
    is_left,
    joined,
    without_suits,
)
from ai.hands.combos import CARDS, HANDS, Floats, unblocked_hands
from ai.hands.evaluator import Cards, rank_of_key

HandIndices = npt.NDArray[np.int64]


def compile_kernels() -> None:
    """Compile the kernels by comparing a hand with a range, and with another hand, on one board."""
    weights = unblocked_hands(HANDS[0]).astype(np.float64)
    boards, multiplicities = np.array([[10, 20, 25, 30, 40]], np.uint8), np.ones(1)
    won_and_tied(0, weights, boards, multiplicities)
    won_and_tied_by_few(0, np.array([len(HANDS) - 1]), weights, boards, multiplicities)


@kernel
def won_and_tied(hand: int, weights: Floats, boards: Cards, multiplicities: Floats) -> tuple[float, float]:
    """Return the weight of the deals that a hand wins against a range, and the weight of the tied deals.

    Args:
        hand: The index of the hand.
        weights: The range, float64[1326], 0 for hands that share a card with the hand.
        boards: uint8[n, 5], none with a card of the hand.
        multiplicities: float64[n], the weight of each board.
    """
    of_pair, of_card = _sums(weights)
    left = np.empty(91)
    won, tied = 0.0, 0.0
    for board in range(len(boards)):
        key, mask, held = joined(boards[board])
        rank = rank_of_key(key + HAND_KEYS[hand], mask | HAND_MASKS[hand])
        suit, suited = fullest_suit(key)
        worse, equal = 0.0, 0.0
        if suited > 3:
            for other in range(1326):
                if weights[other] != 0.0 and not HAND_MASKS[other] & mask:
                    found = rank_of_key(key + HAND_KEYS[other], mask | HAND_MASKS[other])
                    worse += weights[other] * (found > rank)
                    equal += weights[other] * (found == rank)
        else:
            for pair in range(91):  # the slice assignment left[:] = of_pair would take seconds to compile
                left[pair] = of_pair[pair]
            _take_from_pairs(boards[board], weights, of_card, left)
            if suited == 3:
                worse, equal = _flushes_below(rank, boards[board], suit, weights, left)
            for pair in range(91):
                if is_left(pair, held):
                    found = rank_of_key(without_suits(key) + PAIR_KEYS[pair], np.uint64(0))
                    worse += left[pair] * (found > rank)
                    equal += left[pair] * (found == rank)
        won += multiplicities[board] * worse
        tied += multiplicities[board] * equal
    return won, tied


@kernel
def won_and_tied_by_few(
    hand: int, against: HandIndices, other: Floats, boards: Cards, multiplicities: Floats
) -> tuple[float, float]:
    """Return the weights of won and tied deals, as `won_and_tied` does.

    The hand is compared one by one with the few hands `against`.

    Args:
        hand: The index of the hand.
        against: int64[n], the indices of the opponent's hands.
        other: float64[1326], the weights of the opponent's hands.
        boards: uint8[n, 5], none with a card of the hand.
        multiplicities: float64[n], the weight of each board.
    """
    won, tied = 0.0, 0.0
    for board in range(len(boards)):
        key, mask, _ = joined(boards[board])
        rank = rank_of_key(key + HAND_KEYS[hand], mask | HAND_MASKS[hand])
        for opponent in against:
            if HAND_MASKS[opponent] & mask:
                continue
            theirs = rank_of_key(key + HAND_KEYS[opponent], mask | HAND_MASKS[opponent])
            if rank < theirs:
                won += multiplicities[board] * other[opponent]
            elif rank == theirs:
                tied += multiplicities[board] * other[opponent]
    return won, tied


@kernel
def _sums(weights: Floats) -> tuple[Floats, Floats]:
    """Return the weight of each pair of ranks: in total, float64[91], and for each card, float64[52, 91].

    The entry [card, pair] is the weight of the hands of this pair of ranks that contain the card.
    """
    of_pair, of_card = np.zeros(91), np.zeros((52, 91))
    for hand in range(1326):
        pair = PAIR_OF_HAND[hand]
        of_pair[pair] += weights[hand]
        of_card[CARDS[hand, 0], pair] += weights[hand]
        of_card[CARDS[hand, 1], pair] += weights[hand]
    return of_pair, of_card


@kernel
def _take_from_pairs(board: Cards, weights: Floats, of_card: Floats, left: Floats) -> None:
    """Subtract from `left` the weights of the hands that share a card with the board.

    Args:
        board: uint8[5].
        weights: float64[1326], the range.
        of_card: float64[52, 91], as `_sums` returns it.
        left: float64[91], the weights of the pairs of ranks, updated in place.
    """
    for index in range(5):
        card = np.int64(board[index])
        for pair in range(91):
            left[pair] -= of_card[card, pair]
        for before in range(index):
            other = np.int64(board[before])
            low, high = min(card, other), max(card, other)
            hand = low * (103 - low) // 2 + high - low - 1
            left[PAIR_OF_HAND[hand]] += weights[hand]


@kernel
def _flushes_below(
    rank: np.uint16, board: Cards, suit: int, weights: Floats, left: Floats
) -> tuple[float, float]:
    """Subtract from `left` the weights of the hands with two cards of a suit.

    Return two weights: the weight of the subtracted hands that are worse than `rank`, and the weight of the
    subtracted hands with this rank.

    `rank` is the rank of the hand with which the subtracted hands are compared. `left`, float64[91], has the
    weights of the pairs of ranks.
    """
    key, mask, _ = joined(board)
    worse, equal = 0.0, 0.0
    for index in range(78):
        hand = HANDS_OF_SUIT[suit, index]
        if weights[hand] != 0.0 and not HAND_MASKS[hand] & mask:
            left[PAIR_OF_HAND[hand]] -= weights[hand]
            flush = rank_of_key(key + HAND_KEYS[hand], mask | HAND_MASKS[hand])
            worse += weights[hand] * (flush > rank)
            equal += weights[hand] * (flush == rank)
    return worse, equal
