"""Agents that play each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Literal

from game.core import Decision, Seat
from game.match.series import LEAST_CERTAIN, Account, HandBatch
from game.match.session import HandResult, Session
from game.match.table_spec import TableSpec
from game.request import Refusal
from game.rules import games
from game.study.play import PlayHands
from game.tables.spectator import REST_SECONDS, Spectator
from game.texts import number, signed, text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.chart import Plot
from game.window.ui.charts.spread import LEAST_HEIGHT, FunnelPoint, funnel
from game.window.ui.layout import Box, Column, Either, Row, Space, grow
from game.window.ui.leaves import Line, Picture, Rule
from game.window.ui.leaves.bands import PADDING, beside, padded
from game.window.ui.widgets import Act, Button

LEAST_FUNNEL, MOST_FUNNEL = 96.0, 220.0
GAP, UNIT_GAP, ABOVE_FUNNEL = 24.0, 10.0, 10.0
ABOVE_SIDE = 12.0
DIGITS = {games.TIC_TAC_TOE: 2, games.HOLDEM: 0}
OTHER_DIGITS = 3


@dataclass(frozen=True, slots=True)
class WatchedSeries:
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


def series_box(series: WatchedSeries) -> Box:
    """Return the figures, and the funnel below them where there is room."""
    return Column(_figures(series), _funnel(series).sized(grow(1, least=LEAST_FUNNEL)))


def series_beside(series: WatchedSeries) -> Box:
    """Return the figures, and the funnel to the right of them."""
    beside = Column(Space(ABOVE_FUNNEL), _funnel(series).sized(grow()))
    return Row(_figures(series).sized(grow()), beside.sized(grow()), gap=GAP)


def _figures(series: WatchedSeries) -> Column:
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


def _draw_figure(series: WatchedSeries, painter: Painter, rect: Rect) -> None:
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


def _funnel(series: WatchedSeries) -> Box:
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


class AgentSeries(Spectator):
    """The hands of a series, and its account."""

    def __init__(self, app: Services, spec: TableSpec, hands: int) -> None:
        super().__init__(app, Session(spec))
        self.hands = hands
        self.account = Account(spec)
        self._batch: int | None = None

    # ---- what is watched ------------------------------------------------------------------------------------
    @property
    def phase(self) -> str:
        """What is seen: "moving", "thinking", "over" (a hand), "done" (the series), "lost" (the worker)."""
        if self.timeline.animation_step is not None:
            return "moving"
        if self.thinking.failed:
            return "lost"
        if self.session.hand_over:
            return "done" if self.session.hand_number >= self.hands else "over"
        return "thinking"

    def shown_total(self, seat: Seat) -> float:
        """Return what a seat has won in the series."""
        return self.account.total if seat == self.below else -self.account.total

    @property
    def upcoming(self) -> Decision | None:
        """What was decided, and is to be shown when it is due."""
        return self.thinking.decision

    def no_mix(self, seat: Seat) -> str:
        """Say why there is no mix: nothing was decided, or it was decided out of sight."""
        session = self.session
        acted = any(one.player >= 0 and session.seat_of(one.player) == seat for one in self.shown_steps)
        return text("watch.mix_not_kept") if acted else super().no_mix(seat)

    @property
    def series(self) -> WatchedSeries:
        """How the series stands."""
        samples = self.hands // 2 if self.session.spec.duplicate else self.hands
        return WatchedSeries(self.game, self.name_of(0), self.account, samples)

    def enter(self) -> None:
        """Let agents that solve get ready for the hand in play."""
        if not self._phase and not self.session.hand_over:
            self.get_ready()
        super().enter()

    # ---- time -----------------------------------------------------------------------------------------------
    def go_on(self, dt: float) -> bool:
        """Enter a hand that has ended, and take the next step if it is wanted and due."""
        if self.session.hand_over and self._enter(self.session.results[-1]):
            self.keep_hand()
        if self.phase in ("lost", "done"):
            return False
        if self.instant:
            self._ask_for_stretch()
            return False
        if self.session.hand_over:
            return self.wanted and self._next_hand(dt)
        if self.session.can_redo:
            return self.wanted and self.play_again(dt)
        return self._follow_agents(dt)

    def _enter(self, result: HandResult) -> bool:
        """Count a hand in the series. Return whether it was not counted before."""
        before = self.account.hands
        self.account.enter(result)
        return self.account.hands > before

    def _next_hand(self, dt: float) -> bool:
        if self.rested(dt, REST_SECONDS):
            self.session.next_hand()
            self.after_change()
            self._show_steps(0)
            self.get_ready()
        return True

    def _follow_agents(self, dt: float) -> bool:
        """Ask whoever is to decide; the mix is seen while it is awaited, the action when it is due."""
        seat = self.session.seat_to_act
        assert seat is not None
        decision = self.consult(seat)
        if decision is None or not self.wanted:
            return False
        self.thinking.advance(dt)
        if self._granted or self.thinking.due:
            self.apply(decision.action, decision)
        return True

    # ---- hands at once ---------------------------------------------------------------------------------------
    def _ask_for_stretch(self) -> None:
        """Ask for this hand's end and the hands after it, or after a finished hand for the next ones."""
        if self._batch is not None:
            return
        self.thinking.forget()
        session, over = self.session, self.session.hand_over
        actions = () if over else tuple(step.action for step in session.steps if step.player >= 0)
        number = session.hand_number + over
        request = PlayHands(session.spec, number, actions, self.hands - number + 1)
        self._batch = self.requests.ask(request, self._take_batch)

    def _take_batch(self, batch: HandBatch | Refusal) -> None:
        """Enter the results of the hands; replay the last one here, so that the table shows it with its mixes."""
        self._batch = None
        if isinstance(batch, Refusal):
            self.thinking.failed = True
            return
        if self.session.hand_over:
            self.session.next_hand()
        for result in batch.results[:-1]:
            self.account.enter(result)
            self.session.remember(result)
        for decision in batch.decisions:
            self.session.act(decision.action, decision)
        self._enter(batch.results[-1])

    def interrupted(self) -> None:
        """Take no more interest in hands at a stroke that were asked for."""
        self.requests.drop(self._batch)
        self._batch = None


