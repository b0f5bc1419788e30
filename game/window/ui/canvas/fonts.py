"""Measure and render text in the faces of its letters, with or without tracking."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import pygame

from game.window.ui.canvas import faces
from game.window.ui.canvas.faces import Run, bears_tracking, font, split_runs
from game.window.ui.canvas.rasters import WORDS
from game.window.ui.theme import RGB

TRACKED_OVERSIZE = 4
WORD_SPACE = 0.6  # of the tracking, added to each space between words


@lru_cache(maxsize=4096)
def width(words: str, pixels: int, weight: str, tracking: float) -> int:
    """Return the width of `words` in pixels."""
    if tracking and bears_tracking(words):
        return round(sum(_advances(words, pixels, weight, tracking)) / TRACKED_OVERSIZE)
    return sum(
        before + _advance(run, pixels, weight) + after for run, before, after in _spaced_runs(words, pixels)
    )


def word_raster(words: str, pixels: int, weight: str, tracking: float, colour: RGB) -> pygame.Surface:
    """Return `words` in `colour`, rendered once and cached. Callers share the surface and must not draw on it.

    The baseline is at the ascent of Source Sans Pro for every face.
    """
    key = (words, pixels, weight, tracking, colour)
    if tracking and bears_tracking(words):
        return WORDS.get(key, lambda: _tracked(words, pixels, weight, tracking, colour))
    if len(runs := split_runs(words)) == 1 and runs[0].face is None:
        return WORDS.get(key, lambda: font(pixels, weight).render(words, True, colour))
    return WORDS.get(key, lambda: _joined(words, pixels, weight, colour))


def forget_fonts() -> None:
    """Close the fonts before pygame.font shuts down."""
    faces.forget_fonts()
    width.cache_clear()
    WORDS.clear()


def _joined(words: str, pixels: int, weight: str, colour: RGB) -> pygame.Surface:
    """Render the runs of a text next to each other on one baseline."""
    fonts = [(run.oversize, font(pixels, weight, run.face)) for run in split_runs(words)]
    ascent = font(pixels, weight).get_ascent()
    descent = max(math.ceil((own.get_height() - own.get_ascent()) / oversize) for oversize, own in fonts)
    surface = _clear((max(1, width(words, pixels, weight, 0)), ascent + descent), colour)
    x = 0
    for run, before, after in _spaced_runs(words, pixels):
        x += before
        wide = _advance(run, pixels, weight)
        surface.blit(_run_raster(run, pixels, weight, colour, (wide, ascent, descent)), (x, 0))
        x += wide + after
    return surface


def _run_raster(
    run: Run, pixels: int, weight: str, colour: RGB, size: tuple[int, int, int]
) -> pygame.Surface:
    """Render a run. `size` is its width, its ascent and its descent in pixels."""
    own, oversize, (wide, ascent, descent) = font(pixels, weight, run.face), run.oversize, size
    raster = _clear((wide * oversize, (ascent + descent) * oversize), colour)
    raster.blit(own.render(run.words, True, colour), (0, ascent * oversize - own.get_ascent()))
    return raster if oversize == 1 else pygame.transform.smoothscale(raster, (wide, ascent + descent))


def _clear(size: tuple[int, int], colour: RGB) -> pygame.Surface:
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill((*colour, 0))
    return surface


def _advance(run: Run, pixels: int, weight: str) -> int:
    return math.ceil(font(pixels, weight, run.face).size(run.words)[0] / run.oversize)


def _spaced_runs(words: str, pixels: int) -> Iterator[tuple[Run, int, int]]:
    """Yield each run of a text with the pixels of extra space before and after it."""
    runs = split_runs(words)
    added = round(pixels * max((run.face.space for run in runs if run.face), default=0.0))
    for run in runs:
        has_two_ends = len(run.words) > 1
        yield run, added * run.words.startswith(" "), added * (has_two_ends and run.words.endswith(" "))


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
    """Render tracked words at a larger size and scale them down, so that spacing is precise to a quarter pixel."""
    big = font(pixels * TRACKED_OVERSIZE, weight)
    advances = _advances(words, pixels, weight, tracking)
    surface = _clear((max(4, int(sum(advances))), big.get_height()), colour)
    x = 0.0
    for letter, advance in zip(words, advances, strict=True):
        surface.blit(big.render(letter, True, colour), (round(x), 0))
        x += advance
    wide, high = (max(1, round(length / TRACKED_OVERSIZE)) for length in surface.get_size())
    return pygame.transform.smoothscale(surface, (wide, high))
