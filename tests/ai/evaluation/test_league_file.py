"""The league that ships, diamonds, and the exact league of Kuhn poker."""

from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai import catalog
from ai.evaluation import league_file
from ai.evaluation.head_to_head import MatchResult, play_match
from ai.evaluation.league import pair_match
from ai.evaluation.league_file import (
    LEAGUE_FILE,
    Entrant,
    PairResult,
    StoredLeague,
    WorstResult,
    diamonds_by_agent,
    read_league,
    strengths,
    write_league,
)
from ai.evaluation.league_play import exact_league, is_exact
from game.agent_entries import Strength
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


def test_the_diamonds_contradict_no_pair_beyond_its_interval(read_shipped: StoredLeague) -> None:
    rank = {name: strength.diamonds or 0 for name, strength in strengths(read_shipped).items()}
    wrong = [(a, b) for a, b in read_shipped.wins if rank[a] < rank[b]]
    assert wrong == []


def test_more_diamonds_come_from_wins_or_else_from_the_worst_matchup(read_shipped: StoredLeague) -> None:
    found = strengths(read_shipped)
    rank = {name: strength.diamonds or 0 for name, strength in found.items()}
    beats = {name: {loser for winner, loser in read_shipped.wins if winner == name} for name in found}
    for middle, agent in product(found, repeat=2):  # directly, or through others
        if middle in beats[agent]:
            beats[agent] |= beats[middle]
    worst = {
        name: max(
            (_worst(found[other]) for other in found if other == name or _circle(beats, name, other)),
            key=lambda one: one.low,
        )
        for name in found
    }
    wrong = [
        (above, below)
        for above, below in product(found, repeat=2)
        if rank[above] > rank[below] and below not in beats[above] and worst[above].high < worst[below].low
    ]
    assert wrong == [], "worst results that cannot be told apart decide nothing"
    assert rank["expert-loose"] > rank["rock"], "by its win, in spite of its worst matchup"
    assert (found["expert-loose"].worst or 0.0) < (found["rock"].worst or 0.0)
    assert ("expert-loose", "rock") in read_shipped.wins


def _worst(strength: Strength) -> WorstResult:
    assert strength.worst is not None
    assert strength.worst_ci95 is not None
    return WorstResult(strength.worst, strength.worst_ci95)


def _circle(beats: dict[str, set[str]], one: str, other: str) -> bool:
    return other in beats[one] and one in beats[other]


def test_random_is_the_weakest_and_the_architect_the_strongest(read_shipped: StoredLeague) -> None:
    found = strengths(read_shipped)
    assert (found["random"].diamonds, found["blueprint-200"].diamonds) == (1, 5)
    assert [winner for winner, loser in read_shipped.wins if loser == "blueprint-200"] == []
    listed = [entry.name for entry in catalog.agents(games.HOLDEM) if entry.name in found]
    assert (listed[0], listed[-1]) == ("random", "blueprint-200")


def test_the_readme_says_how_wide_the_intervals_are(read_shipped: StoredLeague) -> None:
    widths = [pair.ci95 for pair in read_shipped.pairs]
    readme = (Path(league_file.__file__).parent / "README.md").read_text(encoding="utf-8")
    assert f"intervals range from ± {min(widths):,.0f} to ± {max(widths):,.0f}." in readme


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


NAMES = ("a", "b", "c", "d", "e", "f", "g")
WORST = st.dictionaries(
    st.sampled_from(NAMES), st.builds(WorstResult, st.floats(-9_000, 100), st.floats(0, 4_000)), min_size=1
)


def ranked(worst: dict[str, tuple[float, float]], *wins: str) -> dict[str, int]:
    """Return the diamonds of some wins. "ab" means that a beats b."""
    return diamonds_by_agent(
        {name: WorstResult(*ends) for name, ends in worst.items()}, {(win[0], win[1]) for win in wins}
    )


def test_the_best_worst_result_has_five_and_the_poorest_one() -> None:
    assert ranked({"a": (0, 50), "b": (-800, 100), "c": (-20_000, 3_000)}) == {"a": 5, "b": 3, "c": 1}


def test_who_overlaps_with_the_first_of_a_step_shares_it() -> None:
    assert ranked({"a": (0, 100), "b": (-150, 100), "c": (-900, 100)}) == {"a": 5, "b": 5, "c": 1}


def test_sharing_a_step_is_not_passed_on_from_one_to_the_next() -> None:
    assert ranked({"a": (0, 100), "b": (-150, 100), "c": (-300, 100)}) == {"a": 5, "b": 5, "c": 1}


def test_a_win_beyond_the_interval_parts_two_whose_worst_results_overlap() -> None:
    assert ranked({"a": (0, 500), "b": (-100, 500)}, "ab") == {"a": 5, "b": 1}


def test_the_winner_is_not_below_the_loser_however_poor_its_worst_result() -> None:
    found = ranked({"a": (-5_000, 100), "b": (-200, 100), "c": (-100, 100)}, "ab", "ca")
    assert found["c"] > found["a"] > found["b"]


def test_agents_that_beat_each_other_in_a_circle_have_as_many() -> None:
    found = ranked(
        {"a": (-400, 50), "b": (-900, 50), "c": (-2_000, 50), "d": (0, 50), "e": (-9_000, 50)},
        "ab",
        "bc",
        "ca",
        "da",
        "ae",
    )
    assert found == {"d": 5, "a": 3, "b": 3, "c": 3, "e": 1}


def test_one_alone_has_one() -> None:
    assert ranked({"a": (0, 0)}) == {"a": 1}


@given(WORST, st.sets(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES))))
def test_diamonds_contradict_no_win_in_any_league(
    worst: dict[str, WorstResult], pairs: set[tuple[str, str]]
) -> None:
    wins = {(a, b) for a, b in pairs if a != b and a in worst and b in worst}
    found = diamonds_by_agent(worst, wins)
    assert set(found) == set(worst)
    assert all(1 <= rank <= 5 for rank in found.values())
    assert all(found[winner] >= found[loser] for winner, loser in wins)
    assert min(found.values()) == 1


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
