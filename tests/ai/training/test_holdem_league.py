"""The league that ranks the Hold'em agents: who plays, how long, and that it goes on where it was cut off."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

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
from game.core import BadInput
from game.files.manifest import read_manifest
from game.rules import games
from game.study.league import LeagueSettings

SHIPPED = MODELS / games.HOLDEM
FEW = LeaguePlan(searching=4, others=70, doubtful=80, doubtful_searching=6, response=2, workers=1)
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
    """Spoil what `random` has won from `rock`."""
    versions = {name: manifest.digest for name, manifest in entrants(folder).items()}
    table = LeagueTable(LeagueSettings(games.HOLDEM), versions)
    table.standing(("random", "rock")).mean = WRONG
    table.save()


def spoil_response(folder: Path) -> None:
    """Spoil what a local best response won from `rock`."""
    league = read_league(folder / LEAGUE_FILE)
    spoiled = (replace(one, lbr=WRONG) if one.name == "rock" else one for one in league.agents)
    write_league(folder / LEAGUE_FILE, replace(league, agents=tuple(spoiled)))


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def figures(folder: Path) -> tuple[float, float | None]:
    """Return what `random` won from `rock`, and a local best response."""
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
