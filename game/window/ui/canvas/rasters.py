"""Rasters: shapes drawn at several times their size, scaled down once, and cached by (shape, pixels, colour).

Drawing and scaling a shape takes far longer than a frame may take. So each raster is drawn once and then only
copied.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Literal, ParamSpec, TypeVar

import pygame

from game.window.ui.canvas import shapes
from game.window.ui.theme import RGB

P = ParamSpec("P")
T = TypeVar("T")

MEGABYTE = 1 << 20


class SurfaceCache:
    """A cache of surfaces with at most `budget` bytes. The least recently used surface is dropped first.

    The newest surface always stays, even if it is larger than the budget.
    """

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.bytes = 0
        self._surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def __len__(self) -> int:
        return len(self._surfaces)

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the surface cached under `key`. If there is no such surface, call `make` to create it."""
        surface = self._surfaces.get(key)
        if surface is not None:
            self._surfaces.move_to_end(key)
            return surface
        surface = make()
        self._surfaces[key] = surface
        self.bytes += _size(surface)
        while self.bytes > self.budget and len(self._surfaces) > 1:
            self.bytes -= _size(self._surfaces.popitem(last=False)[1])
        return surface

    def clear(self) -> None:
        self._surfaces.clear()
        self.bytes = 0


RASTERS = SurfaceCache(40 * MEGABYTE)  # shapes, cards, chips, shadows
WORDS = SurfaceCache(12 * MEGABYTE)  # rendered text
LAYERS = SurfaceCache(40 * MEGABYTE)  # whole backgrounds of the window's size


def cache_raster(make: Callable[P, pygame.Surface]) -> Callable[P, pygame.Surface]:
    """Cache the return value of `make` in `RASTERS`, by its arguments, which must be hashable.

    The surface is shared, so callers copy it before they change it.
    """

    @wraps(make)
    def lookup(*args: P.args, **kwargs: P.kwargs) -> pygame.Surface:
        key = (make.__name__, args, tuple(sorted(kwargs.items())))
        return RASTERS.get(key, lambda: make(*args, **kwargs))

    return lookup


def clear_all() -> None:
    for cache in (RASTERS, WORDS, LAYERS):
        cache.clear()


def _size(surface: pygame.Surface) -> int:
    return surface.get_pitch() * surface.get_height()


RGBA = tuple[int, int, int, int]
Pattern = Literal["solid", "diagonal", "dots", "cross"]

OVERSIZE = 4
ICON_OVERSIZE = 6
ICON_GRID = 24
SMALL = 40  # pixels. A smaller pip is drawn with more oversampling
LARGE = 64  # pixels. A corner with a larger radius is drawn with less oversampling
WHITE = (255, 255, 255)


def blank(width: int, height: int, colour: RGB = (0, 0, 0)) -> pygame.Surface:
    """Return a transparent surface whose transparent pixels have the colour `colour`.

    `smoothscale` does not weight colours by their alpha. If the transparent pixels have the colour of the
    shape drawn on the surface, the edges of the shape fade without a dark fringe.
    """
    surface = pygame.Surface((max(1, width), max(1, height)), pygame.SRCALPHA)
    surface.fill((*colour, 0))
    return surface


