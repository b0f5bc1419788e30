"""Suits, crowns and icons as vector shapes in the code. No drawing is read from a file.

A shape is a list of polygons in the unit square. An icon is a short text with coordinates on a 24 x 24 grid.
All lines of an icon have the same width.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

Point = tuple[float, float]
Polygon = tuple[Point, ...]

BEZIER_STEPS = 18
ARC_STEPS = 30
DISC_STEPS = 40


def path(text: str) -> Polygon:
    """Parse "M x y L x y C x y x y x y" into points. C is a cubic Bezier curve.

    >>> path("M 0 0 L 1 0 L 1 1")
    ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
    """
    points: list[Point] = []
    for letter, numbers in _operations(text):
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        if letter == "C":
            points.extend(_bezier(points[-1], *pairs))
        else:
            points.extend(pairs)
    return tuple(points)


def disc(x: float, y: float, radius: float, steps: int = DISC_STEPS) -> Polygon:
    return tuple(_on_circle(x, y, radius, 360 * i / steps) for i in range(steps))


def _on_circle(x: float, y: float, radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def _bezier(p0: Point, p1: Point, p2: Point, p3: Point) -> Iterator[Point]:
    for step in range(1, BEZIER_STEPS + 1):
        t = step / BEZIER_STEPS
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
        yield (
            a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0],
            a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1],
        )


def _operations(text: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    for letter, rest in re.findall(r"([A-Z])([^A-Z]*)", text):
        yield letter, tuple(float(number) for number in rest.split())


_STEM = path("M .5 .52 L .535 .70 C .545 .85 .60 .95 .71 1.0 L .29 1.0 C .40 .95 .455 .85 .465 .70 L .5 .52")
_HEART = (
    "M .5 .99 C .44 .86 .02 .62 .02 .30 C .02 .13 .14 .03 .27 .03 C .38 .03 .46 .10 .5 .20 "
    "C .54 .10 .62 .03 .73 .03 C .86 .03 .98 .13 .98 .30 C .98 .62 .56 .86 .5 .99"
)
_DIAMOND = (
    "M .5 0 C .58 .17 .73 .37 .88 .5 C .73 .63 .58 .83 .5 1 C .42 .83 .27 .63 .12 .5 C .27 .37 .42 .17 .5 0"
)
_SPADE = (
    "M .5 0 C .55 .16 .97 .36 .97 .61 C .97 .75 .87 .84 .75 .84 C .65 .84 .56 .78 .5 .66 "
    "C .44 .78 .35 .84 .25 .84 C .13 .84 .03 .75 .03 .61 C .03 .36 .45 .16 .5 0"
)
_CLUB_HEART = ((0.40, 0.40), (0.60, 0.40), (0.66, 0.62), (0.34, 0.62))

SUITS: dict[str, tuple[Polygon, ...]] = {
    "h": (path(_HEART),),
    "d": (path(_DIAMOND),),
    "s": (path(_SPADE), _STEM),
    "c": (disc(0.5, 0.245, 0.225), disc(0.245, 0.59, 0.225), disc(0.755, 0.59, 0.225), _CLUB_HEART, _STEM),
}

# One wide and 0.62 high, drawn over the pip of a court card: points and a cross-ball, pearls, a feathered cap.
CROWNS: dict[str, tuple[Polygon, ...]] = {
    "K": (
        path("M .10 .46 L .03 .13 L .27 .28 L .5 .03 L .73 .28 L .97 .13 L .90 .46 L .10 .46"),
        path("M .11 .51 L .89 .51 L .86 .62 L .14 .62"),
        disc(0.03, 0.11, 0.05),
        disc(0.97, 0.11, 0.05),
        disc(0.5, 0.03, 0.06),
    ),
    "Q": (
        path(
            "M .12 .46 L .06 .22 C .12 .36 .22 .36 .28 .17 C .33 .34 .44 .34 .5 .12 "
            "C .56 .34 .67 .34 .72 .17 C .78 .36 .88 .36 .94 .22 L .88 .46 L .12 .46"
        ),
        path("M .12 .51 C .35 .56 .65 .56 .88 .51 L .86 .61 C .65 .66 .35 .66 .14 .61 L .12 .51"),
        disc(0.06, 0.19, 0.05),
        disc(0.28, 0.12, 0.05),
        disc(0.5, 0.07, 0.06),
        disc(0.72, 0.12, 0.05),
        disc(0.94, 0.19, 0.05),
    ),
    "J": (
        path("M .12 .50 C .10 .26 .34 .16 .56 .22 C .76 .27 .88 .38 .88 .50 L .12 .50"),
        path(
            "M .06 .54 C .34 .50 .66 .50 .94 .54 C .96 .62 .92 .64 .88 .63 "
            "C .62 .59 .38 .59 .12 .63 C .08 .64 .04 .62 .06 .54"
        ),
        path(
            "M .60 .36 C .58 .10 .78 -.06 1.04 -.02 C .98 .06 1.0 .10 .93 .14 "
            "C .92 .20 .88 .23 .80 .25 C .76 .30 .70 .34 .60 .36"
        ),
    ),
}


def _spokes(count: int, inner: float, outer: float) -> str:
    """Return `count` radial strokes around the middle of the grid: the teeth of a wheel."""
    ends = (
        (_on_circle(12, 12, inner, 360 * i / count), _on_circle(12, 12, outer, 360 * i / count))
        for i in range(count)
    )
    return " ".join(f"M {a:.3f} {b:.3f} L {c:.3f} {d:.3f}" for (a, b), (c, d) in ends)


# M L C: a stroke; O x y r: a ring; D x y r: a dot; F points: filled; A x y r from to: an arc in degrees.
ICONS: dict[str, str] = {
    "back": "M 14 5 L 7 12 L 14 19 M 7 12 L 19 12",
    "next": "M 9 5 L 16 12 L 9 19",
    "prev": "M 15 5 L 8 12 L 15 19",
    "up": "M 5 15 L 12 8 L 19 15",
    "down": "M 5 9 L 12 16 L 19 9",
    "close": "M 6 6 L 18 18 M 18 6 L 6 18",
    "play": "F 8 5 19 12 8 19",
    "pause": "M 9 6 L 9 18 M 15 6 L 15 18",
    "step": "F 6 6 15 12 6 18 M 18 6 L 18 18",
    "gear": "O 12 12 3.2 O 12 12 6.6 " + _spokes(8, 6.8, 9.0),
    "help": "A 12 9.2 4 180 400 M 14.9 11.9 L 12 14.2 L 12 15.4 D 12 18.8 1.2",
    "sound": "F 4 9.5 7.5 9.5 12 5.5 12 18.5 7.5 14.5 4 14.5 A 12 12 4 -50 50 A 12 12 7.6 -50 50",
    "mute": "F 4 9.5 7.5 9.5 12 5.5 12 18.5 7.5 14.5 4 14.5 M 15.5 9.5 L 20.5 14.5 M 20.5 9.5 L 15.5 14.5",
    "hint": "A 12 10 5.6 130 410 M 8.6 14.4 L 9.4 16.6 L 14.6 16.6 L 15.4 14.4 M 10 19.6 L 14 19.6",
    "find": "O 10.5 10.5 6 M 15 15 L 20.5 20.5",
    "eye": "M 2.5 12 C 6 5.6 18 5.6 21.5 12 C 18 18.4 6 18.4 2.5 12 O 12 12 2.8",
    "clock": "O 12 12 8 M 12 7.4 L 12 12 L 15.4 14",
    "undo": "M 9 5 L 4.5 9.5 L 9 14 M 4.5 9.5 L 14 9.5 C 21 9.5 21 18.5 14 18.5 L 10 18.5",
    "redo": "M 15 5 L 19.5 9.5 L 15 14 M 19.5 9.5 L 10 9.5 C 3 9.5 3 18.5 10 18.5 L 14 18.5",
    "swap": "M 7 4 L 3.5 7.5 L 7 11 M 3.5 7.5 L 19 7.5 M 17 13 L 20.5 16.5 L 17 20 M 20.5 16.5 L 5 16.5",
    "list": "M 9 6 L 20 6 M 9 12 L 20 12 M 9 18 L 20 18 D 4.6 6 1.2 D 4.6 12 1.2 D 4.6 18 1.2",
    "train": "M 4 4 L 4 20 L 20 20 M 6.5 17 C 9 17 10 8.5 20 7.5",
    "arena": "M 5 5 L 17 17 M 19 5 L 7 17 M 4.5 15.5 L 8.5 19.5 M 15.5 19.5 L 19.5 15.5",
    "lab": (
        "M 9.5 4 L 9.5 10 L 4.6 18.4 L 6 20 L 18 20 L 19.4 18.4 L 14.5 10 L 14.5 4 "
        "M 8 4 L 16 4 M 7 15 L 17 15"
    ),
    "solver": (
        "O 12 5 2 O 6 18.5 2 O 18 18.5 2 O 12 18.5 2 "
        "M 12 7 L 12 16.5 M 11.2 6.9 L 6.9 16.7 M 12.8 6.9 L 17.1 16.7"
    ),
    "review": (
        "M 12 6.5 L 12 20 M 12 6.5 C 10 4.4 6 4 3.5 4.6 L 3.5 18 C 6 17.4 10 17.8 12 20 "
        "M 12 6.5 C 14 4.4 18 4 20.5 4.6 L 20.5 18 C 18 17.4 14 17.8 12 20"
    ),
    "odds": "A 12 12 8.4 -90 150 A 12 12 8.4 -90 -210 M 12 12 L 12 3.6 M 12 12 L 4.7 16.2",
    "cards": ("M 4 7 L 12 5 L 15 18 L 7 20 L 4 7 M 13.5 4.6 L 20 6.4 L 16.8 18.4"),
    "stats": "M 5 20 L 5 13 M 12 20 L 12 5 M 19 20 L 19 9",
    "drill": "O 12 12 8 O 12 12 4 D 12 12 1.3",
    "check": "M 5 12.5 L 10 17.5 L 19.5 7",
    "screen": "M 4 9 L 4 4 L 9 4 M 15 4 L 20 4 L 20 9 M 20 15 L 20 20 L 15 20 M 9 20 L 4 20 L 4 15",
    "quit": "A 12 12.6 7.4 -60 240 M 12 3.6 L 12 11",
    "lock": "M 6 11 L 18 11 L 18 20 L 6 20 L 6 11 M 8.5 11 L 8.5 8 C 8.5 3.4 15.5 3.4 15.5 8 L 15.5 11",
    # the emblems of the opponents and of the player
    "dice": "M 5 5 L 19 5 L 19 19 L 5 19 L 5 5 D 9 9 1.5 D 15 15 1.5 D 12 12 1.5 D 15 9 1.5 D 9 15 1.5",
    "quill": ("M 6 20 C 7 12 12 5 20 3.5 C 20 9 17 14.5 9 15.2 M 6 20 C 8 15 11 11 15 8 M 4 20.5 L 12 20.5"),
    "mirror": "O 12 9 6 M 12 15 L 12 21 M 9.5 21 L 14.5 21 A 12 9 3.4 200 270",
    "compass": "O 12 4.6 1.8 M 11.2 6.4 L 6 20 M 12.8 6.4 L 18 20 A 12 6 8.2 52 128 M 12 2.8 L 12 1.4",
    "clockwork": "O 12 12 8.4 O 12 12 1.5 M 12 10.4 L 12 6 M 13.3 12.7 L 16 14.3 " + _spokes(12, 8.6, 10.6),
    "owl": (
        "O 8.2 10 3.4 O 15.8 10 3.4 D 8.2 10 1.3 D 15.8 10 1.3 M 11 13 L 12 15 L 13 13 "
        "M 4.4 5 L 4.4 14 C 5 22 19 22 19.6 14 L 19.6 5 C 15 7.4 9 7.4 4.4 5"
    ),
    "seed": (
        "M 12 21 L 12 11 M 12 13 C 6 13 4.6 9 4.6 5.6 C 9.6 5.6 12 8.4 12 13 "
        "M 12 11 C 12 7 14.4 4.2 19.4 4.2 C 19.4 8.6 17 11 12 11"
    ),
    "bell": (
        "M 4.8 17 C 7.2 15 6 6 12 6 C 18 6 16.8 15 19.2 17 L 4.8 17 M 12 6 L 12 3.6 "
        "M 9.8 19.6 C 10.6 21.4 13.4 21.4 14.2 19.6"
    ),
    "drop": "M 12 3.5 C 9.4 8.4 6 11.4 6 15 C 6 22.6 18 22.6 18 15 C 18 11.4 14.6 8.4 12 3.5 A 12 14.6 3 80 180",
    "mountain": "M 2.5 19.5 L 9.5 5.5 L 13.6 13.7 L 16 9.6 L 21.5 19.5 L 2.5 19.5 M 7.2 10.2 L 9.4 12 L 11.8 10.2",
    "sabre": (
        "M 20.4 3.4 C 20 10.6 15 15.6 8.6 18 M 20.4 3.4 C 16.6 8.4 12.4 12.4 6.2 15.6 "
        "M 4.6 12.8 C 8.4 13.6 10.6 16.4 10.4 20 M 7 17 L 3.6 20.4"
    ),
}


@dataclass(frozen=True, slots=True)
class Icon:
    """The parts of an icon: polylines to draw, polygons to fill, and dots (x, y, radius) to fill."""

    strokes: tuple[Polygon, ...]
    fills: tuple[Polygon, ...]
    dots: tuple[tuple[float, float, float], ...]


@cache
def icon(name: str) -> Icon:
    """Parse the icon of this name in `ICONS`."""
    strokes: list[Polygon] = []
    fills: list[Polygon] = []
    dots: list[tuple[float, float, float]] = []
    for letter, numbers in _operations(ICONS[name]):
        match letter:
            case "M":
                strokes.append((numbers[:2],))  # type: ignore[arg-type]
            case "L" | "C":
                stroke = strokes[-1]
                pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
                strokes[-1] = (*stroke, *(_bezier(stroke[-1], *pairs) if letter == "C" else pairs))
            case "O":
                x, y, radius = numbers
                ring = disc(x, y, radius)
                strokes.append((*ring, ring[0]))
            case "A":
                x, y, radius, start, end = numbers
                angles = (start + (end - start) * i / ARC_STEPS for i in range(ARC_STEPS + 1))
                strokes.append(tuple(_on_circle(x, y, radius, angle) for angle in angles))
            case "D":
                dots.append((numbers[0], numbers[1], numbers[2]))
            case "F":
                corners = tuple(zip(numbers[::2], numbers[1::2], strict=True))
                fills.append(corners)
                strokes.append((*corners, corners[0]))
    return Icon(tuple(strokes), tuple(fills), tuple(dots))


def strip(start: Point, end: Point, half: float) -> Polygon:
    """Return a straight stroke as a polygon that extends `half` to either side."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    dx, dy = -math.sin(angle) * half, math.cos(angle) * half
    return (
        (start[0] + dx, start[1] + dy),
        (end[0] + dx, end[1] + dy),
        (end[0] - dx, end[1] - dy),
        (start[0] - dx, start[1] - dy),
    )


def segments(stroke: Polygon) -> Iterator[tuple[Point, Point]]:
    return pairwise(stroke)
