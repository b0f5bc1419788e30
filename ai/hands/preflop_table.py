"""Count the wins of every class of starting hands against every other, over all deals of two hands and a board.

    python -m ai.hands.preflop_table

This command writes assets/tables/preflop-equity.npz. Permutations of suits do not change classes, so 134,459 of the
2,598,960 boards are enough, each with its multiplicity. On each board, all 1,081 hands are sorted once and visited
from the weakest to the strongest. A hand wins against the weaker hands of each class, except against the hands with
which it shares a card.

The counts are saved in the cache folder during the run. An interrupted run continues from the saved counts
with the same result.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.boards import HANDS_LEFT, rank_and_sort_rivers
from ai.hands.canonical_boards import all_boards
from ai.hands.combos import CARDS, CLASS_NAMES, CLASS_OF
from ai.hands.evaluator import Cards
from ai.hands.preflop import TABLE_FILE
from ai.storage import unpacked
from game.core import Progress
from game.files import damage, user_files

CHECKPOINT = "preflop-table.npz"
BOARDS_AT_A_TIME = 1_000
BOARDS_A_CHECKPOINT = 10_000

Counts = npt.NDArray[np.int64]

_CLASSES = len(CLASS_NAMES)


def make_table(file: Path, checkpoint: Path) -> Iterator[Progress]:
    """Count every deal and write the table to `file`. Continue from `checkpoint`, and yield progress in boards."""
    boards, multiplicities = all_boards()
    done, wins = _load_checkpoint(checkpoint)
    began, before = time.perf_counter(), done
    while done < len(boards):
        end = min(done + BOARDS_AT_A_TIME, len(boards))
        count_boards(boards[done:end], multiplicities[done:end].astype(np.int64), wins)
        done = end
        if done % BOARDS_A_CHECKPOINT == 0:
            _write(checkpoint, done=np.array(done), wins=wins)
        seconds = time.perf_counter() - began
        left = seconds / (done - before) * (len(boards) - done)
        yield Progress(done, len(boards), seconds, left, done=False)
    _write(file, wins=wins.astype(np.uint32))
    checkpoint.unlink(missing_ok=True)
    yield Progress(done, len(boards), time.perf_counter() - began, 0.0, done=True, file=str(file))


def _load_checkpoint(checkpoint: Path) -> tuple[int, Counts]:
    """Return the number of counted boards, and the wins on these boards, int64[169, 169].

    If there is no valid checkpoint, all numbers are 0.
    """
    none = np.zeros((_CLASSES, _CLASSES), np.int64)
    try:
        stored = unpacked(checkpoint)
        done, wins = int(stored["done"]), stored["wins"]
    except damage.ARRAYS:
        return 0, none
    counts = wins.shape == none.shape and wins.dtype == none.dtype and done > 0
    return (done, wins) if counts else (0, none)  # kernels check no bounds


def _write(file: Path, **arrays: npt.NDArray[np.generic]) -> None:
    packed = io.BytesIO()
    np.savez_compressed(packed, allow_pickle=False, **arrays)
    user_files.atomic_write(file, packed.getvalue())


@kernel
def count_boards(boards: Cards, multiplicities: Counts, wins: Counts) -> None:
    """Add to wins[a, b] the number of wins of class a against class b on these boards.

    Args:
        boards: uint8[n, 5].
        multiplicities: int64[n], the number of boards that each board represents.
        wins: int64[169, 169].
    """
    ranks = np.zeros((1, 1326), np.uint16)
    order = np.empty((1, HANDS_LEFT), np.int16)
    below = np.empty(_CLASSES, np.int32)
    below_of_card = np.empty((52, _CLASSES), np.int32)
    for board in range(len(boards)):
        ranks[:] = 0
        rank_and_sort_rivers(boards[board : board + 1], ranks, order)
        below[:] = 0
        below_of_card[:] = 0
        start = 0
        while start < HANDS_LEFT:
            end = start
            while end < HANDS_LEFT and ranks[0, order[0, end]] == ranks[0, order[0, start]]:
                hand = order[0, end]
                low, high, own = CARDS[hand, 0], CARDS[hand, 1], CLASS_OF[hand]
                for other in range(_CLASSES):
                    beaten = below[other] - below_of_card[low, other] - below_of_card[high, other]
                    wins[own, other] += multiplicities[board] * beaten
                end += 1
            for index in range(start, end):
                hand = order[0, index]
                below[CLASS_OF[hand]] += 1
                below_of_card[CARDS[hand, 0], CLASS_OF[hand]] += 1
                below_of_card[CARDS[hand, 1], CLASS_OF[hand]] += 1
            start = end


def main() -> None:
    """Write the shipped table and print the progress."""
    for report in make_table(TABLE_FILE, user_files.cache_folder() / CHECKPOINT):
        if sys.stderr.isatty():
            print(f"\r{report.iteration:,} of {report.total:,} boards", end="", file=sys.stderr, flush=True)
    print(f"\n{TABLE_FILE.name}: {report.seconds:,.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
