"""A leaf that holds tabs: as wide as their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.layout.box import Rect
from game.window.ui.leaves.control import Control
from game.window.ui.widgets.tabs import GAP, HEIGHT

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter
    from game.window.ui.widgets.tabs import Tabs


class TabRow(Control):
    """The tabs at the left end of their place, in the middle of `height` dp."""

    def __init__(self, tabs: Tabs, height: float = HEIGHT) -> None:
        super().__init__(tabs, height)
        self._tabs = tabs

    def natural_width(self, painter: Painter) -> float:
        """Return the widths of all names, and what is between them."""
        names = [painter.width(option.label, "strong") for option in self._tabs.options]
        return sum(names) + GAP * (len(names) - 1)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the tabs."""
        super().place(painter, rect)
        x, y, _, height = rect
        self._tabs.measure(painter, x, y + height / 2)
