"""How a watched series stands, in figures and as a funnel, and the side column with both mixes above it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from game.match.series import LEAST_CERTAIN, Account
from game.rules import games
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.charts.chart import Chart, Plot
from game.screens.ui.charts.funnel import LEAST_HEIGHT, FunnelPoint, funnel
from game.screens.ui.layout import Box, Column, Either, Row, Space, grow
from game.screens.ui.leaves import Line, Picture, Rule
from game.screens.ui.leaves.bands import PADDING, beside, padded
from game.screens.ui.texts import number, signed, text

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
    def figure(self) -> str:
        """The mean with its interval."""
        now = self.account.now
        ci95 = "" if now.ci95 is None else f" ± {number(now.ci95, self._digits)}"
        return f"{signed(now.mean, self._digits)}{ci95}"

    @property
    def unit(self) -> str:
        """What the mean is counted in."""
        return text(f"watch.units.{self.account.unit.replace('/', '-')}")

    @property
    def counts(self) -> str:
        """How many were won, drawn and lost."""
        account = self.account
        counts = {"won": account.wins, "drawn": account.draws, "lost": account.losses}
        return text("watch.counts", **{key: number(count) for key, count in counts.items()})

    @property
    def certainty(self) -> str:
        """Whether it is clear already who is better."""
        if self.account.samples < LEAST_CERTAIN:
            return text("watch.too_few")
        return text("watch.clear" if self.is_clear else "watch.unclear")

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out zero, after samples enough to be certain of anything."""
        account = self.account
        return account.samples >= LEAST_CERTAIN and abs(account.mean) > (account.ci95 or 0.0)

    @property
    def course(self) -> Chart | None:
        """The course of the mean within its interval, where there is one."""
        account = self.account
        course = [*account.course, account.now] if account.samples else []
        points = [FunnelPoint(one.samples, one.mean, one.ci95) for one in course if one.ci95 is not None]
        return funnel(points, self.samples) if points else None

    @property
    def _digits(self) -> int:
        return DIGITS.get(self.game, OTHER_DIGITS)


def series_box(series: Series) -> Box:
    """Return the figures, and the funnel below them where there is room."""
    return Column(_figures(series), _funnel(series).sized(grow(1, least=LEAST_FUNNEL)))


def series_beside(series: Series) -> Box:
    """Return the figures, and the funnel to the right of them."""
    beside = Column(Space(ABOVE_FUNNEL), _funnel(series).sized(grow()))
    return Row(_figures(series).sized(grow()), beside.sized(grow()), gap=GAP)


def _figures(series: Series) -> Column:
    return Column(
        Space(10),
        Line(text("watch.series", name=series.name), "caps", "faint", height=16),
        Picture(partial(_draw_figure, series), 40),
        Line(series.counts, height=16),
        Line(series.certainty, "small", "dim", height=26),
        Space(4),
    )


def _draw_figure(series: Series, painter: Painter, rect: Rect) -> None:
    """Write the mean, and beside it what it is counted in where there is room."""
    x, y, w, h = rect
    ink = "brass" if series.is_clear else "text"
    wide = painter.text(series.figure, x, y + h / 2, "strong", ink, size=24, fit=w)
    if wide + UNIT_GAP + painter.width(series.unit, "small") < w:
        painter.text(series.unit, x + w, y + h / 2 + 3, "small", "dim", al="r")


def _funnel(series: Series) -> Box:
    """Return the funnel where there is room for it, and an interval to be drawn."""
    course = series.course
    if course is None:
        return Box()
    drawn = Picture(partial(Plot().draw, chart=course)).sized(grow(1, most=MOST_FUNNEL))
    return Either(Column(drawn), Box(), least=LEAST_HEIGHT)


def side_column(upper: Box, lower: Box, series: Box, head: Box | None = None) -> Box:
    """Return the mixes, that of the upper seat first, and the series below each other, perhaps below a head."""
    parts = (head or Box(), upper, Rule(height=0), lower, Rule(height=0), series.sized(grow()))
    return padded(*parts, top=ABOVE_SIDE, bottom=PADDING)


def side_band(upper: Box, lower: Box, series: Box) -> Box:
    """Return them side by side, for the band of a tall window."""
    return beside(upper, lower, series, gap=PADDING, top=ABOVE_SIDE)
