"""The table of the seven-card evaluator: a minimal perfect hash of all combinations of ranks.

Without a flush, only the ranks of the cards matter. Five, six and seven cards have 6,175, 18,395 and 49,205
combinations of ranks, 73,775 in all. Every rank has a key, and the sum of the keys modulo 2^24 is different for
every combination:

- `rank_keys` are chosen greedily: each is the smallest key for which all sums of equally many cards differ.
- One constant is added to the sums of five cards, and another to the sums of six cards, so that all sums differ,
  whatever the number of cards.
- All keys and constants are multiplied by an odd number modulo 2^24. The sums are then scattered, but still
  different.

The sums are packed by displacement (Tarjan and Yao, 1979). The upper bits of a sum are the number of its row. Each
row, fullest first, is shifted to the first position at which its sums hit only free slots. With the chosen
multiplier, no slot stays empty: `slot = sum + displacement[row]` is the index of the rank in a table of exactly
73,775 entries. This command writes the file of the table:

    python -m ai.hands.evaluator_table
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.storage import unpacked
from game.core import BadInput
from game.files import damage
from game.rules import hand_rank
from game.texts import text

TABLE_FILE = Path(__file__).parents[2] / "assets" / "tables" / "evaluator.npz"

RING_BITS = 24
RING = 1 << RING_BITS
ROW_BITS = 10
MULTIPLIER = 687_421
SIZES = (5, 6, 7)
COPIES = 4
"""The number of cards of each rank in the deck."""
LARGEST_KEY = 4_000_000

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class EvaluatorTable:
    """The perfect hash, and the ranks of flushes.

    Attributes:
        rank_keys: int64[13], the key of each rank.
        starts: int64[8], the initial sum for each number of cards (5, 6 and 7 are used).
        displacements: int32[2^14], the displacement of each row.
        ranks: uint16[73775], the rank from 1 (best) to 7462 in each slot.
        flushes: uint16[8192], the hand rank of a flush, by the bit mask of the ranks of its cards.
    """

    rank_keys: Ints
    starts: Ints
    displacements: npt.NDArray[np.int32]
    ranks: npt.NDArray[np.uint16]
    flushes: npt.NDArray[np.uint16]


def read_table() -> EvaluatorTable:
    """Return the shipped table.

    Raises:
        BadInput: If the table is damaged.
    """
    try:
        stored = unpacked(TABLE_FILE)
        return EvaluatorTable(*(stored[name] for name in EvaluatorTable.__slots__))
    except damage.ARRAYS as error:
        raise BadInput(text("input_errors.damaged.ranks", file=TABLE_FILE.name)) from error


def make_table() -> EvaluatorTable:
    """Compute the table, which takes about fifteen seconds."""
    keys = smallest_keys()
    starts = _starts(_sums(keys))
    scattered = np.array(keys) * MULTIPLIER % RING
    starts = starts * MULTIPLIER % RING
    counts = list(counts_of_ranks())
    sums = np.array([int((starts[sum(held)] + np.dot(scattered, held)) % RING) for held in counts])
    displacements = _displacements(np.sort(sums))
    ranks = np.zeros(len(counts), np.uint16)
    ranks[sums + displacements[sums >> ROW_BITS]] = [_rank_without_flush(held) for held in counts]
    return EvaluatorTable(scattered, starts, displacements, ranks, _flushes())


def write_table() -> None:
    table = make_table()
    np.savez_compressed(TABLE_FILE, **{name: getattr(table, name) for name in EvaluatorTable.__slots__})


def smallest_keys() -> list[int]:
    """Return a key for each rank. Each key, in turn, is the smallest that keeps all sums different.

    Only sums of equally many cards must differ. Let A and B be sums of keys of lower ranks, and let B have d = 1..4
    cards more than A. A key fails if d times the key equals B - A, because A and d cards of the new rank would then
    have the sum B.
    """
    keys: list[int] = []
    for _ in range(13):
        sums = _sums(keys)
        taken = np.zeros(LARGEST_KEY, bool)
        for more in range(1, COPIES + 1):
            for fewer in range(SIZES[-1] + 1 - more):
                for one in sums[fewer]:
                    differences = sums[fewer + more] - one
                    fitting = differences[(differences >= 0) & (differences % more == 0)] // more
                    taken[fitting[fitting < LARGEST_KEY]] = True
        least = keys[-1] + 1 if keys else 0
        keys.append(least + int(np.argmin(taken[least:])))
    return keys


def counts_of_ranks() -> Iterator[tuple[int, ...]]:
    """Yield the number of cards of each rank, for every combination of five to seven cards."""

    def extended(counts: tuple[int, ...], cards: int) -> Iterator[tuple[int, ...]]:
        if len(counts) == 13:
            if cards in SIZES:
                yield counts
            return
        for number in range(min(COPIES, SIZES[-1] - cards) + 1):
            yield from extended((*counts, number), cards + number)

    return extended((), 0)


def _sums(keys: list[int]) -> list[Ints]:
    """Return the key sums of all combinations of 0 to 7 cards, one array for each number of cards."""
    sums = [np.zeros(int(cards == 0), np.int64) for cards in range(SIZES[-1] + 1)]
    for key in keys:
        sums = [
            np.concatenate([sums[cards - n] + n * key for n in range(min(COPIES, cards) + 1)])
            for cards in range(SIZES[-1] + 1)
        ]
    return sums


def _starts(sums: list[Ints]) -> Ints:
    """Return the constants added to the sums of 5 and 6 cards, so that all sums differ modulo 2^24.

    The constant for six cards puts the smallest sum of six cards right after the largest sum of seven cards. The
    constant for five cards is found by trial. The first value puts the largest sum of five cards just below 2^24,
    and the value increases until all sums differ.
    """
    starts = np.zeros(SIZES[-1] + 1, np.int64)
    starts[6] = sums[7].max() + 1
    taken = np.zeros(RING, bool)
    taken[sums[7]] = taken[sums[6] + starts[6]] = True
    starts[5] = RING - 1 - sums[5].max()
    while taken[(sums[5] + starts[5]) % RING].any():
        starts[5] += 1
    return starts


def _displacements(sums: Ints) -> npt.NDArray[np.int32]:
    """Return the displacement of each row of the sorted sums. Rows are placed by first fit, fullest row first."""
    first = np.searchsorted(sums >> ROW_BITS, np.arange((RING >> ROW_BITS) + 1))
    fullest_first = np.argsort(first[:-1] - first[1:], kind="stable")
    return _first_fits(sums, first, fullest_first, np.ones(2 * len(sums), np.bool_))


@kernel
def _first_fits(sums: Ints, first: Ints, rows: Ints, free: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
    displacements = np.zeros(len(rows), np.int32)
    lowest = 0
    for row in rows:
        start, end = first[row], first[row + 1]
        if start == end:
            break
        while not free[lowest]:
            lowest += 1
        shift = lowest - sums[start]
        index = start
        while index < end:
            if free[sums[index] + shift]:
                index += 1
            else:
                index = start
                shift += 1
        for member in sums[start:end]:
            free[member + shift] = False
        displacements[row] = shift
    return displacements


def _rank_without_flush(counts: tuple[int, ...]) -> int:
    """Return the hand rank that the plain evaluator gives to cards of these ranks.

    Suits alternate, so there is no flush.
    """
    ranks = [rank for rank, number in enumerate(counts) for _ in range(number)]
    return hand_rank.rank(index % 4 * 13 + rank for index, rank in enumerate(ranks))


def _flushes() -> npt.NDArray[np.uint16]:
    """Return the hand rank of five to seven suited cards, by the bit mask of the cards' ranks, uint16[8192]."""
    flushes = np.zeros(1 << 13, np.uint16)
    for size in SIZES:
        for held in combinations(range(13), size):
            flushes[sum(1 << rank for rank in held)] = hand_rank.rank(held)
    return flushes


if __name__ == "__main__":
    write_table()
