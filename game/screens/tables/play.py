"""What the tables share at which a person plays: the pace, undoing, the record, and the way out.

People act by keys and mouse; agents are asked in the worker, and what they decide is shown at the pace that the
player has set. Every action is saved before it is shown.
"""

from __future__ import annotations

import time
from typing import Any, ClassVar, Literal

import pygame

from game.archive import hands
from game.core import Action
from game.match.session import Session
from game.needs import need_of_replay
from game.screens.dialogs.question import nothing
from game.screens.frame.screen import Services
from game.screens.models.settings_store import SPEEDS
from game.screens.tables.adaptive import next_level, sit_down_at
from game.screens.tables.closing_card import ClosedByCard
from game.screens.tables.ladder import LadderWatch
from game.screens.tables.own_grades import OwnGrades
from game.screens.tables.replay import Replay
from game.screens.tables.tutor import Tutor
from game.screens.ui.animation import motion
from game.screens.ui.input import Key
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act, Button, Widget
from game.screens.ui.widgets.widget import acted


class PlayScreen(ClosedByCard):
    """A table at which a person plays."""

    unit: ClassVar[Literal["hand", "game"]] = "hand"
    """What is played here one after the other."""

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        self._step_granted = False
        self._guard_left = 0.0
        self._focus_was_set = False
        self.retry_button = Button("retry", text("grades.retry"), self.retry, keycap="T", style="label_b")
        self.grades = OwnGrades(self.view, self.requests)
        self.tutor = Tutor(app, session.spec, self.requests, self._play, self.show_best)
        self._ladder = LadderWatch(app, session.spec)
        self.step_button = Button("step", text("table.step"), self.grant_step, keycap="S", style="label_b")

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

    def changed(self) -> None:
        """Take note that the session has changed: forget what was known of the last position."""

    def fade(self, share: float) -> None:
        """Let the words of the actions show by so much: the guard after an opponent's bet."""

    # ---- when one may act -----------------------------------------------------------------------------------
    @property
    def may_act(self) -> bool:
        """Whether a person may act now."""
        return self.phase == "yours" and self._guard_left <= 0 and not self.tutor.is_looking

    # ---- what people do -------------------------------------------------------------------------------------
    def act(self, action: Action) -> None:
        """Play an action of the person whose turn it is; one that comes too early or too late is ignored."""
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

    def show_best(self) -> None:
        """Show what would be best, where the tutor was asked to."""
        self.hint()

    @property
    def may_take_back(self) -> bool:
        """Whether moves may be taken back as the table stands."""
        return True

    def undo(self) -> None:
        """Take back to the last decision of a person, where that is fair."""
        if self.session.can_undo and self.may_take_back:
            self._jump(self.session.undo)

    def redo(self) -> None:
        """Play again what was taken back."""
        if self.session.can_redo and self.may_take_back:
            self._jump(self.session.redo)

    def rewind(self) -> None:
        """Go back to the first decision of a person in this hand."""
        while self.session.can_undo:
            self.session.undo()
        self._jump(nothing)

    @property
    def can_retry(self) -> bool:
        """Whether the hand has ended with a mistake that is known, and may be taken back to it."""
        return self.phase == "over" and self.may_take_back and self.grades.costliest() is not None

    def retry(self) -> None:
        """Go back to the decision that cost the most."""
        worst = self.grades.costliest()
        if not self.can_retry or worst is None:
            return
        while self.session.can_undo and len(self.session.steps) > worst.place:
            self.session.undo()
        self.drawer_open = False
        self._jump(nothing)

    def next_hand(self) -> None:
        """Deal the next hand, against another level where that follows the results."""
        if self.session.hand_over and not self.session.over and self.timeline.animation_step is None:
            if (spec := next_level(self.app, self.session, self.other_seat)) is not None:
                sit_down_at(self.app, spec, self.other_seat)
                return
            self.session.next_hand()
            self.after_change()
            self._show_steps(0)

    def grant_step(self) -> None:
        """Let the opponent's move be shown, where the player goes step by step."""
        self._step_granted = True

    def next_speed(self) -> None:
        """Go on to the next speed, and say which it is."""
        speed = SPEEDS[(SPEEDS.index(self.app.settings.speed) + 1) % len(SPEEDS)]
        self.app.change(speed=speed)
        self.app.say(text("table.speed", speed=text(f"table.speeds.{speed}")))

    def leave_table(self) -> None:
        """Leave the table, after a question where the hand in play could not be saved."""
        if self.session.hand_in_play and self.app.saves.is_unwritten(self.game):
            self.ask_to_leave("table.leave", text(f"table.leave.{self.unit}"), self.stand_up)
        else:
            self.stand_up()

    def stand_up(self) -> None:
        """Go back, and propose who is next where an opponent of the ladder was beaten."""
        super().stand_up()
        self._ladder.propose()

    def look_again(self) -> None:
        """Play the hand that has ended again, step by step."""
        if self._can_look_again:
            hand = hands.of(self.session, time.time())
            self.app.once_ready(need_of_replay(hand.game), lambda: self.app.go(Replay(self.app, hand)))

    # ---- time -----------------------------------------------------------------------------------------------
    @property
    def pace(self) -> float | None:
        """The pace of the settings."""
        return self.app.settings.pace

    def update(self, dt: float) -> bool:
        """Let the guard pass too."""
        guarded = self._guard_left > 0
        if guarded:
            self._guard_left -= dt
            self.dirty = True
        moving = super().update(dt)
        self.tutor.advance(dt)
        self._ladder.tell()
        self.fade(1 - max(0.0, self._guard_left) / motion("guard"))
        return self.card_comes(dt) or moving or (guarded and self._guard_left > 0)

    def proceed(self, dt: float) -> bool:
        """Ask whoever is to decide; show the decision when it is there and it is time."""
        seat = self.session.seat_to_act
        if seat is None or self.session.is_person(seat) or self.thinking.failed:
            return False
        decision = self.consult(seat)
        if self.timeline.animation_step is not None:
            return True
        self.thinking.advance(dt)
        if decision is None or (self.waits_for_step and not self._step_granted):
            return False
        if self.thinking.due:
            self.apply(decision.action, decision)
        return True

    @property
    def waits_for_step(self) -> bool:
        """Whether the opponent's moves are shown one by one, on demand."""
        return self.app.settings.speed == "step"

    def _follow_phase(self) -> None:
        """Call a player who is elsewhere when it is their turn."""
        called = self.phase == "yours" and self._phase not in ("", "yours")
        if called and not pygame.key.get_focused():
            self.app.sound.play("attention")
        super()._follow_phase()

    def phase_begins(self, phase: str) -> None:
        """Move the focus to the likeliest harmless action, unless the player is busy in the side column."""
        self.wait_for_card(phase)
        focused = self.controls.focused
        keeps = self._focus_was_set and focused is not None and focused.name in self.header
        if phase == "theirs" and self.waits_for_step and not keeps:
            self.controls.focus(self.step_button.name)
        elif phase in ("yours", "over", "lost") and not keeps:
            self._focus_was_set = True
            self.controls.focus(self.first_focus())

    def guard(self) -> None:
        """Ignore clicks and keys for a moment: the opponent has just bet."""
        self._guard_left = motion("guard")

    # ---- the session ----------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Show the deal of a new hand when the table is opened; a hand that goes on is there at once."""
        if not self._phase:
            self._ladder.begin()
        if not self._phase and all(step.player < 0 for step in self.session.steps):
            self.keep()
            self._show_steps(0)

    def _jump(self, change: Act) -> None:
        """Change the session and show the new position at once."""
        change()
        self.timeline.finish()
        self._guard_left = 0.0
        self.after_change()

    def after_change(self) -> None:
        """Count and keep what was played."""
        super().after_change()
        self._step_granted = False
        self.tutor.forget()
        self.grades.forget()
        self.count_result()
        if self.session.hand_over:
            self._ladder.hand_ended()
        self.keep()
        self.changed()

    # ---- keys -----------------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Take the keys that all tables share; a held key acts once."""
        if event.repeat:
            return False
        if event.ctrl:
            return self._control_key(event)
        acts = self.acts()
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

    def _control_key(self, event: Key) -> bool:
        """Ctrl+Z takes back; Ctrl+Y and Ctrl+Shift+Z play it again."""
        if event.name not in ("z", "y"):
            return False
        (self.redo if event.name == "y" or event.shift else self.undo)()
        return True

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
        own: dict[str, Act] = {
            "review": self.look_again,
            "undo": self.undo,
            "redo": self.redo,
            "hint": self.hint,
            "speed": self.next_speed,
        }
        return super()._header_acts() | own

    def _place_header(self) -> list[Widget]:
        none = text("table.nothing_to_undo" if self.may_take_back else "table.too_late_to_undo")
        self.header["undo"].disabled = "" if self.session.can_undo and self.may_take_back else none
        self.header["redo"].disabled = "" if self.session.can_redo else text("table.nothing_to_redo")
        return super()._place_header()

    def hint(self) -> None:
        """H: show what somebody who knows would do, where the table offers that."""

    # ---- tests ----------------------------------------------------------------------------------------------
    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        seat = self.session.seat_to_act
        return {
            "game": self.game,
            "hand": self.session.hand_number,
            "phase": self.phase,
            "to_act": None if seat is None else self.session.spec.seats[seat],
            "actions": [step.action for step in self.session.steps if step.player >= 0],
            "may_act": self.may_act,
            "trouble": self.trouble,
            "total": self.session.total(self.below),
        }
