"""Statistics of the hash table of all hands: the number of probes of every hand, by looking every hand up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import combinations, islice

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.evaluator import Keys
from ai.hands.hash_table import FIVE_CARD_HANDS, ROW, Addresses, HandTable, Rows, find_slot
from ai.hands.hash_table_maker import all_hands
from game.core import Progress
from game.rules.cards import Card
from game.study.odds import HandTableStatistics


def statistics(table: HandTable) -> Iterator[Progress | HandTableStatistics]:
    """Look every hand up and count the probes. Yield progress in hands, and last the statistics."""
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
    yield HandTableStatistics(
        rows=len(table.rows),
        load=FIVE_CARD_HANDS / len(table.rows),
        displaced=FIVE_CARD_HANDS - int(away[0]),
        mean_probes=1 + float(away @ np.arange(len(away))) / FIVE_CARD_HANDS,
        probes=tuple(away.tolist()),
        farthest=_hand_at(*farthest),
    )


def _hand_at(lowest: Card, index: int) -> tuple[Card, ...]:
    return (lowest, *next(islice(combinations(range(lowest + 1, 52), 4), index, None)))


def compile_kernels() -> None:
    """Look for a hand in a table of few rows, all empty."""
    _distances(np.zeros(1, np.uint64), np.zeros(1, np.uint32), np.zeros(1 << 6, ROW))


@kernel
def _distances(codes: Keys, addresses: Addresses, rows: Rows) -> npt.NDArray[np.int64]:
    """Return the distance of each hand from its home slot, int64[n]."""
    distances = np.empty(len(codes), np.int64)
    for hand in range(len(codes)):
        slot = find_slot(codes[hand], addresses[hand], rows)
        distances[hand] = (slot - np.int64(addresses[hand])) & (len(rows) - 1)
    return distances
