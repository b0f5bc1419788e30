"""Actions on a training run, the list of stored runs, and the head of the training pages.

A checkpoint can be kept, played against or used as a teacher. A run can be started again, cancelled or
deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from game.agent_entries import AGENT_NAME
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.abstraction import POTENTIAL
from game.study.training import (
    KeepCheckpoints,
    MetricEntry,
    RunEntry,
    RunStage,
    StoredRun,
    format_activity,
    format_pace,
    format_seconds_left,
    get_run_title,
    get_unit,
)
from game.study.training_model import AtWork, Curve, TrainingModel, Wish
from game.study.words import in_one
from game.texts import number, percent_done, text
from game.window.dialogs.dialog import Dialog, Question, Reply, nothing
from game.window.frame.page import Page, PagedHead
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Columns
from game.window.ui.leaves import Caps, Control, Words, WorkBar
from game.window.ui.widgets import Act, Button, Option, Segmented, TextEntry, options
from game.window.ui.widgets.rows import RowChoice

ENTRY = 44.0
LONGEST = 40


def is_agent_letter(letter: str) -> bool:
    return AGENT_NAME.fullmatch(agent_name(letter)) is not None


def agent_name(words: str) -> str:
    """Convert typed text to the name of an agent.

    >>> agent_name("My Ada")
    'my-ada'
    """
    return words.lower().replace(" ", "-").replace("_", "-")


class KeepName(Dialog):
    """The dialog that asks for a name and stores the checkpoint of `iteration` as an agent of this name.

    An active run pauses while the dialog is open. Without this pause, newer checkpoints would replace the
    checkpoint of `iteration`. Esc closes the dialog without storing an agent, and the run loses nothing.
    After the agent is stored, the dialog closes and calls the callback `kept`.
    """

    name: ClassVar[str] = "keep"

    def __init__(self, app: Services, run: StoredRun, iteration: int, unit: str, kept: Act) -> None:
        super().__init__(app, text("train.keep.title"))
        self._run, self._wanted_iteration, self._unit, self._kept = run, iteration, unit, kept
        self._shown_state: Hashable = None
        self._asked = False
        self._holds = False
        taken = {entry.name for entry in self.app.agents}
        names = [self._run.id, *(f"{self._run.id}{letter}" for letter in "bcdefghijklmnopqrstuvwxyz")]
        self._entry = TextEntry(
            "name",
            text("train.keep.name"),
            next((name for name in names if name not in taken), self._run.id),
            lambda words: None,
            allowed=is_agent_letter,
            longest=LONGEST,
            style="strong",
            al="l",
        )
        self._entry.entered = self.submit
        self._stay = Button("stay", text("train.keep.stay"), app.back, style="label_b")
        self._keep = Button("keep", text("train.keep.go"), self.submit, kind="primary", style="label_b")
        self.controls.focus("name")

    @property
    def iteration(self) -> int:
        """The iteration to store: the requested iteration, or the latest if that checkpoint has been replaced."""
        run = self.app.models.training.find(self._run.id) or self._run
        stages = [stage.iteration for stage in run.stages]
        return self._wanted_iteration if self._wanted_iteration in stages or not stages else stages[-1]

    def enter(self) -> None:
        """Pause an active run."""
        if self.app.models.training.find_active(self._run.id) is not None:
            self._holds = True
            self.app.models.training.pause()

    def leave(self) -> None:
        """Resume the paused run, unless the program ends."""
        if self._holds and self.app.running:
            self._holds = False
            self.app.models.training.pause(self._go_on)

    def _go_on(self) -> None:
        self.app.models.training.resume(self.app.models.training.find(self._run.id) or self._run)

    @Dialog.submit.override
    def submit(self) -> None:
        """Store the checkpoint under the typed name."""
        if self._asked:
            return
        name = agent_name(self._entry.value)
        if not AGENT_NAME.fullmatch(name):
            self._entry.problem = text("train.keep.letters")
            return
        self._asked = True
        request = KeepCheckpoints(self._run.id, self._run.game, name, self.iteration)
        self.app.models.training.keep(request, self._take_answer)

    def _take_answer(self, sentence: str) -> None:
        self._asked = False
        self._entry.problem = sentence
        if not sentence and self.app.screen is self:
            self.app.back()
            self._kept()

    # ---- content --------------------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the checkpoint, the text field, and below it the name's problem or the resulting name."""
        self._shown_state = self.iteration, self._entry.value, self._entry.problem
        key = "train.keep.body" if self._run.plays else "train.keep.to_learn_with"
        waits = f" {text('train.keep.waits')}" if self._holds else ""
        body = text(key, iteration=number(self.iteration), unit=self._unit) + waits
        name = agent_name(self._entry.value)
        fits = "train.keep.letters" if name == self._entry.value else "train.keep.named"
        problem = self._entry.problem
        note = Words(problem or text(fits, name=name), "small", "bad" if problem else "dim", 6)
        return Words(body, "label", "dim", 10), Control(self._entry, ENTRY, after=8), note

    def buttons(self) -> list[Button]:
        return [self._keep, self._stay]

    def update(self, dt: float) -> bool:
        """Redraw if the name or its problem has changed, and poll the run until it is paused."""
        if self._shown_state != (self.iteration, self._entry.value, self._entry.problem):
            self.relayout()
        return False


