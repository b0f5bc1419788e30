"""A series between two agents: its hands, its account, and their pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from game.core import Decision
from game.match.series import MIN_CERTAIN_SAMPLES, Account, HandBatch
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

MIN_FUNNEL, MAX_FUNNEL = 96.0, 220.0
GAP, UNIT_GAP, ABOVE_FUNNEL = 24.0, 10.0, 10.0
ABOVE_SIDE = 12.0
DIGITS = {games.TIC_TAC_TOE: 2, games.HOLDEM: 0}
OTHER_DIGITS = 3


@dataclass(frozen=True, slots=True)
class WatchedSeries:
    """A series of `game` with its account, of which `samples` are planned. `name` is the name of the lower seat."""

    game: str
    name: str
    account: Account
    samples: int

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out zero, after samples enough to be certain of anything."""
        account = self.account
        return account.samples >= MIN_CERTAIN_SAMPLES and abs(account.mean) > (account.ci95 or 0.0)


def series_box(series: WatchedSeries) -> Box:
    """Return the figures, and the funnel below them if there is room."""
    return Column(_figures(series), _funnel(series).sized(grow(1, least=MIN_FUNNEL)))


def series_beside(series: WatchedSeries) -> Box:
    beside = Column(Space(ABOVE_FUNNEL), _funnel(series).sized(grow()))
    return Row(_figures(series).sized(grow()), beside.sized(grow()), gap=GAP)


def _figures(series: WatchedSeries) -> Column:
    """Return the mean with its interval, the counts, and whether it is clear already who is better."""
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
    """Write the mean, and beside it the unit if there is room."""
    x, y, w, h = rect
    now, digits = series.account.now, DIGITS.get(series.game, OTHER_DIGITS)
    ink = "brass" if series.is_clear else "text"
    figure = with_interval(signed(now.mean, digits), now.ci95, digits)
    wide = painter.text(figure, x, y + h / 2, "strong", ink, size=24, fit=w)
    unit = text(f"watch.units.{series.account.unit.replace('/', '-')}")
    if wide + UNIT_GAP + painter.width(unit, "small") < w:
        painter.text(unit, x + w, y + h / 2 + 3, "small", "dim", al="r")


def _funnel(series: WatchedSeries) -> Box:
    """Return the course of the mean within its interval, if there is an interval and room for it."""
    account = series.account
    course = [*account.course, account.now] if account.samples else []
    points = [FunnelPoint(one.samples, one.mean, one.ci95) for one in course if one.ci95 is not None]
    if not points:
        return Box()
    drawn = Picture(partial(Plot().draw, chart=funnel(points, series.samples))).sized(
        grow(1, most=MAX_FUNNEL)
    )
    return Either(Column(drawn), Box(), least=MIN_HEIGHT)


def side_column(upper: Box, lower: Box, series: Box, head: Box | None = None) -> Box:
    """Return a head if one is given, the mixes, the upper seat first, and the series, from top to bottom."""
    parts = (head or Box(), upper, Rule(height=0), lower, Rule(height=0), series.sized(grow()))
    return padded(*parts, top=ABOVE_SIDE, bottom=PADDING)


def side_band(upper: Box, lower: Box, series: Box) -> Box:
    return beside(upper, lower, series, gap=PADDING, top=ABOVE_SIDE)


class AgentSeries(TablePart):
    """The hands of a series and its account. Hands are played one by one, or many at once in the worker."""

    def __init__(self, table: Spectator, hands: int) -> None:
        self._table, self._session, self.hands = table, table.session, hands
        self.account = Account(table.session.spec)
        self.last_dealt = 0
        self._seen_deals: set[int] = set()  # whose hidden cards were shown
        self._batch: int | None = None

    @property
    def deal(self) -> int:
        return self._session.spec.deal_of_hand(self._session.hand_number)[0]

    @property
    def is_deal_seen(self) -> bool:
        return self.deal in self._seen_deals

    @property
    def standing(self) -> WatchedSeries:
        """The series as it stands, from the lower seat."""
        spec = self._session.spec
        samples = self.hands // 2 if spec.duplicate else self.hands
        return WatchedSeries(spec.game, self._table.portrait(0).name, self.account, samples)

    @property
    def next_decision(self) -> Decision | None:
        return self._table.thinking.decision

    def update(self, dt: float) -> bool:
        """Remember the deals whose hidden cards are seen."""
        self.last_dealt = max(self.last_dealt, self._session.hand_number)
        if self._table.open_cards or self._session.hand_over:
            self._seen_deals.add(self.deal)
        return False

    def go_on(self, dt: float) -> bool:
        """Enter a hand that has ended, and take the next step if it is wanted and due."""
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
        """Count a hand in the series. Return whether it was not counted before."""
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
        """Ask the agent to act. Its mix is seen while the action is awaited, and the action when it is due."""
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
        """Ask for the end of this hand and the hands after it, or after a finished hand for the next ones."""
        if self._batch is not None:
            return
        self._table.thinking.forget()
        session, over = self._session, self._session.hand_over
        actions = () if over else tuple(step.action for step in session.steps if step.player >= 0)
        first = session.hand_number + over
        request = PlayHands(session.spec, first, actions, self.hands - first + 1)
        self._batch = self._table.requests.ask(request, self._take_hands)

    def _take_hands(self, batch: HandBatch | Refusal) -> None:
        """Enter the results of the hands. Replay the last one here, so that the table shows it with its mixes."""
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

    def interrupt(self) -> None:
        self._table.requests.drop(self._batch)
        self._batch = None


class SeriesSide(TablePart):
    """The side panel of a watched series: the mixes of both players, and the result. Hold'em extends it."""

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
        """Ask again for everything after the worker has died."""
