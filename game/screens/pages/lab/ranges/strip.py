"""The strip of the page: the board with its buttons, and the way to the decision."""

from __future__ import annotations

from collections.abc import Sequence

from game.screens.pages.lab.ranges.legend import draw_legend
from game.screens.pages.lab.ranges.pair import GridPair
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout.box import Box, Column, Rect, Space, Stack
from game.screens.ui.layout.box import Row as Beside
from game.screens.ui.layout.size import fixed, grow
from game.screens.ui.leaves.control import Control, Picture
from game.screens.ui.leaves.filled import Filled
from game.screens.ui.leaves.panel import Panel
from game.screens.ui.texts import text
from game.screens.ui.widgets.button import Button
from game.screens.views.betting_path import HEAD_ROW, ROW, Path
from game.screens.views.card_slots import CardSlots, width_of

BOARD, CAPS, SLOT, BUTTON = 5, 22.0, 46.0, 34.0
LEAST_ROWS, MOST_ROWS = 6, 9


class Strip:
    """The panel as boxes; `busy` is the share that is done of what is waited for, None where nothing is."""

    def __init__(self, board: CardSlots, buttons: Sequence[Button], path: Path, grids: GridPair) -> None:
        self._board, self._buttons, self._path, self._grids = board, buttons, path, grids

    def box(self, busy: float | None) -> Panel:
        """Return the board, and beside it the way."""
        slots = Filled(self._board, SLOT)
        board = Column(Picture(_caps, CAPS), slots, Space(10), self._row())
        row = Beside(board.sized(fixed(width_of(BOARD, SLOT))), Space(24), self._way().sized(grow()))
        return Panel(row, head=12, foot=12, busy=busy)

    def below_each_other(self, busy: float | None) -> Panel:
        """Return all of it for a narrow window."""
        wide = width_of(BOARD, SLOT)
        slots = Control(self._board, SLOT, width=wide, scales=True)
        caps = Beside(Picture(_caps, CAPS).sized(fixed(wide)))
        return Panel(caps, slots, Space(10), self._row(), Space(14), self._way(), busy=busy)

    def _row(self) -> Box:
        return Beside(*(Control(one, BUTTON).sized(grow()) for one in self._buttons), gap=8)

    def _way(self) -> Box:
        """The way to the decision, and where that leaves room how a cell is read."""
        rows = max((len(column.rows) for column in self._path.columns), default=0)
        high = HEAD_ROW + max(LEAST_ROWS, min(MOST_ROWS, rows)) * ROW
        return Stack(Filled(self._path, high), Picture(self._draw_legend))

    def _draw_legend(self, painter: Painter, rect: Rect) -> None:
        draw_legend(painter, self._path.free, patterned=self._grids.patterned)


def _caps(painter: Painter, rect: Rect) -> None:
    x, y, width, _ = rect
    painter.caps(text("lab.ranges.board"), x, y + 7)
    painter.keycap(x + width, y + 7, "B")
