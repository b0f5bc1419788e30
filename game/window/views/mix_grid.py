"""A strategy as the 13 x 13 grid of hand classes: every cell is divided by the shares of the actions.

The actions are in the same order in every cell; the panel around the grid has the legend of their colours. The
height of the filled part of a cell shows the weight of its hands in the range. The name of the class is drawn over
it with an outline, so that the mix can use the whole cell. The grid is painted once for each picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pygame

from game.rules.cards import class_at
from game.texts import percent
from game.window.ui.canvas.painter import Look, Painter, Rect
from game.window.ui.canvas.rasters import weave
from game.window.ui.input import Key
from game.window.ui.theme import mix
from game.window.ui.widgets.cells import Cells
from game.window.views.action_style import Ink
from game.window.views.range_grid import CELLS, frame_cell

NAME_SHARE, LEAST_NAME = 0.36, 11  # of a cell; pixels
NAME_LEVEL = 0.62  # of the size of the name: how far below the top of its cell its middle lies
OUTLINE = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
NAME_BOX = 22  # pixels from which a cell has room for its name
LEAST_HEIGHT, LEAST_PIXELS = 0.004, 2
HELD = 0.02  # least filled share of a cell whose class may be read out by default
PITCH, LEAST_PITCH, WOVEN = 5.0, 4, 0.45
PLATE, PLATE_HEIGHT = 3.0, 0.92  # dp beside the words; of their size


@dataclass(frozen=True, slots=True)
class MixPicture:
    """By class the share of every action, in the order of their names and inks; classes not held are left out.

    `heights` says how high each cell is filled, 0 to 1; all are full where there are none. `patterned` draws the
    patterns of the inks, with lines between the actions.
    """

    shares: Mapping[str, Sequence[float]] = field(default_factory=dict)
    names: Sequence[str] = ()
    inks: Sequence[Ink] = ()
    marked: str = ""
    heights: Mapping[str, float] | None = None
    patterned: bool = False


class MixGrid(Cells):
    """The grid as a control: the arrows move over it and choose the class to read out.

    `told` says whether the class is read out beside the grid, which then frames it.
    """

    role: ClassVar[str] = "grid"
    rows = columns = CELLS

    def __init__(self, name: str, label: str, nothing: str) -> None:
        super().__init__(name, label)
        self.picture = MixPicture()
        self.shown_in_table = False
        self._nothing = nothing
        self._chosen = self._at
        self._painted: tuple[MixPicture, tuple[Look, int], pygame.Surface] | None = None

    @property
    def shown(self) -> str:
        """The class that is read out."""
        return class_at(*self.looked_at)

    def choose(self, name: str) -> None:
        """Choose a class of hands by its name."""
        cells = [(row, column) for row in range(CELLS) for column in range(CELLS)]
        self._at = self._chosen = next(cell for cell in cells if class_at(*cell) == name)

    def stay_with_held(self) -> None:
        """Tell of the class that was chosen last, or of the first one that is held where that is not."""
        places = (self._chosen, *((row, column) for row in range(CELLS) for column in range(CELLS)))
        held = (place for place in places if height_of(self.picture, class_at(*place)) >= HELD)
        self._at = next(held, self._chosen)

    @property
    def value(self) -> str:
        """The class that is read out, and its mix."""
        shares = self.picture.shares.get(self.shown)
        if shares is None:
            return f"{self.shown}: {self._nothing}"
        said = [
            f"{name} {percent(share)}"
            for name, share in zip(self.picture.names, shares, strict=True)
            if share >= 0.005
        ]
        return f"{self.shown}: {', '.join(said)}"

    def key(self, event: Key) -> bool:
        """Walk the cells."""
        walked = self.walk(event)
        self._chosen = self._at if walked else self._chosen
        return walked

    def release(self, x: float, y: float) -> bool:
        """Stay on the cell that was hit."""
        self._at = self._chosen = self.cell_at(x, y) or self._at
        return True

    def draw(self, painter: Painter) -> None:
        """Draw the cells; frame the class of the hand in question, and the class that is read out."""
        left, top, _, _ = painter.box(self.rect)
        cell = round(self.rect[2] * painter.u / CELLS)
        painter.s.blit(self._raster(painter.look, cell), (left, top))
        if self.focused:
            painter.focus_ring(self.rect, 4)
        if self.shown_in_table or self.focused or self.hovered:
            row, column = self.looked_at
            frame_cell(painter, pygame.Rect(left + column * cell, top + row * cell, cell - 1, cell - 1))

    def _raster(self, look: Look, cell: int) -> pygame.Surface:
        """Return the painted cells; they are painted again when picture, look or size has changed."""
        kept = self._painted
        if kept is None or kept[0] is not self.picture or kept[1] != (look, cell):
            surface = pygame.Surface((CELLS * cell, CELLS * cell)).convert()
            _paint(Painter(surface, look), cell, self.picture)
            self._painted = kept = (self.picture, (look, cell), surface)
        return kept[2]


def _paint(painter: Painter, cell: int, picture: MixPicture) -> None:
    """Paint cells of so many pixels."""
    painter.s.fill(painter.col("panel"))
    for row in range(CELLS):
        for column in range(CELLS):
            box = pygame.Rect(column * cell, row * cell, cell - 1, cell - 1)
            paint_cell(painter, box, class_at(row, column), picture)


def paint_cell(painter: Painter, box: pygame.Rect, name: str, picture: MixPicture) -> None:
    """Paint one cell, in pixels: its name if there is room for it, and the actions below it."""
    painter.fill(painter.col("sunk"), box)
    pixels = max(LEAST_NAME, round(box.height * NAME_SHARE))
    height = height_of(picture, name)
    held = height >= LEAST_HEIGHT
    if held:
        high = max(LEAST_PIXELS, round(box.height * min(1.0, height)))
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
    """Write centred on a point, with an outline in the background colour, so that it is readable on any colours."""
    (x, y), step = middle, 1 / painter.u
    behind = painter.painter_on(painter.s)  # the outline is not recorded as text
    style, ink = ("small_b", "text") if held else ("small", "faint")
    for across, down in OUTLINE:
        behind.text(words, x + across * step, y + down * step, style, "sunk", al="c", size=size)
    painter.text(words, x, y, style, ink, al="c", size=size)


def height_of(picture: MixPicture, name: str) -> float:
    """Return how high the cell of a class is filled, 0 to 1; 0 where it is not held."""
    if name not in picture.shares:
        return 0.0
    return 1.0 if picture.heights is None else picture.heights.get(name, 0.0)


def paint_mix(painter: Painter, box: pygame.Rect, shares: Sequence[float], picture: MixPicture) -> None:
    """Paint the actions side by side, as wide as they are likely, in pixels."""
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
    """Paint the actions side by side into a rectangle in dp."""
    paint_mix(painter, pygame.Rect(*painter.box(rect)), shares, picture)


def _paint_part(painter: Painter, part: pygame.Rect, ink: Ink, *, patterned: bool) -> None:
    colour = ink.on(painter)
    if not patterned or ink.pattern == "solid":
        painter.fill(colour, part)
        return
    pitch = max(LEAST_PITCH, painter.px(PITCH))
    tile = weave(pitch, ink.pattern, colour, mix(colour, painter.col("panel"), WOVEN))
    before = painter.s.get_clip()
    painter.s.set_clip(part.clip(before))
    for x in range(part.left // pitch * pitch, part.right, pitch):
        for y in range(part.top // pitch * pitch, part.bottom, pitch):
            painter.s.blit(tile, (x, y))
    painter.s.set_clip(before)


def write_plated(painter: Painter, words: str, x: float, y: float, size: float) -> None:
    """Write centred on a point, on a plate in the background colour, so that it is readable on any colours."""
    width = painter.width(words, "small_b", size=size) + 2 * PLATE
    painter.rect((x - width / 2, y - size * PLATE_HEIGHT / 2, width, size * PLATE_HEIGHT), "sunk", PLATE)
    painter.text(words, x, y, "small_b", "text", al="c", size=size)
