"""The training runs in this window: runs that can be started, stored runs, and the active run, if any.

The model outlives the screens. The active run is a single request. The worker sends reports until the request is
done or cancelled, and the model follows the run by these reports. A pause, the end of the run, an error, or a crash
of the worker can end the request. In each case, the last checkpoint is in the user's folder, and the run can be
resumed from there.

Every change increases `version`, which screens watch.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from game.core import Progress
from game.request import Received, Refusal, Request
from game.study.lab import pick_spread
from game.study.training import (
    CreateRun,
    ForgetRun,
    HoldCheckpoint,
    KeepCheckpoints,
    ListRuns,
    ListStoredRuns,
    RunEntry,
    RunSnapshot,
    RunStage,
    StoredRun,
    StoredRuns,
    TakeSnapshot,
    Train,
    Value,
    get_run_title,
)
from game.texts import number, percent_done, text

if TYPE_CHECKING:
    from game.study.background import AskingAloud

A = TypeVar("A")

MAX_POINTS = 1_000
REPORTS_OF_RATE = 10

Curve = list[tuple[int, Mapping[str, float]]]


@dataclass(frozen=True, slots=True)
class Wish:
    """A link from a page to the training form: a kind of run, and settings to fill in.

    The settings may be choices that the form does not list yet. `preset` is the preset that the settings extend, or
    empty if any preset will do.
    """

    kind: str
    settings: Mapping[str, Value]
    preset: str = ""


class AtWork:
    """The state of the active run according to its reports."""

    def __init__(self, run: StoredRun) -> None:
        self.run = run
        self.ticket = 0
        self.report: Progress | None = None
        self.curve: Curve = list(run.curve)
        self.pausing = False
        self.saved = run.iteration
        self._file: str | None = None
        self._pace: deque[tuple[float, int]] = deque(maxlen=REPORTS_OF_RATE)

    @property
    def iteration(self) -> int:
        return self.run.iteration if self.report is None else self.report.iteration

    @property
    def share(self) -> float:
        return self.iteration / max(1, self.run.total)

    @property
    def rate(self) -> float | None:
        """Iterations per second over the last reports with progress. None until there are enough reports."""
        if len(self._pace) < 2:
            return None
        (start, before), (end, now) = self._pace[0], self._pace[-1]
        return (now - before) / (end - start) if end > start else None

    def left(self, run: StoredRun) -> StoredRun:
        return replace(run, iteration=self.iteration, curve=tuple(self.curve))

    def take(self, report: Progress) -> None:
        """Process a report. A report without a new measurement adds no point to the curve.

        A report before the first iteration also adds no point. The stored run has no such point, so the point
        would disappear after a pause.
        """
        self.report = report
        if report.file != self._file:
            self._file, self.saved = report.file, report.iteration
        if report.doing:
            self._pace.clear()
        if not self._pace or report.iteration != self._pace[-1][1]:
            self._pace.append((report.seconds, report.iteration))
        last_at, last = self.curve[-1] if self.curve else (0, {})
        if report.metrics and report.iteration > last_at and (report.done or report.metrics != last):
            self.curve.append((report.iteration, report.metrics))
        if len(self.curve) > MAX_POINTS:
            self.curve = pick_spread(self.curve)


class TrainingModel:
    """All training runs in this window."""

    def __init__(self, app: AskingAloud) -> None:
        self._app = app
        self._after_pause: list[Callable[[], None]] = []
        self._leaving_runs: set[str] = set()
        self.version = 0
        self.listed = False
        self.runs: tuple[RunEntry, ...] = ()
        self.stored_runs: tuple[StoredRun, ...] = ()
        self.at_work: AtWork | None = None
        self.trouble: dict[str, str] = {}
        self.not_listed = ""
        self.warnings: tuple[str, ...] = ()

    # ---- what is known --------------------------------------------------------------------------------------
    def find(self, run_id: str) -> StoredRun | None:
        return next((run for run in self.stored_runs if run.id == run_id), None)

    def find_active(self, run_id: str) -> AtWork | None:
        return self.at_work if self.at_work is not None and self.at_work.run.id == run_id else None

    def find_preset(self, run: StoredRun) -> RunEntry | None:
        return next((entry for entry in self.runs if entry.name == run.run), None)

    def trained_with(self, stage: RunStage) -> Wish | None:
        """Return the kind of run that uses the file of a checkpoint, with this file in its settings.

        Return None if no form offers the file. Forms only offer files of finished runs.
        """
        file = str(stage.file)
        for entry in self.runs:
            for setting in entry.form:
                if setting.free and file in setting.choices:
                    return Wish(entry.run or entry.name, {setting.key: file})
        return None

    @property
    def badge(self) -> str:
        return "" if self.at_work is None else percent_done(self.at_work.share)

    @property
    def busy(self) -> bool:
        return self.at_work is not None or bool(self._leaving_runs)

    # ---- what is asked --------------------------------------------------------------------------------------
    def look(self) -> None:
        self._ask(ListRuns(), self._got_runs)
        self.look_at_stored()

    def look_at_stored(self) -> None:
        """Request the stored runs again, because the active run has saved a checkpoint."""
        self._ask(ListStoredRuns(), self._got_stored)

    def start(self, name: str, settings: Mapping[str, Value], begun: Received[StoredRun]) -> None:
        """Store a new run and start it. `begun` is called with the stored run or the refusal."""

        def stored(run: StoredRun | Refusal) -> None:
            if not isinstance(run, Refusal):
                self.stored_runs = (run, *self.stored_runs)
                self.resume(run)
            begun(run)

        self._ask(CreateRun(name, dict(settings)), stored)

    def resume(self, run: StoredRun) -> None:
        """Start a stored run, unless another run is active."""
        if self.at_work is not None or run.done:
            return
        self.trouble.pop(run.id, None)
        work = self.at_work = AtWork(run)
        work.ticket = self._app.worker.ask(
            Train(run.id), partial(self._finish, work), partial(self._report, work)
        )
        self._bump_version()

    def pause(self, then: Callable[[], None] | None = None) -> None:
        """Save and stop the active run, then call `then`."""
        if self.at_work is None:
            if then is not None:
                then()
            return
        if then is not None:
            self._after_pause.append(then)
        self.at_work.pausing = True
        self._app.worker.cancel(self.at_work.ticket)
        self._bump_version()

    def snapshot(self, run_id: str, received: Received[RunSnapshot]) -> None:
        self._ask(TakeSnapshot(run_id), received)

    def hold(self, run_id: str, iteration: int, held: Callable[[str], None]) -> None:
        """Protect a checkpoint that will be played. `held` is called with the checkpoint's name at a table."""

        def done(name: str | Refusal) -> None:
            if isinstance(name, Refusal):
                self._app.say(name.sentence)
                return
            self._app.refresh_agents()
            held(name)

        self._ask(HoldCheckpoint(run_id, iteration), done)

    def keep(self, request: KeepCheckpoints, kept: Callable[[str], None]) -> None:
        """Store checkpoints of a run as agents. `kept` is called with the problem, or ""."""

        def done(names: tuple[str, ...] | Refusal) -> None:
            if isinstance(names, Refusal):
                kept(names.sentence)
                return
            self._app.refresh_agents()
            run = self.find(request.id)
            key = "train.kept" if run is None or run.plays else "train.kept_to_learn_with"
            self._app.say(text(key, name=names[-1]))
            self._ask(ListRuns(), self._got_runs)  # a form may offer it
            kept("")

        self._ask(request, done)

    def forget(self, run_id: str) -> None:
        """Delete a run. If it is active, stop it first."""
        self._leaving_runs.add(run_id)

        def gone(answer: Refusal | None) -> None:
            self._leaving_runs.discard(run_id)
            if answer is not None:
                self._app.say(answer.sentence)
            self.look()

        def ask() -> None:
            self.stored_runs = tuple(run for run in self.stored_runs if run.id != run_id)
            self._ask(ForgetRun(run_id), gone)

        if self.find_active(run_id) is not None:
            self.pause(ask)
        else:
            ask()

    # ---- what is answered -----------------------------------------------------------------------------------
    def _report(self, work: AtWork, report: Progress) -> None:
        work.take(report)
        self._bump_version()

    def _finish(self, work: AtWork, answer: Refusal | None) -> None:
        """Record the end of the active run, whatever the reason, and request its stored state."""
        self.at_work = None
        died = answer is not None and answer.died
        if not died:
            self.stored_runs = tuple(
                work.left(run) if run.id == work.run.id else run for run in self.stored_runs
            )
        waiting, self._after_pause = self._after_pause, []
        if answer is not None and not work.pausing:
            self.trouble[work.run.id] = text("train.lost") if died else answer.sentence
        elif not work.pausing:
            total = number(work.run.total)
            self._app.say(text("train.done", name=get_run_title(work.run), total=total))
        for then in waiting:
            then()
        self.look()
        self._bump_version()

    def _got_runs(self, runs: tuple[RunEntry, ...] | Refusal) -> None:
        if isinstance(runs, Refusal):
            self.not_listed = runs.sentence
        else:
            self.not_listed, self.runs, self.listed = "", runs, True

    def _got_stored(self, stored: StoredRuns | Refusal) -> None:
        if isinstance(stored, Refusal):
            self._app.say(stored.sentence)
            return
        self.stored_runs = stored.runs
        self.warnings = (*self.warnings, *stored.warnings)

    def _ask(self, request: Request[A], received: Received[A]) -> None:
        def arrived(answer: A | Refusal) -> None:
            received(answer)
            self._bump_version()

        self._app.worker.ask(request, arrived)

    def _bump_version(self) -> None:
        self.version += 1
