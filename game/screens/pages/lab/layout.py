"""Where everything lies: the row of settings, the panels of a page, the bar of time, the keys; in dp."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.screens.frame.page_head import NARROW_WIDTH
from game.screens.pages.lab.run_bar import HEIGHT, NARROW_HEIGHT
from game.screens.ui.widgets.widget import Rect

SMALL_WIDTH = 1150.0
MARGIN, SMALL_MARGIN = 24.0, 16.0
GAP = 12.0
PADDING = 14.0
TITLE = 34.0
HINTS = 30.0
LEAST_BODY, LEAST_WIDE_BODY = 400.0, 470.0
TALL = 700.0  # of the body of a small window, from which two columns hold everything
NARROW_PANEL = 300.0
LEFT_SHARE, SMALL_LEFT_SHARE = 0.33, 0.455
LEAST_CELL = 152.0  # width of a small multiple
LEAST_CELL_HEIGHT = 138.0

OVERVIEW, STRATEGIES, TREE, COMPARE = "overview", "strategies", "tree", "compare"
PAGES = (OVERVIEW, STRATEGIES, TREE, COMPARE)
FIELD, STRATEGY, EXPLOIT, SCATTER, GAME_TREE = "field", "strategy", "exploit", "scatter", "game_tree"


@dataclass(frozen=True, slots=True)
class GameShape:
    """What a game asks of the layout: how many information sets it has, and whether p1 and p2 describe it."""

    sets: int
    half_street: bool


@dataclass(frozen=True, slots=True)
class Places:
    """Rectangles; `height` is how high all of it is below the head."""

    panels: Mapping[str, Rect]
    bar: Rect
    hints: Rect
    height: float
    narrow: bool


def margin_of(width: float) -> float:
    """Return what is left free at both sides."""
    return SMALL_MARGIN if width < SMALL_WIDTH else MARGIN


def places(page: str, width: float, free: float, game: GameShape, top: float) -> Places:
    """Lay a page out for a window of this width, `free` dp high from `top` on."""
    margin = margin_of(width)
    narrow, small = width < NARROW_WIDTH, width < SMALL_WIDTH
    inner = width - 2 * margin
    bar_height = NARROW_HEIGHT if narrow else HEIGHT
    room = free - bar_height - GAP - HINTS
    make = {OVERVIEW: _overview, STRATEGIES: _strategies, TREE: _tree}[page]
    panels = make((margin, top, inner, room), game, small=small, narrow=narrow)
    end = max((y + high for _, y, _, high in panels.values()), default=top)
    bar = (margin, end + GAP, inner, bar_height)
    hints = (margin, end + GAP + bar_height, inner, HINTS)
    return Places(panels, bar, hints, hints[1] + HINTS - top, narrow)


def content(rect: Rect) -> Rect:
    """Return what a panel has below its title."""
    x, y, width, height = rect
    return x + PADDING, y + TITLE, width - 2 * PADDING, height - TITLE - PADDING + 4


def _overview(area: Rect, game: GameShape, *, small: bool, narrow: bool) -> dict[str, Rect]:
    """Field and exploitability at the left, strategy at the right; scatter and tree where it is wide."""
    x, y, width, height = area
    if narrow:
        names = [FIELD, STRATEGY, EXPLOIT] if game.half_street else [STRATEGY, EXPLOIT]
        return _column(names, area)
    if small and height > TALL:
        return _tall_overview(area, half_street=game.half_street)
    if small:
        return _small_overview((x, y, width, max(LEAST_BODY, height)), half_street=game.half_street)
    height = max(LEAST_WIDE_BODY, height)
    left = width * LEFT_SHARE
    rest = (x + left + GAP, width - left - GAP)
    if not game.half_street:
        upper = height * 0.44
        lower = (y + upper + GAP, height - upper - GAP)
        return {
            STRATEGY: (x, y, width * 0.6, upper),
            EXPLOIT: (x + width * 0.6 + GAP, y, width * 0.4 - GAP, upper),
            GAME_TREE: (x, lower[0], width, lower[1]),
        }
    low = max(160.0, height * 0.33)
    upper = height * 0.5
    scatter = max(210.0, rest[1] * 0.3)
    return {
        FIELD: (x, y, left, height - low - GAP),
        EXPLOIT: (x, y + height - low, left, low),
        STRATEGY: (rest[0], y, rest[1] - scatter - GAP, upper),
        SCATTER: (rest[0] + rest[1] - scatter, y, scatter, upper),
        GAME_TREE: (rest[0], y + upper + GAP, rest[1], height - upper - GAP),
    }


def _tall_overview(area: Rect, *, half_street: bool) -> dict[str, Rect]:
    """In a tall window two rows of charts above the tree."""
    x, y, width, height = area
    upper, middle = height * 0.4, height * 0.26
    second, third = y + upper + GAP, y + upper + middle + 2 * GAP
    left = width * SMALL_LEFT_SHARE
    right = (x + left + GAP, width - left - GAP)
    tree = (x, third, width, y + height - third)
    if not half_street:
        return {
            STRATEGY: (x, y, width, upper),
            EXPLOIT: (x, second, width, middle),
            GAME_TREE: tree,
        }
    return {
        FIELD: (x, y, left, upper),
        STRATEGY: (right[0], y, right[1], upper),
        SCATTER: (x, second, left, middle),
        EXPLOIT: (right[0], second, right[1], middle),
        GAME_TREE: tree,
    }


def _small_overview(area: Rect, *, half_street: bool) -> dict[str, Rect]:
    x, y, width, height = area
    upper = (height - GAP) * 0.55
    left = width * SMALL_LEFT_SHARE if half_street else -GAP
    right = (x + left + GAP, width - left - GAP)
    panels = {
        STRATEGY: (right[0], y, right[1], upper),
        EXPLOIT: (right[0], y + upper + GAP, right[1], height - upper - GAP),
    }
    return {FIELD: (x, y, left, height), **panels} if half_street else panels


def _tree(area: Rect, game: GameShape, *, small: bool, narrow: bool) -> dict[str, Rect]:
    """The tree, and beside it the scatter and the exploitability of a half-street run."""
    x, y, width, height = area
    if narrow or not game.half_street:
        return {GAME_TREE: (x, y, width, max(LEAST_BODY, height))}
    height = max(LEAST_BODY, height)
    scatter = min(380.0, width * 0.32)
    upper = min(height * 0.58, scatter + 60)
    return {
        GAME_TREE: (x, y, width - scatter - GAP, height),
        SCATTER: (x + width - scatter, y, scatter, upper),
        EXPLOIT: (x + width - scatter, y + upper + GAP, scatter, height - upper - GAP),
    }


def _strategies(area: Rect, game: GameShape, *, small: bool, narrow: bool) -> dict[str, Rect]:
    """A panel for every set and below it one for its regrets, in as many columns as there is room for."""
    x, y, width, height = area
    columns = max(1, min(6, int((width + GAP) / (LEAST_CELL + GAP)) if small else 6))
    while game.sets % columns:
        columns -= 1
    rows = 2 * (game.sets // columns)
    wide = (width - GAP * (columns - 1)) / columns
    high = max(LEAST_CELL_HEIGHT, (height - GAP * (rows - 1)) / rows)
    panels: dict[str, Rect] = {}
    for place in range(game.sets):
        row, column = divmod(place, columns)
        left = x + column * (wide + GAP)
        panels[f"set-{place}"] = (left, y + 2 * row * (high + GAP), wide, high)
        panels[f"regret-{place}"] = (left, y + (2 * row + 1) * (high + GAP), wide, high)
    return panels


def _column(names: Sequence[str], area: Rect) -> dict[str, Rect]:
    x, y, width, _ = area
    return {
        name: (x, y + place * (NARROW_PANEL + GAP), width, NARROW_PANEL) for place, name in enumerate(names)
    }
