"""Leagues in one process or in many: each result equals the result of a single match."""

import math
import os
import random
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from ai import catalog
from ai.agents.small_games import UniformAgent
from ai.evaluation import league_play
from ai.evaluation.head_to_head import MatchResult, play_match
from ai.evaluation.league import LeagueTable, PairStanding, claim, league_csv, league_file, pair_match
from ai.evaluation.league_play import play_league
from ai.features import arena as requests
from ai.service import answer
from game.core import Agent, BadInput, Decision, Progress
from game.features.arena import AskStandings, ExportLeague, PlayLeague
from game.request import Request
from game.study.league import BATCHES, FieldResult, League, LeaguePair, LeagueSettings
from tests.full_disk import UNSYNCED_STEPS, fill_disk

SETTINGS = LeagueSettings("kuhn-poker", seed=4)
BOARD = LeagueSettings("tic-tac-toe", seed=4)
NAMES = ("equilibrium", "station", "uniform")
AGENTS = dict.fromkeys(NAMES, "1")


@pytest.fixture(autouse=True)
def _report_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league_play, "REPORT_SECONDS", 0.0)


def play_deals(deals: int, agents: dict[str, str] = AGENTS) -> League:
    table = LeagueTable(SETTINGS, agents)
    table.raise_to(deals)
    assert all(isinstance(report, Progress) for report in play_league(table, catalog.load))
    return table.league()


def without_time(league: League) -> list[object]:
    return [replace(pair, seconds=0.0) for pair in league.pairs]


def test_every_cell_is_the_match_of_its_pair(user_folder: Path) -> None:
    league = play_deals(60)
    assert [(pair.a, pair.b) for pair in league.pairs] == [
        ("equilibrium", "station"),
        ("equilibrium", "uniform"),
        ("station", "uniform"),
    ]
    for pair in league.pairs:
        *_, result = play_match(pair_match(SETTINGS, (pair.a, pair.b), 60), catalog.load)
        assert isinstance(result, MatchResult)
        assert (pair.deals, pair.mean, pair.ci95) == pytest.approx((60, result.mean, result.ci95))
        assert pair.course[-1].mean == pytest.approx(result.mean)


@pytest.mark.parametrize("reports", [1, 30, 55])
def test_what_is_cut_off_goes_on_where_it_was(reports: int, user_folder: Path) -> None:
    table = LeagueTable(SETTINGS, AGENTS)
    table.raise_to(20)
    going = play_league(table, catalog.load)
    for _ in range(reports):
        next(going)
    going.close()
    assert sum(pair.deals for pair in LeagueTable(SETTINGS, AGENTS).league().pairs) > 0 or reports == 1
    resumed = play_deals(20)
    league_file(SETTINGS).unlink()
    league_file(SETTINGS).with_suffix(".json.bak").unlink()
    assert without_time(resumed) == without_time(play_deals(20))


