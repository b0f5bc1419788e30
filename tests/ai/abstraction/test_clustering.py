"""Clustering of hands: k-means, earth mover's distances, and the exact one-dimensional k-means."""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from ai.abstraction import clustering, kmeans_1d, kmeans_emd
from ai.abstraction.clustering import (
    BucketMetric,
    ByDistribution,
    ByStrength,
    FromFlopToRiver,
    LineMetric,
    MeansOnALine,
    Metric,
    NextStreet,
)
from ai.abstraction.emd import (
    greedy_distance,
    heuristic,
    heuristics,
    in_units,
    on_line,
    prepare_targets,
    scratch_for,
    sparse_histogram,
)
from ai.abstraction.isomorphism import cell_index, cells
from ai.abstraction.kmeans_1d import best_levels
from ai.abstraction.kmeans_emd import Distance
from ai.abstraction.transport import MAX_ROWS, distance, distances, exact
from ai.abstraction.transport import scratch_for as transport_scratch
from ai.steps import run_to_end
from game.core import BadInput

POSITIONS = np.zeros(256, np.int16)
POSITIONS[:20] = np.sort(np.random.default_rng(0).choice(1981, 20, replace=False))
LINE = LineMetric(POSITIONS, 20)


@cache
def _after(cards: int) -> np.ndarray:
    return (np.arange(cells(cards)) * 7919 % 1009 % 20).astype(np.uint8)


def _points(number: int, cards: int, seed: int = 1) -> np.ndarray:
    return np.sort(np.random.default_rng(seed).integers(0, 20, (number, cards), np.uint8), axis=1)


def _on_a_line() -> Metric:
    return LINE


def _over_ground() -> Metric:
    return BucketMetric(_ground(), Distance.EXACT)


def _ground() -> kmeans_emd.BucketDistances:
    return LINE.ground(kmeans_1d.sorted_by_mean(_points(20, 46, 2), POSITIONS))


def _histogram(point: np.ndarray) -> np.ndarray:
    return np.bincount(point, minlength=20) / len(point)


def test_on_a_line_the_nearest_centre_is_found_whatever_is_passed_over() -> None:
    points, centres = _points(60, 46), kmeans_1d.sorted_by_mean(_points(15, 46, 3), POSITIONS)
    labels, distances = LINE.assign(points, LINE.lookup(centres))
    for point, label, found in zip(points, labels, distances, strict=True):
        plain = [on_line(_histogram(point), _histogram(one), POSITIONS[:20]) / 1980 for one in centres]
        assert found == pytest.approx(min(plain), rel=1e-5)
        assert plain[label] == pytest.approx(min(plain), rel=1e-5)


@pytest.mark.parametrize(("distance", "plainly"), [(Distance.HEURISTIC, heuristic), (Distance.EXACT, exact)])
def test_over_a_ground_the_nearest_centre_is_found_whatever_is_passed_over(
    distance: Distance, plainly: Callable[..., float]
) -> None:
    ground, points = _ground(), _points(20, 47)
    centres = kmeans_emd.mass_histograms(_points(15, 47, 3), 20)
    metric = BucketMetric(ground, distance)
    labels, distances = metric.assign(points, metric.lookup(centres))
    for point, label, found in zip(points, labels, distances, strict=True):
        plain = [plainly(_histogram(point), one, ground.distances) for one in centres]
        assert found == pytest.approx(min(plain), rel=1e-4)
        assert plain[label] == pytest.approx(min(plain), rel=1e-4)


def test_no_other_centre_is_nearer_to_the_members_than_their_medians() -> None:
    points = _points(31, 46)
    counts = LINE.count(points, np.zeros(31, np.uint8), 2)
    centre, empty = LINE.update_centres(counts, _points(2, 46, 4))
    assert (POSITIONS[centre] == np.median(POSITIONS[points], axis=0)).all()
    assert (empty == _points(2, 46, 4)[1]).all()


def test_on_a_line_a_mean_is_the_histogram_of_all_members_together() -> None:
    points, line = _points(7, 46), MeansOnALine(POSITIONS, 20)
    centre, empty = line.update_centres(line.count(points, np.zeros(7, np.uint8), 2), _points(2, 46, 4))
    assert (np.repeat(centre, 7) == np.sort(points, axis=None)).mean() > 0.9
    assert on_line(_histogram(centre), _histogram(points.ravel())) < 0.5
    assert (empty == _points(2, 46, 4)[1]).all()
    alike = line.update_centres(line.count(points[:1], np.zeros(1, np.uint8), 1), points[1:2])
    assert (alike == points[:1]).all()


def test_flop_hands_by_their_rivers_find_the_nearest_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    flop = np.array([[10, 25, 49]], np.uint8)
    monkeypatch.setattr(clustering, "boards", lambda cards: (flop, np.full(1, 24)))
    hands = ByDistribution(FromFlopToRiver(_after(5)), 5, MeansOnALine(POSITIONS, 20), 1_000, (0,))
    run_to_end(hands.prepare())
    centres = run_to_end(hands.seed(np.random.default_rng(0)))
    better, error = run_to_end(hands.improve(centres))
    assert run_to_end(hands.improve(better))[1] < error
    table, _ = run_to_end(hands.place(better))
    hand = np.array([0, 33], np.uint8)
    point = hands.futures.of_deals(np.concatenate([flop[0], hand])[None])[0]
    plain = [on_line(_histogram(point), _histogram(one), POSITIONS[:20]) for one in better]
    assert table[cell_index(flop[0], hand)] == np.argmin(plain)


