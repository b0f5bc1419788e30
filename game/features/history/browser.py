"""The base of pages that list hands: filters above the list, and next to it a panel about the selected hand.

In a small window the list, the panel and the filters are on tabs.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic

from game.features.history.details import HandDetail
from game.features.history.filters import FilterColumn
from game.features.history.hand_list import HandList, Pages
from game.needs import need_of_replay
from game.tables.replay import HandOrigin, HandT, Replay
from game.texts import text
from game.window.frame.actions import action, control_keys
from game.window.frame.screen import Screen, Services
from game.window.ui import input
from game.window.ui.input import ENTER, Key
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, fixed, grow
from game.window.ui.leaves import (
    Filled,
    Fitted,
    Hints,
    Iconic,
    Line,
    Panel,
    TabRow,
    indented,
    upright,
)
from game.window.ui.widgets import Act, Button, IconButton, Scroll, Tabs, options

HEADER, HINTS = 60.0, 34.0
NARROW_WIDTH, LOW_HEIGHT = 960.0, 500.0
SMALL_SIDE, SIDE_WIDTH, LARGE_SIDE = 300.0, 350.0, 420.0
GAP, PADDING = 12.0, 14.0
CONTROL = 40.0
HANDS, FILTERS = "hands", "filters"
WITH_CTRL = ("c", "v")  # keys that have the same effect with Ctrl


class HandBrowser(Screen, Generic[HandT]):
    """The base of pages that list hands.

    Subclasses set the names of the texts, the tabs and the keys, and create the list, the filters and the buttons.

    `keycaps` maps the names of buttons to their keys. A button shows its key if there is room. In a small
    window, the buttons at the right end of the header move to the filters.
    """

    words: ClassVar[str]
    tabs: ClassVar[Sequence[str]]
    keycaps: ClassVar[Mapping[str, str]]
    origin: ClassVar[HandOrigin[Any]]
    pages: Pages[HandT, Any]
    list: HandList[HandT]
    detail: HandDetail[HandT]
    filters: FilterColumn
    header_buttons: Sequence[Button]
    filter_buttons: Sequence[Button]

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.compact = False
        self._side = Box()
        self._back = IconButton("back", text("common.back"), "back", self.escape)
        self._help = IconButton("help", text("menu.help"), "help", app.show_help)
        self._gear = IconButton("settings", text("menu.settings"), "gear", app.show_settings)
        tabs = options(f"{self.words}.tabs.{{}}", self.tabs)
        self._tabs = Tabs("tab", text(f"{self.words}.title"), tabs, HANDS, self.open_tab)
        self.hand_buttons = [self.open_replay.button, self.copy.button]
        self.all_button = Button("show-all", text("history.show_all"), self.show_all, kind="primary")
        self.retry_button = Button("try-again", text("table.try_again"), self.read, kind="primary")
        self.controls.focus(HANDS)

    @property
    def spoken_title(self) -> str:
        return text(f"{self.words}.title")

    # ---- what a subclass says -------------------------------------------------------------------------------
    @abstractmethod
    def read(self) -> None:
        """Read the hands and all other data of the page again."""

    @property
    @abstractmethod
    def count(self) -> str:
        """The number of hands as a text next to the title. The text is empty if the number is unknown."""

    def compose_list(self) -> Box:
        return self.list.box()

    @property
    def side_scroll(self) -> Scroll:
        return self.detail.scroll

    def side(self, tab: str) -> Box:
        return self.detail.box()

    @property
    def hints(self) -> Sequence[tuple[str, str]]:
        return self.action_hints

    @staticmethod
    def act(name: str, label: str, act: Act) -> Button:
        return Button(name, text(label), act, style="label_b")

    # ---- actions --------------------------------------------------------------------------------------------
    walk = control_keys("↑ ↓")

    @action(*ENTER, control="replay", kind="primary")
    def open_replay(self) -> None:
        """Replay the selected hand."""
        hand = self.list.chosen
        if hand is not None and not self.detail.problem:
            need = need_of_replay(hand.game)
            self.app.once_ready(need, lambda: self.app.go(Replay(self.app, hand, self.list, self.origin)))

    @action("c", style="label_b")
    def copy(self) -> None:
        """Copy the selected hand to the clipboard, as its id or as a line of a log."""
        if self.list.chosen is not None:
            copied = input.put(self.list.chosen.id)
            self.app.say(text(f"{self.origin.words}.{'copied' if copied else 'no_clipboard'}"))

    @copy.label
    def _copy_label(self) -> str:
        return text(f"{self.origin.words}.copy")

    def show_all(self) -> None:
        self.controls.focus(HANDS)
        self.filters.clear()

    def show_selection(self) -> None:
        self.detail.show(self.list.chosen)
        self.relayout()

    def page_came(self) -> None:
        self.list.page_came()
        self.show_selection()

    def update(self, dt: float) -> bool:
        return self.list.update(dt)

    # ---- layout ---------------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Lay out the page. If a button has replaced the list, focus the button."""
        self.compact = width < NARROW_WIDTH or height < LOW_HEIGHT
        window = Breakpoint(width, height)
        keycaps = {} if self.compact or window.small else self.keycaps
        for button in (*self.header_buttons, *self.filter_buttons):
            button.keycap = keycaps.get(button.name, "")
        body = self._compose_compact() if self.compact else self._compose_whole(window)
        self.root = Column(self._head(), body.sized(grow()))
        controls = self.root.controls()
        for widget in controls:
            widget.clip = None
        self.root.place(self.app.painter, (0.0, 0.0, width, height))
        rows = self.list.rows
        rows.clip = self.list.place.rect
        scrolls = {HANDS: rows.scroll, FILTERS: self.filters.scroll}
        scroll = scrolls.get(self._tabs.chosen if self.compact else HANDS, self.side_scroll)
        self.scroll = scroll if any(box.scroll is scroll for box in self.root.walk()) else None
        self.place(controls)
        if self.controls.lost:
            wanted = (rows, self.list.button, *controls[1:])
            self.controls.focus(next(widget.name for widget in wanted if widget in controls))

    def _head(self) -> Box:
        buttons = () if self.compact else self.header_buttons
        return Row(
            Space(4),
            Iconic(self._back, HEADER).sized(fixed(64)),
            Line(text(f"{self.words}.title"), "h2", height=HEADER),
            Space(16),
            Column(Space(2), Line(self.count, "label", "dim", height=HEADER - 2)).sized(grow()),
            Space(16),
            Row(*(upright(Fitted(button, CONTROL)) for button in buttons), gap=GAP).focused_last(),
            Space(14),
            Iconic(self._help, HEADER).sized(fixed(44)).focused_last(2),
            Iconic(self._gear, HEADER).sized(fixed(44)).focused_last(2),
            Space(14),
        )

    def _compose_whole(self, window: Breakpoint) -> Box:
        rows = [
            Row(*(Filled(one, CONTROL).sized(grow(part)) for one, part in shared), gap=GAP)
            for shared in self.filters.rows(*self.filter_buttons)
        ]
        self._side = self.side("")
        wide = LARGE_SIDE if window.large else SMALL_SIDE if window.small else SIDE_WIDTH
        body = Row(_panel(self.compose_list()).sized(grow()), _panel(self._side).sized(fixed(wide)), gap=GAP)
        hints = Hints(self.hints, height=HINTS)
        return Column(
            indented(
                Panel(*rows, side=PADDING, head=PADDING, foot=PADDING, gap=10),
                window.margin,
            ),
            Space(GAP),
            indented(body, window.margin).sized(grow()),
            Space(2),
            Row(Space(window.margin + 4), hints.sized(grow()), Space(20)),
            Space(2),
        )

    def _compose_compact(self) -> Box:
        tab = self._tabs.chosen
        if tab == HANDS:
            page = self.compose_list()
        elif tab == FILTERS:
            page = self.filters.box([*self.filter_buttons, *self.header_buttons])
        else:
            page = self._side = self.side(tab)
        tabs = Row(Space(24), TabRow(self._tabs, 36).sized(grow()))
        return Column(tabs, Space(8), indented(_panel(page), 12).sized(grow()), Space(12))

    def open_tab(self, tab: str) -> None:
        self._tabs.chosen = tab
        self.relayout()

    # ---- input ----------------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Scroll the panel beside the list if the panel has the focus, else handle the key as usual."""
        if self.controls.focused in self._side.controls() and self.side_scroll.key(event):
            return True
        if event.repeat or (event.ctrl and event.name not in WITH_CTRL):
            return False
        return self.press_action(event, self.controls)


def _panel(box: Box) -> Box:
    return Panel(box.sized(grow()), head=0, foot=0, side=0)
