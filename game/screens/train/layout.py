"""How the page of a run is divided: the bar, the charts beside or above the side column, the hints below.

The page fills the window where it can, and scrolls where its parts need more than there is.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.screens.widgets.widget import Rect

SMALL_WIDTH, LARGE_WIDTH, NARROW_WIDTH = 1150.0, 1400.0, 800.0
SIDES = (272.0, 320.0, 380.0)
GAP = 12.0
BAR, NARROW_BAR = 88.0, 188.0
HINTS = 34.0
LEAST_CHART = 168.0
NARROW_CHART = 230.0
PANEL_HEAD, PANEL_PADDING = 40.0, 16.0
LEAST_CHECKPOINTS = 176.0


@dataclass(frozen=True, slots=True)
class RunPage:
    """The parts of the page in dp, and how high all of it is."""

    bar: Rect
    charts: tuple[Rect, ...]
    snapshot: Rect
    checkpoints: Rect
    hints: Rect
    height: float
    narrow: bool


def divide(view: Rect, offset: float, charts: int, snapshot: float) -> RunPage:
    """Divide the page: `charts` of them, and `snapshot` dp for the picture in the side column."""
    x, y, width, height = view
    margin = 16.0 if width < SMALL_WIDTH else 24.0
    inner = (x + margin, y - offset, width - 2 * margin, height)
    if width < NARROW_WIDTH:
        return _below_each_other(inner, charts, snapshot)
    return _side_by_side(inner, charts, snapshot, margin)


def side_width(width: float) -> float:
    """Return how wide the side column is in a window of this width."""
    return SIDES[0 if width < SMALL_WIDTH else 1 if width < LARGE_WIDTH else 2]


def _side_by_side(area: Rect, charts: int, snapshot: float, margin: float) -> RunPage:
    x, y, width, height = area
    side = side_width(width + 2 * margin)
    columns = 2 if charts > 2 else 1
    rows = -(-charts // columns)
    picture = snapshot + PANEL_HEAD + PANEL_PADDING
    least = max(rows * LEAST_CHART + (rows - 1) * GAP, picture + GAP + LEAST_CHECKPOINTS)
    body = max(least, height - BAR - GAP - HINTS)
    top = y + BAR + GAP
    left_width = width - side - GAP
    each = (left_width - (columns - 1) * GAP) / columns
    high = (body - (rows - 1) * GAP) / max(1, rows)
    places = tuple(_place(place, charts, columns, (x, top, each, high)) for place in range(charts))
    right = x + left_width + GAP
    return RunPage(
        bar=(x, y, width, BAR),
        charts=places,
        snapshot=(right, top, side, picture),
        checkpoints=(right, top + picture + GAP, side, body - picture - GAP),
        hints=(x, top + body, width, HINTS),
        height=BAR + GAP + body + HINTS,
        narrow=False,
    )


def _place(place: int, charts: int, columns: int, first: Rect) -> Rect:
    """The place of a chart in the grid; the last one is as wide as the row where it is alone in it."""
    x, y, width, height = first
    row, column = divmod(place, columns)
    alone = column == 0 and place == charts - 1
    wide = columns * width + (columns - 1) * GAP if alone else width
    return x + column * (width + GAP), y + row * (height + GAP), wide, height


def _below_each_other(area: Rect, charts: int, snapshot: float) -> RunPage:
    x, y, width, _ = area
    top = y + NARROW_BAR + GAP
    places = []
    for _ in range(charts):
        places.append((x, top, width, NARROW_CHART))
        top += NARROW_CHART + GAP
    picture = snapshot + PANEL_HEAD + PANEL_PADDING
    below = top + picture + GAP
    end = below + LEAST_CHECKPOINTS
    return RunPage(
        bar=(x, y, width, NARROW_BAR),
        charts=tuple(places),
        snapshot=(x, top, width, picture),
        checkpoints=(x, below, width, LEAST_CHECKPOINTS),
        hints=(x, end, width, HINTS),
        height=end + HINTS - y,
        narrow=True,
    )
