"""What the page of statistics is made of: a large figure, and rows of results with their intervals."""

from __future__ import annotations

from collections.abc import Mapping

from game.archive.statistics import Tally
from game.features.statistics.labels import beyond_chance, counts_in_words
from game.study.records import mean_in_words, scaled
from game.texts import signed
from game.window.ui.canvas.painter import Painter
from game.window.ui.charts.interval import Interval, draw_interval, reach_of
from game.window.ui.layout import Box, Column, Space
from game.window.ui.leaves import Figure
from game.window.ui.widgets import Rect

ROW_HEIGHT = 54.0
SCALE_HEIGHT = 26.0
NAME_SHARE = 0.34
LEAST_NAME = 250.0
FIGURE_GAP = 24.0
LEAST_PLOT = 160.0


def large_figure(words: str, unit: str, *, strong: bool) -> Box:
    """Return a figure with its unit, in brass where it is `strong`."""
    colour = "brass" if strong else "text"
    return Column(Figure(words, unit, height=38, colour=colour, unit_style="label", wraps=True), Space(10))


class ResultRows(Box):
    """Results by name below each other; where there is room, each with its interval on one scale."""

    def __init__(self, game: str, tallies: Mapping[str, Tally]) -> None:
        self._game, self._tallies = game, tallies

    def measure(self, painter: Painter, width: float) -> float:
        """The rows, and the scale below them."""
        return ROW_HEIGHT * len(self._tallies) + (SCALE_HEIGHT if self._plot(painter, width)[1] else 0.0)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the rows and the scale."""
        x, y, width, _ = rect
        left, wide = self._plot(painter, width)
        reach = reach_of(map(self._interval, self._tallies.values()))
        if wide:
            _draw_scale(painter, (x + left, y, wide, ROW_HEIGHT * len(self._tallies)), reach)
        for place, (name, tally) in enumerate(self._tallies.items()):
            middle = y + ROW_HEIGHT * (place + 0.5)
            figure, clear = mean_in_words(self._game, tally), beyond_chance(tally)
            room = (left if wide else width - painter.width(figure, "label_b")) - FIGURE_GAP
            painter.text(name, x, middle - 10, "label_b", size=16, fit=room)
            painter.text(counts_in_words(self._game, tally), x, middle + 11, "small", "dim", fit=room)
            painter.text(figure, x + width, middle, "label_b", "brass" if clear else "text", al="r")
            if wide:
                line, ink = (x + left, middle, wide), "brass" if clear else "dim"
                draw_interval(painter, line, *self._interval(tally), reach=reach, ink=ink)

    def _interval(self, tally: Tally) -> Interval:
        ci95 = None if tally.ci95 is None else scaled(self._game, tally.ci95)
        return scaled(self._game, tally.mean), ci95

    def _plot(self, painter: Painter, width: float) -> tuple[float, float]:
        """Return where the intervals begin, and how wide they are drawn; 0 where there is no room."""
        left = max(LEAST_NAME, width * NAME_SHARE)
        figures = (mean_in_words(self._game, tally) for tally in self._tallies.values())
        wide = (
            width - left - max((painter.width(one, "label_b") for one in figures), default=0.0) - FIGURE_GAP
        )
        return (left, wide) if wide >= LEAST_PLOT else (0.0, 0.0)


def _draw_scale(painter: Painter, area: Rect, reach: float) -> None:
    x, y, wide, high = area
    digits = 0 if reach >= 10 else 1 if reach >= 1 else 2
    for share, value, align in ((0.0, -reach, "l"), (0.5, 0.0, "c"), (1.0, reach, "r")):
        at = x + wide * share
        painter.line(at, y, at, y + high, "edge" if share == 0.5 else "line")
        written = signed(value, digits) if value else "0"
        painter.text(written, at, y + high + 14, "small", "faint", al=align)  # type: ignore[arg-type]
