"""What line charts are made of: points thinned, labels pushed apart, dashed lines."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.window.ui.canvas.canvas import Colour
    from game.window.ui.canvas.painter import Painter
    from game.window.ui.charts.axis import Axis

Point = tuple[float, float]
DASH, DASH_GAP = 5.0, 4.0


def dashed(painter: Painter, left: float, right: float, level: float, colour: Colour) -> None:
    """Draw a level dashed line; places are in dp."""
    at = left
    while at < right:
        painter.line(at, level, min(right, at + DASH), level, colour, lw=1.4)
        at += DASH + DASH_GAP


def bounds(xs: Sequence[float], axis: Axis, columns: int) -> list[int]:
    """Return the index in the ascending `xs` at which each column of an axis begins, and where the last ends.

    Values below the axis belong to no column.

    >>> from game.window.ui.charts.axis import Axis
    >>> bounds([1, 2, 5, 10, 50, 100], Axis(1, 100, log=True), 2), bounds([0, 2, 5, 10, 50, 100], Axis(0, 100), 2)
    ([0, 3, 6], [0, 4, 6])
    """
    edges, edge = [bisect_left(xs, axis.low)], axis.low
    ratio, step = (
        (axis.high / axis.low) ** (1 / columns) if axis.log else 1.0,
        (axis.high - axis.low) / columns,
    )
    for _ in range(columns - 1):
        edge = edge * ratio if axis.log else edge + step
        edges.append(bisect_left(xs, edge * (1 - 1e-12), edges[-1]))
    return [*edges, len(xs)]


def envelope(ys: Sequence[float], edges: Sequence[int]) -> list[int]:
    """Return the places of the lowest and the highest value of every column, so that spikes survive.

    >>> envelope([5, 9, 1, 6, 2], [0, 4, 5])
    [1, 2, 4]
    """
    kept: list[int] = []
    for start, end in pairwise(edges):
        if end - start <= 2:
            kept.extend(range(start, end))
            continue
        column = list(ys[start:end])
        low, high = column.index(min(column)), column.index(max(column))
        kept.extend(start + place for place in sorted({low, high}))
    return kept


def pushed_apart(wanted: Sequence[float], step: float, low: float, high: float) -> list[float]:
    """Return places as near to the wanted ones as possible, `step` apart and between `low` and `high`.

    The order of the wanted places is kept; where there is no room for all, they fill it evenly.

    >>> pushed_apart([10, 12, 80], 15, 0, 100)
    [3.5, 18.5, 80]
    """
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    step = min(step, (high - low) / max(1, len(wanted) - 1))
    groups: list[list[int]] = []
    for place in order:
        groups.append([place])
        while len(groups) > 1 and _top(groups[-1], wanted, step, low, high) < _bottom(
            groups[-2], wanted, step, low, high
        ):
            last = groups.pop()
            groups[-1] += last
    found = [0.0] * len(wanted)
    for group in groups:
        top = _top(group, wanted, step, low, high)
        for row, place in enumerate(group):
            found[place] = top + row * step
    return found


def _top(group: Sequence[int], wanted: Sequence[float], step: float, low: float, high: float) -> float:
    """Where a group of labels begins: around the mean of what its labels want."""
    if len(group) == 1:
        return max(low, min(high, wanted[group[0]]))
    height = step * (len(group) - 1)
    mean = sum(wanted[place] for place in group) / len(group)
    return max(low, min(high - height, mean - height / 2))


def _bottom(group: Sequence[int], wanted: Sequence[float], step: float, low: float, high: float) -> float:
    """Where the label after a group may stand at the earliest."""
    return _top(group, wanted, step, low, high) + step * len(group) - 1e-9
