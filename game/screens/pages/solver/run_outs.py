"""The cards that may come next, each with what oop wins after it, or how often it is bet; a click deals one."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from game.messages.solver_answers import RunOuts
from game.rules.cards import Card
from game.screens.models.solver_words import chips
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.texts import number, percent, text
from game.screens.ui.theme import RGB, mix
from game.screens.views.card_cells import CardCells

PASSIVE = ("check", "call", "fold")
PALEST = 0.35


class RunOutCells(CardCells):
    """The control; `by_bets` shows how often the first to act bets."""

    highest_cell: ClassVar[float] = 40.0

    def __init__(self, deal: Callable[[Card], None]) -> None:
        super().__init__("run-outs", text("solver.cards.title"), deal)
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
    def hint(self) -> str:
        """The figure to the full, under the mouse."""
        return self.value if self.pointed_at else ""

    def figure(self, card: Card) -> float | None:
        """Return what a card brings."""
        return self._figures.get(card)

    def written(self, figure: float) -> str:
        """Return whole chips or percents."""
        return number(100 * figure) if self.by_bets else number(figure)

    def background(self, painter: Painter, figure: float) -> RGB:
        """Return a colour from the least to the most, palest in the middle."""
        low, high = min(self._figures.values()), max(self._figures.values())
        share = (figure - low) / (high - low) if high > low else 0.5
        side = mix(painter.col("info"), painter.col("brass"), share)
        return mix(painter.col("panel"), side, PALEST + (1 - PALEST) * abs(2 * share - 1))

    def said(self, card: str, figure: float | None) -> str:
        """Return what a card brings, in words."""
        if figure is None:
            return text("solver.cards.gone", card=card)
        if self.by_bets:
            return text("solver.cards.bets", card=card, figure=percent(figure, 1))
        return text("solver.cards.ev", card=card, figure=chips(round(figure, 2)))
