"""Typefaces: Source Sans Pro from its package, and subsets of Noto Sans for the letters that it lacks.

All have an open licence. A text is drawn in runs. The letters of a run are all in the same face. If the
package is missing, pygame's own font replaces it.
"""

from __future__ import annotations

import contextlib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

import pygame

PACKAGE = "font_source_sans_pro"
FOLDER = Path(__file__).parents[4] / "assets" / "faces"
WEIGHTS = ("Regular", "Bold")


@dataclass(frozen=True, slots=True)
class Face:
    """A subset of Noto Sans.

    Attributes:
        name: The first part of the names of its files.
        suffix: The last part of the names of its files.
        script: The ISO 15924 code, by which HarfBuzz joins its letters.
        ranges: The first and the last code point of each range that it is used for.
        scale: The size of its letters relative to Source Sans Pro. The letters of Sinhala are taller. At this
            size they are as high as small Latin letters, and their signs fit into a line.
        space: The width added to each space next to its letters, relative to the size. The letters of Sinhala
            are so wide that the space of Source Sans Pro barely separates words.
        oversize: The factor by which the letters are rendered larger than they are shown. At small sizes,
            hinting pushes the letters of Sinhala into each other.
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
    """A part of a text in one face. None means Source Sans Pro."""

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
    """Return the font of that weight ("Light", "Regular", "Semibold", "Bold"), at the oversize of the face."""
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
    """Split a text into runs. A combining mark is in the run of its letter. Spaces are in Source Sans Pro.

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
    """Return whether the letters of a text may be spaced. Letters of Sinhala and Chinese may not."""
    return words.isascii() or not any(map(find_face, words))


def forget_fonts() -> None:
    font.cache_clear()
