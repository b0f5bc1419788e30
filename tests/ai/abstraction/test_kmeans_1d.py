"""The best k-means on a line is found, whatever one tries."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.abstraction.kmeans_1d import best_levels
from game.core import BadInput


@given(st.lists(st.integers(0, 9), min_size=8, max_size=8), st.integers(1, 4))
def test_no_other_intervals_have_a_smaller_error(counts: list[int], number: int) -> None:
    if sum(count > 0 for count in counts) < number:
        with pytest.raises(BadInput, match="too many"):
            best_levels(np.array(counts), number)
        return
    found = best_levels(np.array(counts), number)
    assert found.error == pytest.approx(min(_errors(np.array(counts), number)), abs=1e-9)
    assert set(found.bucket_of.tolist()) == set(range(number))
    assert (np.diff(found.bucket_of.astype(int)) >= 0).all()


def test_a_bucket_lies_at_its_mean() -> None:
    found = best_levels(np.array([1, 0, 4, 0, 0, 0, 1, 3]), 2)
    assert found.bucket_of.tolist()[:3] == [0, 0, 0]
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
