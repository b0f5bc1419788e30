"""The panel of the grid: a range to be painted, or its equities, of either side, and a line about one class."""

from __future__ import annotations

from game.screens.pages.odds.model import OddsModel
from game.screens.pages.odds.question import COLOURS, SIDES
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout import Row, Space, grow
from game.screens.ui.leaves import Control, GridControl, Panel, Picture
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act, Rect, Segmented, options
from game.screens.views.range_grid import side_of
from game.screens.views.range_painting import GridPicture, RangeGrid, tint

EQUITY, PAINT = "equity", "paint"
SWITCH, GAP = 34.0, 10.0
HEAD, BELOW, FOOT = 14.0, 32.0, 18.0
WIDEST_GRID = 620.0
LEGEND, LEGEND_STEPS = 120.0, 24


class GridPanel:
    """Two switches above the grid: what it shows, and whose hands; `changed` is called when one is turned."""

    def __init__(self, model: OddsModel, changed: Act) -> None:
        self._model = model
        views, sides = options("odds.views.{}", (EQUITY, PAINT)), options("odds.{}", SIDES)
        self.view = Segmented(
            "view", text("odds.grid.view"), views, EQUITY, lambda view: changed(), style="small_b"
        )
        self.whose = Segmented(
            "whose", text("odds.grid.whose"), sides, SIDES[1], lambda side: changed(), style="small_b"
        )
        self._grid = RangeGrid(lambda weights: model.paint(self._side, weights))

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
        side, model = self._side, self._model
        equities = None
        if not self._painting:
            own = model.parts.classes[side] if model.parts is not None else {}
            equities = {name: 1 - share if side else share for name, share in own.items()}
        pale = model.pale_parts and not self._painting
        self._grid.picture = GridPicture(model.ranges[side].weights, equities, COLOURS[side], pale)

    def panel(self) -> Panel:
        """Return switches, grid, and below it a line about one class."""
        switches = Row(*(Control(one, SWITCH).sized(grow()) for one in (self.view, self.whose)), gap=GAP)
        grid = GridControl(self._grid, Picture(self._draw_below, BELOW), side_of, least=WIDEST_GRID)
        return Panel(switches, Space(GAP), grid.sized(grow()), head=HEAD, foot=FOOT)

    def _draw_below(self, painter: Painter, rect: Rect) -> None:
        """Write about one class; beside it the scale, or how one paints."""
        x, y, wide, _ = rect
        y += FOOT
        looked_at = self._grid.focused or self._grid.hovered or self._painting
        about = self._grid.value if looked_at else text(f"odds.grid.about.{self.whose.chosen}")
        used = painter.text(about, x, y, "small", "text" if looked_at else "dim", fit=wide - LEGEND - 16)
        how = text("odds.grid.painting")
        if not self._painting:
            _draw_scale(painter, x + wide - LEGEND, y)
        elif used + 16 + painter.width(how, "small") <= wide:
            painter.text(how, x + wide, y, "small", "dim", al="r")


def _draw_scale(painter: Painter, x: float, y: float) -> None:
    """Draw the tints from 0 to 100 %."""
    each = LEGEND / LEGEND_STEPS
    for step in range(LEGEND_STEPS):
        painter.rect((x + step * each, y - 5, each + 1, 10), tint(painter, (step + 0.5) / LEGEND_STEPS), 0)
