"""The parts of a table: plain objects that are notified of steps, changes, phases and time.

A table calls its parts in the order of `TableScreen.parts`. README.md gives the order for each kind of table.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

import pygame

from game.agent_entries import AgentEntry
from game.core import CHANCE, Action, Decision, Seat, State
from game.match.session import Step, is_known_decision
from game.study.judgements import AskJudgement, Grade, Mark, question_at
from game.study.play import AgentKey
from game.study.words import format_grades
from game.tables.game_view import AnyView, Seen
from game.texts import text
from game.window.frame.requests import Requests, Thinking
from game.window.frame.settings_store import SPEEDS
from game.window.frame.table_frame import Header
from game.window.ui.animation import motion
from game.window.ui.widgets import Button
from game.window.ui.widgets.controls import Controls

AT_ONCE = 1e6  # a rate at which nothing takes time


class AnyTable(Seen, Protocol):
    """The interface of a table for its parts."""

    controls: Controls
    requests: Requests
    dirty: bool

    @property
    def view(self) -> AnyView: ...

    @property
    def header(self) -> Header: ...

    @property
    def phase(self) -> str:
        """The phase of the table, which says for whom or what the table waits."""

    @property
    def known_opponent(self) -> AgentKey | None:
        """The agent against which decisions are also judged. None if decisions are judged in theory only."""

    def relayout(self) -> None: ...

    def follow_phase(self) -> None:
        """If a new phase has begun, notify the parts."""

    def consult(self, seat: Seat) -> Decision | None:
        """Return the decision of the agent in a seat, or None while the agent thinks.

        The first call for a decision sends the request.
        """

    def apply(self, action: Action, decision: Decision | None = None) -> None:
        """Play an action and show it."""


class GradedTable(AnyTable, Protocol):
    """The interface of a table for its grades."""

    @property
    def steps_to_grade(self) -> Sequence[Step] | None:
        """The steps whose decisions are graded. None while no grades may be requested."""


class PersonsTable(AnyTable, Protocol):
    """The interface of a table at which a person plays."""

    person: Person

    @property
    def agents(self) -> list[AgentEntry]: ...

    @property
    def entry(self) -> AgentEntry | None:
        """The entry of the opponent in the catalogue."""

    @property
    def closes_with_card(self) -> bool:
        """Whether this hand is the last of a match or a block of deals, which ends with a dialog card."""

    @property
    def may_act(self) -> bool: ...

    def first_focus(self) -> str:
        """Return the name of the control that gets the first focus: the likeliest harmless action."""

    def tell_turn(self) -> None:
        """Let the voice announce the person's turn again."""

    def next_hand(self) -> None: ...

    def keep_hand(self) -> None:
        """Add the finished hand to the history."""

    def hint(self, held: Action | None = None) -> None:
        """Show the best action. `held` is an action that the tutor has stopped, which is also shown."""

    def explain(self, grade: Grade) -> str:
        """Return the reason for the grade of an action in the current decision, or ""."""

    def act(self, action: Action) -> None:
        """Play an action of the player to act, unless the tutor stops it."""

    def play(self, action: Action) -> None:
        """Play an action without asking the tutor."""


class TablePart:
    """A part of a table. Each method handles one kind of event, and does nothing by default."""

    def on_change(self) -> None:
        """Handle a change of the session, before the change is shown."""

    def on_step(self, step: Step) -> None:
        """Handle a step of the hand whose animation is about to start."""

    def on_phase(self, phase: str, before: str) -> None:
        """Handle the start of a phase. `before` is the phase that has ended, or ""."""

    def update(self, dt: float) -> bool:
        """Advance time by `dt` seconds. Return whether something moves."""
        return False


