"""The frame of a table screen: the division of the window, the header, the table, and the side column.

In a tall window, the side column is a band below the table. A very wide window has a column on either side.
If large text leaves less than 1000 x 600 dp, the side column becomes a drawer over the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from game.texts import text
from game.window.frame.actions import BoundAction
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Row, Space, fixed, grow
from game.window.ui.layout.box import Breakpoint
from game.window.ui.leaves import Iconic
from game.window.ui.widgets import Act, IconButton, Scroll, Widget

Kind = Literal["normal", "tall", "wide", "drawer"]

TALL, WIDE = 1.15, 2.15  # width over height
DRAWER_WIDTH, DRAWER_HEIGHT = 1000.0, 600.0
HEADER = 60.0
LOW_HEADER = 46.0
LOW = 420.0


@dataclass(frozen=True, slots=True)
class Regions:
    """The rectangles of the parts of the window, in dp.

    `sides` has one column, two columns in a wide window, or the drawer. `strip` is between the table and the
    action bar. If there is no strip, the height of this rectangle is 0.
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
        """The rectangle of the table with the action bar below it."""
        x, top, width, _ = self.table
        _, y, _, height = self.action_bar
        return x, top, width, y + height - top

    @property
    def has_drawer(self) -> bool:
        return self.kind == "drawer"


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes that a screen requires: the action bar, the side column by window size, and the band.

    The band replaces the side column in a tall window.

    `strip` has the heights of the strip between table and action bar, in a small and in a larger window. A window
    with a drawer has no strip.
    """

    action_bar: float
    low_dock: float
    side: tuple[float, float, float]
    band: tuple[float, float] = (170.0, 214.0)
    two_columns: bool = False
    strip: tuple[float, float] = (0.0, 0.0)


def divide(width: float, height: float, sizes: Sizes) -> Regions:
    """Divide a window of `width` x `height` dp."""
    if width < DRAWER_WIDTH or height < DRAWER_HEIGHT:
        return _with_drawer(width, height, sizes)
    if width / height < TALL:
        return _tall(width, height, sizes)
    if width / height > WIDE and sizes.two_columns:
        return _wide(width, height, sizes)
    return _normal(width, height, sizes)


def _column(area: Rect, action_bar: float) -> tuple[Rect, Rect]:
    """Divide a column into the table and the action bar. Return the two rectangles."""
    x, y, w, h = area
    if not action_bar:
        return area, (x, y + h, w, 0.0)
    return (x, y, w, h - action_bar - 10), (x, y + h - action_bar, w, action_bar)


def _with_strip(table: Rect, window: Breakpoint, sizes: Sizes) -> tuple[Rect, Rect]:
    """Cut the strip off the bottom of the table. Return the rectangles of the table and the strip."""
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


ICONS = {
    "back": "back",
    "review": "review",
    "undo": "undo",
    "redo": "redo",
    "hint": "hint",
    "ahead": "solver",
    "rules": "quill",
    "grades": "check",
    "retry": "drill",
    "log": "list",
    "speed": "clock",
    "sound": "sound",
    "help": "help",
    "settings": "gear",
}
ALWAYS = ("sound", "help", "settings")

PITCH = 44.0
HIGH, LOWERED = 60.0, 4.0
MARGIN, LOW_MARGIN = 24.0, 16.0
MIN_SUBTITLE = 96.0
MIN_NOTICE_ROOM = 280.0


class Header:
    """The row of buttons above a table. The argument `acts` has the actions of the table's icons (`ICONS`)."""

    def __init__(self, acts: Mapping[str, Act]) -> None:
        self.area: Rect = (0.0, 0.0, 0.0, HIGH)
        self.buttons: dict[str, IconButton] = {}
        for name, icon in ICONS.items():
            if (act := acts.get(name)) is not None:
                words = text(f"table.icons.{name}")
                if isinstance(act, BoundAction):
                    words = text("keys.named", words=words, key=act.action.first_key)
                self.buttons[name] = IconButton(name, words, icon, act)
        self._icon_count = 0
        self.notice_room: Rect | None = None
        """The rectangle of the subtitle, in which a notice covers nothing of the table. None if it is too small."""

    def __contains__(self, name: str) -> bool:
        return name in self.buttons

    def __getitem__(self, name: str) -> IconButton:
        return self.buttons[name]

    def arrange(self, painter: Painter, area: Rect, names: Sequence[str]) -> list[Widget]:
        """Place the back button at the left, and the icons `names` and the common icons at the right."""
        self.area, self._icon_count = area, len(names) + len(ALWAYS)
        back, *shown = (
            Iconic(self.buttons[name], PITCH).sized(fixed(PITCH)) for name in ("back", *names, *ALWAYS)
        )
        side = Space(self._margin + 12 - PITCH / 2)
        row = Row(side, back, Space(), *shown, side)
        Column(Space(LOWERED), row.sized(grow())).place(painter, area)
        return row.controls()

    def draw(self, painter: Painter, title: str, subtitle: str) -> None:
        """Draw the title, and the subtitle if there is room for it."""
        x = self.area[0] + self._margin + 44
        room = self.area[2] - x - self._margin - self._icon_count * PITCH
        used = painter.text(title, x, self._middle, "h2", fit=room)
        self.notice_room = None
        if room - used > MIN_SUBTITLE:
            if room - used - 12 > MIN_NOTICE_ROOM:
                self.notice_room = (x + used + 8, self.area[1], room - used - 12, self.area[3])
            painter.text(subtitle, x + used + 16, self._middle + 1, "label", "dim", fit=room - used - 20)

    @property
    def _margin(self) -> float:
        return MARGIN if self.area[3] >= HIGH else LOW_MARGIN

    @property
    def _middle(self) -> float:
        return self.area[1] + self.area[3] / 2 + LOWERED / 2


