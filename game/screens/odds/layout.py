"""Where everything lies: three columns below the question, two with tabs in a smaller window, one that scrolls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.screens.frame.page_head import NARROW_WIDTH
from game.screens.views.card_slots import width_of
from game.screens.views.panel_head import PADDING
from game.screens.widgets.widget import Rect

SMALL_WIDTH = 1150.0
MARGIN, SMALL_MARGIN = 24.0, 16.0
GAP = 12.0
CAPS = 24.0
FIELD = 40.0
SLOT = 66.0
BOARD_CARDS = 5
BETWEEN = 28.0
QUESTION = 2 * PADDING + CAPS + SLOT + 6
ANSWER = 96.0
GRID_HEAD, GRID_FOOT = 44.0, 32.0
LEAST_GRID, WIDEST_GRID = 338.0, 620.0
NEXT, HIGHEST_NEXT = 164.0, 230.0
MADE, TALLEST_MADE = 212.0, 340.0
CLOSING = 180.0
START = 288.0
TABS = 40.0
LEAST_BODY = CLOSING + GAP + START
TALL = 960.0  # dp below the head, from which two columns need no tabs
LEAST_SMALL_BODY = TABS + NEXT + GAP + MADE

CARDS_TAB, COURSE_TAB = "cards", "course"
TAB_NAMES = (CARDS_TAB, COURSE_TAB)


@dataclass(frozen=True, slots=True)
class Places:
    """Rectangles in dp, and how high all of it is; `tabs` where the small panels take turns."""

    question: Rect
    sides: tuple[Rect, Rect]
    board: Rect
    answer: Rect
    panels: Mapping[str, Rect]
    tabs: Rect | None
    height: float


def places(width: float, free: float, top: float, tab: str) -> Places:
    """Lay the page out for a window of this width, `free` dp high from `top` on."""
    if width < NARROW_WIDTH:
        return _one_column(width, top)
    small = width < SMALL_WIDTH
    if small and free > TALL:
        return _two_columns(width, free, top)
    margin = SMALL_MARGIN if small else MARGIN
    inner = width - 2 * margin
    question = (margin, top, inner, QUESTION)
    sides, board, answer = _in_a_row(question)
    y = top + QUESTION + GAP
    body = max(LEAST_SMALL_BODY if small else LEAST_BODY, free - QUESTION - GAP - margin)
    grid = _grid_width(inner, body, small=small)
    panels: dict[str, Rect] = {"grid": (margin, y, grid, min(body, grid + GRID_HEAD + GRID_FOOT))}
    left, rest = margin + grid + GAP, inner - grid - GAP
    tabs: Rect | None = None
    if small:
        tabs = (left, y, rest, TABS)
        area = (left, y + TABS, rest, body - TABS)
        panels |= _cards(area) if tab == CARDS_TAB else _course(area)
    else:
        middle = (rest - GAP) * 0.54
        panels |= _cards((left, y, middle, body))
        panels |= _course((left + middle + GAP, y, rest - middle - GAP, body))
    return Places(question, sides, board, answer, panels, tabs, y + body + margin - top)


def _in_a_row(question: Rect) -> tuple[tuple[Rect, Rect], Rect, Rect]:
    """Divide the question: one side, the board, the other side, the answer."""
    x, y, width, height = question
    inner, row = width - 2 * PADDING, (y + PADDING, height - 2 * PADDING)
    board = width_of(BOARD_CARDS, SLOT)
    each = min(320.0, (inner - board - 3 * BETWEEN) * 0.31)
    first = (x + PADDING, row[0], each, row[1])
    middle = (first[0] + each + BETWEEN, row[0], board, row[1])
    second = (middle[0] + board + BETWEEN, row[0], each, row[1])
    left = second[0] + each + BETWEEN
    return (first, second), middle, (left, row[0], x + width - PADDING - left, row[1])


def _grid_width(inner: float, body: float, *, small: bool) -> float:
    """Return how wide the panel of the grid is: as high as there is room, never more than its share."""
    return max(LEAST_GRID, min(WIDEST_GRID, body - GRID_HEAD - GRID_FOOT, inner * (0.42 if small else 0.38)))


def _cards(area: Rect) -> dict[str, Rect]:
    """Put what comes next above the made hands, which take what is left."""
    height = area[3]
    return _stacked(("next", "made"), area, max(NEXT, min(HIGHEST_NEXT, height * 0.42)))


def _course(area: Rect) -> dict[str, Rect]:
    """Put the course above the examples, or beside them where the area is low."""
    x, y, width, height = area
    if height >= LEAST_BODY:
        upper = max(CLOSING, min(HIGHEST_NEXT, height - GAP - START))
        return _stacked(("closing", "start"), area, upper)
    each = (width - GAP) / 2
    return {"closing": (x, y, each, height), "start": (x + each + GAP, y, each, height)}


def _stacked(names: tuple[str, str], area: Rect, upper: float) -> dict[str, Rect]:
    """Put two panels below each other; the lower one takes what is left."""
    x, y, width, height = area
    lower = (x, y + upper + GAP, width, height - upper - GAP)
    return {names[0]: (x, y, width, upper), names[1]: lower}


def _two_columns(width: float, free: float, top: float) -> Places:
    """Lay out a tall window: the examples below the grid, the other panels beside both."""
    margin = SMALL_MARGIN
    question = (margin, top, width - 2 * margin, QUESTION)
    sides, board, answer = _in_a_row(question)
    y, body = top + QUESTION + GAP, free - QUESTION - GAP - margin
    each = (question[2] - GAP) / 2
    grid = each + GRID_HEAD + GRID_FOOT
    right = margin + each + GAP
    upper, middle = HIGHEST_NEXT, min(TALLEST_MADE, body * 0.38)
    panels = {
        "grid": (margin, y, each, grid),
        "start": (margin, y + grid + GAP, each, max(START, body - grid - GAP)),
        "next": (right, y, each, upper),
        "made": (right, y + upper + GAP, each, middle),
        "closing": (right, y + upper + middle + 2 * GAP, each, body - upper - middle - 2 * GAP),
    }
    return Places(question, sides, board, answer, panels, None, free)


def _one_column(width: float, top: float) -> Places:
    """Everything below each other."""
    margin = SMALL_MARGIN
    inner = width - 2 * margin
    x, wide = margin + PADDING, inner - 2 * PADDING
    slot_row = CAPS + SLOT
    rows = [CAPS + FIELD + 12, slot_row + 12, CAPS + FIELD + 12, ANSWER]
    at, placed = top + PADDING, list[Rect]()
    for high in rows:
        placed.append((x, at, wide, high))
        at += high
    question = (margin, top, inner, at + PADDING - top)
    y = at + PADDING + GAP
    grid = min(inner - 2 * PADDING, WIDEST_GRID)
    heights = {
        "grid": grid + 2 * PADDING + GRID_HEAD + GRID_FOOT,
        "next": NEXT,
        "made": MADE + 20,
        "closing": CLOSING + 20,
        "start": START,
    }
    panels: dict[str, Rect] = {}
    for name, high in heights.items():
        panels[name] = (margin, y, inner, high)
        y += high + GAP
    return Places(
        question, (placed[0], placed[2]), placed[1], placed[3], panels, None, y + margin - GAP - top
    )
