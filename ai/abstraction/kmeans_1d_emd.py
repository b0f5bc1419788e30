"""k-means for histograms over ordered buckets (turn hands): earth mover's distance on a line, medians as centres.

On a line the earth mover's distance is the area between two quantile functions (Vallender, 1974). A hand with 46
cards to come is therefore a vector of its 46 buckets in order, each with its position: the exact distance is the
sum of the absolute differences, divided by 46. The centre that minimises the summed distance to its members is the
median of each quantile, so both steps of Lloyd's k-means lower the same sum, which never rises.

The search for the nearest centre visits centres in the order of their distance in means. The difference of means is
a lower bound on the distance; the differences of the sums of four quarters, added up, are a tighter one. A centre
whose bound exceeds the best distance is skipped, and the search ends when all others must be. All sums are
integers, so their order does not change the result.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction.isomorphism import Ints
from ai.compiled import kernel

Buckets = npt.NDArray[np.uint8]
Positions = npt.NDArray[np.int16]
Distances = npt.NDArray[np.int32]

PARTS = 4
_FAR = 1 << 30


class Centres(NamedTuple):
    """Centres for the kernels, sorted by their sums.

    positions: int16[256], where each bucket lies; quantiles: int16[centres, quantiles], positions, each row rising;
    sums: int64[centres]; parts: int64[centres, 4], sums of the first to the last quarter of the quantiles.
    """

    positions: Positions
    quantiles: Positions
    sums: Ints
    parts: Ints


def centres_of(buckets: Buckets, positions: Positions) -> Centres:
    """Return the arrays for the kernels. buckets: uint8[centres, quantiles], already in order."""
    quantiles = positions[buckets]
    edges = part_edges(buckets.shape[1])
    parts = np.stack(
        [quantiles[:, low:high].sum(axis=1, dtype=np.int64) for low, high in pairwise(edges)],
        axis=1,
    )
    return Centres(positions, quantiles, parts.sum(axis=1), parts)


def in_order(buckets: Buckets, positions: Positions) -> Buckets:
    """Return the centres, uint8[centres, quantiles], sorted by mean, as `centres_of` needs them."""
    sums = positions[buckets].sum(axis=1, dtype=np.int64)
    return buckets[np.argsort(sums, kind="stable")]


def distances_between(centres: Centres) -> Distances:
    """Return int32[centres, centres]: the distance of every centre from every other, times the quantiles."""
    quantiles = centres.quantiles.astype(np.int32)
    return np.stack([np.abs(quantiles - one).sum(axis=1, dtype=np.int32) for one in quantiles])


def seeds(
    points: Buckets, positions: Positions, number: int, rng: np.random.Generator
) -> Generator[None, None, Buckets]:
    """Return uint8[number, quantiles]: first centres, points drawn in proportion to the distance from those before.

    This is k-means++ (Arthur and Vassilvitskii, 2007) for distances instead of their squares. With fewer different
    points than `number`, some are drawn twice.
    """
    quantiles = positions[points]
    nearest = np.full(len(points), _FAR, np.int32)
    chosen = [int(rng.integers(len(points)))]
    while len(chosen) < number:
        come_nearer(quantiles, chosen[-1], nearest)
        yield
        ahead = np.cumsum(nearest, dtype=np.int64)
        chosen.append(min(int(np.searchsorted(ahead, rng.random() * ahead[-1], "right")), len(points) - 1))
    return points[chosen]


def medians(counts: Distances, fallback: Buckets) -> Buckets:
    """Return uint8[centres, quantiles]: the lower median of each quantile of the members of each centre.

    counts: int32[centres, quantiles, buckets], how often each bucket occurs; a centre without members is taken from
    `fallback`.
    """
    passed = np.cumsum(counts, axis=2)
    members = passed[:, :, -1:]
    found: Buckets = np.where(members[:, :, 0] > 0, (2 * passed >= members).argmax(axis=2), fallback).astype(
        np.uint8
    )
    return found


def means(counts: Ints, fallback: Buckets) -> Buckets:
    """Return uint8[centres, quantiles]: the quantiles of the mean histogram of the members of each centre.

    counts: int64[centres, buckets], how often each bucket occurs; a centre without members is taken from
    `fallback`.
    """
    found, quantiles = fallback.copy(), fallback.shape[1]
    middles = np.arange(1, 2 * quantiles, 2)
    for centre in np.flatnonzero(counts.any(axis=1)):
        passed = np.cumsum(counts[centre])
        found[centre] = np.searchsorted(2 * quantiles * passed, middles * passed[-1])
    return found


def compile_kernels() -> None:
    """Assign one point."""
    point, positions = np.zeros((1, 46), np.uint8), np.zeros(256, np.int16)
    labels, distances = np.zeros(1, np.uint8), np.zeros(1, np.int32)
    come_nearer(positions[point], 0, distances)
    assign(point, centres_of(point, positions), labels, distances)
    count_members(point, labels, np.zeros((1, 46, 1), np.int32))


@kernel
def part_edges(quantiles: int) -> Ints:
    """Return int64[5]: where the four parts of the quantiles begin, and their end."""
    edges = np.empty(PARTS + 1, np.int64)
    for part in range(PARTS + 1):
        edges[part] = part * quantiles // PARTS
    return edges


@kernel
def come_nearer(quantiles: Positions, chosen: int, nearest: Distances) -> None:
    """Lower `nearest`, int32[points], to the distance from the chosen point where that is less.

    quantiles: int16[points, quantiles], positions, each row rising.
    """
    centre = quantiles[chosen].astype(np.int32)
    for point in range(len(quantiles)):
        distance = np.int32(0)
        for place in range(len(centre)):
            distance += abs(np.int32(quantiles[point, place]) - centre[place])
        nearest[point] = min(nearest[point], distance)


@kernel
def assign(points: Buckets, centres: Centres, labels: Buckets, distances: Distances) -> None:
    """Fill in the nearest centre of every point and its distance; the first centre wins a tie.

    points: uint8[n, quantiles], each row rising; labels: uint8[n]; distances: int32[n], times the quantiles.
    """
    quantiles = points.shape[1]
    point, parts, edges = np.empty(quantiles, np.int16), np.empty(PARTS, np.int64), part_edges(quantiles)
    for number in range(len(points)):
        for place in range(quantiles):
            point[place] = centres.positions[points[number, place]]
        for part in range(PARTS):
            parts[part] = 0
            for place in range(edges[part], edges[part + 1]):
                parts[part] += point[place]
        labels[number], distances[number] = nearest_centre(point, parts, centres)


@kernel
def nearest_centre(point: Positions, parts: Ints, centres: Centres) -> tuple[int, int]:
    """Return the nearest centre of a point, int16[quantiles] with part sums int64[4], and its distance."""
    number, total = len(centres.sums), parts[0] + parts[1] + parts[2] + parts[3]
    above = np.searchsorted(centres.sums, total)
    below = above - 1
    found, least = 0, _FAR
    while True:
        under = total - centres.sums[below] if below >= 0 else _FAR
        over = centres.sums[above] - total if above < number else _FAR
        if min(under, over) > least or min(under, over) == _FAR:
            return found, least
        if under <= over:
            centre = below
            below -= 1
        else:
            centre = above
            above += 1
        bound = np.int64(0)
        for part in range(PARTS):
            bound += abs(parts[part] - centres.parts[centre, part])
        if bound > least:
            continue
        distance = np.int32(0)
        for place in range(len(point)):
            distance += abs(np.int32(point[place]) - np.int32(centres.quantiles[centre, place]))
        if distance < least or (distance == least and centre < found):
            found, least = centre, int(distance)


@kernel
def count_members(points: Buckets, labels: Buckets, counts: Distances) -> None:
    """Add to int32[centres, quantiles, buckets] how often each bucket is each quantile of a member."""
    for point in range(len(points)):
        for place in range(points.shape[1]):
            counts[labels[point], place, points[point, place]] += 1
