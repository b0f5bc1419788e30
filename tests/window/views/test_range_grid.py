"""Grids of ranges: the names in their cells can be read on every shade."""

import pygame
import pytest

from game.window.ui.canvas.painter import Painter
from game.window.ui.theme import THEMES, contrast
from game.window.views import range_grid
from tests.window.test_painter import a_painter


@pytest.fixture(autouse=True)
def _display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((640, 400))


def contrasts(painter: Painter, colour: str, *, stale: bool = False) -> list[float]:
    """Return the contrast of name to cell for weights from 0 to 1, and for a hand that cannot be held."""
    bright = painter.col(colour)
    if stale:
        bright = range_grid.mix(bright, painter.col("panel"), range_grid.STALE)
    fills = [
        range_grid._fill(step / 200, painter.col("sunk"), bright) or painter.col("panel")
        for step in range(201)
    ]
    return [contrast(range_grid.ink_on(painter, fill), fill) for fill in (*fills, painter.col("panel"))]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", ["brass", "info"])
@pytest.mark.parametrize("stale", [False, True])
def test_names_read_on_every_shade(theme: str, colour: str, stale: bool) -> None:
    assert min(contrasts(a_painter(theme=theme), colour, stale=stale)) >= 4.5
