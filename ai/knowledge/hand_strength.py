"""The strength of hands on a board: made hands and draws in poker terms, and numeric features for a network.

The cards determine the strength, but a small network would have to learn the rules of poker to compute it. The
first features are the share of all hands that the hand beats now, and the mean and the standard deviation of this
share after the next card. A draw has a high standard deviation. Further features are the category of the hand, and
the distances of the hand to a flush and to a straight. Hands that are equal up to a permutation of suits have equal
features.

Two functions compute the same numbers: `hand_strengths` for all hands on a board (for play), and `strengths` for
single hands on many boards (for logs).

Made hands are classified by the contribution of the hole cards. If the only pair is on the board, ace-king is ace
high. If the best five cards are all on the board, the hand is "nothing". A pair is classified by the number of
board ranks above it. Two pair means that both hole cards are paired with board cards. A straight draw is open-ended
if at least two ranks complete the straight, otherwise it is a gutshot.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from ai.compiled import kernel
from ai.hands.boards import HAND_KEYS, HAND_MASKS
from ai.hands.combos import CARDS, HANDS, Bools, Ints, unblocked_hands
from ai.hands.evaluator import CARD_KEYS, CARD_MASKS, STARTS, Cards, rank, rank_of_key, ranks
from ai.hands.hash_table import CATEGORIES
from ai.hands.preflop import percentiles
from game.rules.cards import DECK, Card, get_rank, get_suit
from game.rules.hand_rank import Category

MADE = (
    "nothing",
    "ace high",
    "low pair",
    "middle pair",
    "top pair",
    "overpair",
    "two pair",
    "trips",
    "set",
    "straight",
    "flush",
    "full house",
    "quads",
    "straight flush",
)
"""The made hands, weakest first."""
DRAWS = ("no draw", "gutshot", "open-ended", "flush draw", "combo draw")
"""The draws, weakest first. A combo draw can become a flush or a straight."""

Coordinates = NDArray[np.int8]

_ACE = 12
_MADE_OF = {
    Category.STRAIGHT: "straight",
    Category.FLUSH: "flush",
    Category.FULL_HOUSE: "full house",
    Category.FOUR_OF_A_KIND: "quads",
    Category.STRAIGHT_FLUSH: "straight flush",
}
_LOW, _HIGH = CARDS[:, 0] % 13, CARDS[:, 1] % 13
_SUITS = CARDS // 13
_RANK_BITS: Ints = (1 << _LOW) | (1 << _HIGH)
_IS_POCKET_PAIR: Bools = _LOW == _HIGH


@lru_cache(maxsize=256)
def made_classes(board: tuple[Card, ...]) -> Coordinates:
    """Return the class of every hand as an index in MADE, int8[1326]. The board has at least three cards.

    Blocked hands have the class "nothing".
    """
    found = _unpaired_to_sets(board)
    left = np.flatnonzero(unblocked_hands(board))
    best = ranks(np.hstack([CARDS[left], np.tile(board, (len(left), 1))]).astype(np.uint8))
    categories = CATEGORIES[best]
    for category, name in _MADE_OF.items():
        found[left[categories == category]] = MADE.index(name)
    if len(board) == 5:
        found[left[best == rank(board)]] = 0
    found[~unblocked_hands(board)] = 0
    found.flags.writeable = False
    return found


@lru_cache(maxsize=256)
def draws(board: tuple[Card, ...]) -> Coordinates:
    """Return the draw of every hand as an index in DRAWS, int8[1326], 0 before the flop and on the river.

    A complete flush or straight is not a draw.
    """
    found = np.zeros(len(HANDS), np.int8)
    if len(board) in (3, 4):
        _fill_draws(board, found)
    found.flags.writeable = False
    return found


def _fill_draws(board: tuple[Card, ...], found: Coordinates) -> None:
    best = made_classes(board)
    outs = _straight_outs_with_hand(board)
    to_straight = (outs > 0) & (best < MADE.index("straight"))
    to_flush = _has_four_of_a_suit(board) & (best < MADE.index("flush"))
    found[to_straight & (outs == 1)] = DRAWS.index("gutshot")
    found[to_straight & (outs > 1)] = DRAWS.index("open-ended")
    found[to_flush] = DRAWS.index("flush draw")
    found[to_flush & to_straight] = DRAWS.index("combo draw")
    found[~unblocked_hands(board)] = 0


def _unpaired_to_sets(board: Sequence[Card]) -> Coordinates:
    """Return the class of every hand by its ranks alone, from "nothing" to "set", int8[1326]."""
    held = np.bincount([get_rank(card) for card in board], minlength=13)
    higher = np.array([np.count_nonzero(held[index + 1 :]) for index in range(13)])
    low_met, high_met = held[_LOW], held[_HIGH]
    found = np.where((_HIGH == _ACE) | (_LOW == _ACE), MADE.index("ace high"), MADE.index("nothing"))
    paired_rank = np.where(low_met > 0, _LOW, _HIGH)
    of_pair = MADE.index("top pair") - np.minimum(higher, 2)
    is_paired = (low_met > 0) | (high_met > 0) | _IS_POCKET_PAIR
    found = np.where(is_paired, of_pair[paired_rank], found)
    found[_IS_POCKET_PAIR & (higher[_LOW] == 0)] = MADE.index("overpair")
    found[~_IS_POCKET_PAIR & (low_met > 0) & (high_met > 0)] = MADE.index("two pair")
    found[~_IS_POCKET_PAIR & ((low_met > 1) | (high_met > 1))] = MADE.index("trips")
    found[_IS_POCKET_PAIR & (low_met > 0)] = MADE.index("set")
    return found.astype(np.int8)


def _straight_outs_with_hand(board: Sequence[Card]) -> Ints:
    """Return for each hand the number of ranks that complete a straight which needs a hole card, int64[1326]."""
    on_board = sum(1 << rank for rank in {get_rank(card) for card in board})
    with_hand = straight_completions()[_RANK_BITS | on_board] & ~straight_completions()[on_board]
    found: Ints = np.bitwise_count(with_hand).astype(np.int64)
    return found


@cache
def straight_completions() -> NDArray[np.uint16]:
    """Return for every set of ranks the missing ranks that would complete a straight, uint16[8192].

    Sets are bit masks.
    """
    held = np.arange(1 << 13)
    found = np.zeros(1 << 13, np.uint16)
    for straight in [1 << _ACE | 0b1111] + [0b11111 << low for low in range(9)]:
        missing = straight & ~held
        found |= np.where(np.bitwise_count(missing) == 1, missing, 0).astype(np.uint16)
    return found


def _has_four_of_a_suit(board: Sequence[Card]) -> Bools:
    """Return for each hand whether hand and board together have four cards of a suit, bool[1326].

    At least one of the four cards is a hole card.
    """
    held = np.bincount([get_suit(card) for card in board], minlength=4)
    first, second = _SUITS[:, 0], _SUITS[:, 1]
    alone = (held[first] + 1 == 4) | (held[second] + 1 == 4)
    found: Bools = np.where(first == second, held[first] + 2 == 4, alone)
    return found


Numbers = npt.NDArray[np.float32]

NO_CARD = 255
"""Marks a board card that is not dealt yet."""
STANDING, PROMISE, SPREAD = 0, 1, 2
"""Columns of the share of all hands that a hand beats. Ties count half.

