"""What every table on the screen has: a session that is animated step by step, and agents who decide.

Whoever acts, the game is seen by one view; `play` adds a person to it, `spectator` somebody who looks on. Agents
are asked in the worker; when it dies the hand waits where it was, and one may try again.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from game.agent_entries import AgentEntry
from game.core import CHANCE, DEFAULT_BUDGET, Action, Budget, Decision, Seat, State
from game.match.session import Session, Step
from game.rules import games
from game.study.opponents import Portrait, entry_of, portrait
from game.study.play import ActNow, AgentKey, Decide, GetReady
from game.tables.game_view import AnyView, Seen
from game.tables.holdem.view import HoldemView
from game.tables.kuhn.view import KuhnView
from game.tables.tic_tac_toe.view import BoardView
from game.texts import text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame.requests import Requests, Thinking
from game.window.frame.screen import Services
from game.window.frame.table_frame import TableBox, TableFrame
from game.window.ui.animation import AnimationStep, Timeline
from game.window.ui.layout import Box, Column, grow
from game.window.ui.widgets import Act, Button

AT_ONCE = 1e6  # a pace at which nothing takes time
VIEWS: Mapping[str, type[BoardView | KuhnView | HoldemView]] = {
    games.TIC_TAC_TOE: BoardView,
    games.KUHN_POKER: KuhnView,
    games.KUHN_HALF_STREET: KuhnView,
    games.HOLDEM: HoldemView,
}


class TableScreen(TableFrame, Seen):
    """A table. Subclasses say who acts."""

    view: AnyView

    def __init__(self, app: Services, session: Session, below: Seat = 0) -> None:
        super().__init__(app)
        self.session = session
        self.below = below
        self.view = VIEWS[self.game](self)
        self.timeline: Timeline[Any] = Timeline(self._begin_step)
        self.requests = Requests(app, self.relayout)
        self.thinking = Thinking(self.requests)
        self._phase = ""
        self._getting_ready: list[int] = []
        self.try_again = Button("try-again", text("table.try_again"), self.call_back, kind="primary")

    # ---- what a table adds ----------------------------------------------------------------------------------
    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[Any]]:
        """Return the animation steps that show a step of the hand."""
        return self.view.animate(before, step)

    def compose_table(self) -> Box:
        """Return the table with the margin that its view requires."""
        return Column(TableBox(self.view.table, self.picture).sized(grow()), padding=self.view.margin)

    def picture(self) -> Any:
        """Return the current picture of the table."""
        animation_step = self.timeline.animation_step
        return self.view.picture(
            animation_step.scene if animation_step is not None else None, self.timeline.share
        )

    @property
    @abstractmethod
    def phase(self) -> str:
        """What the table waits for. The layout follows it."""

    def phase_begins(self, phase: str) -> None:
        """Take note that the table waits for something else."""

    # ---- who sits here --------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        """The game that is played here."""
        return self.session.spec.game

    @property
    def agents(self) -> list[AgentEntry]:
        """The agents that can play here; names are known once per game."""
        spec = self.session.spec
        return [one for one in self.app.agents if one.game == spec.game and one.blinds in (None, spec.blinds)]

    def portrait_of(self, seat: Seat) -> Portrait:
        """Return how the one who sits there is shown."""
        return portrait(self.agents, self.session.spec.seats[seat])

    def solves(self, seat: Seat) -> bool:
        """Return whether the agent in a seat solves while it plays."""
        return any(one.solves for one in self.agents if one.name == self.session.spec.seats[seat])

    def keep_hand(self) -> None:
        """Add the hand that has just ended to the history."""
        models = filter(None, map(entry_of, self.session.spec.seats))
        versions = {entry.name: entry.version for entry in (*self.agents, *models)}
        first, second = self.session.spec.seats
        self.app.archive.record(self.session, (versions.get(first, ""), versions.get(second, "")))

    def about(self) -> Mapping[str, object]:
        """Tell which hand this is: the seed and the actions rebuild it."""
        spec, session = self.session.spec, self.session
        actions = " ".join(str(step.action) for step in session.steps if step.player >= 0)
        return {
            "game": spec.game,
            "seed": spec.seed,
            "hand": session.hand_number,
            "actions": actions or "none",
        }

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        return {
            "game": self.game,
            "hand": self.session.hand_number,
            "phase": self.phase,
            "actions": [step.action for step in self.session.steps if step.player != CHANCE],
        }

    # ---- the side column and the worker ---------------------------------------------------------------------
    def call_back(self) -> None:
        """Ask again after the worker has died or refused."""
        self.thinking.forget()
        self.relayout()

    def agent_at(self, seat: Seat) -> AgentKey:
        """Return what names the agent in a seat."""
        spec = self.session.spec
        return AgentKey(spec.game, spec.seats[seat], spec.blinds)

    # ---- the way out ----------------------------------------------------------------------------------------
    def escape(self) -> None:
        """Close the drawer; else leave."""
        if self.drawer_open and self.regions.has_drawer:
            self.toggle_drawer()
        else:
            self.leave_table()

    def leave_table(self) -> None:
        """Leave, perhaps after a question."""
        self.stand_up()

    def stand_up(self) -> None:
        """Go back to where one came from."""
        self.requests.drop_all()
        self.app.back()

    def ask_to_leave(self, words: str, body: str, leave: Act) -> None:
        """Ask before something is lost; `words` are the texts of the question, its "stay" and its "leave"."""
        stay = Reply("stay", text(f"{words}.stay"), nothing, "primary")
        replies = (stay, Reply("leave", text(f"{words}.leave"), leave))
        self.app.overlay(Question(self.app, text(f"{words}.title"), body, replies))

    def layout(self, width: float, height: float) -> None:
        """Lay it out; the phase first, so that the focus finds its widget."""
        self._follow_phase()
        super().layout(width, height)

    # ---- how it moves ---------------------------------------------------------------------------------------
    def _begin_step(self, animation_step: AnimationStep[Any]) -> None:
        """Let it be heard, and tell at the side what was shown before it."""
        if animation_step.sound:
            self.app.sound.play(animation_step.sound, animation_step.ticks)
        self.relayout()

    def _show_steps(self, start: int) -> None:
        """Add the animation of the hand's steps from index `start` on."""
        steps = self.session.steps
        for index in range(start, len(steps)):
            before = steps[index - 1].state if index else None
            animation_steps = self.animate(
                before if before is not None else self.view.first_state(), steps[index]
            )
            self.timeline.add(animation_steps, index)
        self._follow_phase()

    @property
    @abstractmethod
    def pace(self) -> float | None:
        """How fast it moves beside normal speed; None where nothing takes time."""

    @abstractmethod
    def proceed(self, dt: float) -> bool:
        """Let `dt` seconds at that pace pass for those whose turn it is; return whether something moves."""

    def update(self, dt: float) -> bool:
        """Let the table move, and those who are to decide think and act, at the pace that is set."""
        pace = self.pace
        self.timeline.reduced = self.app.settings.reduced_motion
        if pace is None:
            self.timeline.finish()
        moving = self.timeline.advance(dt * (pace or 1.0))
        moving = self.proceed(dt * (pace or AT_ONCE)) or moving
        self._follow_phase()
        return moving or self._wants_layout

    def consult(self, seat: Seat) -> Decision | None:
        """Ask the agent in a seat, once; return its decision when it is there."""
        self.thinking.begin(
            lambda: Decide(
                self.agent_at(seat), self.session.info(seat), self.session.decision_seed, self._budget(seat)
            )
        )
        return self.thinking.decision

    def _budget(self, seat: Seat) -> Budget:
        """Return the time that was agreed on for an agent that solves; all others know how much they take."""
        think = self.session.spec.think
        return Budget(seconds=think) if think is not None and self.solves(seat) else DEFAULT_BUDGET

    def get_ready(self) -> None:
        """Let agents that solve prepare the flop of the hand that has just been dealt."""
        for ticket in self._getting_ready:
            self.requests.drop(ticket)
        self._getting_ready = [
            self.requests.ask(GetReady(self.agent_at(seat), self.session.info(seat)), lambda _: None)
            for seat in filter(self.solves, (0, 1))
        ]

    def hurry(self) -> None:
        """Let an agent that takes its time act now, with the best that it has found."""
        seat = self.session.seat_to_act
        if seat is not None and self.thinking.seconds_left is not None:
            self.requests.ask(ActNow(self.agent_at(seat)), lambda _: None)

    def apply(self, action: Action, decision: Decision | None = None) -> None:
        """Play an action and show it; an agent whose decision breaks the rules has left the table."""
        if decision is not None and action not in self.session.state.legal_actions():
            self.thinking.failed = True
            return
        before = len(self.session.steps)
        self.session.act(action, decision)
        self.after_change()
        self._show_steps(before)

    def after_change(self) -> None:
        """Update the screen after the position has changed."""
        self.thinking.forget()
        self.relayout()

    def _follow_phase(self) -> None:
        """Lay out anew when the table waits for something else."""
        phase = self.phase
        if phase != self._phase:
            self._phase = phase
            self.phase_begins(phase)
            self.relayout()
