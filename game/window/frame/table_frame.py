"""The frame of a table: the header, the box of the table, and the side column."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, Protocol

from game.texts import text
from game.window.frame.actions import BoundAction
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Row, Space, fixed, grow
from game.window.ui.leaves import Iconic
from game.window.ui.widgets import Act, IconButton, Scroll, Widget

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


class Header:
    """The row of buttons above a table. `acts` holds the actions of the table's `ICONS`."""

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

    def __contains__(self, name: str) -> bool:
        return name in self.buttons

    def __getitem__(self, name: str) -> IconButton:
        return self.buttons[name]

    def arrange(self, painter: Painter, area: Rect, names: Sequence[str]) -> list[Widget]:
        """Place the back button at the left. Place these icons and then the common ones at the right."""
        self.area, self._icon_count = area, len(names) + len(ALWAYS)
        back, *shown = (
            Iconic(self.buttons[name], PITCH).sized(fixed(PITCH)) for name in ("back", *names, *ALWAYS)
        )
        side = Space(self._margin + 12 - PITCH / 2)
        row = Row(side, back, Space(), *shown, side)
        Column(Space(LOWERED), row.sized(grow())).place(painter, area)
        return row.controls()

    def draw(self, painter: Painter, title: str, subtitle: str) -> None:
        """Draw the title, and the subtitle if it fits."""
        x = self.area[0] + self._margin + 44
        room = self.area[2] - x - self._margin - self._icon_count * PITCH
        used = painter.text(title, x, self._middle, "h2", fit=room)
        if room - used > MIN_SUBTITLE:
            painter.text(subtitle, x + used + 16, self._middle + 1, "label", "dim", fit=room - used - 20)

    @property
    def _margin(self) -> float:
        return MARGIN if self.area[3] >= HIGH else LOW_MARGIN

    @property
    def _middle(self) -> float:
        return self.area[1] + self.area[3] / 2 + LOWERED / 2


DRAWER_SCRIM = 150


class DrawnTable(Protocol):
    """A module of `views` that draws the table of one game."""

    def layout(self, area: Rect, /) -> Any:
        """Return the positions of all objects in this part of the window."""

    def draw_background(self, painter: Painter, places: Any, /) -> None:
        """Draw the static parts."""

    def draw(self, painter: Painter, places: Any, picture: Any, /) -> None:
        """Draw the cards, chips or marks on the table."""


class TableBox(Box):
    """The box of the table. The callable `picture` returns the cards, chips or marks on it."""

    def __init__(self, table: DrawnTable, picture: Callable[[], Any]) -> None:
        self.table, self._picture = table, picture

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        self.table.draw_background(painter, self.table.layout(rect))

    def draw(self, painter: Painter, rect: Rect) -> None:
        self.table.draw(painter, self.table.layout(rect), self._picture())


class SideColumn:
    """The column next to a table, or the drawer over it. Above its foot it scrolls if the content is too high."""

    def __init__(self, scroll: Scroll) -> None:
        self.scroll = scroll
        self._boxes: Sequence[Box] = ()
        self._foot = Box()

    def place(
        self, painter: Painter, areas: Sequence[Rect], boxes: Sequence[Box], foot: Box
    ) -> Iterator[Widget]:
        """Place a box in each area, and the foot below the first box. Yield the controls in focus order."""
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
