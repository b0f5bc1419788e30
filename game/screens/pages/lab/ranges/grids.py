"""The range of a player as a grid, and below it what all of the range does."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pygame

from game.core import Player
from game.screens.pages.lab.ranges.shown import Shown
from game.screens.pages.lab.ranges.words import player_name
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.layout.box import Box
from game.screens.ui.leaves.control import Draw
from game.screens.ui.leaves.panel_head import PADDING, write_title
from game.screens.ui.texts import number, percents, text
from game.screens.ui.widgets.widget import Rect, Widget
from game.screens.views.action_looks import Ink
from game.screens.views.mix_grid import MixGrid, MixPicture, paint_mix, write_plated
from game.screens.views.range_grid import side_of

HEAD, FOOT, WIDEST = 30.0, 34.0, 640.0
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


class GridPanel(Box):
    """A grid of whole-pixel cells with its head and the bar below it, as large as its place allows."""

    def __init__(self, grid: MixGrid, around: Draw, *, most: float = WIDEST) -> None:
        self._grid, self._around, self._most = grid, around, min(most, WIDEST)

    def measure(self, pen: Pen, width: float) -> float:
        """Return the height that goes with a width."""
        return min(width - 2 * PADDING, self._most) + HEAD + FOOT

    def width_at(self, pen: Pen, height: float) -> float:
        """Return the width that goes with a height."""
        return min(height - HEAD - FOOT, self._most) + 2 * PADDING

    def widgets(self) -> Iterator[Widget]:
        """Yield the grid."""
        yield self._grid

    def place(self, pen: Pen, rect: Rect) -> None:
        """Place the grid in the middle of its width."""
        super().place(pen, rect)
        x, y, width, height = rect
        side = side_of(pen, min(width - 2 * PADDING, height - HEAD - FOOT))
        left = round((x + (width - side) / 2) * pen.u) / pen.u
        self._grid.rect = (left, y + HEAD + 4, side, side)

    def draw_ground(self, pen: Pen, rect: Rect) -> None:
        """Draw the surface."""
        pen.panel(rect)

    def draw(self, pen: Pen, rect: Rect) -> None:
        """Draw what stands around the cells."""
        self._around(pen, rect)


def draw_head(pen: Pen, panel: Rect, grid: Rect, shown: Shown | None, player: Player) -> None:
    """Write whose range it is, how it is read, and how many combos it holds; as wide as the cells."""
    around = (grid[0] - PADDING, panel[1], grid[2] + 2 * PADDING, panel[3])
    acts = shown is not None and shown.acting_of(player) is not None
    title = text("lab.ranges.to_act" if acts else "lab.ranges.holds", player=player_name(player))
    if shown is None:
        write_title(pen, around, player_name(player))
        return
    side = shown.node.sides[player]
    reading = text("lab.ranges.reading" if acts else "lab.ranges.reading_held")
    combos = number(side.combos, 0 if side.combos >= DIGITS else 1)
    corner = text("lab.ranges.combos", count=combos)
    write_title(pen, around, title, reading if side.comes else text("lab.ranges.never"), corner)


def draw_mix_bar(pen: Pen, grid: Rect, shown: Shown, *, patterned: bool) -> None:
    """Draw what the range of the one to act does below its grid, each share written where it has room."""
    if shown.acting is None:
        return
    x, y, width, height = grid
    left, top, wide, high = pen.box((x, y + height + 7, width, BAR))
    shares = shown.node.decisions[-1].shares  # they add up to 1
    inks = [look.ink for look in shown.acting.looks]
    box = pygame.Rect(left, top, wide, high)
    pen.fill(pen.col("sunk"), box)
    paint_mix(pen, box, shares, MixPicture(inks=inks, patterned=patterned))
    at = x
    for part, written in zip(shares, percents(shares), strict=True):
        if part * width >= LEAST_FIGURE:
            write_plated(pen, written, at + part * width / 2, y + height + 7 + BAR / 2, FIGURE)
        at += part * width
