"""The cards that may come next, each with what oop wins after it, or how often it is bet; a click deals one."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from game.messages.solver_answers import RunOuts
from game.rules.cards import RANKS, SUITS, Card, name
from game.screens.dialogs.card_picker import COLUMNS, card_at
from game.screens.pages.solver.labels import chips
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.input import ENTER, Key
from game.screens.ui.texts import number, percent, text
from game.screens.ui.theme import mix
from game.screens.ui.widgets.cells import Cell, Cells
from game.screens.ui.widgets.widget import Rect, WidgetPart
from game.screens.views.range_grid import ink_on

RANK_ROW, SUIT_COLUMN, HIGHEST_CELL, FIGURE = 18.0, 22.0, 40.0, 12.0
PASSIVE = ("check", "call", "fold")


class RunOutCells(Cells):
    """The control; `deal` gets the card that is chosen. `by_bets` shows how often the first to act bets."""

    role: ClassVar[str] = "cards"
    rows, columns, spacing = len(SUITS), COLUMNS, 1.0

    def __init__(self, deal: Callable[[Card], None]) -> None:
        super().__init__("run-outs", text("solver.cards.title"))
        self._deal = deal
        self._figures: dict[Card, float] = {}
        self.by_bets = False

    def follow(self, found: RunOuts | None) -> None:
        """Show other cards."""
        self._figures = {}
        if found is None:
            return
        passive = [action.partition(" ")[0] in PASSIVE for action in found.actions]
        for one in found.cards:
            bets = sum(
                share for share, is_passive in zip(one.shares, passive, strict=False) if not is_passive
            )
            self._figures[one.card] = bets if self.by_bets else one.ev

    @property
    def value(self) -> str:
        """The card that is told of, and its figure."""
        card = card_at(*self.looked_at)
        figure = self._figures.get(card)
        if figure is None:
            return text("solver.cards.gone", card=name(card))
        key = "solver.cards.bets" if self.by_bets else "solver.cards.ev"
        written = percent(figure, 1) if self.by_bets else chips(round(figure, 2))
        return text(key, card=name(card), figure=written)

    @property
    def hint(self) -> str:
        """The figure to the full, under the mouse."""
        return self.value if self._under is not None else ""

    def hint_rect(self) -> Rect:
        """Return the card under the mouse."""
        return self.rect_of(self.looked_at)

    def parts(self) -> list[WidgetPart]:
        """Return the cards that can be dealt."""
        cells = [(row, column) for row in range(len(SUITS)) for column in range(COLUMNS)]
        return [
            WidgetPart(name(card_at(*cell)), name(card_at(*cell)), self.rect_of(cell))
            for cell in cells
            if card_at(*cell) in self._figures
        ]

    @property
    def area(self) -> Rect:
        """The cards, below the ranks and beside the suits."""
        x, y, width, height = self.rect
        high = min(HIGHEST_CELL * len(SUITS), height - RANK_ROW)
        return x + SUIT_COLUMN, y + RANK_ROW, width - SUIT_COLUMN, high

    def key(self, event: Key) -> bool:
        """Walk the cards; Space and Enter deal one."""
        if event.name not in ("space", *ENTER) or event.repeat:
            return self.walk(event)
        self._choose(self._at)
        return True

    def release(self, x: float, y: float) -> bool:
        """Deal the card under the mouse."""
        if (cell := self.cell_at(x, y)) is not None:
            self._at = cell
            self._choose(cell)
        return True

    def _choose(self, cell: Cell) -> None:
        if card_at(*cell) in self._figures:
            self._deal(card_at(*cell))

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
        rect, figure = self.rect_of(cell), self._figures.get(card_at(*cell))
        if figure is None:
            pen.rect(rect, "sunk", 0)
            return
        low, high = min(self._figures.values()), max(self._figures.values())
        share = (figure - low) / (high - low) if high > low else 0.5
        ground = mix(pen.col("info"), pen.col("brass"), share)
        ground = mix(pen.col("panel"), ground, 0.35 + 0.65 * abs(2 * share - 1))
        pen.rect(rect, ground, 0)
        x, y, wide, tall = rect
        words = number(100 * figure) if self.by_bets else number(figure)
        pen.text(
            words, x + wide / 2, y + tall / 2, "small_b", ink_on(pen, ground), al="c", size=FIGURE, fit=wide
        )
