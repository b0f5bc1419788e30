"""A chart as the study screens have it: hairlines, round ticks, curves that carry their names at their ends.

A `Chart` says what is shown. A `Plot` shows it: what takes long (hairlines, areas, curves) is painted once and
copied in later frames, until the chart, its place or the look is another; the words are written each time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import pygame

from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.charts.axis import Axis, written
from game.screens.ui.charts.curves import Point, dashed, pushed_apart, thinned

TICK_ROW = 22.0
TICK_GAP = 8.0
LABEL_GAP = 8.0
LABEL_STEP = 17.0
LEAST_TICK_STEP = 34.0  # between two ticks of the upright axis
TICK_ROOM = 64.0  # for one tick of the level axis
AREA_ALPHA = 105
DOT = 3.5


@dataclass(frozen=True, slots=True)
class Series:
    """One curve: its name, its points (x, y) in order of x, its colour, and its last value in words."""

    name: str
    points: Sequence[Point]
    colour: str
    last: str = ""

    @property
    def label(self) -> str:
        """What stands at the end of the curve."""
        return f"{self.name} {self.last}".strip()


@dataclass(frozen=True, slots=True)
class Target:
    """A level to be reached, drawn dashed; without a name it has no label."""

    value: float
    name: str = ""
    colour: str = "good"


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves over one axis. `stacked` curves lie upon each other and fill the ground up to 1.

    `write` puts a tick of the upright axis into words; `marks` are the x of points on the axis worth a dot.
    """

    series: Sequence[Series]
    x: Axis
    y: Axis
    x_title: str = ""
    targets: Sequence[Target] = ()
    marks: Sequence[float] = ()
    stacked: bool = False
    write: Callable[[float], str] = written


