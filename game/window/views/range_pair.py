"""The ranges of both players as grids, one where there is no room for two; below each what all of it does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from game.core import Player
from game.texts import percents
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import grow, natural
from game.window.ui.leaves import GridControl, Panel, Picture
from game.window.ui.leaves.panel_head import PADDING
from game.window.views.action_style import Ink
from game.window.views.mix_grid import MixGrid, MixPicture, paint_bar, write_plated
from game.window.views.range_grid import side_of

BAR, BAR_GAP, FIGURE = 15.0, 7.0, 13.0
HELD = Ink("dim", "panel", 0.5)
"""The colour of a range that does not act."""
WIDEST = 640.0


class RangePair(ABC):
    """Both grids; `turned` shows the other range where only one has room.

    Subclasses say whose range stands first, write its head, and say what it does.
    """

    head: ClassVar[float]
    """From the upper edge of a panel to the cells."""
    foot: ClassVar[float]
    least_figure: ClassVar[float]
    """How wide a part of the bar is, in dp, that has room for its share."""

    def __init__(self, first: str, second: str, nothing: str) -> None:
        self.first, self.second = MixGrid("grid", first, nothing), MixGrid("second", second, nothing)
        self.turned = False
        self.single = False
        self._painted: tuple[object, ...] | None = None
        self._entered: object = None

    @property
    @abstractmethod
    def acting(self) -> Player:
        """Whose range stands first, unless it is turned."""

    @abstractmethod
    def write_head(self, painter: Painter, around: Rect, player: Player) -> None:
        """Write whose range it is; `around` is as wide as the panel, and ends with the cells."""

    @abstractmethod
    def mix_of(self, player: Player) -> tuple[Sequence[float], Sequence[Ink]]:
        """Return the shares of the actions of all of a range, and their colours; empty where it does not act."""

    @property
    def players(self) -> tuple[Player, Player]:
        """Whose range stands first, and whose second."""
        first = 1 - self.acting if self.turned and self.single else self.acting
        return first, 1 - first

    @property
    def _shows_second(self) -> bool:
        """Whether the details show a class of the second grid: the one under the mouse, else the one in focus."""
        if self.single or self.first.hovered:
            return False
        return self.second.hovered or self.second.focused

    def shown_class(self) -> tuple[Player, str]:
        """Return the player and the class whose details stand beside the grids, and frame it in its grid."""
        of_second = self._shows_second
        self.second.shown_in_table, self.first.shown_in_table = of_second, not of_second
        return self.players[of_second], (self.second if of_second else self.first).shown

    def clear(self) -> None:
        """Show nothing: there is nothing known."""
        self._painted = self._entered = None
        self.first.picture = self.second.picture = MixPicture()

    def repaint(
        self, shown: tuple[object, ...], entered: object, picture: Callable[[Player], MixPicture]
    ) -> None:
        """Make the pictures anew where something else is `shown`; tell of a held class where one `entered`."""
        if shown == self._painted:
            return
        self._painted = shown
        self.first.picture, self.second.picture = map(picture, self.players)
        if entered != self._entered:
            self._entered = entered
            self.first.stay_with_held()
            self.second.stay_with_held()

    def panels(self, *, single: bool, least: float, most: float = WIDEST) -> list[Panel]:
        """Return the grids, the first alone where only a `single` one has room; `least` to `most` dp wide."""
        self.single = single
        shown = (self.first,) if single else (self.first, self.second)
        return [self._panel(place, grid, least, most) for place, grid in enumerate(shown)]

    def _panel(self, place: int, grid: MixGrid, least: float, most: float) -> Panel:
        below = Picture(partial(self._draw_around, place), self.foot)
        cells = GridControl(grid, below, side_of, least=least).sized(grow())
        return Panel(cells, head=self.head, foot=0, side=PADDING).sized(natural(most=most + 2 * PADDING))

    def _draw_around(self, place: int, painter: Painter, rect: Rect) -> None:
        """Write the head above the cells; draw what the range does below them, each share where it has room."""
        grid, player = (self.first, self.second)[place], self.players[place]
        x, y, width, height = grid.rect
        self.write_head(painter, (x - PADDING, y - self.head, width + 2 * PADDING, height), player)
        shares, inks = self.mix_of(player)
        if not shares:
            return
        bar = (x, y + height + BAR_GAP, width, BAR)
        painter.fill(painter.col("sunk"), painter.box(bar))
        paint_bar(painter, bar, shares, MixPicture(inks=inks, patterned=grid.picture.patterned))
        at = x
        for part, written in zip(shares, percents(shares), strict=True):
            if part * width >= self.least_figure:
                write_plated(painter, written, at + part * width / 2, bar[1] + BAR / 2, FIGURE)
            at += part * width
