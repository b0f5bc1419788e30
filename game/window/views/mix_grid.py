"""Mixed strategies as 13 x 13 grids of hand classes: the drawing of a cell, the control, a pair of grids."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

import pygame

from game.core import Player
from game.rules.cards import class_at
from game.texts import join_label, join_list, percent, percents
from game.window.ui.canvas.painter import Look, Painter, Rect
from game.window.ui.canvas.rasters import weave
from game.window.ui.input import Key
from game.window.ui.layout import grow, natural
from game.window.ui.leaves import GridControl, Panel, Picture
from game.window.ui.leaves.panels import PADDING
from game.window.ui.theme import mix
from game.window.ui.widgets.cells import Cells
from game.window.views.betting_path import ActionInk
from game.window.views.range_grid import CELLS, frame_cell, grid_side

NAME_SHARE, MIN_NAME = 0.36, 11  # size of the name, as a share of a cell, and minimum in pixels
NAME_LEVEL = 0.62  # of the size of the name: from the top of its cell to its middle
OUTLINE = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
NAME_BOX = 22  # minimum pixels of a cell with a name
MIN_HEIGHT, MIN_PIXELS = 0.004, 2
HELD = 0.02  # minimum filled share of a class that is read out by default
PITCH, MIN_PITCH, WOVEN = 5.0, 4, 0.45
PLATE, PLATE_HEIGHT = 3.0, 0.92  # dp around the text, and height relative to its size


@dataclass(frozen=True, slots=True)
class MixPicture:
    """The strategy of a range: the frequency of every action by class, in the order of `names` and `inks`.

    Classes outside the range are left out. `heights` has the fill height of each cell from 0 to 1. If
    `heights` is None, all cells are full. If `patterned`, the patterns of the inks are drawn, with lines
    between the actions.
    """

    shares: Mapping[str, Sequence[float]] = field(default_factory=dict)
    names: Sequence[str] = ()
    inks: Sequence[ActionInk] = ()
    marked: str = ""
    heights: Mapping[str, float] | None = None
    patterned: bool = False


class MixGrid(Cells):
    """The grid of a strategy as a control.

    The mouse or the arrow keys select the class that the page describes.

    Every cell is divided by the frequencies of the actions, in the same order in every cell. The panel around
    the grid has the legend of the actions' colours. The height of the filled part of a cell shows the weight of its
    hands in the range. The name of the class is drawn over the colours with an outline, so that the strategy
    can use the whole cell. The grid is painted once for each picture. If `shown_in_table`, the details next
    to the grid are about the selected class of this grid, and the grid frames this class.
    """

    role: ClassVar[str] = "grid"
    rows = columns = CELLS

    def __init__(self, name: str, label: str, nothing: str) -> None:
        super().__init__(name, label)
        self.picture = MixPicture()
        self.shown_in_table = False
        self._nothing = nothing
        self._chosen_cell = self._at
        self._cached: tuple[MixPicture, tuple[Look, int], pygame.Surface] | None = None

    @property
    def shown(self) -> str:
        return class_at(*self.looked_at)

    def choose(self, name: str) -> None:
        cells = [(row, column) for row in range(CELLS) for column in range(CELLS)]
        self._at = self._chosen_cell = next(cell for cell in cells if class_at(*cell) == name)

    def stay_with_held(self) -> None:
        """If the range contains the selected class, keep the selection.

        Otherwise, select the first class in the range.
        """
        places = (self._chosen_cell, *((row, column) for row in range(CELLS) for column in range(CELLS)))
        held = (place for place in places if cell_height(self.picture, class_at(*place)) >= HELD)
        self._at = next(held, self._chosen_cell)

    @property
    def value(self) -> str:
        """The selected class and its action frequencies, as text."""
        shares = self.picture.shares.get(self.shown)
        if shares is None:
            return join_label(self.shown, self._nothing)
        said = [
            f"{name} {percent(share)}"
            for name, share in zip(self.picture.names, shares, strict=True)
            if share >= 0.005
        ]
        return join_label(self.shown, join_list(*said))

    def key(self, event: Key) -> bool:
        """Handle a key: arrows move over the cells."""
        walked = self.walk(event)
        self._chosen_cell = self._at if walked else self._chosen_cell
        return walked

    def release(self, x: float, y: float) -> bool:
        self._at = self._chosen_cell = self.cell_at(x, y) or self._at
        return True

    def draw(self, painter: Painter) -> None:
        """Draw the cells. Frame the class of the current hand and the hovered class."""
        left, top, _, _ = painter.box(self.rect)
        cell = round(self.rect[2] * painter.u / CELLS)
        painter.s.blit(self._raster(painter.look, cell), (left, top))
        if self.focused:
            painter.focus_ring(self.rect, 4)
        if self.shown_in_table or self.focused or self.hovered:
            row, column = self.looked_at
            frame_cell(painter, pygame.Rect(left + column * cell, top + row * cell, cell - 1, cell - 1))

    def _raster(self, look: Look, cell: int) -> pygame.Surface:
        """Return the painted cells. They are cached until the picture, the look or the size changes."""
        kept = self._cached
        if kept is None or kept[0] is not self.picture or kept[1] != (look, cell):
            surface = pygame.Surface((CELLS * cell, CELLS * cell)).convert()
            _paint(Painter(surface, look), cell, self.picture)
            self._cached = kept = (self.picture, (look, cell), surface)
        return kept[2]


def _paint(painter: Painter, cell: int, picture: MixPicture) -> None:
    """Paint all cells, each `cell` pixels wide and high."""
    painter.s.fill(painter.col("panel"))
    for row in range(CELLS):
        for column in range(CELLS):
            box = pygame.Rect(column * cell, row * cell, cell - 1, cell - 1)
            paint_cell(painter, box, class_at(row, column), picture)


def paint_cell(painter: Painter, box: pygame.Rect, name: str, picture: MixPicture) -> None:
    """Paint one cell (`box` is in pixels): the actions, and the name of the class if it fits."""
    painter.fill(painter.col("sunk"), box)
    pixels = max(MIN_NAME, round(box.height * NAME_SHARE))
    height = cell_height(picture, name)
    held = height >= MIN_HEIGHT
    if held:
        high = max(MIN_PIXELS, round(box.height * min(1.0, height)))
        part = pygame.Rect(box.left, box.bottom - high, box.width, high)
        paint_mix(painter, part, picture.shares[name], picture)
    if name == picture.marked:
        pygame.draw.rect(painter.s, painter.col("text"), box, max(1, painter.px(2)))
    if box.height >= NAME_BOX:
        x, y = box.centerx / painter.u, (box.top + pixels * NAME_LEVEL) / painter.u
        write_outlined(painter, name, (x, y), pixels / painter.u, held=held)
    elif name[0] == name[1:2]:
        write_plated(painter, name[0], box.centerx / painter.u, box.centery / painter.u, pixels / painter.u)


def write_outlined(
    painter: Painter, words: str, middle: tuple[float, float], size: float, *, held: bool
) -> None:
    """Draw text centred on a point, with an outline that makes the text readable on any colour.

    The outline has the background colour.
    """
    (x, y), step = middle, 1 / painter.u
    behind = painter.painter_on(painter.s)  # the outline is not recorded as text
    style, ink = ("small_b", "text") if held else ("small", "faint")
    for across, down in OUTLINE:
        behind.text(words, x + across * step, y + down * step, style, "sunk", al="c", size=size)
    painter.text(words, x, y, style, ink, al="c", size=size)


def cell_height(picture: MixPicture, name: str) -> float:
    """Return the fill height of a class's cell, 0 to 1. It is 0 for a class outside the range."""
    if name not in picture.shares:
        return 0.0
    return 1.0 if picture.heights is None else picture.heights.get(name, 0.0)


