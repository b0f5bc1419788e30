"""Measure earth mover's distances per second, for buckets on a line and with a matrix of ground distances.

With a matrix, both the exact distance and the greedy heuristic (ai/abstraction/emd.py) are measured. The histograms
resemble the histograms of flop hands. The 47 next cards of a hand are in about 11 of 200 buckets. A centre is the
mean of many histograms, with mass in about 75 buckets. On a line, the histograms resemble the histograms of turn
hands: 46 cards in 200 buckets.

The peers are the packages `pyemd` and `POT`. Each runs on one thread and computes one distance per call, with the
function that its documentation shows first. `pyemd.emd` gets two whole histograms and the matrix between their
bins. On these histograms, the default method of `pyemd` is faster than its older method. `ot.emd2` gets only the
bins with mass and the matrix between these bins. `ot.emd2_1d` gets these bins and their positions.

The program and the peers get the same histograms and distances in prepared arrays. The program computes every
distance to the end, unlike its nearest-neighbour search, which may stop early. Kernels are compiled before the
measurement.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction import emd, kmeans_1d, transport
from ai.abstraction.emd import Targets, in_units, prepare_targets
from ai.abstraction.isomorphism import Ints
from ai.commands.benching import Measured, compared, installed

Floats = npt.NDArray[np.float64]

BINS, CARDS, MEANS, POINTS, PEER_PAIRS = 200, 47, 40, 40, 40
LINE_POINTS, TURN_CARDS = 50_000, 46
GREATEST = 1_980
HAND_SPREAD, MEAN_SPREAD, MEAN_HANDS = 2.6, 13.5, 20
FLOP = f"distances/s (a hand of 11 bins, a mean of 75, of {BINS})"
TURN = f"distances/s (hands of {TURN_CARDS} cards in {BINS} bins on a line)"


class Pairs(NamedTuple):
    """Histograms float64[POINTS, BINS], means float64[MEANS, BINS], and the ground distance."""

    points: Floats
    means: Floats
    ground: Floats

    @property
    def targets(self) -> Targets:
        return prepare_targets(self.means, self.ground.astype(np.float32))


@cache
def pairs() -> Pairs:
    """Return random ground distances, histograms near one bucket, and wider histograms of means."""
    dice = np.random.default_rng(0)
    quantiles = np.sort(np.linspace(0, 1, BINS)[:, None] + dice.normal(0, 0.1, (BINS, TURN_CARDS)), axis=1)
    ground = np.abs(quantiles[:, None] - quantiles).mean(axis=2)
    points = _draw_means(dice, dice.integers(20, 180, POINTS), HAND_SPREAD, 1)
    means = _draw_means(dice, dice.integers(40, 160, MEANS), MEAN_SPREAD, MEAN_HANDS)
    return Pairs(points, means, ground)


def line_beside_pyemd() -> Measured:
    return _on_a_line(_pyemd_on_a_line if installed("pyemd") else None)


def line_beside_pot() -> Measured:
    return _on_a_line(_pot_on_a_line if installed("ot") else None)


def heuristic_beside_pyemd() -> Measured:
    """Measure heuristic distances per second, against pyemd."""
    units, targets = in_units(pairs().points), pairs().targets
    peer = _pyemd() if installed("pyemd") else None
    return compared(lambda: emd.heuristics(units, targets), POINTS * MEANS, peer, PEER_PAIRS, FLOP)


def exact_beside_pot() -> Measured:
    """Measure exact distances per second with a ground distance, against POT."""
    units, targets = in_units(pairs().points), pairs().targets
    peer = _pot() if installed("ot") else None
    return compared(lambda: transport.distances(units, targets), POINTS * MEANS, peer, PEER_PAIRS, FLOP)


def heuristic_error() -> Measured:
    """Measure by how many percent the heuristic distance exceeds the exact distance on average."""
    units, targets = in_units(pairs().points), pairs().targets
    above = emd.heuristics(units, targets) / transport.distances(units, targets) - 1
    return Measured(100 * float(above.mean()), None, "% above the exact distance")


BENCHMARKS = {
    "emd-line": line_beside_pyemd,
    "emd-line-pot": line_beside_pot,
    "emd-heuristic": heuristic_beside_pyemd,
    "emd-heuristic-error": heuristic_error,
    "emd-exact": exact_beside_pot,
}


def _draw_means(dice: np.random.Generator, middles: Ints, spread: float, hands: int) -> Floats:
    """Return one histogram of mass 1 with its centre at each of `middles`, float64[n, BINS].

    A histogram counts the buckets of the 47 next cards of `hands` hands.
    """
    buckets = np.rint(middles[:, None] + dice.normal(0, spread, (len(middles), CARDS * hands))).astype(int)
    counts = [np.bincount(row, minlength=BINS) for row in buckets.clip(0, BINS - 1)]
    return np.stack(counts) / (CARDS * hands)


def _on_a_line(peer_of: Callable[[Floats, Floats], Callable[[], object]] | None) -> Measured:
    """Measure distances on a line per second, against a peer if `peer_of` is given.

    `peer_of` returns the peer's calculation, given the histograms, float64[n, BINS], and the positions of the
    bins on the line.
    """
    dice = np.random.default_rng(0)
    positions = np.linspace(0, GREATEST, BINS).astype(np.int16)
    points = np.sort(dice.integers(0, BINS, (LINE_POINTS, TURN_CARDS), np.uint8), axis=1)
    quantiles, nearest = positions[points], np.full(LINE_POINTS, 1 << 30, np.int32)
    histograms = [np.bincount(point, minlength=BINS) / TURN_CARDS for point in points[: PEER_PAIRS + 1]]
    peer = peer_of(np.stack(histograms), positions.astype(float)) if peer_of is not None else None
    kmeans_1d.update_nearest(quantiles, 0, nearest)
    return compared(
        lambda: kmeans_1d.update_nearest(quantiles, 0, nearest), LINE_POINTS, peer, PEER_PAIRS, TURN
    )


def _pyemd_on_a_line(histograms: Floats, line: Floats) -> Callable[[], object]:
    distance = importlib.import_module("pyemd").emd
    ground = np.abs(line[:, None] - line)
    return lambda: [distance(one, other, ground) for one, other in pairwise(histograms)]


def _pot_on_a_line(histograms: Floats, line: Floats) -> Callable[[], object]:
    distance = importlib.import_module("ot").emd2_1d
    full = [(line[one > 0], one[one > 0]) for one in histograms]
    given = [(at, to, one, other) for (at, one), (to, other) in pairwise(full)]
    return lambda: [distance(*one, metric="cityblock") for one in given]


def _pyemd() -> Callable[[], object]:
    distance = importlib.import_module("pyemd").emd
    given = [(point, mean, pairs().ground) for point, mean in zip(pairs().points, pairs().means, strict=True)]
    return lambda: [distance(*one) for one in given]


def _pot() -> Callable[[], object]:
    distance = importlib.import_module("ot").emd2
    given = []
    for point, mean in zip(pairs().points, pairs().means, strict=True):
        rows, columns = np.flatnonzero(point), np.flatnonzero(mean)
        costs = np.ascontiguousarray(pairs().ground[np.ix_(rows, columns)])
        given.append((point[rows], mean[columns], costs))
    return lambda: [distance(*one) for one in given]
