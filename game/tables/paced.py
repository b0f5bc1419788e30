"""The pace of a table with a person at it: when agents act, and for how long nobody can.

What an agent decides is shown at the pace of the settings, or step by step. After a bet clicks and keys are ignored
for a moment, and the end of a hand is seen before its card covers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.core import CHANCE, State
from game.match.session import Session, Step
from game.tables.screen import AT_ONCE
from game.tables.seated import SeatedScreen
from game.texts import text
from game.window.frame.screen import Services
from game.window.frame.settings_store import SPEEDS
from game.window.ui.animation import AnimationStep, motion
from game.window.ui.widgets import Button

CARD_SECONDS = 1.5  # for which the end of a hand is seen without its card


class PacedScreen(SeatedScreen):
    """The timing of `PlayScreen`: when agents act, and when clicks and keys are ignored.

    `moves` are the buttons whose words fade in after a bet.
    """

    moves: tuple[Button, ...] = ()

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        self._step_granted = self._focus_was_set = False
        self._guard_left = self._card_wait = 0.0
        self.step_button = Button("step", text("table.step"), self.grant_step, keycap="S", style="label_b")

    @property
    def is_guarded(self) -> bool:
        """Whether clicks and keys are ignored: the opponent has just bet."""
        return self._guard_left > 0

    def grant_step(self) -> None:
        """Allow the next move of the opponent to be shown, at the speed "step by step"."""
        self._step_granted = True

    def next_speed(self) -> None:
        """Switch to the next speed, and announce it."""
        speed = SPEEDS[(SPEEDS.index(self.app.settings.speed) + 1) % len(SPEEDS)]
        self.app.change(speed=speed)
        self.app.say(text("table.speed", speed=text(f"table.speeds.{speed}")))

    @property
    def pace(self) -> float | None:
        """The pace of the settings."""
        return self.app.settings.pace

    def update(self, dt: float) -> bool:
        """Let the guard pass too."""
        guarded = self.is_guarded
        if guarded:
            self._guard_left -= dt
            self.dirty = True
        moving = super().update(dt)
        for button in self.moves:
            button.alpha = round(255 * (1 - max(0.0, self._guard_left) / motion("guard")))
        return self._card_comes(dt) or moving or (guarded and self.is_guarded)

    def _card_comes(self, dt: float) -> bool:
        """Let the end of a hand be seen before its card covers it; return whether that is under way."""
        if self._card_wait <= 0:
            return False
        self._card_wait -= dt * (self.app.settings.pace or AT_ONCE)
        if self._card_wait <= 0 and self.phase == "over":
            self.app.overlay(self.closing_card())
        return True

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
        self._card_wait = CARD_SECONDS if phase == "over" and self.closes_with_card else 0.0
        focused = self.controls.focused
        keeps = self._focus_was_set and focused is not None and focused.name in self.header
        if phase == "theirs" and self.waits_for_step and not keeps:
            self.controls.focus(self.step_button.name)
        elif phase in ("yours", "over", "lost") and not keeps:
            self._focus_was_set = True
            self.controls.focus(self.first_focus())

    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[Any]]:
        """Return the animation of a step; for a moment after an opponent's bet clicks and keys are ignored."""
        if step.player not in (CHANCE, self.own_player) and self.view.bets(step):
            self._guard_left = motion("guard")
        return super().animate(before, step)

    def after_change(self) -> None:
        """Wait for the next step, and let everybody act."""
        super().after_change()
        self._step_granted, self._guard_left = False, 0.0
