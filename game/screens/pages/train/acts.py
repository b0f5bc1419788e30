"""What can be done with a run on its page: keep a checkpoint, play against it or learn with it, throw all away.

The bar says how much is done, how fast it goes, how long it will take and what is saved, beside three buttons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

from game.match.session import Session
from game.match.table_spec import TableSpec
from game.messages.abstraction_answers import POTENTIAL
from game.messages.training_answers import RunStage, StoredRun
from game.rules import games
from game.screens.dialogs.left_game import once_agreed
from game.screens.dialogs.question import Question, Reply, nothing
from game.screens.frame.screen import Services
from game.screens.models.run_words import doing_in_words, left_in_words, pace_in_words, title_of
from game.screens.models.training_model import AtWork
from game.screens.pages.train.head import Wish
from game.screens.pages.train.keep import KeepName
from game.screens.ui.leaves import WorkBar
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Act, Button

RUN_WORDS = {"working": "pause", "pausing": "pausing", "paused": "go_on", "lost": "go_on", "done": "another"}


class RunShown(Protocol):
    """The page, as the acts see it: the run, what it counts in, what it does, and the checkpoint that is chosen."""

    @property
    def run(self) -> StoredRun:
        """The run, as its last checkpoint has it."""

    @property
    def unit(self) -> str:
        """What iterations are called."""

    @property
    def phase(self) -> str:
        """What the run is doing."""

    @property
    def stage(self) -> RunStage | None:
        """The checkpoint that is chosen."""


class RunActs:
    """The acts of the page of a run, each with the question that it needs.

    `leave` goes to the page of all runs, with what is wished for there.
    """

    def __init__(self, app: Services, page: RunShown, leave: Callable[[Wish | None], None]) -> None:
        self._page = page
        self._app, self._room = app, app.training
        self._leave = leave

    def keep(self) -> None:
        """Ask for a name for the chosen checkpoint, if it is of any use."""
        stage = self._page.stage
        if stage is not None and not self.why_of_no_use(stage):
            self._keep_at(stage.iteration, nothing)

    def why_of_no_use(self, stage: RunStage | None) -> str:
        """Return why a checkpoint can neither be played nor be learnt with; empty where it can."""
        if stage is None:
            return text("train.no_checkpoint")
        return "" if stage.agent or self._room.trained_with(stage) else text("train.not_made")

    def use(self) -> None:
        """Sit down against the chosen checkpoint, or go on to a run that learns with it."""
        stage = self._page.stage
        if stage is None or self.why_of_no_use(stage):
            return
        if stage.agent:
            self.play()
        elif (wish := self._room.trained_with(stage)) is not None:
            self._leave(Wish(*wish))

    def same_again(self) -> Wish | None:
        """Return the wish for another run with the same settings, where that is on offer."""
        run = self._page.run
        entry = next((one for one in self._room.runs if one.name == run.run), None)
        if entry is None:
            return None
        offered = {one.key for one in entry.form}
        settings = {
            key: value
            for key, value in run.settings.items()
            if key in offered and isinstance(value, int | float | str)
        }
        return Wish(entry.run, settings, entry.name)

    def cancel(self) -> None:
        """Ask whether the run is to end, and what becomes of it."""
        run, unit = self._page.run, self._page.unit
        stored = is_stored(self._page.phase)
        stay = "stored" if stored else "working"
        proposed = next((stage for stage in run.stages if stage.iteration == run.proposed), None)
        work = self._room.working(run.id)
        done = number(work.iteration if work is not None else run.iteration)
        body = [
            text("train.cancel.so_far" if work is not None else "train.cancel.body", done=done, unit=unit)
        ]
        replies = [Reply("stay", text(f"train.cancel.stay_{stay}"), nothing)]
        if proposed is not None and not self.why_of_no_use(proposed):
            key = "proposed" if proposed.strength is not None else "latest" if work is None else "last_kept"
            body.append(text(f"train.cancel.{key}", iteration=number(proposed.iteration)))
            replies.append(Reply("keep", text("train.cancel.keep"), self._keep_and_forget, "primary"))
        replies.append(Reply("forget", text("train.cancel.go"), self._forget, "danger"))
        title = text("train.forget.title" if stored else "train.cancel.title", name=title_of(run))
        self._app.overlay(Question(self._app, title, " ".join(body), replies))

    def play(self) -> None:
        """Sit down against the chosen checkpoint; ask first where that would end a game that was left."""
        run, stage = self._page.run, self._page.stage
        if stage is None or not stage.agent:
            return
        sit_down = partial(self._room.hold, run.id, stage.iteration, self._sit_down)
        once_agreed(self._app, run.game, sit_down)

    @property
    def can_show_values(self) -> bool:
        """Whether the lab can show what the run has learnt: values of boards, or which hands are alike."""
        return self._page.run.game == games.TIC_TAC_TOE or self._makes_histograms

    def show_values(self) -> None:
        """Show in the lab what the run has learnt, where that can be shown."""
        run, stage = self._page.run, self._page.stage
        if run.game == games.TIC_TAC_TOE:
            self._app.go(self._app.routes.value_explorer(self._app, run.id))
        elif self._makes_histograms and stage is not None and not self.why_of_no_use(stage):
            self._app.go(self._app.routes.abstraction(self._app, str(stage.file)))

    @property
    def _makes_histograms(self) -> bool:
        """Whether the run makes an abstraction that the lab can show."""
        return self._page.run.settings.get("kind") == POTENTIAL

    def _sit_down(self, agent: str) -> None:
        """Play against a checkpoint, unless the page was left before the answer came."""
        page: object = self._page
        if self._app.screen is page:
            self._app.resume(Session(_table_of(self._page.run, agent, self._app.new_seed())))

    def _keep_at(self, iteration: int, kept: Act) -> None:
        self._app.overlay(KeepName(self._app, self._page.run, iteration, self._page.unit, kept))

    def _keep_and_forget(self) -> None:
        """Stop, keep the proposed checkpoint, and throw the rest away once that is done."""
        self._room.pause(lambda: self._keep_at(self._page.run.proposed, self._forget))

    def _forget(self) -> None:
        page: object = self._page
        self._room.forget(self._page.run.id)
        if page in self._app.screens:
            self._leave(None)


def _table_of(run: StoredRun, agent: str, seed: int) -> TableSpec:
    """Return the table that a run was trained for: its blinds, and its stacks."""
    blinds, stack = run.settings.get("blinds"), run.settings.get("stack")
    spec = TableSpec(run.game, ("you", agent), seed)
    if isinstance(blinds, int | float):
        spec = replace(spec, blinds=blinds)
    if isinstance(stack, int) and run.game == games.HOLDEM:
        spec = replace(spec, stacks=(stack * spec.big_blind, stack * spec.big_blind))
    return spec


def is_stored(phase: str) -> bool:
    """Return whether a run lies stored and does not work."""
    return phase not in ("working", "pausing")


class RunBar:
    """What the bar says of a run, and its buttons."""

    def __init__(self, run_or_pause: Act, keep: Act, cancel: Act) -> None:
        self.run_button = Button(
            "run", "", run_or_pause, kind="primary", keycap=text("keys.space"), style="label_b"
        )
        self._keep = Button("keep", text("train.keep.go"), keep, keycap="K", style="label_b")
        self._cancel = Button("cancel", "", cancel, keycap="C", style="label_b")
        self.buttons = (self.run_button, self._keep, self._cancel)
        self.phase = ""
        self._share = 0.0
        self._facts: tuple[tuple[str, str], ...] = ()
        self._trouble = ""

    def show(
        self, run: StoredRun, work: AtWork | None, phase: str, unit: str, trouble: str, *, not_kept: str
    ) -> None:
        """Take over what is known of the run now; `not_kept` says why nothing of it can be kept yet."""
        self.phase, self._trouble = phase, trouble
        done = work.iteration if work is not None else run.iteration
        self._share = done / max(1, run.total)
        counted = text("train.counted", done=number(done), total=number(run.total), unit=unit)
        if work is not None:
            left = None if work.report is None else work.report.seconds_left
            saved = text("train.saved_at", iteration=number(work.saved))
            doing = doing_in_words(work.report) or pace_in_words(work.rate, unit)
            self._facts = ((counted, doing), (left_in_words(left), saved))
        else:
            saved = text("train.saved_at", iteration=number(done))
            self._facts = ((counted, text(f"train.phases.{phase}")), (saved, ""))
        self.run_button.label = text(f"train.run_button.{RUN_WORDS[phase]}")
        self.run_button.disabled = text("train.saves") if phase == "pausing" else ""
        self._keep.disabled = not_kept
        self._cancel.label = text("train.forget.go" if is_stored(phase) else "train.cancel.name")

    def box(self, *, height: float, narrow: bool) -> WorkBar:
        """Return it as it is shown now."""
        return WorkBar(self.buttons, self._share, self._facts, self._trouble, height=height, narrow=narrow)
