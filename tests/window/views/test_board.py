"""The tic-tac-toe board: three in a row are inlaid, and their marks stay to be seen."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from game.window.ui.canvas.painter import Look, Painter
from game.window.ui.theme import THEMES
from game.window.views import board
from game.window.views.board import BoardPicture

SIDE = 480.0
PLACE = (20.0, 20.0, SIDE, SIDE)
DIAGONAL = (0, 4, 8)


def drawn(theme: str, mark: int, line: tuple[int, ...] | None) -> tuple[Painter, pygame.Surface]:
    pygame.display.init()
    pygame.display.set_mode((640, 640))
    surface = pygame.Surface((640, 640)).convert()
    painter = Painter(surface, Look(theme=theme))
    marks = [mark if cell in DIAGONAL else 0 for cell in range(9)]
    board.draw_background(painter, PLACE)
    board.draw(painter, PLACE, BoardPicture(marks, line=line))
    return painter, surface


def colour_at(painter: Painter, surface: pygame.Surface, along: float, across: float) -> tuple[int, int, int]:
    """Return the colour at a distance from the middle of the board, in squares along its diagonal and across."""
    x, y, pitch, _ = board.square(PLACE, 4)
    root = 2**-0.5 * pitch
    px, py = x + pitch / 2 + (along - across) * root, y + pitch / 2 + (along + across) * root
    left, top, _, _ = painter.box((px, py, 1, 1))
    red, green, blue, _ = surface.get_at((left, top))
    return red, green, blue


@pytest.mark.parametrize("theme", THEMES)
def test_a_stroke_along_the_winning_line_is_seen_whole(theme: str) -> None:
    """The falling stroke of an X lies on the diagonal itself: its colour must not change."""
    before, after = (drawn(theme, -1, line) for line in (None, DIAGONAL))
    for along in (-0.3, -0.15, 0.15, 0.3):
        assert colour_at(*before, along, 0.0) == colour_at(*after, along, 0.0)


@pytest.mark.parametrize("theme", THEMES)
def test_the_squares_that_win_are_inlaid_on_both_sides_of_a_stroke(theme: str) -> None:
    painter, surface = drawn(theme, -1, DIAGONAL)
    stroke = colour_at(painter, surface, 0.2, 0.0)
    for across in (-0.08, 0.08):
        assert colour_at(painter, surface, 0.2, across) == painter.col("felt") != stroke


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_joins_the_squares_that_win(theme: str) -> None:
    before, after = (drawn(theme, -1, line) for line in (None, DIAGONAL))
    corner = 2**-0.5
    for along in (-corner, corner):
        for across in (-0.05, 0.0, 0.05):
            assert colour_at(*before, along, across) == colour_at(*after, along, across)
