"""The icon that ships is the one that the program draws."""

import pygame

from game.app.app import ICON
from tests.benchmarks.icon import icon


def test_the_icon_is_what_the_script_draws() -> None:
    shipped, drawn = pygame.image.load(ICON), icon()
    assert shipped.get_size() == drawn.get_size()
    assert pygame.image.tobytes(shipped, "RGBA") == pygame.image.tobytes(drawn, "RGBA")
