"""Charts of distributions: histograms, dot charts of counts, means with their intervals, and funnels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from game.texts import format_tick, join_label, percent, written_share
from game.window.ui.canvas.canvas import Colour
from game.window.ui.canvas.painter import Align, Painter
from game.window.ui.charts import axes
from game.window.ui.charts.axes import Axis, Mirrored, count_axis, linear, round_up
from game.window.ui.charts.chart import Chart, Series, Target
from game.window.ui.input import Key
from game.window.ui.layout.box import Leaf
from game.window.ui.widgets.widget import Rect, Widget

TICK_ROW = 24.0
LEGEND, LEGEND_FOOT = 22.0, 4.0
SWATCH, AFTER_SWATCH, AFTER_WORDS = 12.0, 6.0, 18.0
STROKE = 1.8
ACROSS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
STEPS = {"left": -1, "right": 1}


@dataclass(frozen=True, slots=True)
class Outline:
    """A shape drawn as a line, with its name in the legend and its colour."""

    name: str
    shape: Sequence[float]
    colour: Colour


class Histogram(Widget):
    """A histogram from 0% to 100% as a control, with outlines of other histograms over it.

    `bars` are fractions of a whole in bins of equal width, and `name_of_bars` is their name in the legend.
    The bars are `pale` while a newer answer is pending. The mouse or the arrow keys select a bar, and the
    page describes the selected bar. `probe` is the index of this bar.
    """

    role: ClassVar[str] = "chart"

    def __init__(self, name: str, label: str) -> None:
        super().__init__(name, label)
        self.name_of_bars = ""
        self.bars: Sequence[float] = ()
        self.outlines: list[Outline] = []
        self.pale = False
        self.probe: int | None = None
        self._plot: Rect = (0.0, 0.0, 0.0, 0.0)

    @property
    def value(self) -> str:
        """The range and the share of the selected bar."""
        if self.probe is None or not self.bars:
            return ""
        return join_label(span(self.probe, len(self.bars)), percent(self.bars[self.probe], 1))

    # ---- choices --------------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Handle a key: left and right select the next bar in this direction, Home and End the outermost bars.

        Empty bars are skipped.
        """
        name, filled = event.name, [index for index, share in enumerate(self.bars) if share]
        if not filled or name not in ("home", "end", *STEPS):
            return False
        if name in ("home", "end"):
            self.probe = filled[0 if name == "home" else -1]
            return True
        beyond = [index for index in filled if self.probe is None or (index - self.probe) * STEPS[name] > 0]
        if beyond:
            self.probe = beyond[0 if name == "right" else -1]
        return True

    def hover(self, x: float, y: float) -> bool:
        """Select the bar under the mouse."""
        left, _, width, _ = self._plot
        place = int((x - left) / max(1.0, width) * len(self.bars))
        before = self.probe
        if 0 <= place < len(self.bars) and left <= x:
            self.probe = place
        return before != self.probe

    def release(self, x: float, y: float) -> bool:
        return True

    @property
    def hand(self) -> bool:
        return False

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Draw legend, axes, bars and outlines."""
        x, y, width, height = self.rect
        shapes = [self.bars, *(one.shape for one in self.outlines)]
        axis = linear(share for shape in shapes for share in shape)
        top = y + LEGEND + LEGEND_FOOT + self._draw_legend(painter)
        high = y + height - TICK_ROW - top
        left = x + axes.room_for_ticks(painter, axis, high, written_share)
        self._plot = (left, top, x + width - left - 6, high)
        axes.rule(painter, self._plot, axis)
        axes.write_upright(painter, self._plot, axis, written_share)
        left, top, width, height = self._plot
        low = top + height
        painter.line(left, low, left + width, low, "edge")
        for share in ACROSS:
            at = left + width * share
            painter.line(at, low, at, low + 4, "edge")
            side: Align = "l" if not share else "r" if share == 1 else "c"
            painter.text(percent(share), at, low + TICK_ROW / 2 + 3, "small", "faint", al=side)
        self._draw_bars(painter, axis.high)
        for one in self.outlines:
            self._draw_outline(painter, one, axis.high)
        if self.focused:
            painter.focus_ring(self.rect, 4)

    def _draw_legend(self, painter: Painter) -> float:
        """Draw the names of the bars and outlines in rows.

        Return the total height of all rows but the first.
        """
        x, y, width, _ = self.rect
        at, row = x, y + 8
        entries = [(self.name_of_bars, "brass", True), *((o.name, o.colour, False) for o in self.outlines)]
        for words, colour, is_filled in entries:
            wide = SWATCH + AFTER_SWATCH + painter.width(words, "small")
            if at > x and at + wide > x + width:
                at, row = x, row + LEGEND
            if is_filled:
                painter.rect((at, row - 5, SWATCH, 10), colour, 2)
            else:
                painter.rect((at, row - 1, SWATCH, 2.4), colour, 0)
            after = SWATCH + AFTER_SWATCH
            painter.text(words, at + after, row, "small", "dim", fit=width - after)
            at += wide + AFTER_WORDS
        return row - y - 8

    def _draw_bars(self, painter: Painter, highest: float) -> None:
        left, top, width, height = self._plot
        each = width / max(1, len(self.bars))
        for index, share in enumerate(self.bars):
            if self.probe == index:
                painter.rect((left + index * each, top, each, height), "edge", 0, alpha=70)
            if share:
                high = max(1.5, height * share / highest)
                bar = (left + index * each + 0.5, top + height - high, max(1.5, each - 1), high)
                painter.rect(bar, "brass", 0, alpha=120 if self.pale else 255)

    def _draw_outline(self, painter: Painter, one: Outline, highest: float) -> None:
        left, top, width, height = self._plot
        each, low = width / len(one.shape), top + height
        points = [(left, low)]
        for index, share in enumerate(one.shape):
            level = low - height * share / highest
            points += [(left + index * each, level), (left + (index + 1) * each, level)]
        painter.curve([*points, (left + width, low)], one.colour, STROKE)


def span(index: int, bins: int) -> str:
    """Return the range in percent of bin number `index` out of `bins`.

    >>> span(25, 50)
    '50–52%'
    >>> span(2, 3)
    '67–100%'
    """
    return f"{100 * index / bins:.0f}–{percent((index + 1) / bins)}"


def draw_small(painter: Painter, rect: Rect, shape: Sequence[float], colour: Colour) -> None:
    """Draw a small histogram without axes. Its highest bin is as high as the rectangle."""
    x, y, width, height = rect
    each, highest = width / len(shape), max(shape)
    painter.line(x, y + height, x + width, y + height)
    for index, share in enumerate(shape):
        if share:
            high = max(1.0, (height - 2) * share / highest)
            painter.rect((x + index * each, y + height - high, max(1.2, each - 0.4), high), colour, 0)


WHISKER, DOT = 6.0, 4.0
MARGIN = 1.1

Interval = tuple[float, float | None]
"""A mean, and the half-width of its interval if that is known."""


def interval_reach(intervals: Iterable[Interval], least: float = 0.0) -> float:
    """Return a round value up to which an axis shows all means and the narrowest interval.

    The result is at least `least`.
    """
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
    """Draw an interval and its mean on a line. An end of the interval beyond the line has no whisker.

    `line` is (left, y of the middle, width) in dp. The line represents the values from `-reach` to `reach`.
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


