"""A panel for every information set and below it one for its regrets, in which one control draws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.screens.pages.lab.parts import GAP, awaiting, lab_panel
from game.screens.ui.layout.box import Box, Column, Rect, Row
from game.screens.ui.layout.size import grow

if TYPE_CHECKING:
    from game.screens.pages.lab.multiples import Multiples
    from game.screens.ui.canvas.painter import Painter
    from game.screens.ui.widgets.widget import Widget

LEAST_HEIGHT = 138.0
KINDS = ("set", "regret")


class SetPanels(Column):
    """The panels of `count` sets in so many columns."""

    def __init__(self, multiples: Multiples, count: int, columns: int, *, awaited: bool) -> None:
        inside = {(kind, place): awaiting(Box(), awaited=awaited) for place in range(count) for kind in KINDS}
        self._panels = {name: lab_panel(box).sized(grow()) for name, box in inside.items()}
        self._inside, self._multiples = inside, multiples
        rows = (
            Row(*(self._panels[kind, place] for place in range(first, first + columns)), gap=GAP)
            for first in range(0, count, columns)
            for kind in KINDS
        )
        super().__init__(*(row.sized(grow(least=LEAST_HEIGHT)) for row in rows), gap=GAP)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the panels, and tell the control where they lie."""
        super().place(painter, rect)
        self._multiples.place(
            rect, {key: (self._panels[key].rect, box.rect) for key, box in self._inside.items()}
        )

    def widgets(self) -> Iterator[Widget]:
        """Yield the control."""
        yield self._multiples
