"""The model of the page about a tracked run: its settings, its tracked points, and the current iteration."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.features.lab import DrawTree, ListInformationSets, MeasureField, RunSegment, WritePolicy
from game.request import Received, Refusal
from game.study.lab import START, TRACKED, LabField, LabPart, LabRun, LabSets, LabSettings, LabTree
from game.window.frame.requests import Asked, Requests
from game.window.frame.screen import Services
from game.window.ui.widgets import Act


@dataclass(frozen=True, slots=True)
class RunCurve:
    """The exploitability of a run's average strategy, in chips per hand, at its tracked iterations up to `end`."""

    end: int
    iterations: array[int]
    exploitability: array[float]

    @classmethod
    def of(cls, part: LabPart, end: int) -> RunCurve:
        return cls(end, part.iterations, array("d", (value / 2 for value in part.nash_conv)))

    def at(self, iteration: int) -> float:
        return self.exploitability[max(0, bisect_right(self.iterations, iteration) - 1)]


class RunRecord:
    """The tracked points of one run that have arrived so far, stored as one list of numbers per quantity.

    All quantities are stored for the run that is shown. For runs that are compared with this run, only the
    exploitability is stored (`RunCurve`). Points arrive in batches and in order, and are never removed.

    A sequence is a pair of an information set and an action. `average[s][i]` is the probability of sequence
    `s` in the average strategy at point `i`. `current[s][i]` is the probability of `s` in the current
    strategy, and `regret[s][i]` is the regret of `s`.
    """

    def __init__(self, sets: LabSets) -> None:
        self.sets = sets
        self.of_set: list[list[int]] = [[] for _ in sets.keys]
        """The sequences of each information set, in the order of its actions."""
        for sequence, (index, _) in enumerate(sets.sequences):
            self.of_set[index].append(sequence)
        count = len(sets.sequences)
        self.iterations: array[int] = array("q")
        self.exploitability: array[float] = array("d")
        self.average: list[array[float]] = [array("f") for _ in range(count)]
        self.current: list[array[float]] = [array("f") for _ in range(count)]
        self.regret: list[array[float]] = [array("f") for _ in range(count)]
        self.visited: array[int] = array("i")

    def __len__(self) -> int:
        return len(self.iterations)

    @property
    def done(self) -> int:
        return self.iterations[-1] if self.iterations else START

    def add(self, part: LabPart) -> None:
        """Append the points of a batch, except points that are stored already."""
        first = bisect_right(part.iterations, self.done)
        self.iterations.extend(part.iterations[first:])
        self.exploitability.extend(value / 2 for value in part.nash_conv[first:])
        self.visited.extend(part.visited[first:])
        for columns, flat in (
            (self.average, part.average),
            (self.current, part.current),
            (self.regret, part.regret),
        ):
            step = len(columns)
            for sequence, column in enumerate(columns):
                column.extend(flat[first * step + sequence :: step])

    def place(self, iteration: int) -> int:
        return bisect_right(self.iterations, iteration) - 1

    @property
    def free_choices(self) -> tuple[int, int]:
        return self.sets.sequence("Q", "b"), self.sets.sequence("Kb", "b")

    def choices(self, strategies: Sequence[Sequence[float]], index: int) -> tuple[float, float]:
        first, second = self.free_choices
        return strategies[first][index], strategies[second][index]

    def bet(self, index: int) -> int:
        return self.of_set[index][-1]

    def actions(self, index: int) -> list[tuple[int, str]]:
        return list(zip(self.of_set[index], self.sets.actions[index], strict=True))

    @property
    def nearest_alpha(self) -> float:
        bluff = self.average[self.sets.sequence("Q", "b")][-1]
        return min(max(round(bluff, 2), 0.0), self.sets.max_alpha)

    @property
    def equilibrium(self) -> tuple[float | None, ...]:
        sets = self.sets
        return sets.get_equilibrium(self.nearest_alpha) if sets.per_alpha else sets.equilibrium


def point_towards(points: Sequence[int], now: int, goal: int) -> int:
    """Return the first tracked point at or beyond `goal`, as seen from `now`.

    If `goal` is above `now`, this is the lowest point that is not below `goal`. Otherwise, it is the highest point
    that is not above `goal`. If there is no such point, return the last point in this direction.
    """
    index = bisect_left(points, goal) if goal > now else bisect_right(points, goal) - 1
    return points[max(0, min(index, len(points) - 1))]


MAX_COMPARED = 4
LONGEST_COMPARED = 25_000  # iterations of each
FIELD_STEPS = 20


