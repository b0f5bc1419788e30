"""League files: the built-in league, agents' strength in diamonds, and the exact league of Kuhn poker."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, pairwise
from math import hypot
from pathlib import Path
from statistics import fmean

import pytest

from ai import catalog
from ai.evaluation import league_file
from ai.evaluation.head_to_head import MatchResult, play_match
from ai.evaluation.league import pair_match
from ai.evaluation.league_file import (
    LEAGUE_FILE,
    Entrant,
    PairResult,
    StoredLeague,
    diamonds_by_rating,
    rate,
    read_league,
    strengths,
    write_league,
)
from ai.evaluation.league_play import exact_league, is_exact
from game.agent_entries import MAX_DIAMONDS
from game.archive.rating import Rating
from game.core import BadInput
from game.files.manifest import read_manifest
from game.rules import games
from game.study.league import League, LeagueSettings

FOLDER = catalog.SHIPPED / games.HOLDEM
LEAGUE = StoredLeague(
    200,
    12,
    0,
    (Entrant("best", "1", 40.0, 400.0, 100.0, 800), Entrant("fair", "1", 60.0), Entrant("poor", "2", 90.0)),
    (
        PairResult("best", "fair", 8_000, 300.0, 100.0),
        PairResult("best", "poor", 8_000, 2_000.0, 300.0),
        PairResult("fair", "poor", 8_000, 900.0, 200.0),
    ),
)


@pytest.fixture(scope="module")
def read_shipped() -> StoredLeague:
    return read_league(FOLDER / LEAGUE_FILE)


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_league(tmp_path / LEAGUE_FILE, LEAGUE)
    assert read_league(tmp_path / LEAGUE_FILE) == LEAGUE


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 9}', '{"format": 1, "stack_bb": 200}'])
def test_what_is_no_league_is_refused_in_a_sentence(content: str, tmp_path: Path) -> None:
    (tmp_path / LEAGUE_FILE).write_text(content)
    with pytest.raises(BadInput, match=r"league\.json"):
        read_league(tmp_path / LEAGUE_FILE)


def test_a_strength_is_the_mean_of_all_pairs_and_the_worst_of_them() -> None:
    found = strengths(LEAGUE)
    best, fair, poor = (found[name] for name in ("best", "fair", "poor"))
    assert (best.mean, best.ci95, best.against, best.hands) == (1_150.0, 40.0, "the field", 16_000)
    assert (best.worst, best.worst_against, best.lbr, best.lbr_ci95) == (300.0, "fair", 400.0, 100.0)
    assert (fair.mean, fair.worst, fair.worst_ci95, fair.worst_against) == (300.0, -300.0, 100.0, "best")
    assert poor.lbr is None
    assert [one.diamonds for one in (best, fair, poor)] == [5, 3, 1]


def test_a_lead_that_may_be_chance_is_no_win() -> None:
    pair = LEAGUE.pairs[0]
    assert pair.winner == ("best", "fair")
    assert replace(pair, mean=-300.0).winner == ("fair", "best")
    assert replace(pair, ci95=300.0).winner is None
    assert replace(pair, hands=40).winner is None


def test_every_pair_of_the_agents_met_once(read_shipped: StoredLeague) -> None:
    names = {one.name for one in read_shipped.agents}
    assert {frozenset((one.a, one.b)) for one in read_shipped.pairs} == {
        frozenset((a, b)) for a in names for b in names if a != b
    }
    assert len(read_shipped.pairs) == len(names) * (len(names) - 1) // 2
    assert names == {entry.name for entry in catalog.entrants(games.HOLDEM) if entry.file in FOLDER.iterdir()}


def test_diamonds_follow_the_rating(read_shipped: StoredLeague) -> None:
    found, ratings = strengths(read_shipped), rate(read_shipped)
    line = sorted(found, key=lambda name: ratings[name].value)
    assert [found[name].diamonds for name in line] == sorted(one.diamonds or 0 for one in found.values())
    for weaker, stronger in combinations(line, 2):
        more = (found[stronger].diamonds or 0) - (found[weaker].diamonds or 0)
        apart = ratings[stronger].is_apart(ratings[weaker])
        assert more or not apart, "equal diamonds are too close to call"
        assert apart or more < 2, "two diamonds more are no chance"


def test_neighbours_on_the_scale_are_apart_or_shown_as_equal(read_shipped: StoredLeague) -> None:
    found, ratings = strengths(read_shipped), rate(read_shipped)
    line = sorted(found, key=lambda name: ratings[name].value)
    families = {one.name: one.family or one.name for one in read_shipped.agents}
    strongest = {families[name]: name for name in line}  # each character at its strongest
    steps = list(pairwise(sorted(strongest.values(), key=line.index)))
    clear = [
        found[weaker].diamonds == found[stronger].diamonds or ratings[stronger].is_apart(ratings[weaker])
        for weaker, stronger in steps
    ]
    assert clear == [True] * 8


def test_a_league_without_ratings_has_no_diamonds() -> None:
    assert diamonds_by_rating({}) == {}


def test_diamonds_use_the_scale(read_shipped: StoredLeague) -> None:
    found = strengths(read_shipped)
    assert {one.diamonds for one in found.values()} == {1, 4, 5}, "nobody is rated 1,240 to 1,420"
    shown = ("random", "station", "maniac", "rock", "splash", "sound", "search-expert", "blueprint-200")
    assert [found[name].diamonds for name in shown] == [1, 1, 4, 4, 4, 4, 5, 5]


def test_wild_losses_of_a_weak_agent_do_not_make_a_rating(read_shipped: StoredLeague) -> None:
    found = strengths(read_shipped)
    assert found["splash"].mean > found["sound"].mean, "by what it won from random play"
    assert (found["splash"].rating or 0.0) < (found["sound"].rating or 0.0)


def test_stages_of_an_agent_are_not_its_worst_opponent(read_shipped: StoredLeague) -> None:
    assert strengths(read_shipped)["blueprint-200"].worst_against == "sound"


def test_random_is_the_weakest(read_shipped: StoredLeague) -> None:
    found = strengths(read_shipped)
    assert (found["random"].diamonds, found["architect-thinks"].diamonds) == (1, 5)
    listed = [entry.name for entry in catalog.agents(games.HOLDEM) if entry.name in found]
    assert (listed[0], listed[-1]) == ("random", "architect-thinks")


def test_the_readme_says_how_wide_the_intervals_are(read_shipped: StoredLeague) -> None:
    widths = [pair.ci95 for pair in read_shipped.pairs]
    readme = (Path(league_file.__file__).parent / "README.md").read_text(encoding="utf-8")
    assert f"intervals range from ± {min(widths):,.0f} to ± {max(widths):,.0f}." in readme


def test_the_readme_has_the_ratings(read_shipped: StoredLeague) -> None:
    readme = (Path(league_file.__file__).parent / "README.md").read_text(encoding="utf-8")
    for name, strength in strengths(read_shipped).items():
        assert f"`{name}` | {strength.rating:,.0f} ± {strength.rating_ci95:,.0f} |" in readme


def test_the_manifests_hold_what_the_league_says(read_shipped: StoredLeague) -> None:
    for name, strength in strengths(read_shipped).items():
        manifest = read_manifest(FOLDER / f"{name}.yaml")
        assert manifest.strength == strength
        assert manifest.digest == next(one.version for one in read_shipped.agents if one.name == name)


def test_agents_are_listed_in_the_order_of_their_diamonds() -> None:
    ranks = [
        entry.strength.diamonds
        for entry in catalog.agents(games.HOLDEM)
        if entry.strength is not None and entry.strength.diamonds is not None
    ]
    assert ranks == sorted(ranks)
    assert len(ranks) == 19


def diamonds(**ratings: tuple[float, float]) -> dict[str, int]:
    return diamonds_by_rating({name: Rating(*one) for name, one in ratings.items()})


def test_ratings_apart_by_more_than_their_interval_are_two_steps() -> None:
    assert diamonds(a=(1_700, 30), b=(1_650, 30), c=(1_400, 30)) == {"a": 5, "b": 4, "c": 1}


def test_ratings_too_close_to_call_share_a_step() -> None:
    assert diamonds(a=(1_660, 30), b=(1_650, 30), c=(1_400, 30)) == {"a": 5, "b": 5, "c": 1}


def test_sharing_a_step_is_not_passed_on_from_one_to_the_next() -> None:
    assert diamonds(a=(1_460, 30), b=(1_430, 30), c=(1_400, 30)) == {"a": 5, "b": 4, "c": 4}


def compare_all_assignments(ratings: Mapping[str, Rating]) -> dict[str, int]:
    """Return the result that `diamonds_by_rating` must have, by a comparison of all assignments."""
    line = sorted(ratings, key=lambda name: ratings[name].value)
    rated = [ratings[name] for name in line]
    reach = (rated[-1].value - rated[0].value) / (MAX_DIAMONDS - 1) or 1.0
    places = [1 + (one.value - rated[0].value) / reach for one in rated]
    pairs = [(i, j, rated[i].is_apart(rated[j])) for i, j in combinations(range(len(line)), 2)]
    gaps = [(upper.value - lower.value) / hypot(lower.ci95, upper.ci95) for lower, upper in pairwise(rated)]

    def cost(counts: Sequence[int]) -> tuple[int, int, bool, float]:
        broken = sum(counts[i] == counts[j] if apart else counts[j] - counts[i] > 1 for i, j, apart in pairs)
        squares = sum((count - place) ** 2 for count, place in zip(counts, places, strict=True))
        borders = zip(gaps, pairwise(counts), strict=True)
        chance = sum(max(0.0, 1 - gap) for gap, (lower, upper) in borders if lower < upper)
        levels = len({*counts})
        return broken, levels, levels > 1 and counts[-1] < MAX_DIAMONDS, squares + chance

    rows = combinations_with_replacement(range(1, MAX_DIAMONDS + 1), len(line))
    return dict(zip(line, min(rows, key=cost), strict=True))


@pytest.mark.parametrize("count", range(1, 10))
def test_diamonds_are_the_best_of_all_assignments(count: int) -> None:
    rng = random.Random(count)
    for spread in (30, 100, 400):
        ratings = {str(i): Rating(rng.gauss(1_500, spread), rng.uniform(10, 80)) for i in range(count)}
        assert diamonds_by_rating(ratings) == compare_all_assignments(ratings)


def test_a_hundred_agents_get_their_diamonds_in_seconds() -> None:
    """A hundred agents get their diamonds in seconds. A comparison of all assignments would take hours."""
    found = diamonds_by_rating({str(i): Rating(1_000 + 10 * i, 100) for i in range(100)})
    assert list(found.values()) == sorted(found.values())
    assert set(found.values()) == {1, 2, 3, 4, 5}


def test_six_ratings_that_are_all_apart_share_one_step_once() -> None:
    steps = diamonds(a=(1_500, 1), b=(1_400, 1), c=(1_300, 1), d=(1_200, 1), e=(1_100, 1), f=(1_090, 1))
    assert list(steps.values()) == [1, 1, 2, 3, 4, 5]


def test_one_alone_has_one() -> None:
    assert diamonds(a=(1_500, 0)) == {"a": 1}


def compute_league(game: str, blinds: float = 1) -> League:
    names = [entry.name for entry in catalog.entrants(game, blinds)]
    return exact_league(LeagueSettings(game, blinds), names[::-1], catalog.load)


@pytest.mark.parametrize("game", games.KUHN_GAMES)
def test_nobody_ranks_above_the_equilibrium(game: str) -> None:
    league = compute_league(game)
    assert league.ranked()[0] == "equilibrium"
    field = league.field("equilibrium")
    assert field is not None
    assert (field.worst, field.ci95, field.worst_ci95) == (0.0, 0.0, 0.0)
    assert league.exact


def test_two_half_streets_are_two_games() -> None:
    one, two = (compute_league(games.KUHN_HALF_STREET, blinds) for blinds in (1, 2))
    assert "vesper-s1-30" in one.agents
    assert "vesper-s2-30" in two.agents
    assert one.pair("bluffer", "uniform") != two.pair("bluffer", "uniform")


def test_a_pair_is_worth_what_many_hands_come_near_to() -> None:
    league = compute_league(games.KUHN_POKER)
    pair = league.pair("bluffer", "uniform")
    *_, played = play_match(pair_match(league.settings, ("bluffer", "uniform"), 10_000), catalog.load)
    assert pair is not None
    assert isinstance(played, MatchResult)
    assert played.ci95 is not None
    assert played.mean == pytest.approx(pair.mean, abs=1.5 * played.ci95)


def test_what_one_wins_the_other_loses_and_all_together_nothing() -> None:
    league = compute_league(games.KUHN_POKER)
    means = [field.mean for agent in league.agents if (field := league.field(agent)) is not None]
    assert fmean(means) == pytest.approx(0.0, abs=1e-12)


def test_only_kuhn_poker_is_computed() -> None:
    assert [game for game in games.NAMES if is_exact(game)] == list(games.KUHN_GAMES)
