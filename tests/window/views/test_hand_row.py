"""A row of the list of hands: names have the room that the cards leave."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.window.ui.canvas.painter import Painter
from game.window.views import cards as hand_row
from game.window.views.cards import HandLine

NAMES = "The Almanac and Vesper"


def written(width: float, own: tuple[str, ...], beside: tuple[str, ...]) -> list[str]:
    pygame.font.init()
    painter = Painter(pygame.Surface((1280, 720)))
    painter.log = []
    line = HandLine("eye", NAMES, "Kuhn poker", "+1", "for The Almanac", "text", "today", "12:00")
    hand_row.draw_hand_row(painter, (0.0, 0.0, width, 56.0), line, (own, beside))
    return [mark.words for mark in painter.log]


def test_two_cards_leave_their_room_to_the_names() -> None:
    assert NAMES in written(700.0, ("As",), ("Ks",))
