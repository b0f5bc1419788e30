"""The command `bench`: what it prints and refuses; and, under its marker, the ratios that are asked for."""

import json
import sys
from pathlib import Path

import pytest

from ai.command_line import main
from ai.commands import benching
from ai.commands.benching import Measured
from tests.benchmarks import bench_hands, bench_lab

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
