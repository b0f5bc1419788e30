"""Amounts as chips and in big blinds, written and read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import BadInput
from game.study.amounts import Amounts


def test_chips_and_blinds() -> None:
    assert Amounts(False, 100).write(19_500) == "19,500"
    assert Amounts(True, 100).write(19_500) == "195 bb"
    assert Amounts(True, 100).write(250) == "2.5 bb"
    assert Amounts(False, 100).signed(-2000) == "−2,000"
    assert Amounts(True, 100).signed(2000) == "+20 bb"
    assert Amounts(False, 100).signed(0) == "0"


@given(st.integers(1, 40_000))
def test_what_is_written_in_chips_is_read_back(chips: int) -> None:
    amounts = Amounts(False, 100)
    assert amounts.read(amounts.bare(chips)) == chips


def test_blinds_are_rounded_to_whole_chips() -> None:
    assert Amounts(True, 100).read("2.504") == 250


@pytest.mark.parametrize("words", ["", "two", "1.2.3", "-"])
def test_what_is_no_amount_is_refused(words: str) -> None:
    with pytest.raises(BadInput, match="not an amount"):
        Amounts(False, 100).read(words)
