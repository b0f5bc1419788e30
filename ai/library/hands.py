"""Rank hands, read ranges, and compute equities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ai.hands import combos, evaluator
from ai.hands.combos import HANDS
from ai.hands.equities import sampled_equity
from ai.hands.range_equity import exact_equity
from game.core import BadInput
from game.quoting import quoted
from game.rules import cards, hand_rank
from game.study.odds import RangeEquity

MIN_CARDS, MAX_CARDS = 5, 7


@dataclass(frozen=True, slots=True)
class RankedHand:
    """The rank of a hand, from 1 (royal flush) to 7462 (the weakest high card), and its category."""

    category: str
    rank: int
    best_five: tuple[str, ...]


def rank(hand: str | Sequence[int]) -> RankedHand:
    """Rank five, six or seven cards: text, or numbers as in `hole` and `board` of an `HoldemInformationState`.

    A number is `13 * suit + rank`, with the suits spades, hearts, clubs, diamonds and the ranks 2 to A.

    >>> rank("AsKsQsJsTs2d3c").category, rank([12, 25, 38, 51, 0]).category
    ('straight flush', 'four of a kind')

    Raises:
        BadInput: If the cards cannot be read, or there are too few or too many.
    """
    held = cards.parse(hand if isinstance(hand, str) else "".join(map(_name, hand)))
    if not MIN_CARDS <= len(held) <= MAX_CARDS:
        raise BadInput(f"A hand to rank has five, six or seven cards, not {len(held)}.")
    found = evaluator.rank(held)
    best = tuple(cards.name(card) for card in hand_rank.best_five(held))
    return RankedHand(hand_rank.category_of_rank(found).label, found, best)


def _name(card: int) -> str:
    if card not in cards.DECK:
        raise BadInput(f"{quoted(card)} is not a card: cards are numbers from 0 to 51.")
    return cards.name(card)


def parse_range(text: str) -> dict[str, float]:
    """Return the weight of every hand in a range.

    >>> sorted(parse_range("AsKs,QhQd:0.5").items())
    [('AsKs', 1.0), ('QhQd', 0.5)]

    Raises:
        BadInput: If the range cannot be read.
    """
    weights = combos.parse_range(text)
    return {
        cards.names(cards.high_first(hand)): float(weight)
        for hand, weight in zip(HANDS, weights.tolist(), strict=True)
        if weight > 0.0
    }


def equity(
    first: str, second: str, board: str = "", *, samples: int | None = None, seed: int = 0
) -> RangeEquity:
    """Return the equity of two ranges, exactly or from `samples` random deals.

    Raises:
        BadInput: If a range or the board cannot be read, or no deal is possible.
    """
    ranges = combos.parse_range(first), combos.parse_range(second)
    shown = cards.parse(board)
    if samples is None:
        *_, found = exact_equity(*ranges, shown)
    else:
        *_, found = sampled_equity(*ranges, shown, np.random.default_rng(seed), samples=samples)
    assert isinstance(found, RangeEquity)
    return found
