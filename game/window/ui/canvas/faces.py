"""Typefaces: text is measured and rendered with the face that suits each letter, with or without tracking.

Source Sans Pro is in a Python package. Subsets of Noto Sans have the letters that Source Sans Pro lacks. Both
typefaces have an open licence. A text is drawn in runs, and all letters of a run have the same face. If the
package is missing, pygame's own font is used instead.
"""

from __future__ import annotations

import contextlib
import math
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

import pygame

from game.window.ui.canvas.rasters import WORDS
from game.window.ui.theme import RGB

PACKAGE = "font_source_sans_pro"
FOLDER = Path(__file__).parents[4] / "assets" / "faces"
WEIGHTS = ("Regular", "Bold")


@dataclass(frozen=True, slots=True)
class Face:
    """A subset of Noto Sans.

    Attributes:
        name: The first part of the names of the font files.
        suffix: The last part of the names of the font files.
        script: The ISO 15924 code of the script, by which HarfBuzz shapes the letters.
        ranges: The first and the last code point of each range for which the face is used.
        scale: The size of the letters relative to Source Sans Pro. The letters of Sinhala are taller. At this
            scale, they are as high as small Latin letters, and their vowel signs fit into a line.
        space: The width added to each space next to letters of this face, relative to the font size. The
            letters of Sinhala are so wide that the space of Source Sans Pro barely separates words.
        oversize: The factor by which the letters are rendered larger and then scaled down. At small sizes,
            hinting would push the letters of Sinhala into each other.
    """

    name: str
    suffix: str
    script: str
    ranges: tuple[tuple[int, int], ...]
    scale: float = 1.0
    space: float = 0.0
    oversize: int = 1

    def draws(self, letter: str) -> bool:
        return any(first <= ord(letter) <= last for first, last in self.ranges)


FACES = (
    Face(
        "NotoSansSinhala",
        "ttf",
        "Sinh",
        ((0x0D80, 0x0DFF), (0x200C, 0x200D)),
        scale=0.9,
        space=0.12,
        oversize=4,
    ),
    Face("NotoSansSC", "otf", "Hani", ((0x2E80, 0x9FFF), (0xF900, 0xFAFF), (0xFE30, 0xFFEF))),
)


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a text with a single face. The face None means Source Sans Pro."""

    words: str
    face: Face | None

    @property
    def oversize(self) -> int:
        return self.face.oversize if self.face else 1


@cache
def _package_folder() -> Path | None:
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0]) / "files"


@lru_cache(maxsize=128)
def font(pixels: int, weight: str, face: Face | None = None) -> pygame.font.Font:
    """Return the font of a weight ("Light", "Regular", "Semibold", "Bold"), enlarged by the face's `oversize`."""
    if face is not None:
        return _noto(pixels, weight, face)
    folder = _package_folder()
    file = folder / f"SourceSansPro-{weight}.otf" if folder else None
    if file and file.is_file():
        return pygame.font.Font(str(file), pixels)
    return pygame.font.Font(None, round(pixels * 1.25))  # at the same size, the fallback is smaller


def _noto(pixels: int, weight: str, face: Face) -> pygame.font.Font:
    nearest = "Bold" if weight in ("Semibold", "Bold") else "Regular"
    file = FOLDER / f"{face.name}-{nearest}.{face.suffix}"
    if not file.is_file():
        return font(pixels * face.oversize, weight)
    found = pygame.font.Font(str(file), round(pixels * face.scale * face.oversize))
    with contextlib.suppress(pygame.error, AttributeError):  # a pygame without HarfBuzz
        found.set_script(face.script)
    return found


def find_face(letter: str) -> Face | None:
    return next((face for face in FACES if face.draws(letter)), None)


