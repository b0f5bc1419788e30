"""What player 1 wins over (p1, p2): a heat map, arrows of the gradient, the Nash point and the way of the run.

p1 is how often the queen bluffs, p2 how often the king calls. Each player goes up his own slope: player 1 along
dU1/dp1, player 2 along -dU1/dp2. The arrows turn around the Nash point, and so does the run.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

import pygame

from game.lab import LabField
from game.screens.lab.study import Study
from game.screens.pen import Pen, Rect
from game.screens.texts import MINUS, number, signed, text
from game.screens.theme import RGB, mix
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.lab.record import Record

TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
TICK_ROOM, TICK_ROW = 36.0, 20.0
NAMES_ROW, LEGEND_ROW = 20.0, 24.0
ARROWS = 9
LONGEST_ARROW = 0.85  # of the distance between two
HEAD = 4.0
FULL, EXPONENT = 0.95, 0.8
DASH = 5.0
LARGEST_DENOMINATOR, CLOSE = 60, 1e-6
BAR = 48.0

Pixel = tuple[int, int]


class Field(Widget):
    """The picture as a control: the cell under the mouse is told of."""

    role: ClassVar[str] = "picture"

    def __init__(self, study: Study) -> None:
        super().__init__("field", text("lab.field.title"))
        self.nash = True
        self._study = study
        self._key: Hashable = None
        self._ground: pygame.Surface | None = None
        self._trail_key: Hashable = None
        self._trail: list[Pixel] = []
        self._until: list[int] = []
        self._under: tuple[float, float] | None = None

    # ---- what it says ---------------------------------------------------------------------------------------
    @property
    def value(self) -> str:
        """Where the average of this moment lies."""
        at = self.average
        return text("lab.field.average", p1=number(at[0], 2), p2=number(at[1], 2)) if at is not None else ""

    @property
    def hand(self) -> bool:
        """Nothing can be clicked."""
        return False

    @property
    def average(self) -> tuple[float, float] | None:
        """The average (p1, p2) of this moment."""
        record, at = self._study.record, self._study.place
        if record is None or at < 0:
            return None
        first, second = free_choices(record)
        return record.average[first][at], record.average[second][at]

    @property
    def hint(self) -> str:
        """What the cell under the mouse is worth, and who would do what more often."""
        field = self._study.field
        if self._under is None or field is None or not self.hovered:
            return ""
        return told_at(field, *self._under)

    def hint_rect(self) -> Rect:
        """Return the plot: the words stand beside it."""
        return self.plot

    def hover(self, x: float, y: float) -> bool:
        """Follow the mouse."""
        left, top, wide, high = self.plot
        before = self._under
        inside = left <= x <= left + wide and top <= y <= top + high
        self._under = ((x - left) / wide, 1 - (y - top) / high) if inside else None
        return before != self._under

    # ---- where it lies --------------------------------------------------------------------------------------
    @property
    def plot(self) -> Rect:
        """Where the cells lie: above the ticks, the names of the axes and the legend."""
        x, y, w, h = self.rect
        return x + TICK_ROOM, y + 6, w - TICK_ROOM - 4, h - 6 - TICK_ROW - NAMES_ROW - LEGEND_ROW

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, pen: Pen) -> None:
        """Copy the still picture, then draw what moves with time."""
        field = self._study.field
        if field is None or self.plot[2] <= 0 or self.plot[3] <= 0:
            return
        self._copy_ground(pen, field)
        with pen.clip(_grown(self.plot, 8)):
            self._draw_trail(pen)
            self._draw_marks(pen, field)
        self._write(pen, field)
        if self.focused:
            pen.focus_ring(self.rect, 6)

    def _copy_ground(self, pen: Pen, field: LabField) -> None:
        place = pygame.Rect(pen.box(self.plot)).clip(pen.s.get_clip())
        if not (place.width and place.height):
            return
        key = (tuple(place), self.plot, pen.look, pen.u, field, self.nash)
        if self._ground is None or key != self._key:
            _paint_cells(pen, self.plot, field)
            if self.nash:
                _paint_nash_lines(pen, self.plot, field.nash)
            _paint_arrows(pen, self.plot, field)
            self._ground, self._key = pen.s.subsurface(place).copy(), key
        else:
            pen.s.blit(self._ground, place)

    def _draw_trail(self, pen: Pen) -> None:
        record, at = self._study.record, self._study.place
        if record is None or at < 0:
            return
        key = (self.plot, pen.u, id(record), len(record))
        if key != self._trail_key:
            self._trail_key = key
            self._trail, self._until = trail(pen, self.plot, record)
        shown = self._trail[: self._until[at] + 1]
        if len(shown) > 1:
            dark, light = pen.col("shadow"), pen.col("ivory")
            pygame.draw.lines(pen.s, dark, False, shown, max(3, pen.px(3.4)))
            pygame.draw.lines(pen.s, light, False, shown, max(1, pen.px(1.5)))

    def _draw_marks(self, pen: Pen, field: LabField) -> None:
        if self.nash:
            x, y = _at(self.plot, *field.nash)
            pen.ring(x, y, 9, "shadow", 1)
            pen.ring(x, y, 7.5, "brass", 2.2)
        if (here := self.average) is not None:
            x, y = _at(self.plot, *here)
            pen.disc(x, y, 6, "shadow")
            pen.disc(x, y, 4.5, "ivory")

    def _write(self, pen: Pen, field: LabField) -> None:
        x, y, w, h = self.plot
        for tick in TICKS:
            across, up = _at(self.plot, tick, tick)
            pen.text(number(tick, 2).rstrip("0").rstrip(".") or "0", x - 8, up, "small", "faint", al="r")
            half = 12 if 0 < tick < 1 else 4
            pen.text(
                number(tick, 2).rstrip("0").rstrip(".") or "0",
                min(max(across, x + half), x + w - half),
                y + h + TICK_ROW / 2 + 2,
                "small",
                "faint",
                al="c",
            )
        row = y + h + TICK_ROW + NAMES_ROW / 2
        left = pen.text(text("lab.field.p2"), x, row, "small", "dim", fit=w / 2 - 4)
        pen.text(text("lab.field.p1"), x + w, row, "small", "dim", al="r", fit=w - left - 12)
        self._write_legend(pen, field, row + (NAMES_ROW + LEGEND_ROW) / 2)

    def _write_legend(self, pen: Pen, field: LabField, row: float) -> None:
        """Write what the colours and marks are, as far as there is room."""
        x, _, w, _ = self.plot
        right, at = x + w, x
        reach = signed(_reach(field), 2)
        at += pen.text(reach.replace("+", "−"), at, row, "small", "faint") + 6
        wide = min(BAR, w * 0.24)
        for step in range(24):
            share = (step + 0.5) / 12 - 1
            pen.rect((at + wide * step / 24, row - 4, wide / 24 + 0.5, 8), _tint(pen, share), 0)
        at += wide + 6
        at += pen.text(reach, at, row, "small", "faint") + 16
        marks = [("average", text("lab.field.here"))]
        if self.nash:
            p1, p2 = (fraction(value) for value in field.nash)
            marks.insert(0, ("nash", text("lab.field.nash", p1=p1, p2=p2)))
        for mark, words in marks:
            if at + 14 + pen.width(words, "small") > right:
                return
            if mark == "nash":
                pen.ring(at + 5, row, 4.5, "brass", 2)
            else:
                pen.disc(at + 5, row, 4.5, "edge")
                pen.disc(at + 5, row, 3.5, "ivory")
            at += 14 + pen.text(words, at + 14, row, "small", "dim") + 14


def fraction(value: float) -> str:
    """Write a value as the fraction that it is, where that is a simple one, else with two decimals.

    >>> fraction(1 / 18), fraction(0.0), fraction(0.123456)
    ('1/18', '0', '0.12')
    """
    near = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    return str(near).replace("-", MINUS) if abs(near - value) < CLOSE else number(value, 2)


def free_choices(record: Record) -> tuple[int, int]:
    """Return the sequences of p1 and p2."""
    return record.sets.sequence("Q", "b"), record.sets.sequence("Kb", "b")


def told_at(field: LabField, p1: float, p2: float) -> str:
    """Return what a point is worth and who would do what more often."""
    row = min(range(len(field.axis)), key=lambda place: abs(field.axis[place] - p1))
    column = min(range(len(field.axis)), key=lambda place: abs(field.axis[place] - p2))
    first, second = field.along_p1[column], field.along_p2[row]
    advice = [
        text(f"lab.field.first_{'more' if first > 0 else 'less'}") if first else text("lab.field.first_even"),
        text(f"lab.field.second_{'more' if second > 0 else 'less'}")
        if second
        else text("lab.field.second_even"),
    ]
    point = text(
        "lab.field.point",
        p1=number(field.axis[row], 2),
        p2=number(field.axis[column], 2),
        value=signed(field.u1[row][column], 3),
    )
    return " ".join((point, *advice))


def trail(pen: Pen, plot: Rect, record: Record) -> tuple[list[Pixel], list[int]]:
    """Return the way of the average in pixels, one after the other, and how far it has come at every point.

    A pixel on which many points lie is there once: the last pixel of the way until point `i` is `until[i]`.
    """
    first, second = free_choices(record)
    x, y, w, h = plot
    u, points, until = pen.u, list[Pixel](), list[int]()
    for p1, p2 in zip(record.average[first], record.average[second], strict=True):
        pixel = round((x + w * p1) * u), round((y + h * (1 - p2)) * u)
        if not points or points[-1] != pixel:
            points.append(pixel)
        until.append(len(points) - 1)
    return points, until


# ---- what is painted once -------------------------------------------------------------------------------------
def _paint_cells(pen: Pen, plot: Rect, field: LabField) -> None:
    x, y, w, h = plot
    reach, edges = _reach(field), _edges(field.axis)
    for i, row in enumerate(field.u1):
        for j, value in enumerate(row):
            left, right, low, high = edges[i], edges[i + 1], edges[j], edges[j + 1]
            box = (x + w * left, y + h * (1 - high), w * (right - left), h * (high - low))
            pen.s.fill(_tint(pen, (value - field.value) / reach), pen.box(box))


def _edges(axis: Sequence[float]) -> list[float]:
    """Return where cells around the values of an axis meet."""
    between = [(one + other) / 2 for one, other in pairwise(axis)]
    return [axis[0], *between, axis[-1]]


def _reach(field: LabField) -> float:
    return max(field.highest - field.value, field.value - field.lowest)


def _tint(pen: Pen, share: float) -> RGB:
    """Return the colour of a gain (1) or loss (-1) of player 1 beside the Nash value."""
    goal = pen.col("brass" if share > 0 else "info")
    return mix(pen.col("sunk"), goal, FULL * min(1.0, abs(share)) ** EXPONENT)


def _paint_nash_lines(pen: Pen, plot: Rect, nash: tuple[float, float]) -> None:
    """Dash where neither can gain: p2 of the Nash point for player 1, p1 for player 2."""
    x, y, w, h = plot
    across, up = _at(plot, *nash)
    at = 0.0
    while at < w:
        pen.line(x + at, up, min(x + w, x + at + DASH), up, "brass")
        at += 2 * DASH
    at = 0.0
    while at < h:
        pen.line(across, y + at, across, min(y + h, y + at + DASH), "brass")
        at += 2 * DASH


def _paint_arrows(pen: Pen, plot: Rect, field: LabField) -> None:
    _, _, w, h = plot
    longest = max(*map(abs, field.along_p1), *map(abs, field.along_p2), 1e-12)
    reach = LONGEST_ARROW * min(w, h) / ARROWS
    ink = mix(pen.col("text"), pen.col("sunk"), 0.3)
    last = len(field.axis) - 1
    for column in range(ARROWS):
        for row in range(ARROWS):
            i, j = (round((place + 0.5) * last / ARROWS) for place in (column, row))
            dx, dy = field.along_p1[j] / longest, -field.along_p2[i] / longest
            size = math.hypot(dx, dy)
            if size > 1e-6:
                grown = (0.4 + 0.6 * size) / size  # short ones stay readable
                x, y = _at(plot, field.axis[i], field.axis[j])
                _arrow(pen, (x, y), (dx * grown * reach, dy * grown * reach), ink)


def _arrow(pen: Pen, middle: tuple[float, float], by: tuple[float, float], ink: RGB) -> None:
    (x, y), (dx, dy) = middle, by
    pen.line(x - dx / 2, y - dy / 2, x + dx / 2, y + dy / 2 + 1e-6, ink)
    angle = math.atan2(dy, dx)
    tip = (x + dx / 2, y + dy / 2)
    corners = [
        (tip[0] - HEAD * math.cos(angle + turn), tip[1] - HEAD * math.sin(angle + turn))
        for turn in (0.5, -0.5)
    ]
    pixels = [(a * pen.u, b * pen.u) for a, b in (tip, *corners)]
    pygame.draw.polygon(pen.s, ink, pixels)


def _at(plot: Rect, p1: float, p2: float) -> tuple[float, float]:
    x, y, w, h = plot
    return x + w * p1, y + h * (1 - p2)


def _grown(rect: Rect, by: float) -> Rect:
    x, y, w, h = rect
    return x - by, y - by, w + 2 * by, h + 2 * by
