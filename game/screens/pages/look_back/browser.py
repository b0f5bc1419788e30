"""A page of hands: filters above, the list below them, and at its right a panel about what is chosen.

The list asks the other process for the pages that are looked at; nothing is read here. In a small window list,
panels and filters take turns behind tabs.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from game.screens.frame.screen import Screen
from game.screens.pages.look_back.filter_column import FilterColumn
from game.screens.pages.look_back.hand_list import ListOfHands
from game.screens.pages.look_back.pages import Pages
from game.screens.tables.replay import HandT
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.layout.columns import in_a_row
from game.screens.ui.leaves.panel_head import write_hints
from game.screens.ui.texts import text
from game.screens.ui.widgets.button import Button, IconButton
from game.screens.ui.widgets.choice import Option
from game.screens.ui.widgets.scroll import Scroll
from game.screens.ui.widgets.tabs import Tabs
from game.screens.ui.widgets.widget import Rect, Widget, holds

if TYPE_CHECKING:
    from game.screens.frame.screen import Services
    from game.screens.ui.input import Pointer, Wheel

HEADER, HINTS = 60.0, 34.0
NARROW_WIDTH, LOW_HEIGHT = 900.0, 500.0
SMALL_WIDTH, LARGE_WIDTH = 1150.0, 1400.0
SIDES = (300.0, 350.0, 420.0)
GAP, PADDING = 12.0, 14.0
CONTROL = 40.0
ICONS = 116.0
HANDS, FILTERS, SIDE = "hands", "filters", "side"
STAND_INS = ("hands", "play", "bring", "show-all", "try-again")
"""The list, and the buttons that may stand in its place."""

Row = tuple[Sequence[Widget], Sequence[float]]
"""Widgets side by side, and how they share the row."""


class HandBrowser(Screen, Generic[HandT]):
    """What such pages share. Subclasses name their texts and tabs, and make list, filters and side."""

    words: ClassVar[str]
    tabs: ClassVar[Mapping[str, str]]  # what each is called, as a text
    pages: Pages[HandT, Any]
    list: ListOfHands[HandT]
    filters: FilterColumn

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._tab = HANDS
        self._compact = False
        self._panels: dict[str, Rect] = {}
        self._back = IconButton("back", text("common.back"), "back", self.escape)
        self._help = IconButton("help", text("menu.help"), "help", app.show_help)
        self._gear = IconButton("settings", text("menu.settings"), "gear", app.show_settings)
        options = [Option(name, text(words)) for name, words in self.tabs.items()]
        self._tabs = Tabs("tab", text(f"{self.words}.title"), options, HANDS, self._open_tab)
        self.controls.focus(HANDS)

    # ---- what a subclass says -------------------------------------------------------------------------------
    @property
    @abstractmethod
    def count(self) -> str:
        """How many hands there are, beside the title; empty where that is not known."""

    @property
    @abstractmethod
    def hints(self) -> Sequence[tuple[str, str]]:
        """The keys of the last line, each with the text that is its hint."""

    @property
    @abstractmethod
    def header_buttons(self) -> Sequence[Button]:
        """Buttons at the right end of the header, which go to the filters where there is no room."""

    @property
    @abstractmethod
    def filter_buttons(self) -> Sequence[Button]:
        """Buttons among the filters, each with the key that it shows where there is room."""

    @property
    @abstractmethod
    def filter_rows(self) -> tuple[Row, Row]:
        """The two rows above the list."""

    @property
    @abstractmethod
    def side_scroll(self) -> Scroll:
        """What moves the panel at the side."""

    @abstractmethod
    def arrange_side(self, panel: Rect, tab: str) -> Sequence[Widget]:
        """Place the panel at the side, or that of a tab; return what can be pressed in it."""

    @abstractmethod
    def draw_side(self, pen: Pen) -> None:
        """Draw it."""

    # ---- the hands as a shelf for the replay ----------------------------------------------------------------
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
        return self.list.update(dt)

    # ---- layout ---------------------------------------------------------------------------------------------
    @property
    def roomy(self) -> bool:
        """Whether buttons have room for their keys."""
        return not self._compact and self.width >= SMALL_WIDTH

    def layout(self, width: float, height: float) -> None:
        """Filters above, the list, the side at its right; in a small window one of them at a time."""
        self._back.centre_at(36, HEADER / 2)
        self._gear.centre_at(width - 36, HEADER / 2)
        self._help.centre_at(width - 80, HEADER / 2)
        self._compact = width < NARROW_WIDTH or height < LOW_HEIGHT
        body = self._lay_out_compact(width, height) if self._compact else self._lay_out_whole(width, height)
        self.place([self._back, *body, self._help, self._gear])
        if self.controls.lost and body:
            self.controls.focus(self._instead(body))

    def _instead(self, body: Sequence[Widget]) -> str:
        """Return who gets the focus of a widget that has gone: the list, or the button in its place."""
        names = [widget.name for widget in body]
        return next((name for name in STAND_INS if name in names), names[0])

    def _lay_out_whole(self, width: float, height: float) -> Sequence[Widget]:
        margin = 16.0 if width < SMALL_WIDTH else 24.0
        inner = width - 2 * margin
        band = 2 * CONTROL + 3 * PADDING - 4
        top = HEADER + band + GAP
        high = height - top - HINTS - 4
        side = SIDES[(width >= SMALL_WIDTH) + (width >= LARGE_WIDTH)]
        self._panels = {
            FILTERS: (margin, HEADER, inner, band),
            HANDS: (margin, top, inner - side - GAP, high),
            SIDE: (margin + inner - side, top, side, high),
        }
        self.scroll = self.list.rows.scroll
        body = [*self._place_rows(margin + PADDING, HEADER + PADDING, inner - 2 * PADDING)]
        body += self.list.place(self._panels[HANDS])
        body += self.arrange_side(self._panels[SIDE], "")
        return [*body, *self._place_header_buttons(width)]

    def _place_rows(self, x: float, y: float, width: float) -> Sequence[Widget]:
        first, second = self.filter_rows
        for place, (widgets, shares) in enumerate((first, second)):
            for widget in widgets:
                widget.clip = None
            in_a_row(widgets, shares, (x, y + place * (CONTROL + GAP - 2), width, CONTROL), GAP)
        return [*first[0], *second[0]]

    def _place_header_buttons(self, width: float) -> Sequence[Widget]:
        right = width - ICONS
        for button in self.header_buttons:
            wide = button.natural_width(self.app.pen)
            button.rect = (right - wide, (HEADER - CONTROL) / 2, wide, CONTROL)
            button.clip = None
            right -= wide + GAP
        return self.header_buttons

    def _lay_out_compact(self, width: float, height: float) -> Sequence[Widget]:
        self._tabs.measure(self.app.pen, 24, HEADER + 18)
        panel = (12.0, HEADER + 44, width - 24, height - HEADER - 56)
        self._panels = {self._tab if self._tab in (HANDS, FILTERS) else SIDE: panel}
        if self._tab == HANDS:
            self.scroll = self.list.rows.scroll
            return [self._tabs, *self.list.place(panel)]
        if self._tab == FILTERS:
            self.scroll = self.filters.scroll
            buttons = [*self.filter_buttons, *self.header_buttons]
            return [self._tabs, *self.filters.lay_out(panel, buttons)]
        side = self.arrange_side(panel, self._tab)
        self.scroll = self.side_scroll
        return [self._tabs, *side]

    def _open_tab(self, tab: str) -> None:
        self._tab = self._tabs.chosen = tab
        self.relayout()

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, pen: Pen) -> None:
        """Draw room and panels from their layer, then what lies on them."""
        pen.layer((self.name, tuple(self._panels.items())), self._paint_still)
        left = 68 + pen.text(text(f"{self.words}.title"), 68, HEADER / 2, "h2") + 16
        right = min([self.width - ICONS, *(b.rect[0] for b in self.header_buttons if not self._compact)])
        pen.text(self.count, left, HEADER / 2 + 1, "label", "dim", fit=right - 16 - left)
        if HANDS in self._panels:
            self.list.draw(pen)
        if SIDE in self._panels:
            self.draw_side(pen)
        if self._compact and FILTERS in self._panels:
            self.filters.draw(pen)
        if not self._compact:
            self._draw_hints(pen)
        self.draw_controls(pen)

    def _paint_still(self, pen: Pen) -> None:
        pen.room()
        for panel in self._panels.values():
            pen.panel(panel)

    def _draw_hints(self, pen: Pen) -> None:
        x = self._panels[HANDS][0] + 4
        row = (x, self.height - HINTS - 2, self.width - 20 - x, HINTS)
        write_hints(pen, row, [(key, text(hint)) for key, hint in self.hints])

    # ---- input ----------------------------------------------------------------------------------------------
    def point(self, event: Pointer) -> bool:
        """Follow the mouse on a bar."""
        followed = [scroll.point(event) for scroll in self._scrolls()]
        return any(followed)

    def turn(self, event: Wheel) -> bool:
        """Follow the wheel over the list, the side, the filters."""
        return any(holds(scroll.view, event.x, event.y) and scroll.turn(event) for scroll in self._scrolls())

    def _scrolls(self) -> Sequence[Scroll]:
        shown = {HANDS: self.list.rows.scroll, SIDE: self.side_scroll, FILTERS: self.filters.scroll}
        return [scroll for name, scroll in shown.items() if name in self._panels]
