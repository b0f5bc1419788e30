"""The help: rules, keys and glossary."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from game.rules import games
from game.study.saves import TABLES
from game.texts import current, text
from game.window.frame.actions import ActionOwner, help_heading, help_rows
from game.window.frame.pages import page, pages_in_menu
from game.window.frame.screen import Screen, Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Key
from game.window.ui.layout import Box, Column, Columns, Row, Scrolled, Space, fixed, grow
from game.window.ui.leaves import Caps, Control, Iconic, Picture, TabRow, Words, across, upright
from game.window.ui.leaves.panels import SEPARATOR, KeyRows
from game.window.ui.widgets import Button, IconButton, Rect, Scroll, Segmented, Tabs, options

MIN_COLUMN, COLUMN_GAP = 300.0, 64.0
HAND_STEP = 49.0
BOARD, BOARD_GAP = 88.0, 24.0
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
MENU_GROUP = "home"
LINES = (((0, 0), (2, 0)), ((1, 0), (1, 2)), ((0, 0), (2, 2)))


def what_wins(table: str) -> list[Box]:
    """Return the winning patterns of a game: hands by rank with examples, or the lines of tic-tac-toe."""
    if table == games.TIC_TAC_TOE:
        caps, note, rows = "help.hands.lines", "help.hands.lines_note", Picture(_draw_lines, BOARD + 16)
        return [Caps(text(caps), "brass"), rows, Space(8), Words(text(note), "label", "dim")]
    if table == games.HOLDEM:
        names, hands, note = current().many("help.hands.names"), HANDS, "help.hands.note"
    else:
        names, note = current().many("help.hands.kuhn"), "help.hands.kuhn_note"
        hands = tuple((card,) for card in KUHN_CARDS)
    ranking = [
        Picture(partial(_draw_hand, index, name, cards), HAND_STEP)
        for index, (name, cards) in enumerate(zip(names, hands, strict=True), 1)
    ]
    return [Caps(text("help.hands.caps"), "brass"), *ranking, Space(8), Words(text(note), "small", "dim")]


def rules(table: str) -> list[Box]:
    """Return the rules of a game as titles and paragraphs."""
    parts: list[Box] = []
    for row in current().many(f"help.rules.{table}"):
        title, _, body = row.partition(SEPARATOR)
        parts += [Caps(title, "brass"), Words(body, "body", "text", 18)]
    return parts


def words() -> list[Box]:
    """Return the glossary: terms and their meanings."""
    terms: list[Box] = []
    for row in current().many("help.words"):
        term, _, meaning = row.partition(SEPARATOR)
        terms += [Words(term, "label_b", after=0), Words(meaning, "label", "dim", 10)]
    return terms


def beside(left: Sequence[Box], right: Sequence[Box]) -> Columns:
    return Columns(Column(*left), Column(*right), least=MIN_COLUMN, gap=COLUMN_GAP, ruled=True)


def _draw_hand(index: int, name: str, cards: Sequence[str], painter: Painter, rect: Rect) -> None:
    """Draw a row of the ranking: the rank, the name and an example of a hand."""
    x, y, width, height = rect
    middle = y + height / 2
    painter.text(str(index), x, middle, "label", "faint")
    wide = painter.inline_cards(cards, x + width, middle, 19, "r")
    painter.text(name, x + 26, middle, "strong", size=16, fit=width - 26 - wide - 10)


def _draw_lines(painter: Painter, rect: Rect) -> None:
    """Draw three small tic-tac-toe boards, each with a winning line."""
    for index, (start, end) in enumerate(LINES):
        x = rect[0] + index * (BOARD + BOARD_GAP)
        y = rect[1] + 6
        cell = BOARD / 3
        for step in (1, 2):
            painter.line(x + step * cell, y, x + step * cell, y + BOARD, "edge")
            painter.line(x, y + step * cell, x + BOARD, y + step * cell, "edge")
        for step in range(3):
            column = start[0] + (end[0] - start[0]) * step / 2
            row = start[1] + (end[1] - start[1]) * step / 2
            painter.ring(x + (column + 0.5) * cell, y + (row + 0.5) * cell, cell * 0.27, "brass", 2.5)


WIDEST, HIGHEST = 1010.0, 664.0
MARGIN = 30.0
PADDING = 36.0
NARROW = 720.0
ABOVE, HEAD, BELOW = 6.0, 64.0, 4.0
ICON, OVER = 40.0, 16.0  # dp: the button's icon is above the end of the text
SWITCH_HEIGHT, WIDEST_SWITCH = 38.0, 400.0
SWITCH_GAP, BESIDE_SWITCH = 24.0, 14.0


@page("help")
class Help(Screen):
    """The help, as an overlay over any screen."""

    name: ClassVar[str] = "help"
    overlay: ClassVar[bool] = True
    scroll: Scroll

    def __init__(self, app: Services, game: str = "") -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        table = next((table for table, played in TABLES.items() if game in played), games.HOLDEM)
        self._screen_type, self._group = type(app.screen), app.screen.keys
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
        self._offers_tour = len(app.screens) == 1  # over a table, the tour would end the game
        self.controls.focus("close")

    @property
    def game(self) -> str:
        return self._switch.chosen

    @property
    def spoken_title(self) -> str:
        return text("menu.help")

    def layout(self, width: float, height: float) -> None:
        """Lay out the help in the middle of the window.

        The tabs and the choice of the game are in one row, or in two rows if space is short.
        """
        wide, high = min(WIDEST, width - MARGIN), min(HIGHEST, height - MARGIN)
        padding = PADDING if wide > NARROW else 20.0
        inner = wide - 2 * padding
        self._switch.visible = self._tabs.chosen != "words"
        switch = Control(self._switch, SWITCH_HEIGHT).when(self._switch.visible)
        tabs = TabRow(self._tabs)
        free = inner - tabs.natural_width(self.app.painter) - ICON - SWITCH_GAP - BESIDE_SWITCH
        in_a_row = free >= MIN_COLUMN
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
        heights = [part.measure(self.app.painter, (width - COLUMN_GAP) / 2) for part in parts]
        half = min(range(2, len(parts), 2), key=lambda cut: max(sum(heights[:cut]), sum(heights[cut:])))
        return [beside(parts[:half], parts[half:])]

    def _keys_page(self) -> list[Box]:
        own = [self.game, *(["thinking"] if self.game == games.HOLDEM else [])]
        named = [self._group] if self._group and self._group not in TABLES else []
        groups = [*named, *([] if named and not self._offers_tour else own), "everywhere"]
        left: list[Box] = []
        for group in groups:
            rows = help_rows(group, ActionOwner if group in own else self._screen_type, self.game)
            if group == MENU_GROUP:
                for one in pages_in_menu(self.app.pages):
                    title = text(one.title)
                    rows.append(f"{one.key.upper()} | {title[:1].lower()}{title[1:]}")
            left += [Caps(help_heading(group), "brass"), KeyRows(rows), Space(12)]
        right = what_wins(self.game)
        if self._offers_tour:
            right += [Space(12), Control(self._tour, 40, width=self._tour.natural_width(self.app.painter))]
        return [beside(left, right)]

    # ---- drawing and acting ---------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Draw the panel, the page, and the controls of the page."""
        x, _, wide, _ = self._card.rect
        painter.shadow(self._card.rect, 16, 24, 180, 12)
        painter.rect(self._card.rect, "panel", 16, "edge")
        padding = self._tabs.rect[0] - x
        top = self.scroll.view[1]
        painter.line(x + padding, top - 2, x + wide - padding, top - 2)
        self._card.draw_all(painter)
        self.draw_controls(painter)

    def key(self, event: Key) -> bool:
        """Close the help on "?", the key that also opens it."""
        if event.text != "?":
            return False
        if not event.repeat:
            self.escape()
        return True

    def _show_from_the_top(self) -> None:
        self.scroll.offset = 0.0
        self.relayout()


def _between(left: float, box: Box, right: float) -> Row:
    return Row(Space(left), box.sized(grow()), Space(right))
