"""Answers for the page of the hash table as the other process gives them, from a table of a few rows."""

from functools import reduce
from itertools import combinations
from operator import xor
from random import Random
from typing import Any

from game.rules import hand_rank
from game.rules.cards import parse
from game.study.odds import CardLookup, HandRow, HandTableStatistics, LookedUp, Slot

ROWS = 1 << 22
dice = Random(1)
NUMBERS = [(dice.getrandbits(64), dice.getrandbits(32)) for _ in range(52)]
FARTHEST = parse("5c3d5d7dTd")
RANKS_OF_CATEGORY = (1277, 2860, 858, 858, 10, 1277, 156, 156, 10)
STATISTICS = HandTableStatistics(
    rows=ROWS,
    load=0.6196,
    displaced=598_960,
    mean_probes=1.77,
    probes=(2_000_000, 500_000, 98_900, 59, 0, 1),
    farthest=FARTHEST,
)


def statistics(request: Any) -> HandTableStatistics:
    return STATISTICS


def lookup(request: Any) -> CardLookup:
    """Look every five up; the farthest hand takes sixty slots, every other one three."""
    cards = request.cards
    sets = [_set(cards, places) for places in combinations(range(len(cards)), min(5, len(cards)))]
    ranks = {at: one.row.rank for at, one in enumerate(sets) if one.row is not None}
    best = min(ranks, key=ranks.__getitem__, default=None)
    return CardLookup(cards, tuple(NUMBERS[card] for card in cards), tuple(sets), best)


def _set(cards: tuple[int, ...], places: tuple[int, ...]) -> LookedUp:
    held = [cards[place] for place in places]
    code, address = (reduce(xor, (NUMBERS[card][which] for card in held)) for which in (0, 1))
    is_hand = len(held) == 5
    others = Random(code)
    length = 60 if tuple(held) == FARTHEST else 3
    slots = [Slot((address + step) % ROWS, others.getrandbits(64)) for step in range(length)]
    slots[-1] = Slot(slots[-1].number, code if is_hand else None)
    return LookedUp(places, code, address, tuple(slots), _row(held) if is_hand else None)


def _row(held: list[int]) -> HandRow:
    category = int(hand_rank.category(held))
    return HandRow(category, 3, RANKS_OF_CATEGORY[category], hand_rank.rank(held))
