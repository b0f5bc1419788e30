"""Watching two agents: at four speeds, at once, or step by step forwards and back, with cards open or closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Literal

from game.core import Seat
from game.match.table_spec import TableSpec
from game.rules import games
from game.tables.watch.agents import AgentSeries
from game.tables.watch.series import series_box, side_band, side_column
from game.texts import number, text
from game.window.dialogs.question import Question, Reply, nothing
from game.window.frame.screen import Services
from game.window.ui.layout import Box
from game.window.ui.widgets import Act, Button

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
