"""A series between two agents: its hands, its results, and the panels that show them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from game.core import Decision
from game.match.series import MIN_CERTAIN_SAMPLES, Account, HandBatch, SeriesPoint
from game.match.session import HandResult
from game.request import Refusal
from game.rules import games
from game.study.play import PlayHands
from game.tables.parts import TablePart
from game.tables.spectator import REST_SECONDS, Spectator
from game.texts import number, signed, text, with_interval
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.chart import Plot
from game.window.ui.charts.spread import MIN_HEIGHT, FunnelPoint, funnel
from game.window.ui.layout import Box, Column, Either, Row, Space, grow
from game.window.ui.leaves import Line, Picture, Rule
from game.window.ui.leaves.bands import PADDING, beside, padded

MIN_FUNNEL, MAX_FUNNEL = 70.0, 220.0
GAP, UNIT_GAP, ABOVE_FUNNEL = 24.0, 10.0, 10.0
ABOVE_SIDE = 12.0
DIGITS = {games.TIC_TAC_TOE: 2, games.HOLDEM: 1}
OTHER_DIGITS = 3
MBB_PER_BB_100 = 10  # mbb a hand in 1 bb/100


@dataclass(frozen=True, slots=True)
class WatchedSeries:
    """The results of a series of `game` with `samples` planned samples.

    `name` is the agent in the lower seat.
    """

    game: str
    name: str
    account: Account
    samples: int

    @property
    def unit(self) -> str:
        """The shown unit of the mean. In Hold'em it is bb/100, as in the statistics."""
        if self.game == games.HOLDEM:
            return text("statistics.units.holdem")
        return text(f"watch.units.{self.account.unit.replace('/', '-')}")

    def convert(self, point: SeriesPoint) -> SeriesPoint:
        """Return a point of the series in the shown unit, which is bb/100 in Hold'em."""
        if self.game != games.HOLDEM:
            return point
        ci95 = None if point.ci95 is None else point.ci95 / MBB_PER_BB_100
        return SeriesPoint(point.samples, point.mean / MBB_PER_BB_100, ci95)

    @property
    def is_clear(self) -> bool:
        account = self.account
        return account.samples >= MIN_CERTAIN_SAMPLES and abs(account.mean) > (account.ci95 or 0.0)


def series_box(series: WatchedSeries) -> Box:
    return Column(_figures(series), _funnel(series).sized(grow(1, least=MIN_FUNNEL)))


def series_beside(series: WatchedSeries) -> Box:
    beside = Column(Space(ABOVE_FUNNEL), _funnel(series).sized(grow()))
    return Row(_figures(series).sized(grow()), beside.sized(grow()), gap=GAP)


def _figures(series: WatchedSeries) -> Column:
    """Return the mean with its interval, the counts, and whether one agent is significantly better."""
    account = series.account
    numbers = {"won": account.wins, "drawn": account.draws, "lost": account.losses}
    counts = text("watch.counts", **{key: number(count) for key, count in numbers.items()})
    too_few = account.samples < MIN_CERTAIN_SAMPLES
    certainty = "too_few" if too_few else "clear" if series.is_clear else "unclear"
    return Column(
        Space(10),
        Line(text("watch.series", name=series.name), "caps", "faint", height=16),
        Picture(partial(_draw_figure, series), 40),
        Line(counts, height=16),
        Line(text(f"watch.{certainty}"), "small", "dim", height=26),
        Space(4),
    )


def _draw_figure(series: WatchedSeries, painter: Painter, rect: Rect) -> None:
    """Draw the mean and, if there is room, the unit next to it."""
    x, y, w, h = rect
    now, digits = series.convert(series.account.now), DIGITS.get(series.game, OTHER_DIGITS)
    ink = "brass" if series.is_clear else "text"
    figure = with_interval(signed(now.mean, digits), now.ci95, digits)
    wide = painter.text(figure, x, y + h / 2, "strong", ink, size=24, fit=w)
    if wide + UNIT_GAP + painter.width(series.unit, "small") < w:
        painter.text(series.unit, x + w, y + h / 2 + 3, "small", "dim", al="r")


def _funnel(series: WatchedSeries) -> Box:
    """Return the chart of the mean and its interval over the hands, if an interval is known."""
    account = series.account
    course = [series.convert(one) for one in (*account.course, account.now)] if account.samples else []
    points = [FunnelPoint(one.samples, one.mean, one.ci95) for one in course if one.ci95 is not None]
    if not points:
        return Box()
    drawn = Picture(partial(Plot().draw, chart=funnel(points, series.samples))).sized(
        grow(1, most=MAX_FUNNEL)
    )
    return Either(Column(drawn), Box(), least=MIN_HEIGHT)


def side_column(upper: Box, lower: Box, series: Box, head: Box | None = None) -> Box:
    parts = (head or Box(), upper, Rule(height=0), lower, Rule(height=0), series.sized(grow()))
    return padded(*parts, top=ABOVE_SIDE, bottom=PADDING)


