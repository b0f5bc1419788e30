"""Where everything lies on the page of a learner: the board, the charts beside it, time below; in dp."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.screens.lab.layout import GAP, HINTS, PADDING, TITLE, margin_of
from game.screens.lab.run_bar import HEIGHT, NARROW_HEIGHT
from game.screens.page_head import NARROW_WIDTH
from game.screens.widgets.widget import Rect

VALUES, AUDIT = "values", "audit"
BOARD, CHART, LINES, STRIP = "board", "chart", "lines", "strip"

BELOW_BOARD = 62.0  # the legend, and what takes marks back
LEAST_BODY = 420.0
STRIP_HEIGHT = 156.0
HIGH_BODY = 580.0  # from which on all charts are beside the board
MAIN_SHARE = 0.6
MOST_BOARD_SHARE = 0.46
NARROW_PANEL = 280.0


@dataclass(frozen=True, slots=True)
class LearntPlaces:
    """Rectangles; `board` is the square of the board itself, `height` how high all of it is below the head."""

    panels: Mapping[str, Rect]
    board: Rect
    below: Rect
    bar: Rect
    hints: Rect
    height: float
    narrow: bool


def places(page: str, width: float, free: float, top: float) -> LearntPlaces:
    """Lay a page out for a window of this width, `free` dp high from `top` on."""
    margin, narrow = margin_of(width), width < NARROW_WIDTH
    inner, bar_height = width - 2 * margin, NARROW_HEIGHT if narrow else HEIGHT
    body = max(LEAST_BODY, free - bar_height - GAP - HINTS)
    area = (margin, top, inner, body)
    panels = _column(page, area) if narrow else _beside(page, area)
    end = max(y + high for _, y, _, high in panels.values())
    bar = (margin, end + GAP, inner, bar_height)
    hints = (margin, end + GAP + bar_height, inner, HINTS)
    x, y, wide, high = panels[BOARD]
    side = min(wide - 2 * PADDING, high - TITLE - BELOW_BOARD)
    left = x + (wide - side) / 2
    below = (left, y + TITLE + side, side, BELOW_BOARD)
    return LearntPlaces(
        panels, (left, y + TITLE, side, side), below, bar, hints, hints[1] + HINTS - top, narrow
    )


def _beside(page: str, area: Rect) -> dict[str, Rect]:
    """The board as large as the height lets it be, and beside it the panels of the page; all where it is high."""
    x, y, width, height = area
    left = min(height - TITLE - BELOW_BOARD + 2 * PADDING, width * MOST_BOARD_SHARE)
    at, wide = x + left + GAP, width - left - GAP
    main, between = (CHART, LINES) if page == VALUES else (LINES, CHART)
    strip = (at, y + height - STRIP_HEIGHT, wide, STRIP_HEIGHT)
    room = height - STRIP_HEIGHT - GAP
    board = (x, y, left, height)
    if height < HIGH_BODY:
        return {BOARD: board, main: (at, y, wide, room), STRIP: strip}
    upper = (room - GAP) * MAIN_SHARE
    lower = (at, y + upper + GAP, wide, room - upper - GAP)
    return {BOARD: board, main: (at, y, wide, upper), between: lower, STRIP: strip}


def _column(page: str, area: Rect) -> dict[str, Rect]:
    x, y, width, _ = area
    board = width + TITLE + BELOW_BOARD - 2 * PADDING
    second = y + board + GAP
    third = second + NARROW_PANEL + GAP
    return {
        BOARD: (x, y, width, board),
        CHART if page == VALUES else LINES: (x, second, width, NARROW_PANEL),
        STRIP: (x, third, width, STRIP_HEIGHT),
    }