@pytest.mark.parametrize(("cards", "metric"), [(4, _on_a_line), (3, _over_ground)])
def test_the_error_falls_and_does_not_depend_on_the_threads(
    cards: int, metric: Callable[[], Metric], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for threads in (1, 2):
        monkeypatch.setattr(clustering, "cores", lambda threads=threads: threads)
        hands = ByDistribution(NextStreet(cards, _after(cards + 1)), 6, metric(), 1_100, (0, cards))
        run_to_end(hands.prepare())
        centres, errors = run_to_end(hands.seed(np.random.default_rng(0))), []
        for _ in range(3):
            centres, error = run_to_end(hands.improve(centres))
            errors.append(error)
        assert errors[0] > errors[1] > errors[2]
        found.append((centres, errors))
    assert (found[0][0] == found[1][0]).all()
    assert found[0][1] == pytest.approx(found[1][1], rel=1e-12)


def test_every_hand_of_a_board_gets_the_bucket_of_its_nearest_centre(monkeypatch: pytest.MonkeyPatch) -> None:
    board = np.array([[10, 20, 25, 49]], np.uint8)
    monkeypatch.setattr(clustering, "boards", lambda cards: (board, np.full(1, 24)))
    hands = ByDistribution(NextStreet(4, _after(5)), 6, LINE, 100, (0,))
    run_to_end(hands.prepare())
    centres = run_to_end(hands.seed(np.random.default_rng(0)))
    table, error = run_to_end(hands.place(centres))
    deal = np.array([[*board[0], 0, 33]], np.uint8)
    expected, _ = LINE.assign(hands.futures.of_deals(deal), LINE.lookup(centres))
    assert table[cell_index(board[0], deal[0, 4:])] == expected[0]
    assert 0 < error < 1


def test_by_strength_hands_of_one_strength_share_a_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    board = np.array([[10, 20, 25, 49]], np.uint8)
    monkeypatch.setattr(clustering, "boards", lambda cards: (board, np.full(1, 24)))
    strengths = (np.arange(cells(5)) * 7919 % 1981).astype(np.uint16)
    hands = ByStrength(4, 5, strengths)
    run_to_end(hands.prepare())
    centres = run_to_end(hands.seed(np.random.default_rng(0)))
    same, error = run_to_end(hands.improve(centres))
    table, over_all = run_to_end(hands.place(centres))
    assert same is centres
    assert error == over_all > 0
    cell = cell_index(board[0], np.array([0, 33], np.uint8))
    assert table[cell] == centres[hands.strengths[cell]]


MEAN, POINT = [0, 0, 5, 0, 3, 0, 0, 0], [2, 0, 2, 0, 3, 0, 1, 0]
ON_A_LINE = np.abs(np.arange(8)[:, None] - np.arange(8))
MASSES = st.lists(st.integers(0, 6), min_size=7, max_size=7).filter(any)
SEEDS = st.integers(0, 2**32 - 1)


def test_the_example_of_eight_bins_is_eight_apart_in_every_way() -> None:
    for one, other in ((MEAN, POINT), (POINT, MEAN)):
        assert on_line(one, other) == 8
        assert heuristic(one, other, ON_A_LINE) == pytest.approx(8)
        assert exact(one, other, ON_A_LINE) == pytest.approx(8)


@given(MASSES, MASSES, SEEDS)
@settings(max_examples=30)
def test_the_exact_distance_is_that_of_a_linear_program_and_the_heuristic_never_less(
    one: list[int], other: list[int], seed: int
) -> None:
    ground = np.abs(
        np.random.default_rng(seed).random((7, 3, 1)) - np.random.default_rng(seed + 1).random((3, 7))
    )
    ground = ground.sum(axis=1)
    left, right = (np.array(masses) / sum(masses) for masses in (one, other))
    found = exact(left, right, ground)
    assert found == pytest.approx(_by_linear_program(left, right, ground), abs=1e-6)
    assert heuristic(left, right, ground) >= found - 1e-6


@settings(max_examples=30)
@given(MASSES, MASSES, st.lists(st.floats(0.01, 1), min_size=7, max_size=7))
def test_on_a_line_the_area_between_the_sums_is_the_distance(
    one: list[int], other: list[int], gaps: list[float]
) -> None:
    positions = np.cumsum(gaps)
    left, right = (np.array(masses) / sum(masses) for masses in (one, other))
    ground = np.abs(positions[:, None] - positions)
    assert exact(left, right, ground) == pytest.approx(on_line(left, right, positions), abs=1e-6)


def test_pyemd_says_the_same() -> None:
    emd = pytest.importorskip("pyemd").emd
    dice = np.random.default_rng(3)
    for _ in range(20):
        left, right, places = dice.random(30), dice.random(30), dice.random((30, 4))
        ground = np.abs(places[:, None] - places).sum(axis=2)
        left, right = left / left.sum(), right / right.sum()
        assert exact(left, right, ground) == pytest.approx(emd(left, right, ground), abs=1e-6)


def test_many_pairs_at_once_are_each_as_far_apart_as_alone() -> None:
    dice = np.random.default_rng(7)
    ones, others, places = dice.random((3, 12)), dice.random((4, 12)), dice.random((12, 2))
    ones[:, ::3], others[:, ::4] = 0, 0
    ones, others = (masses / masses.sum(axis=1, keepdims=True) for masses in (ones, others))
    ground = np.abs(places[:, None] - places).sum(axis=2).astype(np.float32)
    units, targets = in_units(ones), prepare_targets(others, ground)
    for many, one in ((heuristics(units, targets), heuristic), (distances(units, targets), exact)):
        assert many == pytest.approx(
            np.array([[one(left, right, ground) for right in others] for left in ones])
        )


def test_a_search_that_has_enough_ends_with_a_bound_between() -> None:
    dice = np.random.default_rng(5)
    left, right, places = dice.random(40), dice.random(40), dice.random((40, 4))
    ground = np.abs(places[:, None] - places).sum(axis=2).astype(np.float32)
    targets, one = prepare_targets(right[None], ground), sparse_histogram(left)
    whole = distance(one, targets, 0, np.inf, transport_scratch(40, 40))
    enough = whole / 2
    assert enough < distance(one, targets, 0, enough, transport_scratch(40, 40)) <= whole
    assert greedy_distance(one, targets, 0, enough, scratch_for(40)) > enough


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1, 2], [1, 1]),
        ([1, 2, 3], [1, 5]),
        ([-1, 2], [1, 0]),
        ([[1]], [[1]]),
        ([0, 0], [0, 0]),
        ([1, nan], [1, nan]),
        ([1, 1], [2, nan]),
        ([inf, 1], [inf, 1]),
    ],
)
def test_histograms_that_cannot_be_compared_are_refused(one: list[float], other: list[float]) -> None:
    for compare in (
        on_line,
        lambda *pair: heuristic(*pair, np.zeros((3, 3))),
        lambda *pair: exact(*pair, np.zeros((3, 3))),
    ):
        with pytest.raises(BadInput, match="histograms"):
            compare(one, other)


