"""The command `lab`: experiments of YAML files, stored for the window and written as CSV."""

import json
from pathlib import Path

import pytest

from ai.command_line import main
from ai.lab.tracked_run import read_experiment
from ai.service import answer
from ai.training.config import PRESETS
from game.features.lab.asks import ListLabRuns

EXPERIMENT = "game: kuhn-half-street\nblinds: [1, 2]\nvariants: [cfr+, cfr]\niterations: 300\n"


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    file = tmp_path / "both.yaml"
    file.write_text(EXPERIMENT)
    return file


def test_every_run_is_solved_stored_and_written(
    experiment: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", str(experiment), "--json", "--csv", str(tmp_path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["blinds"], line["variant"]) for line in lines] == [
        *((1.0, "cfr+"), (1.0, "cfr"), (2.0, "cfr+"), (2.0, "cfr"))
    ]
    assert all(0 < line["nash_conv"] < 0.1 for line in lines)
    assert len((tmp_path / "both-4.csv").read_text().splitlines()) == 1 + 101 + 20
    [found] = answer(ListLabRuns())
    assert len(found.runs) == 4


def test_the_folder_of_the_series_is_made(experiment: Path, tmp_path: Path) -> None:
    assert main(["lab", str(experiment), "--csv", str(tmp_path / "new" / "series")]) == 0
    assert len(list((tmp_path / "new" / "series").glob("*.csv"))) == 4


def test_people_read_a_line_a_run(experiment: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", str(experiment)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("kuhn-half-street, cfr+, seed 0: 300 iterations, NashConv 0.0")
    assert lines[3].startswith("kuhn-half-street with blinds 2, cfr, seed 0")


def test_bad_input_is_one_sentence(
    experiment: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").touch()
    for words in ((str(tmp_path / "none.yaml"),), (str(experiment), "--csv", str(tmp_path / "taken"))):
        assert main(["lab", *words]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1


def test_a_place_that_cannot_be_written_is_said_before_any_work(
    experiment: Path, tmp_path: Path, user_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "both-2.csv").mkdir()
    assert main(["lab", str(experiment), "--csv", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "both-2.csv cannot be written: it is a folder" in err
    assert not (user_folder / "lab").exists()


def test_a_broken_store_is_set_aside_said_and_worked_out_anew(
    experiment: Path, user_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (user_folder / "lab").mkdir(parents=True)
    (user_folder / "lab" / "series.sqlite").write_bytes(b"no database" * 1_000)
    assert main(["lab", str(experiment)]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 4
    assert "it was set aside as series.sqlite.broken-1." in err
    assert err.count("\n") == 1


def test_the_experiments_that_ship_can_be_read() -> None:
    files = sorted((PRESETS / "lab").glob("*.yaml"))
    assert {file.stem: len(read_experiment(file)) for file in files} == {
        "classic-family": 8,
        "half-street": 6,
    }
