"""The figures of the small games; under its marker, what is asked for."""

import importlib.util

import pytest

from ai.commands import benching
from tests.benchmarks import bench_small_games

SPEEDS = [name for name in bench_small_games.BENCHMARKS if "cfr+" in name]
TIMES = [name for name in bench_small_games.BENCHMARKS if "-to-" in name]


def test_the_benchmarks_are_found() -> None:
    assert set(bench_small_games.BENCHMARKS) <= set(benching.benchmarks(benching.FOLDER))


@pytest.mark.parametrize("name", SPEEDS)
def test_iterations_are_counted_beside_the_peer_where_there_is_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_small_games, "ROUNDS", 1)
    monkeypatch.setattr(bench_small_games, "PEER_LEDUC_ITERATIONS", 1)
    monkeypatch.setattr(bench_small_games, "PEER_KUHN_ITERATIONS", 10)
    found = bench_small_games.BENCHMARKS[name]()
    assert found.ours > 0
    assert found.peer is not None
    assert found.unit == "iterations/s"


@pytest.mark.parametrize("name", TIMES)
def test_seconds_stand_alone_where_the_peer_is_not_installed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_small_games, "ROUNDS", 1)
    monkeypatch.setattr(importlib.util, "find_spec", lambda package: None)
    found = bench_small_games.BENCHMARKS[name]()
    assert found.ours > 0
    assert found.peer is None


@pytest.mark.bench
@pytest.mark.parametrize(
    ("name", "ratio"), [("kuhn-cfr+", 60), ("leduc-cfr+", 300), ("leduc-cfr+-unmerged", 200)]
)
def test_cfr_plus_is_as_far_ahead_of_the_peer_as_asked_for(name: str, ratio: float) -> None:
    found = bench_small_games.BENCHMARKS[name]().ratio
    assert found is None or found > ratio


@pytest.mark.bench
def test_leduc_poker_is_solved_to_one_thousandth_within_15_ms() -> None:
    assert bench_small_games.BENCHMARKS["leduc-to-1e-3"]().ours < 0.015


@pytest.mark.bench
def test_leduc_poker_is_solved_to_one_millionth_before_the_linear_program_is_through() -> None:
    found = bench_small_games.BENCHMARKS["leduc-to-1e-6"]().ratio
    assert found is None or found < 1
