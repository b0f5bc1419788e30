"""The hash table of all hands: the 2,598,960 five-card hands, looked up instead of computed.

Every card has a random number of 64 bits and one of 32 bits (two 4 x 13 arrays). The 64-bit numbers of a hand,
joined by XOR, are its code; the low bits of its 32-bit numbers, joined likewise, are its home slot (Zobrist,
1970). A row of 16 bytes holds the category, a filled flag, the rank within the category and the code. Rows that
find their slot taken go on to the next free one, so none is lost: 2^22 rows hold them all at a load of 0.62.

No two hands can share a code, and no other set of cards can have the code of a hand, because the 52 numbers are
linearly independent over GF(2): numbers are drawn again until they are. So an empty row ends a search in vain, and
only the hand itself is ever found. Seven cards are the best of their 21 fives.

The table is built once, verified, and kept with a checksum in the cache folder, from where it is mapped.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, islice
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.evaluator import CARD_KEYS, CARD_MASKS, STARTS, Cards, Keys, Ranks, rank_of_key
from game import user_files
from game.core import BadInput, Progress
from game.rules.cards import Card
from game.rules.hand_rank import WORST_RANK, Category, category_of_rank

ROW_BITS = 22
ROW = np.dtype([("category", "u1"), ("filled", "u1"), ("rank", "<u2"), ("unused", "<u4"), ("code", "<u8")])
HANDS = 2_598_960
VERSION = 1
SEED = 0

Rows = npt.NDArray[np.void]
Addresses = npt.NDArray[np.uint32]

_BEST_OF_CATEGORY = np.array(
    [
        next(rank for rank in range(1, WORST_RANK + 1) if category_of_rank(rank) == category)
        for category in Category
    ],
    np.uint16,
)
"""uint16[9]: the rank (1 .. 7462) of the best hand of each category."""
_CATEGORIES = np.array([0, *(category_of_rank(rank) for rank in range(1, WORST_RANK + 1))], np.uint8)
"""uint8[7463]: the category of each rank."""


def rank_of_row(category: int, rank_in_category: int) -> int:
    """Return 1 (best) .. 7462 from what a row says."""
    return int(_BEST_OF_CATEGORY[category]) + rank_in_category


def ranks_in(category: int) -> int:
    """Return how many different ranks a category has."""
    return int(np.count_nonzero(category == _CATEGORIES[1:]))


@dataclass(frozen=True, slots=True)
class Statistics:
    """How the table is filled: rows, share of them filled, hands away from their home slot, slots looked at.

    `probes`: how many hands are found in the first slot, how many in the second, and so on; `farthest`: the hand
    that takes longest to find.
    """

    rows: int
    load: float
    displaced: int
    mean_probes: float
    longest_probe: int
    probes: tuple[int, ...]
    farthest: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A set of cards looked up: its numbers joined, and the slots looked at, of which the last one decides."""

    code: int
    address: int
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A hand that was found: its way, and what its row says."""

    way: Way
    category: Category
    rank_in_category: int


@dataclass(frozen=True, slots=True)
class HandTable:
    """codes: uint64[4, 13], addresses: uint32[4, 13], the numbers of the cards; rows: ROW[2^22]."""

    codes: Keys
    addresses: Addresses
    rows: Rows

    def way(self, cards: Sequence[Card]) -> Way:
        """Look up a set of cards slot by slot, up to its own row or an empty one."""
        code = int(np.bitwise_xor.reduce(self.codes.ravel()[list(cards)], initial=np.uint64(0)))
        address = int(np.bitwise_xor.reduce(self.addresses.ravel()[list(cards)], initial=np.uint32(0)))
        slots = [address & _mask(self.rows)]
        while (row := self.rows[slots[-1]])["filled"] and row["code"] != code:
            slots.append(slots[-1] + 1 & _mask(self.rows))
        return Way(code, address, tuple(slots))

    def find(self, cards: Sequence[Card]) -> Found | None:
        """Look up a set of cards; None unless it is a hand of five."""
        way = self.way(cards)
        row = self.rows[way.slots[-1]]
        return Found(way, Category(row["category"]), int(row["rank"])) if row["filled"] else None

    def rank(self, cards: Sequence[Card]) -> int:
        """Return 1 (best) .. 7462 of five, six or seven different cards; `BadInput` for another number."""
        return int(self.ranks(np.array([cards], np.uint8))[0])

    def ranks(self, hands: Cards) -> Ranks:
        """Return uint16[n], the ranks of uint8[n, 5..7] hands of different cards; `BadInput` for another number."""
        if hands.ndim != 2 or not 5 <= hands.shape[1] <= 7:
            raise BadInput("A hand to look up has five, six or seven cards.")
        fives = np.array(list(combinations(range(hands.shape[1]), 5)))
        return _best_of_fives(hands, fives, self.codes.ravel(), self.addresses.ravel(), self.rows)

    def statistics(self) -> Iterator[Progress | Statistics]:
        """Look every hand up and count the slots; yield progress in hands, and last the statistics."""
        began = time.perf_counter()
        away = np.zeros(1, np.int64)
        farthest = 0, 0  # the lowest card of a hand, and its place among those
        for lowest, hands in enumerate(_all_hands(self.codes.ravel(), self.addresses.ravel())):
            distances = _distances(hands[0], hands[1], self.rows)
            if distances.max() >= len(away):
                farthest = lowest, int(distances.argmax())
            counted = np.bincount(distances, minlength=len(away))
            counted[: len(away)] += away
            away = counted
            done, seconds = int(away.sum()), time.perf_counter() - began
            yield Progress(done, HANDS, seconds, seconds / done * (HANDS - done))
        yield Statistics(
            rows=len(self.rows),
            load=HANDS / len(self.rows),
            displaced=HANDS - int(away[0]),
            mean_probes=1 + float(away @ np.arange(len(away))) / HANDS,
            longest_probe=len(away),
            probes=tuple(away.tolist()),
            farthest=_hand_at(*farthest),
        )


# ---- building -----------------------------------------------------------------------------------------------
def build(seed: int = SEED) -> Iterator[Progress | HandTable]:
    """Yield progress in hands, and last the table, filled and verified."""
    began = time.perf_counter()
    codes, addresses = draw_numbers(np.random.default_rng(seed))
    table = HandTable(codes.reshape(4, 13), addresses.reshape(4, 13), np.zeros(1 << ROW_BITS, ROW))
    done = 0
    for work in (_enter, _found_as_entered):
        for hands in _all_hands(codes, addresses):
            done += work(*hands, table.rows)
            seconds = time.perf_counter() - began
            yield Progress(done, 2 * HANDS, seconds, seconds / done * (2 * HANDS - done))
    assert done == 2 * HANDS, "every hand is entered once and found with its own rank"
    assert not _found_among_smaller_sets(codes, addresses, table.rows), "nothing but a hand is found"
    yield table


def _all_hands(codes: Keys, addresses: Addresses) -> Iterator[tuple[Keys, Addresses, Ranks]]:
    """Yield codes, addresses and ranks of all hands, in parts whose lowest card is the same."""
    for lowest in range(48):
        yield _hands_from(lowest, comb(51 - lowest, 4), codes, addresses)


def _hand_at(lowest: Card, place: int) -> tuple[Card, ...]:
    """Return the hand at a place among those of the same lowest card."""
    return (lowest, *next(islice(combinations(range(lowest + 1, 52), 4), place, None)))


def draw_numbers(rng: np.random.Generator) -> tuple[Keys, Addresses]:
    """Return uint64[52] and uint32[52]; the former are drawn until they are independent over GF(2)."""
    while True:
        codes = rng.integers(0, 1 << 64, 52, np.uint64)
        if independent(codes.tolist()):
            return codes, rng.integers(0, 1 << 32, 52, np.uint32)


def independent(numbers: Sequence[int]) -> bool:
    """Return whether no XOR of some of the numbers is 0.

    >>> independent([1, 2, 4]), independent([1, 2, 3])
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