DRAWER_SCRIM = 150


class DrawnTable(Protocol):
    """The interface of a module in `views` that draws the table of one game."""

    def layout(self, area: Rect, /) -> Any:
        """Return the positions of all objects within this rectangle."""

    def draw_background(self, painter: Painter, places: Any, /) -> None:
        """Draw the static parts of the table."""

    def draw(self, painter: Painter, places: Any, picture: Any, /) -> None:
        """Draw the cards, chips or marks on the table."""


class TableBox(Box):
    """The box that draws the table. The argument `picture` returns the cards, chips or marks to draw."""

    def __init__(self, table: DrawnTable, picture: Callable[[], Any]) -> None:
        self.table, self._picture = table, picture

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        self.table.draw_background(painter, self.table.layout(rect))

    def draw(self, painter: Painter, rect: Rect) -> None:
        self.table.draw(painter, self.table.layout(rect), self._picture())


class SideColumn:
    """The column next to a table, or the drawer over it.

    If the content is too high, it scrolls, but the box at the foot stays at the bottom.
    """

    def __init__(self, scroll: Scroll) -> None:
        self.scroll = scroll
        self._boxes: Sequence[Box] = ()
        self._foot = Box()

    def place(
        self, painter: Painter, areas: Sequence[Rect], boxes: Sequence[Box], foot: Box
    ) -> Iterator[Widget]:
        """Place a box in each area, and the foot at the bottom of the first area.

        Yield the controls in focus order.
        """
        self._boxes, self._foot = boxes, foot
        x, y, w, h = areas[0]
        foot_height = foot.measure(painter, w)
        h -= foot_height
        foot.place(painter, (x, y + h, w, foot_height))
        needed = max(h, boxes[0].measure(painter, w))
        self.scroll.fit((x + 1, y + 4, w - 6, h - 8), needed - 8)
        places = ((x, y - self.scroll.offset, w, needed), *areas[1:])
        for box, place in zip(boxes, places, strict=True):
            box.place(painter, place)
        for widget in boxes[0].controls():
            widget.clip = self.scroll.view if self.scroll.longest else None
        for box in (*boxes, foot):
            yield from box.controls()

    def draw(self, painter: Painter) -> None:
        """Draw the boxes, the scroll bar and the foot."""
        with painter.clip(self.scroll.view) if self.scroll.longest else nullcontext():
            for box in self._boxes[:1]:
                box.draw_all(painter)
        self.scroll.draw(painter)
        for box in (*self._boxes[1:], self._foot):
            box.draw_all(painter)

    def draw_drawer(self, painter: Painter, area: Rect) -> None:
        """Darken the table and draw the panel of the drawer."""
        painter.scrim(DRAWER_SCRIM)
        painter.shadow(area, None, 24, 170, 8)
        painter.rect(area, "panel", None, "edge")
