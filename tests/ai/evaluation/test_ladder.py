"""Diamonds: nobody has fewer than an agent that he beats, and who cannot be told apart shares them."""

from hypothesis import given
from hypothesis import strategies as st

from ai.evaluation.league_file import WorstResult, diamonds_by_agent

NAMES = ("a", "b", "c", "d", "e", "f", "g")
WORST = st.dictionaries(
    st.sampled_from(NAMES),
    st.builds(WorstResult, st.floats(-9_000, 100), st.floats(0, 4_000)),
    min_size=1,
)


def ranked(worst: dict[str, tuple[float, float]], *wins: str) -> dict[str, int]:
    """Return diamonds; a win is written "ab" where a beats b."""
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
