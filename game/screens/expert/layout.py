"""Where everything lies: three columns; two above the rules in a smaller window; one in a narrow one."""

from __future__ import annotations

from dataclasses import dataclass

from game.screens.page_head import NARROW_WIDTH
from game.screens.views.panel_head import PADDING
from game.screens.widgets.widget import Rect

SMALL_WIDTH = 1150.0
MARGIN, GAP = 16.0, 12.0
LEFT = 352.0
EXPERT, SPOT, ANSWER = 250.0, 362.0, 174.0
GRID_HEAD, GRID_FOOT = 34.0, 52.0
WIDEST_GRID, SMALL_GRID = 560.0, 420.0
RULES = 420.0


@dataclass(frozen=True, slots=True)
class Places:
    """Panels in dp, and how high all of it is."""

    expert: Rect
    spot: Rect
    answer: Rect
    grid: Rect
    rules: Rect
    height: float

    @property
    def panels(self) -> tuple[Rect, ...]:
        """All of them."""
        return self.expert, self.spot, self.answer, self.grid, self.rules


def places(width: float, free: float, top: float) -> Places:
    """Lay the page out for a window of this width, `free` dp high from `top` on."""
    if width < NARROW_WIDTH:
        return _one_column(width, top)
    inner = width - 2 * MARGIN
    left = min(LEFT, inner * 0.42)
    x, beside = MARGIN, MARGIN + left + GAP
    wide = width >= SMALL_WIDTH
    middle = min(WIDEST_GRID + 2 * PADDING, (inner - left - 2 * GAP) * 0.48) if wide else inner - left - GAP
    least = EXPERT + GAP + SPOT
    cells = min(SMALL_GRID, middle - 2 * PADDING) + GRID_HEAD + GRID_FOOT
    body = max(least, free - MARGIN if wide else ANSWER + GAP + cells)
    expert = (x, top, left, EXPERT)
    spot = (x, top + EXPERT + GAP, left, body - EXPERT - GAP)
    answer = (beside, top, middle, ANSWER)
    grid = (beside, top + ANSWER + GAP, middle, body - ANSWER - GAP)
    if wide:
        right = beside + middle + GAP
        rules = (right, top, width - MARGIN - right, body)
        return Places(expert, spot, answer, grid, rules, body + MARGIN)
    rules = (x, top + body + GAP, inner, RULES)
    return Places(expert, spot, answer, grid, rules, body + GAP + RULES + MARGIN)


def _one_column(width: float, top: float) -> Places:
    """Everything below each other."""
    inner = width - 2 * MARGIN
    heights = (
        EXPERT + 20,
        SPOT + 20,
        ANSWER + 20,
        min(inner - 2 * PADDING, WIDEST_GRID) + GRID_HEAD + GRID_FOOT,
        RULES,
    )
    panels, y = [], top
    for height in heights:
        panels.append((MARGIN, y, inner, height))
        y += height + GAP
    expert, spot, answer, grid, rules = panels
    return Places(expert, spot, answer, grid, rules, y + MARGIN - GAP - top)
