"""Earth in blocks on the ground, holes below it, and the arrows of what is being moved."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.study.abstraction import Earth, EmdMove
from game.texts import number
from game.window.ui.canvas.painter import Painter, Rect

TICK_ROW = 24.0
ARCS = 74.0
LARGEST_BLOCK = 60.0
BLOCK_GAP = 2.0
GROUND = 5.0
ARROW = 7.0
CURVE_POINTS = 24
STROKE = 2.2


def draw(earth: Earth, moves: Sequence[EmdMove], done: int, painter: Painter, rect: Rect) -> None:
    """Draw the histograms after the first `done` moves; the last of them has its arrow."""
    x, y, width, height = rect
    bins = len(earth.earth)
    highest, deepest = max(earth.earth), max(earth.holes)
    block = min(LARGEST_BLOCK, width / bins - 8, (height - ARCS - TICK_ROW) / (highest + deepest))
    background = y + ARCS + block * highest
    each = width / bins
    left, filled = _after(earth, moves[:done])
    numbers = background + GROUND + block * deepest + TICK_ROW / 2
    for place in range(bins):
        middle = x + (place + 0.5) * each
        for level in range(int(earth.earth[place])):
            there = level < left[place]
            cell = _block(middle, background - (level + 1) * block, block)
            painter.rect(cell, "brass" if there else None, 4, "brass" if there else "edge")
        for level in range(int(earth.holes[place])):
            cell = _block(middle, background + GROUND + level * block, block)
            is_full = level < filled[place]
            painter.rect(cell, "brass" if is_full else "sunk", 4, "info", 2)
        painter.text(number(place), middle, numbers, "small", "faint", al="c")
    painter.rect((x, background + 1, width, GROUND - 2), "edge", 1)
    if done:
        _draw_arrow(painter, (x, y, each, block), background, earth, moves[done - 1])


def _after(earth: Earth, moves: Sequence[EmdMove]) -> tuple[list[float], list[float]]:
    """Return what is left of the earth, and how full the holes are."""
    left, filled = list(earth.earth), [0.0] * len(earth.holes)
    for move in moves:
        left[move.source] -= move.mass
        filled[move.target] += move.mass
    return left, filled


def _block(middle: float, top: float, size: float) -> Rect:
    return middle - size / 2 + BLOCK_GAP, top + BLOCK_GAP, size - 2 * BLOCK_GAP, size - 2 * BLOCK_GAP


def _draw_arrow(painter: Painter, scale: Rect, background: float, earth: Earth, move: EmdMove) -> None:
    """Draw the way of a move over the piles, with what it costs; what stays goes straight down."""
    x, y, each, block = scale
    start, end = (x + (place + 0.5) * each for place in (move.source, move.target))
    over = earth.earth[min(move.source, move.target) : max(move.source, move.target) + 1]
    top = background - block * max(over) - 8
    words = f"{number(move.mass)} × {number(move.distance)} = {number(move.mass * move.distance)}"
    if move.source == move.target:
        points = [(start, top - 18), (start, top)]
        painter.text(words, start, top - 30, "label_b", "text", al="c")
    else:
        rise = min(ARCS - 26, 18 + 10 * move.distance)
        low, high = (background - block * earth.earth[place] - 8 for place in (move.source, move.target))
        points = [(start, low), *_arc((start, top), (end, top), rise), (end, high)]
        painter.text(words, (start + end) / 2, max(y + 8, top - rise - 12), "label_b", "text", al="c")
    painter.curve(points, "text", STROKE)
    (last_x, last_y), (end_x, end_y) = points[-2], points[-1]
    angle = math.atan2(end_y - last_y, end_x - last_x)
    for side in (2.6, -2.6):
        tip = (end_x + ARROW * math.cos(angle + side), end_y + ARROW * math.sin(angle + side))
        painter.curve([tip, (end_x, end_y)], "text", STROKE)


def _arc(start: tuple[float, float], end: tuple[float, float], rise: float) -> list[tuple[float, float]]:
    """Return half an ellipse from one point to another of the same height."""
    middle, reach = (start[0] + end[0]) / 2, (end[0] - start[0]) / 2
    angles = [math.pi * place / CURVE_POINTS for place in range(CURVE_POINTS + 1)]
    return [(middle - reach * math.cos(angle), start[1] - rise * math.sin(angle)) for angle in angles]
