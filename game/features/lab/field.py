"""What player 1 wins over (p1, p2): a heat map, gradient arrows, the Nash point, and the path of the run.

p1 is how often the queen bluffs, p2 how often the king calls. Each player climbs the gradient of their own value:
player 1 along dU1/dp1, player 2 along -dU1/dp2. The arrows circle the Nash point, and so does the run. While the
equilibrium is hidden, so is what would give it away: the arrows, and a colour scale centred on its value.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import lru_cache

import pygame

from game.features.lab import plane
from game.features.lab.model import LabModel
from game.study.lab import LabField
from game.texts import MINUS, number, signed, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.canvas.smooth import polyline
from game.window.ui.widgets import ReadOut
from game.window.ui.widgets.widget import inset

TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
TICK_ROOM, LEGEND_ROW = 36.0, 24.0
LARGEST_DENOMINATOR, CLOSE = 60, 1e-6
BAR, BAR_HIGH = 48.0, 8.0


class GradientField(ReadOut[tuple[float, float]]):
    """The heat map as a control; its hint describes the cell under the mouse."""

    def __init__(self, model: LabModel) -> None:
        super().__init__("field", text("lab.field.title"))
        self.nash = True
        self._model = model
        self._trail = lru_cache(maxsize=1)(plane.trail)
        self._key: Hashable = None
        self._background: pygame.Surface | None = None

    # ---- what it says ---------------------------------------------------------------------------------------
    @property
    def value(self) -> str:
        """The average strategy at the current iteration, in words."""
        at = self.average
        return text("lab.field.average", p1=number(at[0], 2), p2=number(at[1], 2)) if at is not None else ""

    @property
    def average(self) -> tuple[float, float] | None:
        """The average strategy (p1, p2) at the current iteration; None without a run."""
        record = self._model.record
        return None if record is None else record.choices(record.average, self._model.place)

    @property
    def hint(self) -> str:
        """The value at the mouse, and unless the equilibrium is hidden, which way each player would move."""
        field = self._model.extras.field.value
        return hint_at(field, *self.under, advised=self.nash) if self.under and field is not None else ""

    def hint_rect(self) -> Rect:
        """Return the rectangle of the plot, beside which the hint is shown."""
        return self.plot

    def find(self, x: float, y: float) -> tuple[float, float] | None:
        """Return (p1, p2) at a point in dp; None outside the plot."""
        left, top, wide, high = self.plot
        inside = left <= x <= left + wide and top <= y <= top + high
        return ((x - left) / wide, 1 - (y - top) / high) if inside else None

    # ---- layout ---------------------------------------------------------------------------------------------
    @property
    def plot(self) -> Rect:
        """The rectangle of the cells: above the ticks, the names of the axes and the legend."""
        x, y, w, h = self.rect
        return x + TICK_ROOM, y + 6, w - TICK_ROOM - 4, h - 6 - plane.TICK_ROW - plane.NAMES_ROW - LEGEND_ROW

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Copy the background, then draw what changes with the iteration."""
        field = self._model.extras.field.value
        if field is None or self.plot[2] <= 0 or self.plot[3] <= 0:
            return
        self._copy_background(painter, field)
        with painter.clip(inset(self.plot, -8)):
            self._draw_trail(painter)
            self._draw_marks(painter, field)
        self._write(painter, field)
        if self.focused:
            painter.focus_ring(self.rect, 6)

    def even(self, field: LabField) -> float:
        """Return the value that has no tint: that of the equilibrium, or 0 while the equilibrium is hidden."""
        return field.value if self.nash else 0.0

    def _copy_background(self, painter: Painter, field: LabField) -> None:
        place = pygame.Rect(painter.box(self.plot)).clip(painter.s.get_clip())
        if not (place.width and place.height):
            return
        key = (tuple(place), self.plot, painter.look, painter.u, field, self.nash)
        if self._background is None or key != self._key:
            plane.paint_cells(painter, self.plot, field, self.even(field))
            if self.nash:
                plane.paint_nash_lines(painter, self.plot, field.nash)
                plane.paint_arrows(painter, self.plot, field)
            self._background, self._key = painter.s.subsurface(place).copy(), key
        else:
            painter.s.blit(self._background, place)

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

    def _draw_marks(self, painter: Painter, field: LabField) -> None:
        if self.nash:
            x, y = plane.place_of(self.plot, *field.nash)
            painter.ring(x, y, 9, "shadow", 1)
            painter.ring(x, y, 7.5, "brass", 2.2)
        if (here := self.average) is not None:
            x, y = plane.place_of(self.plot, *here)
            painter.disc(x, y, 6, "shadow")
            painter.disc(x, y, 4.5, "ivory")

    def _write(self, painter: Painter, field: LabField) -> None:
        """Write axes and legend of colours and marks; entries of the legend that do not fit are left out."""
        names = text("lab.field.p1"), text("lab.field.p2")
        row = plane.write_axes(painter, self.plot, self.plot, TICKS, names)
        row += (plane.NAMES_ROW + LEGEND_ROW) / 2
        x, _, w, _ = self.plot
        right, at = x + w, x
        reach = signed(plane.reach_of(field, self.even(field)), 2)
        at += painter.text(reach.replace("+", "−"), at, row, "small", "faint") + 6
        wide = min(BAR, w * 0.24)
        left, top, *size = painter.box((at, row - BAR_HIGH / 2, wide, BAR_HIGH))
        painter.s.blit(pygame.transform.smoothscale(plane.tints(painter.look), size), (left, top))
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
    """Write a value as a fraction if it is one with a denominator of at most 60, else with two decimals.

    >>> fraction(1 / 18), fraction(0.0), fraction(0.123456)
    ('1/18', '0', '0.12')
    """
    near = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    return str(near).replace("-", MINUS) if abs(near - value) < CLOSE else number(value, 2)


def hint_at(field: LabField, p1: float, p2: float, *, advised: bool = True) -> str:
    """Return the value of the cell nearest to (p1, p2) in words; if `advised`, also which way each would move."""
    row = min(range(len(field.axis)), key=lambda place: abs(field.axis[place] - p1))
    column = min(range(len(field.axis)), key=lambda place: abs(field.axis[place] - p2))
    slopes = {"first": field.along_p1[column], "second": field.along_p2[row]}
    ways = {who: "more" if slope > 0 else "less" if slope else "even" for who, slope in slopes.items()}
    p1_there, p2_there = (number(field.axis[place], 2) for place in (row, column))
    point = text("lab.field.point", p1=p1_there, p2=p2_there, value=signed(field.u1[row][column], 3))
    advice = [text(f"lab.field.{who}_{way}") for who, way in ways.items()] if advised else []
    return " ".join((point, *advice))
