"""The strength of river hands: their equity against a random hand as an integer, cached for all rivers.

The strength is a sum over all 990 opposing hands: two points for each hand that loses, and one point for each
tie. Strengths range from 0 to 1,980. Strengths are stored in tables by cell (ai/abstraction/isomorphism.py).

The cache has two files. The first has the strengths and is memory-mapped. The second, the label, has the number of
deals with each strength, and a checksum of the strengths and these numbers. The strengths are written first.
If the program is killed before it has written the label, the next start finds a wrong checksum and computes
the strengths again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ai.abstraction.isomorphism import Ints, boards, cells, locate_board, pair_index
from ai.compiled import kernel
from ai.hands.boards import HANDS_LEFT, rank_and_sort_rivers
from ai.hands.combos import CARDS
from ai.hands.evaluator import Cards
from ai.steps import blocks, cores, in_turns, run_to_end
from game.files import damage, user_files

Strengths = npt.NDArray[np.uint16]

GREATEST = 1_980
VALUES = GREATEST + 1


def no_strengths(cards: int) -> tuple[Strengths, Ints]:
    """Return zeros for strengths, uint16[cells(cards)], and for the counts of each strength, int64[1981]."""
    return np.zeros(cells(cards), np.uint16), np.zeros(VALUES, np.int64)


def compile_kernels() -> None:
    river_strengths(np.arange(5, dtype=np.uint8)[None], np.ones(1, np.int64), *no_strengths(5))


@kernel
def river_strengths(boards: Cards, multiplicities: Ints, table: Strengths, counts: Ints) -> None:
    """Fill in the strengths of all hands on some full boards, and count the deals with each strength.

    Args:
        boards: uint8[n, 5].
        multiplicities: int64[n], the number of isomorphic boards that each board represents. A board with
            multiplicity 0 is skipped.
        table: uint16[cells(5)], the strengths.
        counts: int64[1981], the number of deals with each strength.
    """
    ranks, order = np.zeros((1, 1326), np.uint16), np.empty((1, HANDS_LEFT), np.int16)
    below, of_card = np.empty(HANDS_LEFT, np.int32), np.empty(52, np.int32)
    for board in range(len(boards)):
        if multiplicities[board] == 0:
            continue
        for hand in range(1326):
            ranks[0, hand] = 0
        rank_and_sort_rivers(boards[board : board + 1], ranks, order)
        _, first, groups = locate_board(boards[board], 5)
        for card in range(52):
            of_card[card] = 0
        start = 0
        while start < HANDS_LEFT:
            end = start
            while end < HANDS_LEFT and ranks[0, order[0, end]] == ranks[0, order[0, start]]:
                low, high = CARDS[order[0, end]]
                below[end] = start - of_card[low] - of_card[high]
                end += 1
            for index in range(start, end):
                low, high = CARDS[order[0, index]]
                of_card[low] += 1
                of_card[high] += 1
            for index in range(start, end):
                low, high = CARDS[order[0, index]]
                not_above = end - of_card[low] - of_card[high] + 1  # the hand itself was subtracted twice
                strength = below[index] + not_above
                table[first + pair_index(groups, low, high)] = strength
                counts[strength] += multiplicities[board]
            start = end


VERSION = 2
ROWS_AT_A_TIME = 500
"""The number of rows per block, which takes some 20 ms."""


@dataclass(frozen=True, slots=True)
class Rivers:
    """The strengths on all rivers.

    Attributes:
        table: uint16[cells(5)], the strengths.
        counts: int64[1981], the number of deals with each strength.
    """

    table: Strengths
    counts: Ints


def ready_rivers(folder: Path) -> Rivers:
    return run_to_end(compute_rivers(folder))


def compute_rivers(folder: Path) -> Generator[None, None, Rivers]:
    """Return the cached strengths, or compute and cache them. Yield after every block."""
    kept = load_rivers(folder)
    if kept is not None:
        return kept
    rivers, multiplicities = boards(5)
    table, counts = no_strengths(5)

    def work(part: slice) -> Ints:
        counted = np.zeros(VALUES, np.int64)
        river_strengths(rivers[part], multiplicities[part], table, counted)
        return counted

    for counted in in_turns(work, blocks(len(rivers), ROWS_AT_A_TIME), cores()):
        counts += counted
        yield
    found = Rivers(table, counts)
    with suppress(OSError):  # the strengths are computed again next time
        save_rivers(found, folder)
    return found


def save_rivers(rivers: Rivers, folder: Path) -> None:
    """Write the strengths, and then the label, into `folder`.

    Raises:
        OSError: If the folder is not writable.
    """
    content = rivers.table.tobytes()
    label = {"version": VERSION, "checksum": _checksum(rivers), "counts": rivers.counts.tolist()}
    user_files.atomic_write(_table_file(folder), content, durable=False)
    user_files.atomic_write(_label_file(folder), json.dumps(label).encode())


def load_rivers(folder: Path) -> Rivers | None:
    """Map the strengths in `folder` into memory. Return None if they are missing, damaged or of another version."""
    try:
        label = json.loads(user_files.read_text(_label_file(folder)))
        user_files.check_file(_table_file(folder))
        table = np.memmap(_table_file(folder), np.uint16, "r", shape=(cells(5),))
        found = Rivers(table, np.array(label["counts"], np.int64))
        whole = (label["version"], label["checksum"]) == (VERSION, _checksum(found))
    except damage.JSON:
        return None
    return found if whole and found.counts.shape == (VALUES,) else None


def _checksum(rivers: Rivers) -> int:
    return zlib.crc32(rivers.counts.tobytes(), zlib.crc32(rivers.table.view(np.uint8).data))


def _table_file(folder: Path) -> Path:
    return folder / "rivers.table"


def _label_file(folder: Path) -> Path:
    return folder / "rivers.json"
