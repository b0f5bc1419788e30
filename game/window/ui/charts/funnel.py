"""A funnel: the running mean of a series with its 95 % band, which narrows as the samples come in (log axis)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.texts import written
from game.window.ui.charts.axis import counted, round_up
from game.window.ui.charts.chart import Chart, Series, Target
from game.window.ui.charts.scales import Mirrored

LEAST_HEIGHT = 56.0
MARGIN = 1.08


class FunnelPoint(NamedTuple):
    """The mean after some samples and the half-width of its interval."""

    samples: int
    mean: float
    ci95: float


def funnel(points: Sequence[FunnelPoint], last: int) -> Chart:
    """Return the course up to `last` samples, on an axis that the later half and most of its band stay within."""
    later = points[len(points) // 2 :]
    reach = round_up(max((abs(point.mean) + point.ci95 for point in later), default=1.0) * MARGIN)
    samples, means, bands = zip(*points, strict=True) if points else ((), (), ())
    course = Series("", samples, means, "brass", band=bands)
    axis = counted(last, log=True)
    return Chart([course], axis, Mirrored(reach), targets=[Target(0.0, colour="edge")], write=_with_sign)


def _with_sign(value: float) -> str:
    return f"+{written(value)}" if value > 0 else written(value)
