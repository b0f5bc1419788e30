"""The ranking of the Hold'em agents, and the command `league`."""

import csv
import json
import os
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from ai.commands import matching
from ai.evaluation import league_play
from ai.evaluation.league import LeagueTable, league_file
from ai.evaluation.league_file import (
    LEAGUE_FILE,
    Entrant,
    PairResult,
    StoredLeague,
    read_league,
    strengths,
    write_league,
)
from ai.training import ranking
from ai.training.ranking import LeaguePlan, doubtful_pairs, entrants, rank
from ai.training.shipped import MODELS
from game.agent_entries import FIELD
from game.core import BadInput, Progress
from game.files.manifest import read_manifest
from game.rules import games
from game.study.league import LeagueSettings
from tests.ai.asking import Run, run_json

SHIPPED = MODELS / games.HOLDEM
FEW = LeaguePlan(search_hands=4, others=70, doubtful=80, doubtful_searching=6, response=2, workers=1)
WRONG = 12_345.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with two characters and an expert."""
    for name in ("random", "rock", "expert-tight"):
        shutil.copy(SHIPPED / f"{name}.yaml", tmp_path)
    return tmp_path


def test_everybody_plays_who_plays_for_200_big_blinds() -> None:
    names = set(entrants(SHIPPED))
    assert {"random", "expert-sound", "search-network-all", "blueprint-200-seconds"} <= names
    assert names.isdisjoint({"abstraction-200", "blueprint-100", "blueprint-50", "blueprint-20"})


def test_the_manifests_get_what_the_league_says(folder: Path, user_folder: Path) -> None:
    before = read_manifest(folder / "expert-tight.yaml")
    found = rank(folder, FEW)
    league = read_league(folder / LEAGUE_FILE)
    assert found == strengths(league)
    assert {pair.hands for pair in league.pairs} == {70}
    for name, strength in found.items():
        assert read_manifest(folder / f"{name}.yaml").strength == strength
        assert (strength.metric, strength.against, strength.hands) == ("mbb/hand", FIELD, 140)
        assert strength.lbr is not None
    assert read_manifest(folder / "expert-tight.yaml") == replace(before, strength=found["expert-tight"])


def test_what_is_cut_off_goes_on_and_what_was_measured_is_not_measured_again(
    folder: Path, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: list[str] = []
    measure = ranking.measure

    def interrupted(spec: object, *more: object) -> object:
        if len(measured) == 1:
            raise KeyboardInterrupt
        measured.append(spec.agent)  # type: ignore[attr-defined]
        return measure(spec, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(ranking, "measure", interrupted)
    with pytest.raises(KeyboardInterrupt):
        rank(folder, FEW)
    monkeypatch.setattr(ranking, "measure", measure)
    rank(folder, FEW)
    assert measured == ["expert-tight"]


def spoil_match(folder: Path) -> None:
    """Replace the stored result of `random` against `rock` by `WRONG`."""
    versions = {name: manifest.digest for name, manifest in entrants(folder).items()}
    table = LeagueTable(LeagueSettings(games.HOLDEM), versions)
    table.standing(("random", "rock")).mean = WRONG
    table.save()


def spoil_response(folder: Path) -> None:
    """Replace the stored result of a local best response against `rock` by `WRONG`."""
    league = read_league(folder / LEAGUE_FILE)
    spoiled = (replace(one, lbr=WRONG) if one.name == "rock" else one for one in league.agents)
    write_league(folder / LEAGUE_FILE, replace(league, agents=tuple(spoiled)))


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def figures(folder: Path) -> tuple[float, float | None]:
    """Return the winnings of `random` and of a local best response against `rock`."""
    league = read_league(folder / LEAGUE_FILE)
    [pair] = [pair for pair in league.pairs if (pair.a, pair.b) == ("random", "rock")]
    [rock] = [one for one in league.agents if one.name == "rock"]
    return pair.mean, rock.lbr


def test_again_replays_the_matches_of_an_agent_and_its_local_best_response(
    folder: Path, user_folder: Path
) -> None:
    rank(folder, FEW)
    right = figures(folder)
    spoil_match(folder)
    spoil_response(folder)
    rank(folder, FEW)
    assert figures(folder) == (WRONG, WRONG)
    rank(folder, replace(FEW, again=("rock",)))
    assert figures(folder) == right


def test_again_keeps_what_the_others_won_from_each_other_as_the_league_has_it(
    folder: Path, user_folder: Path
) -> None:
    rank(folder, FEW)
    shutil.rmtree(league_file(LeagueSettings(games.HOLDEM)).parent)
    first = read_league(folder / LEAGUE_FILE)
    rank(folder, replace(FEW, again=("rock",)))
    assert read_league(folder / LEAGUE_FILE).pairs == first.pairs
    assert [one.ci95 for one in read_league(folder / LEAGUE_FILE).agents] == [
        one.ci95 for one in first.agents
    ]
    versions = {name: manifest.digest for name, manifest in entrants(folder).items()}
    played = LeagueTable(LeagueSettings(games.HOLDEM), versions).league()
    assert {(pair.a, pair.b) for pair in played.pairs if pair.deals} == {
        ("expert-tight", "rock"),
        ("random", "rock"),
    }


@pytest.mark.parametrize("again", [(), ("rock",)])
def test_again_that_is_cut_off_goes_on_with_new_matches_and_a_new_response(
    again: tuple[str, ...], folder: Path, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rank(folder, FEW)
    _, right_response = figures(folder)
    spoil_response(folder)
    with monkeypatch.context() as cut_off:
        cut_off.setattr(ranking, "doubtful_pairs", interrupt)
        with pytest.raises(KeyboardInterrupt):
            rank(folder, replace(FEW, again=("rock",)))
    spoil_match(folder)
    rank(folder, replace(FEW, again=again))
    assert figures(folder) == (WRONG, right_response)


def test_again_names_agents_of_the_league(folder: Path, user_folder: Path) -> None:
    with pytest.raises(BadInput, match="no agent 'rook' in the league: they are expert-tight, random, rock"):
        rank(folder, replace(FEW, again=("rook",)))


def test_agents_that_search_play_less_but_longer_against_the_champion() -> None:
    manifests = entrants(SHIPPED)
    everybody, quick, *champion = ranking._rounds(manifests, LeaguePlan())
    assert set(everybody[0]) == set(manifests)
    searching = [name for name, manifest in manifests.items() if manifest.kind == "search"]
    assert not set(searching) & set(quick[0])
    assert everybody[1] < champion[0][1] < quick[1]
    assert [names[1] for names, _ in champion] == searching


def test_a_narrow_win_that_closes_a_circle_is_played_on() -> None:
    agents = tuple(Entrant(name, "1", 50.0) for name in ("one", "other", "third"))
    sure, narrow, lost = (
        PairResult("one", "other", 3_200, 500.0, 100.0),
        PairResult("other", "third", 3_200, 120.0, 100.0),
        PairResult("one", "third", 3_200, -700.0, 100.0),
    )
    league = StoredLeague(200, 12, 0, agents, (sure, lost, narrow))
    assert doubtful_pairs(league) == [narrow]
    assert doubtful_pairs(replace(league, pairs=(sure, replace(lost, mean=700.0), narrow))) == []


PLAYED = ("league", "tic-tac-toe", "ada-20", "perfect", "random", "--hands", "40", "--seed", "3")


def get_figures(document: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in document.items() if key != "seconds"}


def test_every_pair_is_told_once_and_every_agent_by_its_worst_result(run: Run) -> None:
    answer = run_json(run, *PLAYED)
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
    alone, cell = run_json(run, *words), run_json(run, *PLAYED)["pairs"][1]
    assert (cell["mean"], cell["ci95"]) == pytest.approx((alone["mean"], alone["ci95"]))


def test_seed_and_agents_decide_the_figures_and_workers_do_not(run: Run) -> None:
    first = run_json(run, *PLAYED)
    assert get_figures(run_json(run, *PLAYED, "--workers", "2")) == get_figures(first)
    assert get_figures(run_json(run, *PLAYED[:-1], "4"))["pairs"] != first["pairs"]


def test_where_nobody_is_named_all_who_fit_the_table_play(run: Run) -> None:
    answer = run_json(run, "league", "kuhn-half-street", "--blinds", "2")
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
    answer = run_json(run, *words)
    assert answer["exact"]
    assert [pair["hands"] for pair in answer["pairs"]] == [0, 0, 0]
    assert [pair["ci95"] for pair in answer["pairs"]] == [0.0, 0.0, 0.0]
    assert get_figures(answer) == get_figures(run_json(run, *words, "--seed", "9")) | {"seed": 0}


@pytest.mark.parametrize("ending", [".csv", ".json"])
def test_the_figures_are_written_in_the_format_of_the_ending(run: Run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"table{ending}"
    answer = run_json(run, *PLAYED, "--out", str(file))
    if ending == ".json":
        assert json.loads(file.read_text()) == answer
        return
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert [(row["a"], row["b"]) for row in rows[:2]] == [("ada-20", "perfect"), ("ada-20", "random")]
    assert float(rows[0]["mean"]) == pytest.approx(answer["pairs"][0]["mean"])
    assert len(rows) == 6


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = get_figures(run_json(run, *PLAYED))
    league_file(LeagueSettings("tic-tac-toe", seed=3)).unlink()
    monkeypatch.setattr(league_play, "REPORT_SECONDS", 0.0)

    def interrupt(report: Progress) -> None:
        if report.iteration == 25:
            os.kill(os.getpid(), signal.SIGINT)

    with monkeypatch.context() as patched:
        patched.setattr(matching, "show_progress", interrupt)
        code, out, err = run(*PLAYED)
    assert (code, out) == (130, "")
    assert err == "Interrupted; 50 of 120 hands are saved. Continue with the same command and --resume.\n"
    first = []
    monkeypatch.setattr(matching, "show_progress", lambda report: first.append(report.iteration))
    assert get_figures(run_json(run, *PLAYED, "--resume")) == whole
    assert first[0] >= 25


def test_more_hands_go_on_from_those_that_were_kept(run: Run) -> None:
    run(*PLAYED)
    longer = run_json(run, *PLAYED, "--hands", "60", "--resume")
    assert get_figures(longer) == get_figures(run_json(run, *PLAYED, "--hands", "60"))
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
