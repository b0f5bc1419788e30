"""The sizes that stand ready: parts of the pot in whole small blinds, always legal."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.betting import CALL, HoldemRules, PublicBetting
from game.screens.tables.bet_sizes import FRACTIONS, raise_to_for, rounded_raise, size_of


def flop(pot_each: int, blinds: tuple[int, int] = (50, 100), stack: int = 20_000) -> PublicBetting:
    betting = PublicBetting.start(HoldemRules(*blinds, (stack, stack)))
    return betting.child(pot_each).child(CALL).next_round()


@pytest.mark.parametrize(("fraction", "on_street"), [("1/3", 200), ("1/2", 300), ("2/3", 400), ("1", 600)])
def test_a_part_of_the_pot_is_a_round_amount(fraction: str, on_street: int) -> None:
    betting = flop(311)
    assert raise_to_for(betting, fraction) == 311 + on_street


def test_the_smallest_and_the_largest_raise_are_not_rounded() -> None:
    assert rounded_raise(PublicBetting.start(HoldemRules(50, 130, (900, 900))), Fraction(1, 3)) == 260
    assert raise_to_for(flop(311, stack=733), "all-in") == 733
    assert raise_to_for(flop(311, stack=733), "1") == 733


@given(st.integers(1, 60), st.integers(0, 60), st.integers(2, 400), st.sampled_from(FRACTIONS))
def test_every_size_is_legal_and_known_again(small: int, more: int, big_blinds: int, part: Fraction) -> None:
    big = small + more
    betting = PublicBetting.start(HoldemRules(small, big, (big * big_blinds,) * 2))
    raise_to = rounded_raise(betting, part)
    assert raise_to is not None
    assert betting.min_raise_to is not None
    assert betting.max_raise_to is not None
    assert betting.min_raise_to <= raise_to <= betting.max_raise_to
    assert size_of(betting, raise_to) in {"all-in", *map(str, FRACTIONS)}


def test_a_typed_amount_has_no_size() -> None:
    assert size_of(flop(311), 311 + 237) == ""
