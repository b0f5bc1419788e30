"""Show the hash table of all hands: its statistics, and the probes of a set of cards.

The first request compiles the kernels of the table in another process and builds the table, with progress. Both are
cached on disk, and the table stays in memory.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from ai.hands import hash_table, hash_table_maker, hash_table_statistics
from ai.hands.hash_table import HandTable
from ai.kernel_cache import KernelSet
from ai.preparation import kernels_loaded
from game.core import BadInput, Progress
from game.files import user_files
from game.rules.cards import Card
from game.study.odds import COMPILING, CardLookup, HandRow, HandTableStatistics, LookedUp, Slot

MAX_CARDS = 7
HAND = 5


@dataclass(slots=True)
class _Cache:
    """The table and its statistics, once they are known."""

    table: HandTable | None = None
    statistics: HandTableStatistics | None = None


_cache = _Cache()


def statistics() -> Iterator[Progress | HandTableStatistics]:
    """Yield progress in hands while the table is built and counted, and last its statistics."""
    table = yield from _ready_table()
    if _cache.statistics is None:
        for item in hash_table_statistics.statistics(table):
            if isinstance(item, HandTableStatistics):
                _cache.statistics = item
            else:
                yield item
    assert _cache.statistics is not None, "the statistics come last"
    yield _cache.statistics


def lookup(cards: Sequence[Card]) -> Iterator[Progress | CardLookup]:
    """Yield progress while the table is built, and last the probes of the cards.

    Up to five cards are one set. Of six and seven cards every set of five is looked up.

    Raises:
        BadInput: If there are no cards, more than seven, or a card twice.
    """
    cards = tuple(cards)
    if not 1 <= len(set(cards)) == len(cards) <= MAX_CARDS:
        raise BadInput("Enter one to seven different cards.")
    table = yield from _ready_table()
    sets = [
        _looked_up(table, cards, indices)
        for indices in combinations(range(len(cards)), min(HAND, len(cards)))
    ]
    ranks = {index: one.row.rank for index, one in enumerate(sets) if one.row is not None}
    yield CardLookup(
        cards, _numbers(table, cards), tuple(sets), min(ranks, key=ranks.__getitem__, default=None)
    )


def _ready_table() -> Generator[Progress, None, HandTable]:
    """Yield progress while there is no table yet, and return the table that all requests share."""
    if _cache.table is None:
        for report in kernels_loaded(KernelSet.HAND_TABLE, _load_kernels):
            yield replace(report, doing=COMPILING)
        for item in hash_table_maker.load_or_build(user_files.cache_folder()):
            if isinstance(item, Progress):
                yield item
            else:
                _cache.table = item
    assert _cache.table is not None, "the table comes last"
    return _cache.table


def _load_kernels() -> None:
    for module in (hash_table, hash_table_maker, hash_table_statistics):
        module.compile_kernels()


def _looked_up(table: HandTable, cards: Sequence[Card], indices: tuple[int, ...]) -> LookedUp:
    """Return the probes of some of the cards, and their hand if their own row was reached."""
    way = table.way([cards[index] for index in indices])
    rows = [table.rows[slot] for slot in way.slots]
    codes = [int(row["code"]) if row["filled"] else None for row in rows]
    slots = tuple(Slot(number, code) for number, code in zip(way.slots, codes, strict=True))
    return LookedUp(
        indices, way.code, way.address, slots, _hand_row(rows[-1]) if rows[-1]["filled"] else None
    )


def _hand_row(row: Any) -> HandRow:
    category, place = int(row["category"]), int(row["rank"])
    return HandRow(category, place, hash_table.ranks_in(category), hash_table.rank_of_row(category, place))


def _numbers(table: HandTable, cards: Sequence[Card]) -> tuple[tuple[int, int], ...]:
    codes, addresses = table.codes.ravel(), table.addresses.ravel()
    return tuple((int(codes[card]), int(addresses[card])) for card in cards)
