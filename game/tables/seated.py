"""A table at which a person sits, at a pace."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import pygame

from game.agent_entries import AgentEntry
from game.core import CHANCE, Player, Seat, State
from game.match.dealt_again import pass_of
from game.match.session import HandResult, Session, Step
from game.study.opponents import Portrait, entry_of
from game.study.records import Record
from game.tables.game_view import HandGrades
from game.tables.screen import AT_ONCE, TableScreen
from game.tables.session_parts import block_card, other_with_these_cards
from game.texts import text
from game.window.dialogs.dialog import nothing
from game.window.frame.screen import Screen, Services
from game.window.frame.settings_store import SPEEDS
from game.window.ui.animation import AnimationStep, motion
from game.window.ui.widgets import Act, Button


class SeatedScreen(TableScreen):
    """What is known at a table of the person who sits there, and of the other side."""

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session, 0 if session.is_person(0) else 1)
        self.grades = HandGrades(self.view, self.below, app.judgements)
        self.retry_button = Button("retry", text("grades.retry"), self.retry, keycap="T", style="label_b")

    # ---- who sits here --------------------------------------------------------------------------------------
    @property
    def other_seat(self) -> Seat:
        """The seat across the table."""
        return 1 - self.below

    @property
    def own_player(self) -> Player:
        """The role of the person in this hand, as the rules count the players."""
        return self.session.player_of(self.below)

    @property
    def opponent(self) -> Portrait:
        """Who sits across the table."""
        return self.portrait_of(self.other_seat)

    @property
    def entry(self) -> AgentEntry | None:
        """What the catalogue knows of the opponent."""
        name = self.session.spec.seats[self.other_seat]
        return next((entry for entry in self.agents if entry.name == name), None) or entry_of(name)

    @property
    def record(self) -> Record:
        """The results against the opponent, at whatever stage of their training."""
        seat = self.session.spec.seats[self.other_seat]
        family = self.entry.family if self.entry is not None else None
        stages = [one.name for one in self.agents if family is not None and one.family == family]
        return self.app.saves.record_against(self.game, *dict.fromkeys((seat, *stages)))

    @property
    def shown_results(self) -> list[HandResult]:
        """The finished hands, without the one whose end is still to be shown."""
        ends = self.session.hand_over and self.timeline.animation_step is not None
        return self.session.results[:-1] if ends else self.session.results

    def shown_total(self, seat: Seat) -> float:
        """Return the net result of a seat, without the hand whose end is still to be shown."""
        return sum(result.returns[seat] for result in self.shown_results)

    @property
    def teaching(self) -> bool:
        """Whether hints and rewinding belong to this table."""
        return self.session.spec.teaching

    @property
    def phase(self) -> str:
        """What the table waits for: "moving", "yours", "theirs", "over", "lost"."""
        if self.timeline.animation_step is not None:
            return "moving"
        if self.session.hand_over:
            return "over"
        if self.thinking.failed:
            return "lost"
        seat = self.session.seat_to_act
        return "yours" if seat is not None and self.session.is_person(seat) else "theirs"

    @property
    def trouble(self) -> tuple[str, str]:
        """Two sentences: the opponent has left; the game is kept, with the reason where that is known."""
        kept = f"{text('table.kept')} {self.thinking.reason}".rstrip()
        return text("table.left", name=self.opponent.name), kept

    # ---- what is taken back ---------------------------------------------------------------------------------
    @property
    def may_take_back(self) -> bool:
        """Whether moves may be taken back as the table stands."""
        return True

    def undo(self) -> None:
        """Take back to the last decision of a person, where that is fair."""
        if not self.may_take_back:
            self.app.say(text("table.too_late_to_undo"))
        elif self.session.can_undo:
            self._jump(self.session.undo)

    def redo(self) -> None:
        """Play again what was taken back."""
        if self.session.can_redo and self.may_take_back:
            self._jump(self.session.redo)

    def rewind(self, place: int = 0) -> None:
        """Go back to the first decision of a person in this hand, or the one at a place among its steps."""
        while self.session.can_undo and len(self.session.steps) > place:
            self.session.undo()
        self._jump(nothing)

    @property
    def can_retry(self) -> bool:
        """Whether the hand has ended with a mistake that is known, and may be taken back to it."""
        return self.phase == "over" and self.may_take_back and self.grades.costliest() is not None

    def retry(self) -> None:
        """Go back to the decision that cost the most."""
        worst = self.grades.costliest()
        if self.can_retry and worst is not None:
            self.drawer_open = False
            self.rewind(worst)

    def _jump(self, change: Act) -> None:
        """Change the session and show the new position at once."""
        change()
        self.timeline.finish()
        self.after_change()

    # ---- how a hand closes ----------------------------------------------------------------------------------
    @abstractmethod
    def next_hand(self) -> None:
        """Deal the next hand."""

    @property
    def closes_with_card(self) -> bool:
        """Whether a card tells how it stands once the hand is over: at the end of a block of duplicate deals."""
        spec = self.session.spec
        return spec.duplicate and pass_of(spec, self.session.hand_number).ends_block

    def closing_card(self) -> Screen:
        """Return the card."""
        deal, leave = self.next_hand, self.stand_up
        return block_card(self.app, self.session, self.below, self.opponent, go_on=deal, leave=leave)

    @property
    def stays_closed(self) -> bool:
        """Whether the cards of the other side come to the player later on, and are best left unseen."""
        spec = self.session.spec
        return spec.duplicate and not pass_of(spec, self.session.hand_number).swapped

    @property
    def same_cards(self) -> str:
        """What the other side won with the cards that the player has just played, at a table that deals twice."""
        return other_with_these_cards(self.session, self.below, self.opponent.name, in_blinds=self.in_blinds)

    # ---- what is kept ---------------------------------------------------------------------------------------
    @property
    def ended(self) -> bool:
        """Whether there is nothing to come back to."""
        return self.session.over

    def keep(self) -> None:
        """Save the game as it stands; one that has ended is not offered again."""
        if self.ended:
            self.app.saves.forget(self.game)
        else:
            self.app.saves.keep(self.session)

    def count_result(self) -> None:
        """Enter a finished hand into the record and the history: as it was at last, if it is taken back.

        One whose hidden cards were seen while it was watched is left out.
        """
        session, spec = self.session, self.session.spec
        if session.hand_over and session.hand_counts:
            self.keep_hand()
            number = session.hand_number
            net = session.results[-1].returns[self.below] / spec.unit_of_hand(number)
            self.app.saves.add_result(self.game, spec.seats[self.other_seat], net, (spec.seed, number))


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
