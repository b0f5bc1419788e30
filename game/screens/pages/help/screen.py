"""Keys, rules and words, over any screen. Esc, ? or the cross close it, and the focus returns where it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from game.rules import games
from game.screens.frame.screen import Screen
from game.screens.models.records import TABLES
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.input import Key
from game.screens.ui.layout.box import Box, Column, Space
from game.screens.ui.layout.columns import Columns
from game.screens.ui.leaves.control import Control
from game.screens.ui.leaves.words import Caps, Words
from game.screens.ui.texts import english, text
from game.screens.ui.widgets.button import Button, IconButton
from game.screens.ui.widgets.choice import Segmented, options
from game.screens.ui.widgets.keys import SEPARATOR, KeyRows
from game.screens.ui.widgets.scroll import Scroll
from game.screens.ui.widgets.tabs import Tabs
from game.screens.ui.widgets.widget import Rect

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

WIDEST, HIGHEST = 1010.0, 664.0
MARGIN = 30.0
PADDING = 36.0
NARROW = 720.0
TABS_Y = 40.0
HEAD = 76.0
SWITCH_HEIGHT = 38.0
LEAST_COLUMN, COLUMN_GAP = 300.0, 64.0
HAND_STEP = 49.0
HANDS: tuple[tuple[str, ...], ...] = (
    ("9h", "8h", "7h", "6h", "5h"),
    ("Qs", "Qh", "Qd", "Qc", "4s"),
    ("Ts", "Th", "Td", "6c", "6s"),
    ("Ac", "Jc", "9c", "6c", "3c"),
    ("Th", "9s", "8d", "7c", "6h"),
    ("7s", "7h", "7d", "Kc", "2s"),
    ("Ah", "Ad", "5s", "5c", "9d"),
    ("Kh", "Ks", "Qs", "9s", "8h"),
    ("As", "Jd", "8c", "6h", "3s"),
)
KUHN_CARDS = ("As", "Kh", "Qd")
LINES = (((0, 0), (2, 0)), ((1, 0), (1, 2)), ((0, 0), (2, 2)))


class Help(Screen):
    """The overlay."""

    name: ClassVar[str] = "help"
    overlay: ClassVar[bool] = True
    scroll: Scroll

    def __init__(self, app: Services, game: str = "") -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        self._table = next((table for table, played in TABLES.items() if game in played), games.HOLDEM)
        self._group = app.screen.keys
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._flow = Column()
        names = ("keys", "rules", "words")
        choices = options("help.tabs.{}", names)
        self._tabs = Tabs("tab", text("menu.help"), choices, "keys", lambda tab: self._turn_to())
        tables = options("games.{}", TABLES)
        self._switch = Segmented("game", text("help.game"), tables, self._table, self._choose_game)
        self._close = IconButton("close", text("common.close"), "close", self.escape)
        self._tour = Button("tour", text("help.tour"), app.show_tour, kind="outline", style="label_b")
        self._offers_tour = len(app.screens) == 1  # the tour is of the menu: a table is not left for it
        self.controls.focus("close")

    @property
    def game(self) -> str:
        """The game whose rules are shown."""
        return self._table

    def layout(self, width: float, height: float) -> None:
        """A panel in the middle; tabs and games in one row, or in two where there is little room."""
        painter = self.app.painter
        wide, high = min(WIDEST, width - MARGIN), min(HIGHEST, height - MARGIN)
        x, y = (width - wide) / 2, (height - high) / 2
        self._panel = (x, y, wide, high)
        padding = PADDING if wide > NARROW else 20.0
        self._tabs.measure(painter, x + padding, y + TABS_Y)
        self._close.centre_at(x + wide - padding - 4, y + TABS_Y - 2)
        top = self._place_switch(padding)
        view = (x + padding - 6, top, wide - 2 * padding + 22, y + high - 14 - top)
        self._flow = Column(*self._parts())
        inner = wide - 2 * padding
        self.scroll.fit(view, self._flow.measure(painter, inner) + 20)
        self._flow.place_at(painter, x + padding, top + 14 - self.scroll.offset, inner)
        switch = [self._switch] if self._switch.visible else []
        tour = [self._tour] if self._offers_tour and self._tabs.chosen == "keys" else []
        self._tour.clip = view
        self.place([self._tabs, *switch, *tour, self._close])

    def _place_switch(self, padding: float) -> float:
        """Place the choice of games; return where the page begins."""
        x, y, wide, _ = self._panel
        self._switch.visible = self._tabs.chosen != "words"
        free = self._close.rect[0] - 24 - (self._tabs.rect[0] + self._tabs.rect[2])
        if free >= LEAST_COLUMN + 30:
            reach = min(free - 30, 400.0)
            self._switch.rect = (
                self._close.rect[0] - 24 - reach,
                y + TABS_Y - SWITCH_HEIGHT / 2 - 2,
                reach,
                SWITCH_HEIGHT,
            )
            return y + HEAD
        self._switch.rect = (x + padding, y + HEAD - 6, wide - 2 * padding, SWITCH_HEIGHT)
        return y + HEAD + (SWITCH_HEIGHT + 4 if self._switch.visible else 0)

    # ---- pages ----------------------------------------------------------------------------------------------
    def _parts(self) -> list[Box]:
        pages: dict[str, Callable[[], list[Box]]] = {
            "keys": self._keys_page,
            "rules": self._rules_page,
            "words": self._words_page,
        }
        return pages[self._tabs.chosen]()

    def _keys_page(self) -> list[Box]:
        own = [self._table, *(["thinking"] if self._table == games.HOLDEM else [])]
        named = [self._group] if self._group else []
        groups = [*named, *([] if named and not self._offers_tour else own), "everywhere"]
        left: list[Box] = []
        for group in groups:
            rows = KeyRows(english().many(f"help.keys.{group}"))
            left += [Caps(text(f"help.groups.{group}"), "brass"), rows, Space(12)]
        right = self._what_wins()
        if self._offers_tour:
            right += [Space(12), Control(self._tour, 40, width=self._tour.natural_width(self.app.painter))]
        return [_beside(left, right)]

    def _what_wins(self) -> list[Box]:
        if self._table == games.TIC_TAC_TOE:
            caps, note, rows = "help.hands.lines", "help.hands.lines_note", _Lines()
            return [Caps(text(caps), "brass"), rows, Space(8), Words(text(note), "label", "dim")]
        if self._table == games.HOLDEM:
            names, hands, note = english().many("help.hands.names"), HANDS, "help.hands.note"
        else:
            names, note = english().many("help.hands.kuhn"), "help.hands.kuhn_note"
            hands = tuple((card,) for card in KUHN_CARDS)
        ranking = [
            _Hand(place, name, cards) for place, (name, cards) in enumerate(zip(names, hands, strict=True), 1)
        ]
        return [Caps(text("help.hands.caps"), "brass"), *ranking, Space(8), Words(text(note), "small", "dim")]

    def _rules_page(self) -> list[Box]:
        parts: list[Box] = []
        for row in english().many(f"help.rules.{self._table}"):
            title, _, body = row.partition(SEPARATOR)
            parts += [Caps(title, "brass"), Words(body, "body", "text", 18)]
        return self._in_two_columns(parts)

    def _words_page(self) -> list[Box]:
        rows = [row.partition(SEPARATOR)[::2] for row in english().many("help.words")]
        terms: list[Box] = []
        for term, meaning in rows:
            terms += [Words(term, "label_b", after=0), Words(meaning, "label", "dim", 10)]
        return self._in_two_columns(terms)

    def _in_two_columns(self, parts: list[Box]) -> list[Box]:
        """Divide pairs of a title and a paragraph so that both columns are as even as they can be."""
        each = (self._panel[2] - 2 * PADDING - COLUMN_GAP) / 2
        heights = [part.measure(self.app.painter, each) for part in parts]
        half = min(range(2, len(parts), 2), key=lambda cut: max(sum(heights[:cut]), sum(heights[cut:])))
        return [_beside(parts[:half], parts[half:])]

    # ---- drawing and acting ---------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Draw the panel, the page and its controls."""
        x, _, wide, _ = self._panel
        painter.shadow(self._panel, 16, 24, 180, 12)
        painter.rect(self._panel, "panel", 16, "edge")
        padding = self._tabs.rect[0] - x
        top = self.scroll.view[1]
        painter.line(x + padding, top - 2, x + wide - padding, top - 2)
        with painter.clip(self.scroll.view):
            self._flow.draw_all(painter)
        self.draw_controls(painter)
        self.scroll.draw(painter)

    def key(self, event: Key) -> bool:
        """? closes what ? has opened."""
        if event.text != "?":
            return False
        if not event.repeat:
            self.escape()
        return True

    def trace(self) -> dict[str, Any]:
        """Say which page is open."""
        return {"tab": self._tabs.chosen, "table": self._table}

    def _turn_to(self) -> None:
        self.scroll.offset = 0.0
        self.relayout()

    def _choose_game(self, table: str) -> None:
        self._table = table
        self._turn_to()


