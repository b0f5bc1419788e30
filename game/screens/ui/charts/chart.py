"""Line charts: hairlines, round ticks, curves that carry their names at their ends.

A `Chart` says what is shown. A `Plot` shows it: what takes long (hairlines, areas, curves) is painted once and
copied in later frames, until the chart, its place or the look is another; the words are written each time. Where a
`Moment` is shown, what lies before it is drawn in full and what comes after it pale: each frame copies a part of
two pictures, so a long run is scrubbed without any curve being drawn anew.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import pygame

from game.screens.ui.canvas.canvas import Colour
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.charts import axes
from game.screens.ui.charts.axis import Axis, Scale, written
from game.screens.ui.charts.curves import Point, bounds, dashed, envelope, pushed_apart
from game.screens.ui.theme import RGB, mix
from game.screens.ui.widgets.widget import holds

LABEL_GAP = 8.0
LABEL_STEP = 17.0
ABOVE = 7.0
AREA_ALPHA, BAND_ALPHA = 105, 70
DOT, SMALL_DOT = 3.5, 2.0
PALE = 0.74  # what comes after the moment
AWAY = 0.8  # what is not isolated
TARGET_OF_CURVE = 0.3  # how much paler than its curve a target is

LineLabels = Mapping[str, tuple[str, float]]
"""What stands at the right end by curve: words, and the value beside which they stand."""


@dataclass(frozen=True, slots=True)
class Series:
    """One curve: its name, its values `ys` at the rising `xs`, its colour, and its last value in words.

    `band` is how far the interval of each value reaches up and down; a `dotted` one is points without a line.
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
        """What stands at the end of the curve."""
        return f"{self.name} {self.last}".strip()


@dataclass(frozen=True, slots=True)
class Target:
    """A level to be reached, drawn dashed; without a name it has no label. One `of` a curve fades with it."""

    value: float
    name: str = ""
    colour: Colour = "good"
    of: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves over one axis. `stacked` curves lie upon each other and fill the ground up to 1.

    `write` puts a tick of the upright axis into words; `marks` are the x of points on the axis worth a dot;
    `widest` is the widest label there will be, so that nothing moves where labels change.
    """

    series: Sequence[Series]
    x: Axis
    y: Scale
    x_title: str = ""
    targets: Sequence[Target] = ()
    marks: Sequence[float] = ()
    stacked: bool = False
    write: Callable[[float], str] = written
    widest: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """What is shown of a chart: the moment up to which it is not pale, the labels of that moment, a curve alone.

    `probe` is a value of the level axis that is read out: a hairline stands there, with its number among the ticks.
    """

    now: float
    labels: LineLabels = field(default_factory=dict)
    isolated: frozenset[str] = frozenset()
    probe: float | None = None


END = Moment(math.inf)
"""The whole of a chart: every curve has its own name and last value at its end."""


_Ink = Callable[[Colour, str], RGB]


class _Label(NamedTuple):
    name: str
    words: str
    value: float
    colour: RGB


class Plot:
    """Draws charts at one place of a screen; `inner` is where the curves lie, `labels` where each label stands."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._chart: Chart | None = None
        self._past: pygame.Surface | None = None
        self._future: pygame.Surface | None = None
        self.inner: Rect = (0.0, 0.0, 0.0, 0.0)
        self.labels: dict[str, Rect] = {}

    def value_at(self, x: float, y: float) -> float | None:
        """Return the value of the level axis under a point; None beside the curves."""
        left, _, width, _ = self.inner
        if self._chart is None or not holds(self.inner, x, y):
            return None
        return self._chart.x.value((x - left) / width)

    def draw(self, painter: Painter, rect: Rect, chart: Chart, moment: Moment = END) -> None:
        """Draw the chart into `rect`, on the ground that lies there."""
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
        self.labels = _write_labels(painter, rect, inner, chart, labels)

    def _draw_curves(self, painter: Painter, rect: Rect, chart: Chart, moment: Moment) -> None:
        inner = self.inner
        place = pygame.Rect(painter.box(rect)).clip(painter.s.get_clip())
        if not (place.width and place.height):
            return
        key = tuple(place), inner, painter.look, moment is END, moment.isolated
        if self._past is None or key != self._key or chart is not self._chart:
            background = painter.s.subsurface(place).copy()
            courses = [*_courses(painter, inner, chart)]
            if moment is not END:
                _paint(painter, inner, chart, courses, _ink(painter, moment, PALE))
                self._future = painter.s.subsurface(place).copy()
                painter.s.blit(background, place)
            _paint(painter, inner, chart, courses, _ink(painter, moment))
            self._past, self._key, self._chart = painter.s.subsurface(place).copy(), key, chart
        painter.s.blit(self._past, place)
        if moment is not END and self._future is not None:
            at = max(0, painter.px(inner[0] + inner[2] * chart.x.share(moment.now)) - place.left)
            painter.s.blit(self._future, place.move(at, 0), ((at, 0), place.size))


def _labels(painter: Painter, chart: Chart, moment: Moment) -> list[_Label]:
    """Return what stands at the right end; a label may be known before its curve, for which it waits."""
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
        (one.name, one.label, _label_level(chart, place), one.colour)
        for place, one in enumerate(chart.series)
        if one.ys
    ]
    return [_Label(name, words, value, painter.col(colour)) for name, words, value, colour in named]


