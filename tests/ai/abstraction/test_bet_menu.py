"""Bet menus and action translation."""

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ai.abstraction import bet_menu
from ai.abstraction.bet_menu import load_menu, menu_names, parse_menu, read
from ai.abstraction.tree_walk import midpoint_size, nearest_size, share_of_lower, translate_size
from game.core import BadInput

GOOD = "\n".join(
    f"{name}: {{sizes: [[0.5, 1], [1]], cap: 2}}" for name in ("preflop", "flop", "turn", "river")
)


@pytest.mark.parametrize("name", menu_names())
def test_a_shipped_menu_is_read_and_written_the_same(name: str) -> None:
    menu = load_menu(name)
    assert parse_menu(menu.text, "menu.yaml") == menu


def test_the_last_sizes_go_for_all_further_raises_up_to_the_cap() -> None:
    street = parse_menu(GOOD.replace("cap: 2", "cap: 3"), "menu.yaml").streets[1]
    assert [street.fractions(raises) for raises in range(5)] == [(0.5, 1.0), (1.0,), (1.0,), (), ()]


def test_all_in_names_the_first_raise_that_may_be_all_in() -> None:
    for written, read_as in (("true", 1), ("false", 0), ("1", 1), ("3", 3)):
        menu = parse_menu(GOOD.replace("cap: 2", f"cap: 2, all-in: {written}", 1), "menu.yaml")
        assert [street.all_in for street in menu.streets] == [read_as, 1, 1, 1]


@pytest.mark.parametrize(
    ("wrong", "right", "sentence"),
    [
        ("turn:", "tern:", "unknown key 'tern'; known are preflop, flop, turn, river, commit"),
        ("sizes: [[0.5, 1], [1]]", "sizes: [0.5, 1]", "sizes is a list of lists"),
        ("sizes: [[0.5, 1], [1]]", "sizes: [[1, 0.5]]", "the sizes .* must rise"),
        ("sizes: [[0.5, 1], [1]]", "sizes: [[-1]]", "a size is a fraction of the pot, above 0"),
        ("sizes: [[0.5, 1], [1]]", "sizes: [[.nan]]", "a size is a fraction of the pot, above 0"),
        ("sizes: [[0.5, 1], [1]]", "sizes: [[1, 2, 3, 4, 5, 6, 7]]", "7 sizes in one list; the most is 6"),
        ("cap: 2", "cap: 9", "cap is a whole number from 0 to 8, not 9"),
        ("cap: 2", "cap: true", "cap is a whole number"),
        ("cap: 2", "cap: 2, all-in: 9", "all-in is true, false or the first raise .*, 1 to 8, not 9"),
        ("cap: 2", "cap: 2, all-in: '3'", "all-in is true, false or the first raise"),
        ("cap: 2", "cup: 2", "needs sizes and cap"),
    ],
)
def test_what_is_wrong_with_a_menu_is_said(wrong: str, right: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as error:
        parse_menu(GOOD.replace(wrong, right, 1), "menu.yaml")
    assert str(error.value).startswith("menu.yaml")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not a menu"),
        ("{", "line 2: a value is missing or a bracket is not closed"),
        ("preflop: {sizes: [[1]], cap: 1}", "lacks the flop"),
        ("commit: 1\n" + GOOD + "\ncommit: 1", "the key 'commit' is given twice"),
        (GOOD + "\ncommit: 2", "commit is a share of the stack"),
    ],
)
def test_what_is_no_menu_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        parse_menu(text, "menu.yaml")


def test_a_menu_is_found_by_name_or_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(GOOD, encoding="utf-8")
    assert load_menu(str(file)) == parse_menu(GOOD, "")
    with pytest.raises(BadInput, match="There is no menu 'none': there are"):
        load_menu("none")
    with pytest.raises(BadInput, match="There is no menu"):
        read(tmp_path / "absent.yaml")


def test_a_menu_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="it is not text"):
        read(file)


def test_the_street_menus_stand_in_the_order_of_the_streets() -> None:
    menu = load_menu(bet_menu.menu_names()[0])
    assert len(menu.streets) == 4


def test_the_menu_that_the_readme_shows_is_one() -> None:
    readme = (Path(__file__).parents[3] / "ai" / "training" / "README.md").read_text(encoding="utf-8")
    [shown] = re.findall(r"^```\n(preflop:.*?)^```", readme, re.MULTILINE | re.DOTALL)
    assert not parse_menu(shown, "README").streets[1].all_in


