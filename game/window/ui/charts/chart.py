"""Line charts: thin grid lines, round ticks, curves with few points, and labels at their right ends.

A `Chart` has the data, and a `Plot` draws them.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import pygame

from game.texts import format_tick
from game.window.ui.canvas.canvas import Colour
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts import axes
from game.window.ui.charts.axes import Axis, Scale
from game.window.ui.theme import RGB, mix
from game.window.ui.widgets.widget import holds

Point = tuple[float, float]
DASH, DASH_GAP = 5.0, 4.0


def draw_dashes(painter: Painter, left: float, right: float, level: float, colour: Colour) -> None:
    """Draw a horizontal dashed line. Coordinates are in dp."""
    at = left
    while at < right:
        painter.line(at, level, min(right, at + DASH), level, colour, lw=1.4)
        at += DASH + DASH_GAP


def bounds(xs: Sequence[float], axis: Axis, columns: int) -> list[int]:
    """Divide an axis into `columns` columns.

    Return the index in `xs` at which each column begins, and the index at which the last column ends.

    `xs` are ascending. Values below the axis belong to no column.

    >>> from game.window.ui.charts.axes import Axis
    >>> bounds([1, 2, 5, 10, 50, 100], Axis(1, 100, log=True), 2), bounds([0, 2, 5, 10, 50, 100], Axis(0, 100), 2)
    ([0, 3, 6], [0, 4, 6])
    """
    edges, edge = [bisect_left(xs, axis.low)], axis.low
    ratio, step = (
        (axis.high / axis.low) ** (1 / columns) if axis.log else 1.0,
        (axis.high - axis.low) / columns,
    )
    for _ in range(columns - 1):
        edge = edge * ratio if axis.log else edge + step
        edges.append(bisect_left(xs, edge * (1 - 1e-12), edges[-1]))
    return [*edges, len(xs)]


def envelope(ys: Sequence[float], edges: Sequence[int]) -> list[int]:
    """Return the indices of the lowest and the highest value of every column, so that spikes stay visible.

    >>> envelope([5, 9, 1, 6, 2], [0, 4, 5])
    [1, 2, 4]
    """
    kept: list[int] = []
    for start, end in pairwise(edges):
        if end - start <= 2:
            kept.extend(range(start, end))
            continue
        column = list(ys[start:end])
        low, high = column.index(min(column)), column.index(max(column))
        kept.extend(start + place for place in sorted({low, high}))
    return kept


def pushed_apart(wanted: Sequence[float], step: float, low: float, high: float) -> list[float]:
    """Return levels as near to `wanted` as possible, at least `step` apart, between `low` and `high`.

    The order of the wanted levels is kept. If there is too little room, the levels are spread evenly.

    >>> pushed_apart([10, 12, 80], 15, 0, 100)
    [3.5, 18.5, 80]
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    step = min(step, (high - low) / max(1, len(wanted) - 1))
    groups: list[list[int]] = []
    for index in order:
        groups.append([index])
        while len(groups) > 1:
            end = _top(groups[-2], wanted, step, low, high) + step * len(groups[-2])
            if _top(groups[-1], wanted, step, low, high) >= end - 1e-9:
                break
            last = groups.pop()
            groups[-1] += last
    found = [0.0] * len(wanted)
    for group in groups:
        top = _top(group, wanted, step, low, high)
        for row, index in enumerate(group):
            found[index] = top + row * step
    return found


def _top(group: Sequence[int], wanted: Sequence[float], step: float, low: float, high: float) -> float:
    """Return the level of the first label in a group of labels.

    The group is centred on the mean of its wanted levels.
    """
    if len(group) == 1:
        return max(low, min(high, wanted[group[0]]))
    height = step * (len(group) - 1)
    mean = sum(wanted[index] for index in group) / len(group)
    return max(low, min(high - height, mean - height / 2))


