"""The side column of the watching screen: what each side mixes, the die that chose, and how the series stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from game.core import CHANCE, Action, Decision, Seat, State
from game.rules import games
from game.screens.pen import Pen, Rect
from game.screens.tables.die import die_of
from game.screens.texts import number, percent, signed
from game.screens.views import funnel, mix
from game.screens.views.funnel import FunnelPicture, FunnelPoint
from game.screens.views.mix import MixRow

if TYPE_CHECKING:
    from game.screens.watch import Watch

PADDING = 20.0
MOST_ROWS = 4
ROW = 25.0
MIX_HEAD = 56.0
MIX_HEIGHT = MIX_HEAD + MOST_ROWS * ROW + 10
SERIES_HEAD = 112.0
LEAST_FUNNEL, MOST_FUNNEL = 96.0, 220.0
LABEL_SHARE, MOST_LABEL = 0.48, 136.0
DIGITS = {games.TIC_TAC_TOE: 2, games.HOLDEM: 0}
OTHER_DIGITS = 3
TICKS = (1, 10, 100, 1_000, 10_000)


@dataclass(frozen=True, slots=True)
class Mixed:
    """A decision and the state in which it falls; `made` once it has been played."""

    before: State
    decision: Decision
    made: bool


class WatchSide:
    """Two mixes, the one of the upper seat first, and the series."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def needs(self) -> float:
        """Return the height that all of it needs in a column."""
        if self._watch.regions.kind == "tall":
            return 0.0
        return 2 * MIX_HEIGHT + SERIES_HEAD + LEAST_FUNNEL + 2 * PADDING

    def draw(self, pen: Pen, area: Rect) -> None:
        """Draw it below each other, or side by side in the band of a tall window."""
        x, y, w, h = area
        if self._watch.regions.kind == "tall":
            third = (w - 4 * PADDING) / 3
            places = [(x + PADDING + place * (third + PADDING), y + 12, third, h - 24) for place in range(3)]
        else:
            inner, top = w - 2 * PADDING, y + PADDING - 8
            rest = y + h - PADDING - (top + 2 * MIX_HEIGHT)
            places = [
                (x + PADDING, top, inner, MIX_HEIGHT),
                (x + PADDING, top + MIX_HEIGHT, inner, MIX_HEIGHT),
                (x + PADDING, top + 2 * MIX_HEIGHT, inner, rest),
            ]
            for left, line, wide, _ in places[1:]:
                pen.line(left, line, left + wide, line)
        self._draw_mix(pen, places[0], 1)
        self._draw_mix(pen, places[1], 0)
        self._draw_series(pen, places[2])

    # ---- the mixes ------------------------------------------------------------------------------------------
    def mixed(self, seat: Seat) -> Mixed | None:
        """Return the decision of a seat now, or its last one of this hand that the table has shown."""
        watch, session = self._watch, self._watch.session
        deciding = session.seat_to_act == seat and watch.timeline.beat is None
        if deciding and watch.thinking.decision is not None:
            return Mixed(session.state, watch.thinking.decision, made=False)
        states = [watch.first_state(), *(step.state for step in session.steps)]
        for (before, _), step in reversed(list(zip(pairwise(states), watch.shown_steps, strict=False))):
            if step.player != CHANCE and session.seat_of(step.player) == seat and step.decision is not None:
                return Mixed(before, step.decision, made=True)
        return None

    def _draw_mix(self, pen: Pen, r: Rect, seat: Seat) -> None:
        x, y, w, _ = r
        watch, texts = self._watch, self._watch.texts
        role = watch.spectacle.role(seat)
        taken = pen.text(watch.name_of(seat), x, y + 20, "strong", fit=w * 0.62)
        pen.text(role, x + w, y + 20, "small", "dim", al="r", fit=w - taken - 12)
        mixed = self.mixed(seat)
        if mixed is None:
            pen.text(texts("watch.no_mix"), x, y + 43, "small", "faint", fit=w)
            return
        said = pen.text(texts("watch.last_mix" if mixed.made else "watch.thinks"), x, y + 43, "small", "dim")
        die = die_of(mixed.decision)
        if die is not None and mixed.made:
            rolled = texts("watch.rolled", number=number(die.number), sides=number(die.sides))
            pen.text(rolled, x + w, y + 43, "small", "dim", al="r", fit=w - said - 12)
        rows = [self._row(mixed, action) for action in _likeliest(mixed.decision)]
        label = min(MOST_LABEL, w * LABEL_SHARE)
        mix.draw_rows(pen, x, y + MIX_HEAD + ROW / 2, w, rows, label_width=label, pitch=ROW)

    def _row(self, mixed: Mixed, action: Action) -> MixRow:
        spectacle = self._watch.spectacle
        share = mixed.decision.strategy[action]
        chosen = mixed.made and action == mixed.decision.action
        return MixRow(
            spectacle.called(mixed.before, action),
            share,
            percent(share),
            spectacle.pattern(action),
            "brass" if chosen else "dim",
            chosen=chosen,
        )

    # ---- the series -----------------------------------------------------------------------------------------
    def figure(self) -> str:
        """Return the mean of the lower seat with its interval."""
        now = self._watch.account.now
        ci95 = "" if now.ci95 is None else f" ± {self._written(now.ci95)}"
        return f"{signed(now.mean, self._digits)}{ci95}"

    def _draw_series(self, pen: Pen, r: Rect) -> None:
        x, y, w, h = r
        watch, texts, account = self._watch, self._watch.texts, self._watch.account
        caps = texts("watch.series", name=watch.name_of(0))
        pen.caps(caps, x, y + 18, fit=w)
        clear = account.ci95 is not None and abs(account.mean) > account.ci95
        wide = pen.text(self.figure(), x, y + 46, "strong", "brass" if clear else "text", size=24, fit=w)
        unit = texts(f"watch.units.{account.unit.replace('/', '-')}")
        if wide + 10 + pen.width(unit, "small") < w:
            pen.text(unit, x + w, y + 49, "small", "dim", al="r")
        counts = {"won": account.wins, "drawn": account.draws, "lost": account.losses}
        counted = texts("watch.counts", **{key: number(count) for key, count in counts.items()})
        pen.text(counted, x, y + 74, "label", fit=w)
        pen.text(self._certainty(clear=clear), x, y + 95, "small", "dim", fit=w)
        height = min(MOST_FUNNEL, h - SERIES_HEAD)
        if height >= funnel.LEAST_HEIGHT:
            funnel.draw(pen, (x, y + SERIES_HEAD, w, height), self._funnel())

    def _certainty(self, *, clear: bool) -> str:
        texts, account = self._watch.texts, self._watch.account
        if account.ci95 is None:
            return texts("watch.too_few")
        return texts("watch.clear" if clear else "watch.unclear")

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


def _likeliest(decision: Decision) -> Sequence[Action]:
    """Return the actions with the largest shares, the chosen one among them, in the agent's own order."""
    shares = decision.strategy
    ranked = sorted(shares, key=lambda action: (action != decision.action, -shares[action]))[:MOST_ROWS]
    return [
        action for action in shares if action in ranked and (shares[action] > 0 or len(shares) <= MOST_ROWS)
    ]
