"""Chips, seen a little from above, with six edge spots; and how an amount is stacked."""

from __future__ import annotations

import math

import pygame

from game.window.ui.canvas import rasters
from game.window.ui.canvas.cache import kept
from game.window.ui.theme import Chip, mix, tokens

MOST_IN_A_STACK = 9
FLATTENING = 0.86  # height of the upper face over its width
THICKNESS = 0.13
STEP = 0.17  # from chip to chip of a stack, in diameters
BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def stack_of(amount: int, most: int = MOST_IN_A_STACK) -> tuple[Chip, ...]:
    """Return the chips of one stack, the most valuable at the bottom; what is too much is left out."""
    stack: list[Chip] = []
    for chip in tokens().chips:
        while amount >= chip.worth and len(stack) < most:
            stack.append(chip)
            amount -= chip.worth
    return tuple(stack)


@kept
def chip(name: str, pixels: int, *, outlined: bool) -> pygame.Surface:
    """Return one chip `pixels` wide; `outlined` draws the white rim of the high-contrast theme."""
    denomination = next(chip for chip in tokens().chips if chip.name == name)
    body, spots = denomination.body, denomination.spots
    k = rasters.OVERSIZE
    side, edge = pixels * k, pixels * THICKNESS * k
    high = side * FLATTENING
    rim = mix(body, BLACK, 0.38)
    surface = rasters.blank(side, round(high + edge) + 2, mix(body, BLACK, 0.4))

    def face(y: float, colour: tuple[int, int, int], share: float = 1.0) -> None:
        inset = (1 - share) / 2
        pygame.draw.ellipse(surface, colour, (inset * side, y + inset * high, side * share, high * share))

    def on_face(radius: float, angle: float) -> tuple[float, float]:
        return side / 2 + side * radius * math.cos(angle), (
            side / 2 + side * radius * math.sin(angle)
        ) * FLATTENING

    face(edge, rim)
    pygame.draw.rect(surface, rim, (0, high / 2, side, edge))
    face(0, WHITE if outlined else body)
    face(0, body, 0.92 if outlined else 1)
    for i in range(6):
        angle = math.pi * i / 3
        corners = [(0.5, -0.19), (0.5, 0.0), (0.5, 0.19), (0.37, 0.19), (0.37, -0.19)]
        pygame.draw.polygon(surface, spots, [on_face(radius, angle + turn) for radius, turn in corners])
    face(0, mix(body, WHITE, 0.28), 0.70)
    face(0, body, 0.66)
    face(0, mix(body, WHITE, 0.10), 0.50)
    return rasters.reduced(surface, pixels, round(pixels * (FLATTENING + THICKNESS)))
