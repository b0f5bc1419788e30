"""The published properties of the pseudo-harmonic mapping (Ganzfried and Sandholm, 2013, sections 4 and 5)."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ai.abstraction.tree_walk import midpoint_size, nearest_size, share_of_lower, translate_size

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
    """Between a quarter of the pot and the pot; the geometric mean is 0.5, the arithmetic one 0.625."""
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
