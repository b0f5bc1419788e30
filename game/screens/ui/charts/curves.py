"""What charts share: points thinned, labels pushed apart, dashed lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.screens.ui.canvas.canvas import Colour
    from game.screens.ui.canvas.painter import Painter

Point = tuple[float, float]
DASH, DASH_GAP = 5.0, 4.0


def dashed(painter: Painter, left: float, right: float, level: float, colour: Colour) -> None:
    """Draw a level dashed line; places are in dp."""
    at = left
    while at < right:
        painter.line(at, level, min(right, at + DASH), level, colour, lw=1.4)
        at += DASH + DASH_GAP


def thinned(points: Sequence[Point], columns: int) -> list[Point]:
    """Return at most two points for every column from 0 to 1: the lowest and the highest, so that spikes stay.

    >>> thinned([(0.01, 5), (0.02, 9), (0.03, 1), (0.04, 6), (0.9, 2)], 2)
    [(0.02, 9), (0.03, 1), (0.9, 2)]
    """
    if len(points) <= 2 * columns:
        return list(points)
    kept: list[Point] = []
    start, column = 0, int(points[0][0] * columns)
    for place, point in enumerate(points):
        if int(point[0] * columns) != column:
            kept += _extremes(points[start:place])
            start, column = place, int(point[0] * columns)
    return kept + _extremes(points[start:])


def _extremes(column: Sequence[Point]) -> list[Point]:
    """The lowest and the highest point of a column, in the order in which they came."""
    if len(column) < 2:
        return list(column)
    places = {min(range(len(column)), key=lambda place: column[place][1])}
    places.add(max(range(len(column)), key=lambda place: column[place][1]))
    return [column[place] for place in sorted(places)]


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
