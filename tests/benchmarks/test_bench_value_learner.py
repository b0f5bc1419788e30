"""The figures of the value learner; under its marker, what is asked for."""

import pytest

from ai.commands import benching
from ai.training import runs
from tests.benchmarks import bench_value_learner


def test_the_benchmarks_are_found() -> None:
    assert set(bench_value_learner.BENCHMARKS) <= set(benching.benchmarks(benching.FOLDER))


@pytest.mark.parametrize("name", ["value-learner-plain", "value-learner-openspiel"])
def test_ours_is_measured_beside_the_peer_where_there_is_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benching, "ROUNDS", 1)
    monkeypatch.setattr(benching, "ROUND_SECONDS", 0.001)
    monkeypatch.setattr(bench_value_learner, "GAMES", 1_000)
    monkeypatch.setattr(bench_value_learner, "PEER_GAMES", 2)
    monkeypatch.setattr(bench_value_learner, "installed", lambda package: False)
    found = bench_value_learner.BENCHMARKS[name]()
    assert found.ours > 0
    assert (found.peer is None) == (name == "value-learner-openspiel")


@pytest.mark.bench
@pytest.mark.parametrize("name", ["value-learner-plain", "value-learner-openspiel"])
def test_the_kernel_is_a_thousand_times_the_plain_rule_and_the_peer(name: str) -> None:
    ratio = bench_value_learner.BENCHMARKS[name]().ratio
    assert ratio is None or ratio > 1_000


@pytest.mark.bench
def test_the_champion_is_trained_and_audited_within_five_seconds() -> None:
    assert bench_value_learner.BENCHMARKS["champion"]().ours < 5


@pytest.mark.bench
def test_twenty_of_twenty_seeds_of_the_champions_preset_are_never_beaten() -> None:
    for seed in range(20):
        *_, last = runs.start("value-learner", seed=seed).reports()
        assert (last.metrics["lost_lines_x"], last.metrics["lost_lines_o"]) == (0, 0), seed
