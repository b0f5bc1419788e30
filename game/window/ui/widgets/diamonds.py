"""Measured strength as diamonds in a row, of which the full ones count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.agent_entries import MOST_DIAMONDS

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Colour, Painter

GAP, RIM = 0.47, 0.14  # of a diamond


def width(size: float) -> float:
    """Return how wide the row is with diamonds of this size, in dp."""
    return size * (MOST_DIAMONDS * (1 + GAP) - GAP)


def draw(
    painter: Painter, centre: tuple[float, float], count: int, col: Colour, background: Colour, *, size: float
) -> None:
    """Draw the row, hollow ones in the colour of the ground; nothing for one who was never measured."""
    if not count:
        return
    x, y = centre
    step = size * (1 + GAP)
    left = x - (MOST_DIAMONDS - 1) * step / 2
    whole = painter.px(size)
    hollow = (
        whole - 2 * max(2, round(whole * RIM))
    ) / painter.u  # the same rim on both sides, in whole pixels
    for place in range(MOST_DIAMONDS):
        painter.suit("d", left + place * step, y, size, col)
        if place >= count:
            painter.suit("d", left + place * step, y, hollow, background)
