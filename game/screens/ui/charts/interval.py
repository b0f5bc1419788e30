"""A mean and its interval on a level line, zero in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.screens.ui.canvas.painter import Colour, Painter

WHISKER, DOT = 6.0, 4.0


def draw_interval(
    painter: Painter,
    line: tuple[float, float, float],
    mean: float,
    ci95: float | None,
    *,
    reach: float,
    ink: Colour,
) -> None:
    """Draw the interval with whiskers, but where it runs over the edge, and the mean upon it.

    `line` is where it begins, its height in the picture and its length, in dp; the line reaches from `-reach` to
    `reach`.
    """
    x, middle, wide = line

    def place(value: float) -> float:
        return x + wide / 2 * (1 + max(-1.0, min(1.0, value / reach)))

    if ci95 is not None:
        low, high = mean - ci95, mean + ci95
        painter.line(place(low), middle, place(high), middle, ink, lw=2)
        for end in (low, high):
            if abs(end) <= reach:
                painter.line(place(end), middle - WHISKER, place(end), middle + WHISKER, ink, lw=2)
    painter.disc(place(mean), middle, DOT, ink)