def scale_up(surface: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Scale a surface up smoothly to a size in pixels.

    `smoothscale` of pygame 2.6 also reads a row and a column beyond the needed pixels. If the source is one pixel
    wide or high, this row or column is outside of the surface, and the program can crash. So such a source is
    doubled first.
    """
    width, height = surface.get_size()
    if min(width, height) < 2:
        surface = pygame.transform.scale(surface, (max(2, width), max(2, height)))
    return pygame.transform.smoothscale(surface, size)


def reduced(surface: pygame.Surface, width: int, height: int) -> pygame.Surface:
    return pygame.transform.smoothscale(surface, (max(1, width), max(1, height)))


@cache_raster
def suit(letter: str, pixels: int, colour: RGB) -> pygame.Surface:
    return _polygons(shapes.SUITS[letter], pixels, colour, 0)


@cache_raster
def crown(rank: str, pixels: int, colour: RGB) -> pygame.Surface:
    return _polygons(shapes.CROWNS[rank], pixels, colour, max(1, pixels // 14))


def _polygons(polygons: tuple[shapes.Polygon, ...], pixels: int, colour: RGB, margin: int) -> pygame.Surface:
    k = ICON_OVERSIZE if pixels < SMALL else OVERSIZE
    side, edge = pixels * k, margin * k
    surface = blank(side + 2 * edge, side + 2 * edge, colour)
    for polygon in polygons:
        pygame.draw.polygon(surface, colour, [(x * side + edge, y * side + edge) for x, y in polygon])
    return reduced(surface, pixels + 2 * margin, pixels + 2 * margin)


@cache_raster
def icon(name: str, pixels: int, colour: RGB, weight: float) -> pygame.Surface:
    """Return an icon of `pixels` x `pixels`.

    Its strokes have round ends and are `weight` wide in units of the 24 x 24 grid.
    """
    drawing = shapes.icon(name)
    scale = pixels * ICON_OVERSIZE / ICON_GRID
    half = weight * scale / 2
    surface = blank(pixels * ICON_OVERSIZE, pixels * ICON_OVERSIZE, colour)
    for fill in drawing.fills:
        pygame.draw.polygon(surface, colour, [(x * scale, y * scale) for x, y in fill])
    for x, y, radius in drawing.dots:
        pygame.draw.circle(surface, colour, (x * scale, y * scale), radius * scale)
    for stroke in drawing.strokes:
        _stroke(surface, [(x * scale, y * scale) for x, y in stroke], half, colour)
    return reduced(surface, pixels, pixels)


def _stroke(surface: pygame.Surface, points: list[shapes.Point], half: float, colour: RGB) -> None:
    for start, end in shapes.segments(tuple(points)):
        pygame.draw.polygon(surface, colour, shapes.strip(start, end, half))
    for point in points:
        pygame.draw.circle(surface, colour, point, half)


@cache_raster
def disc_mask(radius: int) -> pygame.Surface:
    """Return a white disc. A large disc is drawn with half the oversampling."""
    k = OVERSIZE if radius < LARGE else OVERSIZE // 2
    surface = blank(2 * radius * k, 2 * radius * k, WHITE)
    pygame.draw.circle(surface, WHITE, (radius * k, radius * k), radius * k)
    return reduced(surface, 2 * radius, 2 * radius)


def round_mask(width: int, height: int, radius: int, colour: RGBA = (255, 255, 255, 255)) -> pygame.Surface:
    """Return a rounded rectangle of one colour. Only its corners are oversampled."""
    surface = pygame.Surface((width, height), pygame.SRCALPHA)
    surface.fill(colour)
    radius = max(0, min(radius, width // 2, height // 2))
    if radius:
        disc = disc_mask(radius).copy()
        disc.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
        for x, source_x in ((0, 0), (width - radius, radius)):
            for y, source_y in ((0, 0), (height - radius, radius)):
                surface.fill((*colour[:3], 0), (x, y, radius, radius))
                source = (source_x, source_y, radius, radius)
                surface.blit(disc, (x, y), source, special_flags=pygame.BLEND_RGBA_MAX)
    return surface


@cache_raster
def plate(
    size: tuple[int, int], radius: int, fill: RGBA | None, line: RGBA | None, line_width: int
) -> pygame.Surface:
    """Return a rounded rectangle with an optional fill and an optional line inside its edge."""
    width, height = size
    if line is None:
        return round_mask(width, height, radius, fill or (0, 0, 0, 0))
    surface = round_mask(width, height, radius, line)
    inner = (width - 2 * line_width, height - 2 * line_width, max(0, radius - line_width))
    if inner[0] <= 0 or inner[1] <= 0:
        return surface
    hole = round_mask(*inner, (0, 0, 0, 255))
    surface.blit(hole, (line_width, line_width), special_flags=pygame.BLEND_RGBA_SUB)
    if fill is not None:
        surface.blit(round_mask(*inner, fill), (line_width, line_width))
    return surface


@cache_raster
def shadow_tile(width: int, height: int, radius: int, blur: int, colour: RGBA) -> pygame.Surface:
    """Return a soft shadow that extends beyond the rectangle by `2 * blur` pixels on every side."""
    margin = 2 * blur
    surface = blank(width + 2 * margin, height + 2 * margin, colour[:3])
    surface.blit(round_mask(width, height, radius, colour), (margin, margin))
    return softened(surface, blur)


def softened(surface: pygame.Surface, blur: int) -> pygame.Surface:
    """Blur a surface by scaling it down and up again."""
    sizes = []
    while blur > 1 and min(surface.get_size()) > 6:
        sizes.append(surface.get_size())
        surface = reduced(surface, max(2, surface.get_width() // 2), max(2, surface.get_height() // 2))
        blur //= 2
    for width, height in reversed(sizes):
        surface = reduced(surface, width, height)
    return surface


@cache_raster
def stretched_edge(
    tile_args: tuple[int, int, int, int, RGBA], area: tuple[int, int, int, int], size: tuple[int, int]
) -> pygame.Surface:
    tile = shadow_tile(*tile_args)
    return pygame.transform.scale(tile.subsurface(area), size)


@cache_raster
def ring(radius: float, width: float, colour: RGB, share: float) -> pygame.Surface:
    """Return an arc of `share` of a circle with round ends, clockwise from the top. Lengths are in pixels."""
    half_side = math.ceil(radius + width) + 2
    centre, half = half_side * OVERSIZE, width * OVERSIZE / 2
    steps = max(8, round(90 * share))
    points = []
    for step in range(steps + 1):
        angle = math.radians(-90 + 360 * share * step / steps)
        points.append(
            (
                centre + radius * OVERSIZE * math.cos(angle),
                centre + radius * OVERSIZE * math.sin(angle),
            )
        )
    surface = blank(2 * centre, 2 * centre, colour)
    _stroke(surface, points, half, colour)
    return reduced(surface, 2 * half_side, 2 * half_side)


@cache_raster
def stroke_raster(
    points: tuple[shapes.Point, ...], width: float, colour: RGB, size: tuple[int, int]
) -> pygame.Surface:
    """Return a polyline with round ends on a surface of `size` pixels."""
    surface = blank(size[0] * OVERSIZE, size[1] * OVERSIZE, colour)
    _stroke(surface, [(x * OVERSIZE, y * OVERSIZE) for x, y in points], width * OVERSIZE / 2, colour)
    return reduced(surface, *size)


@cache_raster
def cross(reach: float, width: float, colour: RGB) -> pygame.Surface:
    """Return the X of tic-tac-toe: two strokes with round ends, `reach` pixels from middle to end."""
    half_side = math.ceil(reach + width)
    centre, far = half_side * OVERSIZE, reach * OVERSIZE
    surface = blank(2 * centre, 2 * centre, colour)
    for sign in (1, -1):
        ends = [(centre - far, centre - sign * far), (centre + far, centre + sign * far)]
        _stroke(surface, ends, width * OVERSIZE / 2, colour)
    return reduced(surface, 2 * half_side, 2 * half_side)


def darkened(surface: pygame.Surface, alpha: int) -> pygame.Surface:
    """Return the black silhouette of a surface."""
    shade = surface.copy()
    shade.fill((0, 0, 0, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return shade


HATCH_OVERSIZE = 3


@cache_raster
def hatch(width: int, height: int, pattern: Pattern, colour: RGB, background: RGB) -> pygame.Surface:
    """Return a bar with round ends in a pattern. Patterns distinguish bars even without colours."""
    k = HATCH_OVERSIZE
    surface = pygame.Surface((width * k, height * k))
    surface.fill(colour if pattern == "solid" else background)
    pitch = max(6.0, height * 1.1)
    count = math.ceil(k * max(width, height) / pitch) + math.ceil(k * height / pitch) + 2
    if pattern in ("diagonal", "cross"):
        for i in range(-2, count):
            start, end = (i * pitch - k * height, k * height), (i * pitch, 0)
            pygame.draw.line(surface, colour, start, end, max(2, int(pitch * 0.5)))
    if pattern == "cross":
        for i in range(-2, count):
            start, end = (i * pitch - k * height, 0), (i * pitch, k * height)
            pygame.draw.line(surface, colour, start, end, max(2, int(pitch * 0.3)))
    if pattern == "dots":
        for row in range(math.ceil(k * height / pitch) + 2):
            for column in range(math.ceil(k * width / pitch) + 2):
                centre = (column * pitch + (row % 2) * pitch / 2, row * pitch)
                pygame.draw.circle(surface, colour, centre, pitch * 0.28)
    bar = reduced(surface, width, height).convert_alpha()
    bar.blit(round_mask(width, height, height // 2), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return bar


@cache_raster
def weave(pitch: int, pattern: Pattern, colour: RGB, background: RGB) -> pygame.Surface:
    """Return a square tile of a pattern that repeats seamlessly."""
    k = HATCH_OVERSIZE
    side, thick = pitch * k, max(2, round(pitch * k * 0.28))
    surface = pygame.Surface((side, side))
    surface.fill(colour if pattern == "solid" else background)
    for shift in (-side, 0, side):
        if pattern in ("diagonal", "cross"):
            pygame.draw.line(surface, colour, (shift - side, 2 * side), (shift + side, 0), thick)
        if pattern == "cross":
            pygame.draw.line(surface, colour, (shift - side, 0), (shift + side, 2 * side), thick)
    if pattern == "dots":
        pygame.draw.circle(surface, colour, (side / 2, side / 2), side * 0.3)
    return pygame.transform.smoothscale(surface, (pitch, pitch)).convert()
