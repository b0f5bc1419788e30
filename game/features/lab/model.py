"""What the lab looks at: the settings of a run, what is known of it, and the moment that all panels show.

Time runs on a logarithmic scale: a decade of iterations takes as long as the one before. Where the moment comes to
what is not known yet the other process is asked for the next stretch; where everything is known it only moves.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from game.features.lab.extras import RunExtras
from game.features.lab.record import RunRecord, point_towards
from game.request import Received, Refusal
from game.study.lab import (
    START,
    TRACKED,
    LabPart,
    LabRun,
    LabSets,
    LabSettings,
    ListInformationSets,
    RunSegment,
    WritePolicy,
)
from game.window.frame.requests import Requests
from game.window.frame.screen import Services
from game.window.ui.widgets import Act

DECADES_A_SECOND = 0.7
SEGMENT = 0.1  # decades by which is asked ahead while time runs
LEAST_SEGMENT = 10  # iterations
LEAST_JUMP, JUMP = 1_000, 4  # with reduced motion: to this iteration, then this many times as far
SETTLED = 0.3  # seconds without another turn of the wheel


class LabModel:
    """The model of the screen. `changed` is called when there is something new to show."""

    def __init__(self, app: Services, settings: LabSettings, changed: Act) -> None:
        self._app, self._changed = app, changed
        self._requests = Requests(app)
        self._segment: int | None = None
        self.extras = RunExtras(app, self._note)
        self._clock, self._since_wanted, self.version = 0.0, 0.0, 0
        self.begin_at(settings, START)

    def begin_at(self, settings: LabSettings, iteration: int) -> None:
        """Begin with a run at one of its iterations; what is not known yet is still to be asked for."""
        self.settings, self._goal = settings, iteration
        self._wanted: LabSettings | None = None
        self.sets: LabSets | None = None
        self._record: RunRecord | None = None
        self.extras.forget()
        self._problem, self.running, self.now = "", False, 0
        self.done = START
        """The last iteration done, whether or not it is a tracked point; `START` at the beginning."""

    # ---- what is known --------------------------------------------------------------------------------------
    @property
    def problem(self) -> str:
        """What is wrong with what was asked."""
        return self._problem or self.extras.problem

    @property
    def total(self) -> int:
        """How long the run is to be."""
        return self.settings.iterations

    @property
    def record(self) -> RunRecord | None:
        """What is known of the run, once there is a point to show."""
        return self._record if self.place >= 0 else None

    @property
    def place(self) -> int:
        """The point that is shown; -1 before there is one."""
        return self._record.place(self.now) if self._record is not None else -1

    @property
    def exploitability(self) -> float | None:
        """What the average strategy of this moment gives away, in chips a hand."""
        return self.record.exploitability[self.place] if self.record is not None else None

    # ---- another study --------------------------------------------------------------------------------------
    def ask(self) -> None:
        """Ask for what is not known yet: the game at first, then what the panels show beside the run."""
        if self.sets is None:
            self._requests.ask(ListInformationSets(self.settings), self._take_sets)
            return
        self.extras.ask(self.settings)
        self._ask_segment(max(0, self._goal))
        if self.done > START:
            self.extras.ask_next(self.settings, self.sets)

    @property
    def wanted(self) -> LabSettings:
        """The settings as they were chosen last, whether or not their run is looked at yet."""
        return self._wanted or self.settings

    def change_soon(self, **values: Any) -> None:
        """Look at another run as soon as nothing more is chosen: a wheel goes through many, each of them a run."""
        self._wanted, self._since_wanted = replace(self.wanted, **values), 0.0

    def settle(self) -> None:
        """Show the run that was chosen last, without waiting for another choice."""
        if self._wanted is not None:
            self.change()

    def change(self, **values: Any) -> None:
        """Show the run with these settings changed, and with a change that is still pending."""
        settings, self._wanted = replace(self.wanted, **values), None
        if settings == self.settings:
            return
        otherwise_same = replace(settings, iterations=self.total) == self.settings
        if otherwise_same and settings.iterations > self.done and not self.problem:
            self.settings = settings
            self._note()
        else:
            self._look(settings, START)

    def look_at(self, run: LabRun) -> None:
        """Look at a stored run, where it has come to."""
        self._look(replace(run.settings, track=TRACKED), run.iteration)

    def _look(self, settings: LabSettings, iteration: int) -> None:
        """Look at another run, as far as one of its iterations."""
        self.drop()
        self.begin_at(settings, iteration)
        self.ask()
        self._note()

    def remember(self) -> None:
        """Note which run of this game is looked at, and where, for when the game is chosen again."""
        self._app.lab.moments[self.settings.game] = self.settings, self.now

    def turn_to(self, game: str) -> None:
        """Look at another game of Kuhn poker: where it was left, else at the same variant from the beginning."""
        self.remember()
        if game in self._app.lab.moments:
            self._look(*self._app.lab.moments[game])
        else:
            self.change(game=game, blinds=1.0)

    def drop(self) -> None:
        """Take no more interest in what was asked."""
        self._requests.drop_all()
        self.extras.drop()
        self._segment = None

    # ---- time -----------------------------------------------------------------------------------------------
    @property
    def waiting(self) -> bool:
        """Whether something happens when time passes."""
        return self.running or self._wanted is not None

    def run_or_pause(self) -> None:
        """Let time run, or stand; at the end it begins anew. After a mishap what is missing is asked again."""
        self.settle()
        if self.running:
            self.pause()
            return
        if self.problem:
            self._problem = ""
            self.ask()
        if self.now >= self.total:
            self.now = 0
        self.running = True
        self._clock = math.log10(max(1, self.now))
        self._changed()

    def pause(self) -> None:
        """Let time stand; what is on its way is not waited for, however long it would take."""
        self.settle()
        self.running, self._goal = False, START
        self._requests.drop(self._segment)
        self._segment = None
        self._changed()

    def step(self, iterations: int) -> None:
        """Go on by so many iterations; where these are known, to the next point that is tracked."""
        if self._record is None:
            return
        self.running = False
        goal = min(self.total, self.now + iterations)
        self._reach(point_towards(self._record.iterations, self.now, goal) if goal <= self.done else goal)
        self._changed()

    def seek(self, iteration: int) -> None:
        """Show another iteration: the tracked point at or next beyond it, as seen from the one shown now."""
        if not self._record:
            return
        self.running, self._goal = False, START
        self.now = point_towards(self._record.iterations, self.now, iteration)
        self._changed()

    def update(self, dt: float) -> bool:
        """Let time pass; return whether it runs through what is known already."""
        self._since_wanted += dt
        if self._since_wanted >= SETTLED:
            self.settle()
        if not self.running or self._record is None:
            return False
        if self._app.settings.reduced_motion:
            self._reach(min(self.total, max(LEAST_JUMP, JUMP * self.done)))
        else:
            self._clock = min(self._clock + dt * DECADES_A_SECOND, math.log10(max(2, self.done) * 1.25))
            self._reach(min(self.total, int(10**self._clock)))
        if self.now >= self.total:
            self.running = False
        return self.running and (self.done >= self.total or self.now * 10 ** (2 * SEGMENT) < self.done)

    def _reach(self, iteration: int) -> None:
        """Show an iteration, or ask for it where it is not known yet."""
        self.now = max(0, min(iteration, self.done))
        ahead = max(iteration + LEAST_SEGMENT, int(iteration * 10**SEGMENT)) if self.running else iteration
        if ahead >= self.done and self.done < self.total:
            self._goal = iteration
            self._ask_segment(2 * ahead - iteration)

    # ---- asking ---------------------------------------------------------------------------------------------
    def _ask_segment(self, upto: int) -> None:
        if self._segment is None and self.done < (upto := min(self.total, upto)):
            request = RunSegment(self.settings, upto, after=self.done)
            self._segment = self._requests.ask(request, self._take_part)

    def _take_sets(self, sets: LabSets | Refusal) -> None:
        if isinstance(sets, Refusal):
            self._problem = sets.sentence
        else:
            self._problem, self.sets, self._record = "", sets, RunRecord(sets)
            self.ask()
        self._note()

    def _take_part(self, part: LabPart | Refusal) -> None:
        self._segment = None
        self._problem = part.sentence if isinstance(part, Refusal) else part.warning
        if isinstance(part, Refusal) or self._record is None:
            self.running = False
        else:
            self._record.add(part)
            self.done = max(self.done, part.upto)
            if self._goal > START and not self.running:
                self._reach(self._goal)
            self.extras.ask_next(self.settings, self._record.sets)
        self._note()

    # ---- playing it -----------------------------------------------------------------------------------------
    def ask_agent(self, received: Received[str]) -> None:
        """Ask for the average strategy of this moment as an agent; `received` gets the path of its model."""
        self._requests.ask(
            WritePolicy(self.settings, self.now),
            lambda policy: received(policy if isinstance(policy, Refusal) else policy.file),
        )

    def _note(self) -> None:
        self.version += 1
        self._changed()
