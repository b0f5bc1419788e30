"""k-means over what hands can become: the nearest centres, an error that falls, whatever the threads."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from ai.abstraction import clustering, kmeans_1d_emd, kmeans_emd
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
from ai.abstraction.emd import heuristic, on_line
from ai.abstraction.isomorphism import cell_index, cells
from ai.abstraction.transport import exact
from ai.steps import run_to_end

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
    return BucketMetric(_ground(), exactly=True)


def _ground() -> kmeans_emd.BucketDistances:
    return LINE.ground(kmeans_1d_emd.sorted_by_mean(_points(20, 46, 2), POSITIONS))


def _histogram(point: np.ndarray) -> np.ndarray:
    return np.bincount(point, minlength=20) / len(point)


def test_on_a_line_the_nearest_centre_is_found_whatever_is_passed_over() -> None:
    points, centres = _points(60, 46), kmeans_1d_emd.sorted_by_mean(_points(15, 46, 3), POSITIONS)
    labels, distances = LINE.assign(points, LINE.lookup(centres))
    for point, label, distance in zip(points, labels, distances, strict=True):
        plain = [on_line(_histogram(point), _histogram(one), POSITIONS[:20]) / 1980 for one in centres]
        assert distance == pytest.approx(min(plain), rel=1e-5)
        assert plain[label] == pytest.approx(min(plain), rel=1e-5)


@pytest.mark.parametrize("exactly", [False, True])
def test_over_a_ground_the_nearest_centre_is_found_whatever_is_passed_over(exactly: bool) -> None:
    ground, points = _ground(), _points(20, 47)
    centres = kmeans_emd.mass_histograms(_points(15, 47, 3), 20)
    metric, plainly = BucketMetric(ground, exactly), exact if exactly else heuristic
    labels, distances = metric.assign(points, metric.lookup(centres))
    for point, label, distance in zip(points, labels, distances, strict=True):
        plain = [plainly(_histogram(point), one, ground.distances) for one in centres]
        assert distance == pytest.approx(min(plain), rel=1e-4)
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
