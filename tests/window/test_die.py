"""The die behind a mixed action, in whole numbers."""

from hypothesis import given
from hypothesis import strategies as st

from game.core import Decision
from game.study.words import Band, make_die


def test_the_die_of_the_sketch() -> None:
    die = make_die(Decision(1, {1: 1 / 3, 0: 2 / 3}, 0.205))
    assert die is not None
    assert (die.number, die.sides) == (21, 100)
    assert die.bands == (Band(1, 1, 33), Band(0, 34, 100))


def test_no_die_is_thrown_for_a_certain_action() -> None:
    assert make_die(Decision(1, {0: 0.0, 1: 1.0}, 0.4)) is None
    assert make_die(Decision(1, {0: 0.5, 1: 0.5}, None)) is None


def test_more_sides_where_a_hundred_would_tell_a_lie() -> None:
    die = make_die(Decision(0, {0: 0.334, 1: 0.666}, 0.3335))
    assert die is not None
    assert die.sides == 1_000


@given(
    st.lists(st.floats(0.01, 1.0), min_size=2, max_size=5),
    st.floats(0.0, 1.0, exclude_max=True),
)
def test_the_number_always_lies_in_the_band_of_what_was_done(weights: list[float], roll: float) -> None:
    total = sum(weights)
    strategy = {action: weight / total for action, weight in enumerate(weights)}
    passed, chosen = 0.0, len(weights) - 1
    for action, share in strategy.items():
        passed += share
        if roll < passed:
            chosen = action
            break
    die = make_die(Decision(chosen, strategy, roll))
    if die is None:
        return
    band = next(band for band in die.bands if band.action == chosen)
    assert band.first <= die.number <= band.last
    assert die.bands[0].first == 1
    assert die.bands[-1].last == die.sides
    assert all(a.last + 1 == b.first for a, b in zip(die.bands, die.bands[1:], strict=False))