def _label_level(chart: Chart, place: int) -> float:
    """Return the value beside which a curve's name stands: its last one, or the middle of its band."""
    last = chart.series[place].ys[-1]
    if not chart.stacked:
        return last
    before = chart.series[place - 1].ys[-1] if place else 0.0
    return (last + before) / 2


def _ink(painter: Painter, moment: Moment, pale: float = 0.0) -> _Ink:
    """Return what gives the colour of a curve by its name: paler where another is isolated, or after the moment."""

    def ink(colour: Colour, name: str) -> RGB:
        is_away = moment.isolated and name not in moment.isolated
        return mix(painter.col(colour), painter.col("panel"), max(pale, AWAY if is_away else 0.0))

    return ink


def _inner(painter: Painter, rect: Rect, chart: Chart, labels: Sequence[_Label]) -> Rect:
    """Where the curves lie: right of the ticks, left of the labels, above the ticks of the level axis."""
    x, y, w, h = rect
    high = h - ABOVE - axes.TICK_ROW
    left = axes.room_for_ticks(painter, chart.y, high, chart.write)
    names = max(painter.width(words, "small_b") for words in (chart.widest, *(one.words for one in labels)))
    names = max(names, painter.width(chart.x_title, "small"))
    return x + left, y + ABOVE, w - left - (names + LABEL_GAP if names else 0.0), high


# ---- what is painted once -------------------------------------------------------------------------------------
class _Course(NamedTuple):
    points: list[Point]
    band: list[Point]


def _courses(painter: Painter, inner: Rect, chart: Chart) -> Iterator[_Course]:
    """Yield the curves as points in dp, at most two for each column of pixels."""
    x, y, w, h = inner
    columns: dict[int, list[int]] = {}  # where they begin among the points, which curves share

    def through(points: Sequence[Point]) -> list[Point]:
        across, up = chart.x.shares(at for at, _ in points), chart.y.shares(value for _, value in points)
        return [(x + w * share, y + h * (1 - level)) for share, level in zip(across, up, strict=True)]

    for one in chart.series:
        if id(one.xs) not in columns:
            columns[id(one.xs)] = bounds(one.xs, chart.x, max(1, painter.px(w)))
        kept = envelope(one.ys, columns[id(one.xs)])
        around = (
            [(place, 1) for place in kept] + [(place, -1) for place in reversed(kept)] if one.band else []
        )
        yield _Course(
            through([(one.xs[place], one.ys[place]) for place in kept]),
            through([(one.xs[place], one.ys[place] + side * one.band[place]) for place, side in around]),
        )


def _paint(painter: Painter, inner: Rect, chart: Chart, courses: Sequence[_Course], ink: _Ink) -> None:
    x, y, w, h = inner
    if chart.stacked:
        _fill_between(painter, inner, chart, courses)
    axes.rule(painter, inner, chart.y)
    for target in chart.targets:
        colour = target.colour
        if target.of:
            colour = mix(ink(colour, target.of), painter.col("panel"), TARGET_OF_CURVE)
        dashed(painter, x, x + w, y + h * (1 - chart.y.shares([target.value])[0]), colour)
    for one, (points, band) in zip(chart.series, courses, strict=True):
        colour = ink(one.colour, one.name)
        if len(band) > 2:
            painter.area(band, colour, BAND_ALPHA)
        if one.dotted:
            _draw_dots(painter, points, colour)
            continue
        painter.curve(points, colour, one.lw)
        if len(points) == 1:
            painter.disc(*points[0], DOT, colour)
    for mark in chart.marks:
        painter.disc(x + w * chart.x.share(mark), y + h, DOT, "good")


def _draw_dots(painter: Painter, points: Sequence[Point], colour: RGB) -> None:
    side = max(2, painter.px(SMALL_DOT))
    for across, level in points:
        painter.fill(colour, (painter.px(across) - side // 2, painter.px(level) - side // 2, side, side))


def _fill_between(painter: Painter, inner: Rect, chart: Chart, courses: Sequence[_Course]) -> None:
    """Fill the ground below each curve down to the one before it."""
    low = inner[1] + inner[3]
    below: Sequence[Point] = []
    for one, (points, _) in zip(chart.series, courses, strict=True):
        if len(points) > 1:
            base = below or [(points[0][0], low), (points[-1][0], low)]
            painter.area([*points, *reversed(base)], one.colour, AREA_ALPHA)
        below = points


def _write_labels(
    painter: Painter, rect: Rect, inner: Rect, chart: Chart, labels: Sequence[_Label]
) -> dict[str, Rect]:
    """Write the labels, each beside its value or as near as the others let it be; return where they stand."""
    _, y, _, h = inner
    wanted = [y + h * (1 - share) for share in chart.y.shares(label.value for label in labels)]
    levels = pushed_apart(wanted, LABEL_STEP, y + 2, y + h - 4)
    left = inner[0] + inner[2] + LABEL_GAP
    room = rect[0] + rect[2] - left
    places = {}
    for label, level in zip(labels, levels, strict=True):
        painter.text(label.words, left, level, "small_b", label.colour, fit=room + 1)
        places[label.name] = (left - 4, level - LABEL_STEP / 2, room + 6, LABEL_STEP)
    return places