class TablePace(TablePart):
    """Drives a table: the animation, and then the players that act on their own. Subclasses set the rate."""

    def __init__(self, table: AnyTable) -> None:
        self.table = table

    @property
    @abstractmethod
    def rate(self) -> float | None:
        """The rate of the table. 1 is normal speed, and None means that nothing takes time."""

    @abstractmethod
    def proceed(self, dt: float) -> bool:
        """Advance the time of the players by `dt` seconds times the rate of the table.

        Return whether something moves.
        """

    def update(self, dt: float) -> bool:
        """Advance the animation, let the players act, and notify the parts of a new phase."""
        rate, timeline = self.rate, self.table.timeline
        timeline.reduced = self.table.app.settings.reduced_motion
        if rate is None:
            timeline.finish()
        moving = timeline.advance(dt * (rate or 1.0))
        moving = self.proceed(dt * (rate or AT_ONCE)) or moving
        self.table.follow_phase()
        return moving


class PersonsPace(TablePace):
    """The pace at a person's table.

    Depending on the settings, agents act after a delay or when a key is pressed.
    """

    def __init__(self, table: AnyTable, agent: Thinking) -> None:
        super().__init__(table)
        self._agent = agent
        self._step_granted = False
        self.step_button = Button("step", text("table.step"), self.grant_step, keycap="S", style="label_b")

    @property
    def rate(self) -> float | None:
        return self.table.app.settings.pace

    @property
    def waits_for_step(self) -> bool:
        return self.table.app.settings.speed == "step"

    def grant_step(self) -> None:
        self._step_granted = True

    def next_speed(self) -> None:
        """Switch to the next speed, and announce it."""
        app = self.table.app
        speed = SPEEDS[(SPEEDS.index(app.settings.speed) + 1) % len(SPEEDS)]
        app.change(speed=speed)
        app.say(text("table.speed", speed=text(f"table.speeds.{speed}")))

    def proceed(self, dt: float) -> bool:
        """Ask the agent for a decision, and play this decision when the delay is over."""
        table, agent = self.table, self._agent
        seat = table.session.seat_to_act
        if seat is None or table.session.is_person(seat) or agent.failed:
            return False
        decision = table.consult(seat)
        if table.timeline.animation_step is not None:
            return True
        agent.advance(dt)
        if decision is None or (self.waits_for_step and not self._step_granted):
            return False
        if agent.due:
            table.apply(decision.action, decision)
        return True

    def on_change(self) -> None:
        self._step_granted = False


MIN_ALPHA = 90  # opacity of the text on a button that cannot be pressed yet


class Person(TablePart):
    """Alerts the person at a table when it is their turn, and protects them from hasty clicks and keys.

    For a moment after the buttons appear, clicks and keys are ignored, so that no chips are bet by accident.
    The moment begins with the frame in which the buttons are placed.

    Attributes:
        moves: The buttons that fade in during this moment.
    """

    def __init__(self, table: PersonsTable, pace: PersonsPace) -> None:
        self._table, self._pace = table, pace
        self.moves: Sequence[Button] = ()
        self._guard_seconds = 0.0
        self._is_placed = False
        self._has_set_focus = False

    @property
    def is_guarded(self) -> bool:
        """Whether clicks and keys are ignored, because the buttons have just appeared."""
        return self._guard_seconds > 0

    def guard(self) -> None:
        """Ignore clicks and keys for a moment, because the buttons of a move are about to appear."""
        if self._table.phase == "yours" and self._table.view.has_chips:
            self._is_placed = False
            self._set_guard(motion("guard"))

    def _set_guard(self, seconds: float) -> None:
        self._guard_seconds = max(0.0, seconds)
        share = 1 - self._guard_seconds / motion("guard")
        for button in self.moves:
            button.alpha = round(MIN_ALPHA + (255 - MIN_ALPHA) * share)

    def on_change(self) -> None:
        self._set_guard(0.0)

    def on_phase(self, phase: str, before: str) -> None:
        """Focus the likeliest harmless action, unless the person has moved the focus to the header.

        If the person's turn begins while another window is active, play a sound.
        """
        table = self._table
        self.guard()
        if phase == "yours" and before and not pygame.key.get_focused():
            table.app.sound.play("attention")
        focused = table.controls.focused
        if self._has_set_focus and focused is not None and focused.name in table.header:
            return
        if phase == "theirs" and self._pace.waits_for_step:
            table.controls.focus(self._pace.step_button.name)
        elif phase in ("yours", "over", "lost"):
            self._has_set_focus = True
            table.controls.focus(table.first_focus())

    def update(self, dt: float) -> bool:
        """Count down the time in which clicks are ignored."""
        if self.is_guarded:
            self._set_guard(self._guard_seconds - dt * self._is_placed)
            self._is_placed = self._table.dirty = True
        return self.is_guarded


