"""The ground of a value between 0 and 1: blue for a loss, the panel where it is even, amber for a win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.theme import RGB, mix

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

TINT = 0.45  # of the colour, where a value is certain
BENT = 0.8  # the exponent that lets small differences show


def value_tint(painter: Painter, value: float) -> RGB:
    """Return the colour of a value, 0 to 1, on which the theme's text is readable."""
    leaning = 2 * value - 1
    return mix(
        painter.col("raised"), painter.col("brass" if leaning > 0 else "info"), colour_share(abs(leaning))
    )


def colour_share(certainty: float) -> float:
    """Return how much of its colour a ground has for something between 0 and 1."""
    return float(TINT * min(1.0, certainty) ** BENT)
