"""`review` as other programs call it."""

import csv
import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.command_line import main
from ai.review.results import Results, Stored
from game.archive.store import Archive
from game.core import Progress
from game.study.review import Review, ReviewProgress
from tests.archive.hands_for_tests import hand
from tests.features.logs.logs_for_tests import write_log


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def answered(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["review", *words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, object] = json.loads(out)
    return found


def get_refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["review", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_a_session_of_kuhn_poker_is_graded_exactly(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    archive = Archive(home)
    played = [hand("kuhn-poker", seed=3, skip=number, seats=("you", "bluffer")) for number in range(30)]
    for one in played:
        archive.append(one)
    found = answered(capsys, played[0].id, "--session")
    assert (found["hands"], found["game"], found["unit"]) == (30, "kuhn-poker", "chips")
    listed = found["listed"]
    assert isinstance(listed, list)
    assert listed
    assert all(one["player"] == "you" and one["cost"] > 0 for one in listed)
    alone = answered(capsys, played[0].id)
    assert alone["hands"] == 1


def test_a_log_is_graded_and_written_as_html_and_csv(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log, page, table = write_log(tmp_path / "evening.log", 3), tmp_path / "a.html", tmp_path / "a.csv"
    found = answered(capsys, str(log), "--html", str(page), "--csv", str(table), "--list", "1")
    assert found["hands"] == 3
    assert page.read_text().startswith("<!DOCTYPE html>")
    rows = list(csv.DictReader(table.open()))
    assert len(rows) == found["mistakes"]
    assert answered(capsys, str(log), "--list", "1") == found


def test_where_stderr_is_piped_it_tells_now_and_then_how_long_it_still_takes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reviewing(*work: object) -> Iterator[Progress | Review]:
        yield ReviewProgress(0, 40, 0.0)
        yield ReviewProgress(1, 40, 1.0, 39.0)
        yield ReviewProgress(3, 40, 20.0, 247.0)
        yield ReviewProgress(9, 40, 60.0, 206.0)
        yield ReviewProgress(40, 40, 266.0, 0.0)
        yield Review("holdem", "evening", 40, 40, 0, 90, 0, 0.0, ())

    monkeypatch.setattr("ai.commands.review_answers.reviewing", reviewing)
    log = str(write_log(tmp_path / "evening.log", 1))
    assert main(["review", log]) == 0
    assert capsys.readouterr().err == "About 4 minutes left.\nAbout 3 minutes left.\n"
    assert answered(capsys, log)["hands"] == 40


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["nowhere.log"], "There is no log nowhere.log"),
        (["nowhere.log", "--session"], "--session is for the id of a hand"),
        (["LOG", "--html", "no/folder/a.html"], "There is no folder"),
        (["LOG", "--player", "Nobody"], "Nobody"),
        (["LOG", "--csv", "x" * 250], "File name too long"),
    ],
)
def test_what_cannot_be_reviewed_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str], reason: str
) -> None:
    log = str(write_log(tmp_path / "evening.log", 1))
    assert reason in get_refusal(capsys, *(log if word == "LOG" else word for word in words))


STARS = "PokerStars Hand #30:  Hold'em No Limit ($0.50/$1.00 USD)\nTable 'Alpha' 2-max\n"


@pytest.mark.parametrize("words", [["review"], ["foretell", "search-network-professionals"]])
def test_a_history_of_another_program_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str]
) -> None:
    file = tmp_path / "stars.txt"
    file.write_text(STARS)
    assert main([*words, str(file)]) == 2
    said = capsys.readouterr().err
    assert "stars.txt: This is a PokerStars hand history. Parlour reads PHH and ACPC logs." in said
    assert "LBR" not in said


def test_a_line_that_is_left_out_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = write_log(tmp_path / "evening.log", 2)
    with log.open("a") as file:
        file.write("some odd line\n")
    assert main(["review", str(log), "--list", "0"]) == 0
    number = len(log.read_text().splitlines())
    assert f"Left out: Line {number} of evening.log: Not an ACPC hand" in capsys.readouterr().err


def test_an_interrupted_review_writes_and_counts_what_is_graded(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Results.add

    def interrupted(results: Results, stored: Stored) -> None:
        add(results, stored)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Results, "add", interrupted)
    log, table = str(write_log(tmp_path / "evening.log", 3)), tmp_path / "a.csv"
    assert main(["review", log, "--csv", str(table)]) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert "Interrupted. 1 decision so far, graded and kept, also in " in err
    assert table.read_text().startswith("hand,player,")
