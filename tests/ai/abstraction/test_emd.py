"""The earth mover's distance: a known example, the exact ways against others, the heuristic above them."""

from math import inf, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

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
from ai.abstraction.transport import MAX_ROWS, distance, distances, exact
from ai.abstraction.transport import scratch_for as transport_room
from game.core import BadInput

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
    whole = distance(one, targets, 0, np.inf, transport_room(40, 40))
    enough = whole / 2
    assert enough < distance(one, targets, 0, enough, transport_room(40, 40)) <= whole
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
