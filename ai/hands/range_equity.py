"""Exact equity of a range against a range, over all deals. Boards that are equal up to suits are evaluated once.

Two boards are evaluated as one if a permutation of suits turns one into the other without changing the ranges.
Before the flop, there are 2,598,960 boards. For AsAh against all hands, four permutations are allowed. For ranges
of whole classes, all 24 are allowed.

Each calculation uses the faster of two methods:

- Visit the hands of both ranges together, from the weakest to the strongest. The weight that a hand beats is
  the weight visited so far, minus the weight of visited hands that share a card with this hand.
- Evaluate the hands of one range one by one. This method needs no sorting: each hand is compared with the 91
  pairs of ranks and with the flushes. Hands that are equal up to suits are evaluated once.

`made_hands` counts the made hands of each range on the same boards. The weight of a hand is its weight in the range
times the total weight of the opponent's compatible hands. If there are too many boards, random boards are drawn.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.boards import HAND_KEYS, HAND_MASKS, HANDS_LEFT, joined, rank_and_sort_rivers
from ai.hands.canonical_boards import Suits, boards_that_stand_for_all, exchanges, images
from ai.hands.combos import CARDS, HANDS, Floats, Weights, apart, opposing_weight, unblocked_hands
from ai.hands.evaluator import Cards, rank_of_key
from ai.hands.hand_against_range import won_and_tied, won_and_tied_by_few
from ai.hands.hash_table import CATEGORIES
from game.core import BadInput, Progress
from game.rules.cards import DECK, Card, names
from game.rules.hand_rank import Category
from game.study.odds import RangeEquity
from game.texts import text

BOARDS_AT_A_TIME = 1_000
MIN_ITEM_SECONDS = 0.03
"""The minimum computation time between two progress reports, in seconds."""
FEW_HANDS = 60
"""The maximum number of opposing hands that are ranked one by one."""


@dataclass(slots=True)
class _Tally:
    """The weights of the deals that the first side wins and ties."""

    won: float = 0.0
    tied: float = 0.0


def exact_equity(first: Weights, second: Weights, board: Sequence[Card]) -> Iterator[Progress | RangeEquity]:
    """Yield progress in boards and finally the equity over all deals.

    Args:
        first: A range, float32[1326].
        second: The opponent's range, float32[1326].
        board: 0, 3, 4 or 5 cards.

    Raises:
        BadInput: If the board is wrong or no deal is possible.
    """
    one, other = cleared(first, second, board)
    forth, back = _parts(one, other, board), _parts(other, one, board)
    if _work(back) < _work(forth):
        for item in _count_parts(other, one, back):
            yield item.exchanged() if isinstance(item, RangeEquity) else item
    else:
        yield from _count_parts(one, other, forth)


def _count_parts(one: Floats, other: Floats, parts: Sequence[_Part]) -> Iterator[Progress | RangeEquity]:
    """Yield progress in boards and finally the equity of `one`, summed over the parts.

    The worker takes one item of each open request in turn, so many short items would slow a request down. Each item
    therefore takes at least `MIN_ITEM_SECONDS`.
    """
    began = time.perf_counter()
    total = sum(part.boards for part in parts)
    tally, done, seconds, reported = _Tally(), 0, 0.0, 0.0
    for part in parts:
        for boards, multiplicities in part.chunks():
            part.count(boards, multiplicities, tally)
            done += len(boards)
            seconds = time.perf_counter() - began
            if seconds - reported >= MIN_ITEM_SECONDS:
                reported = seconds
                yield Progress(done, max(total, done), seconds, seconds / done * max(0, total - done))
    yield Progress(done, done, seconds, 0.0)
    deals_a_pair = comb(48 - len(parts[0].board), 5 - len(parts[0].board))
    whole = float(pair_weights(one, other).sum()) * deals_a_pair
    deals = _pairs_of_hands(one, other) * deals_a_pair
    yield shared(tally.won / whole, tally.tied / whole, 0.0, exact=True, deals=deals)


def boards_to_come(
    one: Floats, other: Floats, board: Sequence[Card]
) -> tuple[int, Iterator[tuple[Cards, Floats]]]:
    """Return the approximate number of canonical full boards, and the boards in chunks with their multiplicities.

    The boards are uint8[n, 5] and the multiplicities float64[n].

    Args:
        one: A range, float64[1326], as `cleared` returns it.
        other: The opponent's range, float64[1326].
        board: The known board cards.
    """
    whole = _Part(None, 1.0, one, other, board, exchanges((one, other), board))
    return whole.boards, whole.chunks()


def cleared(first: Weights, second: Weights, board: Sequence[Card]) -> tuple[Floats, Floats]:
    """Return both ranges without blocked hands, float64[1326] each.

    Raises:
        BadInput: If the board is wrong, or no deal is possible.
    """
    if len(board) in (1, 2) or len(board) > 5 or len(set(board)) != len(board):
        raise BadInput(text("input_errors.board.wrong", board=names(board)))
    left = unblocked_hands(board)
    one, other = first.astype(np.float64) * left, second.astype(np.float64) * left
    if not one.any():
        raise BadInput(text("input_errors.equity.first_blocked", board=names(board)))
    if not other.any():
        raise BadInput(text("input_errors.equity.second_blocked", board=names(board)))
    if not _pairs_of_hands(one, other):
        raise BadInput(text("input_errors.equity.no_two_hands"))
    return one, other


def pair_weights(one: Floats, other: Floats) -> Floats:
    """Return the product of the weights of each pair of hands, 0 if the hands share a card.

    The result is float64[hands of one, hands of other]. The result contains only hands with a weight above 0,
    in the order of `HANDS`. Sums over the result have no cancellation errors.
    """
    first, second = np.flatnonzero(one), np.flatnonzero(other)
    weights: Floats = np.outer(one[first], other[second])
    weights *= apart()[np.ix_(first, second)]
    return weights


def shared(win: float, tie: float, ci95: float, *, exact: bool, deals: int) -> RangeEquity:
    win, loss = max(0.0, win), max(0.0, 1.0 - win - tie)
    return RangeEquity((win + tie / 2, loss + tie / 2), (win, loss), tie, ci95, exact, deals)


def _pairs_of_hands(one: Floats, other: Floats) -> int:
    mine, theirs = (one > 0).astype(float), (other > 0).astype(float)
    return round(float(mine @ opposing_weight(theirs)))


def compile_kernels() -> None:
    """Compile the kernels by three counts on one board: two hands, a hand and a range, and two ranges."""
    anything = np.ones(len(HANDS), np.float32)
    one, other = np.zeros_like(anything), np.zeros_like(anything)
    one[0], other[-1] = 1.0, 1.0
    board = (10, 20, 25, 30, 40)
    for first, second in ((one, other), (one, anything), (anything, anything)):
        for _ in exact_equity(first, second, board):
            pass
    for _ in made_hands(anything, anything, board, np.random.default_rng(0)):
        pass


# ---- which boards, and which way to count -------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Part:
    """A range or a single hand against another range, over the canonical boards."""

    hand: int | None
    """The hand of the first side, or None if the whole range is counted."""
    weight: float
    one: Floats
    other: Floats
    board: Sequence[Card]
    suits: Sequence[Suits]

    @property
    def boards(self) -> int:
        known = len(self.board) + (0 if self.hand is None else 2)
        return comb(52 - known, 5 - len(self.board)) // len(self.suits)

    @property
    def work(self) -> float:
        """The cost of the count. The unit is the cost of comparing one hand with a range on one board."""
        return self.boards * (1.0 if self.hand is not None else 16.0)

    def chunks(self) -> Iterator[tuple[Cards, Floats]]:
        """Yield boards, uint8[n, 5], and their multiplicities, float64[n]."""
        known = set(self.board) if self.hand is None else {*self.board, *HANDS[self.hand]}
        left = np.array([card for card in range(52) if card not in known], np.uint8)
        suits = np.array(self.suits, np.int64)
        missing = 5 - len(self.board)
        for first in range(len(left) - missing + 1 if missing else 1):
            boards, multiplicities = boards_that_stand_for_all(
                np.array(self.board, np.uint8), left, first, suits
            )
            for start in range(0, len(boards), BOARDS_AT_A_TIME):
                yield (
                    boards[start : start + BOARDS_AT_A_TIME],
                    multiplicities[start : start + BOARDS_AT_A_TIME],
                )

    def count(self, boards: Cards, multiplicities: Floats, tally: _Tally) -> None:
        """Add the weights of the wins and ties of the first side on these boards."""
        if self.hand is not None:
            against = np.flatnonzero(self.other)
            if len(against) <= FEW_HANDS:
                won, tied = won_and_tied_by_few(self.hand, against, self.other, boards, multiplicities)
            else:
                won, tied = won_and_tied(self.hand, self.other, boards, multiplicities)
        else:
            won, tied = _range_against_range(self.one, self.other, boards, multiplicities)
        tally.won += self.weight * won
        tally.tied += self.weight * tied


def _parts(one: Floats, other: Floats, board: Sequence[Card]) -> list[_Part]:
    """Return the parts of the faster method: one part for the whole range, or a part for each hand.

    Hands that are equal up to a permutation of suits are counted once.
    """
    suits = exchanges((one, other), board)
    whole = _Part(None, 1.0, one, other, board, suits)
    singles: list[_Part] = []
    for hand in np.flatnonzero(one).tolist():
        alike = images(hand, suits)
        if hand > min(alike):
            continue
        singles.append(_single(hand, len(alike) * float(one[hand]), other, board))
        if _work(singles) > whole.work:
            return [whole]
    return singles


def _single(hand: int, weight: float, other: Floats, board: Sequence[Card]) -> _Part:
    """Return the part for one hand of the given weight against a range."""
    alone = np.zeros_like(other)
    alone[hand] = 1.0
    against = other * unblocked_hands(HANDS[hand])
    return _Part(hand, weight, alone, against, board, exchanges((alone, against), board))


def _work(parts: Sequence[_Part]) -> float:
    return sum(part.work for part in parts)


# ---- kernels ------------------------------------------------------------------------------------------------
@kernel
def _range_against_range(
    one: Floats, other: Floats, boards: Cards, multiplicities: Floats
) -> tuple[float, float]:
    """Return the weights of the deals that the first range wins and ties."""
    won, tied = 0.0, 0.0
    found = np.zeros((1, 1326), np.uint16)
    order = np.empty((1, HANDS_LEFT), np.int16)
    below_of_card, equal_of_card = np.empty(52), np.empty(52)
    for board in range(len(boards)):
        found[:] = 0
        rank_and_sort_rivers(boards[board : board + 1], found, order)
        below = 0.0
        below_of_card[:] = 0.0
        won_here, tied_here = 0.0, 0.0
        start = 0
        while start < HANDS_LEFT:
            end, equal = start, 0.0
            rank = found[0, order[0, start]]
            equal_of_card[:] = 0.0
            while end < HANDS_LEFT and found[0, order[0, end]] == rank:
                weight = other[order[0, end]]
                equal += weight
                equal_of_card[CARDS[order[0, end], 0]] += weight
                equal_of_card[CARDS[order[0, end], 1]] += weight
                end += 1
            for index in range(start, end):
                hand = order[0, index]
                low, high = CARDS[hand, 0], CARDS[hand, 1]
                won_here += one[hand] * (below - below_of_card[low] - below_of_card[high])
                tied_here += one[hand] * (equal - equal_of_card[low] - equal_of_card[high] + other[hand])
            below += equal
            below_of_card += equal_of_card
            start = end
        won += multiplicities[board] * won_here
        tied += multiplicities[board] * tied_here
    return won, tied


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
    """Yield the shares of hand categories of both sides.

    The last item is exact, unless there are too many boards to count. All earlier items are estimates. For an
    estimate, `MadeHands.exact` is False.

    Args:
        first: A range, float32[1326].
        second: The opponent's range, float32[1326].
        board: 0, 3, 4 or 5 cards.
        rng: The generator that draws boards if there are too many boards.

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
    """Return the category of each hand rank, uint8[n], from 0 (high card) to 8 (straight flush).

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


@kernel
def _count(boards: Cards, multiplicities: Floats, own: Floats, against: Floats, tally: Floats) -> None:
    """Add the weights of the hands of one side to `tally`, by category.

    The weight of a hand is its weight in the range times the total weight of the opponent's compatible hands.
    """
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