RUN_WORDS = {"working": "pause", "pausing": "pausing", "paused": "go_on", "lost": "go_on", "done": "another"}
BAR, NARROW_BAR = 88.0, 188.0


@dataclass(frozen=True, slots=True)
class RunView:
    """A run as the page shows it: its last checkpoint, and its progress if it is active.

    Attributes:
        phase: "working", "pausing", "paused", "done" or "lost".
        occupied: A message that another run is active, or "".
    """

    run: StoredRun
    work: AtWork | None
    entry: RunEntry | None
    phase: str
    iteration: int
    curve: Curve
    trouble: str
    occupied: str

    @classmethod
    def of(cls, training: TrainingModel, known: StoredRun) -> RunView:
        """Return the current view of a run. `known` is the fallback if the run is no longer listed."""
        run, work = training.find(known.id) or known, training.find_active(known.id)
        trouble, other = training.trouble.get(run.id, ""), training.at_work
        phase = "lost" if trouble else "done" if run.done else "paused"
        if work is not None:
            phase = "pausing" if work.pausing else "working"
        occupied = ""
        if other is not None and other is not work:
            occupied = text("train.one_at_a_time", name=get_run_title(other.run))
        iteration, curve = (run.iteration, list(run.curve)) if work is None else (work.iteration, work.curve)
        return cls(run, work, training.find_preset(run), phase, iteration, curve, trouble, occupied)

    @property
    def unit(self) -> str:
        return get_unit(self.entry)

    @property
    def share(self) -> float:
        return self.iteration / max(1, self.run.total)

    @property
    def progress_text(self) -> str:
        """The iterations so far and the total number, with their unit."""
        return text(
            "train.counted", done=number(self.iteration), total=number(self.run.total), unit=self.unit
        )

    def not_measured(self, metrics: Sequence[MetricEntry]) -> str:
        """Return a sentence that says when metrics without a value will be measured."""
        if self.phase == "done":
            return text("train.never")
        if self.work is None:
            return text("train.not_yet.paused")
        report = self.work.report
        ahead = report.next_measured if report is not None else {}
        known = [ahead[metric.key] for metric in metrics if metric.key in ahead]
        if not known:
            return text("train.not_yet.starting")
        return text("train.not_yet.at", at=number(min(known)), unit=self.unit)

    @property
    def is_stored(self) -> bool:
        return self.work is None


Shown = Callable[[], tuple[RunView, RunStage | None]]


