"""Builds the hash table of all hands: draws random numbers for the cards, enters every hand, verifies the table.

Each of the 2,598,960 hands must be found with its own rank, and no set of fewer cards may be found.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from math import comb

import numpy as np

from ai.compiled import kernel
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
    slot_of,
)
from game.core import Progress

SEED = 0


def build(seed: int = SEED) -> Iterator[Progress | HandTable]:
    """Yield progress in hands, and last the table, filled and verified."""
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
    """Yield codes, addresses and ranks of all hands, in blocks that share their lowest card."""
    for lowest in range(48):
        yield _hands_from(lowest, comb(51 - lowest, 4), codes, addresses)


def draw_numbers(rng: np.random.Generator) -> tuple[Keys, Addresses]:
    """Return codes, uint64[52], and addresses, uint32[52]; codes are drawn again until independent over GF(2)."""
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


def compile_kernels() -> None:
    """Compile the kernels: enter a single hand in a small table, and find it."""
    codes, addresses = draw_numbers(np.random.default_rng(SEED))
    rows = np.zeros(1 << 6, ROW)
    hand = _hands_from(47, 1, codes, addresses)
    _enter(*hand, rows)
    _found_as_entered(*hand, rows)
    _found_among_smaller_sets(codes, addresses, rows)


# ---- kernels ------------------------------------------------------------------------------------------------
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
    """Enter hands, each in the first free slot from its address on; return how many were new."""
    entered = 0
    for hand in range(len(codes)):
        slot = slot_of(codes[hand], addresses[hand], rows)
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
    """Return how many of the hands are found, each with its own rank."""
    found = 0
    for hand in range(len(codes)):
        row = rows[slot_of(codes[hand], addresses[hand], rows)]
        if row["filled"] and row["category"] == CATEGORIES[ranks[hand]]:
            found += BEST_OF_CATEGORY[row["category"]] + row["rank"] == ranks[hand]
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
                    found += rows[slot_of(code, address, rows)]["filled"]
    return found
