"""A league on many workers: the figures of one process, whoever plays which deals and wherever it is cut off."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from ai import catalog
from ai.evaluation import league_play
from ai.evaluation.head_to_head import MatchResult, play_match
from ai.evaluation.league import LeagueTable, claim, league_file, pair_match
from ai.evaluation.league_play import play_league
from game.core import Agent, BadInput, Progress
from game.study.league import League, LeagueSettings

SETTINGS = LeagueSettings("kuhn-poker", seed=4)
AGENTS = dict.fromkeys(("equilibrium", "station", "uniform"), "1")
RULES = LeagueSettings("holdem", seed=2)


@pytest.fixture
def three() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as executor:
        yield executor


def played(deals: int, executor: Executor | None = None, *, anew: bool = True) -> League:
    table = LeagueTable(SETTINGS, AGENTS, anew=anew)
    table.play_to(deals)
    *_, report = play_league(table, catalog.load, executor)
    assert (report.iteration, report.total) == (3 * deals, 3 * deals)
    return table.league()


def figures(league: League) -> list[object]:
    return [replace(pair, seconds=0.0) for pair in league.pairs]


def test_it_does_not_matter_who_plays_which_deals(three: Executor, user_folder: Path) -> None:
    assert figures(played(130, three)) == figures(played(130))


@pytest.mark.parametrize("reports", [1, 3])
def test_what_is_cut_off_on_many_workers_goes_on_alone(
    reports: int, three: Executor, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(league_play, "REPORT_SECONDS", 0.0)
    table = LeagueTable(SETTINGS, AGENTS)
    table.play_to(150)
    going = play_league(table, catalog.load, three)
    for _ in range(reports):
        assert isinstance(next(going), Progress)
    going.close()
    assert LeagueTable(SETTINGS, AGENTS).league().done > 0
    assert figures(played(150, anew=False)) == figures(played(150))


def test_an_agent_that_has_changed_plays_as_it_is_now_in_processes_that_live_on(
    three: Executor, user_folder: Path
) -> None:
    now = dict.fromkeys(AGENTS, "uniform")

    def load(game: str, name: str, blinds: float) -> Agent:
        return catalog.load(game, now[name], blinds)

    def played_as(version: str) -> League:
        table = LeagueTable(SETTINGS, dict.fromkeys(AGENTS, version))
        table.play_to(20)
        list(play_league(table, load, three))
        return table.league()

    played_as("1")
    now.update((name, name) for name in AGENTS)
    assert figures(played_as("2")) == figures(played(20))


def test_a_fault_elsewhere_ends_the_play_and_keeps_the_rest(three: Executor, user_folder: Path) -> None:
    def load(game: str, name: str, blinds: float) -> Agent:
        if name == "uniform":
            raise BadInput("uniform is away.")
        return catalog.load(game, name, blinds)

    table = LeagueTable(SETTINGS, AGENTS)
    table.play_to(10)
    with pytest.raises(BadInput, match="uniform is away"):
        list(play_league(table, load, three))
    assert [pair.deals for pair in LeagueTable(SETTINGS, AGENTS).league().pairs][1:] == [0, 0]


def test_a_play_from_the_first_deal_on_keeps_what_was_played_longer(user_folder: Path) -> None:
    long = played(60)
    again = played(20)
    assert [pair.deals for pair in again.pairs] == [20, 20, 20]
    kept = LeagueTable(SETTINGS, AGENTS)
    assert kept.deals == 60
    assert figures(kept.league()) == figures(long)


def test_with_aivat_a_cell_is_the_estimate_of_its_match(user_folder: Path) -> None:
    settings = replace(RULES, aivat=True)
    table = LeagueTable(settings, dict.fromkeys(("rock", "sound"), "1"))
    table.play_to(2)
    list(play_league(table, catalog.load))
    *_, result = play_match(pair_match(settings, ("rock", "sound"), 2), catalog.load)
    assert isinstance(result, MatchResult)
    assert (table.league().pairs[0].mean, table.league().pairs[0].ci95) == pytest.approx(
        (result.mean, result.ci95)
    )
    assert league_file(settings) != league_file(RULES)


def test_a_league_is_played_by_one_process_at_a_time(user_folder: Path) -> None:
    with claim(SETTINGS):
        with pytest.raises(BadInput, match="Another window or command plays this league"), claim(SETTINGS):
            pass
        with claim(RULES):
            pass
    with claim(SETTINGS):
        pass


def test_where_nothing_can_be_kept_the_sentence_says_so(user_folder: Path) -> None:
    user_folder.mkdir()
    (user_folder / "leagues").write_text("in the way")
    with pytest.raises(BadInput, match="cannot be written"), claim(SETTINGS):
        pass
    with pytest.raises(BadInput, match="The league cannot be kept in"):
        LeagueTable(SETTINGS, AGENTS).save()
