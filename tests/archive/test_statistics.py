"""Statistics: counted from the history alone, watched hands left out, in the unit of each game."""

import math
from dataclasses import replace
from pathlib import Path
from statistics import mean, stdev

import pytest

from game.archive import statistics as stats
from game.archive import store
from game.archive.counts import PokerCounts, count_hand
from game.archive.hands import PlayedHand
from game.archive.statistics import Statistics, statistics
from game.archive.store import Archive, HistoryFilter
from game.core import Progress
from game.rules import games
from game.rules.holdem import HoldemState
from tests.archive.hands_for_tests import MOMENT, hand

PLAYED = [
    hand(game, MOMENT + 60 * number, seats=seats, seed=number, skip=number)
    for number, (game, seats) in enumerate(
        (game, seats)
        for _ in range(6)
        for game in games.NAMES
        for seats in (("you", "a"), ("b", "you"), ("a", "b"), ("you", "a"))
    )
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    archive = Archive(tmp_path)
    for played in PLAYED:
        archive.append(played)
    return tmp_path


def own(game: str) -> list[PlayedHand]:
    return [played for played in PLAYED if played.game == game and not played.watched]


def nets(played: list[PlayedHand]) -> list[float]:
    return [(one.net or 0) / (100 if one.game == "holdem" else 1) for one in played]


@pytest.mark.parametrize("game", games.NAMES)
def test_results_are_those_of_the_hands(folder: Path, game: str) -> None:
    found = statistics(folder).games[game]
    results = nets(own(game))
    tally = found.overall
    assert (tally.hands, tally.wins, tally.losses) == (
        len(results),
        sum(net > 0 for net in results),
        sum(net < 0 for net in results),
    )
    assert tally.hands == tally.wins + tally.draws + tally.losses
    assert tally.mean == pytest.approx(mean(results))
    assert tally.ci95 == pytest.approx(1.96 * stdev(results) / math.sqrt(len(results)))


@pytest.mark.parametrize("game", games.NAMES)
def test_opponents_and_roles_add_up(folder: Path, game: str) -> None:
    found = statistics(folder).games[game]
    assert list(found.opponents) == ["a", "b"], "most hands first"
    against_b = [one for one in own(game) if one.opponent == "b"]
    assert found.opponents["b"].total == pytest.approx(sum(nets(against_b)))
    roles: list[list[PlayedHand]] = [[], []]
    for one in own(game):
        roles[one.session().player_of(one.own_seat or 0)].append(one)
    assert [tally.hands for tally in found.roles] == [len(role) for role in roles]
    assert [tally.total for tally in found.roles] == pytest.approx([sum(nets(role)) for role in roles])


def test_half_street_hands_count_in_the_blinds_they_were_played_for(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    cheap, dear = (
        hand("kuhn-half-street", MOMENT + blinds, seed=4, skip=1, blinds=blinds) for blinds in (1, 100)
    )
    assert dear.returns[0] == 100 * cheap.returns[0] != 0
    archive.append(cheap)
    archive.append(replace(dear, spec=replace(dear.spec, seats=("you", "ada-10"))))
    overall = statistics(tmp_path).games["kuhn-half-street"].overall
    assert (overall.hands, overall.mean) == (2, cheap.returns[0])


def test_the_course_ends_where_the_results_are(folder: Path) -> None:
    found = statistics(folder).games["kuhn-poker"]
    assert [point.hands for point in found.course] == list(range(1, found.overall.hands + 1))
    last = found.course[-1]
    assert (last.total, last.mean, last.ci95) == (
        found.overall.total,
        found.overall.mean,
        found.overall.ci95,
    )
    assert last.at == own("kuhn-poker")[-1].at


def test_a_long_course_is_thinned_and_keeps_its_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stats, "DENSE", 4)
    monkeypatch.setattr(stats, "GROWTH", 2)
    course = statistics(folder).games["holdem"].course
    assert [point.hands for point in course] == [1, 2, 3, 4, 5, 10, 18]


def test_a_filter_is_kept_to(folder: Path) -> None:
    found = statistics(folder, HistoryFilter(game="holdem", opponent="b"))
    assert list(found.games) == ["holdem"]
    assert list(found.games["holdem"].opponents) == ["b"]


def test_nothing_played_is_nothing_counted(tmp_path: Path) -> None:
    assert statistics(tmp_path) == Statistics({})
    assert stats.Tally().mean == 0
    assert stats.Tally().ci95 is None


def test_broken_lines_are_said_and_the_rest_is_counted(folder: Path) -> None:
    file = next((folder / "history").glob("holdem-*"))
    file.write_bytes(b"rubbish\n" + file.read_bytes())
    found = statistics(folder)
    assert found.games["holdem"].overall.hands == 18
    assert found.warnings == (f"One line of {file.name} could not be read and is left out.",)


def test_long_counts_report(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "CHUNK", 10)
    *reports, found = stats.statistics_in_steps(folder, HistoryFilter())
    assert len(reports) > 5
    assert all(isinstance(report, Progress) for report in reports)
    assert isinstance(found, Statistics)


def test_the_figures_of_poker_players_are_counted_for_both_seats_at_holdem_alone(folder: Path) -> None:
    found = statistics(folder).games
    assert [game for game, one in found.items() if one.poker is not None] == [games.HOLDEM]
    assert found[games.HOLDEM].poker is not None
    mine, theirs = found[games.HOLDEM].poker
    expected = [PokerCounts(), PokerCounts()]
    for played in own(games.HOLDEM):
        session = played.session()
        state, seat = session.state, played.own_seat
        assert isinstance(state, HoldemState)
        assert seat is not None
        both = count_hand(state.betting, state.returns()[0])
        expected[0] += both[session.player_of(seat)]
        expected[1] += both[session.player_of(1 - seat)]
    assert [mine, theirs] == expected
    assert mine.played.chances > 0
