"""The range of a player as a grid, and below it what all of the range does."""

from __future__ import annotations

import math

import pygame

from game.core import Player
from game.screens.pages.lab.ranges.labels import player_name
from game.screens.pages.lab.ranges.shown import Shown
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout.size import grow, natural
from game.screens.ui.leaves.cells import GridControl
from game.screens.ui.leaves.control import Draw, Picture
from game.screens.ui.leaves.panel import Panel
from game.screens.ui.leaves.panel_head import PADDING, write_title
from game.screens.ui.texts import number, percents, text
from game.screens.ui.widgets.widget import Rect
from game.screens.views.action_style import Ink
from game.screens.views.mix_grid import MixGrid, MixPicture, paint_mix, write_plated
from game.screens.views.range_grid import side_of

HEAD, FOOT, WIDEST = 30.0, 34.0, 640.0
TOP = HEAD + 4  # from the upper edge of the panel to the cells
HELD = Ink("dim", "panel", 0.5)
BAR, FIGURE = 15.0, 13.0
LEAST_FIGURE = 30.0  # dp of a part of the bar that has room for its share
DIGITS = 100  # combos, from which their tenths do not matter


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
