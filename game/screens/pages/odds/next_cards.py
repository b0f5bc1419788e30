"""The 52 cards that may come next, each with the equity of the first side after it. A click lays one."""

from __future__ import annotations

from collections.abc import Callable

from game.rules.cards import Card, name
from game.screens.pages.odds.model import OddsModel
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.texts import percent, text
from game.screens.ui.theme import RGB
from game.screens.ui.widgets.cells import Cell
from game.screens.views.card_cells import CardCells
from game.screens.views.range_painting import tint


class NextCards(CardCells):
    """The control; only cards that have an equity can be laid."""

    def __init__(self, model: OddsModel, lay: Callable[[Card], None]) -> None:
        super().__init__("next", text("odds.next.title"), lay)
        self._model = model

    @property
    def hint(self) -> str:
        """The equity to a tenth, and what a click does."""
        return text("odds.next.lay", what=self.value) if self.pointed_at else ""

    def figure(self, card: Card) -> float | None:
        """Return the equity after a card."""
        parts = self._model.parts
        return parts.next.get(name(card)) if parts is not None else None

    def written(self, figure: float) -> str:
        """Return whole percents."""
        return f"{figure * 100:.0f}"

    def background(self, painter: Painter, figure: float) -> RGB:
        """Return the tint of an equity, pale while a newer one is on its way."""
        return tint(painter, figure, pale=self._model.pale_parts)

    def said(self, card: str, figure: float | None) -> str:
        """Return the equity in words."""
        if figure is None:
            return text("odds.next.gone", card=card)
        return text("odds.grid.equity", name=card, share=percent(figure, 1))

    def _choose(self, cell: Cell) -> None:
        if not self._model.pale_parts:
            super()._choose(cell)
