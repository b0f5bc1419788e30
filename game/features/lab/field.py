"""The chart of the value of half-street Kuhn poker over the plane of (p1, p2), with the path of a run.

p1 is the probability that player 1 bluffs with the queen. p2 is the probability that player 2 calls with the king.
The heat map shows the winnings of player 1 (U1). Each player follows the gradient of their own value: player 1
along dU1/dp1, player 2 along -dU1/dp2. The arrows circle around the Nash point, and so does the path of the run.
While the equilibrium is hidden, everything that would reveal it is hidden, too: the arrows, and the colour scale
that is centred on the value of the game.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import pygame

from game.features.lab.model import LabModel, RunRecord
from game.study.lab import LabField
from game.texts import MINUS, format_tick, number, signed, text
from game.window.ui.canvas.canvas import polyline
from game.window.ui.canvas.painter import Look, Painter, Rect
from game.window.ui.canvas.rasters import cache_raster, scale_up
from game.window.ui.theme import RGB, mix
from game.window.ui.widgets import ReadOut
from game.window.ui.widgets.widget import inset

ARROWS = 9
LONGEST_ARROW = 0.85  # fraction of the distance between two arrows
HEAD = 4.0
FULL, EXPONENT = 0.95, 0.8
DASH, TINTS = 5.0, 48
TICK_ROW, NAMES_ROW = 20.0, 20.0
CELLS = 20  # the number of cells of the scatter along each axis
NOW = 4.5
LAST = 400  # the number of latest points whose time is shown
SMALLEST, WHOLE = 1.4, 24.0  # dp: radius of a disc for almost no time, and for the whole time
TICK_ROOM, MARGIN = 30.0, 12.0

Pixel = tuple[int, int]
Cell = tuple[int, int]
CellsOf = Callable[[RunRecord, int], list[Cell]]


def to_plot(plot: Rect, p1: float, p2: float) -> tuple[float, float]:
    x, y, w, h = plot
    return x + w * p1, y + h * (1 - p2)


def write_axes(
    painter: Painter, plot: Rect, inner: Rect, ticks: Sequence[float], names: tuple[str, str]
) -> float:
    """Write the tick labels around the plot, and the names of p1 and p2 below it.

    Return the y of the names.
    """
    x, y, w, h = plot
    for tick in ticks:
        across, up = to_plot(inner, tick, tick)
        painter.text(format_tick(tick), x - 8, up, "small", "faint", al="r")
        half = 12 if 0 < tick < 1 else 4
        middle = min(max(across, x + half), x + w - half)
        painter.text(format_tick(tick), middle, y + h + TICK_ROW / 2 + 2, "small", "faint", al="c")
    p1, p2 = names
    row = y + h + TICK_ROW + NAMES_ROW / 2
    left = painter.text(p2, x, row, "small", "dim", fit=w / 2 - 4)
    painter.text(p1, x + w, row, "small", "dim", al="r", fit=w - left - 12)
    return row


# ---- what player 1 wins ---------------------------------------------------------------------------------------
def paint_cells(painter: Painter, plot: Rect, field: LabField, even: float) -> None:
    """Fill a cell around every point of the field.

    The colour shows the difference between the value at this point and `even`.
    """
    x, y, w, h = plot
    reach, axis = value_reach(field, even), field.axis
    edges = [axis[0], *((one + other) / 2 for one, other in pairwise(axis)), axis[-1]]
    for i, row in enumerate(field.u1):
        for j, value in enumerate(row):
            left, right, low, high = edges[i], edges[i + 1], edges[j], edges[j + 1]
            box = (x + w * left, y + h * (1 - high), w * (right - left), h * (high - low))
            painter.fill(tint(painter, (value - even) / reach), painter.box(box))


def value_reach(field: LabField, even: float) -> float:
    return max(field.highest - even, even - field.lowest)


def tint(painter: Painter, share: float) -> RGB:
    goal = painter.col("brass" if share > 0 else "info")
    return mix(painter.col("sunk"), goal, FULL * min(1.0, abs(share)) ** EXPONENT)


@cache_raster
def tints(look: Look) -> pygame.Surface:
    """Return the colour scale from the largest loss to the largest gain, one pixel per colour."""
    all_tints = pygame.Surface((TINTS, 1)).convert()
    for step in range(TINTS):
        all_tints.set_at((step, 0), tint(Painter(all_tints, look), 2 * (step + 0.5) / TINTS - 1))
    return all_tints


def paint_nash_lines(painter: Painter, plot: Rect, nash: tuple[float, float]) -> None:
    """Draw two dashed lines of indifference, which cross at the Nash point.

    Player 1 is indifferent on the line at the Nash value of p2. Player 2 is indifferent on the line at the Nash
    value of p1.
    """
    x, y, w, h = plot
    across, up = to_plot(plot, *nash)
    for dash in range(math.ceil(w / DASH / 2)):
        at = x + 2 * DASH * dash
        painter.line(at, up, min(x + w, at + DASH), up, "brass")
    for dash in range(math.ceil(h / DASH / 2)):
        at = y + 2 * DASH * dash
        painter.line(across, at, across, min(y + h, at + DASH), "brass")


def paint_arrows(painter: Painter, plot: Rect, field: LabField) -> None:
    """Draw the gradients of both players as arrows. A longer arrow is a steeper slope."""
    _, _, w, h = plot
    longest = max(*map(abs, field.along_p1), *map(abs, field.along_p2), 1e-12)
    reach = LONGEST_ARROW * min(w, h) / ARROWS
    ink = mix(painter.col("text"), painter.col("sunk"), 0.3)
    places = [round((index + 0.5) * (len(field.axis) - 1) / ARROWS) for index in range(ARROWS)]
    for i in places:
        for j in places:
            dx, dy = field.along_p1[j] / longest, -field.along_p2[i] / longest
            size = math.hypot(dx, dy)
            if size > 1e-6:
                grown = (0.4 + 0.6 * size) / size  # so that short arrows stay visible
                x, y = to_plot(plot, field.axis[i], field.axis[j])
                east, north = dx * grown * reach, dy * grown * reach
                painter.line(x - east / 2, y - north / 2, x + east / 2, y + north / 2 + 1e-6, ink)
                angle = math.atan2(north, east)
                x, y = x + east / 2, y + north / 2
                sides = angle + 0.5, angle - 0.5
                corners = [
                    (x, y),
                    *((x - HEAD * math.cos(side), y - HEAD * math.sin(side)) for side in sides),
                ]
                pygame.draw.polygon(painter.s, ink, [(a * painter.u, b * painter.u) for a, b in corners])


# ---- where a run has been -------------------------------------------------------------------------------------
def trail(record: RunRecord, count: int, plot: Rect, u: float) -> tuple[list[Pixel], list[int]]:
    """Return the path of the average strategy in pixels, and for each of `count` points its index in the path.

    Successive points on the same pixel share an entry of the path. If the results are called `path` and
    `until`, the pixel of point `i` is `path[until[i]]`.
    """
    points, until = list[Pixel](), list[int]()
    for p1, p2 in zip(*(record.average[sequence][:count] for sequence in record.free_choices), strict=True):
        x, y = to_plot(plot, p1, p2)
        pixel = round(x * u), round(y * u)
        if not points or points[-1] != pixel:
            points.append(pixel)
        until.append(len(points) - 1)
    return points, until


def draw_scatter(model: LabModel, cached_cells: CellsOf, painter: Painter, rect: Rect, *, nash: bool) -> None:
    """Draw the current strategies at the latest points as discs, and a ring at the Nash point.

    The current strategies don't converge. The area of a disc shows how often the run visits a cell. The newest
    strategy is bright. `cached_cells` returns the same as `list_cells`, but from a cache of the page.
    """
    x, y, w, h = rect
    plot = (x + TICK_ROOM, y + 4, w - TICK_ROOM, h - 4 - TICK_ROW - NAMES_ROW)
    inner = (plot[0] + MARGIN, plot[1] + MARGIN, plot[2] - 2 * MARGIN, plot[3] - 2 * MARGIN)
    if inner[2] <= 0 or inner[3] <= 0:
        return
    ticks = (0.0, 0.5, 1.0)
    for tick in ticks:
        _, up = to_plot(inner, tick, tick)
        painter.line(plot[0], up, plot[0] + plot[2], up)
    write_axes(painter, plot, inner, ticks, (text("lab.field.p1_short"), text("lab.field.p2_short")))
    if (record := model.record) is not None:
        cells = cached_cells(record, len(record))
        spent = Counter(cells[max(0, model.place - LAST + 1) : model.place + 1])
        background, total = mix(painter.col("good"), painter.col("panel"), 0.35), spent.total()
        for (column, row), count in spent.items():
            radius = max(SMALLEST, WHOLE * math.sqrt(count / total))
            painter.disc(*to_plot(inner, column / CELLS, row / CELLS), radius, background)
        painter.disc(*to_plot(inner, *record.choices(record.current, model.place)), NOW, "text")
    if nash and (field := model.extras.field.value) is not None:
        painter.ring(*to_plot(inner, *field.nash), 5.5, "brass", 2.2)


def list_cells(record: RunRecord, count: int) -> list[Cell]:
    first, second = (record.current[sequence][:count] for sequence in record.free_choices)
    return [(round(p1 * CELLS), round(p2 * CELLS)) for p1, p2 in zip(first, second, strict=True)]


TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
FIELD_TICK_ROOM, LEGEND_ROW = 36.0, 24.0
LARGEST_DENOMINATOR, CLOSE = 60, 1e-6
BAR, BAR_HIGH = 48.0, 8.0


class GradientField(ReadOut[tuple[float, float]]):
    """The heat map as a control. Its hint describes the cell under the mouse."""

    def __init__(self, model: LabModel) -> None:
        super().__init__("field", text("lab.field.title"))
        self.nash = True
        self._model = model
        self._trail = lru_cache(maxsize=1)(trail)
        self._key: Hashable = None
        self._background: pygame.Surface | None = None

    # ---- what it says ---------------------------------------------------------------------------------------
    @property
    def value(self) -> str:
        at = self.average
        return text("lab.field.average", p1=number(at[0], 2), p2=number(at[1], 2)) if at is not None else ""

    @property
    def average(self) -> tuple[float, float] | None:
        record = self._model.record
        return None if record is None else record.choices(record.average, self._model.place)

    @property
    def hint(self) -> str:
        field = self._model.extras.field.value
        return hint_at(field, *self.under, advised=self.nash) if self.under and field is not None else ""

    def hint_rect(self) -> Rect:
        return self.plot

    def find(self, x: float, y: float) -> tuple[float, float] | None:
        """Return (p1, p2) at a point in dp, or None outside the plot."""
        left, top, wide, high = self.plot
        inside = left <= x <= left + wide and top <= y <= top + high
        return ((x - left) / wide, 1 - (y - top) / high) if inside else None

    # ---- layout ---------------------------------------------------------------------------------------------
    @property
    def plot(self) -> Rect:
        x, y, w, h = self.rect
        return x + FIELD_TICK_ROOM, y + 6, w - FIELD_TICK_ROOM - 4, h - 6 - TICK_ROW - NAMES_ROW - LEGEND_ROW

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Copy the background, then draw the parts that change with the iteration."""
        field = self._model.extras.field.value
        if field is None or self.plot[2] <= 0 or self.plot[3] <= 0:
            return
        self._copy_background(painter, field)
        with painter.clip(inset(self.plot, -8)):
            self._draw_trail(painter)
            if self.nash:
                x, y = to_plot(self.plot, *field.nash)
                painter.ring(x, y, 9, "shadow", 1)
                painter.ring(x, y, 7.5, "brass", 2.2)
            if (here := self.average) is not None:
                x, y = to_plot(self.plot, *here)
                painter.disc(x, y, 6, "shadow")
                painter.disc(x, y, 4.5, "ivory")
        self._write(painter, field)
        if self.focused:
            painter.focus_ring(self.rect, 6)

    def even(self, field: LabField) -> float:
        return field.value if self.nash else 0.0

    def _copy_background(self, painter: Painter, field: LabField) -> None:
        clip = pygame.Rect(painter.box(self.plot)).clip(painter.s.get_clip())
        if not (clip.width and clip.height):
            return
        key = (tuple(clip), self.plot, painter.look, painter.u, field, self.nash)
        if self._background is None or key != self._key:
            paint_cells(painter, self.plot, field, self.even(field))
            if self.nash:
                paint_nash_lines(painter, self.plot, field.nash)
                paint_arrows(painter, self.plot, field)
            self._background, self._key = painter.s.subsurface(clip).copy(), key
        else:
            painter.s.blit(self._background, clip)

    def _draw_trail(self, painter: Painter) -> None:
        record = self._model.record
        if record is None:
            return
        path, until = self._trail(record, len(record), self.plot, painter.u)
        shown = path[: until[self._model.place] + 1]
        if len(shown) > 1:
            dark, light = painter.col("shadow"), painter.col("ivory")
            polyline(painter.s, dark, shown, max(3, painter.px(3.4)))
            polyline(painter.s, light, shown, max(1, painter.px(1.5)))

    def _write(self, painter: Painter, field: LabField) -> None:
        """Write the axes and the legend of colours and marks. Legend entries that do not fit are left out."""
        names = text("lab.field.p1"), text("lab.field.p2")
        row = write_axes(painter, self.plot, self.plot, TICKS, names)
        row += (NAMES_ROW + LEGEND_ROW) / 2
        x, _, w, _ = self.plot
        right, at = x + w, x
        reach = signed(value_reach(field, self.even(field)), 2)
        at += painter.text(reach.replace("+", "−"), at, row, "small", "faint") + 6
        wide = min(BAR, w * 0.24)
        left, top, width, height = painter.box((at, row - BAR_HIGH / 2, wide, BAR_HIGH))
        painter.s.blit(scale_up(tints(painter.look), (width, height)), (left, top))
        at += wide + 6
        at += painter.text(reach, at, row, "small", "faint") + 16
        marks = [("average", text("lab.field.here"))]
        if self.nash:
            p1, p2 = (fraction(value) for value in field.nash)
            marks.insert(0, ("nash", text("lab.field.nash", p1=p1, p2=p2)))
        for mark, words in marks:
            if at + 14 + painter.width(words, "small") > right:
                return
            if mark == "nash":
                painter.ring(at + 5, row, 4.5, "brass", 2)
            else:
                painter.disc(at + 5, row, 4.8, "text")
                painter.disc(at + 5, row, 3.3, "ivory")
            at += 14 + painter.text(words, at + 14, row, "small", "dim") + 14


def fraction(value: float) -> str:
    """Format a value as a fraction if its denominator is at most 60, else with two decimals.

    >>> fraction(1 / 18), fraction(0.0), fraction(0.123456)
    ('1/18', '0', '0.12')
    """
    near = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    return str(near).replace("-", MINUS) if abs(near - value) < CLOSE else number(value, 2)


def hint_at(field: LabField, p1: float, p2: float, *, advised: bool = True) -> str:
    """Describe the value of the cell nearest to (p1, p2) and, if `advised`, the gradient of each player."""
    row = min(range(len(field.axis)), key=lambda index: abs(field.axis[index] - p1))
    column = min(range(len(field.axis)), key=lambda index: abs(field.axis[index] - p2))
    slopes = {"first": field.along_p1[column], "second": field.along_p2[row]}
    ways = {who: "more" if slope > 0 else "less" if slope else "even" for who, slope in slopes.items()}
    p1_there, p2_there = (number(field.axis[index], 2) for index in (row, column))
    point = text("lab.field.point", p1=p1_there, p2=p2_there, value=signed(field.u1[row][column], 3))
    advice = [text(f"lab.field.{who}_{way}") for who, way in ways.items()] if advised else []
    return " ".join((point, *advice))
