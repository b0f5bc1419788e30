"""A short tour of the menu: a card for each thing it offers, beside the controls that do it.

What the menu does not offer is not mentioned. Enter and the right arrow go on, the left arrow goes back, Esc skips;
the tour shows only when it is asked for. It ends at a table: the last card offers a first hand of each game.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.screens.frame.screen import Screen
from game.screens.models.records import TABLES
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.input import Key
from game.screens.ui.texts import number, text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.button_row import GAP, ButtonRow
from game.screens.ui.widgets.widget import Rect, inset, overlap

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

WIDEST, WIDEST_WITH_GAMES = 460.0, 580.0
PADDING = 24.0
TITLE_TO_BODY = 34.0
BODY_LINE = 17 * 1.38
LEAST_BUTTON = 104.0
AROUND = 8.0  # between a control and the light on it
APART = 16.0  # between the light and the card
EDGE = 12.0
RADIUS = 6.0


@dataclass(frozen=True, slots=True)
class Stop:
    """What one card tells of: its name in the texts, and the controls of the menu that it is about."""

    name: str
    controls: tuple[str, ...]


STOPS = (
    Stop("tables", tuple(f"table.{table}" for table in TABLES)),
    Stop("watch", ("watch",)),
    Stop("train", ("train",)),
    Stop("odds", ("odds", "solver", "reports")),
    Stop("lab", ("lab",)),
    Stop("look-back", ("look-back", "drills", "statistics")),
    Stop("comfort", ("settings", "help")),
    Stop("first-hand", tuple(f"table.{table}" for table in TABLES)),
)
LAST = STOPS[-1].name


def stops_of(menu: Collection[str]) -> list[Stop]:
    """Return the stops of a menu that has these controls, each about those of its controls that are there."""
    there = [Stop(stop.name, tuple(name for name in stop.controls if name in menu)) for stop in STOPS]
    return [stop for stop in there if stop.controls]


class Tour(Screen):
    """The cards, over the menu."""

    name: ClassVar[str] = "tour"
    overlay: ClassVar[bool] = True

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._menu = app.screens[0]
        self._stops = stops_of([control.name for control in self._menu.controls])
        self._at = 0
        self._light: Rect = (0.0, 0.0, 0.0, 0.0)
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._lines: tuple[str, ...] = ()
        self._next = Button("next", "", self._go_on, kind="primary", style="label_b")
        self._back = Button("back", text("tour.back"), self._go_back, kind="outline", style="label_b")
        self._skip = Button("skip", "", self.escape, kind="quiet", style="label_b")
        offered = {control.name for control in self._menu.controls}
        self._games = [
            Button(
                f"play.{table}",
                text(f"games.{table}"),
                partial(self._play, table),
                kind="primary",
                style="label_b",
            )
            for table in TABLES
            if f"table.{table}" in offered
        ]
        self.controls.focus("next")

    @property
    def stop(self) -> Stop:
        """Where the tour is."""
        return self._stops[self._at]

    @property
    def _at_end(self) -> bool:
        return self._at == len(self._stops) - 1

    @property
    def _offers_games(self) -> bool:
        return self.stop.name == LAST

    # ---- layout ---------------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Bring what the card tells of into view, and put the card beside it."""
        self._light_controls(width, height)
        self._choose_buttons()
        wide = min(WIDEST_WITH_GAMES if self._offers_games else WIDEST, width - 2 * EDGE)
        inner = wide - 2 * PADDING
        self._lines = self.app.painter.wrap(text(f"tour.stops.{self.stop.name}.body"), inner, "body")
        above = PADDING + 10 + TITLE_TO_BODY + len(self._lines) * BODY_LINE + 4
        rows = self._button_rows(inner)
        high = above + sum(row.height for row in rows) + GAP * (len(rows) - 1) + PADDING
        self._panel = x, y, _, _ = placed_beside(self._light, wide, high, width, height)
        self._place_buttons(rows, x + PADDING, y + above)

    def _light_controls(self, width: float, height: float) -> None:
        """Scroll the controls of this stop into view, and light them; a menu without them stays dark."""
        area = self._area()
        if area and self._menu.scroll is not None and self._menu.scroll.show(area):
            self._menu.resize(width, height)
            area = self._area()
        window = (0.0, 0.0, width, height)
        self._light = overlap(inset(area, -AROUND), window) if area else (width / 2, height / 2, 0.0, 0.0)

    def _choose_buttons(self) -> None:
        """Show the buttons that this stop has, with its labels."""
        self._next.label = text("tour.done" if self._at_end else "tour.next")
        self._skip.label = text("tour.not_now" if self._offers_games else "tour.skip")
        self._next.visible = not self._offers_games
        self._back.visible = self._at > 0 and not self._offers_games
        self._skip.visible = self._offers_games or not self._at_end
        for game in self._games:
            game.visible = self._offers_games

    def _button_rows(self, inner: float) -> list[ButtonRow]:
        """Return the buttons as they fit in a width: in a row, or the games and below them the way out."""
        painter, buttons = self.app.painter, self._shown_buttons
        row = ButtonRow.of(painter, buttons, LEAST_BUTTON, inner)
        if row.side_by_side or not self._offers_games:
            return [row]
        return [ButtonRow.of(painter, buttons[:-1], 0, inner), ButtonRow.of(painter, buttons[-1:], 0, inner)]

    def _place_buttons(self, rows: list[ButtonRow], x: float, y: float) -> None:
        """Put the rows below each other; in a single row the quiet button is flush with the text."""
        for row in rows:
            row.place(x, y)
            y += row.height + GAP
        if len(rows) == 1 and rows[0].side_by_side and self._skip.visible:
            _, top, own, tall = self._skip.rect
            self._skip.rect = (x - 16, top, own, tall)
        self.place(self._shown_buttons)

    @property
    def _shown_buttons(self) -> list[Button]:
        every = (self._next, *reversed(self._games), self._back, self._skip)
        return [button for button in every if button.visible]

    def _area(self) -> Rect | None:
        """Return what encloses the controls of this stop; None where the menu has lost them."""
        rects = [control.rect for control in self._menu.controls if control.name in self.stop.controls]
        if not rects:
            return None
        left, top = min(r[0] for r in rects), min(r[1] for r in rects)
        right, bottom = max(r[0] + r[2] for r in rects), max(r[1] + r[3] for r in rects)
        return left, top, right - left, bottom - top

    # ---- drawing --------------------------------------------------------------------------------------------
    def darken(self, painter: Painter) -> None:
        """Leave the light on what the card tells of."""
        painter.spotlight(self._light)

    def draw(self, painter: Painter) -> None:
        """Draw the light's edge and the card."""
        x, y, wide, _ = self._panel
        painter.rect(self._light, None, RADIUS, "brass", 2)
        painter.shadow(self._panel, 14, 24, 180, 12)
        painter.rect(self._panel, "panel", 14, "edge")
        row = y + PADDING + 10
        place = text("tour.place", place=number(self._at + 1), count=number(len(self._stops)))
        taken = painter.text(place, x + wide - PADDING, row, "small", "dim", al="r") + 16
        title = text(f"tour.stops.{self.stop.name}.title")
        painter.text(title, x + PADDING, row, "h2", fit=wide - 2 * PADDING - taken)
        for i, line in enumerate(self._lines):
            painter.text(line, x + PADDING, row + TITLE_TO_BODY + i * BODY_LINE, "body", "dim")
        self.draw_controls(painter)

    # ---- what is done ---------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Go on and back with the arrows."""
        steps = {"right": self._go_on, "left": self._go_back}
        if event.name not in steps:
            return False
        if not event.repeat:
            steps[event.name]()
        return True

    def escape(self) -> None:
        """End the tour; it is not offered again, but help calls it."""
        self.app.change(toured=True)
        self.app.back()

    def trace(self) -> dict[str, Any]:
        """Say which card shows, where it lies, and where the light is."""
        stops = [stop.name for stop in self._stops]
        return {"stop": self.stop.name, "stops": stops, "card": self._panel, "light": self._light}

    def _go_on(self) -> None:
        if self._at_end:
            self.escape()
        else:
            self._turn_to(self._at + 1)

    def _go_back(self) -> None:
        self._turn_to(max(0, self._at - 1))

    def _turn_to(self, place: int) -> None:
        self._at = place
        self.relayout()
        self.controls.focus(self._games[0].name if self.stop.name == LAST else "next")

    def _play(self, table: str) -> None:
        """End the tour at a table, with a first hand of a game."""
        self.escape()
        self.app.routes.first_hand(self.app, table)


def placed_beside(light: Rect, wide: float, high: float, width: float, height: float) -> Rect:
    """Return where a card lies in a window: below or above the light, next to it, else where it hides least."""
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
