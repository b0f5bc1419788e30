"""The 52 cards that may come next, each with the equity of the first side after it. A click lays one."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from game.rules.cards import RANKS, SUITS, Card, name
from game.screens.dialogs.card_picker import COLUMNS, card_at
from game.screens.pages.odds.grid import tint
from game.screens.pages.odds.model import OddsModel
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.input import ENTER, Key
from game.screens.ui.texts import percent, text
from game.screens.ui.widgets.cells import Cell, Cells
from game.screens.ui.widgets.widget import Rect, WidgetPart
from game.screens.views.range_grid import ink_on

RANK_ROW = 18.0
SUIT_COLUMN = 22.0
HIGHEST_CELL = 36.0
FIGURE = 13.0


class NextCards(Cells):
    """The control; only cards that have an equity can be laid."""

    role: ClassVar[str] = "cards"
    rows, columns, spacing = len(SUITS), COLUMNS, 1.0

    def __init__(self, inquiry: OddsModel, lay: Callable[[Card], None]) -> None:
        super().__init__("next", text("odds.next.title"))
        self._inquiry = inquiry
        self._lay = lay

    @property
    def value(self) -> str:
        """The card that is told of, and the equity after it."""
        card, share = name(card_at(*self.looked_at)), self._share(self.looked_at)
        if share is None:
            return text("odds.next.gone", card=card)
        return text("odds.grid.equity", name=card, share=percent(share, 1))

    @property
    def hint(self) -> str:
        """The equity to a tenth, and what a click does."""
        lays = self._under is not None and self._share(self._under) is not None
        return text("odds.next.lay", what=self.value) if lays else ""

    def hint_rect(self) -> Rect:
        """Return the card under the mouse."""
        return self.rect_of(self.looked_at)

    def parts(self) -> list[WidgetPart]:
        """Return the cards that can be laid."""
        cells = [(row, column) for row in range(len(SUITS)) for column in range(COLUMNS)]
        return [
            WidgetPart(name(card_at(*cell)), name(card_at(*cell)), self.rect_of(cell))
            for cell in cells
            if self._share(cell) is not None
        ]

    @property
    def area(self) -> Rect:
        """The cards, below the ranks and beside the suits."""
        x, y, width, height = self.rect
        high = min(HIGHEST_CELL * len(SUITS), height - RANK_ROW)
        return x + SUIT_COLUMN, y + RANK_ROW, width - SUIT_COLUMN, high

    def key(self, event: Key) -> bool:
        """Walk the cards; Space and Enter lay one."""
        if event.name not in ("space", *ENTER) or event.repeat:
            return self.walk(event)
        self._choose(self._at)
        return True

    def release(self, x: float, y: float) -> bool:
        """Lay the card under the mouse."""
        cell = self.cell_at(x, y)
        if cell is not None:
            self._at = cell
            self._choose(cell)
        return True

    def _choose(self, cell: Cell) -> None:
        if self._share(cell) is not None and not self._inquiry.pale_parts:
            self._lay(card_at(*cell))

    def _share(self, cell: Cell) -> float | None:
        parts = self._inquiry.parts
        return parts.next.get(name(card_at(*cell))) if parts is not None else None

    def draw(self, pen: Pen) -> None:
        """Draw the cards, the one that is told of framed."""
        x, y, _, _ = self.rect
        for column, rank in enumerate(reversed(RANKS)):
            left, _, wide, _ = self.rect_of((0, column))
            pen.text(rank, left + wide / 2, y + 8, "small", "dim", al="c")
        for row, suit in enumerate(SUITS):
            _, top, _, high = self.rect_of((row, 0))
            red = pen.theme.name != "contrast" and suit in "hd"
            pen.suit(suit, x + 8, top + high / 2, 14, "bad" if red else "text")
            for column in range(COLUMNS):
                self._draw_cell(pen, (row, column))
        if self.focused:
            pen.focus_ring(self.rect, 4)
        if self.focused or (self.hovered and self._under is not None):
            left, top, wide, high = self.rect_of(self.looked_at)
            pen.rect((left - 1, top - 1, wide + 2, high + 2), None, 2, "text", 1.6)

    def _draw_cell(self, pen: Pen, cell: Cell) -> None:
        rect, share = self.rect_of(cell), self._share(cell)
        if share is None:
            pen.rect(rect, "sunk", 0)
            return
        ground = tint(pen, share, pale=self._inquiry.pale_parts)
        pen.rect(rect, ground, 0)
        x, y, wide, high = rect
        ink = ink_on(pen, ground)
        pen.text(f"{share * 100:.0f}", x + wide / 2, y + high / 2, "small_b", ink, al="c", size=FIGURE)
