"""A rung in the list: who stands there, how the player stands against them, and the interval beside zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.archive.ladder import UNLOST, RungResult
from game.screens.models.opponents import Portrait
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.charts.axis import round_up
from game.screens.ui.charts.interval import draw_interval

ROW_HEIGHT = 58.0
SIDE, GAP = 14.0, 16.0
MEDALLION = 19.0
LEAST_NAME, PLOT_SHARE, LEAST_PLOT = 200.0, 0.34, 130.0
BAR_REACH, ZERO_REACH = 9.0, 14.0
DOT, DOT_STEP, MIDDLE_GAP = 4.5, 14.0, 10.0
SIGN = 18.0


@dataclass(frozen=True, slots=True)
class RungLine:
    """What a row says: who, a note, a figure; `is_next` marks the rung to climb next."""

    who: Portrait
    name: str
    note: str
    figure: str
    is_next: bool


def reach_of(rungs: Sequence[RungResult]) -> float:
    """Return a round figure that holds every mean and the narrowest interval."""
    played = [rung for rung in rungs if rung.hands]
    means = max((abs(rung.mean) for rung in played), default=0.0)
    narrowest = min((abs(rung.mean) + rung.ci95 for rung in played if rung.ci95 is not None), default=0.0)
    return round_up(max(1.1 * means, narrowest, 0.1))


def draw_rung(painter: Painter, rect: Rect, rung: RungResult, line: RungLine, reach: float | None) -> None:
    """Draw a row; with `reach` the interval, without it the games in a row that were not lost."""
    x, y, width, height = rect
    middle = y + height / 2
    left, right = x + SIDE + 2 * MEDALLION + GAP, x + width - SIDE
    painter.medallion(x + SIDE + MEDALLION, middle, MEDALLION, line.who.device, lit=line.is_next)
    if rung.beaten:
        painter.icon("check", right - SIGN / 2, middle, SIGN, "good")
    right -= SIGN + GAP
    wide = max(LEAST_PLOT, PLOT_SHARE * width)
    plotted = right - left - wide >= LEAST_NAME
    if plotted:
        right -= wide
        if reach is None:
            _draw_unlost(painter, (right, middle, wide), rung)
        else:
            _draw_interval(painter, (right, y, wide, height), rung, reach)
        right -= GAP
    ink = "brass" if line.is_next else "text"
    painter.text(line.name, left, y + height * 0.33, "label_b", ink, fit=right - left)
    note = line.note if plotted or not line.figure else f"{line.figure} · {line.note}"
    painter.text(note, left, y + height * 0.69, "small", "dim", fit=right - left)


def _draw_interval(painter: Painter, area: Rect, rung: RungResult, reach: float) -> None:
    """Draw the interval beside zero, and the bar where it is not zero."""
    if not rung.hands:
        return
    x, y, wide, height = area
    middle = y + height / 2
    zero = x + wide / 2
    painter.line(zero, middle - ZERO_REACH, zero, middle + ZERO_REACH, "edge")
    if rung.rung.bar:
        bar = zero + wide / 2 * max(-1.0, rung.rung.bar / reach)
        painter.line(bar, middle - BAR_REACH, bar, middle + BAR_REACH, "dim")
    ink = "good" if rung.beaten else "text"
    draw_interval(painter, (x, middle, wide), rung.mean, rung.ci95, reach=reach, ink=ink)


def _draw_unlost(painter: Painter, line: tuple[float, float, float], rung: RungResult) -> None:
    """Draw a dot for each game that must not be lost, full where it was not: X's first, then O's."""
    x, middle, wide = line
    ink = "good" if rung.beaten else "text"
    at = x + wide / 2 - UNLOST * DOT_STEP - MIDDLE_GAP
    for count in rung.unlost:
        for place in range(UNLOST):
            centre = at + (place + 0.5) * DOT_STEP
            if place < count:
                painter.disc(centre, middle, DOT, ink)
            else:
                painter.ring(centre, middle, DOT, "edge", 1.2)
        at += UNLOST * DOT_STEP + 2 * MIDDLE_GAP
