"""The side panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from game.match.history import pots
from game.match.session import HandResult
from game.tables.holdem.coach import Coach, closed_coach
from game.tables.holdem.review import HandReview
from game.tables.holdem.view import HoldemView
from game.tables.session_parts import SessionLuck
from game.texts import number, text
from game.window.frame.requests import Requests
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, IfRoom, Row, Space, grow, share
from game.window.ui.leaves import Ink, Line, Pair, Picture, Rule, TabRow
from game.window.ui.leaves.bands import PADDING, caps, padded, title, upright_rule
from game.window.ui.widgets import Act, Tabs, options
from game.window.ui.widgets.button import hint_button
from game.window.views import hand_log
from game.window.views.hand_log import LogStreet
from game.window.views.regions import Regions

CHART, ABOVE_CHART = 84.0, 14.0
LEAST_HANDS = 2  # that make a line


@dataclass(frozen=True, slots=True)
class SessionAccount:
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
        self._standing = SessionAccount()

    @property
    def standing(self) -> SessionAccount:
        """Return the account; a hand is counted once, and all anew where one was taken back."""
        results = list(self._shown())
        known, before = len(self._counted), self._standing
        if results == self._counted:
            return before
        if results[:known] != self._counted:
            known, before = 0, SessionAccount()
        seen = self._view.seen
        net = [round(result.returns[seen.below]) for result in results[known:]]
        new_pots = pots(seen.session.spec, results, known)
        self._counted = results
        self._standing = SessionAccount(
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


HEAD, MIDDLE, FOOT, NO_FOOT = 58.0, 32.0, 44.0, 16.0
BOTH_OPEN = 720.0  # a column higher than this shows log and coach at once
SESSION_GAP = 24.0
CLOSED_NOTE, OPEN_NOTE, BAND_NOTE = 59.0, 67.0, 69.0  # of a closed coach below the log, alone, in a band
BAND_LOG = 0.64  # of the width of a band that has a coach
BAND_TOP, BAND_COLUMNS = 14.0, 3
HAND, COACH = "hand", "coach"
FAINT = Ink("small", "faint")


@dataclass(frozen=True, slots=True)
class SideContent:
    """What the column shows: the hand as a log, its number and the total in words, and what the table waits for."""

    regions: Regions
    log: Sequence[LogStreet]
    foot: tuple[str, str]
    over: bool
    yours: bool


class HoldemSide:
    """Log, coach, review and session of one table that is `coached` or not; `hint` asks, `changed` shows anew."""

    def __init__(
        self,
        coach: Coach,
        review: HandReview,
        session: SessionPanel,
        *,
        coached: bool,
        hint: Act,
        changed: Act,
    ) -> None:
        self.coach, self.review, self.session = coach, review, session
        self._coached_table, self._changed = coached, changed
        names = (HAND, COACH) if coached else (HAND,)
        self.tabs = Tabs("tabs", text("holdem.side"), options("holdem.tabs.{}", names), HAND, self.show)
        self.hint_button = hint_button(text("table.show_hint"), hint)

    def show(self, tab: str) -> None:
        """Open the tab of log or coach."""
        self.tabs.chosen = tab
        self._changed()

    def close_coach(self) -> None:
        """Forget the hint: the position has changed."""
        self.coach.close()
        self.tabs.chosen = HAND

    # ---- how it is arranged ---------------------------------------------------------------------------------
    def compose(self, painter: Painter, shown: SideContent) -> Sequence[Box]:
        """Return the column, and the second one of a wide window."""
        self.hint_button.disabled = "" if shown.yours else text("table.not_your_move")
        if shown.regions.kind == "tall":
            review = padded(self.review.compose(BAND_COLUMNS), top=BAND_TOP, bottom=BAND_TOP)
            return (review if shown.over else self._band(shown),)
        first = self._review(shown) if shown.over else self._hand(painter, shown)
        if shown.regions.kind != "wide":
            return (first,)
        if not self._coached(shown):
            return (first, padded(self.session.compose(), top=PADDING))
        heading = title(text("holdem.tabs.coach"), height=HEAD - 2, middle=MIDDLE)
        return (first, padded(heading, *self._coach_alone(may_be_low=True)))

    def _coached(self, shown: SideContent) -> bool:
        """Whether the coach may still be asked in this hand."""
        return self._coached_table and not shown.over

    def _review(self, shown: SideContent) -> Box:
        """Return both sides of the hand that is over, and the session where there is room."""
        heading = title(text("holdem.review.title"), height=HEAD, middle=MIDDLE)
        session = self._session_below() if shown.regions.kind != "wide" else Space()
        return padded(heading, self.review.compose(), session, _foot(shown))

    def _session_below(self) -> Box:
        """Return the session at the foot of a column that has room for it."""
        if not self.session.standing.hands:
            return Space()
        half = SESSION_GAP / 2
        session = Column(Space(SESSION_GAP), Rule(height=0), Space(half), self.session.compose(), Space(half))
        return IfRoom(session, low=True).sized(grow())

    def _hand(self, painter: Painter, shown: SideContent) -> Box:
        """Return the log, and below it the coach, closed at the foot or open under the log; else the session."""
        coached, one_column = self._coached(shown), shown.regions.kind != "wide"
        tabbed = coached and one_column and shown.regions.sides[0][3] <= BOTH_OPEN
        tabs = Column(Space(10), TabRow(self.tabs), Space(6))
        if tabbed and self.tabs.chosen == COACH:
            return padded(tabs, *self._coach_alone())
        heading = title(text("holdem.this_hand"), height=HEAD, middle=MIDDLE)
        log = Picture(
            partial(hand_log.draw, streets=shown.log), hand_log.height(shown.log) if one_column else 0.0
        )
        parts: list[Box] = [Column(tabs, Space(2)) if tabbed else heading, log]
        if not one_column:
            log.sized(grow())
        elif not coached:
            parts.append(self._session_below())
        elif not self.coach.is_open:
            closed = closed_coach(self.hint_button, note=CLOSED_NOTE)
            parts += [Space(), Rule(height=0), Space(16), closed, Space(8)]
        elif not tabbed:
            heading = Line(text("holdem.tabs.coach"), "h2", height=32)
            parts += [Space(8), Rule(height=0), Space(16), heading, Space(8), self.coach.compose(), Space()]
        else:
            parts.append(Space())
        return self._footed(painter, shown, parts)

    def _footed(self, painter: Painter, shown: SideContent, parts: Sequence[Box]) -> Box:
        """Return a column whose number and total give way where everything else just fits without them."""
        width = shown.regions.sides[0][2] - 2 * PADDING
        room = shown.regions.sides[0][3] - Column(*parts).measure(painter, width)
        return padded(*parts, Space(NO_FOOT) if NO_FOOT <= room < FOOT else _foot(shown))

    def _coach_alone(self, *, note: float = OPEN_NOTE, may_be_low: bool = False) -> Sequence[Box]:
        if self.coach.is_open:
            return (self.coach.compose(may_be_low=may_be_low).sized(grow()),)
        return (closed_coach(self.hint_button, note=note), Space())

    def _band(self, shown: SideContent) -> Box:
        """Return the log in columns, the coach to its right."""
        coached = self._coached(shown)
        columns = partial(hand_log.draw_columns, streets=shown.log, count=2 if coached else 3)
        log = padded(Picture(columns).sized(grow()), top=10, bottom=10)
        if not coached:
            return log
        coach = padded(*self._coach_alone(note=BAND_NOTE, may_be_low=True), top=10)
        line = upright_rule(inset=20)
        return Row(log.sized(share(BAND_LOG)), line, coach.sized(grow()))


def _foot(shown: SideContent) -> Box:
    """Return the number of the hand with the running total."""
    return Column(Pair(*shown.foot, height=40, inks=(FAINT, FAINT)), Space(4))