# ---- keeping ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Label:
    """What lies beside the rows: the version and seed that they were made with, and their checksum."""

    version: int
    seed: int
    checksum: int


def ready(folder: Path) -> Iterator[Progress | HandTable]:
    """Yield the table that is kept in `folder`; a missing or damaged one is built and kept, with progress."""
    kept = load(folder)
    if kept is not None:
        yield kept
        return
    for item in build():
        if isinstance(item, HandTable):
            keep(item, folder)
        yield item


def keep(table: HandTable, folder: Path) -> None:
    """Write the rows and their label; a folder that cannot be written costs another build next time."""
    content = table.rows.tobytes()
    label = _Label(VERSION, SEED, zlib.crc32(content))
    try:
        user_files.atomic_write(_rows_file(folder), content, durable=False)
        user_files.atomic_write(_label_file(folder), json.dumps(asdict(label)).encode())
    except OSError:
        _label_file(folder).unlink(missing_ok=True)


def load(folder: Path) -> HandTable | None:
    """Map the table that is kept in `folder`; None where it is missing, damaged or of another version."""
    try:
        label = _Label(**json.loads(_label_file(folder).read_text(encoding="utf-8")))
        rows = np.memmap(_rows_file(folder), ROW, "c", shape=(1 << ROW_BITS,))
    except (OSError, ValueError, TypeError):
        return None
    if label != _Label(VERSION, SEED, zlib.crc32(rows.view(np.uint8).data)):
        return None
    codes, addresses = draw_numbers(np.random.default_rng(SEED))
    return HandTable(codes.reshape(4, 13), addresses.reshape(4, 13), rows)


