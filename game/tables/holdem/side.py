"""The side panel of Hold'em: the log, the coach, the review of a hand and the results of the session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from game.match.phh import pots
from game.match.session import HandResult
from game.study.amounts import Written
from game.tables.holdem.bet_panel import BetPanel
from game.tables.holdem.coach import Coach, closed_coach
from game.tables.holdem.streets import HandReview
from game.tables.holdem.view import HoldemView
from game.tables.parts import TablePart
from game.tables.play import PlayScreen
from game.tables.record import SessionLuck, SessionRecord
from game.texts import number, text
from game.window.frame.actions import BoundAction
from game.window.frame.requests import Requests
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, IfRoom, Row, Space, grow, share
from game.window.ui.leaves import Ink, Line, Pair, Picture, Rule, TabRow, Words
from game.window.ui.leaves.bands import PADDING, caps, padded, title, upright_rule
from game.window.ui.widgets import Tabs, options
from game.window.views import hand_log

CHART, ABOVE_CHART = 84.0, 14.0
MIN_HANDS = 2  # minimum number of hands for the chart


@dataclass(frozen=True, slots=True)
class SessionAccount:
    """The results of the finished hands: the running total in chips after each hand, and the largest pot."""

    course: tuple[int, ...] = ()
    won: int = 0
    biggest_pot: int = 0

    @property
    def hands(self) -> int:
        return len(self.course)

    @property
    def net(self) -> int:
        return self.course[-1] if self.course else 0


class SessionPanel:
    """The panel of results at one table, over the hands whose animation has ended."""

    def __init__(self, view: HoldemView, record: SessionRecord, requests: Requests) -> None:
        self._view, self._record = view, record
        session = view.seen.session
        self._luck = SessionLuck(session.spec, requests, session.laid_hand)
        self._results: list[HandResult] = []
        self._standing = SessionAccount()

    @property
    def standing(self) -> SessionAccount:
        """The results. Hands since the last access are added. After an undo, all hands are counted again."""
        results = list(self._record.shown_results)
        known, before = len(self._results), self._standing
        if results == self._results:
            return before
        if results[:known] != self._results:
            known, before = 0, SessionAccount()
        seen = self._view.seen
        net = [round(result.returns[seen.below]) for result in results[known:]]
        new_pots = pots(seen.session.spec, results, known)
        self._results = results
        self._standing = SessionAccount(
            (*before.course, *list(accumulate(net, initial=before.net))[1:]),
            before.won + sum(one > 0 for one in net),
            max(before.biggest_pot, *new_pots, 0),
        )
        return self._standing

    def rows(self) -> Sequence[tuple[str, str]]:
        """Return the results as pairs of a label and a figure."""
        amounts, now = self._view.amounts, self.standing
        return [
            (text("holdem.session.hands"), number(now.hands)),
            (text("holdem.session.won"), number(now.won)),
            (text("holdem.session.result"), amounts.signed(now.net)),
            *self.luck(),
            (text("holdem.session.biggest"), amounts.write(now.biggest_pot)),
        ]

    def luck(self, first: int = 0) -> Written:
        in_blinds = self._view.amounts.in_blinds
        return self._luck.rows(self._record.shown_results, in_blinds=in_blinds, first=first)

    def compose(self) -> Box:
        """Return the figures, and the chart of the total once there are enough hands."""
        heading = caps(text(f"holdem.session.{self._view.seen.session.spec.form}"), above=10.0, below=20.0)
        course = Column(Space(ABOVE_CHART), Picture(partial(_draw_course, self.standing.course), CHART))
        line = course.when(self.standing.hands >= MIN_HANDS)
        return Column(heading, *(Pair(said, figure) for said, figure in self.rows()), line)


def _draw_course(course: Sequence[int], painter: Painter, rect: Rect) -> None:
    x, y, w, h = rect
    totals = (0, *course)
    high, low = max(totals), min(totals)
    reach = max(1, high - low)
    points = [
        (x + w * index / (len(totals) - 1), y + h * (high - total) / reach)
        for index, total in enumerate(totals)
    ]
    zero = y + h * high / reach
    painter.line(x, zero, x + w, zero)
    painter.curve(points, "info", 2.0)
    painter.disc(*points[-1], 3.5, "info")


HEAD, MIDDLE, NO_FOOT = 58.0, 32.0, 8.0
BOTH_OPEN = 860.0  # a higher column shows log and coach at once
SESSION_GAP = 24.0
CLOSED_NOTE, OPEN_NOTE, BAND_NOTE = 59.0, 67.0, 69.0  # dp of a closed coach: below the log, alone, in a band
BAND_LOG = 0.64  # share of a band with a coach
BAND_TOP, BAND_COLUMNS = 14.0, 3
HAND, COACH = "hand", "coach"
FAINT = Ink("small", "faint")


class HoldemSide(TablePart):
    """The log, the coach, the review and the results of one table.

    There is only a coach if the table allows hints.
    """

    def __init__(
        self,
        table: PlayScreen,
        view: HoldemView,
        ask_coach: BoundAction[[]],
        panel: BetPanel,
    ) -> None:
        """Create the parts of the side panel. A click on a bet in the coach chooses its amount in `panel`."""
        self._table, self._view, self._ask_coach = table, view, ask_coach
        self.coach = Coach(view, table.app, table.requests, table.known_opponent, panel)
        self.review = HandReview(
            view, table.requests, table.app.models.preparation, table.grades, table.retry.button
        )
        self.session = SessionPanel(view, table.record, table.requests)
        names = (HAND, COACH) if table.teaching else (HAND,)
        self._log_height = 0.0  # when the column was last scrolled to the newest entry
        self.tabs = Tabs("tabs", text("holdem.side"), options("holdem.tabs.{}", names), HAND, self.show)

    def show(self, tab: str) -> None:
        """Open the log at its newest entry, or the coach at its top. `tab` is the name of the tab."""
        self.tabs.chosen = tab
        self._table.side_scroll.offset = 0.0
        self._log_height = 0.0
        self._table.relayout()

    # ---- events ---------------------------------------------------------------------------------------------
    def update(self, dt: float) -> bool:
        """Request the equities after a finished hand, and the data for an open coach."""
        self.review.follow()
        self.coach.follow()
        return False

    def on_change(self) -> None:
        self.coach.close()
        self.tabs.chosen = HAND

    def on_phase(self, phase: str, before: str) -> None:
        if phase == "over":
            self._table.side_scroll.offset = 0.0

    # ---- layout ---------------------------------------------------------------------------------------------
    @property
    def _shows_review(self) -> bool:
        return self._table.phase == "over" and not self._table.stays_closed

    def compose(self) -> Sequence[Box]:
        """Return the boxes of the column and, in a wide window, of a second column."""
        kind = self._table.regions.kind
        if kind == "tall":
            review = padded(self.review.compose(BAND_COLUMNS), top=BAND_TOP, bottom=BAND_TOP)
            return (review if self._shows_review else self._band(),)
        if self._shows_review:
            heading = title(text("holdem.review.title"), height=HEAD, middle=MIDDLE)
            session = self._session_below() if kind != "wide" else Box()
            first = padded(heading, self.review.compose(), Space(), session, bottom=NO_FOOT)
        else:
            first = self._hand()
        if kind != "wide":
            return (first,)
        if not self._is_coached:
            return (first, padded(self.session.compose(), top=PADDING))
        heading = title(text("holdem.tabs.coach"), height=HEAD - 2, middle=MIDDLE)
        return (first, padded(heading, *self._coach_alone(may_be_low=True)))

    @property
    def _is_coached(self) -> bool:
        return self._table.teaching and not self._shows_review

    @property
    def _is_tabbed(self) -> bool:
        """Whether log and coach are tabs in the same place, because the only column is too low for both."""
        regions = self._table.regions
        return self._is_coached and regions.kind != "wide" and regions.sides[0][3] <= BOTH_OPEN

    def _session_below(self) -> Box:
        """Return the panel of results at the end of the column, once a hand is finished."""
        half, rule = SESSION_GAP / 2, Rule(height=0)
        session = Column(Space(SESSION_GAP), rule, Space(half), self.session.compose(), Space(half))
        return session.when(self.session.standing.hands)

    def _hand(self) -> Box:
        """Return the log, and below the log either the coach or the results.

        The coach is shown if it is open. A closed coach is at the foot of the column.
        """
        coached, one_column, tabbed = self._is_coached, self._table.regions.kind != "wide", self._is_tabbed
        tabs = Column(Space(10), TabRow(self.tabs), Space(6))
        if tabbed and self.tabs.chosen == COACH:
            return padded(tabs, *self._coach_alone())
        heading = title(text("holdem.this_hand"), height=HEAD, middle=MIDDLE)
        streets = self._view.words.log()
        height = hand_log.height(streets)
        if one_column and height != self._log_height:
            self._log_height = height
            if tabbed or not self.coach.is_open:  # an open coach lies below the log
                self._table.side_scroll.to_end()
        log = Picture(partial(hand_log.draw, streets=streets), height if one_column else 0.0)
        note = Words(self._table.note, "small", "dim", 10.0).when(self._table.note)
        parts: list[Box] = [Column(tabs, Space(2)) if tabbed else heading, note, log]
        if not one_column:
            log.sized(grow())
        elif not coached:
            parts.append(IfRoom(self._session_below(), low=True).sized(grow()))
        elif self.coach.is_open and not tabbed:
            heading = Line(text("holdem.tabs.coach"), "h2", height=32)
            parts += [Space(8), Rule(height=0), Space(16), heading, Space(8), self.coach.compose(), Space()]
        else:
            parts.append(Space())
        return padded(*parts, bottom=NO_FOOT)

    def foot(self) -> Box:
        """Return the bottom of a column: the closed coach, the number of the hand, and the running total."""
        is_coach = self.tabs.chosen == COACH and not self._shows_review
        if self._table.regions.kind == "tall" or (self._is_tabbed and is_coach):
            return Box()
        hand = text("table.hand_number", number=self._table.session.hand_number)
        total = self._view.amounts.signed(round(self._table.shown_total(self._table.below)))
        foot = Pair(hand, text("holdem.total", amount=total), height=40, inks=(FAINT, FAINT))
        is_offered = self._is_coached and self._table.regions.kind != "wide" and not self.coach.is_open
        closed = closed_coach(self._ask_coach.button, note=CLOSED_NOTE)
        coach = Column(Rule(height=0), Space(16), closed, Space(8)).when(is_offered)
        return padded(coach, Rule(height=0), foot, bottom=4)

    def _coach_alone(self, *, note: float = OPEN_NOTE, may_be_low: bool = False) -> Sequence[Box]:
        if self.coach.is_open:
            return (self.coach.compose(may_be_low=may_be_low).sized(grow()),)
        return (closed_coach(self._ask_coach.button, note=note), Space())

    def _band(self) -> Box:
        """Return the panel of a narrow window: the log in columns, with the coach to the right."""
        coached, streets = self._is_coached, self._view.words.log()
        columns = partial(hand_log.draw_columns, streets=streets, count=2 if coached else 3)
        log = padded(Picture(columns).sized(grow()), top=10, bottom=10)
        if not coached:
            return log
        coach = padded(*self._coach_alone(note=BAND_NOTE, may_be_low=True), top=10)
        line = upright_rule(inset=20)
        return Row(log.sized(share(BAND_LOG)), line, coach.sized(grow()))
