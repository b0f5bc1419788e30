"""A mean and its interval on a level line, zero in the middle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.window.ui.charts.axis import round_up

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Colour, Painter

WHISKER, DOT = 6.0, 4.0
MARGIN = 1.1

Interval = tuple[float, float | None]
"""A mean, and the half-width of its interval where that is known."""


def reach_of(intervals: Iterable[Interval], least: float = 0.0) -> float:
    """Return a round figure, at least `least`, that holds every mean and the narrowest interval."""
    known = list(intervals)
    most = max((abs(mean) for mean, _ in known), default=0.0)
    narrowest = min((abs(mean) + ci95 for mean, ci95 in known if ci95 is not None), default=0.0)
    return round_up(max(MARGIN * most, narrowest, least))


def draw_interval(
    painter: Painter,
    line: tuple[float, float, float],
    mean: float,
    ci95: float | None,
    *,
    reach: float,
    ink: Colour,
) -> None:
    """Draw the interval and its mean. An end beyond the edge of the line has no whisker.

    `line` is (left, middle, width) in dp; it stands for the values from `-reach` to `reach`.
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
