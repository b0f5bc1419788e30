"""Draw the icon of the desktop entry and the window: `python -m tests.benchmarks.icon`."""

from __future__ import annotations

import pygame

from game.app.app import ICON
from game.window.ui.canvas.painter import Look, Painter

SIDE = 256


def icon() -> pygame.Surface:
    """Return the program's logo in brass on a rounded panel."""
    surface = pygame.Surface((SIDE, SIDE), pygame.SRCALPHA)
    painter = Painter(surface, Look())
    painter.rect((0, 0, painter.W, painter.H), "panel", painter.W * 0.2)
    painter.motif(painter.W / 2, painter.H / 2, painter.W * 0.8, "brass")
    return surface


if __name__ == "__main__":
    pygame.image.save(icon(), ICON)