def _beside(left: Sequence[Box], right: Sequence[Box]) -> Columns:
    return Columns(Column(*left), Column(*right), least=LEAST_COLUMN, gap=COLUMN_GAP, ruled=True)


@dataclass
class _Hand(Box):
    """One line of the ranking: place, name, an example."""

    place_in_order: int
    name: str
    cards: tuple[str, ...]

    def measure(self, painter: Painter, width: float) -> float:
        return HAND_STEP

    def draw(self, painter: Painter, rect: Rect) -> None:
        x, y, width, height = rect
        middle = y + height / 2
        painter.text(str(self.place_in_order), x, middle, "label", "faint")
        cards = painter.inline_cards(self.cards, x + width, middle, 19, "r")
        painter.text(self.name, x + 26, middle, "strong", size=16, fit=width - 26 - cards - 10)


@dataclass
class _Lines(Box):
    """Three small boards, each with a row that wins."""

    side: float = 88.0
    gap: float = 24.0

    def measure(self, painter: Painter, width: float) -> float:
        return self.side + 16

    def draw(self, painter: Painter, rect: Rect) -> None:
        x, y, _, _ = rect
        for place, (start, end) in enumerate(LINES):
            self._draw_board(painter, x + place * (self.side + self.gap), y + 6, start, end)

    def _draw_board(
        self, painter: Painter, x: float, y: float, start: tuple[int, int], end: tuple[int, int]
    ) -> None:
        cell = self.side / 3
        for step in (1, 2):
            painter.line(x + step * cell, y, x + step * cell, y + self.side, "edge")
            painter.line(x, y + step * cell, x + self.side, y + step * cell, "edge")
        for step in range(3):
            column = start[0] + (end[0] - start[0]) * step / 2
            row = start[1] + (end[1] - start[1]) * step / 2
            painter.ring(x + (column + 0.5) * cell, y + (row + 0.5) * cell, cell * 0.27, "brass", 2.5)
