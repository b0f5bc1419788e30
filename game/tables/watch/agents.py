"""A series between two agents: asked move by move, or for whole hands at once.

The window decides nothing. Hands played at once come out the same, because cards and dice follow from the seed. A
hand counts in the series once, however often it is looked at.
"""

from __future__ import annotations

from game.core import Decision, Seat
from game.match.series import Account, HandBatch
from game.match.session import HandResult, Session
from game.match.table_spec import TableSpec
from game.request import Refusal
from game.study.play import PlayHands
from game.tables.looking_on import REST_SECONDS
from game.tables.spectator import Spectator
from game.tables.watch.series import Series
from game.texts import text
from game.window.frame.screen import Services


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
    def series(self) -> Series:
        """How the series stands."""
        samples = self.hands // 2 if self.session.spec.duplicate else self.hands
        return Series(self.game, self.name_of(0), self.account, samples)

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
