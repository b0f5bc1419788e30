"""The stored runs and those of them that stand side by side: which there are, and what each gave away when.

Runs of one game are compared with each other; those of the other one are kept apart, for they are played for other
stakes by other rules. A run that has gone on since it was read is read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from game.messages.lab import ForgetLabRuns, ListLabRuns, RunSegment
from game.messages.lab_answers import LabPart, LabRun, LabRuns, LabSettings
from game.request import Refusal
from game.screens.frame.requests import Requests
from game.screens.frame.screen import Services
from game.screens.pages.lab.pictures import COLOURS
from game.screens.pages.lab.record import RunCurve
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Act

MOST_COMPARED = 6
FIRST_COMPARED = 4


@dataclass(frozen=True, slots=True)
class ShownRun:
    """A run whose course is known: what it is called among those it is compared with, and its colour."""

    run: LabRun
    course: RunCurve
    name: str
    colour: str


class CompareModel:
    """The model of the page. `changed` is called when there is something new to show."""

    def __init__(self, app: Services, game: str, changed: Act) -> None:
        self._app = app
        self._requests = Requests(app)
        self._changed = changed
        self._stored: tuple[LabRun, ...] = ()
        self._courses: dict[int, RunCurve] = {}
        self._awaited: set[int] = set()
        self._slots: dict[int, int] = {}
        self._begun = set[str]()
        self._moment: int | None = None
        self.game = game
        self.answered = False
        self.problem = ""
        self.warnings: tuple[str, ...] = ()
        self.version = 0

    # ---- what is known --------------------------------------------------------------------------------------
    @property
    def runs(self) -> list[LabRun]:
        """The stored runs of this game, the latest first."""
        return [run for run in self._stored if run.settings.game == self.game]

    @property
    def apart(self) -> int:
        """How many stored runs are of another game."""
        return len(self._stored) - len(self.runs)

    @property
    def compared(self) -> list[LabRun]:
        """The runs that stand side by side, in the order of the list."""
        return [run for run in self.runs if run.id in self._slots]

    @property
    def shown(self) -> list[ShownRun]:
        """Those of them whose course is known."""
        among = [run.settings for run in self.compared]
        return [
            ShownRun(run, self._courses[run.id], name_of(run.settings, among), COLOURS[self._slots[run.id]])
            for run in self.compared
            if run.id in self._courses
        ]

    @property
    def awaits(self) -> bool:
        """Whether the course of a run that is compared is on its way."""
        return any(run.id in self._awaited for run in self.compared)

    @property
    def note(self) -> tuple[str, bool]:
        """What is said above the list, and whether it is wrong; else how many runs are kept apart."""
        wrong = self.problem if self.problem and self.runs else "".join(self.warnings[:1])
        key = "lab.compare.apart_one" if self.apart == 1 else "lab.compare.apart"
        return wrong or (text(key, count=number(self.apart)) if self.apart else ""), bool(wrong)

    def slot(self, run: LabRun) -> int | None:
        """Return which of the colours a run has; None where it is not compared."""
        return self._slots.get(run.id)

    @property
    def total(self) -> int:
        """How far the longest of the compared runs has come."""
        return max((run.iteration for run in self.compared), default=0)

    @property
    def now(self) -> int:
        """The iteration that is looked at; the end, until another is chosen."""
        return self.total if self._moment is None else min(self._moment, self.total)

    # ---- what is chosen -------------------------------------------------------------------------------------
    def seek(self, iteration: int) -> None:
        """Look at another iteration."""
        self._moment = max(0, iteration) if iteration < self.total else None
        self._changed()

    def turn_to(self, game: str) -> None:
        """Look at the runs of another game."""
        self.game, self._moment = game, None
        self._settle()

    def toggle(self, run: LabRun) -> str:
        """Let a run stand beside the others, or not; return what speaks against it, if anything does."""
        if run.id in self._slots:
            del self._slots[run.id]
        elif run.nash_conv is None:
            return text("lab.compare.untracked")
        elif len(self.compared) >= MOST_COMPARED:
            return text("lab.compare.full", most=number(MOST_COMPARED))
        else:
            self._add(run)
        self._settle()
        return ""

    def _add(self, run: LabRun) -> None:
        taken = {self._slots[other.id] for other in self.compared}
        self._slots[run.id] = next(slot for slot in range(MOST_COMPARED) if slot not in taken)

    # ---- asking ---------------------------------------------------------------------------------------------
    def ask(self) -> None:
        """Ask which runs are stored now."""
        self._requests.ask(ListLabRuns(), self._take_runs)

    def forget(self, run: LabRun) -> None:
        """Throw a stored run away."""
        self._requests.ask(ForgetLabRuns(run.id, self._app.saves.seated()), self._forgotten)

    def drop(self) -> None:
        """Take no more interest in what was asked."""
        self._requests.drop_all()
        self._awaited.clear()

    def _forgotten(self, answer: Refusal | None) -> None:
        if answer is not None:
            self._app.say(answer.sentence)
        self.ask()

    def _take_runs(self, found: LabRuns | Refusal) -> None:
        self.answered = True
        if isinstance(found, Refusal):
            self.problem = found.sentence
        else:
            self.problem = ""
            self._stored, self.warnings = found.runs, found.warnings
            known = {run.id for run in found.runs}
            self._slots = {run: slot for run, slot in self._slots.items() if run in known}
        self._settle()

    def _settle(self) -> None:
        """Compare the latest where nothing was chosen yet, and ask for what is not known of those compared."""
        if self.game not in self._begun and self.runs:
            self._begun.add(self.game)
            for run in first_compared(self.runs):
                self._add(run)
        for run in self.compared:
            course = self._courses.get(run.id)
            if run.id not in self._awaited and (course is None or course.end != run.iteration):
                self._awaited.add(run.id)
                self._requests.ask(RunSegment(run.settings, run.iteration), partial(self._take_course, run))
        self._note()

    def _take_course(self, run: LabRun, part: LabPart | Refusal) -> None:
        self._awaited.discard(run.id)
        if isinstance(part, Refusal):
            self.problem = part.sentence
        elif part.nash_conv:
            self._courses[run.id] = RunCurve.of(part, run.iteration)
        self._note()

    def _note(self) -> None:
        self.version += 1
        self._changed()


def first_compared(runs: Sequence[LabRun]) -> list[LabRun]:
    """Return the runs that are compared before anything is chosen: the latest of one S that have a course."""
    measured = [run for run in runs if run.nash_conv is not None]
    same = [run for run in measured if run.settings.blinds == measured[0].settings.blinds]
    return same[:FIRST_COMPARED]


def name_of(settings: LabSettings, beside: Sequence[LabSettings]) -> str:
    """Return what a run is called among others: its variant, S where that differs, and the seed where it tells.

    >>> one, other = LabSettings("kuhn-poker"), LabSettings("kuhn-poker", seed=3)
    >>> name_of(one, [one]), name_of(other, [one, other])
    ('cfr+', 'cfr+, seed 3')
    """
    words = [settings.variant]
    if any(other.blinds != settings.blinds for other in beside):
        words.append(f"S {settings.blinds:g}")
    if any(other.variant == settings.variant and other.seed != settings.seed for other in beside):
        words.append(f"{text('lab.seed_label')} {settings.seed}")
    return ", ".join(words)
