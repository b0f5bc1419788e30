"""Where the panels of the search lie: two columns, or one that scrolls in a narrow window."""

from __future__ import annotations

from dataclasses import dataclass

from game.screens.page_head import NARROW_WIDTH
from game.screens.views.panel_head import PADDING
from game.screens.widgets.widget import Rect

MARGIN, SMALL_MARGIN = 24.0, 16.0
GAP = 12.0
SMALL_WIDTH = 1150.0
HEAD = 44.0
SPOT = 92.0
ROW = 32.0
WORK = 104.0
GRID_FOOT = 64.0
LEAST_GRID, WIDEST_GRID = 300.0, 640.0
LINES_FOOT = 12.0
LINE_STEP, LINE_GAP = 20.0, 10.0


@dataclass(frozen=True, slots=True)
class Places:
    """Rectangles in dp, and how high all of it is."""

    spot: Rect
    actions: Rect
    lines: Rect
    grid: Rect
    work: Rect
    height: float


def places(width: float, free: float, top: float, rows: int, lines: float) -> Places:
    """Lay out so many rows of actions and lines this high, in a window with `free` dp from `top` on."""
    margin = MARGIN if width >= SMALL_WIDTH else SMALL_MARGIN
    actions = HEAD + rows * ROW + PADDING
    told = HEAD + lines + LINES_FOOT
    inner = width - 2 * margin
    if width < NARROW_WIDTH:
        grid = HEAD + min(WIDEST_GRID, inner - 2 * PADDING) + GRID_FOOT
        heights = [SPOT, actions, told, grid, WORK]
        tops = [top + sum(heights[:place]) + place * GAP for place in range(len(heights))]
        spot, shown, below, right, work = (
            (margin, y, inner, high) for y, high in zip(tops, heights, strict=True)
        )
        return Places(spot, shown, below, right, work, tops[-1] + WORK + margin - top)
    least = SPOT + actions + told + 2 * GAP
    body = max(least, HEAD + LEAST_GRID + GRID_FOOT + GAP + WORK, free - margin)
    high = body - WORK - GAP
    side = max(LEAST_GRID, min(WIDEST_GRID, high - HEAD - GRID_FOOT, inner * 0.44 - 2 * PADDING))
    wide = side + 2 * PADDING
    left, beside = inner - wide - GAP, margin + inner - wide
    spare = min(0.35 * actions, max(0.0, body - least))
    y = top
    spot = (margin, y, left, SPOT)
    shown = (margin, y + SPOT + GAP, left, actions + spare)
    lower = shown[1] + shown[3] + GAP
    told_in = (margin, lower, left, top + body - lower)
    work = (beside, top + body - WORK, wide, WORK)
    return Places(spot, shown, told_in, (beside, y, wide, high), work, body + margin)
