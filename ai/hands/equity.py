"""The equity of a hand: its share of the pot if all remaining cards came and nobody folded.

The opponent holds a random hand, or one of a weighted list (a range). With the board complete every opposing hand
is counted, and before the flop a random hand's share stands in a table; otherwise hands and run-outs are sampled,
`samples` of them, unless there are no more than that. A fixed board is summed only once for the plain evaluator.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from ai.hands.preflop import starting_hand
from game.rules.cards import DECK, Card
from game.rules.hand_rank import CARD_KEYS, Key, key, rank_of_key

Hole = tuple[Card, Card]
Range = Mapping[Hole, float]
"""Weights of hands: at least 0, not all of them 0, any sum."""
Deal = tuple[float, Key, Key]
"""Weight, key of the opponent's cards, key of the cards still to come."""

DEALS_BEFORE_FLOP = math.comb(50, 2) * math.comb(48, 5)


@dataclass(frozen=True, slots=True)
class Equity:
    """Shares of the deals; `ci95` is the half-width of the 95 % interval of `equity`, 0 where exact."""

    equity: float
    win: float
    tie: float
    ci95: float
    exact: bool
    deals: int


def against_random(hole: Sequence[Card], board: Sequence[Card], samples: int, rng: random.Random) -> Equity:
    """Return the equity of `hole` against a hand of which nothing is known."""
    if not board:
        known = starting_hand(hole)
        return Equity(known.equity, known.win, known.tie, 0.0, True, DEALS_BEFORE_FLOP)
    anything = dict.fromkeys(possible_hands((*hole, *board)), 1.0)
    return against_range(hole, board, anything, samples, rng)


def against_range(
    hole: Sequence[Card], board: Sequence[Card], opponents: Range, samples: int, rng: random.Random
) -> Equity:
    """Return the equity of `hole` against `opponents`, hands that share no card with it or with the board."""
    left = [card for card in DECK if card not in hole and card not in board]
    missing = 5 - len(board)
    if len(opponents) * math.comb(len(left) - 2, missing) <= samples or missing == 0:
        return _tally(hole, board, _all_deals(opponents, left, missing), exact=True)
    return _tally(hole, board, _random_deals(opponents, left, missing, samples, rng), exact=False)


def possible_hands(known: Iterable[Card]) -> list[Hole]:
    """Return every pair of the cards that are not `known`."""
    seen = set(known)
    return list(combinations([card for card in DECK if card not in seen], 2))


def _tally(hole: Sequence[Card], board: Sequence[Card], deals: Iterable[Deal], *, exact: bool) -> Equity:
    board_key = key(board)
    own_key = board_key + sum(CARD_KEYS[card] for card in hole)
    won = tied = total = 0.0
    number = 0
    for weight, opponent, run_out in deals:
        number += 1
        mine = rank_of_key(own_key + run_out)
        theirs = rank_of_key(board_key + opponent + run_out)
        total += weight
        if mine < theirs:
            won += weight
        elif mine == theirs:
            tied += weight
    win, tie = won / total, tied / total
    equity = win + tie / 2
    variance = win + tie / 4 - equity**2
    ci95 = 0.0 if exact else 1.96 * math.sqrt(max(0.0, variance) / number)
    return Equity(equity, win, tie, ci95, exact, number)


def _all_deals(opponents: Range, left: Sequence[Card], missing: int) -> Iterator[Deal]:
    for (first, second), weight in opponents.items():
        opponent = CARD_KEYS[first] + CARD_KEYS[second]
        if not missing:
            yield weight, opponent, 0
            continue
        to_come = [CARD_KEYS[card] for card in left if card not in (first, second)]
        for run_out in combinations(to_come, missing):
            yield weight, opponent, sum(run_out)


def _random_deals(
    opponents: Range, left: Sequence[Card], missing: int, samples: int, rng: random.Random
) -> Iterator[Deal]:
    for first, second in rng.choices(list(opponents), list(opponents.values()), k=samples):
        run_out = 0
        taken = [first, second]
        while len(taken) < missing + 2:
            card = left[int(rng.random() * len(left))]
            if card not in taken:
                taken.append(card)
                run_out += CARD_KEYS[card]
        yield 1.0, CARD_KEYS[first] + CARD_KEYS[second], run_out
