"""Where the arena has everything: the bar, the cross-table, the field, the pair, the keys; in dp."""

from __future__ import annotations

from dataclasses import dataclass

from game.screens.lab.layout import GAP, HINTS, margin_of
from game.screens.page_head import NARROW_WIDTH
from game.screens.views.panel_head import PADDING, TITLE_ROW
from game.screens.widgets.widget import Rect

BAR, NARROW_BAR = 72.0, 136.0
TOP = TITLE_ROW + 16.0
COLUMN_HEAD = 26.0
LEGEND = 40.0
LEAST_ROW = 24.0
LEAST_FIELD_ROW = 17.0
FIELD_AXIS = 26.0
LEAST_PAIR = 193.0
LEAST_BODY = 380.0
RIGHT_SHARE, LEAST_RIGHT, WIDEST_RIGHT = 0.31, 270.0, 520.0


@dataclass(frozen=True, slots=True)
class Places:
    """Rectangles; `height` is how high all of it is below the head."""

    bar: Rect
    table: Rect
    field: Rect
    pair: Rect
    hints: Rect
    height: float
    narrow: bool


def places(width: float, free: float, top: float, agents: int) -> Places:
    """Lay the page out for a window of this width, `free` dp high from `top` on, and so many agents."""
    margin, narrow = margin_of(width), width < NARROW_WIDTH
    inner = width - 2 * margin
    bar: Rect = (margin, top, inner, NARROW_BAR if narrow else BAR)
    start = top + bar[3] + GAP
    table_height = TOP + COLUMN_HEAD + max(3, agents) * LEAST_ROW + LEGEND + PADDING
    field_height = TOP + max(3, agents) * LEAST_FIELD_ROW + FIELD_AXIS + PADDING
    if narrow:
        table: Rect = (margin, start, inner, max(table_height, 320.0))
        field: Rect = (margin, table[1] + table[3] + GAP, inner, field_height)
        pair: Rect = (margin, field[1] + field_height + GAP, inner, 260.0)
    else:
        room = max(free - bar[3] - 2 * GAP - HINTS, LEAST_BODY, table_height, field_height + GAP + LEAST_PAIR)
        right = min(WIDEST_RIGHT, max(LEAST_RIGHT, inner * RIGHT_SHARE))
        left = inner - right - GAP
        table = (margin, start, left, room)
        high = max(field_height, (room - GAP) * 0.48)
        field = (margin + left + GAP, start, right, high)
        pair = (margin + left + GAP, start + high + GAP, right, room - high - GAP)
    end = pair[1] + pair[3]
    hints = (margin, end + GAP / 2, inner, HINTS)
    return Places(bar, table, field, pair, hints, hints[1] + HINTS - top, narrow)