@lru_cache(maxsize=4096)
def split_runs(words: str) -> tuple[Run, ...]:
    """Split a text into runs. A combining mark is in the run of its letter. Spaces belong to Source Sans Pro.

    >>> [run.words for run in split_runs("底池 900 (ලංකා)")]
    ['底池', ' 900 (', 'ලංකා', ')']
    """
    if words.isascii():
        return (Run(words, None),)
    return tuple(
        Run("".join(letter for letter, _ in group), face)
        for face, group in groupby(_with_faces(words), key=lambda pair: pair[1])
    )


def _with_faces(words: str) -> Iterator[tuple[str, Face | None]]:
    face = None
    for letter in words:
        if not unicodedata.combining(letter):
            face = find_face(letter)
        yield letter, face


def bears_tracking(words: str) -> bool:
    """Return whether tracking may be added to a text. Letters of Sinhala and Chinese must not be spaced."""
    return words.isascii() or not any(map(find_face, words))


TRACKED_OVERSIZE = 4
WORD_SPACE = 0.6  # of the tracking, added to each space between words


@lru_cache(maxsize=4096)
def width(words: str, pixels: int, weight: str, tracking: float) -> int:
    """Return the width of a text in pixels."""
    if tracking and bears_tracking(words):
        return round(sum(_advances(words, pixels, weight, tracking)) / TRACKED_OVERSIZE)
    return sum(
        before + _advance(run, pixels, weight) + after for run, before, after in _spaced_runs(words, pixels)
    )


def word_raster(words: str, pixels: int, weight: str, tracking: float, colour: RGB) -> pygame.Surface:
    """Return a text rendered in a colour, from a cache. Callers share the surface and must not draw on it.

    The baseline is at the ascent of Source Sans Pro for every face.
    """
    key = (words, pixels, weight, tracking, colour)
    if tracking and bears_tracking(words):
        return WORDS.get(key, lambda: _tracked(words, pixels, weight, tracking, colour))
    if len(runs := split_runs(words)) == 1 and runs[0].face is None:
        return WORDS.get(key, lambda: font(pixels, weight).render(words, True, colour))
    return WORDS.get(key, lambda: _joined(words, pixels, weight, colour))


def forget_fonts() -> None:
    """Close the fonts. Call this function before pygame.font shuts down."""
    font.cache_clear()
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
    """Render a run. `size` has the width, the ascent and the descent of the run in pixels."""
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
    """Yield each run of a text with the extra space in pixels before and after it."""
    runs = split_runs(words)
    added = round(pixels * max((run.face.space for run in runs if run.face), default=0.0))
    for run in runs:
        has_two_ends = len(run.words) > 1
        yield run, added * run.words.startswith(" "), added * (has_two_ends and run.words.endswith(" "))


def _advances(words: str, pixels: int, weight: str, tracking: float) -> list[float]:
    """Return the advance of every letter in pixels with kerning, at `TRACKED_OVERSIZE` times the size."""
    big = font(pixels * TRACKED_OVERSIZE, weight)
    extra = tracking * pixels * TRACKED_OVERSIZE
    following = [*words[1:], " "]
    return [
        big.size(a + b)[0] - big.size(b)[0] + extra * (1 + WORD_SPACE * (a == " "))
        for a, b in zip(words, following, strict=True)
    ]


def _tracked(words: str, pixels: int, weight: str, tracking: float, colour: RGB) -> pygame.Surface:
    """Render a text with tracking at a larger size and scale it down.

    The spacing is then precise to a quarter pixel.
    """
    big = font(pixels * TRACKED_OVERSIZE, weight)
    advances = _advances(words, pixels, weight, tracking)
    surface = _clear((max(4, int(sum(advances))), big.get_height()), colour)
    x = 0.0
    for letter, advance in zip(words, advances, strict=True):
        surface.blit(big.render(letter, True, colour), (round(x), 0))
        x += advance
    wide, high = (max(1, round(length / TRACKED_OVERSIZE)) for length in surface.get_size())
    return pygame.transform.smoothscale(surface, (wide, high))
