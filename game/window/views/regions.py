"""The division of a table's window: header, table, action bar, side column.

A tall window has the side column below the table, as a band. A very wide window has a column on either side.
If large text leaves less than 1000 x 600 dp, the side column becomes a drawer over the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.window.ui.canvas.painter import Rect
from game.window.ui.layout.size import Breakpoint

Kind = Literal["normal", "tall", "wide", "drawer"]

TALL, WIDE = 1.15, 2.15  # width over height
DRAWER_WIDTH, DRAWER_HEIGHT = 1000.0, 600.0
HEADER = 60.0
LOW_HEADER = 46.0
LOW = 420.0


@dataclass(frozen=True, slots=True)
class Regions:
    """The parts of the window, in dp.

    `sides` has one column, two in a wide window, or the rectangle of the drawer.

    `strip` is between table and action bar. Its height is 0 if there is none.
    """

    kind: Kind
    header: Rect
    table: Rect
    action_bar: Rect
    sides: tuple[Rect, ...]
    margin: float
    strip: Rect = (0.0, 0.0, 0.0, 0.0)

    @property
    def middle(self) -> Rect:
        """The table with the action bar below it."""
        x, top, width, _ = self.table
        _, y, _, height = self.action_bar
        return x, top, width, y + height - top

    @property
    def has_drawer(self) -> bool:
        return self.kind == "drawer"


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes that a screen requires: the action bar, the side column by window size, and the band if tall.

    `strip` is the height of the strip between table and action bar, in a small and in a larger window. A
    window with a drawer has no strip.
    """

    action_bar: float
    low_dock: float
    side: tuple[float, float, float]
    band: tuple[float, float] = (170.0, 214.0)
    two_columns: bool = False
    strip: tuple[float, float] = (0.0, 0.0)


def divide(width: float, height: float, sizes: Sizes) -> Regions:
    """Divide a window of this many dp."""
    if width < DRAWER_WIDTH or height < DRAWER_HEIGHT:
        return _with_drawer(width, height, sizes)
    if width / height < TALL:
        return _tall(width, height, sizes)
    if width / height > WIDE and sizes.two_columns:
        return _wide(width, height, sizes)
    return _normal(width, height, sizes)


def _column(area: Rect, action_bar: float) -> tuple[Rect, Rect]:
    """Divide a column into table and action bar. Return their rectangles."""
    x, y, w, h = area
    if not action_bar:
        return area, (x, y + h, w, 0.0)
    return (x, y, w, h - action_bar - 10), (x, y + h - action_bar, w, action_bar)


def _with_strip(table: Rect, window: Breakpoint, sizes: Sizes) -> tuple[Rect, Rect]:
    """Cut the strip off the lower edge of the table. Return table and strip."""
    x, y, w, h = table
    strip = sizes.strip[not window.small]
    if not strip:
        return table, (x, y + h, w, 0.0)
    return (x, y, w, h - strip - 10), (x, y + h - strip, w, strip)


def _normal(width: float, height: float, sizes: Sizes) -> Regions:
    window = Breakpoint(width, height)
    m = window.margin
    side = sizes.side[0 if window.small else 2 if window.large else 1]
    table, action_bar = _column((m, HEADER, width - side - 3 * m, height - HEADER - m), sizes.action_bar)
    table, strip = _with_strip(table, window, sizes)
    column = (width - m - side, HEADER, side, height - HEADER - m)
    return Regions("normal", (0, 0, width, HEADER), table, action_bar, (column,), m, strip)


def _tall(width: float, height: float, sizes: Sizes) -> Regions:
    window = Breakpoint(width, height)
    m = window.margin
    band = max(sizes.band[0], min(sizes.band[1], height * 0.2))
    table, action_bar = _column((m, HEADER, width - 2 * m, height - HEADER - m - band - 12), sizes.action_bar)
    table, strip = _with_strip(table, window, sizes)
    below = (m, height - m - band, width - 2 * m, band)
    return Regions("tall", (0, 0, width, HEADER), table, action_bar, (below,), m, strip)


def _wide(width: float, height: float, sizes: Sizes) -> Regions:
    m, side, high = 24.0, 316.0, height - HEADER - 24
    table, action_bar = _column((2 * m + side, HEADER, width - 2 * side - 4 * m, high), sizes.action_bar)
    columns = ((m, HEADER, side, high), (width - m - side, HEADER, side, high))
    return Regions("wide", (0, 0, width, HEADER), table, action_bar, columns, m)


def _with_drawer(width: float, height: float, sizes: Sizes) -> Regions:
    low = height < LOW
    m, header = (10.0, LOW_HEADER) if low else (16.0, HEADER)
    dock_height = sizes.low_dock if low else sizes.action_bar
    table, action_bar = _column((m, header, width - 2 * m, height - header - m), dock_height)
    wide = min(380.0, width - 2 * m)
    drawer = (width - m - wide, header, wide, height - header - m)
    return Regions("drawer", (0, 0, width, header), table, action_bar, (drawer,), m)
