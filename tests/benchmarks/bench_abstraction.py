"""Earth mover's distances: exact on a line, and over a ground by the article's heuristic and exactly.

The histograms are like those of flop hands: 47 cards to come in some eleven of 200 buckets, beside means of some
seventy. The peers are the packages `pyemd` and `POT`, one call at a time, with arrays as they want them made before
the clock runs; POT gets only the bins that hold mass. Ours and the peer's rounds take turns, and the best of each
counts, in time of this process alone. Kernels are compiled before.
"""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction import on_a_line, transport
from ai.abstraction.emd import Histogram, Targets, in_units, room, send, targets_of
from ai.abstraction.isomorphism import Ints
from ai.commands.benching import Measured
from ai.compiled import kernel

Floats = npt.NDArray[np.float64]

BINS, CARDS, MEANS, POINTS, PEER_POINTS = 200, 47, 40, 40, 1
LINE_POINTS, TURN_CARDS = 50_000, 46
ROUNDS, ROUND_SECONDS = 3, 0.1


class Pairs(NamedTuple):
    """Histograms to compare with means: float64[POINTS, BINS], float64[MEANS, BINS], and the ground distance."""

    points: Floats
    means: Floats
    ground: Floats

    @property
    def targets(self) -> Targets:
        """Return the means as kernels want them."""
        return targets_of(self.means, self.ground.astype(np.float32))


@cache
def pairs() -> Pairs:
    """Draw buckets by what they can become, hands near one of them, and means of hands that lie further apart."""
    dice = np.random.default_rng(0)
    quantiles = np.sort(np.linspace(0, 1, BINS)[:, None] + dice.normal(0, 0.1, (BINS, TURN_CARDS)), axis=1)
    ground = np.abs(quantiles[:, None] - quantiles).mean(axis=2)
    points = _drawn(dice, dice.integers(20, 180, POINTS), 4.0, 1)
    means = _drawn(dice, dice.integers(40, 160, MEANS), 17.0, 20)
    return Pairs(points, means, ground)


def emd_on_a_line() -> Measured:
    """Measure exact distances a second between histograms on a line, beside pyemd."""
    dice = np.random.default_rng(0)
    positions = np.zeros(256, np.int16)
    positions[:BINS] = np.linspace(0, 1_980, BINS)
    points = np.sort(dice.integers(0, BINS, (LINE_POINTS, TURN_CARDS), np.uint8), axis=1)
    nearest = np.full(LINE_POINTS, 1 << 30, np.int32)
    on_a_line.come_nearer(points, positions, 0, nearest)
    line = positions[:BINS].astype(float)
    histograms = np.stack([np.bincount(point, minlength=BINS) / TURN_CARDS for point in points[:2]])
    peer = _pyemd(histograms[:1], histograms[1:], np.abs(line[:, None] - line))
    return _beside(lambda: on_a_line.come_nearer(points, positions, 0, nearest), LINE_POINTS, peer, 1)


def emd_heuristic() -> Measured:
    """Measure distances a second over a ground by the heuristic, beside pyemd."""
    ours, _ = _over_ground(exactly=False)
    peer = _pyemd(pairs().points[:PEER_POINTS], pairs().means, pairs().ground)
    return _beside(ours, POINTS * MEANS, peer, PEER_POINTS * MEANS)


def emd_exact() -> Measured:
    """Measure exact distances a second over a ground, beside POT."""
    ours, _ = _over_ground(exactly=True)
    return _beside(ours, POINTS * MEANS, _pot(), PEER_POINTS * MEANS)


def emd_heuristic_error() -> Measured:
    """Measure by how much the heuristic is above the exact distance, in per cent on average."""
    found = []
    for exactly in (False, True):
        ours, distances = _over_ground(exactly=exactly)
        ours()
        found.append(distances)
    return Measured(100 * float((found[0] / found[1] - 1).mean()), None, "% above the exact distance")


BENCHMARKS = {
    "emd-line": emd_on_a_line,
    "emd-heuristic": emd_heuristic,
    "emd-heuristic-error": emd_heuristic_error,
    "emd-exact": emd_exact,
}


def _drawn(dice: np.random.Generator, middles: Ints, spread: float, hands: int) -> Floats:
    """Return float64[n, BINS], each of mass 1: so many hands of 47 cards around the middle."""
    buckets = np.rint(middles[:, None] + dice.normal(0, spread, (len(middles), CARDS * hands))).astype(int)
    counts = [np.bincount(row, minlength=BINS) for row in buckets.clip(0, BINS - 1)]
    return np.stack(counts) / (CARDS * hands)


def _over_ground(*, exactly: bool) -> tuple[Callable[[], None], Floats]:
    """Return what compares all pairs once, and where it writes the distances."""
    units, targets = in_units(pairs().points), pairs().targets
    distances = np.empty((POINTS, MEANS))
    compare = _exactly if exactly else _by_heuristic
    compare(units, targets, distances)
    return lambda: compare(units, targets, distances), distances


@kernel
def _by_heuristic(units: Ints, targets: Targets, distances: Floats) -> None:
    scratch = room(units.shape[1])
    for point in range(len(units)):
        one = _histogram(units[point])
        for target in range(distances.shape[1]):
            distances[point, target] = send(one, targets, target, np.inf, scratch)


@kernel
def _exactly(units: Ints, targets: Targets, distances: Floats) -> None:
    work = transport.room(CARDS, units.shape[1])
    for point in range(len(units)):
        one = _histogram(units[point])
        for target in range(distances.shape[1]):
            distances[point, target] = transport.distance(one, targets, target, np.inf, work)


@kernel
def _histogram(units: Ints) -> Histogram:
    bins = np.flatnonzero(units).astype(np.uint8)
    return Histogram(bins, units[bins])


def _pyemd(points: Floats, means: Floats, ground: Floats) -> Callable[[], object] | None:
    if not _installed("pyemd"):
        return None
    emd = importlib.import_module("pyemd").emd
    return lambda: [emd(point, mean, ground) for point in points for mean in means]


def _pot() -> Callable[[], object] | None:
    if not _installed("ot"):
        return None
    emd = importlib.import_module("ot").emd2
    given = []
    for point in pairs().points[:PEER_POINTS]:
        for mean in pairs().means:
            rows, columns = np.flatnonzero(point), np.flatnonzero(mean)
            costs = np.ascontiguousarray(pairs().ground[np.ix_(rows, columns)])
            given.append((point[rows], mean[columns], costs))
    return lambda: [emd(*one) for one in given]


def _beside(
    ours: Callable[[], object], number: int, peer: Callable[[], object] | None, peer_number: int
) -> Measured:
    """Return distances a second; ours and the peer's rounds are as long, and take turns."""
    best = peer_best = 0.0
    for _ in range(ROUNDS):
        best = max(best, number * _times_a_second(ours))
        if peer is not None:
            peer_best = max(peer_best, peer_number * _times_a_second(peer))
    return Measured(best, None if peer is None else peer_best, "distances/s")


def _times_a_second(work: Callable[[], object]) -> float:
    times, began, seconds = 0, time.process_time(), 0.0
    while seconds < ROUND_SECONDS:
        work()
        times += 1
        seconds = time.process_time() - began
    return times / seconds


def _installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None
