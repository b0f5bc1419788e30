"""A run, live: how far it is, whether it gets better, what it knows now, and its checkpoints to play against.

The screen shows what the room knows and draws it anew at most ten times a second. Leaving it stops nothing. A run
that is paused, done or was cut off looks the same, and goes on from where it was saved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import RunSnapshot, StoredRun
from game.screens.input import Key
from game.screens.long_page import LongPage
from game.screens.paged_head import PagedHead
from game.screens.pen import Pen
from game.screens.screen import Screen
from game.screens.texts import text
from game.screens.train import snapshot as train_snapshot
from game.screens.train.acts import RunActs
from game.screens.train.bar import RunBar, is_stored
from game.screens.train.charts import ChartPanel, Ground, Metrics, charts, panel
from game.screens.train.checkpoints import CheckpointTable
from game.screens.train.head import NEW, RUNNING, train_head
from game.screens.train.layout import PANEL_HEAD, PANEL_PADDING, RunPage, divide, side_width
from game.screens.train.setup import Wish
from game.screens.train.words import title_of, unit_of
from game.screens.ui.leaves.work_bar import WorkBar
from game.screens.views.axis import counted
from game.screens.views.chart import Plot
from game.screens.views.panel_head import write_hints, write_title, write_title_above
from game.screens.widgets.button import Button
from game.screens.widgets.widget import Act, Rect, Widget, acted, inset

if TYPE_CHECKING:
    from game.screens.app import App

SECONDS_A_DRAWING = 0.1
SECONDS_A_SNAPSHOT = 1.0
PLAY_BUTTON = 38.0
HINTS = (("keys.space", "pause"), ("K", "keep"), ("C", "cancel"), ("L", "log"), ("keys.escape", "leave"))
STORED_HINTS, DONE_HINTS = {"cancel": "forget", "leave": "back"}, {"pause": "another"}
"""What some keys do to a run that lies stored, and to one that is done."""


class TrainRun(LongPage):
    """The page of one run; `open_setup` makes the page of all of them, with what is wished for there."""

    name: ClassVar[str] = "train_run"
    _head: PagedHead

    def __init__(self, app: App, run: StoredRun, open_setup: Callable[[App, Wish | None], Screen]) -> None:
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
        self._charts: dict[str, Metrics] = {}
        self._panels: dict[str, ChartPanel] = {}
        self._stale: list[str] = []
        self._saved = run.iteration
        self._plots: list[Plot] = []
        self._page: RunPage | None = None
        self._head = train_head(app, RUNNING, self.escape, self._turn)
        self._acts = RunActs(self, self._open_setup_page)
        self._bar = RunBar(self.run_or_pause, self._acts.keep, self._acts.cancel)
        self.table = CheckpointTable(text("train.checkpoints"), lambda _: self._follow(), self._acts.use)
        self._use = Button("play", text("train.play"), self._acts.use, style="label_b", icon="play")
        if not run.plays:
            self._use = Button("learn_with", text("train.learn_with"), self._acts.use, style="label_b")
        shown = text("train.learnt" if run.plays else "train.learnt_hands")
        self._learnt = Button("learnt", shown, self._acts.show_learnt, style="label_b", keycap="V")
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
    def keys(self) -> str:
        """The keys of the training screens."""
        return "train"

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
        unit = unit_of(entry)
        curve = work.curve if work is not None else list(run.curve)
        first = next((at for at, metrics in curve if metrics), 1)
        self._ground = Ground(run, curve, counted(run.total, log=self._log, first=first), unit)
        if work is not None and work.saved != self._saved:
            self._saved = work.saved
            self._room.look_at_stored()
        before, self._charts = self._charts.keys(), charts(entry, curve)
        self._stale = list(self._charts)
        phase_before = self._bar.phase
        self.table.show(run.stages, run.proposed)
        self._use.disabled = self._acts.why_of_no_use(self.table.stage)
        self._learnt.disabled = "" if run.plays else self._use.disabled
        trouble = self._room.trouble.get(run.id, "")
        self._bar.show(run, work, self.phase, unit, trouble, not_kept=self._use.disabled)
        if phase_before != self._bar.phase:
            self.relayout()  # other words on its buttons
        other = self._room.at_work if work is None else None
        if other is not None and not run.done:
            self._bar.run_button.disabled = text("train.one_at_a_time", name=title_of(other.run))
        self.unit = unit
        key = "train.seeded" if "seed" in run.settings else "train.subtitle"
        fields = {"name": title_of(run), "game": text(f"games.{run.game}"), "seed": run.settings.get("seed")}
        self._head.subtitle = text(key, **fields)
        if before != self._charts.keys():
            self._plots = [Plot() for _ in self._charts]
            self._redraw_charts()
            self.relayout()
        self.dirty = True

    def _redraw_charts(self) -> None:
        """Make every chart anew."""
        while self._stale:
            self._redraw_chart()

    def _redraw_chart(self) -> None:
        """Make the next chart anew: one a frame, so that no frame waits for all of them."""
        name = self._stale.pop(0)
        self._panels[name] = panel(self._ground, name, self._charts[name])
        self.dirty = True

    def _ask_for_snapshot(self) -> None:
        self._since_snapshot = 0.0
        if not self._snapshot_wanted:
            self._snapshot_wanted = True
            self._room.snapshot(self._run.id, self._got_snapshot)

    def _got_snapshot(self, snapshot: Any, sentence: str) -> None:
        self._snapshot_wanted = False
        if not sentence:
            first = self._snapshot is None
            self._snapshot = snapshot
            if first:
                self.relayout()

    # ---- what is done ---------------------------------------------------------------------------------------
    def run_or_pause(self) -> None:
        """Pause the run, or go on with it; one that is done leads to the next."""
        phase = self.phase
        if phase == "working":
            self._room.pause()
        elif phase in ("paused", "lost"):
            self._room.resume(self.run)
        elif phase == "done":
            self._open_setup_page(self._same_again())
        self._follow()

    def _same_again(self) -> Wish | None:
        """Return the wish for another run with the same settings, where that is on offer."""
        entry = next((one for one in self._room.runs if one.name == self.run.run), None)
        if entry is None:
            return None
        offered = {one.key for one in entry.form}
        settings = {
            key: value
            for key, value in self.run.settings.items()
            if key in offered and isinstance(value, int | float | str)
        }
        return Wish(entry.run, settings, entry.name)

    def toggle_log(self) -> None:
        """Show the iterations on a logarithmic axis, or on a linear one."""
        self._log = not self._log
        self._follow()
        self._redraw_charts()

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
        self._redraw_charts()

    def update(self, dt: float) -> bool:
        """Follow the room at most ten times a second."""
        self._since_drawing += dt
        self._since_snapshot += dt
        if self._seen != self._room.version and self._since_drawing >= SECONDS_A_DRAWING:
            before = self._bar.phase
            self._redraw_charts()
            self._follow()
            if before != self._bar.phase:
                self._ask_for_snapshot()
        if self._stale:
            self._redraw_chart()
        if self._bar.phase == "working" and self._since_snapshot >= SECONDS_A_SNAPSHOT:
            self._ask_for_snapshot()
        return False

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """The head, and below it the page, which scrolls where it must."""
        top = self._head.place(width, 16.0)
        inner = side_width(width) - 2 * PANEL_PADDING
        picture = train_snapshot.height(self._snapshot, inner) + self._below_picture
        lay_out = partial(divide, (0.0, top, width, height - top), charts=len(self._charts), snapshot=picture)
        self.fit_below(top, lay_out(offset=0.0).height)
        self._page = page = lay_out(offset=self.scroll.offset)
        self._placed_bar(self.app.pen, page)
        x, y, wide, high = page.checkpoints
        self.table.rect = (x + 8, y + PANEL_HEAD, wide - 16, high - PANEL_HEAD - PLAY_BUTTON - 20)
        self._use.rect = (
            x + PANEL_PADDING,
            y + high - PLAY_BUTTON - 12,
            wide - 2 * PANEL_PADDING,
            PLAY_BUTTON,
        )
        widgets: list[Widget] = [*self._bar.buttons, self.table, self._use]
        if self._below_picture:
            x, y, wide, high = page.snapshot
            row = y + high - PLAY_BUTTON - 12
            self._learnt.rect = (x + PANEL_PADDING, row, wide - 2 * PANEL_PADDING, PLAY_BUTTON)
            widgets.append(self._learnt)
        self.place_below(widgets)

    def _placed_bar(self, pen: Pen, page: RunPage) -> WorkBar:
        bar = self._bar.box(height=page.bar[3], narrow=page.narrow)
        bar.place(pen, page.bar)
        return bar

    @property
    def _below_picture(self) -> float:
        """What the way into the lab takes, where the lab can show what was learnt."""
        return PLAY_BUTTON + 8 if self._acts.shows_learnt else 0.0

    # ---- what is drawn --------------------------------------------------------------------------------------
    def panels(self) -> Sequence[Rect]:
        """The bar, the charts, and what stands beside them."""
        if (page := self._page) is None:
            return ()
        return page.bar, *page.charts, page.snapshot, page.checkpoints

    def draw_page(self, pen: Pen) -> None:
        """Draw words and curves."""
        if (page := self._page) is None:
            return
        self._placed_bar(pen, page).draw(pen, page.bar)
        for rect, name, plot in zip(page.charts, self._charts, self._plots, strict=False):
            _draw_panel(pen, rect, self._panels[name], plot, done=self.phase == "done")
        self._draw_snapshot(pen, page.snapshot)
        self._draw_checkpoints(pen, page.checkpoints)
        said = {
            **(STORED_HINTS if is_stored(self.phase) else {}),
            **(DONE_HINTS if self.phase == "done" else {}),
        }
        hints = [(key, text(f"train.hints.{said.get(hint, hint)}")) for key, hint in HINTS]
        write_hints(pen, page.hints, hints)

    def _draw_snapshot(self, pen: Pen, rect: Rect) -> None:
        x, y, width, height = rect
        inner = width - 2 * PANEL_PADDING
        snapshot = self._snapshot
        note = train_snapshot.note(snapshot) if snapshot is not None else ""
        write_title(pen, rect, train_snapshot.title(snapshot), note, "")
        if snapshot is not None:
            free = height - PANEL_HEAD - PANEL_PADDING - self._below_picture
            area = (x + PANEL_PADDING, y + PANEL_HEAD, inner, free)
            train_snapshot.draw(pen, area, snapshot)

    def _draw_checkpoints(self, pen: Pen, rect: Rect) -> None:
        enter = text("train.enter_plays") if self._run.plays else ""
        write_title(pen, rect, text("train.checkpoints"), self.unit, enter)
        if self.table.stage is None:
            x, y, width, _ = self.table.rect
            pen.para(text("train.no_checkpoint"), x + 8, y + 14, width - 16, "small", col="dim")

    # ---- keys and tests -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Space runs and pauses, K keeps, C cancels, L changes the axis, V shows what was learnt."""
        acts: dict[str, Act] = {
            "space": self.run_or_pause,
            "k": self._acts.keep,
            "c": self._acts.cancel,
            "l": self.toggle_log,
            "v": self._acts.show_learnt,
        }
        return not event.repeat and not event.ctrl and acted(acts.get(event.name))

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        work = self._room.working(self._run.id)
        return {
            "run": self._run.id,
            "phase": self.phase,
            "iteration": work.iteration if work is not None else self.run.iteration,
            "total": self.run.total,
            "points": len(work.curve) if work is not None else len(self.run.curve),
            "charts": [self._panels[name].title for name in self._charts],
            "checkpoints": [int(option.value) for option in reversed(self.table.options)],
            "chosen": self.table.chosen,
            "snapshot": self._snapshot.iteration if self._snapshot is not None else -1,
            "trouble": self._room.trouble.get(self._run.id, ""),
        }


def _draw_panel(pen: Pen, rect: Rect, panel: ChartPanel, plot: Plot, *, done: bool) -> None:
    below = write_title_above(pen, rect, panel.title, panel.note, panel.corner)
    x, y, width, height = inset(rect, PANEL_PADDING)
    if not any(series.points for series in panel.chart.series):
        pen.para(
            text("train.never" if done else "train.not_yet"),
            x,
            y + PANEL_HEAD + below,
            width,
            "label",
            col="dim",
        )
        return
    top = PANEL_HEAD - PANEL_PADDING + below
    plot.draw(pen, (x, y + top, width, height - top + 6), panel.chart)
