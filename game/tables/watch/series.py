"""How a watched series stands, in figures and as a funnel, and the side column with both mixes above it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from game.match.series import LEAST_CERTAIN, Account
from game.rules import games
from game.texts import number, signed, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.chart import Plot
from game.window.ui.charts.funnel import LEAST_HEIGHT, FunnelPoint, funnel
from game.window.ui.layout import Box, Column, Either, Row, Space, grow
from game.window.ui.leaves import Line, Picture, Rule
from game.window.ui.leaves.bands import PADDING, beside, padded

LEAST_FUNNEL, MOST_FUNNEL = 96.0, 220.0
GAP, UNIT_GAP, ABOVE_FUNNEL = 24.0, 10.0, 10.0
ABOVE_SIDE = 12.0
DIGITS = {games.TIC_TAC_TOE: 2, games.HOLDEM: 0}
OTHER_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Series:
    """A series of `game` that will have so many `samples`; `name` is of the lower seat, whose account it is."""

    game: str
    name: str
    account: Account
    samples: int

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out zero, after samples enough to be certain of anything."""
        account = self.account
        return account.samples >= LEAST_CERTAIN and abs(account.mean) > (account.ci95 or 0.0)


def series_box(series: Series) -> Box:
    """Return the figures, and the funnel below them where there is room."""
    return Column(_figures(series), _funnel(series).sized(grow(1, least=LEAST_FUNNEL)))


def series_beside(series: Series) -> Box:
    """Return the figures, and the funnel to the right of them."""
    beside = Column(Space(ABOVE_FUNNEL), _funnel(series).sized(grow()))
    return Row(_figures(series).sized(grow()), beside.sized(grow()), gap=GAP)


def _figures(series: Series) -> Column:
    """Return the mean with its interval, the counts, and whether it is clear already who is better."""
    account = series.account
    numbers = {"won": account.wins, "drawn": account.draws, "lost": account.losses}
    counts = text("watch.counts", **{key: number(count) for key, count in numbers.items()})
    too_few = account.samples < LEAST_CERTAIN
    certainty = "too_few" if too_few else "clear" if series.is_clear else "unclear"
    return Column(
        Space(10),
        Line(text("watch.series", name=series.name), "caps", "faint", height=16),
        Picture(partial(_draw_figure, series), 40),
        Line(counts, height=16),
        Line(text(f"watch.{certainty}"), "small", "dim", height=26),
        Space(4),
    )


def _draw_figure(series: Series, painter: Painter, rect: Rect) -> None:
    """Write the mean, and beside it the unit if there is room."""
    x, y, w, h = rect
    now, digits = series.account.now, DIGITS.get(series.game, OTHER_DIGITS)
    interval = "" if now.ci95 is None else f" ± {number(now.ci95, digits)}"
    ink = "brass" if series.is_clear else "text"
    figure = f"{signed(now.mean, digits)}{interval}"
    wide = painter.text(figure, x, y + h / 2, "strong", ink, size=24, fit=w)
    unit = text(f"watch.units.{series.account.unit.replace('/', '-')}")
    if wide + UNIT_GAP + painter.width(unit, "small") < w:
        painter.text(unit, x + w, y + h / 2 + 3, "small", "dim", al="r")


def _funnel(series: Series) -> Box:
    """Return the course of the mean within its interval, where there is one and room for it."""
    account = series.account
    course = [*account.course, account.now] if account.samples else []
    points = [FunnelPoint(one.samples, one.mean, one.ci95) for one in course if one.ci95 is not None]
    if not points:
        return Box()
    drawn = Picture(partial(Plot().draw, chart=funnel(points, series.samples))).sized(
        grow(1, most=MOST_FUNNEL)
    )
    return Either(Column(drawn), Box(), least=LEAST_HEIGHT)


def side_column(upper: Box, lower: Box, series: Box, head: Box | None = None) -> Box:
    """Return the mixes, that of the upper seat first, and the series below each other, perhaps below a head."""
    parts = (head or Box(), upper, Rule(height=0), lower, Rule(height=0), series.sized(grow()))
    return padded(*parts, top=ABOVE_SIDE, bottom=PADDING)


def side_band(upper: Box, lower: Box, series: Box) -> Box:
    """Return them side by side, for the band of a tall window."""
    return beside(upper, lower, series, gap=PADDING, top=ABOVE_SIDE)