class RunActs:
    """Actions on a run and its selected checkpoint, with the dialogs that they need.

    The callback `shown` returns the current run and the selected checkpoint.
    """

    def __init__(self, page: Page, shown: Shown) -> None:
        self._page, self._app, self._shown = page, page.app, shown

    def leave(self, wish: Wish | None = None) -> None:
        if self._page in self._app.screens:
            self._app.open("train_with", wish, in_place=True)

    @property
    def _view(self) -> RunView:
        return self._shown()[0]

    @property
    def _stage(self) -> RunStage | None:
        return self._shown()[1]

    @property
    def why_of_no_use(self) -> str:
        return self._why_of_no_use(self._stage)

    def _why_of_no_use(self, stage: RunStage | None) -> str:
        if stage is None:
            return text("train.no_checkpoint")
        return "" if stage.agent or self._app.models.training.trained_with(stage) else text("train.not_made")

    def keep(self) -> None:
        if self._stage is not None and not self.why_of_no_use:
            self._keep_at(self._stage.iteration, nothing)

    def use(self) -> None:
        """Play against the checkpoint, or set up a run that learns from it."""
        if self._stage is None:
            return
        if self._stage.agent:
            self._hold(self._stage)
        elif (wish := self._app.models.training.trained_with(self._stage)) is not None:
            self.leave(wish)

    def _hold(self, stage: RunStage) -> None:
        """Keep the checkpoint from deletion, then play against it.

        If the user leaves the page before the answer arrives, no game starts.
        """
        page, run = self._app.screen, self._view.run

        def held(agent: str) -> None:
            if self._app.screen is page:
                blinds, stack = run.settings.get("blinds"), run.settings.get("stack")
                spec = TableSpec(run.game, ("you", agent), self._app.new_seed())
                if isinstance(blinds, int | float):
                    spec = replace(spec, blinds=blinds)
                if isinstance(stack, int) and run.game == games.HOLDEM:
                    spec = replace(spec, stacks=(stack * spec.big_blind, stack * spec.big_blind))
                self._app.resume(Session(spec))

        self._app.models.training.hold(run.id, stage.iteration, held)

    def begin_another(self) -> None:
        """Open the form of a new run with the same settings, if this kind of run is available."""
        run, entry = self._view.run, self._view.entry
        offered = {one.key for one in entry.form} if entry is not None else set()
        settings = {
            key: value
            for key, value in run.settings.items()
            if key in offered and isinstance(value, int | float | str)
        }
        self.leave(Wish(entry.run, settings, entry.name) if entry is not None else None)

    @property
    def can_show_values(self) -> bool:
        return self._view.run.game == games.TIC_TAC_TOE or self._makes_histograms

    def show_values(self) -> None:
        """Open the learnt values of the run in the lab, if they can be shown."""
        run, stage = self._view.run, self._stage
        if run.game == games.TIC_TAC_TOE:
            self._app.open("value_explorer", run.id)
        elif self._makes_histograms and stage is not None and not self.why_of_no_use:
            self._app.open("abstraction", str(stage.file))

    @property
    def _makes_histograms(self) -> bool:
        return self._view.run.settings.get("kind") == POTENTIAL

    def cancel(self) -> None:
        """Ask whether to end the run, and what to do with its checkpoints."""
        view, run = self._view, self._view.run
        stay, so_far = ("stored", "body") if view.is_stored else ("working", "so_far")
        body = [text(f"train.cancel.{so_far}", done=number(view.iteration), unit=view.unit)]
        replies = [Reply("stay", text(f"train.cancel.stay_{stay}"), nothing)]
        proposed = next((stage for stage in run.stages if stage.iteration == run.proposed), None)
        if proposed is not None and not self._why_of_no_use(proposed):
            latest = "latest" if view.is_stored else "last_kept"
            key = "proposed" if proposed.strength is not None else latest
            body.append(text(f"train.cancel.{key}", iteration=number(proposed.iteration)))
            replies.append(Reply("keep", text("train.cancel.keep"), self._keep_and_forget, "primary"))
        replies.append(Reply("forget", text("train.cancel.go"), self._forget, "danger"))
        title = text(
            "train.forget.title" if view.is_stored else "train.cancel.title", name=get_run_title(run)
        )
        self._app.overlay(Question(self._app, title, " ".join(body), replies))

    def _keep_and_forget(self) -> None:
        training, known = self._app.models.training, self._view.run
        training.pause(lambda: self._keep_at((training.find(known.id) or known).proposed, self._forget))

    def _keep_at(self, iteration: int, kept: Act) -> None:
        self._app.overlay(KeepName(self._app, self._view.run, iteration, self._view.unit, kept))

    def _forget(self) -> None:
        self._app.models.training.forget(self._view.run.id)
        self.leave()


class RunBar:
    """The status bar of a run: the progress, the pace, the time left and the last save."""

    def box(self, view: RunView, buttons: Sequence[Button], *, narrow: bool) -> WorkBar:
        high = NARROW_BAR if narrow else BAR
        return WorkBar(buttons, view.share, _facts(view), view.trouble, height=high, narrow=narrow)


def _facts(view: RunView) -> list[tuple[str, str]]:
    """Describe the progress and the last save of a run. For an active run, add the pace and the time left."""
    work, report = view.work, view.work.report if view.work is not None else None
    saved = text("train.saved_at", iteration=number(view.iteration if work is None else work.saved))
    if work is None:
        return [(view.progress_text, text(f"train.phases.{view.phase}")), (saved, "")]
    doing = format_activity(report) or format_pace(work.rate, view.unit)
    return [
        (view.progress_text, doing),
        (format_seconds_left(None if report is None else report.seconds_left), saved),
    ]


NEW, RUNNING = "new", "running"
MIN_SUBTITLE = 120.0


