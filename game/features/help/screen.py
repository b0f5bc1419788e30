"""Keys, rules and words, over any screen. Esc, ? or the cross close it, and the focus returns where it was."""

from __future__ import annotations

from typing import Any, ClassVar

from game.features.help.content import LEAST_COLUMN, beside, in_two_columns, rules, what_wins, words
from game.rules import games
from game.study.records import TABLES
from game.texts import english, text
from game.window.frame.screen import Screen, Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Key
from game.window.ui.layout import Box, Column, Row, Scrolled, Space, fixed, grow
from game.window.ui.leaves import Caps, Control, Iconic, TabRow, across, upright
from game.window.ui.widgets import Button, IconButton, Scroll, Segmented, Tabs, options
from game.window.ui.widgets.keys import KeyRows

WIDEST, HIGHEST = 1010.0, 664.0
MARGIN = 30.0
PADDING = 36.0
NARROW = 720.0
ABOVE, HEAD, BELOW = 6.0, 64.0, 4.0
ICON, OVER = 40.0, 16.0  # the icon of the button stands over the end of the text
SWITCH_HEIGHT, WIDEST_SWITCH = 38.0, 400.0
SWITCH_GAP, BESIDE_SWITCH = 24.0, 14.0


class Help(Screen):
    """The overlay."""

    name: ClassVar[str] = "help"
    overlay: ClassVar[bool] = True
    scroll: Scroll

    def __init__(self, app: Services, game: str = "") -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        table = next((table for table, played in TABLES.items() if game in played), games.HOLDEM)
        self._group = app.screen.keys
        self._card = Column()
        names = ("keys", "rules", "words")
        choices = options("help.tabs.{}", names)
        self._tabs = Tabs("tab", text("menu.help"), choices, "keys", lambda _: self._show_from_the_top())
        tables = options("games.{}", TABLES)
        self._switch = Segmented(
            "game", text("help.game"), tables, table, lambda _: self._show_from_the_top()
        )
        self._close = IconButton("close", text("common.close"), "close", self.escape)
        self._tour = Button("tour", text("help.tour"), app.show_tour, kind="outline", style="label_b")
        self._offers_tour = len(app.screens) == 1  # the tour is of the menu: a table is not left for it
        self.controls.focus("close")

    @property
    def game(self) -> str:
        """The game whose rules are shown."""
        return self._switch.chosen

    def layout(self, width: float, height: float) -> None:
        """A card in the middle; tabs and games in one row, or in two where there is little room."""
        wide, high = min(WIDEST, width - MARGIN), min(HIGHEST, height - MARGIN)
        padding = PADDING if wide > NARROW else 20.0
        inner = wide - 2 * padding
        self._switch.visible = self._tabs.chosen != "words"
        switch = Control(self._switch, SWITCH_HEIGHT).when(self._switch.visible)
        tabs = TabRow(self._tabs)
        free = inner - tabs.natural_width(self.app.painter) - ICON - SWITCH_GAP - BESIDE_SWITCH
        in_a_row = free >= LEAST_COLUMN
        games = upright(switch).sized(fixed(min(free, WIDEST_SWITCH))).when(in_a_row and switch.shown)
        close = Iconic(self._close, ICON).sized(fixed(ICON))
        head = Row(Column(Space(4), tabs.sized(grow())), Space(), games, Space(SWITCH_GAP), close)
        below = Column(switch, Space(8)).when(switch.shown and not in_a_row)
        text_box = Column(*self._parts(inner))
        page = Scrolled(text_box, self.scroll, sides=(8.0, 18.0), above=16.0, below=8.0, least=0.0)
        self._card = Column(
            Space(ABOVE),
            _between(padding, head, padding - OVER).sized(fixed(HEAD)),
            _between(padding, below, padding),
            Space(BELOW).when(not below.shown),
            _between(padding - 8, page, padding - 18).sized(grow()),
            Space(12),
        )
        middle = across(self._card.sized(fixed(wide))).sized(fixed(high))
        Column(Space(), middle, Space()).place(self.app.painter, (0.0, 0.0, width, height))
        tour = [self._tour] if self._offers_tour and self._tabs.chosen == "keys" else []
        self.place([self._tabs, self._switch, *tour, self._close])

    # ---- pages ----------------------------------------------------------------------------------------------
    def _parts(self, width: float) -> list[Box]:
        if self._tabs.chosen == "keys":
            return self._keys_page()
        parts = rules(self.game) if self._tabs.chosen == "rules" else words()
        return [in_two_columns(self.app.painter, parts, width)]

    def _keys_page(self) -> list[Box]:
        own = [self.game, *(["thinking"] if self.game == games.HOLDEM else [])]
        named = [self._group] if self._group else []
        groups = [*named, *([] if named and not self._offers_tour else own), "everywhere"]
        left: list[Box] = []
        for group in groups:
            rows = KeyRows(english().many(f"help.keys.{group}"))
            left += [Caps(text(f"help.groups.{group}"), "brass"), rows, Space(12)]
        right = what_wins(self.game)
        if self._offers_tour:
            right += [Space(12), Control(self._tour, 40, width=self._tour.natural_width(self.app.painter))]
        return [beside(left, right)]

    # ---- drawing and acting ---------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Draw the panel, the page and its controls."""
        x, _, wide, _ = self._card.rect
        painter.shadow(self._card.rect, 16, 24, 180, 12)
        painter.rect(self._card.rect, "panel", 16, "edge")
        padding = self._tabs.rect[0] - x
        top = self.scroll.view[1]
        painter.line(x + padding, top - 2, x + wide - padding, top - 2)
        self._card.draw_all(painter)
        self.draw_controls(painter)

    def key(self, event: Key) -> bool:
        """? closes what ? has opened."""
        if event.text != "?":
            return False
        if not event.repeat:
            self.escape()
        return True

    def trace(self) -> dict[str, Any]:
        """Say which page is open."""
        return {"tab": self._tabs.chosen, "table": self.game}

    def _show_from_the_top(self) -> None:
        """Show the chosen page and game from their first line."""
        self.scroll.offset = 0.0
        self.relayout()


def _between(left: float, box: Box, right: float) -> Row:
    return Row(Space(left), box.sized(grow()), Space(right))
