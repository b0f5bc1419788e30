"""A funnel: the running mean of a series with its 95 % band, which narrows as the samples come in (log axis)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.charts.axis import round_up

BAND_FROM = 2  # samples
AXIS = 22.0
LEAST_HEIGHT = 56.0
MARGIN = 1.08


@dataclass(frozen=True, slots=True)
class FunnelPoint:
    """The mean after some samples and the half-width of its interval."""

    samples: int
    mean: float
    ci95: float


@dataclass(frozen=True, slots=True)
class FunnelPicture:
    """The course, and what is written: the reach of the upright axis both ways, and the ticks of samples."""

    points: Sequence[FunnelPoint]
    reach: float
    upper: str
    lower: str
    ticks: Sequence[tuple[int, str]]
    last: int


def reach_of(points: Sequence[FunnelPoint]) -> float:
    """Return a round figure that the later half of the course stays within, and most of the band."""
    later = points[len(points) // 2 :] or points
    most = max((abs(point.mean) + point.ci95 for point in later), default=1.0) * MARGIN
    return round_up(most)


def draw(painter: Painter, r: Rect, picture: FunnelPicture) -> None:
    """Draw axes, band and mean."""
    x, y, w, h = r
    low = y + h - AXIS
    middle = (y + low) / 2
    label = max(painter.width(picture.upper, "small"), painter.width(picture.lower, "small")) + 10
    left, wide = x + label, w - label
    for at, written in ((y + 8, picture.upper), (low - 8, picture.lower)):
        painter.text(written, x + label - 10, at, "small", "faint", al="r")
    painter.text("0", x + label - 10, middle, "small", "faint", al="r")
    painter.line(left, middle, left + wide, middle, "edge")
    painter.line(left, low, left + wide, low)
    for samples, written in picture.ticks:
        at = left + wide * _share(samples, picture.last)
        align = "r" if at > left + wide - 24 else "c" if at > left + 12 else "l"
        painter.text(written, at, low + AXIS / 2 + 2, "small", "faint", al=align)  # type: ignore[arg-type]
    _draw_course(painter, (left, y, wide, low - y), picture)


def _draw_course(painter: Painter, r: Rect, picture: FunnelPicture) -> None:
    x, y, w, h = r

    def place(samples: int, value: float) -> tuple[float, float]:
        height = max(-1.0, min(1.0, value / picture.reach))
        return x + w * _share(samples, picture.last), y + h / 2 * (1 - height)

    points = picture.points
    if len(points) < BAND_FROM:
        return
    upper = [place(point.samples, point.mean + point.ci95) for point in points]
    lower = [place(point.samples, point.mean - point.ci95) for point in points]
    painter.area([*upper, *reversed(lower)], "brass", 70)
    painter.curve([place(point.samples, point.mean) for point in points], "brass")


def _share(samples: int, last: int) -> float:
    """Where so many samples lie on the log axis."""
    return math.log(max(1, samples)) / math.log(max(2, last))
