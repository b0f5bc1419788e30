"""Interactive charts: line charts in which a click on a label isolates its curve, and scatter plots.

Slow parts are drawn once into a picture, which later frames copy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import pygame

from game.texts import format_tick
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts import axes
from game.window.ui.charts.axes import Axis
from game.window.ui.charts.chart import Chart, LineLabels, Moment, Plot, Point
from game.window.ui.input import ENTER, Key
from game.window.ui.widgets.cells import ReadOut
from game.window.ui.widgets.widget import WidgetPart, holds

CORNER = 6.0


class Lines(ReadOut[float]):
    """A line chart as a control. An isolated curve stays bright while the others fade.

    `probe` is the x value under the mouse. The argument `together` maps a curve with a label to the other
    curves that share this label.
    """

    role: ClassVar[str] = "chart"

    def __init__(self, name: str, label: str) -> None:
        super().__init__(name, label)
        self.plot = Plot()
        self.chart: Chart | None = None
        self.labels: LineLabels = {}
        self.now = 0
        self.probe: int | None = None
        self.isolated = ""
        self.together: Mapping[str, frozenset[str]] = {}
        self._at = 0

    @property
    def value(self) -> str:
        return ", ".join(words for words, _ in self.labels.values())

    def parts(self) -> list[WidgetPart]:
        """Return the labels as parts, for a screen reader."""
        return [
            WidgetPart(key, self.labels[key][0], rect, key == self.isolated)
            for key, rect in self.plot.labels.items()
            if key in self.labels
        ]

    def key(self, event: Key) -> bool:
        """Handle a key: up and down move between the labels, Enter isolates a curve or ends the isolation."""
        keys = list(self.labels)
        if not keys or event.ctrl:
            return False
        if event.name in ("up", "down"):
            self._at = (self._at + (1 if event.name == "down" else -1)) % len(keys)
        elif event.name in ENTER and not event.repeat:
            self.isolate(keys[self._at % len(keys)])
        else:
            return False
        return True

    def release(self, x: float, y: float) -> bool:
        """Isolate the curve whose label was clicked."""
        for key, rect in self.plot.labels.items():
            if holds(rect, x, y):
                self.isolate(key)
        return True

    def find(self, x: float, y: float) -> float | None:
        return self.plot.value_at(x, y) if self.chart is not None else None

    def isolate(self, key: str) -> None:
        self.isolated = "" if key == self.isolated else key

    def isolate_next(self) -> None:
        """Isolate the next curve. After the last curve, end the isolation."""
        keys = ["", *self.labels]
        at = keys.index(self.isolated) if self.isolated in keys else 0
        self.isolated = keys[(at + 1) % len(keys)]

    def draw(self, painter: Painter) -> None:
        """Draw the chart."""
        if self.chart is None:
            return
        alone = frozenset((self.isolated,)) if self.isolated in self.labels else frozenset[str]()
        alone = self.together.get(self.isolated, alone)
        self.plot.draw(painter, self.rect, self.chart, Moment(self.now, self.labels, alone, self.probe))
        if self.focused:
            painter.focus_ring(self.rect, CORNER)
            keys = list(self.labels)
            at = self.plot.labels.get(keys[self._at % len(keys)]) if keys else None
            if at is not None:
                painter.rect(at, None, 4, "focus", 1.4)


class ChartGroup:
    """The charts of a page. All charts show the values at the same moment, on linear or logarithmic axes."""

    def __init__(self, *lines: Lines) -> None:
        self._lines = lines
        self.log = True
        self._version: Hashable = None

    @property
    def isolated(self) -> str:
        return next((chart.isolated for chart in self._lines if chart.isolated), "")

    def give_back(self) -> bool:
        """End the isolation of a curve. Return whether a curve was isolated."""
        stood_out = bool(self.isolated)
        for chart in self._lines:
            chart.isolated = ""
        return stood_out

    def isolate_next(self) -> None:
        self._lines[0].isolate_next()

    @property
    def under(self) -> float | None:
        return next((chart.under for chart in self._lines if chart.under is not None), None)

    def redraws(self, version: Hashable) -> bool:
        before, self._version = self._version, version
        return version != before

    def clear(self) -> None:
        """Remove all curves, because there is no data."""
        self._version = None
        for chart in self._lines:
            chart.chart, chart.labels = None, {}

    def read_out(self, now: int, probe: int | None, *labels: LineLabels) -> None:
        for chart, own in zip(self._lines, labels, strict=True):
            chart.now, chart.probe, chart.labels = now, probe, own


DOT, RING = 3.2, 1.6
MARK, MARK_LINE = 7.5, 2.4
TITLE_ROW = 20.0


@dataclass(frozen=True, slots=True)
class Dots:
    """A group of points (x, y). If `hollow`, the points are drawn as rings."""

    points: Sequence[Point]
    colour: str
    hollow: bool = False


@dataclass(frozen=True, slots=True)
class ScatterChart:
    """Groups of points over two axes, with functions that format the tick labels.

    `marked` is the selected point.
    """

    groups: Sequence[Dots]
    x: Axis
    y: Axis
    x_title: str
    y_title: str
    write_x: Callable[[float], str] = format_tick
    write_y: Callable[[float], str] = format_tick
    marked: Point | None = None


class Scatter:
    """Draws scatter plots in one place of a screen."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._groups: Sequence[Dots] = ()
        self._raster: pygame.Surface | None = None

    def draw(self, painter: Painter, rect: Rect, chart: ScatterChart) -> None:
        """Draw the chart into `rect`, over the existing background."""
        place = pygame.Rect(painter.box(rect)).clip(painter.s.get_clip())
        x, y, width, height = rect
        high = height - 2 * TITLE_ROW - axes.TICK_ROW - 2 * DOT
        left = axes.room_for_ticks(painter, chart.y, high, chart.write_y) + DOT
        inner = (x + left, y + TITLE_ROW + DOT, width - left - 2 * DOT, high)
        if not place or inner[2] <= 0 or inner[3] <= 0:
            return
        key = tuple(place), inner, painter.look, chart.x, chart.y
        if self._raster is None or key != self._key or chart.groups is not self._groups:
            axes.rule(painter, inner, chart.y)
            for group in chart.groups:
                for point in group.points:
                    if group.hollow:
                        painter.ring(*_at(inner, chart, point), DOT, group.colour, RING)
                    else:
                        painter.disc(*_at(inner, chart, point), DOT, group.colour)
            self._key, self._groups = key, chart.groups
            self._raster = painter.s.subsurface(place).copy()
        else:
            painter.s.blit(self._raster, place)
        if chart.marked is not None:
            painter.ring(*_at(inner, chart, chart.marked), MARK, "text", MARK_LINE)
        _write(painter, rect, inner, chart)


def _at(inner: Rect, chart: ScatterChart, point: Point) -> Point:
    x, y, width, height = inner
    return x + width * chart.x.share(point[0]), y + height * (1 - chart.y.share(point[1]))


def _write(painter: Painter, rect: Rect, inner: Rect, chart: ScatterChart) -> None:
    """Draw the tick labels and the titles of the axes: the y title above its axis, the x title below."""
    x, y, width, height = inner
    axes.write_upright(painter, inner, chart.y, chart.write_y)
    row = y + height + axes.TICK_ROW / 2 + 5
    axes.write_level(painter, inner, chart.x, row, chart.write_x)
    painter.text(chart.y_title, rect[0], rect[1] + TITLE_ROW / 2 - 2, "small", "dim", fit=rect[2])
    painter.text(chart.x_title, x + width, row + TITLE_ROW, "small", "dim", al="r", fit=width)
