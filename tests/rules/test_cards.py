"""Cards: numbers, names, the 4 x 13 array."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import BadInput
from game.rules import cards

hands = st.lists(st.sampled_from(cards.DECK), unique=True, max_size=7)


def test_suits_are_spades_hearts_clubs_diamonds_and_ranks_two_to_ace() -> None:
    assert cards.parse("2s As 2h 2c 2d Ad") == (0, 12, 13, 26, 39, 51)


@pytest.mark.parametrize("text", ["As Kd Th 2c", "AsKdTh2c", "as,kd, TH2C", "  AsKd\tTh 2c\n"])
def test_cards_are_read_joined_or_apart(text: str) -> None:
    assert cards.names(cards.parse(text)) == "AsKdTh2c"


def test_no_text_is_no_cards() -> None:
    assert cards.parse("") == ()


@pytest.mark.parametrize(("text", "token"), [("AsXd", "Xd"), ("As K", "K"), ("AsKdT", "T"), ("1s", "1s")])
def test_bad_token_is_named(text: str, token: str) -> None:
    with pytest.raises(BadInput, match=rf'^No card "{token}": .*\.$'):
        cards.parse(text)


def test_duplicate_card_is_named() -> None:
    with pytest.raises(BadInput, match=r'^Card "Kd" appears twice\.$'):
        cards.parse("Kd As kd")


@given(st.text(max_size=12))
def test_any_text_is_cards_or_bad_input(text: str) -> None:
    try:
        read = cards.parse(text)
    except BadInput:
        return
    assert set(read) <= set(cards.DECK)


@given(hands)
def test_names_are_read_back(hand: list[int]) -> None:
    assert cards.parse(cards.names(hand)) == tuple(hand)


def test_array_has_a_row_for_each_suit_and_a_column_for_each_rank() -> None:
    array = cards.as_array(cards.parse("2s Kc"))
    assert array[0] == (1, *[0] * 12)
    assert array[2] == (*[0] * 11, 1, 0)
    assert sum(map(sum, array)) == 2


@given(hands)
def test_array_gives_the_cards_back(hand: list[int]) -> None:
    assert cards.from_array(cards.as_array(hand)) == tuple(sorted(hand))


@pytest.mark.parametrize("array", [[], [[0] * 13] * 3, [[0] * 12] * 4, [[2] * 13] * 4])
def test_array_of_another_shape_or_content_is_refused(array: list[list[int]]) -> None:
    with pytest.raises(BadInput, match="cards as an array"):
        cards.from_array(array)
