"""A short tour of the menu: a card for each part of the menu, next to the controls that it explains.

The tour mentions only controls of the current menu. Enter and the right arrow continue, the left arrow goes back,
and Esc ends the tour. The tour starts only on request. The last card has a button for each game, which starts a
first hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from game.study.saves import TABLES
from game.texts import number, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.actions import action
from game.window.frame.pages import page, pages_in_menu
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Column, Row, grow
from game.window.ui.leaves import Heading, Line, Words
from game.window.ui.leaves.bands import BUTTON_GAP, ButtonRow
from game.window.ui.widgets import Button, Rect
from game.window.ui.widgets.widget import inset, overlap

WIDEST, WIDEST_WITH_GAMES = 460.0, 580.0
MIN_BUTTON = 104.0
AROUND = 8.0  # dp between a control and its highlight
APART = 16.0  # dp between the highlight and the card
EDGE = 12.0
RADIUS = 6.0


@dataclass(frozen=True, slots=True)
class Stop:
    """A card of the tour.

    `name` is the key of the card in the texts. `controls` are the controls of the menu that the card
    explains.
    """

    name: str
    controls: tuple[str, ...]


PAGE_STOPS = ("watch", "train", "odds", "lab", "look-back")
"""The pages of the menu that have a card in the tour.

A card also covers the pages that follow in the menu, up to the next page of this tuple.
"""
LAST = "first-hand"


def list_stops(menu: Collection[str], pages: Iterable[str]) -> list[Stop]:
    """Return the stops for a menu with these controls. Controls that are not in `menu` are left out.

    `pages` are the names of the pages in the order of the menu.
    """
    tables = tuple(f"table.{table}" for table in TABLES)
    groups: dict[str, list[str]] = {name: [] for name in PAGE_STOPS}
    group = groups[PAGE_STOPS[0]]
    for name in pages:
        group = groups.get(name, group)
        group.append(name)
    stops = {"tables": tables, **groups, "comfort": ("settings", "help"), LAST: tables}
    there = [Stop(name, tuple(one for one in stop if one in menu)) for name, stop in stops.items()]
    return [stop for stop in there if stop.controls]


@page("tour")
class Tour(Dialog):
    """The overlay that shows the cards over the menu."""

    name: ClassVar[str] = "tour"
    keys: ClassVar[str] = "tour"
    other_groups: ClassVar[Mapping[str, str]] = {"submit": "dialog", "walk": "dialog"}
    arrows_walk: ClassVar[bool] = False
    padding: ClassVar[float] = 24.0

    def __init__(self, app: Services) -> None:
        super().__init__(app, "")
        self._menu = app.screens[0]
        pages = [one.name for one in pages_in_menu(app.pages)]
        self.stops = list_stops([control.name for control in self._menu.controls], pages)
        self._at = 0
        self.light: Rect = (0.0, 0.0, 0.0, 0.0)
        self._skip = Button("skip", "", self.escape, kind="quiet", style="label_b")
        self._games = [
            Button(
                f"play.{table}",
                text(f"games.{table}"),
                partial(self._play, table),
                kind="primary",
                style="label_b",
            )
            for table in TABLES
            if self._menu.controls.find(f"table.{table}") is not None
        ]
        self.controls.focus("next")

    @property
    def stop(self) -> Stop:
        return self.stops[self._at]

    @property
    def _at_end(self) -> bool:
        return self._at == len(self.stops) - 1

    @property
    def _offers_games(self) -> bool:
        return self.stop.name == LAST

    # ---- layout ---------------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Scroll the controls of the card into view, highlight them, and put the card beside them.

        If the menu does not have these controls, nothing is highlighted.
        """
        area = self._area()
        if area and self._menu.scroll is not None and self._menu.scroll.show(area):
            self._menu.resize(width, height)
            area = self._area()
        window = (0.0, 0.0, width, height)
        self.light = overlap(inset(area, -AROUND), window) if area else (width / 2, height / 2, 0.0, 0.0)
        self.widest = min(WIDEST_WITH_GAMES if self._offers_games else WIDEST, width - 2 * EDGE)
        super().layout(width, height)

    def arrange(self, card: Box) -> Box:
        return _Beside(self.light, card, self.widest)

    def head(self) -> Box:
        """Return the title, with the number of this card and the total number of cards."""
        place = text("tour.place", place=number(self._at + 1), count=number(len(self.stops)))
        title = Heading(text(f"tour.stops.{self.stop.name}.title"))
        return Row(title.sized(grow()), Column(Line(place, "small", "dim", height=24)), gap=16)

    def parts(self) -> Sequence[Box]:
        return [Words(text(f"tour.stops.{self.stop.name}.body"), "body", "dim", 4)]

    @property
    def spoken_title(self) -> str:
        return text("help.tour")

    def buttons(self) -> list[Button]:
        """Return the buttons of this stop.

        The button to the next stop is first, and the button that ends the tour is last.
        """
        self._skip.label = text("tour.not_now" if self._offers_games else "tour.skip")
        if self._offers_games:
            return [*reversed(self._games), self._skip]
        back = [self.go_back.button] if self._at else []
        return [self.go_on.button, *back, *([] if self._at_end else [self._skip])]

    def foot(self) -> Box:
        """Return the row of buttons.

        On the last card, the button that ends the tour may be in a row of its own.
        """
        buttons = self.buttons()
        row = ButtonRow(buttons, least=MIN_BUTTON, last_aside=self._skip in buttons)
        fits = row.natural_width(self.app.painter) <= self.widest - 2 * self.padding
        if fits or not self._offers_games:
            return row
        return Column(ButtonRow(buttons[:-1], least=0), ButtonRow(buttons[-1:], least=0), gap=BUTTON_GAP)

    def _area(self) -> Rect | None:
        """Return the bounding box of the controls of this stop, or None if the menu no longer has them."""
        rects = [control.rect for control in self._menu.controls if control.name in self.stop.controls]
        if not rects:
            return None
        left, top = min(r[0] for r in rects), min(r[1] for r in rects)
        right, bottom = max(r[0] + r[2] for r in rects), max(r[1] + r[3] for r in rects)
        return left, top, right - left, bottom - top

    # ---- drawing --------------------------------------------------------------------------------------------
    def darken(self, painter: Painter) -> None:
        painter.spotlight(self.light)

    def draw(self, painter: Painter) -> None:
        painter.rect(self.light, None, RADIUS, "brass", 2)
        super().draw(painter)

    # ---- what is done ---------------------------------------------------------------------------------------
    @action("right", cap="→", control="next", kind="primary", style="label_b", capped=False)
    def go_on(self) -> None:
        """Turn to the next card. After the last card, end the tour."""
        if self._at_end:
            self.escape()
        else:
            self._turn_to(self._at + 1)

    @go_on.label
    def _go_on_label(self) -> str:
        return text("tour.done" if self._at_end else "tour.next")

    @action("left", cap="←", control="back", kind="outline", style="label_b", capped=False)
    def go_back(self) -> None:
        self._turn_to(max(0, self._at - 1))

    def escape(self) -> None:
        """End the tour. The menu doesn't offer the tour again, but the help still opens it."""
        self.app.change(toured=True)
        self.app.back()

    def _turn_to(self, index: int) -> None:
        self._at = index
        self.relayout()
        self.controls.focus(self._games[0].name if self.stop.name == LAST else "next")

    def _play(self, table: str) -> None:
        self.escape()
        self.app.open("first_hand", table)


