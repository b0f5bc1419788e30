"""The page of a training run: its progress, its curves, a picture of what it has learnt, and its checkpoints.

The page redraws at most ten times per second. If the user leaves the page, the run continues. A run that is
paused, done or interrupted is shown in the same way, and can be resumed from its saved state.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from game.features.train.acts import NEW, RUN_WORDS, RUNNING, RunActs, RunBar, RunView, train_head
from game.features.train.charts import ChartFrame, CheckpointList, RunCharts, snapshot_panel
from game.request import Refusal
from game.study.training import RunSnapshot, StoredRun, get_run_title
from game.texts import join_list, join_sentences, text
from game.window.frame.actions import action, control_keys
from game.window.frame.page import Page, PagedHead
from game.window.frame.pages import page
from game.window.frame.screen import Services
from game.window.frame.spoken import end_sentence
from game.window.ui.charts.axes import count_axis
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, fixed, grow
from game.window.ui.leaves import Control, Hints
from game.window.ui.widgets import Button

SECONDS_A_SNAPSHOT = 1.0
PLAY_BUTTON = 38.0
SIDES = (272.0, 320.0, 380.0)  # dp, in a small, a medium and a large window
GAP, PADDING, HINTS = 12.0, 16.0, 34.0
MIN_CHART, NARROW_CHART, MIN_CHECKPOINTS = 168.0, 230.0, 176.0


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
        self._acts = RunActs(self, lambda: (self.view, self._checkpoints.find_stage(self.view.run)))
        self._bar = RunBar()
        self._checkpoints = CheckpointList(self, self._acts)
        name, words, icon = ("play", "play", "play") if run.plays else ("learn_with", "learn_with", "")
        self._use = Button(name, text(f"train.{words}"), self._acts.use, style="label_b", icon=icon)
        self.show()
        self._ask_for_snapshot()
        self.controls.focus("run")

    # ---- content --------------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        return self.view.run.game

    @property
    def live_version(self) -> Hashable:
        return self.app.models.training.version

    def show(self) -> None:
        """Update the page to the current state of the run."""
        training, before = self.app.models.training, self.view.phase
        self.view = view = RunView.of(training, self.view.run)
        run, work = view.run, view.work
        first = next((at for at, metrics in view.curve if metrics), 1)
        axis = count_axis(run.total, log=self._log, first=first)
        self._frame = ChartFrame(run, view.curve, axis, view.unit)
        if work is not None and work.saved != self._saved:
            self._saved = work.saved
            training.look_at_stored()
        key = "train.seeded" if "seed" in run.settings else "train.subtitle"
        fields = {
            "name": get_run_title(run),
            "game": text(f"games.{run.game}"),
            "seed": run.settings.get("seed"),
        }
        self._head.subtitle = text(key, **fields)
        if before != view.phase:
            self._ask_for_snapshot()
            self._tell_phase()
        super().show()

    @property
    def spoken_title(self) -> str:
        return join_sentences(end_sentence(super().spoken_title), self._head.subtitle)

    def _tell_phase(self) -> None:
        """Announce with the voice that the run has stopped, and show a notice if the run is done."""
        if (view := self.view).phase in ("paused", "lost"):
            phase = text(f"train.phases.{view.phase}")
            said = end_sentence(join_list(get_run_title(view.run), phase, view.progress_text))
            self.app.tell(join_sentences(said, view.trouble))

    def _ask_for_snapshot(self) -> None:
        self._since_snapshot = 0.0
        if not self._snapshot_wanted:
            self._snapshot_wanted = True
            self.app.models.training.snapshot(self.view.run.id, self.take_snapshot)

    def take_snapshot(self, snapshot: RunSnapshot | Refusal) -> None:
        """Show a snapshot of what the run has learnt, unless the request was refused."""
        self._snapshot_wanted = False
        if not isinstance(snapshot, Refusal):
            self.snapshot = snapshot
            self.relayout()

    # ---- actions --------------------------------------------------------------------------------------------
    @action("space", kind="primary", style="label_b")
    def run(self) -> None:
        """Pause or resume the run. If the run is finished, set up the next run."""
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
        self.charts = RunCharts()
        self.show()

    def update(self, dt: float) -> bool:
        """Poll the run: redraw one chart per frame, and request a snapshot of an active run once a second."""
        self._since_snapshot += dt
        if self.charts.stale:
            self.charts.redraw_next()
            self.relayout()
        if self.view.phase == "working" and self._since_snapshot >= SECONDS_A_SNAPSHOT:
            self._ask_for_snapshot()
        return super().update(dt)

    # ---- the layout -----------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """Return the bar, then the charts with the snapshot and the checkpoints, then the key hints."""
        acts, view = self._acts, self.view
        side = SIDES[2 if window.large else 1 - window.small]
        values = Control(self.values.button, PLAY_BUTTON) if acts.can_show_values else None
        snapshot = snapshot_panel(self.snapshot, side - 2 * PADDING, values)
        enter = text("train.enter_plays") if view.run.plays else ""
        use = Control(self._use, PLAY_BUTTON)
        checkpoints = self._checkpoints.panel(view.run, use, note=view.unit, corner=enter)
        self._use.disabled = acts.why_of_no_use
        charts = self.charts.boxes(view.entry, self._frame, view.not_measured)
        hints = Hints(self.hints, height=HINTS)
        buttons = [one.button for one in (self.run, self.keep, self.cancel)]
        bar = self._bar.box(view, buttons, narrow=window.narrow)
        if window.narrow:
            sized = [chart.sized(fixed(NARROW_CHART)) for chart in charts]
            below = snapshot, checkpoints.sized(fixed(MIN_CHECKPOINTS))
            return Column(Column(bar, *sized, *below, gap=GAP), hints)
        columns = 2 if len(charts) > 2 else 1
        rows = [
            Row(*(chart.sized(grow()) for chart in row), gap=GAP).sized(grow(least=MIN_CHART))
            for row in (charts[first : first + columns] for first in range(0, len(charts), columns))
        ]
        beside = Column(snapshot, checkpoints.sized(grow(least=MIN_CHECKPOINTS)), gap=GAP)
        body = Row(Column(*rows, gap=GAP).sized(grow()), beside.sized(fixed(side)), gap=GAP)
        return Column(bar, Space(GAP), body.sized(grow()), hints)
