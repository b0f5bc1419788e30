"""A page of hands: filters above, the list below them, and at its right a panel about what is chosen.

The list asks the other process for the pages that are looked at; nothing is read here. In a small window list,
panels and filters take turns behind tabs.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic

from game.screens.frame.page import Binding
from game.screens.frame.screen import Screen, Services
from game.screens.pages.history.filter_column import FilterColumn
from game.screens.pages.history.hand_list import ListOfHands
from game.screens.pages.history.pages import Pages
from game.screens.tables.hand_summary import HandT
from game.screens.ui import clipboard
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.input import ENTER, Key, Pointer, Wheel
from game.screens.ui.layout import Box, Breakpoint, Column, Row, Space, Stack, fixed, grow
from game.screens.ui.leaves import Filled, Fitted, Hints, Iconic, Line, Panel, TabRow, indented, upright
from game.screens.ui.texts import text
from game.screens.ui.widgets import Button, IconButton, Scroll, Tabs, Widget, options

HEADER, HINTS = 60.0, 34.0
NARROW_WIDTH, LOW_HEIGHT = 900.0, 500.0
SMALL_SIDE, SIDE_WIDTH, LARGE_SIDE = 300.0, 350.0, 420.0
GAP, PADDING = 12.0, 14.0
CONTROL = 40.0
HANDS, FILTERS = "hands", "filters"
STAND_INS = ("hands", "play", "bring", "show-all", "try-again")
"""The list, and the buttons that may stand in its place."""
WITH_CTRL = ("c", "v")
"""Keys that do the same with Ctrl."""

FilterRow = tuple[Sequence[Widget], Sequence[float]]
"""Widgets side by side, and how they share the row."""


class HandBrowser(Screen, Generic[HandT]):
    """What such pages share. Subclasses name their texts and tabs, and make list, filters and side."""

    words: ClassVar[str]
    replay_words: ClassVar[str]
    tabs: ClassVar[Sequence[str]]
    pages: Pages[HandT, Any]
    list: ListOfHands[HandT]
    filters: FilterColumn

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._tab = HANDS
        self._compact = False
        self._root: Box = Stack()
        self._side: Box = Stack()
        self._back = IconButton("back", text("common.back"), "back", self.escape)
        self._help = IconButton("help", text("menu.help"), "help", app.show_help)
        self._gear = IconButton("settings", text("menu.settings"), "gear", app.show_settings)
        tabs = options(f"{self.words}.tabs.{{}}", self.tabs)
        self._tabs = Tabs("tab", text(f"{self.words}.title"), tabs, HANDS, self._open_tab)
        self.controls.focus(HANDS)

    # ---- what a subclass says -------------------------------------------------------------------------------
    @property
    @abstractmethod
    def count(self) -> str:
        """How many hands there are, beside the title; empty where that is not known."""

    @property
    def header_buttons(self) -> Sequence[Button]:
        """Buttons at the right end of the header, which go to the filters where there is no room."""
        return ()

    @property
    @abstractmethod
    def filter_buttons(self) -> Sequence[Button]:
        """Buttons among the filters, each with the key that it shows where there is room."""

    @property
    @abstractmethod
    def filter_rows(self) -> tuple[FilterRow, FilterRow]:
        """The two rows above the list."""

    @property
    @abstractmethod
    def side_scroll(self) -> Scroll:
        """What moves the panel at the side."""

    @abstractmethod
    def side(self, tab: str) -> Box:
        """Return what stands beside the list, or of it what is behind a tab of the page."""

    @abstractmethod
    def open_replay(self) -> None:
        """Play the chosen hand again."""

    @property
    @abstractmethod
    def bindings(self) -> Mapping[str, Binding]:
        """What the keys do that no control has used, beside those that walk the list and open a hand."""

    @property
    def hints(self) -> Sequence[tuple[str, str]]:
        """The keys of the last line, each with what it does."""
        walk = [("↑ ↓", f"{self.words}.hints.walk"), (text("keys.enter"), f"{self.words}.hints.replay")]
        own = [(binding.cap, binding.hint) for binding in self.bindings.values() if binding.hint]
        return [(cap, text(hint)) for cap, hint in (*walk, *own)]

    def copy(self) -> None:
        """Put the chosen hand into the clipboard, as its id or as a line of a log."""
        if self.list.chosen is not None:
            copied = clipboard.put(self.list.chosen.id)
            self.app.say(text(f"{self.replay_words}.{'copied' if copied else 'no_clipboard'}"))

    # ---- the hands as a registry for the replay ----------------------------------------------------------------
    def has(self, by: int) -> bool:
        """Return whether there is a hand so many places on."""
        return 0 <= self.list.rows.chosen + by < self.list.rows.count

    def take(self, by: int) -> HandT | None:
        """Go so many places on; the hand there, or None while it is not read yet."""
        place = self.list.rows.chosen + by
        hand = self.pages.hand(place)
        if hand is None:
            self.pages.look_at(place)
        else:
            self.list.rows.choose(place)
        return hand

    def update(self, dt: float) -> bool:
        """Let a moment pass before it is said that one waits."""
        said, moving = self.list.said, self.list.update(dt)
        if self.list.said != said:
            self.relayout()
        return moving

    # ---- layout ---------------------------------------------------------------------------------------------
    @property
    def roomy(self) -> bool:
        """Whether buttons have room for their keys."""
        return not self._compact and not Breakpoint(self.width, self.height).small

    def layout(self, width: float, height: float) -> None:
        """Place everything anew; where the list gave way to a button, that has the focus."""
        self._compact = width < NARROW_WIDTH or height < LOW_HEIGHT
        compose = self._compose_compact if self._compact else self._compose_whole
        self._root = Column(self._head(), compose(Breakpoint(width, height)).sized(grow()))
        for widget in self._root.controls():
            widget.clip = None
        self._root.place(self.app.painter, (0.0, 0.0, width, height))
        self.list.clip_rows()
        open_tab = self._tab if self._compact else HANDS
        scrolls = {HANDS: self.list.rows.scroll, FILTERS: self.filters.scroll}
        self.scroll = scrolls.get(open_tab, self.side_scroll)
        self.place(self._root.controls())
        if self.controls.lost:
            self.controls.focus(self._instead(self._root.controls()[1:]))

    def _instead(self, body: Sequence[Widget]) -> str:
        """Return who gets the focus of a widget that has gone: the list, or the button in its place."""
        names = [widget.name for widget in body]
        return next((name for name in STAND_INS if name in names), names[0])

    def _head(self) -> Box:
        buttons = [] if self._compact else [Fitted(button, CONTROL) for button in self.header_buttons]
        return Row(
            Space(4),
            Iconic(self._back, HEADER).sized(fixed(64)),
            Line(text(f"{self.words}.title"), "h2", height=HEADER),
            Space(16),
            Column(Space(2), Line(self.count, "label", "dim", height=HEADER - 2)).sized(grow()),
            Space(16),
            Row(*(upright(button) for button in buttons), gap=GAP).focused_last(),
            Space(14),
            Iconic(self._help, HEADER).sized(fixed(44)).focused_last(2),
            Iconic(self._gear, HEADER).sized(fixed(44)).focused_last(2),
            Space(14),
        )

    def _compose_whole(self, window: Breakpoint) -> Box:
        rows = [
            Row(
                *(Filled(one, CONTROL).sized(grow(part)) for one, part in zip(widgets, shares, strict=True)),
                gap=GAP,
            )
            for widgets, shares in self.filter_rows
        ]
        self._side = self.side("")
        wide = LARGE_SIDE if window.large else SMALL_SIDE if window.small else SIDE_WIDTH
        body = Row(_panel(self.list.box()).sized(grow()), _panel(self._side).sized(fixed(wide)), gap=GAP)
        hints = Hints(self.hints, height=HINTS)
        return Column(
            indented(Panel(*rows, side=PADDING, head=PADDING, foot=PADDING, gap=10), window.margin),
            Space(GAP),
            indented(body, window.margin).sized(grow()),
            Space(2),
            Row(Space(window.margin + 4), hints.sized(grow()), Space(20)),
            Space(2),
        )

    def _compose_compact(self, window: Breakpoint) -> Box:
        if self._tab == HANDS:
            page = self.list.box()
        elif self._tab == FILTERS:
            page = self.filters.box([*self.filter_buttons, *self.header_buttons])
        else:
            page = self._side = self.side(self._tab)
        tabs = Row(Space(24), TabRow(self._tabs, 36).sized(grow()))
        return Column(tabs, Space(8), indented(_panel(page), 12).sized(grow()), Space(12))

    def _open_tab(self, tab: str) -> None:
        self._tab = self._tabs.chosen = tab
        self.relayout()

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Draw room and panels from their layer, then what lies on them."""
        painter.layer((self.name, self._root.grounds()), self._paint_still)
        self._root.draw_all(painter)
        self.draw_controls(painter)

    def _paint_still(self, painter: Painter) -> None:
        painter.room()
        self._root.draw_grounds(painter)

    # ---- input ----------------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Move what is beside the list where the focus is there; else do what the key says."""
        if self.controls.focused in self._side.controls() and self.side_scroll.key(event):
            return True
        if event.repeat or (event.ctrl and event.name not in WITH_CTRL):
            return False
        bindings = {**dict.fromkeys(ENTER, Binding(self.open_replay)), **self.bindings}
        return event.name in bindings and bindings[event.name].press(event, self.controls)

    def point(self, event: Pointer) -> bool:
        """Follow the mouse on a bar."""
        followed = [scroll.point(event) for scroll in self._scrolls()]
        return any(followed)

    def turn(self, event: Wheel) -> bool:
        """Follow the wheel over the list, the side, the filters."""
        return any(scroll.turn(event) for scroll in self._scrolls())

    def _scrolls(self) -> Sequence[Scroll]:
        return [box.scroll for box in self._root.walk() if box.scroll]


def _panel(box: Box) -> Box:
    return Panel(box.sized(grow()), head=0, foot=0, side=0)
