"""What views make of what they are told: amounts in cards, words in the room there is."""

import pygame
import pytest

from game.window.ui.canvas.painter import Painter
from game.window.views import cards
from game.window.views import cards as seats


@pytest.mark.parametrize(
    ("amount", "expected"),
    [(3, (3,)), (24, (9, 9, 6)), (133, (126,)), (367, (351,)), (2_150, (2_125,)), (1_500, (1_500,))],
)
def test_small_change_is_one_chip(amount: int, expected: tuple[int, ...]) -> None:
    assert cards.chip_stacks(amount) == expected


def test_a_hand_in_words_loses_its_kicker_before_it_is_cut() -> None:
    pygame.font.init()
    painter = Painter(pygame.Surface((1280, 720)))
    note = "Two pair, queens and fours, eight kicker"
    assert seats.fit_note(painter, note, 400) == note
    assert seats.fit_note(painter, note, 190) == "Two pair, queens and fours"
    assert seats.fit_note(painter, note, 80) == "Two pair"