class _Beside(Box):
    """A card next to the highlighted area, as high as its content and no higher than the window."""

    def __init__(self, light: Rect, card: Box, wide: float) -> None:
        self.light, self._card, self._wide = light, card, wide

    def children(self) -> Sequence[Box]:
        return [self._card]

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the card next to the highlighted area."""
        super().place(painter, rect)
        _, _, width, height = rect
        high = min(self._card.height_at(painter, self._wide), height - 2 * EDGE)
        self._card.place(painter, placed_beside(self.light, self._wide, high, width, height))


def placed_beside(light: Rect, wide: float, high: float, width: float, height: float) -> Rect:
    """Return the rectangle of a card below, above or beside the area `light`.

    If the card doesn't fit in any of these places, choose the place with the smallest overlap.
    """
    x, y, w, h = light
    across = min(max(EDGE, x + w / 2 - wide / 2), width - wide - EDGE)
    down = min(max(EDGE, y + h / 2 - high / 2), height - high - EDGE)
    places = [
        (across, y + h + APART),
        (across, y - APART - high),
        (x + w + APART, down),
        (x - APART - wide, down),
    ]
    free = [
        (a, b) for a, b in places if EDGE <= a <= width - wide - EDGE and EDGE <= b <= height - high - EDGE
    ]
    corners = [(across, height - high - EDGE), (across, EDGE)]
    left, top = (free or sorted(corners, key=lambda at: _hidden(light, (*at, wide, high))))[0]
    return left, max(EDGE, top), wide, high


def _hidden(light: Rect, card: Rect) -> float:
    _, _, w, h = overlap(light, card)
    return w * h
