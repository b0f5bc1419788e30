"""The frequency of each category of made hands on the river, for each of two ranges against the other.

The weight of a hand is its own weight times the total weight of the opponent's compatible hands, summed over all
possible boards. Wide ranges before the flop use random boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.boards import HAND_KEYS, HAND_MASKS, joined
from ai.hands.combos import CARDS, Floats, Weights
from ai.hands.evaluator import Cards, rank_of_key
from ai.hands.hash_table import CATEGORIES
from ai.hands.range_equity import boards_to_come, cleared
from game.rules.cards import DECK, Card
from game.rules.hand_rank import Category

MAX_RANKINGS = 300_000_000
"""The maximum number of hands that are ranked in an exact count, which takes some seconds."""
DRAWN_BOARDS = 60_000
RANKINGS_AT_A_TIME = 2_000_000


@dataclass(frozen=True, slots=True)
class MadeHands:
    """The shares of the nine categories for each side, high card first.

    `exact` is True if all boards were counted.
    """

    shares: tuple[tuple[float, ...], tuple[float, ...]]
    exact: bool


def made_hands(
    first: Weights, second: Weights, board: Sequence[Card], rng: np.random.Generator
) -> Iterator[MadeHands]:
    """Yield the category shares of both sides: estimates (`exact` is False), and finally the exact shares.

    Args:
        first: A range, float32[1326].
        second: The opponent's range, float32[1326].
        board: None, three, four or five cards.
        rng: Draws the boards if there are too many.

    Raises:
        BadInput: If the board is wrong or no deal is possible.
    """
    one, other = cleared(first, second, board)
    hands = int(np.count_nonzero(one) + np.count_nonzero(other))
    boards_in_all, parts = boards_to_come(one, other, board)
    exact = boards_in_all * hands <= MAX_RANKINGS
    if not exact:
        parts = _random_boards(board, rng)
    tally = np.zeros((2, len(Category)))
    at_a_time = max(1, RANKINGS_AT_A_TIME // hands)
    for boards, multiplicities in parts:
        for start in range(0, len(boards), at_a_time):
            some = slice(start, start + at_a_time)
            _count(boards[some], multiplicities[some], one, other, tally[0])
            _count(boards[some], multiplicities[some], other, one, tally[1])
            yield _shares(tally, exact=False)
    yield _shares(tally, exact=exact)


def hand_categories(ranks: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint8]:
    """Return the categories of ranks, uint8[n], 0 (high card) .. 8 (straight flush).

    Args:
        ranks: uint16[n].
    """
    found: npt.NDArray[np.uint8] = CATEGORIES[ranks]
    return found


def _shares(tally: Floats, *, exact: bool) -> MadeHands:
    wholes = np.maximum(tally.sum(axis=1, keepdims=True), np.finfo(float).tiny)
    first, second = (tuple(map(float, row)) for row in tally / wholes)
    return MadeHands((first, second), exact)


def _random_boards(board: Sequence[Card], rng: np.random.Generator) -> Iterator[tuple[Cards, Floats]]:
    left = np.array([card for card in DECK if card not in board], np.uint8)
    at_a_time = 2_000
    for _ in range(DRAWN_BOARDS // at_a_time):
        to_come = 5 - len(board)
        order = rng.random((at_a_time, len(left))).argpartition(to_come, axis=1)[:, :to_come]
        known = np.broadcast_to(np.array(board, np.uint8), (at_a_time, len(board)))
        yield np.hstack([known, left[order]]), np.ones(at_a_time)


def compile_kernels() -> None:
    """Compile the kernels by counting the categories of all hands on one board."""
    anything = np.ones(len(CARDS), np.float32)
    for _ in made_hands(anything, anything, (10, 20, 25, 30, 40), np.random.default_rng(0)):
        pass


@kernel
def _count(boards: Cards, multiplicities: Floats, own: Floats, against: Floats, tally: Floats) -> None:
    """Add the hands of one side to tally[category], each times the opponent's compatible weight."""
    hands, opponents = np.flatnonzero(own), np.flatnonzero(against)
    of_card = np.empty(52)
    for board in range(len(boards)):
        key, mask, _ = joined(boards[board])
        all_opponents = 0.0
        of_card[:] = 0.0
        for hand in opponents:
            if not HAND_MASKS[hand] & mask:
                all_opponents += against[hand]
                of_card[CARDS[hand, 0]] += against[hand]
                of_card[CARDS[hand, 1]] += against[hand]
        for hand in hands:
            if HAND_MASKS[hand] & mask:
                continue
            beside = all_opponents - of_card[CARDS[hand, 0]] - of_card[CARDS[hand, 1]] + against[hand]
            rank = rank_of_key(key + HAND_KEYS[hand], mask | HAND_MASKS[hand])
            tally[CATEGORIES[rank]] += multiplicities[board] * own[hand] * beside
