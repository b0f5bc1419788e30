"""What the screens of all tables share: a session, its players, the pace, and the way out.

The screen owns a session. People act through it by keys and mouse; agents are asked in the worker, and what they
decide is shown at the pace that the player has set. Every action is saved before it is shown. When the worker
dies, the game waits where it was and the player may try again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import pygame

from game.core import Action, AgentEntry, Decision, Seat, State
from game.match.session import Session, Step
from game.screens.input import Key
from game.screens.opponents import Portrait, portrait
from game.screens.pen import Pen
from game.screens.question import Question, Reply, nothing
from game.screens.screen import Screen
from game.screens.settings_store import SPEEDS
from game.screens.tables.header import Header
from game.screens.tables.playback import Beat, Timeline, motion
from game.screens.tables.requests import Received, Requests, Thinking
from game.screens.views import regions
from game.screens.widgets.button import Button, IconButton
from game.screens.widgets.scroll import Scroll
from game.screens.widgets.widget import Act, Rect, Widget

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.app import App

SceneT = TypeVar("SceneT")
AT_ONCE = 1e6  # a pace at which nothing takes time
DRAWER_SCRIM = 150
SENTENCE_STEP = 27.0


class PlayScreen(Screen, ABC, Generic[SceneT]):
    """A table. Subclasses say what is drawn, which widgets there are, and how a step looks in beats."""

    sizes: ClassVar[regions.Sizes]

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.texts = app.texts
        self.own_seat: Seat = 0 if session.is_person(0) else 1
        self.regions = regions.divide(1280, 720, self.sizes)
        self.timeline: Timeline[SceneT] = Timeline(self._begin_beat)
        self.drawer_open = False
        self.requests = Requests(app)
        self.thinking = Thinking(self.requests)
        self._step_granted = False
        self._guard_left = 0.0
        self._phase = ""
        self._focus_was_set = False
        self.side_scroll = Scroll(self.relayout)
        self.side_areas: tuple[Rect, ...] = self.regions.sides
        self.header = Header(self.texts, self._header_acts())
        self.try_again = Button("try-again", self.texts("table.try_again"), self.call_back, kind="primary")
        self.step_button = Button(
            "step", self.texts("table.step"), self.grant_step, keycap="S", style="label_b"
        )

    # ---- what a table adds ----------------------------------------------------------------------------------
    @abstractmethod
    def story(self, before: State, step: Step) -> Sequence[Beat[SceneT]]:
        """Return the beats that show a step."""

    @abstractmethod
    def arrange(self) -> list[Widget]:
        """Place the widgets for the regions and the phase; return them in focus order, without the header."""

    @abstractmethod
    def first_focus(self) -> str:
        """Return the widget that has the focus when a phase begins: the likeliest harmless action."""

    @abstractmethod
    def paint_ground(self, pen: Pen) -> None:
        """Draw what stays: felt, wood, panels. It goes into a layer."""

    @abstractmethod
    def draw_table(self, pen: Pen) -> None:
        """Draw what lies on the table."""

    @abstractmethod
    def draw_dock(self, pen: Pen) -> None:
        """Draw the words of the dock."""

    @abstractmethod
    def draw_side(self, pen: Pen, areas: Sequence[Rect]) -> None:
        """Draw the side column (two areas in a wide window) without its widgets."""

    @abstractmethod
    def arrange_side(self, areas: Sequence[Rect]) -> list[Widget]:
        """Place the widgets of the side column; return them in focus order."""

    def side_needs(self) -> float:
        """Return the least height in dp that the side column needs; below it the column scrolls."""
        return 0.0

    @property
    def icons(self) -> tuple[str, ...]:
        """The buttons of the header that this table adds."""
        return ("undo", "redo", "speed")

    @property
    @abstractmethod
    def subtitle(self) -> str:
        """The sentence beside the name of the game."""

    def changed(self) -> None:
        """Take note that the session has changed: forget what was known of the last position."""

    def ground_key(self) -> tuple[Any, ...]:
        """Name what `paint_ground` depends on beside the size."""
        return (self.name, self.regions, self.phase in ("over",))

    # ---- who and when ---------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        """The game that is played here."""
        return self.session.spec.game

    @property
    def other_seat(self) -> Seat:
        """The seat across the table."""
        return 1 - self.own_seat

    @property
    def agents(self) -> list[AgentEntry]:
        """The agents that can play here; names are known once per game."""
        spec = self.session.spec
        return [one for one in self.app.agents if one.game == spec.game and one.blinds in (None, spec.blinds)]

    def portrait_of(self, seat: Seat) -> Portrait:
        """Return how the one who sits there is shown."""
        return portrait(self.agents, self.session.spec.seats[seat])

    @property
    def opponent(self) -> Portrait:
        """Who sits across the table."""
        return self.portrait_of(self.other_seat)

    @property
    def entry(self) -> AgentEntry | None:
        """What the catalogue knows of the opponent."""
        name = self.session.spec.seats[self.other_seat]
        return next((entry for entry in self.agents if entry.name == name), None)

    @property
    def teaching(self) -> bool:
        """Whether hints and rewinding belong to this table."""
        return self.session.spec.teaching

    @property
    def phase(self) -> str:
        """What the table waits for: "moving", "yours", "theirs", "over", "lost"."""
        if self.timeline.beat is not None:
            return "moving"
        if self.session.hand_over:
            return "over"
        if self.thinking.failed:
            return "lost"
        seat = self.session.seat_to_act
        return "yours" if seat is not None and self.session.is_person(seat) else "theirs"

    @property
    def may_act(self) -> bool:
        """Whether a person may act now."""
        return self.phase == "yours" and self._guard_left <= 0

    @property
    def guard_share(self) -> float:
        """How much of the guard after an opponent's bet has passed: the buttons fade in with it."""
        return 1 - max(0.0, self._guard_left) / motion("guard")

    @property
    def trouble(self) -> str:
        """What keeps the game waiting, in a sentence; empty when nothing does."""
        return self.texts("table.left", name=self.opponent.name) if self.thinking.failed else ""

    @property
    def in_play(self) -> bool:
        """Whether leaving would leave a hand behind."""
        return not self.session.hand_over and any(step.player >= 0 for step in self.session.steps)

    @property
    def shown_steps(self) -> tuple[Step, ...]:
        """The steps of the hand that the table has shown to their end."""
        return self.session.steps[: self.timeline.mark]

    def shown_total(self, seat: Seat) -> float:
        """Return the net result of a seat, without the hand whose end is still to be shown."""
        total = self.session.total(seat)
        hidden = self.session.hand_over and self.timeline.beat is not None
        return total - self.session.results[-1].returns[seat] if hidden else total

    # ---- what people do -------------------------------------------------------------------------------------
    def act(self, action: Action) -> None:
        """Play an action of the person whose turn it is; one that comes too early or too late is ignored."""
        if self.may_act and action in self.session.state.legal_actions():
            self.drawer_open = False
            self._apply(action, None)

    def undo(self) -> None:
        """Take back to the last decision of a person."""
        if self.session.can_undo:
            self._jump(self.session.undo)

    def redo(self) -> None:
        """Play again what was taken back."""
        if self.session.can_redo:
            self._jump(self.session.redo)

    def next_hand(self) -> None:
        """Deal the next hand."""
        if self.session.hand_over and not self.session.over and self.timeline.beat is None:
            self.session.next_hand()
            self._after_change()
            self._show_steps(0)

    def call_back(self) -> None:
        """Ask again after the worker has died or refused."""
        self.thinking.forget()
        self.relayout()

    def grant_step(self) -> None:
        """Let the opponent's move be shown, where the player goes step by step."""
        self._step_granted = True

    def next_speed(self) -> None:
        """Go on to the next speed, and say which it is."""
        speed = SPEEDS[(SPEEDS.index(self.app.settings.speed) + 1) % len(SPEEDS)]
        self.app.change(speed=speed)
        self.app.say(self.texts("table.speed", speed=self.texts(f"table.speeds.{speed}")))

    def toggle_drawer(self) -> None:
        """Open or close the side column where it is a drawer."""
        self.drawer_open = not self.drawer_open
        self.controls.focus("log" if self.drawer_open else self.first_focus())
        self.relayout()

    def show_side(self) -> None:
        """Bring the side column into view where it is a drawer."""
        if self.regions.has_drawer and not self.drawer_open:
            self.toggle_drawer()

    def escape(self) -> None:
        """Close the drawer; else leave the table, after a question while a hand is in play."""
        if self.drawer_open and self.regions.has_drawer:
            self.toggle_drawer()
        elif self.in_play:
            stay = Reply("stay", self.texts("table.leave.stay"), nothing, "primary")
            leave = Reply("leave", self.texts("table.leave.leave"), self.stand_up)
            title, body = self.texts("table.leave.title"), self.texts("table.leave.body")
            self.app.overlay(Question(self.app, title, body, (stay, leave)))
        else:
            self.stand_up()

    def stand_up(self) -> None:
        """Leave the table."""
        self.requests.drop_all()
        self.app.back()

    @property
    def ended(self) -> bool:
        """Whether there is nothing to come back to."""
        return self.session.over

    # ---- the worker -----------------------------------------------------------------------------------------
    def ask(self, kind: str, payload: Mapping[str, Any], received: Received) -> int:
        """Ask the worker; `received` gets the value or the sentence that says why there is none."""
        return self.requests.ask(kind, payload, received)

    def receive(self, answer: Answer) -> None:
        """Give an answer to whom asked."""
        if self.requests.take(answer):
            self.relayout()

    def agent_payload(self, seat: Seat) -> dict[str, Any]:
        """Return what names an agent and what it may know."""
        spec = self.session.spec
        return {
            "game": spec.game,
            "agent": spec.seats[seat],
            "blinds": spec.blinds,
            "info": self.session.info(seat),
        }

    # ---- time -----------------------------------------------------------------------------------------------
    def update(self, dt: float) -> bool:
        """Let the table move, and the opponent think and act at the pace that is set."""
        pace = self.app.settings.pace
        self.timeline.reduced = self.app.settings.reduced_motion
        if pace is None:
            self.timeline.finish()
        moving = self.timeline.advance(dt * (pace or 1.0))
        if self._guard_left > 0:
            self._guard_left -= dt
            moving = moving or self._guard_left > 0
            self.dirty = True
        moving = self._follow_opponent(dt * (pace or AT_ONCE)) or moving
        self._follow_phase()
        return moving or self._wants_layout

    def _follow_opponent(self, dt: float) -> bool:
        """Ask whoever is to decide; show the decision when it is there and it is time."""
        seat = self.session.seat_to_act
        if seat is None or self.session.is_person(seat) or self.thinking.failed:
            return False
        self.thinking.begin(lambda: {**self.agent_payload(seat), "seed": self.session.decision_seed})
        if self.timeline.beat is not None:
            return True
        self.thinking.advance(dt)
        decision: Decision | None = self.thinking.decision
        if decision is None or (self.waits_for_step and not self._step_granted):
            return False
        if self.thinking.due:
            self._apply_decision(decision)
        return True

    def _apply_decision(self, decision: Decision) -> None:
        """Play what an agent has decided; one that breaks the rules has left the table."""
        if decision.action in self.session.state.legal_actions():
            self._apply(decision.action, decision)
        else:
            self.thinking.failed = True

    @property
    def waits_for_step(self) -> bool:
        """Whether the opponent's moves are shown one by one, on demand."""
        return self.app.settings.speed == "step"

    def _follow_phase(self) -> None:
        """Lay out anew and move the focus when the table waits for something else."""
        phase = self.phase
        if phase == self._phase:
            return
        if phase == "yours" and self._phase and not pygame.key.get_focused():
            self.app.sound.play("attention")
        self._phase = phase
        self.phase_begins(phase)
        self.relayout()

    def phase_begins(self, phase: str) -> None:
        """Move the focus to the likeliest harmless action, unless the player is busy in the side column."""
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

    def _begin_beat(self, beat: Beat[SceneT]) -> None:
        if beat.sound:
            self.app.sound.play(beat.sound, beat.ticks)

    # ---- the session ----------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Show the deal of a new hand when the table is opened; a hand that goes on is there at once."""
        if not self._phase and all(step.player < 0 for step in self.session.steps):
            self.app.saves.keep(self.session)
            self._show_steps(0)

    def _apply(self, action: Action, decision: Decision | None) -> None:
        before = len(self.session.steps)
        self.session.act(action, decision)
        self._after_change()
        self._show_steps(before)

    def _jump(self, change: Act) -> None:
        """Change the session and show the new position at once."""
        change()
        self.timeline.finish()
        self._guard_left = 0.0
        self._after_change()

    def _after_change(self) -> None:
        self.thinking.forget()
        self._step_granted = False
        self._count_result()
        self._keep()
        self.changed()
        self.relayout()

    def _keep(self) -> None:
        """Save the game as it stands; one that has ended is not offered again."""
        if self.ended:
            self.app.saves.forget(self.game)
        else:
            self.app.saves.keep(self.session)

    def _show_steps(self, start: int) -> None:
        """Add the beats of the steps from `start` on."""
        steps = self.session.steps
        for index in range(start, len(steps)):
            before = steps[index - 1].state if index else None
            beats = self.story(before if before is not None else self.first_state(), steps[index])
            self.timeline.add(beats, index)
        self._follow_phase()

    @abstractmethod
    def first_state(self) -> State:
        """Return the state before the first step of a hand."""

    def _count_result(self) -> None:
        """Enter a finished hand into the record, once, however often it is taken back and finished again."""
        if not self.session.hand_over:
            return
        opponent = self.session.spec.seats[self.other_seat]
        net = self.session.results[-1].returns[self.own_seat]
        hand = self.session.spec.seed, self.session.hand_number
        self.app.saves.add_result(self.game, opponent, self.in_record_units(net), hand)

    def in_record_units(self, net: float) -> float:
        """Return a result as the record counts it."""
        return net

    # ---- keys -----------------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Take the keys that all tables share; a held key acts once."""
        if event.repeat or event.ctrl:
            return False
        shared: dict[str, Act] = {
            "z": self.undo,
            "y": self.redo,
            "l": self.show_log,
            "s": self.grant_step if self.waits_for_step else self.next_speed,
        }
        if event.name == "space":
            self.go_on()
        elif event.name in shared:
            shared[event.name]()
        else:
            return False
        return True

    def go_on(self) -> None:
        """Space: finish what moves, show the next step, deal the next hand; it never folds and never bets."""
        if self.phase == "moving":
            self.timeline.finish()
            self.dirty = True
        elif self.phase == "over":
            self.next_hand()
        elif self.phase == "lost":
            self.call_back()
        elif self.waits_for_step:
            self.grant_step()

    def show_log(self) -> None:
        """L: open the drawer."""
        if self.regions.has_drawer:
            self.toggle_drawer()

    # ---- layout and drawing ---------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Divide the window, place header and widgets; the phase first, so that the focus finds its widget."""
        self._follow_phase()
        self.regions = regions.divide(width, height, self.sizes)
        self._fit_side()
        self.scroll = self.side_scroll if self._side_shown else None
        widgets = self.arrange()
        side = self.arrange_side(self.side_areas) if self._side_shown else []
        for widget in side:
            widget.clip = self.side_scroll.view if self.side_scroll.longest else None
        header = self._place_header()
        covered = self.regions.has_drawer and self.drawer_open
        self.place([header[0], *([] if covered else widgets), *side, *header[1:]])

    def _fit_side(self) -> None:
        """Let the side column scroll where it needs more height than there is."""
        x, y, w, h = self.regions.sides[0]
        needed = max(h, self.side_needs())
        self.side_scroll.fit((x + 1, y + 4, w - 6, h - 8), needed - 8)
        self.side_areas = ((x, y - self.side_scroll.offset, w, needed), *self.regions.sides[1:])

    @property
    def _side_shown(self) -> bool:
        return not self.regions.has_drawer or self.drawer_open

    def _header_acts(self) -> dict[str, Act]:
        return {
            "back": self.escape,
            "undo": self.undo,
            "redo": self.redo,
            "hint": self.hint,
            "log": self.toggle_drawer,
            "speed": self.next_speed,
            "sound": self.app.toggle_mute,
            "help": self.app.show_help,
            "settings": self.app.show_settings,
        }

    def hint(self) -> None:
        """H: show what somebody who knows would do, where the table offers that."""

    def _place_header(self) -> list[IconButton]:
        names = ["log", *self.icons] if self.regions.has_drawer else list(self.icons)
        texts, session = self.texts, self.session
        self.header["sound"].icon = "mute" if self.app.settings.muted else "sound"
        self.header["undo"].disabled = "" if session.can_undo else texts("table.nothing_to_undo")
        self.header["redo"].disabled = "" if session.can_redo else texts("table.nothing_to_redo")
        return self.header.arrange(self.regions.header, names)

    def draw(self, pen: Pen) -> None:
        """Draw ground, table, dock, header, side column and widgets."""
        pen.layer(self.ground_key(), self.paint_ground)
        self.draw_table(pen)
        self.draw_dock(pen)
        if self.regions.has_drawer and self.drawer_open:
            self._draw_drawer_ground(pen)
        self.header.draw(pen, self.texts(f"games.{self.game}"), self.subtitle)
        if self._side_shown and self.side_scroll.longest:
            with pen.clip(self.side_scroll.view):
                self.draw_side(pen, self.side_areas)
            self.side_scroll.draw(pen)
        elif self._side_shown:
            self.draw_side(pen, self.side_areas)
        self.draw_controls(pen)

    def _draw_drawer_ground(self, pen: Pen) -> None:
        """Darken the table and draw the drawer's panel above it."""
        area = self.regions.sides[0]
        pen.scrim(DRAWER_SCRIM)
        pen.shadow(area, None, 24, 170, 8)
        pen.rect(area, "panel", None, "edge")

    def draw_sentences(self, pen: Pen, area: Rect, said: str, note: str, style: str = "h2") -> None:
        """Write a headline and a note around the middle of `area`, each on two lines if need be."""
        x, y, w, h = area
        if pen.width(said, style) > w:
            style = "strong"
        lines = [(line, style, "text") for line in pen.wrap(said, w, style)[:2] if line]
        lines += [(line, "label", "dim") for line in pen.wrap(note, w, "label")[:2] if line]
        step = min(SENTENCE_STEP, (h - 12) / max(1, len(lines)))
        top = y + h / 2 - (len(lines) - 1) * step / 2
        for i, (line, one, ink) in enumerate(lines):
            pen.text(line, x, top + i * step, one, ink, fit=w)

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
            "total": self.session.total(self.own_seat),
        }
