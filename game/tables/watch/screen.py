"""The table that shows a series between two agents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Literal

from game.core import Seat
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.tables.spectator import Spectator
from game.tables.watch.holdem import SIZES, HoldemSeriesSide
from game.tables.watch.series import AgentSeries, SeriesSide
from game.texts import join_sentences, number, text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame.actions import ActionOwner, BoundAction, action
from game.window.frame.pages import page
from game.window.frame.screen import Services
from game.window.ui.layout import Box

A_FEW_HANDS = 10  # hands of a series that the user can leave without a question


@page("series")
class Watch(Spectator):
    """A series between two agents, with a spectator."""

    name: ClassVar[str] = "watch"
    keys: ClassVar[str] = "watch"
    shares: ClassVar[Sequence[float]] = (1.75, 1.1, 1.2, 1.3)

    def __init__(self, app: Services, spec: TableSpec, hands: int) -> None:
        is_holdem = spec.game == games.HOLDEM
        if is_holdem:
            self.sizes = SIZES
        super().__init__(app, Session(spec))
        self.hands = hands
        self.series = self.pace.source = AgentSeries(self, hands)
        self.side = HoldemSeriesSide(self, self.series) if is_holdem else SeriesSide(self, self.series)
        self.parts = (self.pace, self.series, self.side, self.narration)

    @property
    def more(self) -> Sequence[BoundAction[[]]]:
        return self.swap, self.rematch, self.take_over

    @property
    def action_parts(self) -> Sequence[ActionOwner]:
        return (self.side,) if isinstance(self.side, ActionOwner) else ()

    # ---- the series -----------------------------------------------------------------------------------------
    @property
    def phase(self) -> str:
        """The phase of the table.

        It is "moving", "thinking", "over" (a hand), "done" (the series), or "lost" (the worker).
        """
        if self.timeline.animation_step is not None:
            return "moving"
        if self.thinking.failed:
            return "lost"
        if self.session.hand_over:
            return "done" if self.session.hand_number >= self.hands else "over"
        return "thinking"

    @property
    def title(self) -> str:
        return text("watch.title")

    @property
    def subtitle(self) -> str:
        """The game, the number of the hand and of all hands, and the thinking time."""
        spec = self.session.spec
        kind = "duplicate" if spec.duplicate else "fresh"
        key = "watch.game_number" if self.game == games.TIC_TAC_TOE else f"watch.hand_number.{kind}"
        hand = text(key, number=f"{self.session.hand_number:,}", count=f"{self.hands:,}")
        end = text("watch.done") if self.phase == "done" else ""
        if not end and spec.think is not None:
            end = text("table.level.thinks", seconds=f"{spec.think:g}")
        return join_sentences(text(f"watch.games.{self.game}", blinds=spec.blinds), hand, end)

    def shown_total(self, seat: Seat) -> float:
        total = self.series.account.total
        return total if seat == self.below else -total

    def no_mix(self, seat: Seat) -> str:
        """Return the reason for a missing mix: the seat made no decision, or its mix was not stored."""
        session = self.session
        acted = any(step.player >= 0 and session.get_seat(step.player) == seat for step in self.shown_steps)
        return text("watch.mix_not_kept") if acted else super().no_mix(seat)

    def run_label(self) -> str:
        return {"done": "again", "lost": "try_again"}.get(self.phase) or super().run_label()

    def compose_strip(self) -> Box:
        return self.side.compose_strip()

    def compose_sides(self) -> Sequence[Box]:
        return (self.side.compose(),)

    # ---- actions of the spectator ---------------------------------------------------------------------------
    def enter(self) -> None:
        """Let solving agents prepare the current hand, and show the first deal."""
        if not self._phase and not self.session.hand_over:
            self.get_ready()
        super().enter()

    @Spectator.run.override
    def run(self) -> None:
        """Pause or continue. After the end, start another series."""
        if self.phase == "done":
            self.rematch()
        elif self.phase == "lost":
            self.call_back()
        else:
            super().run()

    @Spectator.step_on.override
    def step_on(self) -> None:
        super().step_on()
        self.hurry()

    def call_back(self) -> None:
        self.side.ask_again()
        super().call_back()

    @action("x", style="label_b")
    def swap(self) -> None:
        first, second = self.session.spec.seats
        self._begin(replace(self.session.spec, seats=(second, first)))

    @action("n", style="label_b")
    def rematch(self) -> None:
        self._begin(replace(self.session.spec, seed=self.app.new_seed()))

    def _begin(self, spec: TableSpec) -> None:
        self.requests.drop_all()
        again = Watch(self.app, spec, self.hands)
        again.go_on_like(self)
        self.app.replace(again)

    # ---- the way out ----------------------------------------------------------------------------------------
    def leave_table(self) -> None:
        """Leave. Ask first if the series has many hands that would be lost."""
        hands = self.series.account.hands
        if self.phase == "done" or hands <= A_FEW_HANDS:
            self.stand_up()
            return
        self.pace.set_running(running=False)
        kind = games.played_in(self.game)
        body = text(f"watch.leave.{kind}", played=number(hands), count=number(self.hands))
        self.ask_to_leave("watch.leave", body, self.stand_up)

    @action("t", style="label_b")
    def take_over(self) -> None:
        """Ask the spectator for a seat to take."""
        self.pace.set_running(running=False)
        replies = [Reply("stay", text("watch.over.stay"), nothing, "primary")]
        for seat in (0, 1):
            label = text("watch.over.seat", name=self.seat_name(seat))
            replies.append(Reply(f"seat-{seat}", label, partial(self.sit_in, seat)))
        body = f"{text(f'watch.over.{self._what_is_taken_over}')} {text('watch.over.series')}"
        self.app.overlay(Question(self.app, text("watch.over.title"), body, replies))

    look_ahead, solve_decision = Spectator.look_ahead, Spectator.solve_decision
    ask_experts, show_log = Spectator.ask_experts, Spectator.show_log

    def sit_in(self, seat: Seat) -> None:
        """Become "you" in a seat. Continue this hand, or after its end start a hand that was never shown."""
        seats = list(self.session.spec.seats)
        seats[seat] = "you"
        self.requests.drop_all()
        session, is_seen = self.session, self._what_is_taken_over == "seen"
        last_dealt = self.series.last_dealt
        self.app.take_seat(session.handed_over((seats[0], seats[1]), last_dealt, seen=is_seen))

    @property
    def _what_is_taken_over(self) -> Literal["same", "seen", "next_game", "fresh"]:
        """The hand that the user takes over.

        "same" is this hand, and "seen" this hand after its hidden cards were shown. If it is over, the result is
        "fresh" for a new hand, or "next_game" in tic-tac-toe.
        """
        has_cards = self.game != games.TIC_TAC_TOE
        if self.session.hand_over:
            return "fresh" if has_cards else "next_game"
        return "seen" if has_cards and self.series.is_deal_seen else "same"
