"""A run, live: how far it is, whether it gets better, what it knows now, and its checkpoints to play against.

The page shows what the training of this window knows, anew at most ten times a second. Leaving it stops nothing. A
run that is paused, done or was cut off looks the same, and goes on from where it was saved.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from game.features.train.acts import RUN_WORDS, RunActs, RunBar, RunView
from game.features.train.charts import ChartFrame, CheckpointList, RunCharts, snapshot_panel
from game.features.train.stored import NEW, RUNNING, train_head
from game.request import Refusal
from game.study.training import RunSnapshot, StoredRun
from game.study.words import title_of
from game.texts import text
from game.window.frame.actions import action, control_keys
from game.window.frame.page import Page
from game.window.frame.page_head import PagedHead
from game.window.frame.pages import page
from game.window.frame.screen import Services
from game.window.ui.charts.axes import count_axis
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, fixed, grow
from game.window.ui.leaves import Control, Hints
from game.window.ui.widgets import Button

SECONDS_A_SNAPSHOT = 1.0
PLAY_BUTTON = 38.0
SIDES = (272.0, 320.0, 380.0)  # of a small window, a middling and a large one
GAP, PADDING, HINTS = 12.0, 16.0, 34.0
LEAST_CHART, NARROW_CHART, LEAST_CHECKPOINTS = 168.0, 230.0, 176.0


@page("train_run")
class TrainRun(Page):
    """The page of one run."""

    name: ClassVar[str] = "train_run"
    keys: ClassVar[str] = "train"
    above, foot = 0.0, 0.0
    _head: PagedHead

    def __init__(self, app: Services, run: StoredRun) -> None:
        super().__init__(app)
        self.view = RunView.of(app.models.training, run)
        self._log = True
        self._saved = run.iteration
        self._since_snapshot = 0.0
        self.snapshot: RunSnapshot | None = None
        self._snapshot_wanted = False
        self.charts = RunCharts()
        self._head = train_head(app, RUNNING, self.escape, self._turn)
        self._acts = RunActs(self, lambda: (self.view, self._checkpoints.stage))
        self._bar = RunBar()
        self._checkpoints = CheckpointList(self, self._acts)
        name, words, icon = ("play", "play", "play") if run.plays else ("learn_with", "learn_with", "")
        self._use = Button(name, text(f"train.{words}"), self._acts.use, style="label_b", icon=icon)
        self.show()
        self._ask_for_snapshot()
        self.controls.focus("run")

    # ---- what is shown --------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        return self.view.run.game

    @property
    def live_version(self) -> Hashable:
        return self.app.models.training.version

    def show(self) -> None:
        """Take over what is known of the run now, and show it."""
        training, before = self.app.models.training, self.view.phase
        self.view = view = RunView.of(training, self.view.run)
        run, work = view.run, view.work
        first = next((at for at, metrics in view.curve if metrics), 1)
        axis = count_axis(run.total, log=self._log, first=first)
        self.charts.follow(view.entry, ChartFrame(run, view.curve, axis, view.unit))
        if work is not None and work.saved != self._saved:
            self._saved = work.saved
            training.look_at_stored()
        self._checkpoints.follow(run)
        key = "train.seeded" if "seed" in run.settings else "train.subtitle"
        fields = {"name": title_of(run), "game": text(f"games.{run.game}"), "seed": run.settings.get("seed")}
        self._head.subtitle = text(key, **fields)
        if before != view.phase:
            self._ask_for_snapshot()
        super().show()

    def _ask_for_snapshot(self) -> None:
        self._since_snapshot = 0.0
        if not self._snapshot_wanted:
            self._snapshot_wanted = True
            self.app.models.training.snapshot(self.view.run.id, self.take_snapshot)

    def take_snapshot(self, snapshot: RunSnapshot | Refusal) -> None:
        """Show what the run knows now, if that can be told."""
        self._snapshot_wanted = False
        if not isinstance(snapshot, Refusal):
            self.snapshot = snapshot
            self.relayout()

    # ---- actions --------------------------------------------------------------------------------------------
    @action("space", kind="primary", style="label_b")
    def run(self) -> None:
        """Pause the run, or go on with it; one that is done leads to the next."""
        if self.view.phase == "working":
            self.app.models.training.pause()
        elif self.view.phase in ("paused", "lost"):
            self.app.models.training.resume(self.view.run)
        elif self.view.phase == "done":
            self._acts.begin_another()
        self.show()

    @run.label
    def _run_label(self) -> str:
        return text(f"train.run_button.{RUN_WORDS[self.view.phase]}")

    @run.hint
    def _run_hint(self) -> str:
        return text("train.hints.another" if self.view.phase == "done" else "train.actions.run.hint")

    @run.reason
    def _why_not_run(self) -> str:
        occupied = "" if self.view.run.done else self.view.occupied
        return text("train.saves") if self.view.phase == "pausing" else occupied

    use = control_keys("return", hinted=False)

    @action("k", style="label_b")
    def keep(self) -> None:
        self._acts.keep()

    @keep.reason
    def _why_not_keep(self) -> str:
        return self._acts.why_of_no_use

    @action("c", style="label_b")
    def cancel(self) -> None:
        self._acts.cancel()

    @cancel.label
    def _cancel_label(self) -> str:
        return text("train.forget.go" if self.view.is_stored else "train.cancel.name")

    @cancel.hint
    def _cancel_hint(self) -> str:
        return text("train.hints.forget" if self.view.is_stored else "train.actions.cancel.hint")

    @action("l")
    def log(self) -> None:
        """Show the iterations on a logarithmic axis, or on a linear one."""
        self._log = not self._log
        self.enter()

    @action("v", style="label_b", hinted=False)
    def values(self) -> None:
        self._acts.show_values()

    @values.label
    def _values_label(self) -> str:
        return text("train.see_values" if self.view.run.plays else "train.see_hands")

    @values.when
    def _can_show_values(self) -> bool:
        return self._acts.can_show_values

    @values.reason
    def _why_no_values(self) -> str:
        return "" if self.view.run.plays else self._acts.why_of_no_use

    def _leave_words(self) -> str:
        return text("train.hints.back" if self.view.is_stored else "train.actions.leave")

    def _turn(self, page: str) -> None:
        self._head.switch.chosen = RUNNING
        if page == NEW:
            self._acts.leave()

    # ---- time -----------------------------------------------------------------------------------------------
    def enter(self) -> None:
        self.show()
        self.charts.redraw()

    def update(self, dt: float) -> bool:
        """Follow the run: draw a chart a frame anew, and ask once a second what a run at work knows."""
        self._since_snapshot += dt
        if self.charts.stale:
            self.charts.redraw_next()
            self.relayout()
        if self.view.phase == "working" and self._since_snapshot >= SECONDS_A_SNAPSHOT:
            self._ask_for_snapshot()
        return super().update(dt)

    # ---- what stands on it ----------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """The bar; the charts, and beside or below them what it knows now and its checkpoints; the keys."""
        acts, view = self._acts, self.view
        side = SIDES[2 if window.large else 1 - window.small]
        self._use.disabled = acts.why_of_no_use
        values = Control(self.values.button, PLAY_BUTTON) if self._can_show_values() else None
        snapshot = snapshot_panel(self.snapshot, side - 2 * PADDING, values)
        enter = text("train.enter_plays") if view.run.plays else ""
        checkpoints = self._checkpoints.panel(Control(self._use, PLAY_BUTTON), note=view.unit, corner=enter)
        charts = self.charts.boxes(view.not_measured)
        hints = Hints(self.hints, height=HINTS)
        buttons = [one.button for one in (self.run, self.keep, self.cancel)]
        bar = self._bar.box(view, buttons, narrow=window.narrow)
        if window.narrow:
            sized = [chart.sized(fixed(NARROW_CHART)) for chart in charts]
            below = snapshot, checkpoints.sized(fixed(LEAST_CHECKPOINTS))
            return Column(Column(bar, *sized, *below, gap=GAP), hints)
        columns = 2 if len(charts) > 2 else 1
        rows = [
            Row(*(chart.sized(grow()) for chart in row), gap=GAP).sized(grow(least=LEAST_CHART))
            for row in (charts[first : first + columns] for first in range(0, len(charts), columns))
        ]
        beside = Column(snapshot, checkpoints.sized(grow(least=LEAST_CHECKPOINTS)), gap=GAP)
        body = Row(Column(*rows, gap=GAP).sized(grow()), beside.sized(fixed(side)), gap=GAP)
        return Column(bar, Space(GAP), body.sized(grow()), hints)
