"""The 52 cards that may come next, each with the equity of the first side after it. A click lays one."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from game.rules.cards import RANKS, SUITS, Card, name
from game.screens.input import ENTER, STEPS, Key
from game.screens.odds.grid import tint
from game.screens.odds.inquiry import Inquiry
from game.screens.pen import Pen
from game.screens.texts import percent, text
from game.screens.views.range_grid import ink_on
from game.screens.widgets.widget import Rect, Widget, WidgetPart

COLUMNS = len(RANKS)
RANK_ROW = 18.0
SUIT_COLUMN = 22.0
HIGHEST_CELL = 36.0
FIGURE = 13.0


class NextCards(Widget):
    """The control; only cards that have an equity can be laid."""

    role: ClassVar[str] = "cards"

    def __init__(self, inquiry: Inquiry, lay: Callable[[Card], None]) -> None:
        super().__init__("next", text("odds.next.title"))
        self._inquiry = inquiry
        self._lay = lay
        self._at = (0, 0)
        self._under: tuple[int, int] | None = None

    @property
    def value(self) -> str:
        """The card under the mouse, else the one that arrows have come to, and the equity after it."""
        written = name(_card_at(*self._shown))
        share = self._share(_card_at(*self._shown))
        if share is None:
            return text("odds.next.gone", card=written)
        return text("odds.grid.equity", name=written, share=percent(share, 1))

    @property
    def _shown(self) -> tuple[int, int]:
        return self._under if self.hovered and self._under is not None else self._at

    @property
    def hint(self) -> str:
        """The equity to a tenth, and what a click does."""
        lays = self._under is not None and self._share(_card_at(*self._under)) is not None
        return text("odds.next.lay", what=self.value) if lays else ""

    def hint_rect(self) -> Rect:
        """Return the card under the mouse."""
        return self.cell(*self._shown)

    def parts(self) -> list[WidgetPart]:
        """Return the cards that can be laid."""
        cells = [(row, column) for row in range(len(SUITS)) for column in range(COLUMNS)]
        return [
            WidgetPart(name(_card_at(*cell)), name(_card_at(*cell)), self.cell(*cell))
            for cell in cells
            if self._share(_card_at(*cell)) is not None
        ]

    def cell(self, row: int, column: int) -> Rect:
        """Return where a card lies."""
        x, y, width, height = self.rect
        wide = (width - SUIT_COLUMN) / COLUMNS
        high = min(HIGHEST_CELL, (height - RANK_ROW) / len(SUITS))
        return x + SUIT_COLUMN + column * wide, y + RANK_ROW + row * high, wide - 1, high - 1

    def key(self, event: Key) -> bool:
        """Walk the cards; Space and Enter lay one."""
        if event.name in STEPS:
            down, across = STEPS[event.name]
            row, column = self._at
            self._at, self._under = ((row + down) % len(SUITS), (column + across) % COLUMNS), None
        elif event.name in ("space", *ENTER) and not event.repeat:
            self._choose(*self._at)
        else:
            return False
        return True

    def hover(self, x: float, y: float) -> bool:
        """Follow the mouse."""
        before, self._under = self._under, self._cell_at(x, y)
        return before != self._under

    def release(self, x: float, y: float) -> bool:
        """Lay the card under the mouse."""
        cell = self._cell_at(x, y)
        if cell is not None:
            self._at = cell
            self._choose(*cell)
        return True

    def _choose(self, row: int, column: int) -> None:
        card = _card_at(row, column)
        if self._share(card) is not None and not self._inquiry.pale_parts:
            self._lay(card)

    def _share(self, card: Card) -> float | None:
        parts = self._inquiry.parts
        return parts.following.get(name(card)) if parts is not None else None

    def _cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        left, top, wide, high = self.cell(0, 0)
        row, column = int((y - top) // (high + 1)), int((x - left) // (wide + 1))
        return (row, column) if 0 <= row < len(SUITS) and 0 <= column < COLUMNS else None

    def draw(self, pen: Pen) -> None:
        """Draw the cards, the one that is told of framed."""
        x, y, _, _ = self.rect
        for column, rank in enumerate(reversed(RANKS)):
            left, _, wide, _ = self.cell(0, column)
            pen.text(rank, left + wide / 2, y + 8, "small", "dim", al="c")
        for row, suit in enumerate(SUITS):
            _, top, _, high = self.cell(row, 0)
            red = pen.theme.name != "contrast" and suit in "hd"
            pen.suit(suit, x + 8, top + high / 2, 14, "bad" if red else "text")
            for column in range(COLUMNS):
                self._draw_cell(pen, row, column)
        if self.focused:
            pen.focus_ring(self.rect, 4)
        if self.focused or (self.hovered and self._under is not None):
            left, top, wide, high = self.cell(*self._shown)
            pen.rect((left - 1, top - 1, wide + 2, high + 2), None, 2, "text", 1.6)

    def _draw_cell(self, pen: Pen, row: int, column: int) -> None:
        rect, share = self.cell(row, column), self._share(_card_at(row, column))
        if share is None:
            pen.rect(rect, "sunk", 0)
            return
        ground = tint(pen, share, pale=self._inquiry.pale_parts)
        pen.rect(rect, ground, 0)
        x, y, wide, high = rect
        ink = ink_on(pen, ground)
        pen.text(f"{share * 100:.0f}", x + wide / 2, y + high / 2, "small_b", ink, al="c", size=FIGURE)


def _card_at(row: int, column: int) -> Card:
    return row * COLUMNS + COLUMNS - 1 - column
