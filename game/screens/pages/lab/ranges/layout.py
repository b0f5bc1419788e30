"""Where everything lies: the way above two grids and a hand; in a small window beside one grid; or one column."""

from __future__ import annotations

from dataclasses import dataclass

from game.screens.frame.page_head import NARROW_WIDTH
from game.screens.pages.lab.layout import GAP, HINTS, margin_of
from game.screens.pages.lab.ranges.path import HEAD_ROW, ROW
from game.screens.ui.leaves.panel_head import PADDING
from game.screens.ui.widgets.widget import Rect
from game.screens.views.card_slots import width_of

SMALL_WIDTH = 1150.0
TALL = 880.0  # of the body of a small window, from which both grids stand side by side
CAPS, SLOT, BUTTON = 22.0, 46.0, 34.0
BOARD_CARDS = 5
BOARD_BLOCK = CAPS + SLOT + 10 + BUTTON
BETWEEN = 24.0
LEAST_ROWS, MOST_ROWS = 6, 9
GRID_HEAD, GRID_FOOT = 30.0, 34.0
LEAST_GRID, WIDEST_GRID = 300.0, 640.0
LEAST_HAND, WIDEST_HAND = 340.0, 560.0
LEAST_BODY = 376.0
NARROW_HAND = 420.0


@dataclass(frozen=True, slots=True)
class RangePlaces:
    """Rectangles in dp; `grids` are panels, one or two. `height` is that of all of it."""

    strip: Rect
    board: Rect
    buttons: Rect
    path: Rect
    grids: tuple[Rect, ...]
    hand: Rect
    hints: Rect
    height: float


def places(width: float, free: float, top: float, rows: int) -> RangePlaces:
    """Lay the page out below its row of settings, `free` dp high from `top` on; `rows` actions are on offer."""
    margin = margin_of(width)
    inner = width - 2 * margin
    rows = max(LEAST_ROWS, min(MOST_ROWS, rows))
    strip = max(BOARD_BLOCK, HEAD_ROW + rows * ROW) + 2 * PADDING - 8
    room = free - HINTS
    area = (margin, top, inner, room)
    if width < NARROW_WIDTH:
        return _one_column((margin, top, inner, HEAD_ROW + rows * ROW))
    if width < SMALL_WIDTH:
        return _tall(area, strip) if room > TALL else _small(area, strip)
    return _wide(area, strip)


def _wide(area: Rect, strip: float) -> RangePlaces:
    x, y, width, height = area
    body = max(LEAST_BODY, height - strip - GAP)
    most = (width - LEAST_HAND - 2 * GAP) / 2 - 2 * PADDING
    side = min(body - GRID_HEAD - GRID_FOOT, most, WIDEST_GRID)
    wide, top = side + 2 * PADDING, y + strip + GAP
    body = max(body if side < most else side + GRID_HEAD + GRID_FOOT, LEAST_BODY)
    second, third = x + wide + GAP, x + 2 * (wide + GAP)
    grids = (x, top, wide, body), (second, top, wide, body)
    return _with_strip((x, y, width, strip), grids, (third, top, x + width - third, body))


def _small(area: Rect, strip: float) -> RangePlaces:
    """The grid at the left, as high as the window; the way and the hand beside it."""
    x, y, width, height = area
    body = max(strip + GAP + LEAST_BODY * 0.8, height)
    side = min(body - GRID_HEAD - GRID_FOOT, width * 0.46 - 2 * PADDING)
    wide = side + 2 * PADDING
    left, rest = x + wide + GAP, width - wide - GAP
    hand = (left, y + strip + GAP, rest, body - strip - GAP)
    return _with_strip((left, y, rest, strip), ((x, y, wide, body),), hand)


def _tall(area: Rect, strip: float) -> RangePlaces:
    """Both grids below the way, and the hand below them."""
    x, y, width, height = area
    wide = (width - GAP) / 2
    high = wide - 2 * PADDING + GRID_HEAD + GRID_FOOT
    top = y + strip + GAP
    grids = (x, top, wide, high), (x + wide + GAP, top, wide, high)
    below = top + high + GAP
    return _with_strip((x, y, width, strip), grids, (x, below, width, max(LEAST_BODY, y + height - below)))


def _with_strip(strip: Rect, grids: tuple[Rect, ...], hand: Rect) -> RangePlaces:
    """Place the board and its buttons at the left of the strip, and the way beside them."""
    x, y, width, height = strip
    left, top, wide = x + PADDING, y + PADDING - 4, width_of(BOARD_CARDS, SLOT)
    board = (left, top + CAPS, wide, SLOT)
    buttons = (left, board[1] + SLOT + 10, wide, BUTTON)
    path = left + wide + BETWEEN
    way = (path, top, x + width - PADDING - path, height - 2 * PADDING + 8)
    end = max(y + high for _, y, _, high in (*grids, hand))
    hints = (min(grids[0][0], x), end, hand[0] + hand[2] - min(grids[0][0], x), HINTS)
    return RangePlaces(strip, board, buttons, way, grids, hand, hints, end + HINTS - y)


def _one_column(first: Rect) -> RangePlaces:
    """Everything below each other; `first` says where, and how high the way is."""
    x, y, width, way = first
    inner = width - 2 * PADDING
    slot = min(SLOT, SLOT * inner / width_of(BOARD_CARDS, SLOT))
    board = (x + PADDING, y + PADDING + CAPS, width_of(BOARD_CARDS, slot), slot)
    buttons = (x + PADDING, board[1] + slot + 10, inner, BUTTON)
    path = (x + PADDING, buttons[1] + BUTTON + 14, inner, way)
    strip = (x, y, width, path[1] + way + PADDING - y)
    side = min(inner, WIDEST_GRID)
    grid = (x, y + strip[3] + GAP, width, side + GRID_HEAD + GRID_FOOT)
    hand = (x, grid[1] + grid[3] + GAP, width, NARROW_HAND)
    hints = (x, hand[1] + hand[3], width, HINTS)
    return RangePlaces(strip, board, buttons, path, (grid,), hand, hints, hints[1] + HINTS - y)
