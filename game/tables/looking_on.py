"""Looking on: how a hand plays by itself at four speeds or at once, and what is seen of it.

Where the actions come from is for others to say: `watch` asks agents, `replay` reads what was recorded. Going back
takes steps off the session; going on plays them again.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from game.core import Decision, Seat
from game.match.session import Session
from game.study.opponents import Portrait
from game.tables.game_view import EVERYBODY, NOBODY, Known
from game.tables.mixes import MIX_HEIGHT, mix_box
from game.tables.screen import TableScreen
from game.texts import english, text
from game.window.frame.screen import Services
from game.window.ui.layout import Box

PACES = {"0.5": 0.5, "1": 1.0, "2": 2.0, "4": 4.0, "instant": None}
REST_SECONDS = 1.4  # between two hands at normal speed


class LookingOn(TableScreen):
    """The part of `Spectator` below its controls: what is seen, at which pace, and when it pauses.

    Subclasses say where the actions come from.
    """

    def __init__(self, app: Services, session: Session, below: Seat = 0) -> None:
        super().__init__(app, session, below)
        self.running = self.open_cards = True
        self.speed = app.settings.speed if app.settings.speed in PACES else "1"
        self._granted = False
        self._rested = 0.0

    # ---- what a subclass says -------------------------------------------------------------------------------
    @property
    @abstractmethod
    def upcoming(self) -> Decision | None:
        """The decision that falls next, as far as it is known already."""

    @abstractmethod
    def go_on(self, dt: float) -> bool:
        """Take the next step if it is wanted and due; return whether the next frame is."""

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

    @property
    def instant(self) -> bool:
        """Whether nothing takes time."""
        return self.running and PACES[self.speed] is None

    def name_of(self, seat: Seat) -> str:
        """Return the name of a seat, with its stage or a number where both have the same."""
        return self.portrait_of(seat).name

    def portrait_of(self, seat: Seat) -> Portrait:
        """Return how a seat is shown; two of one name are told apart."""
        shown, mark = super().portrait_of(seat), self.mark_of(seat)
        if mark and mark == shown.stage.partition(" ")[0]:
            return replace(shown, name=text("watch.at_stage", name=shown.name, stage=mark))
        return replace(shown, name=text("watch.twin", name=shown.name)) if mark and seat else shown

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
        upcoming = self.upcoming if self.timeline.animation_step is None else None
        return mix_box(self.view, seat, upcoming, self.no_mix(seat), mark=aside, height=height)

    # ---- what sets it going ---------------------------------------------------------------------------------
    def come_to_rest(self) -> None:
        """Pause, and let what moves come to its end at once."""
        self.set_running(running=False)
        self.timeline.finish()

    def set_running(self, *, running: bool) -> None:
        """Let it play by itself, or not."""
        self.running = running
        self._granted = False
        self._rested = REST_SECONDS if running else 0.0
        self.interrupted()
        self.relayout()

    # ---- time -----------------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Show the first deal."""
        if not self._phase:
            self._show_steps(0)

    @property
    def pace(self) -> float | None:
        """The pace chosen at this table."""
        return PACES[self.speed]

    def proceed(self, dt: float) -> bool:
        """Continue once no animation runs."""
        return self.timeline.animation_step is None and self.go_on(dt)

    def rested(self, dt: float, seconds: float) -> bool:
        """Let `dt` seconds pass; return whether a pause of `seconds` is over, or was cut short by a step."""
        self._rested += dt
        return self._granted or self._rested >= seconds

    def play_again(self, dt: float) -> bool:
        """Show again the actions that were taken back, at the pace of a thinking agent."""
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