def test_a_process_that_is_killed_loses_no_more_than_two_seconds(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(league_play, "SAVE_SECONDS", 0.0)
    child = os.fork()
    if not child:
        table = LeagueTable(SETTINGS, AGENTS)
        table.raise_to(10_000)
        for report in play_league(table, catalog.load):
            if report.iteration >= 40:
                os.kill(os.getpid(), 9)
    os.waitpid(child, 0)
    kept = LeagueTable(SETTINGS, AGENTS).league()
    assert (kept.deals, kept.warning) == (10_000, None)
    assert 40 - league_play.DEALS_A_TURN <= kept.done <= 40 + league_play.DEALS_A_TURN


def test_pairs_are_advanced_in_turn(user_folder: Path) -> None:
    table = LeagueTable(SETTINGS, AGENTS)
    table.raise_to(1_000)
    for report in play_league(table, catalog.load):
        deals = [pair.deals for pair in table.league().pairs]
        assert max(deals) - min(deals) <= league_play.DEALS_A_TURN
        if report.iteration > 60:
            break


def test_quick_pairs_play_first_once_each_pair_had_a_turn(user_folder: Path) -> None:
    table = LeagueTable(SETTINGS, AGENTS, slow=["station"])
    table.play_to(20)
    quick, slow = ("equilibrium", "uniform"), ("station", "uniform")
    assert table.next_pair() == quick
    for pair in table.pairs:
        table.standing(pair).deals = 5
    assert table.next_pair() == quick
    table.standing(quick).deals = 19
    assert table.next_pair() == quick
    table.standing(quick).deals = 20
    table.standing(("equilibrium", "station")).deals = 6
    assert table.next_pair() == slow


def test_a_league_of_some_agents_keeps_the_results_of_the_others(user_folder: Path) -> None:
    seen = last(AskStandings(SETTINGS, ("equilibrium", "uniform")))
    assert isinstance(seen, League)
    assert {pair.a for pair in seen.pairs} | {pair.b for pair in seen.pairs} == {"equilibrium", "uniform"}
    last(PlayLeague(BOARD, 4))
    last(PlayLeague(BOARD, 8, ("perfect", "random")))
    whole = last(AskStandings(BOARD))
    assert isinstance(whole, League)
    deals = {(pair.a, pair.b): pair.deals for pair in whole.pairs}
    assert deals["perfect", "random"] == 8
    assert set(deals.values()) == {4, 8}


def test_whoever_joins_meets_all_and_whoever_has_changed_begins_anew(user_folder: Path) -> None:
    before = play_deals(10, dict.fromkeys(NAMES[:2], "1"))
    joined = LeagueTable(SETTINGS, AGENTS).league()
    assert [pair.deals for pair in joined.pairs] == [10, 0, 0]
    assert without_time(before)[0] == without_time(joined)[0]
    assert [pair.deals for pair in LeagueTable(SETTINGS, AGENTS | {"station": "2"}).league().pairs] == [
        0,
        0,
        0,
    ]


def test_who_has_not_met_is_taken_to_be_as_slow_as_the_slower_of_the_two() -> None:
    begun = [LeaguePair("a", "b", 2, seconds=8.0), LeaguePair("a", "c", 2, seconds=2.0)]
    unmet = LeaguePair("b", "c")
    league = League(SETTINGS, ("a", "b", "c"), (*begun, unmet), deals=3)
    assert league.seconds_left == pytest.approx(4.0 + 1.0 + 3 * 4.0)
    assert replace(league, pairs=(begun[0], unmet)).seconds_left is None


def test_the_rest_is_reckoned_from_the_pace_so_far(user_folder: Path) -> None:
    table = LeagueTable(SETTINGS, AGENTS)
    table.raise_to(8)
    assert table.league().seconds_left is None
    list(play_league(table, catalog.load))
    assert table.league().seconds_left == 0
    table.raise_to(16)
    league = table.league()
    assert league.seconds_left == pytest.approx(sum(pair.seconds for pair in league.pairs))
    assert (league.done, league.total, league.begun) == (24, 48, 3)


def write_league_text(deals: str = "3", mean: str = "0") -> str:
    """Return the text of a league file with one pair, which has played one of `deals` deals."""
    pair = (
        '{"pair": ["a", "b"], "versions": ["1", "1"], "deals": 1, "mean": 0, "deviations": 0, "seconds": 0,'
        f' "course": [{{"samples": 1, "mean": {mean}, "ci95": null}}],'
        f' "batches": {[0] * BATCHES}}}'
    )
    return f'{{"kind": "league", "version": 2, "content": {{"deals": {deals}, "pairs": [{pair}]}}}}'


def test_a_file_is_read_as_it_was_written(user_folder: Path) -> None:
    league_file(SETTINGS).parent.mkdir(parents=True)
    league_file(SETTINGS).write_text(write_league_text())
    assert LeagueTable(SETTINGS, AGENTS).warning is None


@pytest.mark.parametrize(
    "spoil",
    [
        "{",
        '{"kind": "league", "version": 1, "content": {"deals": 3}}',
        write_league_text(deals="1e999"),
        write_league_text(mean="NaN"),
    ],
)
def test_a_broken_file_is_set_aside_and_said_so(spoil: str, user_folder: Path) -> None:
    file = league_file(SETTINGS)
    file.parent.mkdir(parents=True)
    file.write_text(spoil)
    league = LeagueTable(SETTINGS, AGENTS).league()
    assert league.warning is not None
    assert "set aside" in league.warning
    assert league.done == 0


def test_a_move_against_the_rules_ends_the_play_with_a_sentence_and_keeps_the_rest(user_folder: Path) -> None:
    class Cheat(UniformAgent):
        def decide(self, *_: object) -> Decision:  # type: ignore[override]
            return Decision(99, {99: 1.0})

    table = LeagueTable(SETTINGS, {"a": "1", "b": "1"})
    table.raise_to(5)
    with pytest.raises(BadInput, match="a or b made a move that the rules do not allow"):
        list(play_league(table, lambda game, name, blinds: Cheat(name)))
    assert LeagueTable(SETTINGS, {"a": "1", "b": "1"}).deals == 5


def test_no_more_deals_than_can_be_counted(user_folder: Path) -> None:
    with pytest.raises(BadInput, match="up to 1,000,000 deals"):
        LeagueTable(SETTINGS, AGENTS).raise_to(10**7)


def last(request: Request[Any]) -> object:
    *_, value = answer(request)
    return value


def test_the_window_is_told_the_exact_league_of_kuhn_poker() -> None:
    seen = last(AskStandings(SETTINGS))
    assert isinstance(seen, League)
    assert seen.exact
    assert (seen.playing, seen.ranked()[0]) == (False, "equilibrium")


def test_before_the_first_deal_the_strongest_agent_is_on_top(user_folder: Path) -> None:
    seen = last(AskStandings(BOARD))
    assert isinstance(seen, League)
    assert list(seen.ranked()) == [
        entry.name for entry in reversed(catalog.entrants(BOARD.game, BOARD.blinds))
    ]


def test_the_window_plays_looks_on_and_stops(user_folder: Path, tmp_path: Path) -> None:
    playing = answer(PlayLeague(settings=BOARD, deals=500))
    for _ in range(100):
        next(playing)
    seen = last(AskStandings(BOARD))
    assert isinstance(seen, League)
    assert seen.playing
    assert seen.begun
    with pytest.raises(BadInput, match="already running"):
        next(answer(PlayLeague(settings=BOARD, deals=500)))
    playing.close()  # type: ignore[attr-defined]
    kept = last(AskStandings(BOARD))
    assert isinstance(kept, League)
    assert (kept.playing, kept.deals) == (False, 500)
    assert kept.done >= seen.done
    assert not requests._at_work
    file = tmp_path / "table.csv"
    last(ExportLeague(BOARD, str(file)))
    assert file.read_text() == league_csv(kept)
    assert len(file.read_text().splitlines()) == 1 + 2 * len([pair for pair in kept.pairs if pair.deals])


@pytest.mark.parametrize("step", UNSYNCED_STEPS)
def test_a_full_disk_is_a_sentence_and_what_was_kept_stays(
    step: str, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = play_deals(4)
    with monkeypatch.context() as patched:
        fill_disk(patched, step)
        with pytest.raises(BadInput, match=r"The league cannot be kept in .*: No space left on device"):
            last(PlayLeague(settings=BOARD, deals=8))
        assert not requests._at_work
    assert LeagueTable(SETTINGS, AGENTS).league().pairs == before.pairs


def test_where_nothing_can_be_written_the_sentence_says_so(user_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        last(ExportLeague(SETTINGS, str(tmp_path)))


HOLDEM_AGENTS = dict.fromkeys(("equilibrium", "station", "uniform"), "1")
RULES = LeagueSettings("holdem", seed=2)


@pytest.fixture
def three() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as executor:
        yield executor


def play_on(deals: int, executor: Executor | None = None, *, anew: bool = True) -> League:
    table = LeagueTable(SETTINGS, HOLDEM_AGENTS, anew=anew)
    table.play_to(deals)
    *_, report = play_league(table, catalog.load, executor)
    assert (report.iteration, report.total) == (3 * deals, 3 * deals)
    return table.league()


def test_it_does_not_matter_who_plays_which_deals(three: Executor, user_folder: Path) -> None:
    assert without_time(play_on(130, three)) == without_time(play_on(130))


@pytest.mark.parametrize("reports", [1, 3])
def test_what_is_cut_off_on_many_workers_goes_on_alone(
    reports: int, three: Executor, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(league_play, "REPORT_SECONDS", 0.0)
    table = LeagueTable(SETTINGS, HOLDEM_AGENTS)
    table.play_to(150)
    going = play_league(table, catalog.load, three)
    for _ in range(reports):
        assert isinstance(next(going), Progress)
    going.close()
    assert LeagueTable(SETTINGS, HOLDEM_AGENTS).league().done > 0
    assert without_time(play_on(150, anew=False)) == without_time(play_on(150))


def test_an_agent_that_has_changed_plays_as_it_is_now_in_processes_that_live_on(
    three: Executor, user_folder: Path
) -> None:
    now = dict.fromkeys(HOLDEM_AGENTS, "uniform")

    def load(game: str, name: str, blinds: float) -> Agent:
        return catalog.load(game, now[name], blinds)

    def played_as(version: str) -> League:
        table = LeagueTable(SETTINGS, dict.fromkeys(HOLDEM_AGENTS, version))
        table.play_to(20)
        list(play_league(table, load, three))
        return table.league()

    played_as("1")
    now.update((name, name) for name in HOLDEM_AGENTS)
    assert without_time(played_as("2")) == without_time(play_on(20))


def test_a_fault_elsewhere_ends_the_play_and_keeps_the_rest(three: Executor, user_folder: Path) -> None:
    def load(game: str, name: str, blinds: float) -> Agent:
        if name == "uniform":
            raise BadInput("uniform is away.")
        return catalog.load(game, name, blinds)

    table = LeagueTable(SETTINGS, HOLDEM_AGENTS)
    table.play_to(10)
    with pytest.raises(BadInput, match="uniform is away"):
        list(play_league(table, load, three))
    assert [pair.deals for pair in LeagueTable(SETTINGS, HOLDEM_AGENTS).league().pairs][1:] == [0, 0]


def test_a_play_from_the_first_deal_on_keeps_what_was_played_longer(user_folder: Path) -> None:
    long = play_on(60)
    again = play_on(20)
    assert [pair.deals for pair in again.pairs] == [20, 20, 20]
    kept = LeagueTable(SETTINGS, HOLDEM_AGENTS)
    assert kept.deals == 60
    assert without_time(kept.league()) == without_time(long)


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
        LeagueTable(SETTINGS, HOLDEM_AGENTS).save()


FIELD = ("rock", "sound", "splash")


def make_league(results: dict[tuple[str, str], list[float]]) -> League:
    """Return a league with the pairs in `results`, which lists the first agent's result of each deal."""
    pairs = []
    for pair, won in results.items():
        standing = PairStanding(pair)
        for one in won:
            standing.add(one, 0.01)
        pairs.append(
            LeaguePair(*pair, standing.deals, standing.mean, standing.ci95, batches=standing.batch_means)
        )
    return League(LeagueSettings("holdem"), FIELD, tuple(pairs), max(map(len, results.values())))


def against_the_field(league: League, agent: str) -> FieldResult:
    found = league.field(agent)
    assert found is not None
    return found


def test_luck_that_all_pairs_share_widens_the_interval_against_the_field() -> None:
    rng, deals = random.Random(1), 6_400
    cards = [rng.gauss(0, 3) for _ in range(deals)]
    ours = [[luck + rng.gauss(0, 1) for luck in cards] for _ in range(2)]
    league = make_league(
        {("rock", "sound"): ours[0], ("rock", "splash"): ours[1], ("sound", "splash"): cards}
    )
    field = against_the_field(league, "rock")
    assert field.ci95 is not None
    each = [fmean(both) for both in zip(*ours, strict=True)]
    assert field.mean == pytest.approx(fmean(each))
    assert field.ci95 == pytest.approx(1.96 * stdev(each) / math.sqrt(deals), rel=0.3)
    apart = math.hypot(*(pair.ci95 or 0 for pair in league.pairs[:2])) / 2
    assert field.ci95 > 1.2 * apart


def test_luck_that_changes_sides_narrows_it_and_the_other_side_sees_the_same() -> None:
    rng, deals = random.Random(2), 6_400
    cards = [rng.gauss(0, 3) for _ in range(deals)]
    against = [[-luck + rng.gauss(0, 1) for luck in cards], [luck + rng.gauss(0, 1) for luck in cards]]
    league = make_league(
        {("rock", "sound"): against[0], ("rock", "splash"): against[1], ("sound", "splash"): cards}
    )
    assert against_the_field(league, "rock").ci95 == pytest.approx(1.96 * math.sqrt(0.5 / deals), rel=0.3)
    both = [fmean((-first, second)) for first, second in zip(against[0], cards, strict=True)]
    assert against_the_field(league, "sound").ci95 == pytest.approx(
        1.96 * stdev(both) / math.sqrt(deals), rel=0.3
    )


def test_too_few_deals_have_no_interval_against_the_field() -> None:
    few = [float(number) for number in range(BATCHES - 1)]
    league = make_league(
        {("rock", "sound"): few, ("rock", "splash"): [*few, 1.0, 2.0], ("sound", "splash"): few}
    )
    assert [against_the_field(league, name).ci95 for name in FIELD] == [None] * 3
    assert PairStanding(("a", "b"), 40, batches=[2.0] * BATCHES).batch_means == (1.0,) * 8 + (2.0,) * 24


def test_nobody_met_is_no_field() -> None:
    pairs = tuple(LeaguePair(*pair) for pair in (("rock", "sound"), ("rock", "splash"), ("sound", "splash")))
    assert League(LeagueSettings("holdem"), FIELD, pairs, 10).field("rock") is None
