"""The command `bench` and its figures, and marked tests of the required speed ratios."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from ai.command_line import main
from ai.commands import benching
from ai.commands.benching import Measured
from ai.training import runs
from tests.benchmarks import (
    bench_blueprint,
    bench_hands,
    bench_lab,
    bench_small_games,
    bench_solver,
    bench_value_learner,
)

FAKE = """
from ai.commands.benching import Measured
BENCHMARKS = {"quick": lambda: Measured(6.0, 2.0, "hands/s"), "alone": lambda: Measured(0.5, None, "s")}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bench_fake.py").write_text(FAKE)
    monkeypatch.setattr(benching, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_every_benchmark_stands_beside_its_peer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "benchmarks": [
            {"name": "quick", "ours": 6.0, "peer": 2.0, "ratio": 3.0, "unit": "hands/s"},
            {"name": "alone", "ours": 0.5, "peer": None, "ratio": None, "unit": "s"},
        ]
    }


@pytest.mark.usefixtures("folder")
def test_only_what_is_named_is_measured_and_told_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "quick"]) == 0
    assert capsys.readouterr().out.split(maxsplit=1) == ["quick", "6 hands/s, 3.0 x the peer's 2\n"]
    assert main(["bench", "alone"]) == 0
    assert capsys.readouterr().out.split() == ["alone", "0.5", "s", "(less", "is", "better)"]


@pytest.mark.usefixtures("folder")
def test_each_benchmark_is_told_as_soon_as_it_is_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[str] = []

    def first() -> Measured:
        return Measured(6.0, None, "hands/s")

    def second() -> Measured:
        printed.append(capsys.readouterr().out)
        return Measured(0.5, None, "s")

    monkeypatch.setattr(benching, "benchmarks", lambda folder: {"first": first, "second": second})
    assert main(["bench"]) == 0
    assert [line.split() for line in printed] == [["first", "6", "hands/s"]]


@pytest.mark.usefixtures("folder")
def test_a_terminal_sees_what_is_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["bench", "quick"]) == 0
    assert capsys.readouterr().err.startswith("\rquick")


@pytest.mark.usefixtures("folder")
def test_an_unknown_name_is_refused_with_those_that_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "quick", "slow"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "There is no benchmark 'slow': the benchmarks are quick, alone.\n"


def test_a_copy_without_tests_says_where_the_benchmarks_would_be(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benching, "FOLDER", tmp_path / "tests" / "benchmarks")
    assert main(["bench"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        "bench is for developers: its benchmarks come with the tests of the source, not with an installed copy.\n"
    )


def test_the_benchmarks_of_the_program_are_found_wherever_it_is_called_from() -> None:
    assert set(bench_hands.BENCHMARKS) <= set(benching.benchmarks(benching.FOLDER))


def test_a_peer_that_is_not_installed_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_hands, "installed", lambda package: False)
    monkeypatch.setattr(benching, "ROUND_SECONDS", 0.001)
    monkeypatch.setattr(bench_hands, "BATCH", 1_000)
    monkeypatch.setattr(bench_hands, "BOARDS", 10)
    for name in ("seven-cards-eval7", "seven-cards-phevaluator", "seven-cards-treys", "river-boards"):
        found = bench_hands.BENCHMARKS[name]()
        assert found.ours > 0
        assert (found.peer, found.ratio) == (None, None)


@pytest.mark.bench
@pytest.mark.parametrize(
    ("name", "ratio"), [("seven-cards-eval7", 60), ("seven-cards-phevaluator", 60), ("seven-cards-treys", 60)]
)
def test_a_batch_is_so_many_times_a_peer_one_call_at_a_time(name: str, ratio: float) -> None:
    found = bench_hands.BENCHMARKS[name]()
    assert found.ratio is not None
    assert found.ratio > ratio


@pytest.mark.bench
@pytest.mark.parametrize(("name", "least"), [("river-boards", 120_000), ("hash-table-lookups", 10_000_000)])
def test_rates_are_those_that_were_set(name: str, least: float) -> None:
    assert bench_hands.BENCHMARKS[name]().ours > least


@pytest.mark.bench
@pytest.mark.parametrize(("name", "most"), [("aces-against-random", 2.5), ("hash-table-build", 1.0)])
def test_seconds_stay_within_those_that_were_set(name: str, most: float) -> None:
    assert bench_hands.BENCHMARKS[name]().ours < most


@pytest.mark.bench
@pytest.mark.parametrize("name", bench_lab.BENCHMARKS)
def test_tracking_costs_a_fifth_of_the_speed_at_most(name: str) -> None:
    ratio = bench_lab.BENCHMARKS[name]().ratio
    assert ratio is not None
    assert ratio >= 0.8


def test_the_benchmarks_are_found() -> None:
    assert set(bench_blueprint.BENCHMARKS) <= set(benching.benchmarks(benching.FOLDER))


@pytest.mark.bench
def test_two_threads_learn_from_thirty_six_thousand_deals_a_second() -> None:
    found = bench_blueprint.BENCHMARKS["mccfr"]()
    assert found.ours > 36_000
    assert found.ratio is not None
    assert found.ratio > 1.7


SPEEDS = [name for name in bench_small_games.BENCHMARKS if "cfr+" in name]
TIMES = [name for name in bench_small_games.BENCHMARKS if "-to-" in name]


def test_the_benchmarks_of_small_games_are_found() -> None:
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


def test_the_benchmarks_of_value_learning_are_found() -> None:
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
