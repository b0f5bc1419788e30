"""What the page of statistics is made of: a figure, and rows of results with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.screens.ui.canvas.painter import Painter
from game.screens.ui.charts.axis import round_up
from game.screens.ui.charts.interval import draw_interval
from game.screens.ui.layout import Box
from game.screens.ui.texts import signed
from game.screens.ui.widgets import Rect

FIGURE_SIZE = 30.0
FIGURE_HEIGHT = 48.0
ROW_HEIGHT = 54.0
SCALE_HEIGHT = 26.0
NAME_SHARE = 0.34
LEAST_NAME = 250.0
FIGURE_GAP = 24.0
LEAST_PLOT = 160.0


@dataclass
class Figure(Box):
    """A large figure and its unit beside it, or below it where the column is narrow."""

    words: str
    unit: str
    strong: bool = False

    def measure(self, painter: Painter, width: float) -> float:
        """One line, or two."""
        return FIGURE_HEIGHT if self._fits(painter, width) else FIGURE_HEIGHT + 18

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Write both."""
        x, y, width, _ = rect
        ink = "brass" if self.strong else "text"
        wide = painter.text(self.words, x, y + 19, "strong", ink, size=FIGURE_SIZE, fit=width)
        if self._fits(painter, width):
            painter.text(self.unit, x + wide + 12, y + 23, "label", "dim")
        else:
            painter.text(self.unit, x, y + 46, "label", "dim", fit=width)

    def _fits(self, painter: Painter, width: float) -> bool:
        return (
            painter.width(self.words, "strong", FIGURE_SIZE) + 12 + painter.width(self.unit, "label") <= width
        )


@dataclass(frozen=True, slots=True)
class ResultRow:
    """Results against somebody: a name, the counts, the figure in words, and mean and interval to be drawn."""

    name: str
    counts: str
    figure: str
    mean: float
    ci95: float | None
    clear: bool


@dataclass
class ResultRows(Box):
    """Rows of results below each other; where there is room, each with its interval on one scale."""

    rows: Sequence[ResultRow]

    def measure(self, painter: Painter, width: float) -> float:
        """The rows, and the scale below them."""
        return ROW_HEIGHT * len(self.rows) + (SCALE_HEIGHT if self._plot(painter, width)[1] else 0.0)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the rows and the scale."""
        x, y, width, _ = rect
        left, wide = self._plot(painter, width)
        reach = reach_of(self.rows)
        if wide:
            self._draw_scale(painter, (x + left, y, wide, ROW_HEIGHT * len(self.rows)), reach)
        for place, row in enumerate(self.rows):
            middle = y + ROW_HEIGHT * (place + 0.5)
            figure = painter.width(row.figure, "label_b")
            room = (left if wide else width - figure) - FIGURE_GAP
            painter.text(row.name, x, middle - 10, "label_b", size=16, fit=room)
            painter.text(row.counts, x, middle + 11, "small", "dim", fit=room)
            painter.text(row.figure, x + width, middle, "label_b", "brass" if row.clear else "text", al="r")
            if wide:
                ink = "brass" if row.clear else "dim"
                draw_interval(painter, (x + left, middle, wide), row.mean, row.ci95, reach=reach, ink=ink)

    def _plot(self, painter: Painter, width: float) -> tuple[float, float]:
        """Return where the intervals begin, and how wide they are drawn; 0 where there is no room."""
        left = max(LEAST_NAME, width * NAME_SHARE)
        figures = max((painter.width(row.figure, "label_b") for row in self.rows), default=0.0)
        wide = width - left - figures - FIGURE_GAP
        return (left, wide) if wide >= LEAST_PLOT else (0.0, 0.0)

    def _draw_scale(self, painter: Painter, area: Rect, reach: float) -> None:
        x, y, wide, high = area
        digits = 0 if reach >= 10 else 1 if reach >= 1 else 2
        for share, value, align in ((0.0, -reach, "l"), (0.5, 0.0, "c"), (1.0, reach, "r")):
            at = x + wide * share
            painter.line(at, y, at, y + high, "edge" if share == 0.5 else "line")
            written = signed(value, digits) if value else "0"
            painter.text(written, at, y + high + 14, "small", "faint", al=align)  # type: ignore[arg-type]


def reach_of(rows: Sequence[ResultRow]) -> float:
    """Return a round figure that holds every mean and the narrowest interval; wider ones run over the edge."""
    means = max((abs(row.mean) for row in rows), default=0.0)
    narrowest = min((abs(row.mean) + row.ci95 for row in rows if row.ci95 is not None), default=0.0)
    most = max(means * 1.1, narrowest)
    return round_up(most)
