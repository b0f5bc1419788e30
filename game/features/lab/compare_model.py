"""The model of the compare page: the stored runs, the runs that are compared, and their exploitability curves.

Only runs of the same game are compared, because rules and stakes differ between games. If a run is extended,
its curve is read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from game.features.lab import ListLabRuns, RunSegment
from game.features.lab.model import RunCurve
from game.features.lab.pictures import COLOURS
from game.request import Refusal
from game.study.lab import ForgetLabRuns, LabPart, LabRun, LabRuns, LabSettings
from game.texts import number, plural, retellable, text
from game.window.frame.requests import Requests
from game.window.frame.screen import Services
from game.window.ui.widgets import Act

MAX_COMPARED = 6
FIRST_COMPARED = 4


@dataclass(frozen=True, slots=True)
class ShownRun:
    """A compared run whose curve is loaded.

    `label` distinguishes the run from the other compared runs. `colour` is the theme colour of its curve.
    """

    run: LabRun
    curve: RunCurve
    label: str
    colour: str


class CompareModel:
    """The model of the page. It calls the callback `changed` whenever the page must be drawn again.

    `game` is the game whose runs are listed. `answered` says whether the list of runs has arrived. `problem` is the
    last error, or "". `warnings` holds a sentence for each stored run that could not be read. `version` increases
    whenever runs or curves change.
    """

    def __init__(self, app: Services, game: str, changed: Act) -> None:
        self._app = app
        self._requests = Requests(app)
        self._on_change = changed
        self._stored_runs: tuple[LabRun, ...] = ()
        self._curves: dict[int, RunCurve] = {}  # by run id
        self._loading: set[int] = set()  # ids of the runs whose curves have been requested
        self._slots: dict[int, int] = {}  # index in `COLOURS` by run id
        self._started_games = set[str]()  # games whose first runs to compare have been chosen
        self._moment: int | None = None  # the selected iteration, None at the end
        self.game = game
        self.answered = False
        self.problem = ""
        self.warnings: tuple[str, ...] = ()
        self.version = 0

    # ---- what is shown --------------------------------------------------------------------------------------
    @property
    def runs(self) -> list[LabRun]:
        return [run for run in self._stored_runs if run.settings.game == self.game]

    @property
    def other_game_count(self) -> int:
        return len(self._stored_runs) - len(self.runs)

    @property
    def compared_runs(self) -> list[LabRun]:
        return [run for run in self.runs if run.id in self._slots]

    @property
    def shown_runs(self) -> list[ShownRun]:
        """The compared runs whose curves are loaded."""
        among = [run.settings for run in self.compared_runs]
        return [
            ShownRun(
                run, self._curves[run.id], make_run_label(run.settings, among), COLOURS[self._slots[run.id]]
            )
            for run in self.compared_runs
            if run.id in self._curves
        ]

    @property
    def is_loading(self) -> bool:
        return any(run.id in self._loading for run in self.compared_runs)

    @property
    def note(self) -> tuple[str, bool]:
        """The text above the list, and whether it reports a problem.

        If there is no problem, the text is the number of stored runs of the other game, or "" for none.
        """
        wrong = self.problem if self.problem and self.runs else "".join(self.warnings[:1])
        others = self.other_game_count
        return wrong or (plural("lab.compare.apart", others) if others else ""), bool(wrong)

    def slot(self, run: LabRun) -> int | None:
        return self._slots.get(run.id)

    @property
    def total(self) -> int:
        return max((run.iteration for run in self.compared_runs), default=0)

    done = total

    @property
    def now(self) -> int:
        return self.total if self._moment is None else min(self._moment, self.total)

    # ---- choices of the player ------------------------------------------------------------------------------
    def seek(self, iteration: int) -> None:
        self._moment = max(0, iteration) if iteration < self.total else None
        self._on_change()

    def switch_game(self, game: str) -> None:
        self.game, self._moment = game, None
        self._settle()

    def toggle(self, run: LabRun) -> str:
        """Add a run to the comparison, or remove it. Return "", or the reason why the run cannot be added."""
        if run.id in self._slots:
            del self._slots[run.id]
        elif run.nash_conv is None:
            return text("lab.compare.untracked")
        elif len(self.compared_runs) >= MAX_COMPARED:
            return text("lab.compare.full", most=number(MAX_COMPARED))
        else:
            self._add(run)
        self._settle()
        return ""

    def _add(self, run: LabRun) -> None:
        taken = {self._slots[other.id] for other in self.compared_runs}
        self._slots[run.id] = next(slot for slot in range(MAX_COMPARED) if slot not in taken)

    # ---- requests to the worker -----------------------------------------------------------------------------
    def ask(self) -> None:
        self._requests.ask(ListLabRuns(), self._take_runs)

    def forget(self, run: LabRun) -> None:
        self._requests.ask(ForgetLabRuns(run.id, self._app.saves.list_seated()), self._take_deletion)

    def drop(self) -> None:
        self._requests.drop_all()
        self._loading.clear()

    def _take_deletion(self, answer: Refusal | None) -> None:
        if answer is not None:
            self._app.say(answer.sentence)
        self.ask()

    def _take_runs(self, found: LabRuns | Refusal) -> None:
        self.answered = True
        if isinstance(found, Refusal):
            self.problem = found.sentence
        else:
            self.problem = ""
            self._stored_runs, self.warnings = found.runs, found.warnings
            known = {run.id for run in found.runs}
            self._slots = {run: slot for run, slot in self._slots.items() if run in known}
        self._settle()

    def _settle(self) -> None:
        """Select runs to compare when a game is first listed, and request curves that are missing or outdated.

        A curve is outdated if it does not end at the last iteration of its run.
        """
        if self.game not in self._started_games and self.runs:
            self._started_games.add(self.game)
            for run in first_compared(self.runs):
                self._add(run)
        for run in self.compared_runs:
            curve = self._curves.get(run.id)
            if run.id not in self._loading and (curve is None or curve.end != run.iteration):
                self._loading.add(run.id)
                self._requests.ask(RunSegment(run.settings, run.iteration), partial(self._take_curve, run))
        self._notify()

    def _take_curve(self, run: LabRun, part: LabPart | Refusal) -> None:
        self._loading.discard(run.id)
        if isinstance(part, Refusal):
            self.problem = part.sentence
        elif part.nash_conv:
            self._curves[run.id] = RunCurve.of(part, run.iteration)
        self._notify()

    def _notify(self) -> None:
        self.version += 1
        self._on_change()


def first_compared(runs: Sequence[LabRun]) -> list[LabRun]:
    """Return the runs that are compared until the user chooses: the first `FIRST_COMPARED` that have a curve.

    `runs` are of one game, the latest first. All returned runs have the same S (`blinds`) as the latest run
    that has a curve.
    """
    measured = [run for run in runs if run.nash_conv is not None]
    same = [run for run in measured if run.settings.blinds == measured[0].settings.blinds]
    return same[:FIRST_COMPARED]


@retellable
def make_run_label(settings: LabSettings, among: Sequence[LabSettings]) -> str:
    """Return the label of a run among others: the variant and, if needed, S (half-street Kuhn) and the seed.

    S is added if any other run has another S. The seed is added if a run of the same variant has another seed.

    >>> one, other = LabSettings("kuhn-poker"), LabSettings("kuhn-poker", seed=3)
    >>> make_run_label(one, [one]), make_run_label(other, [one, other])
    ('cfr+', 'cfr+, seed 3')
    """
    words = [settings.variant]
    if any(other.blinds != settings.blinds for other in among):
        words.append(f"S {settings.blinds:g}")
    if any(other.variant == settings.variant and other.seed != settings.seed for other in among):
        words.append(f"{text('lab.seed_label')} {settings.seed}")
    return ", ".join(words)