STANDING is the share now. PROMISE and SPREAD are its mean and standard deviation after the next card.
"""
CATEGORY = 3
"""The first of 9 one-hot columns for the category of the hand with the board. All are 0 before the flop."""
SHAPE = CATEGORY + 9
"""The first of 10 columns: pair, suited, high card, low card, gap, overcards, three, four and five or more cards of
a suit, and straight outs.
"""
COLUMNS = SHAPE + 10

MAX_CACHED_BOARDS = 1024
_WORST = 7462
_TWO = 2


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def hand_strengths(board: tuple[Card, ...]) -> Numbers:
    """Return the features of all hands, float32[1326, COLUMNS], most of them between 0 and 1.

    The board has 0, 3, 4 or 5 cards. Blocked hands have zeros. The array is cached and read-only.
    """
    left = unblocked_hands(board)
    found = np.zeros((len(HANDS), COLUMNS), np.float32)
    found[:, :CATEGORY] = _standings(board)
    cards = np.full((len(HANDS), 7), NO_CARD, np.uint8)
    cards[:, :_TWO] = CARDS
    cards[:, _TWO : _TWO + len(board)] = board
    ranks = np.zeros(len(HANDS), np.uint16)
    if board:
        rank_hands(np.array(board, np.uint8), ranks)
    _fill_makings(ranks, found)
    found[:, SHAPE:] = _shapes(cards)
    found[~left] = 0.0
    found.setflags(write=False)
    return found


def strengths(cards: Cards) -> Numbers:
    """Return the features of single hands, float32[n, COLUMNS].

    Args:
        cards: uint8[n, 7], two hole cards and five board cards, NO_CARD for cards not dealt yet.
    """
    distinct, places = np.unique(cards, axis=0, return_inverse=True)
    found = np.zeros((len(distinct), COLUMNS), np.float32)
    ranks = np.zeros(len(distinct), np.uint16)
    stand_alone(distinct, found[:, :CATEGORY], ranks)
    before_flop = ranks == 0
    found[before_flop, STANDING] = found[before_flop, PROMISE] = _lookup_percentiles(
        distinct[before_flop, :_TWO]
    )
    _fill_makings(ranks, found)
    found[:, SHAPE:] = _shapes(distinct)
    return found[places.reshape(-1)]


def compile_kernels() -> None:
    """Compile the kernels by evaluating boards of three and of five cards, and one hand."""
    hand_strengths((0, 14, 28))
    hand_strengths((0, 14, 28, 42, 5))
    strengths(np.array([[1, 2, 3, 20, 30, NO_CARD, NO_CARD]], np.uint8))


def _standings(board: tuple[Card, ...]) -> Numbers:
    """Return the columns STANDING, PROMISE and SPREAD of all hands, float32[1326, 3]."""
    if not board:
        now = percentiles().astype(np.float32)
        return np.stack([now, now, np.zeros_like(now)], axis=1)
    cards = np.array(board, np.uint8)
    now = np.empty(len(HANDS), np.float32)
    stand(cards, now)
    if len(board) == 5:
        return np.stack([now, now, np.zeros_like(now)], axis=1)
    to_come = np.array([card for card in DECK if card not in board], np.uint8)
    ahead = np.empty((2, len(HANDS)), np.float32)
    look_ahead(cards, to_come, ahead)
    return np.stack([now, *ahead], axis=1)


def _lookup_percentiles(holes: Cards) -> Numbers:
    low, high = np.sort(holes.astype(np.int64), axis=1).T
    found: Numbers = percentiles()[low * (103 - low) // 2 + high - low - 1].astype(np.float32)
    return found


def _fill_makings(ranks: npt.NDArray[np.uint16], found: Numbers) -> None:
    """In each hand's row of `found`, set the column of the hand's category to 1.

    A rank of 0 means that there is no flop yet. The row of such a hand stays unchanged.
    """
    made = np.flatnonzero(ranks)
    found[made, CATEGORY + CATEGORIES[ranks[made]].astype(np.int64)] = 1.0


def _shapes(cards: Cards) -> Numbers:
    """Return the column SHAPE and the columns after it, float32[n, 10].

    These columns don't depend on hand ranks. `cards` is uint8[n, 7].
    """
    there = cards != NO_CARD
    suit = np.where(there, cards // 13, 4)
    rank = np.where(there, cards % 13, 0).astype(np.int64)
    high, low = rank[:, :_TWO].max(axis=1), rank[:, :_TWO].min(axis=1)
    best = np.where(there[:, _TWO], rank[:, _TWO:].max(axis=1), 12)
    of_suit = suit[:, :, None] == np.arange(4)
    flush = (of_suit.sum(axis=1) * of_suit[:, :_TWO].any(axis=1)).max(axis=1)
    bits = np.where(there, 1 << rank, 0)
    of_board = np.bitwise_or.reduce(bits[:, _TWO:], axis=1)
    outs = _hand_strength_straight_outs()
    straights = outs[of_board | bits[:, 0] | bits[:, 1]] - outs[of_board]
    found = np.empty((len(cards), COLUMNS - SHAPE), np.float32)
    found[:, 0] = high == low
    found[:, 1] = suit[:, 0] == suit[:, 1]
    found[:, 2] = high / 12
    found[:, 3] = low / 12
    found[:, 4] = np.minimum(high - low, 5) / 5
    found[:, 5] = ((high > best).astype(np.int64) + (low > best)) / 2
    found[:, 6] = flush == 3
    found[:, 7] = flush == 4
    found[:, 8] = flush >= 5
    found[:, 9] = np.clip(straights, 0, 2) / 2
    return found


@cache
def _hand_strength_straight_outs() -> Ints:
    """Return for every set of ranks the number of other ranks that would make a straight, int64[8192].

    Sets are bit masks.
    """
    outs: Ints = np.bitwise_count(straight_completions()).astype(np.int64)
    outs[_has_straight(np.arange(len(outs)))] = 0
    return outs


def _has_straight(held: Ints) -> Bools:
    """Return for each set of ranks whether it contains a straight, bool[n]. The sets are bit masks, int64[n].

    The ace is also low.
    """
    wheel = held << 1 | held >> 12
    found: Bools = (wheel & wheel >> 1 & wheel >> 2 & wheel >> 3 & wheel >> 4) > 0
    return found


@kernel
def rank_hands(board: Cards, ranks: npt.NDArray[np.uint16]) -> None:
    """Fill `ranks`, uint16[1326], with the ranks of all hands on a board.

    The board has three to five cards. Blocked hands have rank 0.
    """
    key, mask = STARTS[len(board) + 2], np.uint64(0)
    for card in board:
        key += CARD_KEYS[card]
        mask |= CARD_MASKS[card]
    for hand in range(len(ranks)):
        if HAND_MASKS[hand] & mask:
            ranks[hand] = 0
        else:
            ranks[hand] = rank_of_key(key + HAND_KEYS[hand], mask | HAND_MASKS[hand])


@kernel
def stand(board: Cards, standing: Numbers) -> None:
    """Fill `standing`, float32[1326], with the share of all hands that each hand beats, 0 for blocked hands.

    Ties count half.
    """
    ranks = np.empty(len(standing), np.uint16)
    rank_hands(board, ranks)
    held = np.zeros(_WORST + 2, np.int32)
    for hand in range(len(ranks)):
        held[ranks[hand]] += 1
    hands = len(ranks) - held[0]
    better = 0
    worse = np.empty(_WORST + 2, np.float32)
    for value in range(1, _WORST + 1):
        worse[value] = (hands - better - (held[value] + 1) / 2) / (hands - 1)
        better += held[value]
    for hand in range(len(ranks)):
        standing[hand] = worse[ranks[hand]] if ranks[hand] else 0.0


@kernel
def look_ahead(board: Cards, to_come: Cards, ahead: Numbers) -> None:
    """Fill `ahead`, float32[2, 1326], with the mean and standard deviation of `stand` over the cards `to_come`."""
    next_board = np.empty(len(board) + 1, np.uint8)
    for index in range(len(board)):
        next_board[index] = board[index]
    standing = np.empty(ahead.shape[1], np.float32)
    sums = np.zeros((2, ahead.shape[1]))
    for card in to_come:
        next_board[len(board)] = card
        stand(next_board, standing)
        for hand in range(len(standing)):
            sums[0, hand] += standing[hand]
            sums[1, hand] += standing[hand] * standing[hand]
    cards = len(to_come) - 2
    for hand in range(len(standing)):
        mean = sums[0, hand] / cards
        ahead[0, hand] = mean
        ahead[1, hand] = np.sqrt(max(0.0, sums[1, hand] / cards - mean * mean))


@kernel
def stand_alone(cards: Cards, standing: Numbers, ranks: npt.NDArray[np.uint16]) -> None:
    """Fill `standing`, float32[n, 3], with the columns STANDING, PROMISE and SPREAD of single hands.

    Also fill `ranks`, uint16[n], with the ranks of the hands. `cards` is uint8[n, 7].

    Rows before the flop stay unchanged.
    """
    board = np.empty(5, np.uint8)
    for row in range(len(cards)):
        length = 0
        while length < 5 and cards[row, 2 + length] != NO_CARD:
            board[length] = cards[row, 2 + length]
            length += 1
        if length == 0:
            continue
        ranks[row], now = _stand_on(board[:length], cards[row])
        total, squares, seen = now, now * now, 1
        if length < 5:
            total, squares, seen = 0.0, 0.0, 0
            for card in range(52):
                if not _is_among(card, cards[row], length + 2):
                    board[length] = card
                    _, after = _stand_on(board[: length + 1], cards[row])
                    total += after
                    squares += after * after
                    seen += 1
        mean = total / seen
        standing[row, 0], standing[row, 1] = now, mean
        standing[row, 2] = np.sqrt(max(0.0, squares / seen - mean * mean))


@kernel
def _is_among(card: int, cards: Cards, length: int) -> bool:
    found = False
    for index in range(length):
        found |= cards[index] == card
    return found


@kernel
def _stand_on(board: Cards, own: Cards) -> tuple[np.uint16, float]:
    """Return the rank of the hand own[:2] on a board, and STANDING, the share of all hands that this hand beats."""
    key, mask = STARTS[len(board) + 2], np.uint64(0)
    for card in board:
        key += CARD_KEYS[card]
        mask |= CARD_MASKS[card]
    rank = rank_of_key(
        key + CARD_KEYS[own[0]] + CARD_KEYS[own[1]], mask | CARD_MASKS[own[0]] | CARD_MASKS[own[1]]
    )
    hands, worse, equal = np.int64(0), np.int64(0), np.int64(0)
    for hand in range(len(HAND_KEYS)):
        if not HAND_MASKS[hand] & mask:
            other = rank_of_key(key + HAND_KEYS[hand], mask | HAND_MASKS[hand])
            hands += 1
            worse += np.int64(other > rank)
            equal += np.int64(other == rank)
    return rank, (worse + (equal - 1) / 2) / (hands - 1)
