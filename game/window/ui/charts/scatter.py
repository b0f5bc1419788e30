"""A scatter of points in groups: each group has a colour, and its points are discs or rings.

As with curves, what takes long is painted once and copied in later frames.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import pygame

from game.texts import written
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts import axes
from game.window.ui.charts.axes import Axis
from game.window.ui.charts.chart import Point

DOT, RING = 3.2, 1.6
MARK, MARK_LINE = 7.5, 2.4
TITLE_ROW = 20.0


@dataclass(frozen=True, slots=True)
class Dots:
    """A group of points (x, y); `hollow` ones are rings."""

    points: Sequence[Point]
    colour: str
    hollow: bool = False


@dataclass(frozen=True, slots=True)
class ScatterChart:
    """Groups over two axes, whose ticks are put into words; `marked` is the point that is looked at."""

    groups: Sequence[Dots]
    x: Axis
    y: Axis
    x_title: str
    y_title: str
    write_x: Callable[[float], str] = written
    write_y: Callable[[float], str] = written
    marked: Point | None = None


class Scatter:
    """Draws scatters at one place of a screen."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._groups: Sequence[Dots] = ()
        self._painted: pygame.Surface | None = None

    def draw(self, painter: Painter, rect: Rect, chart: ScatterChart) -> None:
        """Draw the chart into `rect`, over the background already there."""
        place = pygame.Rect(painter.box(rect)).clip(painter.s.get_clip())
        inner = _inner(painter, rect, chart)
        if not place or inner[2] <= 0 or inner[3] <= 0:
            return
        key = tuple(place), inner, painter.look, chart.x, chart.y
        if self._painted is None or key != self._key or chart.groups is not self._groups:
            _paint(painter, inner, chart)
            self._key, self._groups = key, chart.groups
            self._painted = painter.s.subsurface(place).copy()
        else:
            painter.s.blit(self._painted, place)
        if chart.marked is not None:
            painter.ring(*_at(inner, chart, chart.marked), MARK, "text", MARK_LINE)
        _write(painter, rect, inner, chart)


def _inner(painter: Painter, rect: Rect, chart: ScatterChart) -> Rect:
    """Where the points lie: right of the upright ticks and below their title, above the level ones."""
    x, y, width, height = rect
    high = height - 2 * TITLE_ROW - axes.TICK_ROW - 2 * DOT
    left = axes.room_for_ticks(painter, chart.y, high, chart.write_y) + DOT
    return x + left, y + TITLE_ROW + DOT, width - left - 2 * DOT, high


def _at(inner: Rect, chart: ScatterChart, point: Point) -> Point:
    x, y, width, height = inner
    return x + width * chart.x.share(point[0]), y + height * (1 - chart.y.share(point[1]))


def _paint(painter: Painter, inner: Rect, chart: ScatterChart) -> None:
    axes.rule(painter, inner, chart.y)
    for group in chart.groups:
        for point in group.points:
            if group.hollow:
                painter.ring(*_at(inner, chart, point), DOT, group.colour, RING)
            else:
                painter.disc(*_at(inner, chart, point), DOT, group.colour)


def _write(painter: Painter, rect: Rect, inner: Rect, chart: ScatterChart) -> None:
    """Write the ticks, and what the axes count: the upright one above it, the level one below."""
    x, y, width, height = inner
    axes.write_upright(painter, inner, chart.y, chart.write_y)
    row = y + height + axes.TICK_ROW / 2 + 5
    axes.write_level(painter, inner, chart.x, row, chart.write_x)
    painter.text(chart.y_title, rect[0], rect[1] + TITLE_ROW / 2 - 2, "small", "dim", fit=rect[2])
    painter.text(chart.x_title, x + width, row + TITLE_ROW, "small", "dim", al="r", fit=width)