LABEL_GAP = 8.0  # dp from the curves to the labels
LABEL_STEP = 18.0  # minimum dp between the middles of two labels
ABOVE = 7.0  # dp above the curves
AREA_ALPHA, BAND_ALPHA = 105, 70
DOT, SMALL_DOT = 3.5, 2.0
# how far a colour is blended into the panel's, 0 to 1
PALE = 0.74  # after the current moment
NOT_ISOLATED = 0.8  # while another curve is isolated
TARGET_OF_CURVE = 0.3  # a target in the colour of its curve

LineLabels = Mapping[str, tuple[str, float]]
"""Name of a curve -> (text, value): the label at its right end, and the value that gives its height."""


@dataclass(frozen=True, slots=True)
class Series:
    """One curve: its values `ys` at the ascending `xs`. `last` is the text of the last value.

    `band` is the half-width of the interval around each value, in the unit of `ys`. A `dotted` curve is drawn
    as points without a line. `lw` is the width of the line in dp.
    """

    name: str
    xs: Sequence[float]
    ys: Sequence[float]
    colour: Colour
    last: str = ""
    band: Sequence[float] = ()
    dotted: bool = False
    lw: float = 1.8

    @property
    def label(self) -> str:
        return f"{self.name} {self.last}".strip()


@dataclass(frozen=True, slots=True)
class Target:
    """A target value, drawn as a dashed line. The name is the label of the line.

    `of` is the name of the curve that should reach the target. If this curve is drawn pale, so is the target.
    """

    value: float
    name: str = ""
    colour: Colour = "good"
    of: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves on common axes. If `stacked`, the area between each curve and the previous curve is filled.

    `write` returns the label of a tick of the y axis. `marks` are x values at which a dot is drawn on the x
    axis. `widest` is the widest expected label, so that the curves do not move when labels change.
    """

    series: Sequence[Series]
    x: Axis
    y: Scale
    x_title: str = ""
    targets: Sequence[Target] = ()
    marks: Sequence[float] = ()
    stacked: bool = False
    write: Callable[[float], str] = format_tick
    widest: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment that a chart shows. The chart has full colours up to x = `now`, and is pale to the right.

    `labels` are the labels of the curves at this moment. If `isolated` names curves, all other curves are pale.
    `probe` is an x value to read off, such as the value under the mouse. A thin line marks `probe`, and the value
    is written among the labels of the ticks.
    """

    now: float
    labels: LineLabels = field(default_factory=dict)
    isolated: frozenset[str] = frozenset()
    probe: float | None = None


END = Moment(math.inf)
"""The whole chart: every curve has its name and last value at its end."""


_Ink = Callable[[Colour, str], RGB]


class _Label(NamedTuple):
    name: str
    words: str
    value: float
    colour: RGB


