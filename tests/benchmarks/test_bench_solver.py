"""The benchmarks of the solver: they measure, and under their marker they stay within what was set."""

import pytest

from tests.benchmarks import bench_solver


def test_a_solve_is_measured_in_seconds() -> None:
    found = bench_solver.seconds(bench_solver.reference(bench_solver.RIVER), 5.0, rounds=1)
    assert found.less_is_better
    assert found.ours > 0


@pytest.mark.bench
@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("river-to-0.3", 0.03),
        ("turn-to-0.5", 7.0),
        ("turn-to-0.5-two-threads", 4.0),
        ("turn-to-0.5-every-hand", 7.0),
        ("turn-to-0.5-every-hand-two-threads", 4.0),
    ],
)
def test_a_reference_spot_is_solved_in_the_seconds_that_were_set(name: str, most: float) -> None:
    assert bench_solver.BENCHMARKS[name]().ours <= most
