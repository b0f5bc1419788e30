"""What the tables share at which a person plays: the pace, undoing, the record, and the way out.

People act by keys and mouse. Agents are asked in the worker, and their decisions are shown at the pace that the
player has set. Every action is saved before it is shown.
"""

from __future__ import annotations

import time
from typing import Any

from game.archive import hands
from game.core import Action
from game.match.session import Session
from game.needs import need_of_replay
from game.rules import games
from game.tables.replay import Replay
from game.tables.seated import PacedScreen
from game.tables.session_parts import LadderWatch, Tutor, next_level, sit_down_at
from game.texts import text
from game.window.frame.screen import Services
from game.window.ui.input import Key
from game.window.ui.widgets import Act, Widget
from game.window.ui.widgets.widget import acted


class PlayScreen(PacedScreen):
    """A table at which a person plays."""

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        self.tutor = Tutor(app, session.spec, self._play, self.hint)
        self._judged = 0
        self._ladder = LadderWatch(app, session.spec)

    # ---- what a table adds ----------------------------------------------------------------------------------
    @property
    def icons(self) -> tuple[str, ...]:
        """The buttons of the header that this table adds."""
        return ("undo", "redo", "speed")

    @property
    def more_icons(self) -> tuple[str, ...]:
        """After a hand it can be looked at again."""
        return ("review",) if self._can_look_again else ()

    @property
    def _can_look_again(self) -> bool:
        """Whether the hand that has ended can be played again: its cards may be seen, and the seed tells them."""
        dealt = self.session.laid_hand != self.session.hand_number
        return self.phase == "over" and dealt and not self.stays_closed

    @property
    def is_graded(self) -> bool:
        """Whether the decisions of the person are graded."""
        return True

    def changed(self) -> None:
        """Take note that the session has changed: forget what was known of the last position."""

    # ---- when one may act -----------------------------------------------------------------------------------
    @property
    def may_act(self) -> bool:
        """Whether a person may act now."""
        return self.phase == "yours" and not self.is_guarded and not self.tutor.is_looking

    # ---- what people do -------------------------------------------------------------------------------------
    def act(self, action: Action) -> None:
        """Play an action of the person to act. An action that comes too early or too late is ignored."""
        if not self.may_act or action not in self.session.state.legal_actions():
            return
        seat = self.session.seat_to_act
        assert seat is not None
        decision = self.session.hand_number, len(self.session.steps)
        if not self.tutor.consider(self.session.info(seat), action, decision):
            self._play(action)

    def _play(self, action: Action) -> None:
        """Play an action that nothing holds back any more."""
        self.drawer_open = False
        self.apply(action)

    def next_hand(self) -> None:
        """Deal the next hand, against another level where that follows the results."""
        if self.session.hand_over and not self.session.over and self.timeline.animation_step is None:
            if (spec := next_level(self.app, self.session, self.other_seat)) is not None:
                sit_down_at(self.app, spec, self.other_seat)
                return
            self.session.next_hand()
            self.after_change()
            self._show_steps(0)
            self.get_ready()

    def leave_table(self) -> None:
        """Leave the table, after a question where the hand in play could not be saved."""
        if self.session.hand_in_play and self.app.saves.is_unwritten(self.game):
            unit = "game" if self.game == games.TIC_TAC_TOE else "hand"
            self.ask_to_leave("table.leave", text(f"table.leave.{unit}"), self.stand_up)
        else:
            self.stand_up()

    def stand_up(self) -> None:
        """Keep the game as left now, go back, and propose who is next where one of the ladder was beaten."""
        self.keep()
        super().stand_up()
        self._ladder.propose()

    def look_again(self) -> None:
        """Play the hand that has ended again, step by step."""
        if self._can_look_again:
            hand = hands.of(self.session, time.time())
            self.app.once_ready(need_of_replay(hand.game), lambda: self.app.go(Replay(self.app, hand)))

    # ---- the session ----------------------------------------------------------------------------------------
    def update(self, dt: float) -> bool:
        """Let time pass, and tell what the tutor waits for, and who of the ladder was beaten."""
        moving = super().update(dt)
        self.tutor.advance(dt)
        self._judge()
        self._ladder.tell()
        return moving

    def _judge(self) -> None:
        """Have the own decisions of this hand judged, but not while an opponent thinks against the clock."""
        judgements = self.app.models.judgements
        if self.phase == "theirs" and self.solves(self.other_seat):
            judgements.pause()
        elif self.is_graded:
            self.grades.ask(self.session.steps)
        if judgements.version != self._judged:
            self._judged = judgements.version
            self.relayout()

    def leave(self) -> None:
        """Drop the requests for judgements while another screen covers the table."""
        self.app.models.judgements.leave()
        super().leave()

    def enter(self) -> None:
        """Show the deal of a new hand when the table is opened; a hand that goes on is there at once."""
        if not self._phase:
            self._ladder.begin()
            self.get_ready()
        if not self._phase and all(step.player < 0 for step in self.session.steps):
            self.keep()
            self._show_steps(0)

    def after_change(self) -> None:
        """Count and keep what was played."""
        super().after_change()
        self.tutor.forget()
        self.count_result()
        if self.session.hand_over:
            self._ladder.hand_ended()
        self.keep()
        self.changed()

    # ---- keys -----------------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Take the keys of this table, a held one once; Ctrl+Z takes back, Ctrl+Y or Ctrl+Shift+Z play it again."""
        if event.repeat:
            return False
        acts = self.acts()
        if event.ctrl:
            acts = {"z": self.redo if event.shift else self.undo, "y": self.redo}
            return acted(acts.get(event.name))
        return acted(acts.get(event.name) or acts.get(event.text))

    def acts(self) -> dict[str, Act]:
        """Return what keys do, by their name or by what they write."""
        return {
            "z": self.undo,
            "y": self.redo,
            "l": self.show_log,
            "g": self.look_again,
            "t": self.retry,
            "s": self.grant_step if self.waits_for_step else self.next_speed,
            "space": self.go_on,
        }

    def go_on(self) -> None:
        """Space: finish what moves, hurry who thinks, show a step, deal the next hand; never fold and never bet."""
        if self.phase == "moving":
            self.timeline.finish()
            self.dirty = True
        elif self.phase == "over":
            self.next_hand()
        elif self.phase == "lost":
            self.call_back()
        elif self.waits_for_step:
            self.grant_step()
        else:
            self.hurry()

    # ---- the header -----------------------------------------------------------------------------------------
    def _header_acts(self) -> dict[str, Act]:
        own: dict[str, Act] = {"review": self.look_again, "undo": self.undo, "redo": self.redo}
        return super()._header_acts() | own | {"hint": self.hint, "speed": self.next_speed}

    def _place_header(self) -> list[Widget]:
        none = text("table.nothing_to_undo" if self.may_take_back else "table.too_late_to_undo")
        self.header["undo"].disabled = "" if self.session.can_undo and self.may_take_back else none
        self.header["redo"].disabled = "" if self.session.can_redo else text("table.nothing_to_redo")
        return super()._place_header()

    def hint(self) -> None:
        """Show the best action, if the table offers a hint."""

    # ---- tests ----------------------------------------------------------------------------------------------
    def trace(self) -> dict[str, Any]:
        """Add whether one may act, what keeps the game waiting, and the result so far."""
        return super().trace() | {
            "may_act": self.may_act,
            "trouble": self.trouble[0] if self.phase == "lost" else "",
            "total": self.session.total(self.below),
        }
