"""Where everything lies: hand and examples, the histogram above the neighbours; or one column. In dp."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.screens.frame.page_head import NARROW_WIDTH
from game.screens.pages.lab.alike.near_list import GAP as ROW_GAP
from game.screens.pages.lab.alike.near_list import ROW
from game.screens.pages.lab.parts import GAP
from game.screens.ui.layout.breakpoint import Breakpoint
from game.screens.ui.widgets.widget import Rect

HINTS = 30.0
HAND, EXAMPLES, CHART, INSIDE, OUTSIDE = "hand", "examples", "chart", "inside", "outside"

LEFT_SHARE, NARROWEST_LEFT, WIDEST_LEFT = 0.3, 316.0, 420.0
HAND_HEIGHT, EXAMPLES_HEIGHT = 364.0, 196.0
CHART_SHARE, LEAST_CHART = 0.5, 270.0
NARROW_CHART = 330.0
LIST_FRAME = 56.0  # of a panel around its rows
NARROW_ROWS, MOST_ROWS = 6, 9


def margin_of(width: float) -> float:
    """Return what is left free at both sides."""
    return Breakpoint(width, 0.0).margin


@dataclass(frozen=True, slots=True)
class Places:
    """Rectangles; `height` is how high all of it is below the head."""

    panels: Mapping[str, Rect]
    hints: Rect
    height: float


def places(width: float, free: float, top: float) -> Places:
    """Lay the page out for a window of this width, `free` dp high from `top` on."""
    margin = margin_of(width)
    inner = width - 2 * margin
    if width < NARROW_WIDTH:
        panels = _one_column(margin, top, inner)
    else:
        panels = _beside((margin, top, inner, max(HAND_HEIGHT + GAP + EXAMPLES_HEIGHT, free - HINTS)))
    end = max(y + high for _, y, _, high in panels.values())
    hints = (margin, end, inner, HINTS)
    return Places(panels, hints, end + HINTS - top)


def _beside(area: Rect) -> dict[str, Rect]:
    x, y, width, height = area
    left = max(NARROWEST_LEFT, min(WIDEST_LEFT, width * LEFT_SHARE))
    right, wide = x + left + GAP, width - left - GAP
    near = min(list_height(MOST_ROWS), max(list_height(4), (height - GAP) * (1 - CHART_SHARE)))
    chart = max(LEAST_CHART, height - near - GAP)
    low, each = y + chart + GAP, (wide - GAP) / 2
    return {
        HAND: (x, y, left, height - EXAMPLES_HEIGHT - GAP),
        EXAMPLES: (x, y + height - EXAMPLES_HEIGHT, left, EXAMPLES_HEIGHT),
        CHART: (right, y, wide, chart),
        INSIDE: (right, low, each, y + height - low),
        OUTSIDE: (right + each + GAP, low, each, y + height - low),
    }


def _one_column(x: float, y: float, width: float) -> dict[str, Rect]:
    heights = {
        HAND: HAND_HEIGHT,
        CHART: NARROW_CHART,
        INSIDE: list_height(NARROW_ROWS),
        OUTSIDE: list_height(NARROW_ROWS),
        EXAMPLES: EXAMPLES_HEIGHT,
    }
    found = {}
    for name, height in heights.items():
        found[name] = (x, y, width, height)
        y += height + GAP
    return found


def list_height(rows: int) -> float:
    """Return how high a panel with so many rows is."""
    return LIST_FRAME + rows * (ROW + ROW_GAP) - ROW_GAP
