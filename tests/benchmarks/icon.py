"""Draw the icon of the desktop entry and of the window anew: `python -m tests.benchmarks.icon`."""

from __future__ import annotations

import pygame

from game.screens.shell.app import ICON
from game.screens.ui.canvas.pen import Look, Pen

SIDE = 256


def icon() -> pygame.Surface:
    """Return the house mark in brass on a rounded panel."""
    surface = pygame.Surface((SIDE, SIDE), pygame.SRCALPHA)
    pen = Pen(surface, Look())
    pen.rect((0, 0, pen.W, pen.H), "panel", pen.W * 0.2)
    pen.motif(pen.W / 2, pen.H / 2, pen.W * 0.8, "brass")
    return surface


if __name__ == "__main__":
    pygame.image.save(icon(), ICON)