class HandGrades(TablePart):
    """The final grades of the decisions of `seat`, or of both seats if `seat` is None."""

    def __init__(self, table: GradedTable, seat: Seat | None) -> None:
        self._table, self._seat, self._judgements = table, seat, table.app.models.judgements
        self._version = 0  # of the displayed judgements

    def update(self, dt: float) -> bool:
        """Request grades while the worker is idle. When a judgement has arrived, lay out the table again."""
        steps = self._table.steps_to_grade
        if steps is None:
            self._judgements.pause()
        else:
            self.ask(steps)
        if self._judgements.version != self._version:
            self._version = self._judgements.version
            self._table.relayout()
        return False

    def ask(self, steps: Sequence[Step]) -> None:
        for index in self._decisions(steps):
            self._judgements.ask_when_idle(self.question(steps, index))

    def question(self, steps: Sequence[Step], index: int) -> AskJudgement:
        """Return the request to judge the decision at an index of these steps."""
        step, before = steps[index], self.state_before(steps, index)
        info = before.information_state(step.player)
        session = self._table.session
        is_own = session.is_person(session.get_seat(step.player))
        opponent = self._table.known_opponent if is_own else None
        return question_at(session.spec.game, info, step.action, opponent)

    def of(self, step: Step) -> Grade | None:
        return self._judgements.sure_grade(self._question_about(step))

    def has_failed(self, step: Step) -> bool:
        return bool(self._judgements.problem(self._question_about(step)))

    def progress(self, step: Step) -> float | None:
        """Return the progress of the judgement of a step, from 0 to 1, or None if it is not known."""
        return self._judgements.share(self._question_about(step))

    def all(self) -> list[Grade]:
        """Return the grades of all decisions of this hand in order. Empty until all grades are known."""
        known = self._grades()
        return [grade for grade in known if grade is not None] if None not in known else []

    def summary(self) -> str:
        known = [grade for grade in self._grades() if grade is not None]
        return format_grades(self._table.session.spec.game, known, waiting=self.ungraded())

    def ungraded(self) -> int:
        steps = self._table.session.steps
        return sum(self.of(steps[index]) is None for index in self._decisions(steps))

    def costliest(self) -> int | None:
        """Return the index of the step with the most costly mistake, or None if there is no mistake."""
        steps = self._table.session.steps
        graded = {index: self.of(steps[index]) for index in self._decisions(steps)}
        costs = {index: grade.sure_cost for index, grade in graded.items() if grade and grade.is_mistake()}
        return max(costs, key=costs.__getitem__, default=None)

    def marks(self) -> Sequence[Mark | None]:
        """Return the marks of all shown actions in order. A mark that is not known is None."""
        shown = self._table.shown_steps
        graded = {index: self.of(shown[index]) for index in self._decisions(shown)}
        return [grade.shown_mark if (grade := graded.get(index)) else None for index in _actions(shown)]

    def last(self, steps: Sequence[Step]) -> int:
        return (self._decisions(steps) or _actions(steps))[-1]

    def _grades(self) -> list[Grade | None]:
        steps = self._table.session.steps
        return [self.of(steps[index]) for index in self._decisions(steps)]

    def _decisions(self, steps: Sequence[Step]) -> list[int]:
        """Return the indices of those steps whose decisions are to be graded."""
        return [
            at
            for at in _actions(steps)
            if self._seat in (None, self._table.session.get_seat(steps[at].player))
            and is_known_decision(self._table.session, self.state_before(steps, at), steps[at].player)
        ]

    def state_before(self, steps: Sequence[Step], index: int) -> State:
        return steps[index - 1].state if index else self._table.view.first_state()

    def _question_about(self, step: Step) -> AskJudgement:
        steps = self._table.session.steps
        return self.question(steps, next(index for index, other in enumerate(steps) if other is step))


def _actions(steps: Sequence[Step]) -> list[int]:
    return [index for index, step in enumerate(steps) if step.player != CHANCE]
