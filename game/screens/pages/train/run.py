"""A run, live: how far it is, whether it gets better, what it knows now, and its checkpoints to play against.

The screen shows what the room knows and draws it anew at most ten times a second. Leaving it stops nothing. A run
that is paused, done or was cut off looks the same, and goes on from where it was saved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from game.messages.training_answers import RunSnapshot, RunStage, StoredRun
from game.request import Refusal
from game.screens.frame.page import Binding, Page
from game.screens.frame.paged_head import PagedHead
from game.screens.frame.screen import Screen, Services
from game.screens.models.run_words import title_of, unit_of
from game.screens.pages.train.acts import RunActs, RunBar, is_stored
from game.screens.pages.train.charts import ChartFrame, RunCharts
from game.screens.pages.train.checkpoints import CheckpointTable
from game.screens.pages.train.head import NEW, RUNNING, Wish, train_head
from game.screens.pages.train.snapshot import snapshot_panel
from game.screens.ui.charts.axis import counted
from game.screens.ui.layout import Box, Breakpoint, Column, Row, Space, fixed, grow
from game.screens.ui.leaves import Control, Hints
from game.screens.ui.texts import text
from game.screens.ui.widgets import Button

SECONDS_A_DRAWING = 0.1
SECONDS_A_SNAPSHOT = 1.0
PLAY_BUTTON = 38.0
SIDES = (272.0, 320.0, 380.0)  # of a small window, a middling and a large one
GAP, PADDING, HINTS = 12.0, 16.0, 34.0
BAR, NARROW_BAR = 88.0, 188.0
LEAST_CHART, NARROW_CHART, LEAST_CHECKPOINTS = 168.0, 230.0, 176.0
STORED_HINTS, DONE_HINTS = {"cancel": "forget", "leave": "back"}, {"pause": "another"}
"""What some keys do to a run that lies stored, and to one that is done."""


class TrainRun(Page):
    """The page of one run; `open_setup` makes the page of all of them, with what is wished for there."""

    name: ClassVar[str] = "train_run"
    keys: ClassVar[str] = "train"
    above, foot = 0.0, 0.0
    _head: PagedHead

    def __init__(
        self, app: Services, run: StoredRun, open_setup: Callable[[Services, Wish | None], Screen]
    ) -> None:
        super().__init__(app)
        self._open_setup = open_setup
        self._room = app.training
        self._run = run
        self._log = True
        self._seen = -1
        self._since_drawing = SECONDS_A_DRAWING
        self._since_snapshot = 0.0
        self._snapshot: RunSnapshot | None = None
        self._snapshot_wanted = False
        self.unit = ""
        self._charts = RunCharts()
        self._saved = run.iteration
        self._head = train_head(app, RUNNING, self.escape, self._turn)
        self._acts = RunActs(app, self, self._open_setup_page)
        self._bar = RunBar(self.run_or_pause, self._acts.keep, self._acts.cancel)
        self.table = CheckpointTable(text("train.checkpoints"), lambda _: self._follow(), self._acts.use)
        self._use = Button("play", text("train.play"), self._acts.use, style="label_b", icon="play")
        if not run.plays:
            self._use = Button("learn_with", text("train.learn_with"), self._acts.use, style="label_b")
        shown = text("train.see_values" if run.plays else "train.see_hands")
        self._values = Button("values", shown, self._acts.show_values, style="label_b", keycap="V")
        self._follow()
        self._ask_for_snapshot()
        self.controls.focus("run")

    # ---- what is shown --------------------------------------------------------------------------------------
    @property
    def run(self) -> StoredRun:
        """The run, as its last checkpoint has it."""
        return self._room.find(self._run.id) or self._run

    @property
    def game(self) -> str:
        """The game that is learnt."""
        return self._run.game

    @property
    def stage(self) -> RunStage | None:
        """The checkpoint that is chosen."""
        return self.table.stage

    @property
    def phase(self) -> str:
        """What the run is doing: "working", "pausing", "paused", "done", "lost"."""
        work = self._room.working(self._run.id)
        if work is not None:
            return "pausing" if work.pausing else "working"
        if self._room.trouble.get(self._run.id):
            return "lost"
        return "done" if self.run.done else "paused"

    def _follow(self) -> None:
        """Take over what the room knows now: charts, bar, checkpoints."""
        self._seen, self._since_drawing = self._room.version, 0.0
        run, work = self.run, self._room.working(self._run.id)
        entry = next((one for one in self._room.runs if one.name == run.run), None)
        self.unit = unit = unit_of(entry)
        curve = work.curve if work is not None else list(run.curve)
        first = next((at for at, metrics in curve if metrics), 1)
        axis = counted(run.total, log=self._log, first=first)
        self._charts.follow(entry, ChartFrame(run, curve, axis, unit))
        if work is not None and work.saved != self._saved:
            self._saved = work.saved
            self._room.look_at_stored()
        self.table.show(run.stages, run.proposed)
        self._use.disabled = self._acts.why_of_no_use(self.table.stage)
        self._values.disabled = "" if run.plays else self._use.disabled
        trouble = self._room.trouble.get(run.id, "")
        self._bar.show(run, work, self.phase, unit, trouble, not_kept=self._use.disabled)
        other = self._room.at_work if work is None else None
        if other is not None and not run.done:
            self._bar.run_button.disabled = text("train.one_at_a_time", name=title_of(other.run))
        key = "train.seeded" if "seed" in run.settings else "train.subtitle"
        fields = {"name": title_of(run), "game": text(f"games.{run.game}"), "seed": run.settings.get("seed")}
        self._head.subtitle = text(key, **fields)
        self.show()

    def _ask_for_snapshot(self) -> None:
        self._since_snapshot = 0.0
        if not self._snapshot_wanted:
            self._snapshot_wanted = True
            self._room.snapshot(self._run.id, self.take_snapshot)

    def take_snapshot(self, snapshot: RunSnapshot | Refusal) -> None:
        """Show what the run knows now, if that can be told."""
        self._snapshot_wanted = False
        if not isinstance(snapshot, Refusal):
            self._snapshot = snapshot
            self.show()

    # ---- what is done ---------------------------------------------------------------------------------------
    def run_or_pause(self) -> None:
        """Pause the run, or go on with it; one that is done leads to the next."""
        phase = self.phase
        if phase == "working":
            self._room.pause()
        elif phase in ("paused", "lost"):
            self._room.resume(self.run)
        elif phase == "done":
            self._open_setup_page(self._acts.same_again())
        self._follow()

    def toggle_log(self) -> None:
        """Show the iterations on a logarithmic axis, or on a linear one."""
        self._log = not self._log
        self.enter()

    def _turn(self, page: str) -> None:
        self._head.switch.chosen = RUNNING
        if page == NEW:
            self._open_setup_page(None)

    def _open_setup_page(self, wish: Wish | None) -> None:
        self.app.replace(self._open_setup(self.app, wish))

    # ---- time -----------------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Look at the run again: time has passed."""
        self._follow()
        self._charts.redraw()

    def update(self, dt: float) -> bool:
        """Follow the room at most ten times a second."""
        self._since_drawing += dt
        self._since_snapshot += dt
        if self._seen != self._room.version and self._since_drawing >= SECONDS_A_DRAWING:
            before = self._bar.phase
            self._charts.redraw()
            self._follow()
            if before != self._bar.phase:
                self._ask_for_snapshot()
        if self._charts.stale:
            self._charts.redraw_next()
            self.show()
        if self._bar.phase == "working" and self._since_snapshot >= SECONDS_A_SNAPSHOT:
            self._ask_for_snapshot()
        return False

    # ---- what stands on it ----------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """The bar; the charts, and beside or below them what it knows now and its checkpoints; the keys."""
        side = SIDES[2 if window.large else 1 - window.small]
        values = Control(self._values, PLAY_BUTTON) if self._acts.can_show_values else None
        snapshot = snapshot_panel(self._snapshot, side - 2 * PADDING, values)
        enter = text("train.enter_plays") if self._run.plays else ""
        checkpoints = self.table.panel(Control(self._use, PLAY_BUTTON), note=self.unit, corner=enter)
        never = text("train.never" if self.phase == "done" else "train.not_yet")
        charts = [self._charts.box(name, never) for name in self._charts.names]
        hints = Hints(self.hints, height=HINTS)
        bar = self._bar.box(height=NARROW_BAR if window.narrow else BAR, narrow=window.narrow)
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

    # ---- keys and tests -------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Space runs and pauses, K keeps, C cancels, L changes the axis, V shows what was learnt."""
        return {
            "space": Binding(self.run_or_pause, cap="keys.space", hint="pause"),
            "k": Binding(self._acts.keep, cap="K", hint="keep"),
            "c": Binding(self._acts.cancel, cap="C", hint="cancel"),
            "l": Binding(self.toggle_log, cap="L", hint="log"),
            "v": Binding(self._acts.show_values),
            "escape": Binding(self.escape, cap="keys.escape", hint="leave"),
        }

    def hint_words(self, hint: str) -> str:
        """Return what a key does to a run in this phase."""
        stored = STORED_HINTS if is_stored(self.phase) else {}
        said = {**stored, **(DONE_HINTS if self.phase == "done" else {})}
        return text(f"train.hints.{said.get(hint, hint)}")

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        work = self._room.working(self._run.id)
        return {
            "run": self._run.id,
            "phase": self.phase,
            "iteration": work.iteration if work is not None else self.run.iteration,
            "total": self.run.total,
            "points": len(work.curve) if work is not None else len(self.run.curve),
            "charts": self._charts.titles,
            "checkpoints": [int(option.value) for option in reversed(self.table.options)],
            "chosen": self.table.chosen,
            "snapshot": self._snapshot.iteration if self._snapshot is not None else -1,
            "trouble": self._room.trouble.get(self._run.id, ""),
        }
