"""Hash table of all 2,598,960 five-card hands by Zobrist hashing with linear probing (Zobrist, 1970).

Every card has a random 64-bit number and a random 32-bit number (two 4 x 13 arrays). The XOR of a hand's 64-bit
numbers is the code of the hand. The low bits of the XOR of a hand's 32-bit numbers are the index of the hand's home
slot. The table has rows of 16 bytes: the category of a hand, a flag for filled rows, the rank within the category,
and the code. If the home slot is taken, the row is stored in the next free slot. All hands fit into 2^22 rows, with
a load factor of 0.62.

The random numbers are drawn again until the 52 numbers of 64 bits are linearly independent over GF(2). Different
sets of cards then have different codes, so an equal code proves that a row holds the looked-up set. An empty row at
the end of the probing proves that the set is not in the table. The rank of seven cards is the best rank of their 21
five-card hands.

This module looks up hands. ai/hands/hash_table_maker.py builds and stores the table, and counts the probes of its
lookups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.evaluator import Cards, Keys, Ranks
from game.core import BadInput
from game.rules.cards import Card
from game.rules.hand_rank import WORST_RANK, Category, category_of_rank

ROW_BITS = 22
ROW = np.dtype([("category", "u1"), ("filled", "u1"), ("rank", "<u2"), ("unused", "<u4"), ("code", "<u8")])
FIVE_CARD_HANDS = 2_598_960

Rows = npt.NDArray[np.void]
Addresses = npt.NDArray[np.uint32]

BEST_OF_CATEGORY = np.array(
    [
        next(rank for rank in range(1, WORST_RANK + 1) if category_of_rank(rank) == category)
        for category in Category
    ],
    np.uint16,
)
"""The rank (1 .. 7462) of the best hand of each category, uint16[9]."""
CATEGORIES = np.array([0, *(category_of_rank(rank) for rank in range(1, WORST_RANK + 1))], np.uint8)
"""The category of each rank, uint8[7463]."""


def rank_of_row(category: int, rank_in_category: int) -> int:
    return int(BEST_OF_CATEGORY[category]) + rank_in_category


def ranks_in(category: int) -> int:
    return int(np.count_nonzero(category == CATEGORIES[1:]))


@dataclass(frozen=True, slots=True)
class Way:
    """The lookup of a set of cards: the XORs of the cards' numbers, and the probed slots.

    The last probed slot holds the set or is empty.
    """

    code: int
    address: int
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandTable:
    """The hash table.

    Attributes:
        codes: uint64[4, 13], the 64-bit numbers of the cards.
        addresses: uint32[4, 13], the 32-bit numbers of the cards.
        rows: ROW[2^22].
    """

    codes: Keys
    addresses: Addresses
    rows: Rows

    def way(self, cards: Sequence[Card]) -> Way:
        """Look up a set of cards. Probing ends at the row of the set or at an empty row."""
        code = int(np.bitwise_xor.reduce(self.codes.ravel()[list(cards)], initial=np.uint64(0)))
        address = int(np.bitwise_xor.reduce(self.addresses.ravel()[list(cards)], initial=np.uint32(0)))
        slots = [address & _mask(self.rows)]
        while (row := self.rows[slots[-1]])["filled"] and row["code"] != code:
            slots.append(slots[-1] + 1 & _mask(self.rows))
        return Way(code, address, tuple(slots))

    def rank(self, cards: Sequence[Card]) -> int:
        """Return the rank of five, six or seven different cards, from 1 (best) to 7462.

        Raises:
            BadInput: If there are fewer than five or more than seven cards.
        """
        return int(self.ranks(np.array([cards], np.uint8))[0])

    def ranks(self, hands: Cards) -> Ranks:
        """Return the ranks of hands, uint16[n].

        Args:
            hands: uint8[n, 5..7], each of different cards.

        Raises:
            BadInput: If a hand does not have five to seven cards.
        """
        if hands.ndim != 2 or not 5 <= hands.shape[1] <= 7:
            raise BadInput("A hand to look up has five, six or seven cards.")
        fives = np.array(list(combinations(range(hands.shape[1]), 5)))
        return _best_of_fives(hands, fives, self.codes.ravel(), self.addresses.ravel(), self.rows)


def _mask(rows: Rows) -> int:
    return len(rows) - 1


def compile_kernels() -> None:
    codes, addresses = np.zeros((4, 13), np.uint64), np.zeros((4, 13), np.uint32)
    HandTable(codes, addresses, np.zeros(1 << 6, ROW)).ranks(np.arange(5, dtype=np.uint8)[None])


# ---- kernels ------------------------------------------------------------------------------------------------
@kernel
def find_slot(code: np.uint64, address: np.uint32, rows: Rows) -> np.int64:
    """Return the slot that holds `code`, or the free slot where probing ends. The rows are ROW[2^n]."""
    slot = np.int64(address) & (len(rows) - 1)
    while rows[slot]["filled"] and rows[slot]["code"] != code:
        slot = (slot + 1) & (len(rows) - 1)
    return slot


@kernel
def _best_of_fives(
    hands: Cards, fives: npt.NDArray[np.int64], codes: Keys, addresses: Addresses, rows: Rows
) -> Ranks:
    """Return the best rank over the five-card subsets `fives` of each hand, uint16[n]."""
    found = np.empty(len(hands), np.uint16)
    for hand in range(len(hands)):
        best = WORST_RANK
        for five in range(len(fives)):
            code, address = np.uint64(0), np.uint32(0)
            for index in range(5):
                card = hands[hand, fives[five, index]]
                code ^= codes[card]
                address ^= addresses[card]
            row = rows[find_slot(code, address, rows)]
            best = min(best, BEST_OF_CATEGORY[row["category"]] + row["rank"])
        found[hand] = best
    return found
