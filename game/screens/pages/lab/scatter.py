"""The current (p1, p2) of the run: it never settles, it runs around. Discs tell where it spends its time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable

from game.screens.pages.lab.heat_map import place_of
from game.screens.pages.lab.model import LabModel
from game.screens.pages.lab.record import RunRecord
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.charts.axis import written
from game.screens.ui.texts import text
from game.screens.ui.theme import mix

CELLS = 20
NOW = 4.5
LAST = 400  # tracked points whose time is shown
SMALLEST, WHOLE = 1.4, 24.0  # radius of a disc for next to no time, and for all of it
TICKS = (0.0, 0.5, 1.0)
TICK_ROOM, TICK_ROW, NAMES_ROW = 30.0, 20.0, 20.0
MARGIN = 12.0

Cell = tuple[int, int]


class Scatter:
    """Draws the picture; the cells of the points are kept from frame to frame."""

    def __init__(self, model: LabModel) -> None:
        self._model = model
        self._key: Hashable = None
        self._cells: list[Cell] = []

    def draw(self, painter: Painter, rect: Rect, *, nash: bool) -> None:
        """Draw the discs of the last points until this moment, the current one bright, and the Nash ring."""
        x, y, w, h = rect
        plot = (x + TICK_ROOM, y + 4, w - TICK_ROOM, h - 4 - TICK_ROW - NAMES_ROW)
        inner = (plot[0] + MARGIN, plot[1] + MARGIN, plot[2] - 2 * MARGIN, plot[3] - 2 * MARGIN)
        if inner[2] <= 0 or inner[3] <= 0:
            return
        _write_axes(painter, plot, inner)
        record, at = self._model.record, self._model.place
        if record is not None and at >= 0:
            self._draw_discs(painter, inner, record, at)
        if nash and (field := self._model.field.value) is not None:
            painter.ring(*place_of(inner, *field.nash), 5.5, "brass", 2.2)

    def _draw_discs(self, painter: Painter, inner: Rect, record: RunRecord, at: int) -> None:
        cells = self._all_cells(record)
        spent = Counter(cells[max(0, at - LAST + 1) : at + 1])
        background, total = mix(painter.col("good"), painter.col("panel"), 0.35), spent.total()
        for (column, row), count in spent.items():
            radius = max(SMALLEST, WHOLE * math.sqrt(count / total))
            painter.disc(*place_of(inner, column / CELLS, row / CELLS), radius, background)
        first, second = record.free_choices
        now = record.current[first][at], record.current[second][at]
        painter.disc(*place_of(inner, *now), NOW, "text")

    def _all_cells(self, record: RunRecord) -> list[Cell]:
        key = (record, len(record))
        if key != self._key:
            first, second = (record.current[sequence] for sequence in record.free_choices)
            self._cells = [
                (round(p1 * CELLS), round(p2 * CELLS)) for p1, p2 in zip(first, second, strict=True)
            ]
            self._key = key
        return self._cells


def _write_axes(painter: Painter, plot: Rect, inner: Rect) -> None:
    x, y, w, h = plot
    for tick in TICKS:
        across, up = place_of(inner, tick, tick)
        painter.line(x, up, x + w, up)
        painter.text(written(tick), x - 8, up, "small", "faint", al="r")
        painter.text(written(tick), across, y + h + TICK_ROW / 2 + 2, "small", "faint", al="c")
    row = y + h + TICK_ROW + NAMES_ROW / 2
    left = painter.text(text("lab.field.p2_short"), x, row, "small", "dim", fit=w / 2)
    painter.text(text("lab.field.p1_short"), x + w, row, "small", "dim", al="r", fit=w - left - 8)
