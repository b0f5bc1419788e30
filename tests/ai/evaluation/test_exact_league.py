"""A league of Kuhn poker is computed: no luck, and nobody above an equilibrium."""

from statistics import fmean

import pytest

from ai import catalog
from ai.evaluation.head_to_head import MatchResult, play_match
from ai.evaluation.league import pair_match
from ai.evaluation.league_play import exact_league, is_exact
from game.rules import games
from game.study.league import League, LeagueSettings


def league_of(game: str, blinds: float = 1) -> League:
    names = [entry.name for entry in catalog.entrants(game, blinds)]
    return exact_league(LeagueSettings(game, blinds), names[::-1], catalog.load)


@pytest.mark.parametrize("game", games.KUHN_GAMES)
def test_nobody_ranks_above_the_equilibrium(game: str) -> None:
    league = league_of(game)
    assert league.ranked()[0] == "equilibrium"
    field = league.field("equilibrium")
    assert field is not None
    assert (field.worst, field.ci95, field.worst_ci95) == (0.0, 0.0, 0.0)
    assert league.exact


def test_two_half_streets_are_two_games() -> None:
    one, two = (league_of(games.KUHN_HALF_STREET, blinds) for blinds in (1, 2))
    assert "vesper-s1-30" in one.agents
    assert "vesper-s2-30" in two.agents
    assert one.pair("bluffer", "uniform") != two.pair("bluffer", "uniform")


def test_a_pair_is_worth_what_many_hands_come_near_to() -> None:
    league = league_of(games.KUHN_POKER)
    pair = league.pair("bluffer", "uniform")
    *_, played = play_match(pair_match(league.settings, ("bluffer", "uniform"), 10_000), catalog.load)
    assert pair is not None
    assert isinstance(played, MatchResult)
    assert played.ci95 is not None
    assert played.mean == pytest.approx(pair.mean, abs=1.5 * played.ci95)


def test_what_one_wins_the_other_loses_and_all_together_nothing() -> None:
    league = league_of(games.KUHN_POKER)
    means = [field.mean for agent in league.agents if (field := league.field(agent)) is not None]
    assert fmean(means) == pytest.approx(0.0, abs=1e-12)


def test_only_kuhn_poker_is_computed() -> None:
    assert [game for game in games.NAMES if is_exact(game)] == list(games.KUHN_GAMES)
