"""Looking on: a hand plays by itself at four speeds or at once, or step by step, with cards open or closed.

Where the actions come from is for others to say: `watch` asks agents, `replay` reads what was recorded. Going back
takes steps off the session; going on plays them again.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from game.core import CHANCE, Decision, Seat
from game.match.session import Session
from game.rules import games
from game.screens.frame.screen import Services
from game.screens.models.opponents import Portrait
from game.screens.tables.decision_pages import (
    AHEAD,
    RULES,
    ask_experts,
    has_look_ahead,
    look_ahead,
    solve_decision,
)
from game.screens.tables.game_view import EVERYBODY, NOBODY, Known
from game.screens.tables.mixes import MIX_HEIGHT, mix_box, mix_of
from game.screens.tables.screen import TableScreen
from game.screens.ui.input import Key
from game.screens.ui.layout import Box, Column, Row, grow, share
from game.screens.ui.leaves import Filled, across
from game.screens.ui.texts import english, text
from game.screens.ui.widgets import Act, Button, Option, Segmented, Widget
from game.screens.ui.widgets.widget import acted
from game.screens.views import regions

PACES = {"0.5": 0.5, "1": 1.0, "2": 2.0, "4": 4.0, "instant": None}
REST_SECONDS = 1.4  # between two hands at normal speed
GAP = 8.0
FIRST_ROW = (1.8, 1.0, 1.0, 3.2)
TIGHT_FIRST_ROW = (1.4, 0.9, 0.9, 3.8)
WIDEST_ROW = 920.0
ROOM_FOR_KEYS = 640.0
PADDING, LOW_PADDING, LOW_ACTION_BAR = 12.0, 10.0, 100.0


class Spectator(TableScreen):
    """A table without a person at it. Subclasses say where the actions come from and what lies at the side."""

    sizes: ClassVar[regions.Sizes] = regions.Sizes(112, 88, (268, 320, 380), band=(236, 260))

    def __init__(self, app: Services, session: Session, below: Seat = 0) -> None:
        super().__init__(app, session, below)
        self.running = True
        self.open_cards = True
        self.speed = app.settings.speed if app.settings.speed in PACES else "1"
        self._granted = False
        self._rested = 0.0
        self._make_pace_controls()
        self.controls.focus("run")

    def _make_pace_controls(self) -> None:
        self.run_button = Button("run", "", self.toggle, kind="primary")
        self.back_button = Button("step-back", text("watch.back"), self.step_back, style="label_b")
        self.step_button = Button("step", text("watch.step"), self.step, style="label_b")
        speeds = [Option(speed, text(f"watch.speeds.{speed}")) for speed in PACES]
        self.speeds = Segmented("speed", text("watch.speed"), speeds, self.speed, self.set_speed)
        sights = [Option("open", text("watch.open")), Option("closed", text("watch.closed"))]
        self.sight = Segmented("sight", text("watch.cards"), sights, "open", self.set_sight)
        self.sight.disabled = text("watch.no_cards") if self.game == games.TIC_TAC_TOE else ""
        self._pace_controls = (self.run_button, self.back_button, self.step_button, self.speeds)

    # ---- what a subclass says -------------------------------------------------------------------------------
    @property
    @abstractmethod
    def total(self) -> float:
        """What the lower seat has won in all, in chips or points."""

    @property
    @abstractmethod
    def upcoming(self) -> Decision | None:
        """The decision that falls next, as far as it is known already."""

    @property
    @abstractmethod
    def can_step_back(self) -> bool:
        """Whether there is a decision to go back to."""

    @abstractmethod
    def go_on(self, dt: float) -> bool:
        """Take the next step if it is wanted and due; return whether the next frame is."""

    @abstractmethod
    def second_row(self) -> Mapping[Widget, float]:
        """Return the widgets of the lower row of the action bar, and how much of it each has."""

    def run_label(self) -> str:
        """Name what the main button does now: a key of the texts of watching."""
        return "pause" if self.running else "run"

    def no_mix(self, seat: Seat) -> str:
        """Say why there is no mix to be seen."""
        return text("watch.no_mix")

    def interrupted(self) -> None:
        """Take note that the pace has changed, or that somebody has stepped in."""

    # ---- what is seen ---------------------------------------------------------------------------------------
    @property
    def wanted(self) -> bool:
        """Whether the next action is wanted."""
        return self.running or self._granted

    @property
    def known(self) -> Known:
        """The players whose cards are seen before the showdown."""
        return EVERYBODY if self.open_cards else NOBODY

    def shown_total(self, seat: Seat) -> float:
        """Return what a seat has won in all."""
        return self.total if seat == self.below else -self.total

    @property
    def instant(self) -> bool:
        """Whether nothing takes time."""
        return self.running and PACES[self.speed] is None

    def name_of(self, seat: Seat) -> str:
        """Return the name of a seat, with its stage or a number where both have the same."""
        return self.portrait_of(seat).name

    def portrait_of(self, seat: Seat) -> Portrait:
        """Return how a seat is shown; two of one name are told apart."""
        own, other = super().portrait_of(seat), super().portrait_of(1 - seat)
        if own.name != other.name:
            return own
        if own.stage and own.stage != other.stage:
            return replace(own, name=text("watch.at_stage", name=own.name, stage=own.stage.split()[0]))
        return replace(own, name=text("watch.twin", name=own.name)) if seat else own

    def mark_of(self, seat: Seat) -> str:
        """Return what tells a seat from the other where both have one name: a stage or a number; else nothing."""
        own, other = super().portrait_of(seat), super().portrait_of(1 - seat)
        if own.name != other.name:
            return ""
        if own.stage and own.stage != other.stage:
            return own.stage.split()[0]
        return english().many("watch.twin_marks")[seat]

    def mix(self, seat: Seat, aside: str = "", height: float = MIX_HEIGHT) -> Box:
        """Return what a seat mixes now, or has mixed last."""
        return mix_box(mix_of(self, seat, aside), height)

    # ---- what the spectator does ----------------------------------------------------------------------------
    def toggle(self) -> None:
        """Pause or go on."""
        self.set_running(running=not self.running)

    def step(self) -> None:
        """Pause, and show one action more; what moves comes to its end first."""
        self.set_running(running=False)
        if self.timeline.animation_step is not None:
            self.timeline.finish()
        elif self.phase != "done":
            self._granted = True
        self.relayout()

    def step_back(self) -> None:
        """Pause, and go back to the last decision."""
        self.set_running(running=False)
        if self.can_step_back:
            self.session.step_back()
            self.timeline.finish()
            self.after_change()

    def set_speed(self, speed: str) -> None:
        """Go on at another speed."""
        self.speed = self.speeds.chosen = speed
        self.interrupted()
        self.relayout()

    def toggle_cards(self) -> None:
        """Open or close the cards."""
        self.set_sight("closed" if self.open_cards else "open")

    def set_sight(self, sight: str) -> None:
        """Show all cards, or none before the showdown."""
        self.sight.chosen = sight
        self.open_cards = sight == "open"
        self.timeline.finish()
        self.relayout()

    def come_to_rest(self) -> None:
        """Pause, and let what moves come to its end at once."""
        self.set_running(running=False)
        self.timeline.finish()

    def go_on_like(self, before: Spectator) -> None:
        """Look on at the pace of another table, with its cards open or closed."""
        self.speed = self.speeds.chosen = before.speed
        self.set_sight(before.sight.chosen)

    def set_running(self, *, running: bool) -> None:
        """Let it play by itself, or not."""
        self.running = running
        self._granted = False
        self._rested = REST_SECONDS if running else 0.0
        self.interrupted()
        self.relayout()

    def look_ahead(self) -> None:
        """Open the search of the decision that lies on the table, if its cards do."""
        if not has_look_ahead(self):
            return
        self.come_to_rest()
        if self.open_cards:
            look_ahead(self, (self.name_of(0), self.name_of(1)))
        else:
            self.app.say(text("search.closed"))

    def ask_experts(self) -> None:
        """Ask the experts about the decision that lies on the table."""
        self.come_to_rest()
        ask_experts(self, open_cards=self.open_cards)

    def solve_decision(self) -> None:
        """Open the solver on the decision that lies on the table."""
        self.come_to_rest()
        solve_decision(self)

    @property
    def icons(self) -> tuple[str, ...]:
        """The search, where somebody searches at this game, and the experts of Hold'em."""
        ahead = (AHEAD,) if has_look_ahead(self) else ()
        return (*ahead, RULES) if self.game == games.HOLDEM else ahead

    def _header_acts(self) -> dict[str, Act]:
        return super()._header_acts() | {AHEAD: self.look_ahead, RULES: self.ask_experts}

    # ---- time -----------------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Show the first deal."""
        if not self._phase:
            self._show_steps(0)

    @property
    def pace(self) -> float | None:
        """The pace that was chosen here."""
        return PACES[self.speed]

    def proceed(self, dt: float) -> bool:
        """Go on once all lies still."""
        return self.timeline.animation_step is None and self.go_on(dt)

    def rested(self, dt: float, seconds: float) -> bool:
        """Let time pass; return whether a pause of so many seconds is over, or was cut short by a step."""
        self._rested += dt
        return self._granted or self._rested >= seconds

    def play_again(self, dt: float) -> bool:
        """Show what was taken back, at the pace of an agent that thinks."""
        if self.rested(dt, self.thinking.LEAST_SECONDS):
            before = len(self.session.steps)
            self.session.redo()
            self.after_change()
            self._show_steps(before)
        return True

    def after_change(self) -> None:
        """Wait anew."""
        super().after_change()
        self._granted = False
        self._rested = 0.0

    # ---- layout and drawing ---------------------------------------------------------------------------------
    def first_focus(self) -> str:
        """The button that runs and pauses."""
        return "run"

    def compose_action_bar(self) -> Box:
        """Return two rows of buttons."""
        self._label()
        first = dict(zip(self._pace_controls, FIRST_ROW if self.roomy else TIGHT_FIRST_ROW, strict=True))
        low = self.regions.action_bar[3] < LOW_ACTION_BAR
        pad = LOW_PADDING if low else PADDING
        rows = Column(_shared(first), _shared(self.second_row()), gap=GAP, padding=pad)
        return across(rows.sized(share(1.0, most=WIDEST_ROW + 2 * pad)))

    def _label(self) -> None:
        self.run_button.label = text(f"watch.{self.run_label()}")
        keycaps = {self.run_button: text("keys.space"), self.back_button: "←", self.step_button: "→"}
        self.show_keys(keycaps)
        self.back_button.disabled = "" if self.can_step_back else text("watch.at_the_start")
        self.step_button.disabled = text("watch.at_the_end") if self.phase == "done" else ""

    def show_keys(self, keycaps: Mapping[Button, str]) -> None:
        """Write the keys of some buttons on them where there is room."""
        for button, key in keycaps.items():
            button.keycap = key if self.roomy else ""

    @property
    def roomy(self) -> bool:
        """Whether buttons have room for their keys."""
        return self.regions.action_bar[2] > ROOM_FOR_KEYS

    # ---- keys -----------------------------------------------------------------------------------------------
    def acts(self) -> dict[str, Act]:
        """Return what keys do that act once however long they are held."""
        acts: dict[str, Act] = {"space": self.toggle, "o": self.toggle_cards, "l": self.show_log}
        acts |= {str(place): partial(self.set_speed, speed) for place, speed in enumerate(PACES, 1)}
        if self.game == games.HOLDEM:
            acts |= {"a": self.look_ahead, "e": self.ask_experts, "v": self.solve_decision}
        return acts

    def key(self, event: Key) -> bool:
        """Take the keys of looking on; a held arrow goes on stepping."""
        steps: dict[str, Act] = {"left": self.step_back, "right": self.step, "s": self.step}
        acts = self.acts()
        act = steps.get(event.name) or (
            None if event.repeat else acts.get(event.name) or acts.get(event.text)
        )
        return not event.ctrl and acted(act)

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        return {
            "game": self.game,
            "hand": self.session.hand_number,
            "phase": self.phase,
            "running": self.running,
            "speed": self.speed,
            "open": self.open_cards,
            "actions": [step.action for step in self.session.steps if step.player != CHANCE],
        }


def _shared(widgets: Mapping[Widget, float]) -> Row:
    """Return a row that widgets share by weight."""
    boxes = (Filled(widget).sized(grow(weight)) for widget, weight in widgets.items())
    return Row(*boxes, gap=GAP).sized(grow())
