"""The words of a running solve: what is counted, and the time left from the first iteration."""

import pytest

from game.core import BUILDING, NODES, Progress
from game.features.solver.solve_panels import format_progress


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (None, "building the tree"),
        (Progress(0, None, 1.0, metrics={NODES: 12_345}, doing=BUILDING), "building the tree, 12,345 nodes"),
        (Progress(0, 80, 4.0), "iteration 1"),
        (Progress(12, 80, 24.0, 136.0), "12 of 80, about 2 min left"),
    ],
)
def test_a_solve_counts_its_iterations_from_the_first(report: Progress | None, words: str) -> None:
    assert format_progress(report) == words
