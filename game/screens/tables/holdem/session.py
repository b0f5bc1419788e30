"""How a Hold'em session stands: hands, result, biggest pot, and the course of the result as a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from game.match.pots import pots
from game.match.session import HandResult
from game.screens.pen import Pen, Rect
from game.screens.texts import number

if TYPE_CHECKING:
    from game.screens.tables.holdem.screen import PlayHoldem

TITLE, ROW = 30.0, 24.0
CHART, CHART_GAP = 84.0, 14.0
LEAST_HANDS = 2  # that make a line


@dataclass(frozen=True, slots=True)
class Standing:
    """The account of the player over the finished hands: the running total in chips after each, the largest pot."""

    course: tuple[int, ...] = ()
    won: int = 0
    biggest_pot: int = 0

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return len(self.course)

    @property
    def net(self) -> int:
        """What the player has won in all."""
        return self.course[-1] if self.course else 0


class SessionPanel:
    """The account of one table's session, as far as the table has shown it."""

    def __init__(self, table: PlayHoldem) -> None:
        self._table = table
        self._seen: object = None
        self._counted: list[HandResult] = []
        self._standing = Standing()

    @property
    def standing(self) -> Standing:
        """Return the account without a hand whose end is still to be shown."""
        session = self._table.session
        seen = session.hand_number, len(session.steps), self._table.timeline.beat is not None
        if self._seen != seen:
            self._seen = seen
            self._count(self._table.shown_results)
        return self._standing

    def _count(self, results: list[HandResult]) -> None:
        """Add the hands that are new; begin again where one was taken back."""
        known, before = len(self._counted), self._standing
        if results[:known] != self._counted:
            known, before = 0, Standing()
        net = [round(result.returns[self._table.own_seat]) for result in results[known:]]
        new_pots = pots(self._table.session.spec, results, known)
        self._counted = results
        self._standing = Standing(
            (*before.course, *list(accumulate(net, initial=before.net))[1:]),
            before.won + sum(one > 0 for one in net),
            max(before.biggest_pot, *new_pots, 0),
        )

    def rows(self) -> Sequence[tuple[str, str]]:
        """Return the account in words: what, how much."""
        texts, amounts, now = self._table.texts, self._table.amounts, self.standing
        return [
            (texts("holdem.session.hands"), number(now.hands)),
            (texts("holdem.session.won"), number(now.won)),
            (texts("holdem.session.result"), amounts.signed(now.net)),
            (texts("holdem.session.biggest"), amounts.write(now.biggest_pot)),
        ]

    @property
    def height(self) -> float:
        """How much room figures and line need."""
        line = CHART + CHART_GAP if self.standing.hands >= LEAST_HANDS else 0.0
        return TITLE + ROW * len(self.rows()) + line

    def draw(self, pen: Pen, r: Rect) -> None:
        """Draw the figures, and the line once there are hands enough."""
        x, y, w, _ = r
        form = self._table.session.spec.form
        pen.caps(self._table.texts(f"holdem.session.{form}"), x, y + 10, fit=w)
        y += TITLE
        for said, figure in self.rows():
            taken = pen.text(figure, x + w, y + ROW / 2, "label_b", al="r")
            pen.text(said, x, y + ROW / 2, "label", "dim", fit=w - taken - 10)
            y += ROW
        if self.standing.hands >= LEAST_HANDS:
            self._draw_course(pen, (x, y + CHART_GAP, w, CHART))

    def _draw_course(self, pen: Pen, r: Rect) -> None:
        x, y, w, h = r
        totals = (0, *self.standing.course)
        high, low = max(totals), min(totals)
        reach = max(1, high - low)
        points = [
            (x + w * place / (len(totals) - 1), y + h * (high - total) / reach)
            for place, total in enumerate(totals)
        ]
        zero = y + h * high / reach
        pen.line(x, zero, x + w, zero)
        pen.curve(points, "brass", 2.0)
        pen.disc(*points[-1], 3.5, "brass")
