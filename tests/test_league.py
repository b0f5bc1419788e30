"""What is told of a league: an agent against the field, with an interval that knows of the shared cards."""

import math
import random
from statistics import fmean, stdev

import pytest

from ai.evaluation.league import PairStanding
from game.study.league import BATCHES, FieldResult, League, LeaguePair, LeagueSettings

AGENTS = ("rock", "sound", "splash")


def league_of(results: dict[tuple[str, str], list[float]]) -> League:
    """Return a league in which the first of each pair won this, deal by deal."""
    pairs = []
    for pair, won in results.items():
        standing = PairStanding(pair)
        for one in won:
            standing.add(one, 0.01)
        pairs.append(
            LeaguePair(*pair, standing.deals, standing.mean, standing.ci95, batches=standing.batch_means)
        )
    return League(LeagueSettings("holdem"), AGENTS, tuple(pairs), max(map(len, results.values())))


def against_the_field(league: League, agent: str) -> FieldResult:
    found = league.field(agent)
    assert found is not None
    return found


def test_luck_that_all_pairs_share_widens_the_interval_against_the_field() -> None:
    rng, deals = random.Random(1), 6_400
    cards = [rng.gauss(0, 3) for _ in range(deals)]
    ours = [[luck + rng.gauss(0, 1) for luck in cards] for _ in range(2)]
    league = league_of({("rock", "sound"): ours[0], ("rock", "splash"): ours[1], ("sound", "splash"): cards})
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
    league = league_of(
        {("rock", "sound"): against[0], ("rock", "splash"): against[1], ("sound", "splash"): cards}
    )
    assert against_the_field(league, "rock").ci95 == pytest.approx(1.96 * math.sqrt(0.5 / deals), rel=0.3)
    both = [fmean((-first, second)) for first, second in zip(against[0], cards, strict=True)]
    assert against_the_field(league, "sound").ci95 == pytest.approx(
        1.96 * stdev(both) / math.sqrt(deals), rel=0.3
    )


def test_too_few_deals_have_no_interval_against_the_field() -> None:
    few = [float(number) for number in range(BATCHES - 1)]
    league = league_of(
        {("rock", "sound"): few, ("rock", "splash"): [*few, 1.0, 2.0], ("sound", "splash"): few}
    )
    assert [against_the_field(league, name).ci95 for name in AGENTS] == [None] * 3
    assert PairStanding(("a", "b"), 40, batches=[2.0] * BATCHES).batch_means == (1.0,) * 8 + (2.0,) * 24


def test_nobody_met_is_no_field() -> None:
    pairs = tuple(LeaguePair(*pair) for pair in (("rock", "sound"), ("rock", "splash"), ("sound", "splash")))
    assert League(LeagueSettings("holdem"), AGENTS, pairs, 10).field("rock") is None