class Plot:
    """Draws charts in one place of a screen.

    Grid lines, areas and curves are slow to draw, so they are drawn once into a picture. Later frames copy
    this picture until the chart, its rectangle, the theme or the scale changes. Text is drawn in every frame.
    For a chart at a `Moment`, there are two pictures, the first in full colours and the second pale, and each
    frame copies parts of both. So no curve is drawn again when the moment moves.

    After `draw`, `inner` is the rectangle of the curves, and `labels` has the rectangle of each label by
    name, in dp.
    """

    def __init__(self) -> None:
        self._key: Hashable = None
        self._chart: Chart | None = None
        self._past: pygame.Surface | None = None
        self._future: pygame.Surface | None = None
        self.inner: Rect = (0.0, 0.0, 0.0, 0.0)
        self.labels: dict[str, Rect] = {}

    def value_at(self, x: float, y: float) -> float | None:
        """Return the x value at a point in dp, or None if the point is outside of `inner`."""
        left, _, width, _ = self.inner
        if self._chart is None or not holds(self.inner, x, y):
            return None
        return self._chart.x.value((x - left) / width)

    def draw(self, painter: Painter, rect: Rect, chart: Chart, moment: Moment = END) -> None:
        """Draw the chart into `rect` over the existing background."""
        labels = _labels(painter, chart, moment)
        self.inner = inner = _inner(painter, rect, chart, labels)
        x, y, w, h = inner
        if w <= 0 or h <= 0:
            return
        self._draw_curves(painter, rect, chart, moment)
        axes.write_upright(painter, inner, chart.y, chart.write)
        row = y + h + axes.TICK_ROW / 2 + 3
        axes.write_level(painter, inner, chart.x, row, probe=moment.probe)
        painter.text(chart.x_title, x + w + LABEL_GAP, row, "small", "faint")
        for value, colour in ((moment.now, "edge"), (moment.probe, "text")):
            if value is not None and value < math.inf:
                at = x + w * chart.x.share(value)
                painter.line(at, y, at, y + h, colour)
        _, y, _, h = inner
        wanted = [y + h * (1 - share) for share in chart.y.shares(label.value for label in labels)]
        levels = pushed_apart(wanted, LABEL_STEP, y + 2, y + h - 4)
        left = inner[0] + inner[2] + LABEL_GAP
        room = rect[0] + rect[2] - left
        places = {}
        for label, level in zip(labels, levels, strict=True):
            painter.text(label.words, left, level, "small_b", label.colour, fit=room + 1)
            places[label.name] = (left - 4, level - LABEL_STEP / 2, room + 6, LABEL_STEP)
        self.labels = places

    def _draw_curves(self, painter: Painter, rect: Rect, chart: Chart, moment: Moment) -> None:
        inner = self.inner
        place = pygame.Rect(painter.box(rect)).clip(painter.s.get_clip())
        if not (place.width and place.height):
            return
        key = tuple(place), inner, painter.look, moment is END, moment.isolated
        if self._past is None or key != self._key or chart is not self._chart:
            background = painter.s.subsurface(place).copy()
            curves = [*_curves(painter, inner, chart)]
            if moment is not END:
                _paint(painter, inner, chart, curves, _ink(painter, moment, PALE))
                self._future = painter.s.subsurface(place).copy()
                painter.s.blit(background, place)
            _paint(painter, inner, chart, curves, _ink(painter, moment))
            self._past, self._key, self._chart = painter.s.subsurface(place).copy(), key, chart
        painter.s.blit(self._past, place)
        if moment is not END and self._future is not None:
            at = max(0, painter.px(inner[0] + inner[2] * chart.x.share(moment.now)) - place.left)
            painter.s.blit(self._future, place.move(at, 0), ((at, 0), place.size))


def _labels(painter: Painter, chart: Chart, moment: Moment) -> list[_Label]:
    """Return the labels at the right ends of the curves.

    Labels of the moment that belong to no curve of the chart are left out.
    """
    if moment is not END:
        ink = _ink(painter, moment)
        colours = {one.name: ink(one.colour, one.name) for one in chart.series}
        return [
            _Label(name, words, value, colours[name])
            for name, (words, value) in moment.labels.items()
            if name in colours
        ]
    named = [(one.name, one.name, one.value, one.colour) for one in chart.targets if one.name]
    named += [
        (one.name, one.label, _label_level(chart, index), one.colour)
        for index, one in enumerate(chart.series)
        if one.ys
    ]
    return [_Label(name, words, value, painter.col(colour)) for name, words, value, colour in named]


def _label_level(chart: Chart, index: int) -> float:
    """Return the value at which a curve's label is written: the last value, or the middle of the stacked area."""
    last = chart.series[index].ys[-1]
    if not chart.stacked:
        return last
    before = chart.series[index - 1].ys[-1] if index else 0.0
    return (last + before) / 2


def _ink(painter: Painter, moment: Moment, pale: float = 0.0) -> _Ink:
    """Return a function that takes a colour and the name of a curve, and returns the RGB to draw.

    If another curve is isolated, this RGB is pale.

    `pale`, from 0 to 1, is the minimum paleness of every curve.
    """

    def ink(colour: Colour, name: str) -> RGB:
        recedes = moment.isolated and name not in moment.isolated
        return mix(painter.col(colour), painter.col("panel"), max(pale, NOT_ISOLATED if recedes else 0.0))

    return ink


