"""What the window shows of the hash table of all hands: its statistics, and a set of cards looked up step by step.

The table is mapped or built when it is first asked for, and stays. What goes to the window are plain numbers, in
dictionaries as the screen wants them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from ai.hands import hash_table, hash_table_file, hash_table_statistics
from ai.hands.hash_table import HandTable
from ai.hands.hash_table_statistics import Statistics
from game import user_files
from game.core import BadInput, Progress
from game.rules.cards import Card

MOST_CARDS = 7
HAND = 5


@dataclass(slots=True)
class _Kept:
    """The table and its statistics, once they are known."""

    table: HandTable | None = None
    statistics: Statistics | None = None


_kept = _Kept()


def statistics(payload: Mapping[str, Any]) -> Iterator[Progress | dict[str, Any]]:
    """Yield progress in hands while the table is built and counted, and last its statistics."""
    table = yield from _ready_table()
    if _kept.statistics is None:
        for item in hash_table_statistics.statistics(table):
            if isinstance(item, Statistics):
                _kept.statistics = item
            else:
                yield item
    assert _kept.statistics is not None, "the statistics come last"
    yield asdict(_kept.statistics)


def lookup(payload: Mapping[str, Any]) -> Iterator[Progress | dict[str, Any]]:
    """Yield progress while the table is built, and last the way of the cards in `payload` through it.

    Up to five cards are one set, of six and seven every five is looked up. "numbers": (64-bit, 32-bit) of each
    card; "sets": for each set its places among the cards, code, address, slots and what the last of them says;
    "best": which set is the best hand, None where there is none. `BadInput` for no card or more than seven.
    """
    cards = payload["cards"]
    if not 1 <= len(set(cards)) == len(cards) <= MOST_CARDS:
        raise BadInput("Enter one to seven different cards.")
    table = yield from _ready_table()
    sets = list(combinations(range(len(cards)), min(HAND, len(cards))))
    looked_up = [_looked_up(table, cards, places) for places in sets]
    hands = [at for at, one in enumerate(looked_up) if one["rank"] is not None]
    best = min(hands, key=lambda at: looked_up[at]["rank"], default=None)
    yield {"numbers": _numbers(table, cards), "sets": looked_up, "best": best}


def _ready_table() -> Generator[Progress, None, HandTable]:
    """Yield progress while there is no table yet; return the one that all requests share."""
    if _kept.table is None:
        for item in hash_table_file.ready(user_files.cache_folder()):
            if isinstance(item, Progress):
                yield item
            else:
                _kept.table = item
    assert _kept.table is not None, "the table comes last"
    return _kept.table


def _looked_up(table: HandTable, cards: Sequence[Card], places: Sequence[int]) -> dict[str, Any]:
    """Return the way of some of the cards, and the hand where their own row was reached."""
    way = table.way([cards[place] for place in places])
    rows = [table.rows[slot] for slot in way.slots]
    codes = [int(row["code"]) if row["filled"] else None for row in rows]
    found = {
        "places": tuple(places),
        "code": way.code,
        "address": way.address,
        "slots": list(zip(way.slots, codes, strict=True)),
    }
    if not rows[-1]["filled"]:
        return found | {"category": None, "rank_in_category": None, "ranks_in_category": None, "rank": None}
    category, place = int(rows[-1]["category"]), int(rows[-1]["rank"])
    return found | {
        "category": category,
        "rank_in_category": place,
        "ranks_in_category": hash_table.ranks_in(category),
        "rank": hash_table.rank_of_row(category, place),
    }


def _numbers(table: HandTable, cards: Sequence[Card]) -> list[tuple[int, int]]:
    codes, addresses = table.codes.ravel(), table.addresses.ravel()
    return [(int(codes[card]), int(addresses[card])) for card in cards]


ANSWERS = {"hand_table": statistics, "hand_lookup": lookup}
