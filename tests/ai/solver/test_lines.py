"""`--hands` of `solve`: words that select hands on a board, such as `Ah`, `hearts` and `suited`."""

import numpy as np
import pytest

from ai.hands.combos import HANDS
from ai.solver.lines import select_hands
from game.core import BadInput
from game.rules.cards import get_suit, parse

BOARD = parse("Qs7h2h")


@pytest.mark.parametrize(
    ("words", "hands"),
    [
        ("Ah", 48),
        ("A", 186),
        ("suited & A", 45),
        ("Ah & Kh", 1),
        ("hearts & suited", 55),
        ("offsuit & AA", 6),
    ],
)
def test_cards_suits_and_shapes_choose_hands_by_themselves_and_together(words: str, hands: int) -> None:
    assert select_hands(words, BOARD).sum() == hands


def test_no_hand_without_clubs_holds_a_club() -> None:
    clubs = get_suit(parse("2c")[0])
    chosen = select_hands("nothing & !clubs", BOARD)
    held = {get_suit(card) for hand in np.flatnonzero(chosen) for card in HANDS[hand]}
    assert held == {0, 1, 2, 3} - {clubs}


@pytest.mark.parametrize("words", ["sets", "Az", "pair &", "h"])
def test_other_words_are_refused_with_the_words_that_are_known(words: str) -> None:
    with pytest.raises(BadInput, match=r"neither a range nor a kind of hands.*Ah, A or hearts"):
        select_hands(words, BOARD)
