"""The base of every screen with a table: header, table, action bar, strip and side column, each a tree of boxes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, ClassVar, Protocol

from game.texts import text
from game.window.frame.screen import Screen, Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Row, Space, fixed, grow
from game.window.ui.leaves import Iconic
from game.window.ui.widgets import Act, IconButton, Scroll, Widget
from game.window.views import regions

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
LEAST_SUBTITLE = 96.0


class Header:
    """The row of buttons above a table. `acts` has the actions of the `ICONS` that this table has."""

    def __init__(self, acts: Mapping[str, Act]) -> None:
        self.area: Rect = (0.0, 0.0, 0.0, HIGH)
        self.buttons = {
            name: IconButton(name, text(f"table.icons.{name}"), icon, acts[name])
            for name, icon in ICONS.items()
            if name in acts
        }
        self._shown = 0

    def __contains__(self, name: str) -> bool:
        return name in self.buttons

    def __getitem__(self, name: str) -> IconButton:
        return self.buttons[name]

    def arrange(self, painter: Painter, area: Rect, names: Sequence[str]) -> list[Widget]:
        """Place the way out at the left and these icons at the right, before those that every table has."""
        self.area, self._shown = area, len(names) + len(ALWAYS)
        back, *shown = (
            Iconic(self.buttons[name], PITCH).sized(fixed(PITCH)) for name in ("back", *names, *ALWAYS)
        )
        side = Space(self._margin + 12 - PITCH / 2)
        row = Row(side, back, Space(), *shown, side)
        Column(Space(LOWERED), row.sized(grow())).place(painter, area)
        return row.controls()

    def draw(self, painter: Painter, title: str, subtitle: str) -> None:
        """Write the name of the game, and the sentence where there is room for it."""
        x = self.area[0] + self._margin + 44
        room = self.area[2] - x - self._margin - self._shown * PITCH
        used = painter.text(title, x, self._middle, "h2", fit=room)
        if room - used > LEAST_SUBTITLE:
            painter.text(subtitle, x + used + 16, self._middle + 1, "label", "dim", fit=room - used - 20)

    @property
    def _margin(self) -> float:
        return MARGIN if self.area[3] >= HIGH else LOW_MARGIN

    @property
    def _middle(self) -> float:
        return self.area[1] + self.area[3] / 2 + LOWERED / 2


DRAWER_SCRIM = 150


class DrawnTable(Protocol):
    """A module of `views` that draws the table of a game."""

    def layout(self, area: Rect, /) -> Any:
        """Return the places of everything in this part of the window."""

    def draw_background(self, painter: Painter, places: Any, /) -> None:
        """Draw the parts that do not change."""

    def draw(self, painter: Painter, places: Any, picture: Any, /) -> None:
        """Draw the cards, chips or marks on the table."""


class TableBox(Box):
    """The box of the table itself. `picture` returns its current content."""

    def __init__(self, table: DrawnTable, picture: Callable[[], Any]) -> None:
        self.table, self._picture = table, picture

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        """Draw the empty table."""
        self.table.draw_background(painter, self.table.layout(rect))

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw what is on the table now."""
        self.table.draw(painter, self.table.layout(rect), self._picture())


