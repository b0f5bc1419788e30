"""How a watched series stands: the mean with its interval, in figures and as a funnel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.match.series import LEAST_CERTAIN
from game.rules import games
from game.screens.pen import Pen, Rect
from game.screens.texts import number, signed
from game.screens.views import funnel
from game.screens.views.funnel import FunnelPicture, FunnelPoint

if TYPE_CHECKING:
    from game.screens.tables.watch.screen import Watch

HEAD = 112.0
LEAST_FUNNEL, MOST_FUNNEL = 96.0, 220.0
GAP = 24.0
DIGITS = {games.TIC_TAC_TOE: 2, games.HOLDEM: 0}
OTHER_DIGITS = 3
TICKS = (1, 10, 100, 1_000, 10_000)


class SeriesPanel:
    """What the lower seat wins."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def figure(self) -> str:
        """Return the mean of the lower seat with its interval."""
        now = self._watch.account.now
        ci95 = "" if now.ci95 is None else f" ± {self._written(now.ci95)}"
        return f"{signed(now.mean, self._digits)}{ci95}"

    def draw(self, pen: Pen, r: Rect) -> None:
        """Draw the figures, and the funnel below them where there is room."""
        x, y, w, h = r
        self._draw_figures(pen, r)
        self._draw_funnel(pen, (x, y + HEAD, w, min(MOST_FUNNEL, h - HEAD)))

    def draw_beside(self, pen: Pen, r: Rect) -> None:
        """Draw the funnel to the right of the figures."""
        x, y, w, h = r
        half = (w - GAP) / 2
        self._draw_figures(pen, (x, y, half, h))
        self._draw_funnel(pen, (x + half + GAP, y + 10, half, min(MOST_FUNNEL, h - 10)))

    def _draw_funnel(self, pen: Pen, r: Rect) -> None:
        """Draw the funnel where there is room for it, and an interval to be drawn."""
        picture = self._funnel()
        if picture.points and r[3] >= funnel.LEAST_HEIGHT:
            funnel.draw(pen, r, picture)

    def _draw_figures(self, pen: Pen, r: Rect) -> None:
        x, y, w, _ = r
        watch, texts, account = self._watch, self._watch.texts, self._watch.account
        caps = texts("watch.series", name=watch.name_of(0))
        pen.caps(caps, x, y + 18, fit=w)
        clear = self._enough and abs(account.mean) > (account.ci95 or 0.0)
        wide = pen.text(self.figure(), x, y + 46, "strong", "brass" if clear else "text", size=24, fit=w)
        unit = texts(f"watch.units.{account.unit.replace('/', '-')}")
        if wide + 10 + pen.width(unit, "small") < w:
            pen.text(unit, x + w, y + 49, "small", "dim", al="r")
        counts = {"won": account.wins, "drawn": account.draws, "lost": account.losses}
        counted = texts("watch.counts", **{key: number(count) for key, count in counts.items()})
        pen.text(counted, x, y + 74, "label", fit=w)
        pen.text(self._certainty(clear=clear), x, y + 95, "small", "dim", fit=w)

    def _certainty(self, *, clear: bool) -> str:
        texts = self._watch.texts
        if not self._enough:
            return texts("watch.too_few")
        return texts("watch.clear" if clear else "watch.unclear")

    @property
    def _enough(self) -> bool:
        """Whether there are samples enough to be certain of anything."""
        return self._watch.account.samples >= LEAST_CERTAIN

    def _funnel(self) -> FunnelPicture:
        account, last = self._watch.account, self._watch.samples
        course = [*account.course, account.now] if account.samples else []
        points = [FunnelPoint(one.samples, one.mean, one.ci95) for one in course if one.ci95 is not None]
        reach = funnel.reach_of(points)
        digits = 0 if reach >= 10 else 1 if reach >= 1 else 2 if reach >= 0.1 else 3
        ticks = [(tick, number(tick)) for tick in TICKS if tick <= last]
        return FunnelPicture(points, reach, signed(reach, digits), signed(-reach, digits), ticks, last)

    @property
    def _digits(self) -> int:
        return DIGITS.get(self._watch.game, OTHER_DIGITS)

    def _written(self, value: float) -> str:
        return number(value, self._digits)
