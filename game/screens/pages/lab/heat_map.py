"""The still part of the heat map: cells, the lines on which neither can gain, the arrows of the gradient."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import pygame

from game.messages.lab_answers import LabField
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.theme import RGB, mix

ARROWS = 9
LONGEST_ARROW = 0.85  # of the distance between two
HEAD = 4.0
FULL, EXPONENT = 0.95, 0.8
DASH = 5.0


def paint_cells(painter: Painter, plot: Rect, field: LabField, even: float) -> None:
    """Fill a cell around every point of the field, coloured by how much more or less than `even` it is worth."""
    x, y, w, h = plot
    reach, edges = reach_of(field, even), _edges(field.axis)
    for i, row in enumerate(field.u1):
        for j, value in enumerate(row):
            left, right, low, high = edges[i], edges[i + 1], edges[j], edges[j + 1]
            box = (x + w * left, y + h * (1 - high), w * (right - left), h * (high - low))
            painter.fill(tint(painter, (value - even) / reach), painter.box(box))


def _edges(axis: Sequence[float]) -> list[float]:
    """Return where cells around the values of an axis meet."""
    between = [(one + other) / 2 for one, other in pairwise(axis)]
    return [axis[0], *between, axis[-1]]


def reach_of(field: LabField, even: float) -> float:
    """Return the farthest that a value lies from `even`."""
    return max(field.highest - even, even - field.lowest)


def tint(painter: Painter, share: float) -> RGB:
    """Return the colour of a gain (1) or loss (-1) of player 1."""
    goal = painter.col("brass" if share > 0 else "info")
    return mix(painter.col("sunk"), goal, FULL * min(1.0, abs(share)) ** EXPONENT)


def paint_nash_lines(painter: Painter, plot: Rect, nash: tuple[float, float]) -> None:
    """Dash where neither can gain: p2 of the Nash point for player 1, p1 for player 2."""
    x, y, w, h = plot
    across, up = place_of(plot, *nash)
    at = 0.0
    while at < w:
        painter.line(x + at, up, min(x + w, x + at + DASH), up, "brass")
        at += 2 * DASH
    at = 0.0
    while at < h:
        painter.line(across, y + at, across, min(y + h, y + at + DASH), "brass")
        at += 2 * DASH


def paint_arrows(painter: Painter, plot: Rect, field: LabField) -> None:
    """Draw where both learners are drawn to; long where the slopes are steep."""
    _, _, w, h = plot
    longest = max(*map(abs, field.along_p1), *map(abs, field.along_p2), 1e-12)
    reach = LONGEST_ARROW * min(w, h) / ARROWS
    ink = mix(painter.col("text"), painter.col("sunk"), 0.3)
    last = len(field.axis) - 1
    for column in range(ARROWS):
        for row in range(ARROWS):
            i, j = (round((place + 0.5) * last / ARROWS) for place in (column, row))
            dx, dy = field.along_p1[j] / longest, -field.along_p2[i] / longest
            size = math.hypot(dx, dy)
            if size > 1e-6:
                grown = (0.4 + 0.6 * size) / size  # short ones stay readable
                x, y = place_of(plot, field.axis[i], field.axis[j])
                _arrow(painter, (x, y), (dx * grown * reach, dy * grown * reach), ink)


def _arrow(painter: Painter, middle: tuple[float, float], by: tuple[float, float], ink: RGB) -> None:
    (x, y), (dx, dy) = middle, by
    painter.line(x - dx / 2, y - dy / 2, x + dx / 2, y + dy / 2 + 1e-6, ink)
    angle = math.atan2(dy, dx)
    tip = (x + dx / 2, y + dy / 2)
    corners = [
        (tip[0] - HEAD * math.cos(angle + turn), tip[1] - HEAD * math.sin(angle + turn))
        for turn in (0.5, -0.5)
    ]
    pixels = [(a * painter.u, b * painter.u) for a, b in (tip, *corners)]
    pygame.draw.polygon(painter.s, ink, pixels)


def place_of(plot: Rect, p1: float, p2: float) -> tuple[float, float]:
    """Return where a point lies in dp."""
    x, y, w, h = plot
    return x + w * p1, y + h * (1 - p2)