def paint_mix(painter: Painter, box: pygame.Rect, shares: Sequence[float], picture: MixPicture) -> None:
    """Paint the actions side by side (`box` is in pixels).

    The width of each action is proportional to its frequency.
    """
    total, done, start = sum(shares), 0.0, box.left
    for share, ink in zip(shares, picture.inks, strict=True):
        done += share
        end = box.left + round(box.width * min(1.0, done / total)) if total > 0 else start
        part = pygame.Rect(start, box.top, end - start, box.height)
        if part.width:
            _paint_part(painter, part, ink, patterned=picture.patterned)
            if picture.patterned and start > box.left:
                painter.fill(painter.col("panel"), (start, box.top, 1, box.height))
        start = end


def paint_bar(painter: Painter, rect: Rect, shares: Sequence[float], picture: MixPicture) -> None:
    paint_mix(painter, pygame.Rect(*painter.box(rect)), shares, picture)


def _paint_part(painter: Painter, part: pygame.Rect, ink: ActionInk, *, patterned: bool) -> None:
    colour = ink.on(painter)
    if not patterned or ink.pattern == "solid":
        painter.fill(colour, part)
        return
    pitch = max(MIN_PITCH, painter.px(PITCH))
    tile = weave(pitch, ink.pattern, colour, mix(colour, painter.col("panel"), WOVEN))
    before = painter.s.get_clip()
    painter.s.set_clip(part.clip(before))
    for x in range(part.left // pitch * pitch, part.right, pitch):
        for y in range(part.top // pitch * pitch, part.bottom, pitch):
            painter.s.blit(tile, (x, y))
    painter.s.set_clip(before)


def write_plated(painter: Painter, words: str, x: float, y: float, size: float) -> None:
    """Draw text centred on a point over a small rectangle in the background colour, so that it is readable."""
    width = painter.width(words, "small_b", size=size) + 2 * PLATE
    painter.rect((x - width / 2, y - size * PLATE_HEIGHT / 2, width, size * PLATE_HEIGHT), "sunk", PLATE)
    painter.text(words, x, y, "small_b", "text", al="c", size=size)


BAR, BAR_GAP, FIGURE = 15.0, 7.0, 13.0
RANGE_PAIR_HELD = ActionInk("dim", "panel", 0.5)
"""The colour of a range whose player is not to act."""
WIDEST = 640.0


class RangePair(ABC):
    """The grids of both players. If only one grid fits, `turned` swaps the players.

    Subclasses choose whose range is first, draw the heads, and return the total strategy.
    """

    head: ClassVar[float]
    """dp from the upper edge of a panel to the cells."""
    foot: ClassVar[float]
    min_figure: ClassVar[float]
    """The minimum dp of a part of the bar that shows its frequency."""

    def __init__(self, first: str, second: str, nothing: str) -> None:
        self.first, self.second = MixGrid("grid", first, nothing), MixGrid("second", second, nothing)
        self.turned = False
        self.single = False
        self._cached: tuple[object, ...] | None = None
        self._last_entered: object = None

    @property
    @abstractmethod
    def acting(self) -> Player:
        """The player of the first range, unless the grids are swapped."""

    @abstractmethod
    def write_head(self, painter: Painter, around: Rect, player: Player) -> None:
        """Draw the head with the owner of the range.

        `around` is as wide as the panel and begins at the upper edge of the head.
        """

    @abstractmethod
    def total_mix(self, player: Player) -> tuple[Sequence[float], Sequence[ActionInk]]:
        """Return the action frequencies over the whole range, and the colours of the actions.

        Both are empty if `player` is not to act.
        """

    @property
    def players(self) -> tuple[Player, Player]:
        first = 1 - self.acting if self.turned and self.single else self.acting
        return first, 1 - first

    @property
    def _shows_second(self) -> bool:
        """Whether the details are about the second grid, because this grid is hovered or focused."""
        if self.single or self.first.hovered:
            return False
        return self.second.hovered or self.second.focused

    def shown_class(self) -> tuple[Player, str]:
        """Return the player and the class whose details are shown. Let the grid of this player frame the class."""
        of_second = self._shows_second
        self.second.shown_in_table, self.first.shown_in_table = of_second, not of_second
        return self.players[of_second], (self.second if of_second else self.first).shown

    def clear(self) -> None:
        self._cached = self._last_entered = None
        self.first.picture = self.second.picture = MixPicture()

    def repaint(
        self, shown: tuple[object, ...], entered: object, picture: Callable[[Player], MixPicture]
    ) -> None:
        """Create new pictures if `shown` has changed.

        A change of `entered` means that another decision is shown. Then a class in the range is selected.
        """
        if shown == self._cached:
            return
        self._cached = shown
        self.first.picture, self.second.picture = map(picture, self.players)
        if entered != self._last_entered:
            self._last_entered = entered
            self.first.stay_with_held()
            self.second.stay_with_held()

    def panels(self, *, single: bool, least: float, most: float = WIDEST) -> list[Panel]:
        """Return the panels of the grids, `least` to `most` dp wide. If `single`, return only the first."""
        self.single = single
        panels = []
        for index, grid in enumerate((self.first,) if single else (self.first, self.second)):
            below = Picture(partial(self._draw_around, index), self.foot)
            cells = GridControl(grid, below, grid_side, least=least).sized(grow())
            panel = Panel(cells, head=self.head, foot=0, side=PADDING)
            panels.append(panel.sized(natural(most=most + 2 * PADDING)))
        return panels

    def _draw_around(self, index: int, painter: Painter, rect: Rect) -> None:
        """Draw the head of the grid above the cells.

        Below the cells, draw the total strategy of the range, with the percentages that fit.
        """
        grid, player = (self.first, self.second)[index], self.players[index]
        x, y, width, height = grid.rect
        self.write_head(painter, (x - PADDING, y - self.head, width + 2 * PADDING, height), player)
        shares, inks = self.total_mix(player)
        if not shares:
            return
        bar = (x, y + height + BAR_GAP, width, BAR)
        painter.fill(painter.col("sunk"), painter.box(bar))
        paint_bar(painter, bar, shares, MixPicture(inks=inks, patterned=grid.picture.patterned))
        at = x
        for part, written in zip(shares, percents(shares), strict=True):
            if part * width >= self.min_figure:
                write_plated(painter, written, at + part * width / 2, bar[1] + BAR / 2, FIGURE)
            at += part * width
