"""Keys, rules and words, over any screen. Esc, ? or the cross close it, and the focus returns where it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from game.rules import games
from game.screens.frame.screen import Screen
from game.screens.models.records import TABLES
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.input import Key
from game.screens.ui.layout import Box, Column, Columns, Row, Scrolled, Space, fixed, grow
from game.screens.ui.leaves import Caps, Control, Iconic, TabRow, Words, upright
from game.screens.ui.leaves.centred import across
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
ABOVE, HEAD, BELOW = 6.0, 64.0, 4.0
ICON, OVER = 40.0, 16.0  # the icon of the button stands over the end of the text
SWITCH_HEIGHT, WIDEST_SWITCH = 38.0, 400.0
SWITCH_GAP, BESIDE_SWITCH = 24.0, 14.0
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
        self._card = Column()
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
        shown = [self._switch] if self._switch.visible else []
        tour = [self._tour] if self._offers_tour and self._tabs.chosen == "keys" else []
        self.place([self._tabs, *shown, *tour, self._close])

    # ---- pages ----------------------------------------------------------------------------------------------
    def _parts(self, width: float) -> list[Box]:
        if self._tabs.chosen == "keys":
            return self._keys_page()
        parts = self._rules() if self._tabs.chosen == "rules" else _words()
        return self._in_two_columns(parts, (width - COLUMN_GAP) / 2)

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

    def _rules(self) -> list[Box]:
        parts: list[Box] = []
        for row in english().many(f"help.rules.{self._table}"):
            title, _, body = row.partition(SEPARATOR)
            parts += [Caps(title, "brass"), Words(body, "body", "text", 18)]
        return parts

    def _in_two_columns(self, parts: list[Box], each: float) -> list[Box]:
        """Divide pairs of a title and a paragraph so that both columns, `each` wide, are as even as they can be."""
        heights = [part.measure(self.app.painter, each) for part in parts]
        half = min(range(2, len(parts), 2), key=lambda cut: max(sum(heights[:cut]), sum(heights[cut:])))
        return [_beside(parts[:half], parts[half:])]

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
        return {"tab": self._tabs.chosen, "table": self._table}

    def _turn_to(self) -> None:
        self.scroll.offset = 0.0
        self.relayout()

    def _choose_game(self, table: str) -> None:
        self._table = table
        self._turn_to()


def _between(left: float, box: Box, right: float) -> Row:
    return Row(Space(left), box.sized(grow()), Space(right))


def _words() -> list[Box]:
    terms: list[Box] = []
    for row in english().many("help.words"):
        term, _, meaning = row.partition(SEPARATOR)
        terms += [Words(term, "label_b", after=0), Words(meaning, "label", "dim", 10)]
    return terms


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
