"""Build, verify and measure the hash table of all five-card hands, a memory-mapped file in the cache folder.

Verification checks that each of the 2,598,960 hands is found with its own rank, and that no smaller set of cards is
found. The rows are written before the label file. If the program is killed between the two writes, the label
does not match the rows, and the table is built again.

The window shows statistics of the probes, and the lookup of a set of cards. The first request compiles the kernels
in another process, builds the table, and yields progress meanwhile. Kernels and table are cached on disk, and the
table stays in memory.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import combinations, islice
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands import hash_table
from ai.hands.evaluator import CARD_KEYS, CARD_MASKS, STARTS, Keys, Ranks, rank_of_key
from ai.hands.hash_table import (
    BEST_OF_CATEGORY,
    CATEGORIES,
    FIVE_CARD_HANDS,
    ROW,
    ROW_BITS,
    Addresses,
    HandTable,
    Rows,
    find_slot,
)
from ai.kernel_cache import KernelSet
from ai.preparation import kernels_loaded
from ai.steps import in_thread
from game.core import BadInput, Progress
from game.files import damage, user_files
from game.rules.cards import Card
from game.study.odds import COMPILING, CardLookup, HandRow, HandTableStatistics, LookedUp, Slot
from game.texts import text

SEED = 0


def build_table(seed: int = SEED) -> Iterator[Progress | HandTable]:
    """Yield progress in hands and finally the verified table."""
    began = time.perf_counter()
    codes, addresses = draw_numbers(np.random.default_rng(seed))
    table = HandTable(codes.reshape(4, 13), addresses.reshape(4, 13), np.zeros(1 << ROW_BITS, ROW))
    done = 0
    for work in (_enter, _found_as_entered):
        for hands in all_hands(codes, addresses):
            done += work(*hands, table.rows)
            seconds = time.perf_counter() - began
            yield Progress(done, 2 * FIVE_CARD_HANDS, seconds, seconds / done * (2 * FIVE_CARD_HANDS - done))
    assert done == 2 * FIVE_CARD_HANDS, "every hand is entered once and found with its own rank"
    assert not _found_among_smaller_sets(codes, addresses, table.rows), "no smaller set of cards is found"
    yield table


def all_hands(codes: Keys, addresses: Addresses) -> Iterator[tuple[Keys, Addresses, Ranks]]:
    """Yield the codes, the addresses and the ranks of all hands, grouped by the lowest card of a hand.

    The codes are uint64[n], the addresses uint32[n], and the ranks uint16[n].
    """
    for lowest in range(48):
        yield _hands_from(lowest, comb(51 - lowest, 4), codes, addresses)


def draw_numbers(rng: np.random.Generator) -> tuple[Keys, Addresses]:
    """Return random numbers for the 52 cards: the codes, uint64[52], and the addresses, uint32[52].

    The codes are linearly independent over GF(2).
    """
    while True:
        codes = rng.integers(0, 1 << 64, 52, np.uint64)
        if are_independent(codes.tolist()):
            return codes, rng.integers(0, 1 << 32, 52, np.uint32)


def are_independent(numbers: Sequence[int]) -> bool:
    """Return whether the XOR of every non-empty subset of the numbers differs from 0.

    >>> are_independent([1, 2, 4]), are_independent([1, 2, 3])
    (True, False)
    """
    by_highest_bit: dict[int, int] = {}
    for number in numbers:
        rest = number
        while rest and (other := by_highest_bit.get(rest.bit_length())) is not None:
            rest ^= other
        if not rest:
            return False
        by_highest_bit[rest.bit_length()] = rest
    return True


# ---- kernels ------------------------------------------------------------------------------------------------
@kernel
def _hands_from(a: int, hands: int, codes: Keys, addresses: Addresses) -> tuple[Keys, Addresses, Ranks]:
    """Return the codes, addresses and ranks of all hands whose lowest card is `a`."""
    hand_codes = np.empty(hands, np.uint64)
    hand_addresses = np.empty(hands, np.uint32)
    hand_ranks = np.empty(hands, np.uint16)
    hand = 0
    for b in range(a + 1, 52):
        for c in range(b + 1, 52):
            for d in range(c + 1, 52):
                key = STARTS[5] + CARD_KEYS[a] + CARD_KEYS[b] + CARD_KEYS[c] + CARD_KEYS[d]
                mask = CARD_MASKS[a] | CARD_MASKS[b] | CARD_MASKS[c] | CARD_MASKS[d]
                code = codes[a] ^ codes[b] ^ codes[c] ^ codes[d]
                address = addresses[a] ^ addresses[b] ^ addresses[c] ^ addresses[d]
                for e in range(d + 1, 52):
                    hand_codes[hand] = code ^ codes[e]
                    hand_addresses[hand] = address ^ addresses[e]
                    hand_ranks[hand] = rank_of_key(key + CARD_KEYS[e], mask | CARD_MASKS[e])
                    hand += 1
    return hand_codes, hand_addresses, hand_ranks


@kernel
def _enter(codes: Keys, addresses: Addresses, ranks: Ranks, rows: Rows) -> int:
    """Store each hand in the first free slot, starting at its home slot. Return the number of new hands."""
    entered = 0
    for hand in range(len(codes)):
        slot = find_slot(codes[hand], addresses[hand], rows)
        if not rows[slot]["filled"]:
            category = CATEGORIES[ranks[hand]]
            rows[slot]["filled"] = 1
            rows[slot]["code"] = codes[hand]
            rows[slot]["category"] = category
            rows[slot]["rank"] = ranks[hand] - BEST_OF_CATEGORY[category]
            entered += 1
    return entered


@kernel
def _found_as_entered(codes: Keys, addresses: Addresses, ranks: Ranks, rows: Rows) -> int:
    """Return the number of hands that are found with their own rank."""
    found = 0
    for hand in range(len(codes)):
        row = rows[find_slot(codes[hand], addresses[hand], rows)]
        if row["filled"] and row["category"] == CATEGORIES[ranks[hand]]:
            found += BEST_OF_CATEGORY[row["category"]] + row["rank"] == ranks[hand]
    return found


@kernel
def _found_among_smaller_sets(codes: Keys, addresses: Addresses, rows: Rows) -> int:
    """Return the number of sets of up to four cards that a lookup finds. In a correct table, the number is 0."""
    found = 0
    for a in range(-1, 52):
        for b in range(a if a < 0 else a + 1, 52):
            for c in range(b if b < 0 else b + 1, 52):
                for d in range(c if c < 0 else c + 1, 52):
                    code, address = np.uint64(0), np.uint32(0)
                    for card in (a, b, c, d):
                        if card >= 0:
                            code ^= codes[card]
                            address ^= addresses[card]
                    found += rows[find_slot(code, address, rows)]["filled"]
    return found


VERSION = 1


@dataclass(frozen=True, slots=True)
class _Label:
    """The label file: the version and seed of the rows, and their checksum."""

    version: int
    seed: int
    checksum: int


def load_or_build(folder: Path) -> Iterator[Progress | HandTable]:
    """Yield the table in `folder`.

    If there is no valid table, build and store a table first, and yield progress meanwhile.

    If the folder is not writable, the table is built again on the next call.
    """
    table = load_table(folder)
    if table is None:
        for item in build_table():
            if isinstance(item, HandTable):
                table = item
            else:
                report = item
                yield item
        assert table is not None, "the table comes last"
        for _ in in_thread(partial(_save_if_possible, table, folder)):  # longer than an item may take
            yield report
    yield table


def _save_if_possible(table: HandTable, folder: Path) -> None:
    with suppress(OSError):
        save_table(table, folder)


def save_table(table: HandTable, folder: Path) -> None:
    """Write the rows and their label atomically.

    Raises:
        OSError: If the folder is not writable.
    """
    content = table.rows.tobytes()
    label = _Label(VERSION, SEED, zlib.crc32(content))
    user_files.atomic_write(_rows_file(folder), content, durable=False)
    user_files.atomic_write(_label_file(folder), json.dumps(asdict(label)).encode())


def load_table(folder: Path) -> HandTable | None:
    """Map the table in `folder`. Return None if the table is missing, damaged or of another version."""
    try:
        label = _Label(**json.loads(user_files.read_text(_label_file(folder))))
        user_files.check_file(_rows_file(folder))
        rows = np.memmap(_rows_file(folder), ROW, "c", shape=(1 << ROW_BITS,))
    except damage.JSON:
        return None
    if label != _Label(VERSION, SEED, zlib.crc32(rows.view(np.uint8).data)):
        return None
    codes, addresses = draw_numbers(np.random.default_rng(SEED))
    return HandTable(codes.reshape(4, 13), addresses.reshape(4, 13), rows)


def _rows_file(folder: Path) -> Path:
    return folder / "hands.table"


def _label_file(folder: Path) -> Path:
    return folder / "hands.json"


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
    """Yield progress in hands while the table is built and its probes are counted, and finally the statistics."""
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
    """Look up some cards. Yield progress while the table is built, and finally the probes of the cards.

    Up to five cards need a single lookup. With six or seven cards, every subset of five cards is looked up.

    Raises:
        BadInput: If there are no cards or more than seven cards, or if a card occurs twice.
    """
    cards = tuple(cards)
    if not 1 <= len(set(cards)) == len(cards) <= MAX_CARDS:
        raise BadInput(text("input_errors.equity.look_up"))
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
    """Return the table, which all requests share. If the table must be loaded or built first, yield progress."""
    if _cache.table is None:
        for report in kernels_loaded(KernelSet.HAND_TABLE, _load_kernels):
            yield replace(report, doing=COMPILING)
        for item in load_or_build(user_files.cache_folder()):
            if isinstance(item, Progress):
                yield item
            else:
                _cache.table = item
    assert _cache.table is not None, "the table comes last"
    return _cache.table


def _load_kernels() -> None:
    hash_table.compile_kernels()
    compile_kernels()


def _looked_up(table: HandTable, cards: Sequence[Card], indices: tuple[int, ...]) -> LookedUp:
    """Return the lookup of the cards with these indices.

    The lookup includes the hand, if the table contains the cards.
    """
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


def compile_kernels() -> None:
    """Compile the kernels by storing a single hand in a small table, looking it up, and counting its probes."""
    codes, addresses = draw_numbers(np.random.default_rng(SEED))
    rows = np.zeros(1 << 6, ROW)
    hand = _hands_from(47, 1, codes, addresses)
    _enter(*hand, rows)
    _found_as_entered(*hand, rows)
    _found_among_smaller_sets(codes, addresses, rows)
    _distances(np.zeros(1, np.uint64), np.zeros(1, np.uint32), np.zeros(1 << 6, ROW))
