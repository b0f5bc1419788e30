"""Answers for the page of the hash table as the other process gives them, from a table of a few rows."""

from collections.abc import Mapping
from functools import reduce
from itertools import combinations
from operator import xor
from random import Random
from typing import Any

from game.rules import hand_rank
from game.rules.cards import parse

ROWS = 1 << 22
dice = Random(1)
NUMBERS = [(dice.getrandbits(64), dice.getrandbits(32)) for _ in range(52)]
FARTHEST = parse("5c3d5d7dTd")
RANKS_OF_CATEGORY = (1277, 2860, 858, 858, 10, 1277, 156, 156, 10)
STATISTICS = {
    "rows": ROWS,
    "load": 0.6196,
    "displaced": 598_960,
    "mean_probes": 1.77,
    "longest_probe": 6,
    "probes": (2_000_000, 500_000, 98_900, 59, 0, 1),
    "farthest": FARTHEST,
}


def statistics(payload: Mapping[str, Any]) -> dict[str, Any]:
    return STATISTICS


def lookup(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Look every five up; the farthest hand takes sixty slots, every other one three."""
    cards = payload["cards"]
    sets = [_set(cards, places) for places in combinations(range(len(cards)), min(5, len(cards)))]
    ranks = {at: one["rank"] for at, one in enumerate(sets) if one["rank"] is not None}
    best = min(ranks, key=ranks.__getitem__, default=None)
    return {"numbers": [NUMBERS[card] for card in cards], "sets": sets, "best": best}


def _set(cards: tuple[int, ...], places: tuple[int, ...]) -> dict[str, Any]:
    held = [cards[place] for place in places]
    code, address = (reduce(xor, (NUMBERS[card][which] for card in held)) for which in (0, 1))
    is_hand = len(held) == 5
    length = 60 if tuple(held) == FARTHEST else 3
    slots = [((address + step) % ROWS, dice.getrandbits(64)) for step in range(length)]
    slots[-1] = slots[-1][0], code if is_hand else None
    category = int(hand_rank.category(held)) if is_hand else None
    return {
        "places": places,
        "code": code,
        "address": address,
        "slots": slots,
        "category": category,
        "rank_in_category": 3 if is_hand else None,
        "ranks_in_category": RANKS_OF_CATEGORY[category] if category is not None else None,
        "rank": hand_rank.rank(held) if is_hand else None,
    }