class RunExtras:
    """The additional data of the page: the game tree, the field of U1, and the curves of other variants of CFR.

    The callback `changed` is called when any of these data arrive. The exploitability curves of other
    variants on the same game are requested one after the other. `curves` has a curve for each variant, or
    None for a variant that cannot be run.
    """

    def __init__(self, app: Services, changed: Act) -> None:
        self._requests, self._on_change = Requests(app), changed
        self._ticket: int | None = None
        self.tree = Asked[LabTree](app, changed)
        self.field = Asked[LabField](app, changed)
        self.curves: dict[str, RunCurve | None] = {}

    @property
    def family(self) -> list[tuple[str, RunCurve]]:
        return [(name, curve) for name, curve in self.curves.items() if curve is not None]

    @property
    def problem(self) -> str:
        return self.tree.problem or self.field.problem

    def forget(self) -> None:
        """Drop the data of the run, because another run is shown."""
        self.drop()
        self.tree.forget()
        self.field.forget()
        self.curves = {}

    def drop(self) -> None:
        """Cancel the pending requests."""
        self.tree.drop()
        self.field.drop()
        self._requests.drop(self._ticket)
        self._ticket = None

    def ask(self, settings: LabSettings) -> None:
        """Request the tree and the field of the run with these settings."""
        if self.tree.value is None:
            self.tree.ask(DrawTree(settings))
        if self.field.value is None and settings.half_street:
            self.field.ask(MeasureField(settings.blinds, FIELD_STEPS))

    def ask_next(self, settings: LabSettings, sets: LabSets) -> None:
        """Request the next missing curve to compare with the run, unless a request is pending.

        At most `MAX_COMPARED` variants are compared. Variants without sampling are preferred.
        """
        others = [one for one in sets.variants if one.name != settings.variant]
        others.sort(key=lambda one: one.is_sampled)
        name = next((one.name for one in others[:MAX_COMPARED] if one.name not in self.curves), "")
        if name and self._ticket is None:
            length = min(settings.iterations, LONGEST_COMPARED)

            def take(part: LabPart | Refusal) -> None:
                self._ticket = None
                self.curves[name] = None
                if not isinstance(part, Refusal) and part.iterations:
                    self.curves[name] = RunCurve.of(part, length)
                self.ask_next(settings, sets)
                self._on_change()

            other = replace(settings, variant=name, iterations=length)
            self._ticket = self._requests.ask(RunSegment(other, length), take)


DECADES_A_SECOND = 0.7
SEGMENT = 0.1  # decades of iterations that are requested in advance while time runs
MIN_SEGMENT = 10  # iterations
MIN_JUMP, JUMP = 1_000, 4  # with reduced motion, time jumps first to this iteration, and then by this factor
SETTLED = 0.3  # seconds without a change after which new settings apply