class Plot:
    """Draws charts at one place of a screen."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._chart: Chart | None = None
        self._painted: pygame.Surface | None = None

    def draw(self, painter: Painter, rect: Rect, chart: Chart) -> None:
        """Draw the chart into `rect`, on the ground that lies there."""
        place = pygame.Rect(painter.box(rect)).clip(painter.s.get_clip())
        inner = _inner(painter, rect, chart)
        if not place or inner[2] <= 0 or inner[3] <= 0:
            return
        self._draw_curves(painter, place, inner, chart)
        _write_ticks(painter, inner, chart)
        _write_labels(painter, rect, inner, chart)

    def _draw_curves(self, painter: Painter, place: pygame.Rect, inner: Rect, chart: Chart) -> None:
        key = (tuple(place), inner, painter.look)
        if self._painted is None or key != self._key or chart is not self._chart:
            _paint(painter, inner, chart)
            self._key, self._chart = key, chart
            self._painted = painter.s.subsurface(place).copy()
        else:
            painter.s.blit(self._painted, place)


def _inner(painter: Painter, rect: Rect, chart: Chart) -> Rect:
    """Where the curves lie: right of the ticks, left of the names, above the ticks of the level axis."""
    x, y, w, h = rect
    ticks = (
        max((painter.width(chart.write(tick), "small") for tick in chart.y.ticks()), default=0.0) + TICK_GAP
    )
    names = max((painter.width(label, "small_b") for label in _labels(chart)), default=0.0)
    names = max(names, painter.width(chart.x_title, "small")) + LABEL_GAP
    return x + ticks, y + 7, w - ticks - names, h - 7 - TICK_ROW


def _labels(chart: Chart) -> list[str]:
    return [series.label for series in chart.series] + [one.name for one in chart.targets if one.name]


def _ticks_of_y(chart: Chart, height: float) -> list[float]:
    return chart.y.ticks(max(2, min(6, int(height / LEAST_TICK_STEP) + 1)))


# ---- what is painted once -------------------------------------------------------------------------------------
def _paint(painter: Painter, inner: Rect, chart: Chart) -> None:
    x, y, w, h = inner
    curves = [_course(painter, inner, chart, series) for series in chart.series]
    if chart.stacked:
        _fill_between(painter, inner, chart, curves)
    for tick in _ticks_of_y(chart, h):
        level = y + h * (1 - chart.y.share(tick))
        painter.line(x, level, x + w, level)
    for target in chart.targets:
        dashed(painter, x, x + w, y + h * (1 - chart.y.share(target.value)), target.colour)
    for series, points in zip(chart.series, curves, strict=True):
        painter.curve(points, series.colour)
        if len(points) == 1:
            painter.disc(*points[0], DOT, series.colour)
    for mark in chart.marks:
        painter.disc(x + w * chart.x.share(mark), y + h, DOT, "good")


def _course(painter: Painter, inner: Rect, chart: Chart, series: Series) -> list[Point]:
    """Return the curve as points in dp, no more than the pixels can show."""
    x, y, w, h = inner
    first = chart.x.low if chart.x.log else 0.0
    points = [point for point in series.points if point[0] >= first]
    across = chart.x.shares(at for at, _ in points)
    kept = thinned(
        [(share, value) for share, (_, value) in zip(across, points, strict=True)], max(1, painter.px(w))
    )
    up = chart.y.shares(value for _, value in kept)
    return [(x + w * share, y + h * (1 - level)) for (share, _), level in zip(kept, up, strict=True)]


def _fill_between(painter: Painter, inner: Rect, chart: Chart, curves: Sequence[Sequence[Point]]) -> None:
    """Fill the ground below each curve down to the one before it."""
    low = inner[1] + inner[3]
    below: Sequence[Point] = []
    for series, points in zip(chart.series, curves, strict=True):
        if len(points) > 1:
            base = below or [(points[0][0], low), (points[-1][0], low)]
            painter.area([*points, *reversed(base)], series.colour, AREA_ALPHA)
        below = points


# ---- what is written ------------------------------------------------------------------------------------------
def _write_ticks(painter: Painter, inner: Rect, chart: Chart) -> None:
    x, y, w, h = inner
    for tick in _ticks_of_y(chart, h):
        painter.text(
            chart.write(tick), x - TICK_GAP, y + h * (1 - chart.y.share(tick)), "small", "faint", al="r"
        )
    row = y + h + TICK_ROW / 2 + 3
    for tick in chart.x.ticks(max(2, int(w / TICK_ROOM))):
        at = x + w * chart.x.share(tick)
        half = painter.width(written(tick), "small") / 2
        painter.text(
            written(tick),
            min(max(at, x + half - TICK_GAP), x + w - half - TICK_GAP),
            row,
            "small",
            "faint",
            al="c",
        )
    painter.text(chart.x_title, x + w + LABEL_GAP, row, "small", "faint")


def _write_labels(painter: Painter, rect: Rect, inner: Rect, chart: Chart) -> None:
    """Write the names at the right end, each beside its curve or as near as the others let it be."""
    _, y, _, h = inner
    named = [(target.name, target.colour, target.value) for target in chart.targets if target.name]
    for place, series in enumerate(chart.series):
        if series.points:
            named.append((series.label, series.colour, _label_level(chart, place)))
    wanted = [y + h * (1 - chart.y.share(value)) for _, _, value in named]
    levels = pushed_apart(wanted, LABEL_STEP, y + 2, y + h - 4)
    left = inner[0] + inner[2] + LABEL_GAP
    for (name, colour, _), level in zip(named, levels, strict=True):
        painter.text(name, left, level, "small_b", colour, fit=rect[0] + rect[2] - left + 1)


def _label_level(chart: Chart, place: int) -> float:
    """Return the value beside which a curve's name stands: its last one, or the middle of its band."""
    last = chart.series[place].points[-1][1]
    if not chart.stacked:
        return last
    before = chart.series[place - 1].points[-1][1] if place else 0.0
    return (last + before) / 2
