"""The 52 cards as cells, each with a figure; a click, Space or Enter chooses one that has one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

from game.rules.cards import RANKS, SUITS, Card, name
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import ENTER, Key
from game.window.ui.theme import RGB
from game.window.ui.widgets.cells import Cell, Cells
from game.window.ui.widgets.widget import Rect, WidgetPart
from game.window.views.range_grid import ink_on

COLUMNS = len(RANKS)
RANK_ROW, SUIT_COLUMN = 18.0, 22.0
FIGURE = 13.0


def card_at(row: int, column: int) -> Card:
    """Return the card of a cell: a row for each suit, from the ace down."""
    return row * COLUMNS + COLUMNS - 1 - column


class CardCells(Cells, ABC):
    """The control; `choose` gets the card. Subclasses say what each card shows."""

    role: ClassVar[str] = "cards"
    rows, columns, spacing = len(SUITS), COLUMNS, 1.0
    highest_cell: ClassVar[float] = 36.0

    def __init__(self, control: str, label: str, choose: Callable[[Card], None]) -> None:
        super().__init__(control, label)
        self._choose_card = choose

    @abstractmethod
    def figure(self, card: Card) -> float | None:
        """Return the figure of a card; None where it cannot be chosen."""

    @abstractmethod
    def written(self, figure: float) -> str:
        """Return a figure as it stands in its cell."""

    @abstractmethod
    def background(self, painter: Painter, figure: float) -> RGB:
        """Return the colour of a cell."""

    @abstractmethod
    def said(self, card: str, figure: float | None) -> str:
        """Return a card and its figure in words."""

    @property
    def value(self) -> str:
        """The card that is read out, and its figure."""
        card = card_at(*self.looked_at)
        return self.said(name(card), self.figure(card))

    @property
    def pointed_at(self) -> bool:
        """Whether the mouse is on a card that can be chosen."""
        return self._under is not None and self.figure(card_at(*self._under)) is not None

    def hint_rect(self) -> Rect:
        """Return the card under the mouse."""
        return self.rect_of(self.looked_at)

    def parts(self) -> list[WidgetPart]:
        """Return the cards that can be chosen."""
        cells = [(row, column) for row in range(len(SUITS)) for column in range(COLUMNS)]
        return [
            WidgetPart(name(card_at(*cell)), name(card_at(*cell)), self.rect_of(cell))
            for cell in cells
            if self.figure(card_at(*cell)) is not None
        ]

    @property
    def area(self) -> Rect:
        """The cards, below the ranks and beside the suits."""
        x, y, width, height = self.rect
        high = min(self.highest_cell * len(SUITS), height - RANK_ROW)
        return x + SUIT_COLUMN, y + RANK_ROW, width - SUIT_COLUMN, high

    def key(self, event: Key) -> bool:
        """Walk the cards; Space and Enter choose one."""
        if event.name not in ("space", *ENTER) or event.repeat:
            return self.walk(event)
        self._choose(self._at)
        return True

    def release(self, x: float, y: float) -> bool:
        """Choose the card under the mouse."""
        cell = self.cell_at(x, y)
        if cell is not None:
            self._at = cell
            self._choose(cell)
        return True

    def _choose(self, cell: Cell) -> None:
        if self.figure(card_at(*cell)) is not None:
            self._choose_card(card_at(*cell))

    def draw(self, painter: Painter) -> None:
        """Draw the cards, with a frame around the one that is read out."""
        x, y, _, _ = self.rect
        for column, rank in enumerate(reversed(RANKS)):
            left, _, wide, _ = self.rect_of((0, column))
            painter.text(rank, left + wide / 2, y + 8, "small", "dim", al="c")
        for row, suit in enumerate(SUITS):
            _, top, _, high = self.rect_of((row, 0))
            red = painter.theme.name != "contrast" and suit in "hd"
            painter.suit(suit, x + 8, top + high / 2, 14, "bad" if red else "text")
            for column in range(COLUMNS):
                self._draw_cell(painter, (row, column))
        if self.focused:
            painter.focus_ring(self.rect, 4)
        if self.focused or (self.hovered and self._under is not None):
            left, top, wide, high = self.rect_of(self.looked_at)
            painter.rect((left - 1, top - 1, wide + 2, high + 2), None, 2, "text", 1.6)

    def _draw_cell(self, painter: Painter, cell: Cell) -> None:
        rect, figure = self.rect_of(cell), self.figure(card_at(*cell))
        if figure is None:
            painter.rect(rect, "sunk", 0)
            return
        background = self.background(painter, figure)
        painter.rect(rect, background, 0)
        x, y, wide, high = rect
        words, ink = self.written(figure), ink_on(painter, background)
        painter.text(words, x + wide / 2, y + high / 2, "small_b", ink, al="c", size=FIGURE)
