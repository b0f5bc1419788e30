"""Watching two agents: at four speeds, at once, or step by step forwards and back, with cards open or closed.

The window decides nothing: move by move it asks the worker for one decision, and at once for whole hands at a
stroke, which come out the same because cards and dice follow from the seed. A hand counts in the series once,
however often it is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Literal

from game.core import Decision, Seat
from game.match.series import Account, HandBatch
from game.match.session import HandResult, Session
from game.match.table_spec import TableSpec
from game.messages.play import PlayHands
from game.request import Refusal
from game.rules import games
from game.screens.dialogs.question import Question, Reply, nothing
from game.screens.frame.screen import Services
from game.screens.tables.spectator import REST_SECONDS, Spectator
from game.screens.tables.watch.series import Series, series_box, side_band, side_column
from game.screens.ui.layout import Box
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Act, Button, Widget

A_FEW_HANDS = 10  # a series that is left after so many is not asked about
SECOND_ROW = (1.75, 1.1, 1.2, 1.3)


class Watch(Spectator):
    """A series between two agents."""

    name: ClassVar[str] = "watch"
    keys: ClassVar[str] = "watch"

    def __init__(self, app: Services, spec: TableSpec, hands: int) -> None:
        super().__init__(app, Session(spec))
        self.hands = hands
        self.account = Account(spec)
        self._batch: int | None = None
        self._last_dealt = 0
        self._seen: set[int] = set()  # the deals whose hidden cards were shown
        self.swap_button = Button("swap", text("watch.swap"), self.swap, style="label_b")
        self.rematch_button = Button("rematch", text("watch.rematch"), self.rematch, style="label_b")
        self.seat_button = Button("take-over", text("watch.take_over"), self.take_over, style="label_b")

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

    @property
    def total(self) -> float:
        """What the lower seat has won in the series."""
        return self.account.total

    @property
    def upcoming(self) -> Decision | None:
        """What was decided, and is to be shown when it is due."""
        return self.thinking.decision

    @property
    def can_step_back(self) -> bool:
        """Whether there is a decision to go back to, in this hand or an earlier one."""
        return self.session.can_step_back

    @property
    def samples(self) -> int:
        """How many samples the series will have: hands, or pairs of hands of one deal."""
        return self.hands // 2 if self.session.spec.duplicate else self.hands

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

    def no_mix(self, seat: Seat) -> str:
        """Say why there is no mix: nothing was decided, or it was decided out of sight."""
        session = self.session
        acted = any(one.player >= 0 and session.seat_of(one.player) == seat for one in self.shown_steps)
        return text("watch.mix_not_kept") if acted else super().no_mix(seat)

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
        kind = "games" if self.game == games.TIC_TAC_TOE else "hands"
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

    def go_on(self, dt: float) -> bool:
        """Enter a hand that has ended; take the next step if it is wanted and due."""
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
        """Count a hand in the series; return whether it was not counted before."""
        before = self.account.hands
        self.account.enter(result)
        return self.account.hands > before

    def _next_hand(self, dt: float) -> bool:
        if self.rested(dt, REST_SECONDS):
            self.session.next_hand()
            self.after_change()
            self._show_steps(0)
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

    # ---- hands at a stroke ----------------------------------------------------------------------------------
    def _ask_for_stretch(self) -> None:
        """Ask for this hand's end and the hands after it, or after a finished hand for the next ones."""
        if self._batch is not None:
            return
        self.thinking.forget()
        session = self.session
        number, actions = (
            session.hand_number,
            tuple(step.action for step in session.steps if step.player >= 0),
        )
        if session.hand_over:
            number, actions = number + 1, ()
        request = PlayHands(session.spec, number, actions, self.hands - number + 1)
        self._batch = self.requests.ask(request, self._take_batch)

    def _take_batch(self, batch: HandBatch | Refusal) -> None:
        """Enter the hands; the last one is played here too, so that it lies on the table with its mixes."""
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

    # ---- layout ---------------------------------------------------------------------------------------------
    def second_row(self) -> Mapping[Widget, float]:
        """Return what a series can do beside going on."""
        keycaps = {self.swap_button: "X", self.rematch_button: "N", self.seat_button: "T"}
        self.show_keys(keycaps)
        return dict(zip((self.sight, *keycaps), SECOND_ROW, strict=True))

    @property
    def series(self) -> Series:
        """How the series stands."""
        return Series(self.game, self.name_of(0), self.account, self.samples)

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
