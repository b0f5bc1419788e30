"""Anti-aliased polylines of any width, drawn straight onto a surface: what curves of charts are made of.

pygame's anti-aliased lines are one pixel wide. A wider one is several of them side by side, so close that the
middle is solid and only the two edges fade; all the drawing stays in pygame, with a few calls a curve.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pygame

from game.window.ui.theme import RGB

Point = tuple[float, float]

DENSEST = 0.5  # pixels between two of the lines that make up a wide one
NEAREST = 0.01  # pixels; points closer than this are one
SHARP = 0.2  # the cosine of the turn below which a line is drawn in two pieces


def polyline(surface: pygame.Surface, colour: RGB, points: Sequence[Point], width: float) -> None:
    """Draw a line through `points`, in pixels, `width` pixels wide; nothing where there are not two of them."""
    reach = max(0.0, width - 1) / 2
    steps = math.ceil(2 * reach / DENSEST)
    offsets = [reach * (2 * step / steps - 1) for step in range(steps + 1)] if steps else [0.0]
    for piece in _smooth_pieces(_distinct(points)):
        normals = _normals(piece)
        for offset in offsets:
            beside = [
                (x + nx * offset, y + ny * offset) for (x, y), (nx, ny) in zip(piece, normals, strict=True)
            ]
            pygame.draw.aalines(surface, colour, False, beside)


def _distinct(points: Sequence[Point]) -> list[Point]:
    kept: list[Point] = []
    for point in points:
        if not kept or math.dist(kept[-1], point) > NEAREST:
            kept.append(point)
    return kept


def _smooth_pieces(points: Sequence[Point]) -> Iterator[Sequence[Point]]:
    """Yield the runs of at least two points between sharp turns, where lines side by side would cross."""
    begin = 0
    for place in range(1, len(points) - 1):
        (ax, ay), (bx, by) = (
            _direction(*points[place - 1 : place + 1]),
            _direction(*points[place : place + 2]),
        )
        if ax * bx + ay * by < SHARP:
            yield points[begin : place + 1]
            begin = place
    if len(points) - begin > 1:
        yield points[begin:]


def _normals(points: Sequence[Point]) -> list[Point]:
    """Return how far each point moves for one pixel sideways: at a turn as far as both its sides ask for."""
    sides = [_direction(one, other) for one, other in pairwise(points)]
    normals = []
    for (ax, ay), (bx, by) in zip([sides[0], *sides], [*sides, sides[-1]], strict=True):
        half = (1 + ax * bx + ay * by) or 1.0
        normals.append((-(ay + by) / half, (ax + bx) / half))
    return normals


def _direction(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length