STEMS_DOT = 2.6
SIDE, ABOVE = 8.0, 6.0


class Stems(Leaf):
    """A chart of the frequencies of the values 1, 2, 3 and so on, with a dot on a stem for each value that occurs.

    The chart is at least `height` dp high.
    """

    def __init__(self, counts: Sequence[int], *, height: float) -> None:
        super().__init__(height)
        self._counts = counts

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw both axes, and a dot for each value that occurs."""
        if not any(self._counts):
            return
        x, y, width, height = rect
        times = Axis(1, 10.0 ** max(1, math.ceil(math.log10(max(self._counts)))), log=True)
        values = Axis(1, max(2, len(self._counts)))
        low, high = y + height - axes.TICK_ROW, height - axes.TICK_ROW - ABOVE
        left = x + axes.room_for_ticks(painter, times, high)
        inner = left, y + ABOVE, x + width - left, high
        first, span = left + SIDE, inner[2] - 2 * SIDE
        axes.rule(painter, inner, times)
        axes.write_upright(painter, inner, times)
        for value, count in enumerate(self._counts, 1):
            if count:
                at, level = first + span * values.share(value), low - high * times.share(count)
                painter.line(at, level, at, low, "edge")
                painter.disc(at, level, STEMS_DOT, "brass")
        for tick in (1, *(tick for tick in values.ticks() if tick > 1)):
            at = first + span * values.share(tick)
            painter.text(format_tick(tick), at, low + axes.TICK_ROW / 2 + 2, "small", "faint", al="c")


MIN_HEIGHT = 56.0
FUNNEL_MARGIN = 1.08


class FunnelPoint(NamedTuple):
    """The mean after a number of samples, and the half-width of its interval."""

    samples: int
    mean: float
    ci95: float


def funnel(points: Sequence[FunnelPoint], last: int) -> Chart:
    """Return the chart of the mean and its interval, with an x axis up to `last` samples.

    The y axis fits the later half of the points and most of the band.
    """
    later = points[len(points) // 2 :]
    reach = round_up(max((abs(point.mean) + point.ci95 for point in later), default=1.0) * FUNNEL_MARGIN)
    samples, means, bands = zip(*points, strict=True) if points else ((), (), ())
    course = Series("", samples, means, "brass", band=bands)
    axis = count_axis(last, log=True)
    return Chart(
        [course],
        axis,
        Mirrored(reach),
        targets=[Target(0.0, colour="edge")],
        write=lambda value: f"{'+' if value > 0 else ''}{format_tick(value)}",
    )
