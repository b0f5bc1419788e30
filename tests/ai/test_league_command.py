"""`league`: the cross-table as people and programs read it, cut off, gone on with, and refused in a sentence."""

import csv
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from ai.command_line import main
from ai.commands import matching as league
from ai.evaluation import league_play
from ai.evaluation.league import league_file
from game.core import Progress
from game.study.league import LeagueSettings

Run = Callable[..., tuple[int, str, str]]
PLAYED = ("league", "tic-tac-toe", "ada-20", "perfect", "random", "--hands", "40", "--seed", "3")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: str) -> tuple[int, str, str]:
        code = main(words)
        return code, *capsys.readouterr()

    return call


def answered(run: Run, *words: str) -> dict[str, object]:
    code, out, err = run(*words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def figures(document: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in document.items() if key != "seconds"}


def test_every_pair_is_told_once_and_every_agent_by_its_worst_result(run: Run) -> None:
    answer = answered(run, *PLAYED)
    assert list(answer) == ["game", "unit", "work", "seed", "aivat", "exact", "agents", "pairs", "seconds"]
    assert [(one["a"], one["b"], one["hands"]) for one in answer["pairs"]] == [
        ("ada-20", "perfect", 40),
        ("ada-20", "random", 40),
        ("perfect", "random", 40),
    ]
    assert [list(one) for one in answer["agents"]] == [["agent", "mean", "ci95", "worst"]] * 3
    worst = [one["worst"] for one in answer["agents"]]
    assert worst == sorted(worst, reverse=True)


def test_a_cell_is_what_the_match_of_the_two_says(run: Run) -> None:
    words = ("match", "tic-tac-toe", "ada-20", "random", "--duplicate", "--hands", "40", "--seed", "3")
    alone, cell = answered(run, *words), answered(run, *PLAYED)["pairs"][1]
    assert (cell["mean"], cell["ci95"]) == pytest.approx((alone["mean"], alone["ci95"]))


def test_seed_and_agents_decide_the_figures_and_workers_do_not(run: Run) -> None:
    first = answered(run, *PLAYED)
    assert figures(answered(run, *PLAYED, "--workers", "2")) == figures(first)
    assert figures(answered(run, *PLAYED[:-1], "4"))["pairs"] != first["pairs"]


def test_where_nobody_is_named_all_who_fit_the_table_play(run: Run) -> None:
    answer = answered(run, "league", "kuhn-half-street", "--blinds", "2")
    names = {one["agent"] for one in answer["agents"]}
    assert "vesper-s2-30" in names
    assert "vesper-s1-30" not in names
    assert len(answer["pairs"]) == len(names) * (len(names) - 1) // 2


def test_people_read_a_table(run: Run) -> None:
    code, out, _ = run("league", "tic-tac-toe", "perfect", "random", "--hands", "20")
    assert code == 0
    title, heads, first, half, second, _ = out.splitlines()
    assert title.startswith("tic-tac-toe, 20 hands a pair, work 12, seed 0: what the row wins")
    assert heads.split() == ["1", "2", "worst", "mean"]
    assert first.startswith(" 1 perfect")
    assert first.split()[2:4] == ["-", second.split()[2].replace("-", "+")]
    assert half.split()[0].startswith("±")


def test_kuhn_poker_is_computed_and_the_table_says_so(run: Run) -> None:
    words = ("league", "kuhn-poker", "bluffer", "equilibrium", "uniform")
    code, out, _ = run(*words)
    title, _, first, second, third = out.splitlines()
    assert code == 0
    assert title.startswith("kuhn-poker, exact, no hands played: what the row wins of the column")
    assert first.startswith(" 1 equilibrium")
    assert second.startswith(" 2 bluffer")
    assert third.startswith(" 3 uniform")
    answer = answered(run, *words)
    assert answer["exact"]
    assert [pair["hands"] for pair in answer["pairs"]] == [0, 0, 0]
    assert [pair["ci95"] for pair in answer["pairs"]] == [0.0, 0.0, 0.0]
    assert figures(answer) == figures(answered(run, *words, "--seed", "9")) | {"seed": 0}


@pytest.mark.parametrize("ending", [".csv", ".json"])
def test_the_figures_are_written_in_the_format_of_the_ending(run: Run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"table{ending}"
    answer = answered(run, *PLAYED, "--out", str(file))
    if ending == ".json":
        assert json.loads(file.read_text()) == answer
        return
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert [(row["a"], row["b"]) for row in rows[:2]] == [
        ("ada-20", "perfect"),
        ("ada-20", "random"),
    ]
    assert float(rows[0]["mean"]) == pytest.approx(answer["pairs"][0]["mean"])
    assert len(rows) == 6


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = figures(answered(run, *PLAYED))
    league_file(LeagueSettings("tic-tac-toe", seed=3)).unlink()
    monkeypatch.setattr(league_play, "REPORT_SECONDS", 0.0)

    def interrupt(report: Progress) -> None:
        if report.iteration == 25:
            os.kill(os.getpid(), signal.SIGINT)

    with monkeypatch.context() as patched:
        patched.setattr(league, "show_progress", interrupt)
        code, out, err = run(*PLAYED)
    assert (code, out) == (130, "")
    assert err == "Interrupted; 50 of 120 hands are saved. Continue with the same command and --resume.\n"
    first = []
    monkeypatch.setattr(league, "show_progress", lambda report: first.append(report.iteration))
    assert figures(answered(run, *PLAYED, "--resume")) == whole
    assert first[0] >= 25


def test_more_hands_go_on_from_those_that_were_kept(run: Run) -> None:
    run(*PLAYED)
    longer = answered(run, *PLAYED, "--hands", "60", "--resume")
    assert figures(longer) == figures(answered(run, *PLAYED, "--hands", "60"))
    code, out, _ = run(*PLAYED, "--resume")
    assert code == 0
    assert "60 hands a pair" in out


def test_two_depths_of_one_player_are_no_two_players(run: Run) -> None:
    code, out, err = run("league", "holdem", "blueprint-20", "rock", "blueprint-50", "--stack", "20")
    assert (code, out) == (2, "")
    assert err.endswith(
        "blueprint-20 and blueprint-50 are one player at 20 big blinds, blueprint-20: name one of them.\n"
    )


def test_a_broken_league_is_set_aside_and_said_so(run: Run) -> None:
    file = league_file(LeagueSettings("tic-tac-toe", seed=3))
    file.parent.mkdir(parents=True)
    file.write_text("{")
    code, out, err = run(*PLAYED, "--resume")
    assert code == 0
    assert "it was set aside as" in err
    assert out.startswith("tic-tac-toe, 40 hands a pair")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("holdem", "nobody", "sound"), "There is no agent 'nobody' for holdem: the agents are "),
        (("holdem", "sound"), "sound cannot play alone: name at least two agents"),
        (("holdem", "sound", "rock", "sound"), "sound is named twice"),
        (("kuhn-half-street", "vesper-s2-30", "uniform"), "vesper-s2-30 plays for blinds of 2, not of 1."),
        (("holdem", "--hands", "0"), "python main.py league: argument --hands: '0' is not a whole number"),
        (("holdem", "--hands", "7"), "7 hands cannot be duplicate"),
        (("holdem", "--work", "x"), "python main.py league: argument --work: 'x' is not a whole number"),
        (("kuhn-poker", "--aivat"), "AIVAT is for holdem"),
        (("kuhn-poker", "--hands", "40"), "The league of kuhn-poker is computed exactly: leave out --hands."),
        (("kuhn-poker", "--stack", "20"), "--stack is for holdem, not for kuhn-poker."),
        (("chess",), "python main.py league: argument game: 'chess' is not one of "),
        (
            ("holdem", "--out", "table.txt"),
            "table.txt is not a table file: its name must end in .csv or .json.",
        ),
        (("holdem", "--out", "/nowhere/table.csv"), "There is no folder /nowhere"),
        (
            ("holdem", "--workers", "2", "--cluster", "x"),
            "python main.py league: argument --cluster: not allowed with",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    run: Run, words: tuple[str, ...], sentence: str
) -> None:
    code, out, err = run("league", *words)
    assert (code, out) == (2, "")
    assert err.startswith(sentence)
    assert err.count("\n") == 1
