"""A side column that lies below the table as a band: what stood in one column stands in three."""

from __future__ import annotations

from game.screens.pen import Rect


def columns_of(area: Rect, padding: float, gap: float, *, banded: bool) -> tuple[Rect, Rect, Rect]:
    """Return the three columns of a band; in a column all three are the same."""
    x, y, w, h = area
    left, inner = x + padding, w - 2 * padding
    if not banded:
        whole = (left, y, inner, h)
        return whole, whole, whole
    third = inner / 3
    first, second, last = ((left + i * third, y, third - gap, h) for i in range(3))
    return first, second, last