A_FEW_HANDS = 10  # a series that is left after so many is not asked about


class Watch(AgentSeries):
    """The screen of a series between two agents: what can be done beside looking on."""

    name: ClassVar[str] = "watch"
    keys: ClassVar[str] = "watch"
    shares: ClassVar[Sequence[float]] = (1.75, 1.1, 1.2, 1.3)

    def __init__(self, app: Services, spec: TableSpec, hands: int) -> None:
        super().__init__(app, spec, hands)
        self._last_dealt = 0
        self._seen: set[int] = set()  # the deals whose hidden cards were shown
        swap, rematch, take_over = (text(f"watch.{word}") for word in ("swap", "rematch", "take_over"))
        self.more = {
            Button("swap", swap, self.swap, style="label_b"): "X",
            Button("rematch", rematch, self.rematch, style="label_b"): "N",
            Button("take-over", take_over, self.take_over, style="label_b"): "T",
        }

    # ---- what is watched ------------------------------------------------------------------------------------
    @property
    def title(self) -> str:
        """The name of the screen."""
        return text("watch.title")

    @property
    def subtitle(self) -> str:
        """The game, and which hand of how many."""
        spec = self.session.spec
        kind = "duplicate" if spec.duplicate else "fresh"
        key = "watch.game_number" if self.game == games.TIC_TAC_TOE else f"watch.hand_number.{kind}"
        hand = text(key, number=f"{self.session.hand_number:,}", count=f"{self.hands:,}")
        done = text("watch.done") if self.phase == "done" else ""
        return " ".join(filter(None, (text(f"watch.games.{self.game}", blinds=spec.blinds), hand, done)))

    # ---- what the spectator does ----------------------------------------------------------------------------
    def toggle(self) -> None:
        """Pause or go on; after the series begin another."""
        if self.phase == "done":
            self.rematch()
        elif self.phase == "lost":
            self.call_back()
        else:
            super().toggle()

    def step(self) -> None:
        """Pause, and show one action more; who still thinks acts now."""
        super().step()
        self.hurry()

    def swap(self) -> None:
        """Play the same cards with the seats swapped."""
        first, second = self.session.spec.seats
        self._begin(replace(self.session.spec, seats=(second, first)))

    def rematch(self) -> None:
        """Play the series again with other cards."""
        self._begin(replace(self.session.spec, seed=self.app.new_seed()))

    def take_over(self) -> None:
        """Ask whose seat the spectator takes."""
        self.set_running(running=False)
        replies = [Reply("stay", text("watch.over.stay"), nothing, "primary")]
        for seat in (0, 1):
            label = text("watch.over.seat", name=self.name_of(seat))
            replies.append(Reply(f"seat-{seat}", label, partial(self.sit_in, seat)))
        body = [text(f"watch.over.{self._what_is_taken_over}"), text("watch.over.series")]
        if self.app.saves.under_way(self.game) is not None:
            body.append(text("new_game.ends_unfinished"))
        self.app.overlay(Question(self.app, text("watch.over.title"), " ".join(body), replies))

    def sit_in(self, seat: Seat) -> None:
        """Become "you" in a seat of this hand, and play on; after its end in a hand that was never shown."""
        seats = list(self.session.spec.seats)
        seats[seat] = "you"
        self.requests.drop_all()
        session, seen = self.session, self._what_is_taken_over == "seen"
        self.app.take_seat(session.handed_over((seats[0], seats[1]), self._last_dealt, seen=seen))

    @property
    def _what_is_taken_over(self) -> Literal["same", "seen", "next_game", "fresh"]:
        """What who takes a seat now finds: this hand, its cards perhaps seen, or after its end another one."""
        without_cards = self.game == games.TIC_TAC_TOE
        if self.session.hand_over:
            return "next_game" if without_cards else "fresh"
        return "seen" if self._deal in self._seen and not without_cards else "same"

    @property
    def _deal(self) -> int:
        return self.session.spec.deal_of_hand(self.session.hand_number)[0]

    def leave_table(self) -> None:
        """Leave; ask first where a series would be lost that has come some way."""
        if self.phase == "done" or self.account.hands <= A_FEW_HANDS:
            self.stand_up()
            return
        self.set_running(running=False)
        played, hands = number(self.account.hands), number(self.hands)
        kind = games.played_in(self.game)
        self.ask_to_leave(
            "watch.leave", text(f"watch.leave.{kind}", played=played, count=hands), self.stand_up
        )

    def _begin(self, spec: TableSpec) -> None:
        self.requests.drop_all()
        again = type(self)(self.app, spec, self.hands)
        again.go_on_like(self)
        self.app.replace(again)

    # ---- time -----------------------------------------------------------------------------------------------
    def update(self, dt: float) -> bool:
        """Let time pass, and remember which hidden cards have come to be seen."""
        moving = super().update(dt)
        self._last_dealt = max(self._last_dealt, self.session.hand_number)
        if self.open_cards or self.session.hand_over:
            self._seen.add(self._deal)
        return moving

    # ---- layout ---------------------------------------------------------------------------------------------
    def compose_sides(self) -> Sequence[Box]:
        """Return both mixes and the series."""
        side = side_band if self.regions.kind == "tall" else side_column
        return (side(self.mix(1), self.mix(0), series_box(self.series)),)

    def run_label(self) -> str:
        """Once more at the end; try again where the worker was lost."""
        return {"done": "again", "lost": "try_again"}.get(self.phase) or super().run_label()

    # ---- keys and tests -------------------------------------------------------------------------------------
    def acts(self) -> dict[str, Act]:
        """Add the keys of a series."""
        return super().acts() | {"x": self.swap, "n": self.rematch, "t": self.take_over}

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        return super().trace() | {"counted": self.account.hands, "mean": self.account.mean}
