"""How a Hold'em session stands: hands, result, biggest pot, and the course of the result as a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from game.match.pots import pots
from game.match.session import HandResult
from game.tables.holdem.view import HoldemView
from game.tables.session_luck import SessionLuck
from game.texts import number, text
from game.window.frame.requests import Requests
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Space
from game.window.ui.leaves import Pair, Picture
from game.window.ui.leaves.bands import caps

CHART, ABOVE_CHART = 84.0, 14.0
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
    """The account of one table's session over the hands that `shown` returns."""

    def __init__(
        self, view: HoldemView, shown: Callable[[], Sequence[HandResult]], requests: Requests
    ) -> None:
        self._view, self._shown = view, shown
        session = view.seen.session
        self._luck = SessionLuck(session.spec, requests, session.laid_hand)
        self._counted: list[HandResult] = []
        self._standing = Standing()

    @property
    def standing(self) -> Standing:
        """Return the account; a hand is counted once, and all anew where one was taken back."""
        results = list(self._shown())
        known, before = len(self._counted), self._standing
        if results == self._counted:
            return before
        if results[:known] != self._counted:
            known, before = 0, Standing()
        seen = self._view.seen
        net = [round(result.returns[seen.below]) for result in results[known:]]
        new_pots = pots(seen.session.spec, results, known)
        self._counted = results
        self._standing = Standing(
            (*before.course, *list(accumulate(net, initial=before.net))[1:]),
            before.won + sum(one > 0 for one in net),
            max(before.biggest_pot, *new_pots, 0),
        )
        return self._standing

    def rows(self) -> Sequence[tuple[str, str]]:
        """Return the account in words: what, how much."""
        amounts, now = self._view.amounts, self.standing
        return [
            (text("holdem.session.hands"), number(now.hands)),
            (text("holdem.session.won"), number(now.won)),
            (text("holdem.session.result"), amounts.signed(now.net)),
            *self._luck.rows(self._shown(), in_blinds=amounts.in_blinds),
            (text("holdem.session.biggest"), amounts.write(now.biggest_pot)),
        ]

    def compose(self) -> Box:
        """Return the figures, and the line once there are hands enough."""
        heading = caps(text(f"holdem.session.{self._view.seen.session.spec.form}"), above=10.0, below=20.0)
        course = Column(Space(ABOVE_CHART), Picture(partial(_draw_course, self.standing.course), CHART))
        line = course.when(self.standing.hands >= LEAST_HANDS)
        return Column(heading, *(Pair(said, figure) for said, figure in self.rows()), line)


def _draw_course(course: Sequence[int], painter: Painter, rect: Rect) -> None:
    x, y, w, h = rect
    totals = (0, *course)
    high, low = max(totals), min(totals)
    reach = max(1, high - low)
    points = [
        (x + w * place / (len(totals) - 1), y + h * (high - total) / reach)
        for place, total in enumerate(totals)
    ]
    zero = y + h * high / reach
    painter.line(x, zero, x + w, zero)
    painter.curve(points, "brass", 2.0)
    painter.disc(*points[-1], 3.5, "brass")
