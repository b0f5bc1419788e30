"""The training of this window: what can be trained, what was, and the one run at work. It outlives the screens.

A run at work is one request of the worker that streams reports until it is done or cancelled; what the room knows
of it comes from these reports. Whatever ends the request (a pause, its end, a fault, the death of the worker), the
run lies in the user's folder as its last checkpoint has it, and can be resumed from there.

Screens ask the room for what they show and look at `version`, which every change raises.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from game.core import Progress, RunEntry, RunStage, StoredRun, Value
from game.lab import thinned
from game.screens.models.run_words import title_of
from game.screens.ui.texts import number, percent_done, text

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.models.services import AskingAloud

STAMP = "training"
MOST_POINTS = 1_000
REPORTS_OF_RATE = 10

Curve = list[tuple[int, Mapping[str, float]]]
Received = Callable[[Any, str], None]


class AtWork:
    """The run at work, as its reports tell of it."""

    def __init__(self, run: StoredRun, ticket: int) -> None:
        self.run = run
        self.ticket = ticket
        self.report: Progress | None = None
        self.curve: Curve = list(run.curve)
        self.pausing = False
        self.saved = run.iteration
        self._file: str | None = None
        self._pace: deque[tuple[float, int]] = deque(maxlen=REPORTS_OF_RATE)

    @property
    def iteration(self) -> int:
        """How far it has come."""
        return self.run.iteration if self.report is None else self.report.iteration

    @property
    def share(self) -> float:
        """How much of it is done."""
        return self.iteration / max(1, self.run.total)

    @property
    def rate(self) -> float | None:
        """Iterations a second over the last reports that brought some; None while that is being measured."""
        if len(self._pace) < 2:
            return None
        (start, before), (end, now) = self._pace[0], self._pace[-1]
        return (now - before) / (end - start) if end > start else None

    def left(self, run: StoredRun) -> StoredRun:
        """Return the stored run as it is when it stops now."""
        return replace(run, iteration=self.iteration, curve=tuple(self.curve))

    def take(self, report: Progress) -> None:
        """Note a report; one that brings no new measurement adds no point to the curve."""
        self.report = report
        if report.file != self._file:
            self._file, self.saved = report.file, report.iteration
        if report.doing:
            self._pace.clear()
        if not self._pace or report.iteration != self._pace[-1][1]:
            self._pace.append((report.seconds, report.iteration))
        last_at, last = self.curve[-1] if self.curve else (-1, {})
        if report.metrics and report.iteration > last_at and (report.done or report.metrics != last):
            self.curve.append((report.iteration, report.metrics))
        if len(self.curve) > MOST_POINTS:
            self.curve = thinned(self.curve)


class TrainingRoom:
    """All runs of this window."""

    def __init__(self, app: AskingAloud) -> None:
        self._app = app
        self._open: dict[int, Received] = {}
        self._after_pause: list[Callable[[], None]] = []
        self._leaving: set[str] = set()
        self.version = 0
        self.listed = False
        self.runs: tuple[RunEntry, ...] = ()
        self.stored: tuple[StoredRun, ...] = ()
        self.at_work: AtWork | None = None
        self.trouble: dict[str, str] = {}
        self.not_listed = ""
        self.warnings: tuple[str, ...] = ()

    # ---- what is known --------------------------------------------------------------------------------------
    def find(self, run_id: str) -> StoredRun | None:
        """Return a run by its id, as its last checkpoint has it."""
        return next((run for run in self.stored if run.id == run_id), None)

    def working(self, run_id: str) -> AtWork | None:
        """Return the run of this id if it is at work."""
        return self.at_work if self.at_work is not None and self.at_work.run.id == run_id else None

    def trained_with(self, stage: RunStage) -> tuple[str, Mapping[str, Value]] | None:
        """Return the kind of run that learns with what a checkpoint holds, and the setting that says so.

        None where no form offers it: only what is done is offered.
        """
        file = str(stage.file)
        for entry in self.runs:
            for setting in entry.form:
                if setting.free and file in setting.choices:
                    return entry.run or entry.name, {setting.key: file}
        return None

    @property
    def badge(self) -> str:
        """The percent of the run at work, empty where there is none."""
        return "" if self.at_work is None else percent_done(self.at_work.share)

    @property
    def busy(self) -> bool:
        """Whether a run is still saving, or one that was thrown away is still to go."""
        return self.at_work is not None or bool(self._leaving)

    # ---- what is asked --------------------------------------------------------------------------------------
    def look(self) -> None:
        """Ask what can be trained and what was stored."""
        self._ask("runs", {}, self._got_runs)
        self.look_at_stored()

    def look_at_stored(self) -> None:
        """Ask what was stored: a run at work has saved, and somebody looks at its checkpoints."""
        self._ask("stored_runs", {}, self._got_stored)

    def start(
        self, name: str, settings: Mapping[str, Value], begun: Callable[[StoredRun | None, str], None]
    ) -> None:
        """Store a fresh run and set it to work; `begun` gets it, or the sentence that says what is wrong."""

        def stored(run: StoredRun | None, sentence: str) -> None:
            if run is not None:
                self.stored = (run, *self.stored)
                self.resume(run)
            begun(run, sentence)

        self._ask("new_run", {"run": name, "settings": dict(settings)}, stored)

    def resume(self, run: StoredRun) -> None:
        """Set a stored run to work, unless another one is."""
        if self.at_work is not None or run.done:
            return
        self.trouble.pop(run.id, None)
        self.at_work = AtWork(run, self._app.worker.ask("train", {"id": run.id}, STAMP))
        self._changed()

    def pause(self, then: Callable[[], None] | None = None) -> None:
        """Let the run at work save and stop; `then` is called once it has."""
        if self.at_work is None:
            if then is not None:
                then()
            return
        if then is not None:
            self._after_pause.append(then)
        self.at_work.pausing = True
        self._app.worker.cancel(self.at_work.ticket)
        self._changed()

    def snapshot(self, run_id: str, received: Received) -> None:
        """Ask what a run knows now."""
        self._ask("snapshot", {"id": run_id}, received)

    def hold(self, run_id: str, iteration: int, held: Callable[[str], None]) -> None:
        """Let a checkpoint stay, since it is to be played; `held` gets its name at the table."""

        def done(name: str | None, sentence: str) -> None:
            if name is None:
                self._app.say(sentence)
                return
            self._app.refresh_agents()
            held(name)

        self._ask("hold", {"id": run_id, "iteration": iteration}, done)

    def keep(self, payload: Mapping[str, Any], kept: Callable[[str], None]) -> None:
        """Make an agent of a run; `kept` gets an empty sentence, or what is wrong."""

        def done(names: Any, sentence: str) -> None:
            if not sentence:
                self._app.refresh_agents()
                run = self.find(payload["id"])
                key = "train.kept" if run is None or run.plays else "train.kept_to_learn_with"
                self._app.say(text(key, name=names[-1]))
                self._ask("runs", {}, self._got_runs)  # a form may offer it
            kept(sentence)

        self._ask("keep", payload, done)

    def forget(self, run_id: str) -> None:
        """Throw a run away; one at work stops first."""
        self._leaving.add(run_id)

        def gone(_: Any, sentence: str) -> None:
            self._leaving.discard(run_id)
            if sentence:
                self._app.say(sentence)
            self.look()

        def ask() -> None:
            self.stored = tuple(run for run in self.stored if run.id != run_id)
            self._ask("forget_run", {"id": run_id}, gone)

        if self.working(run_id) is not None:
            self.pause(ask)
        else:
            ask()

    # ---- what is answered -----------------------------------------------------------------------------------
    def take(self, answer: Answer) -> bool:
        """Take an answer of the worker; return whether it was meant for the room."""
        if answer.match != STAMP:
            return False
        if not self._take_report(answer) and answer.final:
            received = self._open.pop(answer.ticket, None)
            if received is not None:
                received(answer.value, answer.error or "")
        self._changed()
        return True

    def _take_report(self, answer: Answer) -> bool:
        """Take what concerns the run at work; return whether it did."""
        work = self.at_work
        if work is None or answer.ticket != work.ticket:
            return False
        if answer.progress is not None:
            work.take(answer.progress)
        else:
            self._ended(work, answer)
        return True

    def _ended(self, work: AtWork, answer: Answer) -> None:
        """Take note that the run at work has stopped, for whatever reason, and see what it has left."""
        self.at_work = None
        if not answer.died:
            self.stored = tuple(work.left(run) if run.id == work.run.id else run for run in self.stored)
        waiting, self._after_pause = self._after_pause, []
        if answer.error and not work.pausing:
            self.trouble[work.run.id] = text("train.lost") if answer.died else answer.error
        elif not work.pausing:
            total = number(work.run.total)
            self._app.say(text("train.done", name=title_of(work.run), total=total))
        for then in waiting:
            then()
        self.look()

    def _got_runs(self, runs: Any, sentence: str) -> None:
        self.not_listed = sentence
        if not sentence:
            self.runs = tuple(runs)
            self.listed = True

    def _got_stored(self, stored: Any, sentence: str) -> None:
        if sentence:
            self._app.say(sentence)
            return
        self.stored = tuple(stored.runs)
        self.warnings = (*self.warnings, *stored.warnings)

    def _ask(self, kind: str, payload: Mapping[str, Any], received: Received) -> None:
        self._open[self._app.worker.ask(kind, payload, STAMP)] = received

    def _changed(self) -> None:
        self.version += 1
