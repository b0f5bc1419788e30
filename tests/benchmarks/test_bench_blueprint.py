"""The figures of Monte Carlo CFR; under its marker, what is asked for."""

import pytest

from ai.commands import benching
from tests.benchmarks import bench_blueprint


def test_the_benchmarks_are_found() -> None:
    assert set(bench_blueprint.BENCHMARKS) <= set(benching.benchmarks(benching.FOLDER))


@pytest.mark.bench
def test_two_threads_learn_from_thirty_six_thousand_deals_a_second() -> None:
    found = bench_blueprint.BENCHMARKS["mccfr"]()
    assert found.ours > 36_000
    assert found.ratio is not None
    assert found.ratio > 1.7
