"""The panel of the grid: a range to be painted, or its equities, of either side, and a line about one class."""

from __future__ import annotations

from collections.abc import Mapping

from game.screens.odds.grid import GridPicture, RangeGrid, tint
from game.screens.odds.inquiry import Inquiry
from game.screens.odds.layout import GRID_FOOT, GRID_HEAD
from game.screens.odds.question import COLOURS, SIDES
from game.screens.pen import Pen
from game.screens.texts import text
from game.screens.views.panel_head import content
from game.screens.views.range_grid import CELLS
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Rect, Widget

EQUITY, PAINT = "equity", "paint"
SWITCH, GAP = 34.0, 10.0
LEGEND, LEGEND_STEPS = 120.0, 24


class GridPanel:
    """Two switches above the grid: what it shows, and whose hands."""

    def __init__(self, inquiry: Inquiry) -> None:
        self._inquiry = inquiry
        views = [Option(view, text(f"odds.views.{view}")) for view in (EQUITY, PAINT)]
        sides = [Option(side, text(f"odds.{side}")) for side in SIDES]
        self.view = Segmented("view", text("odds.grid.view"), views, EQUITY, self._turn, style="small_b")
        self.whose = Segmented("whose", text("odds.grid.whose"), sides, SIDES[1], self._turn, style="small_b")
        self.grid = RangeGrid(self._paint)

    @property
    def widgets(self) -> list[Widget]:
        """The controls in focus order."""
        return [self.view, self.whose, self.grid]

    @property
    def _side(self) -> int:
        return SIDES.index(self.whose.chosen)

    @property
    def _painting(self) -> bool:
        return self.view.chosen == PAINT

    def next_view(self) -> None:
        """Turn from equities to painting, or back."""
        self.view.choose(EQUITY if self._painting else PAINT)

    def other_side(self) -> None:
        """Turn to the hands of the other side."""
        self.whose.choose(SIDES[1 - self._side])

    def follow(self) -> None:
        """Show what is known now; equities are those of the first side, whose hands ever they are."""
        side, inquiry = self._side, self._inquiry
        weights = inquiry.told[side].weights
        if self._painting:
            self.grid.picture = GridPicture(weights, None, COLOURS[side])
            return
        own = inquiry.parts.classes[side] if inquiry.parts is not None else {}
        equities = own if side == 0 else {name: 1 - share for name, share in own.items()}
        self.grid.picture = GridPicture(weights, equities, COLOURS[side], inquiry.pale_parts)

    def _turn(self, chosen: str) -> None:
        self.follow()

    def _paint(self, weights: Mapping[str, float]) -> None:
        self._inquiry.paint(self._side, weights)

    # ---- where it lies, and what is drawn -------------------------------------------------------------------
    def place(self, pen: Pen, panel: Rect) -> None:
        """Place the switches, and the largest grid of whole pixels."""
        x, y, wide, high = content(panel)
        each = (wide - GAP) / 2
        self.view.rect = (x, y, each, SWITCH)
        self.whose.rect = (x + each + GAP, y, each, SWITCH)
        side = pen.px(min(wide, high - GRID_HEAD - GRID_FOOT)) // CELLS * CELLS / pen.u
        self.grid.rect = (x + (wide - side) / 2, y + GRID_HEAD, side, side)

    def draw(self, pen: Pen, panel: Rect) -> None:
        """Write about one class below the grid; beside it the scale, or how one paints."""
        x, _, wide, _ = content(panel)
        _, top, _, side = self.grid.rect
        y = top + side + 18
        looked_at = self.grid.focused or self.grid.hovered or self._painting
        about = self.grid.value if looked_at else text(f"odds.grid.about.{self.whose.chosen}")
        told = pen.text(about, x, y, "small", "text" if looked_at else "dim", fit=wide - LEGEND - 16)
        if not self._painting:
            _draw_scale(pen, x + wide - LEGEND, y)
            return
        how = text("odds.grid.painting")
        if told + 16 + pen.width(how, "small") <= wide:
            pen.text(how, x + wide, y, "small", "dim", al="r")


def _draw_scale(pen: Pen, x: float, y: float) -> None:
    """Draw the tints from 0 to 100 %."""
    each = LEGEND / LEGEND_STEPS
    for step in range(LEGEND_STEPS):
        pen.rect((x + step * each, y - 5, each + 1, 10), tint(pen, (step + 0.5) / LEGEND_STEPS), 0)
