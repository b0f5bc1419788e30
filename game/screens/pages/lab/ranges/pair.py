"""The ranges of both players: who acts with the mix as areas, the other one by reach alone; one class in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.core import Player
from game.rules.betting import BIG_BLIND
from game.screens.pages.lab.ranges import hand
from game.screens.pages.lab.ranges.shown import Shown, player_name
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.leaves import Panel
from game.screens.ui.leaves.panel_head import content, write_title
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Rect
from game.screens.views.action_style import Ink
from game.screens.views.mix_grid import MixPicture
from game.screens.views.range_pair import HELD, WIDEST, RangePair

DIGITS = 100  # combos, from which their tenths do not matter


class GridPair(RangePair):
    """Both grids; `wants_patterns` is what the player has chosen by a key."""

    head, foot, least_figure = 34.0, 30.0, 30.0

    def __init__(self) -> None:
        super().__init__(text("lab.ranges.grid"), text("lab.ranges.second"), text("lab.ranges.not_held"))
        self.wants_patterns = False
        self._shown: Shown | None = None
        self._contrast = False

    @property
    def patterned(self) -> bool:
        """Whether actions differ by patterns, too."""
        return self.wants_patterns or self._contrast

    @property
    def acting(self) -> Player:
        """The one to act, or who acts first."""
        acting = self._shown.acting if self._shown is not None else None
        return acting.player if acting is not None else BIG_BLIND

    def follow(self, shown: Shown | None, *, contrast: bool) -> None:
        """Show what is known."""
        self._shown, self._contrast = shown, contrast
        self._follow()

    def _follow(self) -> None:
        shown, player = self._shown, self.players[0]
        if shown is None:
            self.clear()
        else:
            self.repaint((shown.node, player, self.patterned), (shown.line, player), self._picture)

    def boxes(self, *, single: bool, most: float = math.inf) -> list[Panel]:
        """Return the grids, the first alone where only a `single` one has room; `most` dp wide."""
        wide = min(most, WIDEST)
        panels = self.panels(single=single, least=wide, most=wide)
        self._follow()
        return panels

    def _picture(self, player: Player) -> MixPicture:
        """Return the grid of a range: a cell is filled as high as the root of its reach beside the likeliest class.

        The root lets rare hands be seen, which still act on the later streets.
        Of the one to act a cell is divided by the actions, in the order of the strip; else it has one colour.
        """
        assert self._shown is not None
        node, acting = self._shown.node, self._shown.acting_of(player)
        classes = node.sides[player].classes
        most = max(classes.values())
        heights = {name: math.sqrt(weight / most) for name, weight in classes.items()}
        if acting is None:
            held, said = dict.fromkeys(heights, (1.0,)), text("lab.ranges.held")
            return MixPicture(held, (said,), (HELD,), heights=heights, patterned=self.patterned)
        return MixPicture(node.mixes, acting.names, acting.inks, heights=heights, patterned=self.patterned)

    def mix_of(self, player: Player) -> tuple[Sequence[float], Sequence[Ink]]:
        """Return what the range of the one to act does."""
        acting = self._shown.acting_of(player) if self._shown is not None else None
        if self._shown is None or acting is None:
            return (), ()
        return self._shown.node.decisions[-1].shares, acting.inks

    def write_head(self, painter: Painter, around: Rect, player: Player) -> None:
        """Write whose range it is, how it is read, and how many combos it holds."""
        if self._shown is None:
            write_title(painter, around, player_name(player))
            return
        side, acts = self._shown.node.sides[player], self._shown.acting_of(player) is not None
        title = text("lab.ranges.to_act" if acts else "lab.ranges.holds", player=player_name(player))
        reading = "reading" if acts else "reading_held"
        note = text(f"lab.ranges.{reading if side.comes else 'never'}")
        combos = number(side.combos, 0 if side.combos >= DIGITS else 1)
        write_title(painter, around, title, note, text("lab.ranges.combos", count=combos))

    def draw_hand(self, waiting: bool, painter: Painter, panel: Rect) -> None:
        """Tell of the class below the mouse, or the one that arrows have come to."""
        player, name = self.shown_class()
        if self._shown is not None:
            hand.draw_hand(painter, panel, self._shown, player, name)
            return
        self.first.shown_in_table = False
        write_title(painter, panel, text("lab.ranges.one_hand"))
        x, y, width, _ = content(panel)
        words = text("lab.ranges.waiting" if waiting else "lab.ranges.empty")
        painter.para(words, x, y + hand.TITLE + 8, width, "label", col="dim", limit=3)
