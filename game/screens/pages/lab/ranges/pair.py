"""The ranges of both players as grids, one where there is no room for two, and the class that is told of."""

from __future__ import annotations

import math
from functools import partial

from game.core import Player
from game.match.betting_line import Line
from game.messages.ranges_answers import RangeNode
from game.rules.betting import BIG_BLIND
from game.screens.pages.lab.ranges import grids, hand
from game.screens.pages.lab.ranges.shown import Shown
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.leaves.panel import Panel
from game.screens.ui.leaves.panel_head import content, write_title
from game.screens.ui.texts import text
from game.screens.ui.widgets.widget import Rect
from game.screens.views.mix_grid import MixGrid, MixPicture


class GridPair:
    """Both grids. `wants_patterns` and `wants_other` are what the player has chosen by keys."""

    def __init__(self) -> None:
        self.first = MixGrid("grid", text("lab.ranges.grid"), text("lab.ranges.not_held"))
        self.second = MixGrid("second", text("lab.ranges.second"), text("lab.ranges.not_held"))
        self.wants_patterns = False
        self.wants_other = False
        self._shown: Shown | None = None
        self._contrast = False
        self.single = False
        self._painted: tuple[RangeNode, Player, bool] | None = None
        self._entered: tuple[Line, Player] | None = None

    @property
    def patterned(self) -> bool:
        """Whether actions differ by patterns, too."""
        return self.wants_patterns or self._contrast

    @property
    def players(self) -> tuple[Player, Player]:
        """Whose range stands first, and whose second: of the one to act, or who acts first, unless it is turned."""
        acting = self._shown.acting if self._shown is not None else None
        first = acting.player if acting is not None else BIG_BLIND
        if self.wants_other and self.single:
            first = 1 - first
        return first, 1 - first

    def follow(self, shown: Shown | None, *, contrast: bool) -> None:
        """Show what is known; pictures are made anew only where something has changed."""
        self._shown, self._contrast = shown, contrast
        if shown is None:
            self._painted = self._entered = None
            self.first.picture = self.second.picture = MixPicture()
            return
        node, player, patterned = shown.node, self.players[0], self.patterned
        if (
            self._painted is not None
            and self._painted[0] is node
            and self._painted[1:] == (player, patterned)
        ):
            return
        self._painted = node, player, patterned
        self.first.picture = grids.picture_of(shown, player, patterned=patterned)
        self.second.picture = grids.picture_of(shown, 1 - player, patterned=patterned)
        if self._entered != (shown.line, player):
            self._entered = shown.line, player
            self.first.stay_with_held()
            self.second.stay_with_held()

    def boxes(self, *, single: bool, most: float = math.inf) -> list[Panel]:
        """Return the grids, the first alone where only a `single` one has room; `most` dp wide."""
        self.single = single
        self.follow(self._shown, contrast=self._contrast)
        shown = (self.first,) if single else (self.first, self.second)
        return [
            grids.grid_panel(grid, partial(self._draw_around, place), most=most)
            for place, grid in enumerate(shown)
        ]

    def _draw_around(self, place: int, painter: Painter, rect: Rect) -> None:
        """Draw what stands around the cells of a grid; the class that is told of will be framed."""
        self.second.told = self._tells_of_second
        self.first.told = self._shown is not None and not self.second.told
        cells, player = (self.first, self.second)[place].rect, self.players[place]
        grids.draw_head(painter, cells, self._shown, player)
        if self._shown is not None and self._shown.acting_of(player) is not None:
            grids.draw_mix_bar(painter, cells, self._shown, patterned=self.patterned)

    def draw_hand(self, waiting: bool, painter: Painter, panel: Rect) -> None:
        """Tell of the class below the mouse, or the one that arrows have come to."""
        if self._shown is None:
            write_title(painter, panel, text("lab.ranges.one_hand"))
            x, y, width, _ = content(panel)
            words = text("lab.ranges.waiting" if waiting else "lab.ranges.empty")
            painter.para(words, x, y + hand.TITLE + 8, width, "label", col="dim", limit=3)
            return
        first, second = self.players
        if self._tells_of_second:
            hand.draw_hand(painter, panel, self._shown, second, self.second.shown)
        else:
            hand.draw_hand(painter, panel, self._shown, first, self.first.shown)

    @property
    def _tells_of_second(self) -> bool:
        """Whether the class that is told of is one of the second grid: the mouse decides, else the focus."""
        if self.single or self.first.hovered:
            return False
        return self.second.hovered or self.second.focused