def train_head(app: Services, page: str, back: Act, turn: Callable[[str], None]) -> PagedHead:
    """Return the head of a training page."""
    title = text("train.title")
    switch = Segmented("page", title, options("train.pages.{}", (NEW, RUNNING)), page, turn)
    return PagedHead(app, title, back, switch, min_subtitle=MIN_SUBTITLE)


ROW, ROW_GAP, CORNER = 62.0, 6.0, 9.0
PADDING = 14.0
LINE = 4.0
BUTTON_ROW, MIN_BUTTON = 40.0, 104.0


class StoredColumn:
    """The column of the stored runs. One run is selected."""

    def __init__(self, page: Page) -> None:
        self._app, self._training = page.app, page.app.models.training
        self._views: list[RunView] = []
        self._rows = RowChoice(
            "stored",
            text("train.stored"),
            lambda _: page.show(),
            self.open,
            self._draw_row,
            row_height=ROW,
            gap=ROW_GAP,
            corner=CORNER,
        )
        self._resume = Button("resume", text("train.resume"), self.resume, style="label_b")
        self._look = Button("open", text("train.open"), self.open, style="label_b")
        self._forget = Button("forget", text("train.forget.go"), self.forget, style="label_b")

    @property
    def run(self) -> StoredRun | None:
        latest = next(iter(self._training.stored_runs), None)
        return self._training.find(self._rows.chosen) or latest

    # ---- actions --------------------------------------------------------------------------------------------
    def open(self) -> None:
        if self.run is not None:
            self._app.open("train_run", self.run, in_place=True)

    def resume(self) -> None:
        """Resume the selected run, and open it."""
        if self.run is not None:
            self._training.resume(self.run)
            self.open()

    def forget(self) -> None:
        """Ask for confirmation, then delete the run."""
        run = self.run
        if run is None:
            return
        replies = [
            Reply("stay", text("train.forget.stay"), nothing, "primary"),
            Reply("forget", text("train.forget.go"), partial(self._training.forget, run.id), "danger"),
        ]
        title = text("train.forget.title", name=get_run_title(run))
        body = text("train.forget.body" if run.plays else "train.forget.body_to_learn_with")
        self._app.overlay(Question(self._app, title, body, replies))

    @property
    def ids(self) -> list[str]:
        return [view.run.id for view in self._views]

    # ---- the layout -----------------------------------------------------------------------------------------
    def parts(self) -> list[Box]:
        """Return the column: warnings about unreadable runs, the list and its buttons."""
        run, work = self.run, self._training.at_work
        self._views = [RunView.of(self._training, one) for one in self._training.stored_runs]
        parts: list[Box] = [Caps(text("train.stored"))]
        if self._training.warnings:
            parts.append(Words(in_one(self._app.folder, self._training.warnings), "small", "bad"))
        if run is None:
            return [*parts, Words(text("train.none_stored"), "label", "dim")]
        self._rows.show(
            [Option(view.run.id, f"{get_run_title(view.run)}, {_state(view)}") for view in self._views],
            run.id,
        )
        occupied = text("train.one_at_a_time", name=get_run_title(work.run)) if work is not None else ""
        self._resume.disabled = text("train.nothing_left") if run.done else occupied
        self._forget.disabled = text("train.forget.at_work") if self._training.find_active(run.id) else ""
        buttons = (self._resume, self._look, self._forget)
        below = [Column(Control(button, BUTTON_ROW, after=8)) for button in buttons]
        return [
            *parts,
            Control(self._rows, ROW * len(self._views), after=10),
            Columns(*below, least=MIN_BUTTON, gap=10),
        ]

    def _draw_row(self, painter: Painter, rect: Rect, index: int) -> None:
        """Draw the name of a run, its state, and its progress."""
        (x, y, width, _), view = rect, self._views[index]
        inner, (ink, bar) = width - 2 * PADDING, ("dim", "edge") if view.is_stored else ("brass", "brass")
        painter.text(
            painter.short_name(get_run_title(view.run), inner, "label_b"), x + PADDING, y + 15, "label_b"
        )
        painter.text(_state(view), x + PADDING, y + 34, "small", ink, fit=inner)
        painter.rect((x + PADDING, y + 47, inner, LINE), "line", LINE / 2)
        if view.share > 0:
            painter.rect(
                (x + PADDING, y + 47, max(LINE, inner * view.share), LINE),
                bar,
                LINE / 2,
            )


def _state(view: RunView) -> str:
    """Describe the state of a run and its progress."""
    state = "working" if not view.is_stored else "done" if view.run.done else "paused"
    figures = {"done": number(view.iteration), "total": number(view.run.total)}
    return text(f"train.states.{state}", percent=percent_done(view.share), **figures)
