"""The typeface: Source Sans Pro from its package (open licence), or pygame's own font if that is missing."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

import pygame

from game.window.ui.canvas.rasters import WORDS
from game.window.ui.theme import RGB

PACKAGE = "font_source_sans_pro"
TRACKED_OVERSIZE = 4
WORD_SPACE = 0.6  # of the tracking, added to a space between tracked words


@cache
def _folder() -> Path | None:
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0]) / "files"


@lru_cache(maxsize=96)
def font(pixels: int, weight: str) -> pygame.font.Font:
    """Return the font of that size and weight ("Light", "Regular", "Semibold", "Bold")."""
    folder = _folder()
    file = folder / f"SourceSansPro-{weight}.otf" if folder else None
    if file and file.is_file():
        return pygame.font.Font(str(file), pixels)
    return pygame.font.Font(None, round(pixels * 1.25))  # the fallback runs smaller at the same size


@lru_cache(maxsize=4096)
def width(words: str, pixels: int, weight: str, tracking: float) -> int:
    """Return the width of `words` in pixels."""
    if tracking:
        return round(sum(_advances(words, pixels, weight, tracking)) / TRACKED_OVERSIZE)
    return font(pixels, weight).size(words)[0]


def word_raster(words: str, pixels: int, weight: str, tracking: float, colour: RGB) -> pygame.Surface:
    """Return `words` in `colour`, rendered once and cached. Callers share the surface and must not draw on it."""
    key = (words, pixels, weight, tracking, colour)
    if tracking:
        return WORDS.get(key, lambda: _tracked(words, pixels, weight, tracking, colour))
    return WORDS.get(key, lambda: font(pixels, weight).render(words, True, colour))


def forget_fonts() -> None:
    """Close the fonts: pygame.font is about to be shut down."""
    font.cache_clear()
    width.cache_clear()
    WORDS.clear()


def _advances(words: str, pixels: int, weight: str, tracking: float) -> list[float]:
    """Return the advance of every letter in pixels, kerning included, at `TRACKED_OVERSIZE` times the size."""
    big = font(pixels * TRACKED_OVERSIZE, weight)
    extra = tracking * pixels * TRACKED_OVERSIZE
    following = [*words[1:], " "]
    return [
        big.size(a + b)[0] - big.size(b)[0] + extra * (1 + WORD_SPACE * (a == " "))
        for a, b in zip(words, following, strict=True)
    ]


def _tracked(words: str, pixels: int, weight: str, tracking: float, colour: RGB) -> pygame.Surface:
    """Render tracked words large and scale them down, so that the spaces are even to a quarter of a pixel."""
    big = font(pixels * TRACKED_OVERSIZE, weight)
    advances = _advances(words, pixels, weight, tracking)
    surface = pygame.Surface((max(4, int(sum(advances))), big.get_height()), pygame.SRCALPHA)
    surface.fill((*colour, 0))
    x = 0.0
    for letter, advance in zip(words, advances, strict=True):
        surface.blit(big.render(letter, True, colour), (round(x), 0))
        x += advance
    wide, high = (max(1, round(length / TRACKED_OVERSIZE)) for length in surface.get_size())
    return pygame.transform.smoothscale(surface, (wide, high))