def test_as_many_full_bins_as_there_is_room_for_are_moved_exactly_and_no_more() -> None:
    line = np.abs(np.arange(MAX_ROWS + 1)[:, None] - np.arange(MAX_ROWS + 1)).astype(np.float32)
    full, end = np.ones(MAX_ROWS), np.zeros(MAX_ROWS)
    end[-1] = MAX_ROWS
    assert exact(full, end, line[1:, 1:]) == pytest.approx(sum(range(MAX_ROWS)))
    fuller, other = np.ones(MAX_ROWS + 1), np.roll(np.eye(1, MAX_ROWS + 1)[0], 3)
    with pytest.raises(BadInput, match="65 full bins: the exact distance takes 64"):
        exact(fuller, fuller, line)
    with pytest.raises(BadInput, match="65 full bins"):
        distances(in_units(fuller[None]), prepare_targets(other[None], line))
    assert distances(in_units(other[None]), prepare_targets(fuller[None], line)).shape == (1, 1)


def _by_linear_program(left: np.ndarray, right: np.ndarray, ground: np.ndarray) -> float:
    size = len(left)
    given_away, taken = np.kron(np.eye(size), np.ones(size)), np.kron(np.ones(size), np.eye(size))
    constraints, masses = np.vstack([given_away, taken]), np.concatenate([left, right])
    return float(linprog(ground.ravel(), A_eq=constraints, b_eq=masses).fun)


@given(st.lists(st.integers(0, 9), min_size=8, max_size=8), st.integers(1, 4))
def test_no_other_intervals_have_a_smaller_error(counts: list[int], number: int) -> None:
    if sum(count > 0 for count in counts) < number:
        with pytest.raises(BadInput, match="too many"):
            best_levels(np.array(counts), number)
        return
    found = best_levels(np.array(counts), number)
    assert found.error == pytest.approx(min(_errors(np.array(counts), number)), abs=1e-9)
    assert set(found.buckets.tolist()) == set(range(number))
    assert (np.diff(found.buckets.astype(int)) >= 0).all()


def test_a_bucket_lies_at_its_mean() -> None:
    found = best_levels(np.array([1, 0, 4, 0, 0, 0, 1, 3]), 2)
    assert found.buckets.tolist()[:3] == [0, 0, 0]
    assert found.positions.tolist() == [2, 7]


def _errors(counts: np.ndarray, number: int) -> list[float]:
    values = np.arange(len(counts))
    found = []
    for edges in combinations(range(1, len(counts)), number - 1):
        error = 0.0
        for part in np.split(values, edges):
            weight = counts[part].sum()
            if weight:
                mean = counts[part] @ part / weight
                error += counts[part] @ (part - mean) ** 2
        found.append(error / counts.sum())
    return found
