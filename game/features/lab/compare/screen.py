"""The lab's page that compares stored runs: which variant of CFR comes closer to equilibrium, and how soon.

The lab stores every run. This page compares the runs of one game: the exploitability of their average
strategies over iterations, and at the chosen iteration. From here the player opens a run again or deletes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

from game.features.lab.compare.model import CompareModel, label_of
from game.features.lab.compare.panels import HEAD, ROW, RunRows, best_of, chart_of, labels_of, table
from game.features.lab.page import COMPARE, LabPage
from game.features.lab.parts import BUTTON, CHOICE, GAP, lab_panel, scrubbing, time_bar, time_line
from game.features.lab.pictures import export_numbers, figure, stamp
from game.rules import games
from game.study.lab import LabRun, LabSettings
from game.texts import number, text
from game.window.dialogs.export import SERIES
from game.window.dialogs.question import Question, Reply, nothing
from game.window.frame.page import Binding
from game.window.frame.screen import Services
from game.window.ui.charts.lines import ChartGroup, Lines
from game.window.ui.layout import Box, Breakpoint, Column, Row, fixed, grow, share
from game.window.ui.leaves import Control, Filled, Fitted, Line, Listed, Panel, Picture, Reading, instead
from game.window.ui.widgets import Button, Segmented, options

CHOICE_WIDTH, FIRST = 204.0, 44.0
NARROW_LIST, NARROW_CHART, LEAST_CHART = 320.0, 300.0, 190.0
LIST_SHARE, SMALL_LIST_SHARE, WIDEST_LIST = 0.38, 0.44, 620.0
WORDS = 210.0  # beside the figure


class CompareScreen(LabPage):
    """The page. `turn` opens another page of the lab, `look` opens a run in the lab."""

    name: ClassVar[str] = "lab_compare"
    game: ClassVar[str] = games.KUHN_POKER
    charts: ChartGroup

    def __init__(
        self, app: Services, game: str, turn: Callable[[str], None], look: Callable[[LabRun], None]
    ) -> None:
        super().__init__(app)
        self._open = look
        self._head = self.head(COMPARE, self.turning(turn, COMPARE))
        self.model = CompareModel(app, game, self.show)
        kinds = options("lab.games.{}", games.KUHN_GAMES)
        self._game = Segmented("game", text("lab.game"), kinds, game, self._choose_game)
        self.rows = RunRows(self.model, self._toggle, self.show)
        self._first = Button("first", text("lab.compare.first"), app.back, kind="primary")
        self._chart = Lines("compared", text("lab.exploit.title"))
        self.charts = ChartGroup(self._chart)
        looking, forgetting = text("lab.compare.look"), text("lab.compare.forget.go")
        self._look = Button("look", looking, self._look_at, kind="primary", keycap="O", style="label_b")
        delete = text("keys.delete")
        self._forget = Button("forget", forgetting, self._ask_to_forget, keycap=delete, style="label_b")
        self._scrubber = time_line(self.model.seek)
        self.controls.focus("runs")

    # ---- what is done ---------------------------------------------------------------------------------------
    def _choose_game(self, game: str) -> None:
        self.rows.chosen = 0
        self.charts.give_back()
        self.model.switch_game(game)

    def _toggle(self, run: LabRun) -> None:
        if objection := self.model.toggle(run):
            self.app.say(objection)

    def _look_at(self) -> None:
        if (run := self.rows.run) is not None:
            self.app.back()
            self._open(run)

    def _ask_to_forget(self) -> None:
        if (run := self.rows.run) is None:
            return
        replies = [
            Reply("stay", text("train.forget.stay"), nothing, "primary"),
            Reply("forget", text("lab.compare.forget.go"), partial(self.model.forget, run), "danger"),
        ]
        others = [other.settings for other in self.model.runs]
        title = text("lab.compare.forget.title", name=label_of(run.settings, others))
        body = text("lab.compare.forget.body", iterations=number(run.iteration))
        self.app.overlay(Question(self.app, title, body, replies))

    def _export(self) -> None:
        """Export the page, or the numbers of the chosen run."""
        run = self.rows.run
        words = stamp([one.run.settings for one in self.model.shown], self.model.now)
        settings = LabSettings(self.model.game) if run is None else run.settings
        self.export(words, () if run is None else (SERIES,), partial(export_numbers, settings))

    # ---- what comes back ------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Ask which runs are stored."""
        self.model.ask()
        self.show()

    def leave(self) -> None:
        """Cancel what was asked."""
        self.model.drop()

    def show(self) -> None:
        """Show what is known now."""
        model, scrubber = self.model, self._scrubber
        self.rows.follow()
        scrubber.now, scrubber.done, scrubber.total = model.now, model.total, model.total
        super().show()

    @property
    def pointed(self) -> int | None:
        """The iteration under the mouse."""
        under = self.charts.under
        return min(round(under), self.model.total) if under is not None else None

    # ---- what stands on it ----------------------------------------------------------------------------------
    def settings(self, window: Breakpoint) -> Box:
        """The choice of the game, and beside it the note of the model."""
        note, wrong = self.model.note
        beside = Line(note, colour="bad" if wrong else "dim", height=CHOICE).when(note)
        game = Control(self._game, CHOICE).sized(fixed(CHOICE_WIDTH))
        return Row(game, beside.sized(grow()), gap=16)

    def body(self, window: Breakpoint) -> Box:
        """The list beside chart and table, or above them."""
        moment = self.model.now if self.pointed is None else self.pointed
        runs, chart, shown = self._runs(), self._curves(moment), table(self.model, moment)
        if window.narrow:
            return Column(runs.sized(fixed(NARROW_LIST)), chart.sized(fixed(NARROW_CHART)), shown, gap=GAP)
        wide = SMALL_LIST_SHARE if window.small else LIST_SHARE
        right = Column(chart.sized(grow(least=LEAST_CHART)), shown, gap=GAP)
        row = Row(runs.sized(share(wide, most=WIDEST_LIST)), right.sized(grow()), gap=GAP)
        return row.sized(grow())

    @property
    def hints(self) -> list[tuple[str, str]]:
        """Those of the page, and what the list does with Space."""
        return [("keys.space", self.hint_words("compare")), *super().hints]

    def _runs(self) -> Panel:
        """The list, or why there is none, and the button that fills it."""
        model, title = self.model, text("lab.compare.runs")
        if model.runs:
            head = Picture(self.rows.draw_head, HEAD)
            listed = Listed(self.rows, ROW).sized(grow())
            note = text("lab.compare.runs_note")
            return Panel(head, listed, title=title, note=note, head=34, foot=6, side=6)
        said = model.problem or text("lab.compare.empty" if model.answered else "lab.waiting")
        first = Fitted(self._first, FIRST) if model.answered and not model.problem else None
        return Panel(instead(said, first).sized(grow()), title=title, head=34, foot=34, side=24)

    def _curves(self, moment: int) -> Panel:
        model, charts = self.model, self.charts
        if charts.redraws((model.version, charts.log)):
            self._chart.chart = chart_of(model, log=charts.log) if model.shown else None
        charts.read_out(model.now, self.pointed, labels_of(model, moment))
        said = text("lab.waiting" if model.is_loading else "lab.compare.nothing") if model.runs else ""
        chart = Filled(self._chart) if self._chart.chart else Line(said, "small", "faint", height=24)
        title, note, corner = (text(f"lab.exploit.{part}") for part in ("title", "note", "corner"))
        return lab_panel(chart.sized(grow()), title=title, note=note, corner=corner)

    def bar(self, window: Breakpoint) -> Box:
        """The actions on a run, the time bar, and the lowest exploitability of all runs."""
        name, value = best_of(self.model, self.model.now) or ("", None)
        words = figure(value) if value is not None else ""
        when = text("lab.bar.iteration", iteration=number(self.model.now))
        best = Reading(words, text("lab.compare.least", name=name), when, widest=("0.00000", ()), room=WORDS)
        self._look.disabled = self._forget.disabled = "" if self.rows.run else text("lab.compare.none")
        buttons = Fitted(self._look, BUTTON), Fitted(self._forget, BUTTON)
        return time_bar(window, self._scrubber, buttons, best)

    def layout(self, width: float, height: float) -> None:
        """Lay the page out; if the list is gone, focus the button in its place."""
        super().layout(width, height)
        listed = self.rows if self.model.runs else self._first
        if self.controls.lost and self.controls.named(listed.name):
            self.controls.focus(listed.name)

    # ---- keys, mouse, tests ---------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Arrows scrub; other keys isolate a curve, change the axes, and open, export or delete a run."""
        return {
            **scrubbing(self._scrubber),
            "i": Binding(self._chart.isolate_next, cap="I", hint="isolate"),
            "l": Binding(self.toggle_log, cap="L", hint="axes"),
            "o": Binding(self._look_at, cap="O", hint="look"),
            "e": Binding(self._export, cap="E", hint="export"),
            "delete": Binding(self._ask_to_forget, cap="keys.delete", hint="forget"),
            "escape": Binding(self.escape, cap="keys.escape", hint="leave"),
        }

    def trace(self) -> dict[str, Any]:
        """Say which runs are stored and compared, and which iteration is shown."""
        model = self.model
        return super().trace() | {
            "runs": [run.id for run in model.runs],
            "compared": [one.run.id for one in model.shown],
            "chosen": self.rows.run.id if self.rows.run is not None else None,
            "apart": model.other_game_count,
            "iteration": model.now,
            "probe": self._chart.probe,
        }
