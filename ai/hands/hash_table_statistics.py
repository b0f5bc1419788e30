"""Figures of the hash table for the window: probe statistics, and the lookup of a set of cards.

The first request compiles the kernels in another process and builds the table. Meanwhile it yields progress.
Kernels and table are cached on disk, and the table stays in memory.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Any

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands import hash_table, hash_table_maker
from ai.hands.evaluator import Keys
from ai.hands.hash_table import FIVE_CARD_HANDS, ROW, Addresses, HandTable, Rows, find_slot
from ai.hands.hash_table_maker import all_hands
from ai.kernel_cache import KernelSet
from ai.preparation import kernels_loaded
from game.core import BadInput, Progress
from game.files import user_files
from game.rules.cards import Card
from game.study.odds import COMPILING, CardLookup, HandRow, HandTableStatistics, LookedUp, Slot


def count_probes(table: HandTable) -> Iterator[Progress | HandTableStatistics]:
    """Look up every hand and count the probes. Yield progress in hands and finally the statistics."""
    began = time.perf_counter()
    away = np.zeros(1, np.int64)
    farthest = 0, 0  # the lowest card of a hand, and its index among the hands with this card
    for lowest, hands in enumerate(all_hands(table.codes.ravel(), table.addresses.ravel())):
        distances = _distances(hands[0], hands[1], table.rows)
        if distances.max() >= len(away):
            farthest = lowest, int(distances.argmax())
        counted = np.bincount(distances, minlength=len(away))
        counted[: len(away)] += away
        away = counted
        done, seconds = int(away.sum()), time.perf_counter() - began
        yield Progress(done, FIVE_CARD_HANDS, seconds, seconds / done * (FIVE_CARD_HANDS - done))
    lowest, index = farthest
    yield HandTableStatistics(
        rows=len(table.rows),
        load=FIVE_CARD_HANDS / len(table.rows),
        displaced=FIVE_CARD_HANDS - int(away[0]),
        mean_probes=1 + float(away @ np.arange(len(away))) / FIVE_CARD_HANDS,
        probes=tuple(away.tolist()),
        farthest=(lowest, *next(islice(combinations(range(lowest + 1, 52), 4), index, None))),
    )


def compile_kernels() -> None:
    _distances(np.zeros(1, np.uint64), np.zeros(1, np.uint32), np.zeros(1 << 6, ROW))


@kernel
def _distances(codes: Keys, addresses: Addresses, rows: Rows) -> npt.NDArray[np.int64]:
    """Return the distance of each hand from its home slot, int64[n]."""
    distances = np.empty(len(codes), np.int64)
    for hand in range(len(codes)):
        slot = find_slot(codes[hand], addresses[hand], rows)
        distances[hand] = (slot - np.int64(addresses[hand])) & (len(rows) - 1)
    return distances


MAX_CARDS = 7
HAND = 5


@dataclass(slots=True)
class _Cache:
    """The table and its statistics. Both are None until they are computed."""

    table: HandTable | None = None
    statistics: HandTableStatistics | None = None


_cache = _Cache()


def statistics() -> Iterator[Progress | HandTableStatistics]:
    """Yield progress in hands while the table is built and counted, and finally its statistics."""
    table = yield from _ready_table()
    if _cache.statistics is None:
        for item in count_probes(table):
            if isinstance(item, HandTableStatistics):
                _cache.statistics = item
            else:
                yield item
    assert _cache.statistics is not None, "the statistics come last"
    yield _cache.statistics


def lookup(cards: Sequence[Card]) -> Iterator[Progress | CardLookup]:
    """Yield progress while the table is built, and finally the probes of the cards.

    Up to five cards are one lookup. Of six or seven cards, every set of five is looked up.

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
    codes, addresses = table.codes.ravel(), table.addresses.ravel()
    numbers = tuple((int(codes[card]), int(addresses[card])) for card in cards)
    yield CardLookup(cards, numbers, tuple(sets), min(ranks, key=ranks.__getitem__, default=None))


def _ready_table() -> Generator[Progress, None, HandTable]:
    """Return the table, which all requests share. If it must be loaded or built first, yield progress."""
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
    for module in (hash_table, hash_table_maker):
        module.compile_kernels()
    compile_kernels()


def _looked_up(table: HandTable, cards: Sequence[Card], indices: tuple[int, ...]) -> LookedUp:
    """Return the probes of some of the cards, and their hand if the lookup found a row."""
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