def files(folder: Path) -> list[Path]:
    """Return the files in which the table is kept."""
    return [_rows_file(folder), _label_file(folder)]


def _rows_file(folder: Path) -> Path:
    return folder / "hands.table"


def _label_file(folder: Path) -> Path:
    return folder / "hands.json"


def _mask(rows: Rows) -> int:
    return len(rows) - 1


def warm() -> None:
    """Call every kernel on a single hand and a table of few rows."""
    codes, addresses = draw_numbers(np.random.default_rng(SEED))
    rows = np.zeros(1 << 6, ROW)
    hand = _hands_from(47, 1, codes, addresses)
    _enter(*hand, rows)
    _found_as_entered(*hand, rows)
    _found_among_smaller_sets(codes, addresses, rows)
    _distances(hand[0], hand[1], rows)
    HandTable(codes.reshape(4, 13), addresses.reshape(4, 13), rows).ranks(
        np.arange(47, 52, dtype=np.uint8)[None]
    )


# ---- kernels ------------------------------------------------------------------------------------------------
@kernel
def _slot_of(code: np.uint64, address: np.uint32, rows: Rows) -> np.int64:
    """Return the slot that holds `code`, or the free slot where the search for it ends."""
    slot = np.int64(address) & (len(rows) - 1)
    while rows[slot]["filled"] and rows[slot]["code"] != code:
        slot = (slot + 1) & (len(rows) - 1)
    return slot


@kernel
def _hands_from(a: int, hands: int, codes: Keys, addresses: Addresses) -> tuple[Keys, Addresses, Ranks]:
    """Return code, address and rank of each of the hands whose lowest card is `a`."""
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
    """Enter hands, each in the first free slot from its home on; return how many were not there."""
    entered = 0
    for hand in range(len(codes)):
        slot = _slot_of(codes[hand], addresses[hand], rows)
        if not rows[slot]["filled"]:
            category = _CATEGORIES[ranks[hand]]
            rows[slot]["filled"] = 1
            rows[slot]["code"] = codes[hand]
            rows[slot]["category"] = category
            rows[slot]["rank"] = ranks[hand] - _BEST_OF_CATEGORY[category]
            entered += 1
    return entered


@kernel
def _found_as_entered(codes: Keys, addresses: Addresses, ranks: Ranks, rows: Rows) -> int:
    """Return how many of the hands are found, each with its own rank."""
    found = 0
    for hand in range(len(codes)):
        row = rows[_slot_of(codes[hand], addresses[hand], rows)]
        if row["filled"] and row["category"] == _CATEGORIES[ranks[hand]]:
            found += _BEST_OF_CATEGORY[row["category"]] + row["rank"] == ranks[hand]
    return found


@kernel
def _found_among_smaller_sets(codes: Keys, addresses: Addresses, rows: Rows) -> int:
    """Return how many sets of no more than four cards are found: there should be none."""
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
                    found += rows[_slot_of(code, address, rows)]["filled"]
    return found


@kernel
def _best_of_fives(
    hands: Cards, fives: npt.NDArray[np.int64], codes: Keys, addresses: Addresses, rows: Rows
) -> Ranks:
    """Return the rank of the best of some five places in each of the hands."""
    found = np.empty(len(hands), np.uint16)
    for hand in range(len(hands)):
        best = WORST_RANK
        for five in range(len(fives)):
            code, address = np.uint64(0), np.uint32(0)
            for place in range(5):
                card = hands[hand, fives[five, place]]
                code ^= codes[card]
                address ^= addresses[card]
            row = rows[_slot_of(code, address, rows)]
            best = min(best, _BEST_OF_CATEGORY[row["category"]] + row["rank"])
        found[hand] = best
    return found


@kernel
def _distances(codes: Keys, addresses: Addresses, rows: Rows) -> npt.NDArray[np.int64]:
    """Return how far from home each of the hands is."""
    distances = np.empty(len(codes), np.int64)
    for hand in range(len(codes)):
        slot = _slot_of(codes[hand], addresses[hand], rows)
        distances[hand] = (slot - np.int64(addresses[hand])) & (len(rows) - 1)
    return distances
