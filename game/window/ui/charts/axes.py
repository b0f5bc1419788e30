"""What is drawn of the two axes of a chart: hairlines at round values, and words beside and below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from game.texts import number, written
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.axis import Axis, Scale

TICK_ROW = 22.0
TICK_GAP = 8.0
LEAST_TICK_STEP = 34.0  # between two ticks of the upright axis
TICK_ROOM = 64.0  # for one tick of the level axis
FEWEST, MOST = 2, 6

Write = Callable[[float], str]
Tick = tuple[float, float]
"""A value, and its share of the axis."""


@lru_cache(maxsize=256)
def upright_ticks(scale: Scale, height: float) -> Sequence[Tick]:
    """Return the ticks of an upright axis so many dp high; they are asked for in every frame."""
    values = scale.ticks(max(FEWEST, min(MOST, int(height / LEAST_TICK_STEP) + 1)))
    return list(zip(values, scale.shares(values), strict=True))


def room_for_ticks(painter: Painter, scale: Scale, height: float, write: Write = written) -> float:
    """Return how wide the words beside an upright axis are, with the gap between."""
    ticks = upright_ticks(scale, height)
    return max((painter.width(write(value), "small") for value, _ in ticks), default=0.0) + TICK_GAP


def rule(painter: Painter, inner: Rect, scale: Scale) -> None:
    """Draw a hairline at every tick of the upright axis."""
    x, y, w, h = inner
    for _, share in upright_ticks(scale, h):
        painter.line(x, y + h * (1 - share), x + w, y + h * (1 - share))


def write_upright(painter: Painter, inner: Rect, scale: Scale, write: Write = written) -> None:
    """Write the ticks at the left of the hairlines."""
    x, y, _, h = inner
    for value, share in upright_ticks(scale, h):
        painter.text(write(value), x - TICK_GAP, y + h * (1 - share), "small", "faint", al="r")


def write_level(
    painter: Painter,
    inner: Rect,
    axis: Axis,
    row: float,
    write: Write = written,
    *,
    probe: float | None = None,
) -> None:
    """Write the ticks of the level axis at the height `row`; a `probe` takes the place of those it would touch."""
    x, _, w, _ = inner

    def middle(value: float, half: float) -> float:
        return min(max(x + w * axis.share(value), x + half - TICK_GAP), x + w - half)

    taken = (0.0, 0.0)
    if probe is not None:
        words = number(probe)
        half = painter.width(words, "small_b") / 2
        at = middle(probe, half)
        painter.text(words, at, row, "small_b", al="c")
        taken = at - half - TICK_GAP, at + half + TICK_GAP
    for value in axis.ticks(max(FEWEST, int(w / TICK_ROOM))):
        half = painter.width(write(value), "small") / 2
        at = middle(value, half)
        if at + half <= taken[0] or at - half >= taken[1]:
            painter.text(write(value), at, row, "small", "faint", al="c")