class LabModel:
    """The settings of a run, its known points, and the iteration that all panels show.

    While a run plays back, time is logarithmic: every decade of iterations takes equally long. When playback
    reaches unknown iterations, the model requests the next segment from the worker. The callback `changed` is
    called when there is something new to show.
    """

    def __init__(self, app: Services, settings: LabSettings, changed: Act) -> None:
        self._app, self._on_change = app, changed
        self._requests = Requests(app)
        self._segment: int | None = None
        self.extras = RunExtras(app, self._note)
        self._clock, self._since_wanted, self.version = 0.0, 0.0, 0
        self.begin_at(settings, START)

    def begin_at(self, settings: LabSettings, iteration: int) -> None:
        """Show a run at one of its iterations, without data. `ask` requests the data."""
        self.settings, self._goal = settings, iteration
        self._wanted_settings: LabSettings | None = None
        self.sets: LabSets | None = None
        self._record: RunRecord | None = None
        self.extras.forget()
        self._problem, self.running, self.now = "", False, 0
        self.done = START
        """The last finished iteration, whether or not it is a tracked point. `START` at the beginning."""

    # ---- what is known --------------------------------------------------------------------------------------
    @property
    def problem(self) -> str:
        return self._problem or self.extras.problem

    @property
    def total(self) -> int:
        return self.settings.iterations

    @property
    def record(self) -> RunRecord | None:
        return self._record if self.place >= 0 else None

    @property
    def place(self) -> int:
        return self._record.place(self.now) if self._record is not None else -1

    @property
    def exploitability(self) -> float | None:
        return self.record.exploitability[self.place] if self.record is not None else None

    # ---- another study --------------------------------------------------------------------------------------
    def ask(self) -> None:
        """Request missing data: the game first, then the data of the panels."""
        if self.sets is None:
            self._requests.ask(ListInformationSets(self.settings), self._take_sets)
            return
        self.extras.ask(self.settings)
        self._ask_segment(max(0, self._goal))
        if self.done > START:
            self.extras.ask_next(self.settings, self.sets)

    @property
    def wanted_settings(self) -> LabSettings:
        return self._wanted_settings or self.settings

    def change_soon(self, **values: Any) -> None:
        """Show a run with these settings after a pause (debounce), because the mouse wheel changes them fast."""
        self._wanted_settings, self._since_wanted = replace(self.wanted_settings, **values), 0.0

    def settle(self) -> None:
        if self._wanted_settings is not None:
            self.change()

    def change(self, **values: Any) -> None:
        """Show the run with these settings changed, and apply changes that are still pending."""
        settings, self._wanted_settings = replace(self.wanted_settings, **values), None
        if settings == self.settings:
            return
        otherwise_same = replace(settings, iterations=self.total) == self.settings
        if otherwise_same and settings.iterations > self.done and not self.problem:
            self.settings = settings
            self._note()
        else:
            self._look(settings, START)

    def look_at(self, run: LabRun) -> None:
        self._look(replace(run.settings, track=TRACKED), run.iteration)

    def _look(self, settings: LabSettings, iteration: int) -> None:
        """Show another run, at one of its iterations."""
        self.drop()
        self.begin_at(settings, iteration)
        self.ask()
        self._note()

    def remember(self) -> None:
        self._app.models.lab.moments[self.settings.game] = self.settings, self.now

    def turn_to(self, game: str) -> None:
        """Show the other game of Kuhn poker: the run that was shown last, or a new run of the same variant."""
        self.remember()
        if game in self._app.models.lab.moments:
            self._look(*self._app.models.lab.moments[game])
        else:
            self.change(game=game, blinds=1.0)

    def drop(self) -> None:
        """Cancel the pending requests."""
        self._requests.drop_all()
        self.extras.drop()
        self._segment = None

    # ---- time -----------------------------------------------------------------------------------------------
    @property
    def waiting(self) -> bool:
        return self.running or self._wanted_settings is not None

    def run_or_pause(self) -> None:
        """Run or pause. At the end, start from the beginning. After a failure, request the missing data again."""
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
        self._on_change()

    def pause(self) -> None:
        """Pause at once, even if requested data are still pending."""
        self.settle()
        self.running, self._goal = False, START
        self._requests.drop(self._segment)
        self._segment = None
        self._on_change()

    def step(self, iterations: int) -> None:
        """Advance by `iterations` iterations.

        In the known part of the run, show the first tracked point at or after the new iteration.
        """
        if self._record is None:
            return
        self.running = False
        goal = min(self.total, self.now + iterations)
        self._reach(point_towards(self._record.iterations, self.now, goal) if goal <= self.done else goal)
        self._on_change()

    def seek(self, iteration: int) -> None:
        """Show the first tracked point at or beyond `iteration`, as seen from the current point."""
        if not self._record:
            return
        self.running, self._goal = False, START
        self.now = point_towards(self._record.iterations, self.now, iteration)
        self._on_change()

    def update(self, dt: float) -> bool:
        """Advance the time. Return whether playback moves through known points."""
        self._since_wanted += dt
        if self._since_wanted >= SETTLED:
            self.settle()
        if not self.running or self._record is None:
            return False
        if self._app.settings.reduced_motion:
            self._reach(min(self.total, max(MIN_JUMP, JUMP * self.done)))
        else:
            self._clock = min(self._clock + dt * DECADES_A_SECOND, math.log10(max(2, self.done) * 1.25))
            self._reach(min(self.total, int(10**self._clock)))
        if self.now >= self.total:
            self.running = False
        return self.running and (self.done >= self.total or self.now * 10 ** (2 * SEGMENT) < self.done)

    def _reach(self, iteration: int) -> None:
        """Show an iteration, or request it if it is not known yet."""
        self.now = max(0, min(iteration, self.done))
        ahead = max(iteration + MIN_SEGMENT, int(iteration * 10**SEGMENT)) if self.running else iteration
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
        """Request an agent that plays the average strategy of the current iteration.

        `received` is called with the path of the agent's model.
        """
        self._requests.ask(
            WritePolicy(self.settings, self.now),
            lambda policy: received(policy if isinstance(policy, Refusal) else policy.file),
        )

    def _note(self) -> None:
        self.version += 1
        self._on_change()
