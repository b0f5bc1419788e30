"""Where the page of stored runs has everything: the list, the chart, the table, the bar, the keys; in dp."""

from __future__ import annotations

from dataclasses import dataclass

from game.screens.lab.compare.kept import FIRST_COMPARED
from game.screens.lab.layout import GAP, HINTS, PADDING, SMALL_WIDTH, TITLE, margin_of
from game.screens.page_head import NARROW_WIDTH
from game.screens.widgets.widget import Rect

BAR, NARROW_BAR = 66.0, 124.0
LINE, COLUMN_HEAD = 24.0, 22.0
LEAST_CHART, NARROW_CHART, NARROW_LIST = 190.0, 300.0, 320.0
LIST_SHARE, SMALL_LIST_SHARE = 0.38, 0.44
WIDEST_LIST = 620.0


@dataclass(frozen=True, slots=True)
class Places:
    """Rectangles; `height` is how high all of it is below the head."""

    runs: Rect
    chart: Rect
    table: Rect
    bar: Rect
    hints: Rect
    height: float
    narrow: bool


def places(width: float, free: float, top: float, compared: int) -> Places:
    """Lay the page out for a window of this width, `free` dp high from `top` on, and so many compared runs."""
    table_height = TITLE + COLUMN_HEAD + max(FIRST_COMPARED, compared) * LINE + PADDING
    margin, narrow = margin_of(width), width < NARROW_WIDTH
    inner = width - 2 * margin
    bar_height = NARROW_BAR if narrow else BAR
    room = free - bar_height - GAP - HINTS
    if narrow:
        runs: Rect = (margin, top, inner, NARROW_LIST)
        chart: Rect = (margin, top + NARROW_LIST + GAP, inner, NARROW_CHART)
        table: Rect = (margin, chart[1] + NARROW_CHART + GAP, inner, table_height)
    else:
        share = SMALL_LIST_SHARE if width < SMALL_WIDTH else LIST_SHARE
        left, height = min(WIDEST_LIST, inner * share), max(room, LEAST_CHART + GAP + table_height)
        right, wide = margin + left + GAP, inner - left - GAP
        runs = (margin, top, left, height)
        chart = (right, top, wide, height - table_height - GAP)
        table = (right, top + height - table_height, wide, table_height)
    end = table[1] + table[3]
    bar = (margin, end + GAP, inner, bar_height)
    hints = (margin, end + GAP + bar_height, inner, HINTS)
    return Places(runs, chart, table, bar, hints, hints[1] + HINTS - top, narrow)