def _inner(painter: Painter, rect: Rect, chart: Chart, labels: Sequence[_Label]) -> Rect:
    """Return the rectangle of the curves: between the y labels and curve labels, above the x labels."""
    x, y, w, h = rect
    high = h - ABOVE - axes.TICK_ROW
    left = axes.room_for_ticks(painter, chart.y, high, chart.write)
    names = max(painter.width(words, "small_b") for words in (chart.widest, *(one.words for one in labels)))
    names = max(names, painter.width(chart.x_title, "small"))
    return x + left, y + ABOVE, w - left - (names + LABEL_GAP if names else 0.0), high


# ---- drawn once, then copied ----------------------------------------------------------------------------------
class _Curve(NamedTuple):
    """A curve and the outline of its band (empty if it has no band), as points in dp."""

    points: list[Point]
    band: list[Point]


def _curves(painter: Painter, inner: Rect, chart: Chart) -> Iterator[_Curve]:
    """Yield the curves of the chart, each with at most two points per pixel column."""
    x, y, w, h = inner
    # id of `xs`, which curves may share -> the first point of every column
    columns: dict[int, list[int]] = {}

    def on_screen(points: Sequence[Point]) -> list[Point]:
        across, up = chart.x.shares(at for at, _ in points), chart.y.shares(value for _, value in points)
        return [(x + w * share, y + h * (1 - level)) for share, level in zip(across, up, strict=True)]

    for one in chart.series:
        if id(one.xs) not in columns:
            columns[id(one.xs)] = bounds(one.xs, chart.x, max(1, painter.px(w)))
        kept = envelope(one.ys, columns[id(one.xs)])
        around = (
            [(index, 1) for index in kept] + [(index, -1) for index in reversed(kept)] if one.band else []
        )
        yield _Curve(
            on_screen([(one.xs[index], one.ys[index]) for index in kept]),
            on_screen([(one.xs[index], one.ys[index] + side * one.band[index]) for index, side in around]),
        )


def _paint(painter: Painter, inner: Rect, chart: Chart, curves: Sequence[_Curve], ink: _Ink) -> None:
    x, y, w, h = inner
    if chart.stacked:
        _fill_between(painter, inner, chart, curves)
    axes.rule(painter, inner, chart.y)
    for target in chart.targets:
        colour = target.colour
        if target.of:
            colour = mix(ink(colour, target.of), painter.col("panel"), TARGET_OF_CURVE)
        draw_dashes(painter, x, x + w, y + h * (1 - chart.y.shares([target.value])[0]), colour)
    for one, (points, band) in zip(chart.series, curves, strict=True):
        colour = ink(one.colour, one.name)
        if len(band) > 2:
            painter.area(band, colour, BAND_ALPHA)
        if one.dotted:
            side = max(2, painter.px(SMALL_DOT))
            for across, level in points:
                painter.fill(
                    colour, (painter.px(across) - side // 2, painter.px(level) - side // 2, side, side)
                )
            continue
        painter.curve(points, colour, one.lw)
        if len(points) == 1:
            painter.disc(*points[0], DOT, colour)
    for mark in chart.marks:
        painter.disc(x + w * chart.x.share(mark), y + h, DOT, "good")


def _fill_between(painter: Painter, inner: Rect, chart: Chart, curves: Sequence[_Curve]) -> None:
    """Fill the area between each curve and the previous one. The first curve is filled down to the axis."""
    low = inner[1] + inner[3]
    below: Sequence[Point] = []
    for one, (points, _) in zip(chart.series, curves, strict=True):
        if len(points) > 1:
            base = below or [(points[0][0], low), (points[-1][0], low)]
            painter.area([*points, *reversed(base)], one.colour, AREA_ALPHA)
        below = points