class TableFrame(Screen, ABC):
    """A screen with a table. Subclasses compose the table, the action bar and the side column.

    The side column becomes a drawer if there is little room. It scrolls if it needs more height than there is.
    """

    sizes: ClassVar[regions.Sizes]

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.regions = regions.divide(1280, 720, self.sizes)
        self.drawer_open = False
        self._middle: Sequence[Box] = ()
        self._foot = Box()
        self._sides: Sequence[Box] = ()
        self.side_scroll = Scroll(self.relayout)
        self.header = Header(self._header_acts())

    # ---- what a table adds ----------------------------------------------------------------------------------
    @abstractmethod
    def compose_action_bar(self) -> Box:
        """Return what stands in the action bar."""

    @abstractmethod
    def compose_sides(self) -> Sequence[Box]:
        """Return what stands in the side column, and in a second one where a wide window has it."""

    def compose_strip(self) -> Box:
        """Return what stands between table and action bar."""
        return Box()

    def compose_foot(self) -> Box:
        """Return what stays in view at the foot of the side column when the column scrolls."""
        return Box()

    @abstractmethod
    def first_focus(self) -> str:
        """Return the widget that has the focus when a phase begins: the likeliest harmless action."""

    @abstractmethod
    def compose_table(self) -> Box:
        """Return the table itself."""

    def compose_middle(self) -> Sequence[tuple[Box, Rect]]:
        """Return table, strip and action bar, each with its place."""
        parts, strip = self.regions, self.compose_strip()
        table, action_bar = self.compose_table(), self.compose_action_bar()
        return (table, parts.table), (strip, parts.strip), (action_bar, parts.action_bar)

    @property
    def icons(self) -> tuple[str, ...]:
        """The buttons of the header that this table adds."""
        return ()

    @property
    def more_icons(self) -> tuple[str, ...]:
        """Further buttons of the header, for which there is no room beside a drawer."""
        return ()

    @property
    @abstractmethod
    def subtitle(self) -> str:
        """The sentence beside the name of the game."""

    @property
    def title(self) -> str:
        """What stands in the header before the sentence."""
        return text(f"games.{self.game}")

    # ---- the side column ------------------------------------------------------------------------------------
    def toggle_drawer(self) -> None:
        """Open or close the side column where it is a drawer."""
        self.drawer_open = not self.drawer_open
        self.controls.focus("log" if self.drawer_open else self.first_focus())
        self.relayout()

    def show_side(self) -> None:
        """Bring the side column into view where it is a drawer."""
        if self.regions.has_drawer and not self.drawer_open:
            self.toggle_drawer()

    def show_log(self) -> None:
        """L: open the drawer."""
        if self.regions.has_drawer:
            self.toggle_drawer()

    # ---- layout and drawing ---------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Divide the window, place header and boxes."""
        self.regions = regions.divide(width, height, self.sizes)
        placed = self.compose_middle()
        self._middle = [box for box, _ in placed]
        for box, place in placed:
            box.place(self.app.painter, place)
        side = list(self._place_sides()) if self._side_shown else []
        self.scroll = self.side_scroll if self._side_shown else None
        header = self._place_header()
        covered = self.regions.has_drawer and self.drawer_open
        table = [] if covered else [widget for box in self._middle for widget in box.controls()]
        self.place([header[0], *table, *side, *header[1:]])

    def _place_sides(self) -> Iterator[Widget]:
        """Place the side column; it scrolls where it needs more height than there is above its foot."""
        painter = self.app.painter
        self._sides, self._foot = self.compose_sides(), self.compose_foot()
        x, y, w, h = self.regions.sides[0]
        foot = self._foot.measure(painter, w)
        h -= foot
        self._foot.place(painter, (x, y + h, w, foot))
        needed = max(h, self._sides[0].measure(painter, w))
        self.side_scroll.fit((x + 1, y + 4, w - 6, h - 8), needed - 8)
        places = ((x, y - self.side_scroll.offset, w, needed), *self.regions.sides[1:])
        for box, place in zip(self._sides, places, strict=True):
            box.place(painter, place)
        for widget in self._sides[0].controls():
            widget.clip = self.side_scroll.view if self.side_scroll.longest else None
        for box in (*self._sides, self._foot):
            yield from box.controls()

    @property
    def _side_shown(self) -> bool:
        return not self.regions.has_drawer or self.drawer_open

    def _header_acts(self) -> dict[str, Act]:
        return {
            "back": self.escape,
            "log": self.toggle_drawer,
            "sound": self.app.toggle_mute,
            "help": self.app.show_help,
            "settings": self.app.show_settings,
        }

    def _place_header(self) -> list[Widget]:
        names = ["log", *self.icons] if self.regions.has_drawer else [*self.more_icons, *self.icons]
        self.header["sound"].icon = "mute" if self.app.settings.muted else "sound"
        return self.header.arrange(self.app.painter, self.regions.header, names)

    def panels(self) -> Sequence[Rect]:
        """Return the parts of the window that are panels."""
        parts = self.regions
        strip = (parts.strip,) if parts.strip[3] else ()
        return (parts.action_bar, *(() if parts.has_drawer else parts.sides), *strip)

    def paint_background(self, painter: Painter) -> None:
        """Draw what stays, room, table and panels; it goes into a layer."""
        painter.room()
        for box in self._middle:
            box.draw_grounds(painter)
        for panel in self.panels():
            painter.panel(panel)

    def draw(self, painter: Painter) -> None:
        """Draw ground, table, action bar, header, side column and widgets."""
        grounds = tuple(box.grounds() for box in self._middle)
        painter.layer((self.name, self.game, self.regions, grounds), self.paint_background)
        for box in self._middle:
            box.draw_all(painter)
        if self.regions.has_drawer and self.drawer_open:
            self._draw_drawer_background(painter)
        self.header.draw(painter, self.title, self.subtitle)
        if self._side_shown:
            self._draw_sides(painter)
        self.draw_controls(painter)

    def _draw_sides(self, painter: Painter) -> None:
        scrolls = self.side_scroll.longest
        with painter.clip(self.side_scroll.view) if scrolls else nullcontext():
            for box in self._sides[:1]:
                box.draw_all(painter)
        self.side_scroll.draw(painter)
        for box in (*self._sides[1:], self._foot):
            box.draw_all(painter)

    def _draw_drawer_background(self, painter: Painter) -> None:
        """Darken the table and draw the drawer's panel above it."""
        area = self.regions.sides[0]
        painter.scrim(DRAWER_SCRIM)
        painter.shadow(area, None, 24, 170, 8)
        painter.rect(area, "panel", None, "edge")