sizes = st.floats(0.0, 20.0)
steps = st.floats(0.01, 20.0)
shares = st.floats(0.0, 1.0)


def between(lower: float, step: float, share: float) -> tuple[float, float, float]:
    return min(lower + share * step, lower + step), lower, lower + step


@given(sizes, steps)
def test_boundary_constraints_a_size_on_offer_is_taken_for_itself(lower: float, step: float) -> None:
    assert share_of_lower(lower, lower, lower + step) == pytest.approx(1)
    assert share_of_lower(lower + step, lower, lower + step) == pytest.approx(0)


@given(sizes, steps, shares, shares)
def test_monotonicity_a_larger_bet_is_less_likely_taken_for_the_lower_size(
    lower: float, step: float, one: float, other: float
) -> None:
    small, large = sorted((one, other))
    assume(large - small > 1e-6)
    assert share_of_lower(*between(lower, step, small)) > share_of_lower(*between(lower, step, large))


@given(st.integers(1, 50), st.integers(51, 100), st.integers(51, 400), st.integers(1, 1_000), shares)
def test_scale_invariance_only_the_sizes_in_pots_count(
    lower: int, upper: int, pot: int, scale: int, share: float
) -> None:
    bet = lower + share * (upper - lower)
    here = share_of_lower(bet / pot, lower / pot, upper / pot)
    there = share_of_lower(
        scale * bet / (scale * pot), scale * lower / (scale * pot), scale * upper / (scale * pot)
    )
    assert here == pytest.approx(there)


@given(sizes, steps, shares)
def test_action_robustness_a_bet_a_little_larger_is_taken_almost_alike(
    lower: float, step: float, share: float
) -> None:
    bet, lower, upper = between(lower, step, share)
    little = 1e-6 * step
    assert share_of_lower(bet + little, lower, upper) == pytest.approx(
        share_of_lower(bet, lower, upper), abs=1e-4
    )


@given(sizes, steps, shares)
def test_boundary_robustness_sizes_a_little_larger_take_a_bet_almost_alike(
    lower: float, step: float, share: float
) -> None:
    bet, lower, upper = between(lower, step, share)
    little = 1e-6 * step
    moved = share_of_lower(bet, lower + little, upper + little)
    assert moved == pytest.approx(share_of_lower(bet, lower, upper), abs=1e-4)


@given(sizes, steps, shares)
def test_a_bet_is_called_as_often_as_in_the_game_that_the_mapping_comes_from(
    lower: float, step: float, share: float
) -> None:
    bet, lower, upper = between(lower, step, share)
    as_lower = share_of_lower(bet, lower, upper)
    assert as_lower / (1 + lower) + (1 - as_lower) / (1 + upper) == pytest.approx(1 / (1 + bet))


@given(sizes, steps)
def test_the_middle_is_taken_for_both_sizes_alike(lower: float, step: float) -> None:
    assert share_of_lower(midpoint_size(lower, lower + step), lower, lower + step) == pytest.approx(0.5)


def test_the_middle_lies_below_the_arithmetic_and_above_the_geometric_mean() -> None:
    """The pseudo-harmonic midpoint of 0.25 and 1 pot is 0.54.

    The geometric mean of the two sizes is 0.5, and their arithmetic mean is 0.625.
    """
    assert midpoint_size(0.25, 1.0) == pytest.approx(0.5385, abs=1e-4)


@given(st.lists(sizes, min_size=1, max_size=5, unique=True), sizes)
def test_a_bet_is_taken_for_its_neighbours_with_probabilities_that_add_up(
    on_offer: list[float], bet: float
) -> None:
    rising = sorted(on_offer)
    taken = translate_size(bet, rising)
    assert sum(share for _, share in taken) == pytest.approx(1)
    assert all(share >= 0 for _, share in taken)
    assert all(
        len([one for one in rising if min(bet, rising[at]) < one < max(bet, rising[at])]) == 0
        for at, _ in taken
    )


@given(st.lists(sizes, min_size=1, max_size=5, unique=True), sizes)
def test_the_deterministic_form_takes_a_bet_for_the_likeliest_size(on_offer: list[float], bet: float) -> None:
    rising = sorted(on_offer)
    taken = dict(translate_size(bet, rising))
    assert taken[nearest_size(bet, rising)] == max(taken.values())


def test_a_bet_beyond_all_sizes_is_taken_for_the_nearest() -> None:
    assert translate_size(0.1, [0.5, 1.0]) == ((0, 1.0),)
    assert translate_size(7.0, [0.5, 1.0]) == ((1, 1.0),)
