"""The ranges of both players as grids, one where there is no room for two; below each what all of it does."""

from __future__ import annotations

import math
from functools import partial

import pygame

from game.core import Player
from game.match.betting_line import Line
from game.messages.ranges_answers import RangeNode
from game.rules.betting import BIG_BLIND
from game.screens.pages.lab.ranges import hand
from game.screens.pages.lab.ranges.labels import player_name
from game.screens.pages.lab.ranges.shown import Shown
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout import grow, natural
from game.screens.ui.leaves import Draw, GridControl, Panel, Picture
from game.screens.ui.leaves.panel_head import PADDING, content, write_title
from game.screens.ui.texts import number, percents, text
from game.screens.ui.widgets import Rect
from game.screens.views.action_style import Ink
from game.screens.views.mix_grid import MixGrid, MixPicture, paint_mix, write_plated
from game.screens.views.range_grid import side_of

HEAD, FOOT, WIDEST = 30.0, 34.0, 640.0
TOP = HEAD + 4  # from the upper edge of the panel to the cells
HELD = Ink("dim", "panel", 0.5)
BAR, FIGURE = 15.0, 13.0
LEAST_FIGURE = 30.0  # dp of a part of the bar that has room for its share
DIGITS = 100  # combos, from which their tenths do not matter


class GridPair:
    """Both  `wants_patterns` and `wants_other` are what the player has chosen by keys."""

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
        self.first.picture = picture_of(shown, player, patterned=patterned)
        self.second.picture = picture_of(shown, 1 - player, patterned=patterned)
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
            grid_panel(grid, partial(self._draw_around, place), most=most) for place, grid in enumerate(shown)
        ]

    def _draw_around(self, place: int, painter: Painter, rect: Rect) -> None:
        """Draw what stands around the cells of a grid; the class that is told of will be framed."""
        self.second.shown_in_table = self._tells_of_second
        self.first.shown_in_table = self._shown is not None and not self.second.shown_in_table
        cells, player = (self.first, self.second)[place].rect, self.players[place]
        draw_head(painter, cells, self._shown, player)
        if self._shown is not None and self._shown.acting_of(player) is not None:
            draw_mix_bar(painter, cells, self._shown, patterned=self.patterned)

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


def picture_of(shown: Shown, player: Player, *, patterned: bool) -> MixPicture:
    """Return the grid of a range: a cell is filled as high as the root of its reach beside the likeliest class.

    The root lets rare hands be seen, which still act on the later streets.
    Of the one to act a cell is divided by the actions, in the order of the strip; else it has one colour.
    """
    side, acting = shown.node.sides[player], shown.acting_of(player)
    most = max(side.classes.values())
    heights = {name: math.sqrt(weight / most) for name, weight in side.classes.items()}
    if acting is None:
        held = dict.fromkeys(heights, (1.0,))
        return MixPicture(held, (text("lab.ranges.held"),), (HELD,), heights=heights, patterned=patterned)
    inks = [look.ink for look in acting.looks]
    return MixPicture(shown.node.mixes, acting.names, inks, heights=heights, patterned=patterned)


def grid_panel(grid: MixGrid, around: Draw, *, most: float) -> Panel:
    """Return a grid as large as its place allows, up to `most` dp; `around` draws its head and the bar below it."""
    most = min(most, WIDEST)
    cells = GridControl(grid, Picture(around, HEAD + FOOT - TOP), side_of, least=most).sized(grow())
    return Panel(cells, head=TOP, foot=0, side=PADDING).sized(natural(most=most + 2 * PADDING))


def draw_head(painter: Painter, grid: Rect, shown: Shown | None, player: Player) -> None:
    """Write whose range it is, how it is read, and how many combos it holds; as wide as the cells."""
    around = (grid[0] - PADDING, grid[1] - TOP, grid[2] + 2 * PADDING, grid[3])
    acts = shown is not None and shown.acting_of(player) is not None
    title = text("lab.ranges.to_act" if acts else "lab.ranges.holds", player=player_name(player))
    if shown is None:
        write_title(painter, around, player_name(player))
        return
    side = shown.node.sides[player]
    reading = text("lab.ranges.reading" if acts else "lab.ranges.reading_held")
    combos = number(side.combos, 0 if side.combos >= DIGITS else 1)
    corner = text("lab.ranges.combos", count=combos)
    write_title(painter, around, title, reading if side.comes else text("lab.ranges.never"), corner)


def draw_mix_bar(painter: Painter, grid: Rect, shown: Shown, *, patterned: bool) -> None:
    """Draw what the range of the one to act does below its grid, each share written where it has room."""
    if shown.acting is None:
        return
    x, y, width, height = grid
    left, top, wide, high = painter.box((x, y + height + 7, width, BAR))
    shares = shown.node.decisions[-1].shares  # they add up to 1
    inks = [look.ink for look in shown.acting.looks]
    box = pygame.Rect(left, top, wide, high)
    painter.fill(painter.col("sunk"), box)
    paint_mix(painter, box, shares, MixPicture(inks=inks, patterned=patterned))
    at = x
    for part, written in zip(shares, percents(shares), strict=True):
        if part * width >= LEAST_FIGURE:
            write_plated(painter, written, at + part * width / 2, y + height + 7 + BAR / 2, FIGURE)
        at += part * width
