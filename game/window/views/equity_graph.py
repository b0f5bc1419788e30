"""The equity graph: the equity of each range over its percentiles. Solver and odds share it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.texts import percent, text
from game.window.ui.charts.axes import Axis
from game.window.ui.charts.chart import Chart, Plot, Series
from game.window.ui.layout import Box
from game.window.ui.leaves import Picture

MIN_GRAPH = 150.0

Curve = tuple[str, Sequence[float], str]
"""The name of a range, its equity at even percentiles starting with the weakest hands, and its colour."""


def equity_graph(plot: Plot, curves: Sequence[Curve]) -> Box:
    """Return the graph. Ranges without hands are left out."""
    series = [
        Series(name, [100 * index / (len(ys) - 1) for index in range(len(ys))], ys, colour)
        for name, ys, colour in curves
        if len(ys) > 1
    ]
    title = text("common.percentile")
    chart = Chart(series, Axis(0.0, 100.0), Axis(0.0, 1.0), title, write=percent)
    return Picture(partial(plot.draw, chart=chart), MIN_GRAPH)