def side_band(upper: Box, lower: Box, series: Box) -> Box:
    return beside(upper, lower, series, gap=PADDING, top=ABOVE_SIDE)


class AgentSeries(TablePart):
    """The hands of a series and its results. Hands are played singly, or in batches in the worker."""

    def __init__(self, table: Spectator, hands: int) -> None:
        self._table, self._session, self.hands = table, table.session, hands
        self.account = Account(table.session.spec)
        self.last_dealt = 0
        self._seen_deals: set[int] = set()  # deals whose hidden cards were shown
        self._batch: int | None = None

    @property
    def deal(self) -> int:
        return self._session.spec.deal_of_hand(self._session.hand_number)[0]

    @property
    def is_deal_seen(self) -> bool:
        return self.deal in self._seen_deals

    @property
    def standing(self) -> WatchedSeries:
        """The results of the series so far, from the view of the lower seat."""
        spec = self._session.spec
        samples = self.hands // 2 if spec.duplicate else self.hands
        return WatchedSeries(spec.game, self._table.portrait(0).name, self.account, samples)

    @property
    def next_decision(self) -> Decision | None:
        return self._table.thinking.decision

    def update(self, dt: float) -> bool:
        """Record the deals whose hidden cards are visible."""
        self.last_dealt = max(self.last_dealt, self._session.hand_number)
        if self._table.open_cards or self._session.hand_over:
            self._seen_deals.add(self.deal)
        return False

    def go_on(self, dt: float) -> bool:
        """Count a finished hand. Take the next step if the user has requested a step or a step is due."""
        table, session = self._table, self._session
        if session.hand_over and self._enter(session.results[-1]):
            table.keep_hand()
        if table.phase in ("lost", "done"):
            return False
        if table.pace.instant:
            self._ask_for_hands()
            return False
        if session.hand_over:
            return table.pace.wanted and self._next_hand(dt)
        if session.can_redo:
            return table.pace.wanted and table.pace.play_again(dt)
        return self._follow_agents(dt)

    def _enter(self, result: HandResult) -> bool:
        """Add a hand to the results. Return whether the hand is new."""
        before = self.account.hands
        self.account.enter(result)
        return self.account.hands > before

    def _next_hand(self, dt: float) -> bool:
        if self._table.pace.is_rested(dt, REST_SECONDS):
            self._session.next_hand()
            self._table.after_change()
            self._table.show_steps(0)
            self._table.get_ready()
        return True

    def _follow_agents(self, dt: float) -> bool:
        """Ask the agent to act. Show the agent's mixed strategy during a delay, and then play the action."""
        table, seat = self._table, self._session.seat_to_act
        assert seat is not None
        decision = table.consult(seat)
        if decision is None or not table.pace.wanted:
            return False
        table.thinking.advance(dt)
        if table.pace.is_step_granted or table.thinking.due:
            table.apply(decision.action, decision)
        return True

    # ---- many hands at once ----------------------------------------------------------------------------------
    def _ask_for_hands(self) -> None:
        """Request the rest of this hand and the hands after it.

        If this hand is over, request only the next hands.
        """
        if self._batch is not None:
            return
        self._table.thinking.forget()
        session, over = self._session, self._session.hand_over
        actions = () if over else tuple(step.action for step in session.steps if step.player >= 0)
        first = session.hand_number + over
        request = PlayHands(session.spec, first, actions, self.hands - first + 1)
        self._batch = self._table.requests.ask(request, self._take_hands)

    def _take_hands(self, batch: HandBatch | Refusal) -> None:
        """Add the results of a batch.

        The last hand of the batch is replayed here, so that the table shows it with its mixed strategies.
        """
        self._batch = None
        if isinstance(batch, Refusal):
            self._table.thinking.failed = True
            return
        if self._session.hand_over:
            self._session.next_hand()
        for result in batch.results[:-1]:
            self.account.enter(result)
            self._session.remember(result)
        for decision in batch.decisions:
            self._session.act(decision.action, decision)
        self._enter(batch.results[-1])
        if batch.note:
            self._table.app.say(batch.note)

    def interrupt(self) -> None:
        self._table.requests.drop(self._batch)
        self._batch = None


class SeriesSide(TablePart):
    """The side panel of a watched series: the mixed strategies of both agents, and the results.

    Hold'em extends this class.
    """

    def __init__(self, table: Spectator, series: AgentSeries) -> None:
        self.table, self.series = table, series

    def compose(self) -> Box:
        """Return the box of the side column."""
        table = self.table
        side = side_band if table.regions.kind == "tall" else side_column
        return side(table.mix(1), table.mix(0), series_box(self.series.standing))

    def compose_strip(self) -> Box:
        return Box()

    def ask_again(self) -> None:
        """Repeat all requests, because the worker has died."""
