"""Equities of three players: exact if there are few enough deals, otherwise sampled with confidence intervals.

A player's equity is the mean share of the pot: 1 for a win, 1/2 or 1/3 for a tie. A deal is three hands, of which
no two share a card, and the remaining board cards. In samples, the probability of a deal is proportional to the
product of the weights of its hands.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import combinations, islice

import numpy as np
import numpy.typing as npt

from ai.hands.combos import CARDS, Bools, Floats, Weights, unblocked_hands
from ai.hands.evaluator import Cards, ranks
from ai.hands.range_equity import cleared
from game.core import BadInput, Progress
from game.rules.cards import DECK, Card
from game.study.odds import ThreeWayEquity
from game.texts import text

PLAYERS = 3
MAX_EXACT_DEALS = 3_000_000
DEALS_AT_A_TIME = 100_000
SAMPLES, FIRST_SAMPLES, MAX_SAMPLES = 50_000, 2_000, 4_000_000
NARROW_ENOUGH = 0.0008
"""The half-width of all intervals at which sampling ends."""
Indices = npt.NDArray[np.int64]


def three_way_equity(
    ranges: Sequence[Weights], board: Sequence[Card], rng: np.random.Generator
) -> Iterator[Progress | ThreeWayEquity]:
    """Yield estimates, and finally the equities of three ranges, float32[1326] each.

    Raises:
        BadInput: If the board is wrong, or if no three hands of the ranges can be dealt together.
    """
    weights = _cleared(ranges, board)
    if (triples := _few_triples(weights, board)) is not None:
        yield from _count(weights, triples, board)
    else:
        yield from _sample(weights, board, rng)


def _cleared(ranges: Sequence[Weights], board: Sequence[Card]) -> list[Floats]:
    """Return the ranges without blocked hands, float64[1326] each.

    Raises:
        BadInput: If the board is wrong, or if no deal is possible.
    """
    for one, other in combinations(range(PLAYERS), 2):
        cleared(ranges[one], ranges[other], board)
    left = unblocked_hands(board)
    weights = [one.astype(np.float64) * left for one in ranges]
    if not _can_be_dealt(weights):
        raise BadInput(text("input_errors.equity.no_three_hands"))
    return weights


def _apart(hand: int) -> Bools:
    """Return the hands that share no card with a hand, bool[1326]."""
    return np.asarray(~np.isin(CARDS, CARDS[hand]).any(axis=1))


def _can_be_dealt(weights: Sequence[Floats]) -> bool:
    """Return whether the ranges have three hands of which no two share a card.

    The search usually succeeds with the first hands.
    """
    first, second, third = (one > 0 for one in weights)
    return any(
        (third & _apart(hand) & _apart(other)).any()
        for hand in np.flatnonzero(first).tolist()
        for other in np.flatnonzero(second & _apart(hand)).tolist()
    )


def _few_triples(weights: Sequence[Floats], board: Sequence[Card]) -> Indices | None:
    """Return all triples of hands, int64[n, 3], or None if there are too many deals to enumerate."""
    counts = [int(np.count_nonzero(one)) for one in weights]
    to_come = 5 - len(board)
    boards = _board_count(52 - 2 * PLAYERS * (counts == [1] * PLAYERS) - len(board), to_come)
    if float(np.prod(counts, dtype=np.float64)) * boards > MAX_EXACT_DEALS:
        return None
    grid = np.meshgrid(*(np.flatnonzero(one) for one in weights), indexing="ij")
    triples = np.stack([one.ravel() for one in grid], axis=1)
    cards = CARDS[triples].reshape(len(triples), -1)
    return triples[_different(cards)]


def _board_count(cards: int, to_come: int) -> int:
    found = 1
    for number in range(to_come):
        found = found * (cards - number) // (number + 1)
    return found


def _different(cards: npt.NDArray[np.integer]) -> Bools:
    """Return a mask of the rows whose cards all differ, bool[n]."""
    bits = np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1)
    found: Bools = np.bitwise_count(bits) == cards.shape[1]
    return found


def _count(
    weights: Sequence[Floats], triples: Indices, board: Sequence[Card]
) -> Iterator[Progress | ThreeWayEquity]:
    """Enumerate the boards of all triples. Yield progress, and return the equities."""
    dead = set(board) | set(CARDS[triples[0]].ravel().tolist() if len(triples) == 1 else ())
    boards = combinations([card for card in DECK if card not in dead], 5 - len(board))
    weight = np.prod([one[triples[:, side]] for side, one in enumerate(weights)], axis=0)
    won, total, deals, began = np.zeros(PLAYERS), 0.0, 0, time.perf_counter()
    while some := list(islice(boards, max(1, DEALS_AT_A_TIME // len(triples)))):
        to_come = np.array(some, np.uint8).reshape(len(some), 5 - len(board))
        hands = np.repeat(CARDS[triples].reshape(len(triples), -1), len(some), axis=0)
        drawn = np.hstack(
            [hands, np.tile(np.array(board, np.uint8), (len(hands), 1)), np.tile(to_come, (len(triples), 1))]
        )
        held = _different(drawn)
        share = pot_shares(drawn[held].astype(np.uint8))
        of_deal = np.repeat(weight, len(some))[held]
        won += of_deal @ share
        total += float(of_deal.sum())
        deals += len(share)
        yield Progress(deals, None, time.perf_counter() - began)
    yield ThreeWayEquity(tuple((won / total).tolist()), (0.0,) * PLAYERS, deals, is_exact=True)


def _sample(
    weights: Sequence[Floats], board: Sequence[Card], rng: np.random.Generator
) -> Iterator[Progress | ThreeWayEquity]:
    """Draw deals until the intervals are narrow. Yield an estimate after each batch."""
    held = [np.flatnonzero(one) for one in weights]
    up_to = [one[some].cumsum() for one, some in zip(weights, held, strict=True)]
    sums, squares, deals, began = np.zeros(PLAYERS), np.zeros(PLAYERS), 0, time.perf_counter()
    while True:
        share = pot_shares(_draw(held, up_to, board, min(SAMPLES, max(FIRST_SAMPLES, deals)), rng))
        sums += share.sum(axis=0)
        squares += (share**2).sum(axis=0)
        deals += len(share)
        if not deals:
            continue
        found = _estimate(sums, squares, deals)
        if max(found.ci95) < NARROW_ENOUGH or deals >= MAX_SAMPLES:
            yield found
            return
        figures = {f"equity{side}": found.equity[side] for side in range(PLAYERS)}
        figures |= {f"ci95{side}": found.ci95[side] for side in range(PLAYERS)}
        yield Progress(deals, None, time.perf_counter() - began, metrics=figures)


def _draw(
    held: Sequence[Indices],
    up_to: Sequence[Floats],
    board: Sequence[Card],
    number: int,
    rng: np.random.Generator,
) -> Cards:
    """Draw `number` deals, and return the n deals in which no card occurs twice, uint8[n, 11].

    A row is three hands and a board.
    """
    hands = [
        CARDS[
            some[
                np.minimum(np.searchsorted(sums, rng.random(number) * sums[-1], side="right"), len(some) - 1)
            ]
        ]
        for some, sums in zip(held, up_to, strict=True)
    ]
    to_come = rng.integers(0, 52, (number, 5 - len(board)), np.uint8)
    on_board = np.tile(np.array(board, np.uint8), (number, 1))
    deals = np.hstack([*hands, on_board, to_come]).astype(np.uint8)
    drawn: Cards = deals[_different(deals)]
    return drawn


def pot_shares(deals: Cards) -> Floats:
    """Return the share of the pot that each player wins in each deal, float64[n, 3]. `deals` is uint8[n, 11]."""
    found = np.stack(
        [
            ranks(
                np.ascontiguousarray(np.hstack([deals[:, 2 * side : 2 * side + 2], deals[:, 2 * PLAYERS :]]))
            )
            for side in range(PLAYERS)
        ],
        axis=1,
    )
    best = found == found.min(axis=1, keepdims=True)
    share: Floats = best / best.sum(axis=1, keepdims=True)
    return share


def _estimate(sums: Floats, squares: Floats, deals: int) -> ThreeWayEquity:
    """Return the mean shares, and the half-widths of their 95% confidence intervals.

    For the half-widths, two wins and two losses are added to the sample (Agresti and Coull, 1998).
    """
    more = deals + 4
    mean = (sums + 2) / more
    variance = (squares + 2) / more - mean**2
    half = 1.96 * np.sqrt(variance / more)
    return ThreeWayEquity(tuple((sums / deals).tolist()), tuple(half.tolist()), deals, is_exact=False)
