"""The textures of the room (felt, walnut, wallpaper), as rasters of the size that they cover."""

from __future__ import annotations

import math
import random

import pygame

from game.window.ui.canvas import rasters
from game.window.ui.canvas.rasters import cache_raster
from game.window.ui.theme import RGB, mix

GRAIN_SIDE = 192
GLOW_COLUMNS = 96
GLOW_SHADES = 128
WAVE_STEP = 32


@cache_raster
def grain(strength: int, seed: int) -> pygame.Surface:
    """Return a tile of noise, black and white specks of alpha up to `strength`."""
    rng = random.Random(seed)
    cells = GRAIN_SIDE * GRAIN_SIDE
    levels = bytes(abs(value % (2 * strength + 1) - strength) for value in range(256))
    tones = bytes(255 if value % (2 * strength + 1) > strength else 0 for value in range(256))
    noise = rng.randbytes(cells)
    tone = noise.translate(tones)
    pixels = bytearray(4 * cells)
    pixels[0::4] = pixels[1::4] = pixels[2::4] = tone
    pixels[3::4] = noise.translate(levels)
    return pygame.image.frombuffer(bytes(pixels), (GRAIN_SIDE, GRAIN_SIDE), "RGBA").convert_alpha()


def speckle(surface: pygame.Surface, strength: int, seed: int) -> None:
    """Cover a surface with grain."""
    tile = grain(strength, seed)
    for x in range(0, surface.get_width(), GRAIN_SIDE):
        for y in range(0, surface.get_height(), GRAIN_SIDE):
            surface.blit(tile, (x, y))


def glow(
    size: tuple[int, int], inner: RGB, outer: RGB, centre: tuple[float, float], reach: tuple[float, float]
) -> pygame.Surface:
    """Return a light that fades from `centre` over `reach`. Both are fractions of the size."""
    columns, rows = GLOW_COLUMNS, max(2, round(GLOW_COLUMNS * size[1] / size[0]))
    shares = (i / GLOW_SHADES for i in range(GLOW_SHADES + 1))
    shades = [bytes(mix(inner, outer, share * share * (3 - 2 * share))) for share in shares]
    across = [((i / (columns - 1) - centre[0]) / reach[0]) ** 2 for i in range(columns)]
    down = [((j / (rows - 1) - centre[1]) / reach[1]) ** 2 for j in range(rows)]
    cells = (shades[min(GLOW_SHADES, int(GLOW_SHADES * math.sqrt(x + y)))] for y in down for x in across)
    small = pygame.image.frombuffer(b"".join(cells), (columns, rows), "RGB")
    surface = rasters.scale_up(small, size).convert()
    speckle(surface, 3, 1)
    return surface


def walnut(size: tuple[int, int], dark: RGB, light: RGB) -> pygame.Surface:
    """Return wood: long wavy lines in two browns under a soft light from above."""
    width, height = size
    column = pygame.Surface((1, 2))
    column.set_at((0, 0), light)
    column.set_at((0, 1), dark)
    surface = rasters.scale_up(column.convert(), size)
    rng = random.Random(7)
    lines = pygame.Surface(size, pygame.SRCALPHA)
    xs = range(0, width + WAVE_STEP, WAVE_STEP)
    for y in range(-8, height + 8, max(2, height // 150)):
        swing, phase = rng.uniform(0.5, 3.5), rng.uniform(0, math.tau)
        turn = rng.uniform(1.0, 3.0) * math.tau / width
        alpha = rng.randint(4, 34)
        colour = (0, 0, 0, alpha) if rng.random() < 0.6 else (255, 214, 170, alpha // 2)
        pygame.draw.lines(lines, colour, False, [(x, y + swing * math.sin(phase + turn * x)) for x in xs])
    surface.blit(lines, (0, 0))
    speckle(surface, 5, 3)
    return surface


def masked(surface: pygame.Surface, radius: int) -> pygame.Surface:
    """Return the surface with rounded corners."""
    shaped = surface.convert_alpha()
    mask = rasters.round_mask(*surface.get_size(), radius)
    shaped.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return shaped


def wallpaper(surface: pygame.Surface, step: int, colour: RGB, alpha: int) -> None:
    """Cover a surface with a pattern of small, barely visible diamonds."""
    half = max(2, step // 11)
    diamond = rasters.suit("d", 2 * half + 2, colour).copy()
    diamond.set_alpha(alpha)
    width, height = surface.get_size()
    places = [
        (x - half, y - half)
        for row, y in enumerate(range(-step // 2, height + step, max(1, step // 2)))
        for x in range(-step // 2 + (row % 2) * step // 2, width + step, step)
    ]
    surface.blits([(diamond, place) for place in places])


@cache_raster
def room(size: tuple[int, int], light: tuple[RGB, RGB], brass: RGB, step: int, alpha: int) -> pygame.Surface:
    """Return the room: lit from above (the two colours of `light`), with a wallpaper of diamonds."""
    surface = glow(size, *light, (0.5, -0.05), (0.85, 1.15))
    wallpaper(surface, step, brass, alpha)
    return surface


@cache_raster
def draw_felt(size: tuple[int, int], radius: int, centre: RGB, rim: RGB, *, textured: bool) -> pygame.Surface:
    """Return felt with rounded corners, lit a little above its middle."""
    if not textured:
        return rasters.round_mask(*size, radius, (*centre, 255))
    surface = glow(size, centre, rim, (0.5, 0.40), (0.72, 0.86))
    speckle(surface, 9, 5)
    return masked(surface, radius)


@cache_raster
def wood(size: tuple[int, int], radius: int, dark: RGB, light: RGB, *, textured: bool) -> pygame.Surface:
    """Return a walnut plate with rounded corners."""
    if not textured:
        return rasters.round_mask(*size, radius, (*mix(dark, light, 0.4), 255))
    return masked(walnut(size, dark, light), radius)
