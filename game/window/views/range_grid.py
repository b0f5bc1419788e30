"""A range as the 13 x 13 grid that poker players know: pairs down the middle, suited above it, offsuit below.

A cell is the brighter the likelier a single hand of its class is beside the likeliest one; the exponent lets small
weights be seen too. Cells with room for it carry their names, otherwise the middle row of pairs tells the ranks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from game.rules.cards import class_at
from game.window.ui.canvas.cache import RASTERS
from game.window.ui.canvas.painter import Colour, Look, Painter, Rect
from game.window.ui.theme import RGB, contrast, mix

CELLS = 13
EXPONENT = 0.55
DIMMEST = 0.05  # of what can be held at all
STALE = 0.4  # towards the panel
MARGIN = 4  # pixels around the cells, for a frame at the edge
FRAME = 2  # pixels
NAME_CELL = 25  # pixels from which a cell has room for its name
RANK_CELL = 12
LEAST_NAME = 11  # pixels
NAME_SHARE = 0.42  # of a cell
READABLE = 4.5  # contrast of text to its ground


@dataclass(frozen=True, slots=True)
class RangePicture:
    """By class ("AKs") the weight of one hand, 1 for the likeliest; classes that nobody can hold are left out."""

    weights: Mapping[str, float]
    colour: Colour
    framed: str = ""
    stale: bool = False


def nothing_known(colour: Colour) -> RangePicture:
    """Return the grid that waits for its weights."""
    places = range(CELLS)
    return RangePicture({class_at(row, column): 0.0 for row in places for column in places}, colour)


def side_of(painter: Painter, room: float) -> float:
    """Return the side of the largest grid of whole pixels that fits into so many dp."""
    return painter.px(room) // CELLS * CELLS / painter.u


def draw(painter: Painter, r: Rect, picture: RangePicture) -> None:
    """Draw the grid into a square of `side_of`, on a panel; it is painted once, and then copied."""
    left, top, side, _ = painter.box(r)
    cell = side // CELLS
    weights = tuple(picture.weights.items())
    key = ("range grid", cell, painter.look, weights, picture.colour, picture.framed, picture.stale)
    raster = RASTERS.get(key, lambda: _painted(painter.look, cell, picture))
    painter.s.blit(raster, (left - MARGIN, top - MARGIN))


def _painted(look: Look, cell: int, picture: RangePicture) -> pygame.Surface:
    side = CELLS * cell + 2 * MARGIN
    surface = pygame.Surface((side, side)).convert()
    painter = Painter(surface, look)
    surface.fill(painter.col("panel"))
    paint(painter, (MARGIN, MARGIN), cell, picture)
    return surface


def paint(painter: Painter, corner: tuple[int, int], cell: int, picture: RangePicture) -> None:
    """Paint cells of so many pixels, names and the frame, from a corner in pixels."""
    left, top = corner
    background = painter.col("panel")
    bright = (
        mix(painter.col(picture.colour), background, STALE) if picture.stale else painter.col(picture.colour)
    )
    for row in range(CELLS):
        for column in range(CELLS):
            name = class_at(row, column)
            box = pygame.Rect(left + column * cell, top + row * cell, cell - 1, cell - 1)
            fill = _fill(picture.weights.get(name), painter.col("sunk"), bright)
            painter.fill(background if fill is None else fill, box)
            written = name if cell >= NAME_CELL else name[0] if row == column and cell > RANK_CELL else ""
            if written:
                _write(painter, box, written, background if fill is None else fill)
            if name == picture.framed:
                frame_cell(painter, box)


def draw_legend(painter: Painter, right: float, y: float, width: float, colour: Colour) -> None:
    """Draw the scale from unlikely to likely, its right end at `right`."""
    steps = 12
    for step in range(steps):
        fill = mix(painter.col("sunk"), painter.col(colour), (step + 0.5) / steps)
        x, low, w, h = painter.box((right - width + step * width / steps, y - 5, width / steps, 10))
        painter.fill(fill, (x, low, w, h))


def _fill(weight: float | None, dark: RGB, bright: RGB) -> RGB | None:
    if weight is None:
        return None
    return mix(dark, bright, DIMMEST + (1 - DIMMEST) * min(1.0, max(0.0, weight)) ** EXPONENT)


def _write(painter: Painter, box: pygame.Rect, name: str, background: RGB) -> None:
    pixels = max(LEAST_NAME, round(box.height * NAME_SHARE))
    painter.text(
        name,
        box.centerx / painter.u,
        box.centery / painter.u,
        "small_b",
        ink_on(painter, background),
        al="c",
        size=pixels / painter.u,
    )


def ink_on(painter: Painter, background: RGB) -> RGB:
    """Return the ink that reads best on a ground, black or white where none of the usual ones is read well."""
    usual = max(map(painter.col, ("text", "on_brass", "panel")), key=lambda ink: contrast(ink, background))
    if contrast(usual, background) >= READABLE:
        return usual
    return max(map(painter.col, ("cell_dark", "cell_light")), key=lambda ink: contrast(ink, background))


def frame_cell(painter: Painter, box: pygame.Rect) -> None:
    """Draw a frame around a cell (in pixels): a light line between two dark ones, visible on any background."""
    outer = box.inflate(2 * FRAME - 2, 2 * FRAME - 2)
    pygame.draw.rect(painter.s, painter.col("shadow"), outer.inflate(2, 2), 1)
    pygame.draw.rect(painter.s, painter.col("card"), outer, FRAME)
    pygame.draw.rect(painter.s, painter.col("shadow"), outer.inflate(-2 * FRAME, -2 * FRAME), 1)
