"""The page that compares stored runs, to show how fast each variant of CFR approaches an equilibrium.

The lab stores every run. This page compares the runs of one game by the exploitability of their average
strategies. The chart shows the exploitability over iterations, and the table shows the exploitability at one
iteration. The user can open a run in the lab or delete it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from game.features.lab import pictures
from game.features.lab.base import (
    BUTTON,
    CHOICE,
    COMPARE,
    GAP,
    LabPage,
    Reading,
    lab_panel,
    time_bar,
)
from game.features.lab.compare_model import FIRST_COMPARED, CompareModel, make_run_label
from game.features.lab.model import LabModel
from game.features.lab.pictures import export_numbers, figure, stamp
from game.rules import games
from game.study.lab import LabRun, LabSettings
from game.texts import day_and_time, number, text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.dialogs.stored_data import SERIES
from game.window.frame.actions import action, control_keys
from game.window.frame.page import Page
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Colour, Painter, Rect
from game.window.ui.charts.chart import Chart, LineLabels, Series
from game.window.ui.charts.lines import ChartGroup, Lines
from game.window.ui.input import Key
from game.window.ui.layout import Box, Breakpoint, Leaf, Row, Space, fixed, grow, share
from game.window.ui.layout import Column as LayoutColumn
from game.window.ui.leaves import (
    Control,
    Filled,
    Fitted,
    Line,
    Listed,
    Panel,
    Picture,
    instead,
)
from game.window.ui.widgets import Button, Rows, Segmented, options
from game.window.ui.widgets.slider import Scrubber

ROW, HEAD = 46.0, 24.0
INSET, BOX, TICK = 14.0, 14.0, 3.0
SWATCH, LINE, COLUMN_HEAD = 10.0, 24.0, 22.0
SWATCH_CORNER = 2.0
AROUND = 70.0  # dp: the height of the table without its rows (title, column names and margin)
VALUE, NOTE, NOTE_GAP = 110.0, 138.0, 12.0
Column = tuple[str, float, Callable[[LabRun], str]]
COLUMNS: tuple[Column, ...] = (
    ("seed", 62.0, lambda run: str(run.settings.seed)),
    ("iterations", 104.0, lambda run: number(run.iteration)),
    ("blinds", 40.0, lambda run: f"{run.settings.blinds:g}"),
)
"""The columns at the right of the list, from right to left: name, width in dp, and the text for a run."""


class RunRows(Rows):
    """The list of stored runs. A click, Enter or Space on a run adds it to the comparison or removes it."""

    def __init__(self, model: CompareModel, page: Page) -> None:
        draw, label, opened = self._draw_run, self._row_label, self._toggle_chosen
        super().__init__("runs", text("lab.compare.runs"), draw, label, changed=page.show, opened=opened)
        self.opens_at_once = True
        self._model, self._app = model, page.app

    @property
    def run(self) -> LabRun | None:
        runs = self._model.runs
        return runs[self.chosen] if self.chosen < len(runs) else None

    def key(self, event: Key) -> bool:
        """Handle a key: Space toggles the run, like Enter.

        Home and End are left to the page, for the time bar.
        """
        if event.name == "space" and not event.ctrl:
            if not event.repeat:
                self._toggle_chosen()
            return True
        return event.name not in ("home", "end") and super().key(event)

    def _toggle_chosen(self) -> None:
        if self.run is not None and (objection := self._model.toggle(self.run)):
            self._app.say(objection)

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw_head(self, painter: Painter, rect: Rect) -> None:
        """Draw the names of the columns above the list."""
        x, y, width, height = rect
        right = x + width - self.room - INSET
        for name, wide, _ in self._columns():
            words = "S" if name == "blinds" else text(f"lab.compare.columns.{name}")
            painter.text(words, right, y + height / 2, "small", "faint", al="r")
            right -= wide

    def _columns(self) -> Sequence[Column]:
        return COLUMNS[:-1] if self._model.game == games.KUHN_POKER else COLUMNS

    def _draw_run(self, painter: Painter, rect: Rect, index: int) -> bool:
        run = self._model.runs[index]
        x, y, width, height = rect
        middle, right = y + height / 2, x + width - INSET
        self._draw_box(painter, x + INSET, middle, run)
        for _, wide, said in self._columns():
            painter.text(said(run), right, middle, "label", al="r", fit=wide - 8)
            right -= wide
        left = x + INSET + BOX + 12
        room = right - left - 6
        painter.text(run.settings.variant, left, middle - 9, "label_b", fit=room)
        when = text("lab.compare.when", id=run.id, when=day_and_time(run.changed))
        painter.text(when, left, middle + 10, "small", "dim", fit=room)
        return True

    def _draw_box(self, painter: Painter, left: float, middle: float, run: LabRun) -> None:
        """Draw the check box. If the run is compared, the box is ticked and has the colour of its curve."""
        slot = self._model.slot(run)
        box = (left, middle - BOX / 2, BOX, BOX)
        if slot is None:
            painter.rect(box, None, 3, "edge")
            return
        painter.rect(box, pictures.COLOURS[slot], 3)
        inside, x = painter.col("panel"), left + BOX / 2
        painter.line(x - TICK - 1, middle, x - 1, middle + TICK, inside, lw=2)
        painter.line(x - 1, middle + TICK, x + TICK + 1, middle - TICK, inside, lw=2)

    def _row_label(self, index: int) -> str:
        """Return a row of the list as one line of text."""
        run = self._model.runs[index]
        settings = run.settings
        return text(
            "lab.compare.row",
            variant=settings.variant,
            game=text(f"lab.games.{settings.game}"),
            blinds=f"{settings.blinds:g}",
            done=number(run.iteration),
            seed=settings.seed,
            when=day_and_time(run.changed),
            chosen=text("common.chosen") if self._model.slot(run) is not None else "",
        ).strip()


class Swatch(Leaf):
    """A square in the colour of a curve.

    The square is `side` dp wide, and vertically centred in a box of `height` dp.
    """

    def __init__(self, colour: Colour, side: float, *, height: float) -> None:
        super().__init__(height)
        self._colour, self._side = colour, side

    def natural_width(self, painter: Painter) -> float:
        return self._side

    def draw(self, painter: Painter, rect: Rect) -> None:
        x, y, _, height = rect
        painter.rect((x, y + (height - self._side) / 2, self._side, self._side), self._colour, SWATCH_CORNER)


def make_chart(model: CompareModel, *, log: bool) -> Chart:
    """Return the chart of exploitability over iterations, with a series for each shown run, named by the run's id.

    Both axes are logarithmic if `log`, otherwise linear.
    """
    series = [
        Series(str(one.run.id), one.curve.iterations, one.curve.exploitability, one.colour, lw=1.6)
        for one in model.shown_runs
    ]
    values = [value for one in series for value in (min(one.ys), *one.ys[:1])]
    level = pictures.exploitability_axis(values, log=log)
    widest = pictures.widest_label([one.label for one in model.shown_runs])
    return pictures.over_iterations(series, level, model.total, log=log, widest=widest)


def make_line_labels(model: CompareModel, iteration: int) -> LineLabels:
    values = [(one, one.curve.at(iteration)) for one in model.shown_runs]
    return {str(one.run.id): (f"{one.label} {pictures.figure(value)}", value) for one, value in values}


def find_best(model: CompareModel, iteration: int) -> tuple[str, float] | None:
    """Return the label and the exploitability of the least exploitable run at an iteration.

    Runs that ended before the iteration do not count. Return None if no run has reached the iteration.
    """
    reached = [one for one in model.shown_runs if one.run.iteration >= iteration]
    if not reached:
        return None
    value, label = min((one.curve.at(iteration), one.label) for one in reached)
    return label, value


def table(model: CompareModel, iteration: int) -> Panel:
    """Return the table of one iteration: a row for each shown run.

    The lowest exploitability is semibold. If a run ended before the iteration, its row has the last value and
    a note.
    """
    best, rows = find_best(model, iteration), model.shown_runs
    column = Line(text("lab.compare.columns.given"), "small", "faint", height=COLUMN_HEAD, right=True)
    head = Row(column.sized(grow()), Box().sized(fixed(NOTE_GAP + NOTE))).when(rows)
    least = best[1] if best is not None else None
    lines = []
    for one in rows:
        end, value = one.run.iteration, one.curve.at(iteration)
        ended = text("lab.compare.ended", iteration=number(end)) if end < iteration else ""
        style = "label_b" if value == least else "label"
        lines.append(
            Row(
                Swatch(one.colour, SWATCH, height=LINE),
                Space(8),
                Line(one.label, height=LINE).sized(grow()),
                Line(pictures.figure(value), style, height=LINE, right=True).sized(fixed(VALUE)),
                Space(NOTE_GAP),
                Line(ended, "small", "dim", height=LINE, right=True).sized(fixed(NOTE)),
            )
        )
    title, corner = text("lab.compare.at", iteration=number(iteration)), text("lab.exploit.corner")
    height = AROUND + max(FIRST_COMPARED, len(model.compared_runs)) * LINE
    return lab_panel(head, *lines, title=title, corner=corner).sized(fixed(height))


CHOICE_WIDTH, FIRST = 204.0, 44.0
NARROW_LIST, NARROW_CHART, MIN_CHART = 320.0, 300.0, 190.0
LIST_SHARE, SMALL_LIST_SHARE, WIDEST_LIST = 0.38, 0.44, 620.0
WORDS = 210.0  # dp: the words beside the figure


class CompareScreen(LabPage):
    """The page of the stored runs.

    The argument `lab` is the model of the lab page below this page, which can show a selected run.
    """

    name: ClassVar[str] = "lab_compare"
    keys: ClassVar[str] = "lab_compare"
    game: ClassVar[str] = games.KUHN_POKER
    charts: ChartGroup

    def __init__(self, app: Services, lab: LabModel) -> None:
        super().__init__(app)
        self._lab, game = lab, lab.settings.game
        self._head = self.head(COMPARE, self.page_switch(COMPARE))
        self.model = CompareModel(app, game, self.show)
        kinds = options("lab.games.{}", games.KUHN_GAMES)
        self._game = Segmented("game", text("lab.game"), kinds, game, self._choose_game)
        self.rows = RunRows(self.model, self)
        self._first = Button("first", text("lab.compare.first"), app.back, kind="primary")
        self.chart = Lines("compared", text("lab.exploit.title"))
        self.charts = ChartGroup(self.chart)
        self._scrubber = Scrubber("moment", text("lab.bar.moment"), self.model, "lab.bar.iteration")
        self.controls.focus("runs")

    # ---- what is done ---------------------------------------------------------------------------------------
    def _choose_game(self, game: str) -> None:
        self.rows.chosen = 0
        self.charts.give_back()
        self.model.switch_game(game)

    # ---- actions --------------------------------------------------------------------------------------------
    choose = control_keys("↑ ↓", hinted=False)
    compare = control_keys("space")
    compare_too = control_keys("return", hinted=False, row=compare)

    @action("left", "right", "home", "end", cap="← →", repeats=True)
    def scrub(self) -> Scrubber:
        return self._scrubber

    ends = control_keys("home end", hinted=False)

    @action("i")
    def isolate(self) -> None:
        self.chart.isolate_next()

    @action("l")
    def axes(self) -> None:
        self.toggle_log()

    @action("o", kind="primary", style="label_b")
    def look(self) -> None:
        """Open the selected run in the lab."""
        if (run := self.rows.run) is not None:
            self.app.back()
            self._lab.look_at(run)

    other_page = control_keys("Ctrl+1 … 4", hinted=False)

    @action("e")
    def _export(self) -> None:
        """Export a picture of the page, or the series of the selected run as CSV."""
        run = self.rows.run
        words = stamp([one.run.settings for one in self.model.shown_runs], self.model.now)
        settings = LabSettings(self.model.game) if run is None else run.settings
        self.export(words, () if run is None else (SERIES,), partial(export_numbers, settings))

    @action("delete", style="label_b")
    def forget(self) -> None:
        """Ask whether to delete the selected run."""
        if (run := self.rows.run) is None:
            return
        replies = [
            Reply("stay", text("train.forget.stay"), nothing, "primary"),
            Reply("forget", text("lab.compare.forget.go"), partial(self.model.forget, run), "danger"),
        ]
        others = [other.settings for other in self.model.runs]
        title = text("lab.compare.forget.title", name=make_run_label(run.settings, others))
        body = text("lab.compare.forget.body", iterations=number(run.iteration))
        self.app.overlay(Question(self.app, title, body, replies))

    @look.reason
    @forget.reason
    def _why_no_run(self) -> str:
        return "" if self.rows.run else text("lab.compare.none")

    # ---- what comes back ------------------------------------------------------------------------------------
    def enter(self) -> None:
        self.model.ask()
        self.show()

    def leave(self) -> None:
        self.model.drop()

    @property
    def hover_target(self) -> int | None:
        under = self.charts.under
        return min(round(under), self.model.total) if under is not None else None

    # ---- the layout -----------------------------------------------------------------------------------------
    def settings(self, window: Breakpoint) -> Box:
        """Return the choice of the game, and beside it the note of the model."""
        note, wrong = self.model.note
        beside = Line(note, colour="bad" if wrong else "dim", height=CHOICE).when(note)
        game = Control(self._game, CHOICE).sized(fixed(CHOICE_WIDTH))
        return Row(game, beside.sized(grow()), gap=16)

    def body(self, window: Breakpoint) -> Box:
        """Return the list, with the chart and the table beside it or below it."""
        moment = self.model.now if self.hover_target is None else self.hover_target
        runs, chart, shown = self._runs(), self._curves(moment), table(self.model, moment)
        if window.narrow:
            return LayoutColumn(
                runs.sized(fixed(NARROW_LIST)), chart.sized(fixed(NARROW_CHART)), shown, gap=GAP
            )
        wide = SMALL_LIST_SHARE if window.small else LIST_SHARE
        right = LayoutColumn(chart.sized(grow(least=MIN_CHART)), shown, gap=GAP)
        row = Row(runs.sized(share(wide, most=WIDEST_LIST)), right.sized(grow()), gap=GAP)
        return row.sized(grow())

    def _runs(self) -> Panel:
        """Return the panel of the list. If the list is empty, return the reason with a button that helps."""
        model, title = self.model, text("lab.compare.runs")
        self.rows.count = len(model.runs)
        self.rows.chosen = max(0, min(self.rows.chosen, self.rows.count - 1))
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
            self.chart.chart = make_chart(model, log=charts.log) if model.shown_runs else None
        charts.read_out(model.now, self.hover_target, make_line_labels(model, moment))
        said = text("lab.waiting" if model.is_loading else "lab.compare.nothing") if model.runs else ""
        chart = Filled(self.chart) if self.chart.chart else Line(said, "small", "faint", height=24)
        title, note, corner = (text(f"lab.exploit.{part}") for part in ("title", "note", "corner"))
        return lab_panel(chart.sized(grow()), title=title, note=note, corner=corner)

    def bar(self, window: Breakpoint) -> Box:
        """Return the time bar.

        The bar has the buttons for the selected run. It shows the lowest exploitability of all compared runs.
        """
        name, value = find_best(self.model, self.model.now) or ("", None)
        words = figure(value) if value is not None else ""
        when = text("lab.bar.iteration", iteration=number(self.model.now))
        best = Reading(words, text("lab.compare.least", name=name), when, widest=("0.00000", ()), room=WORDS)
        buttons = Fitted(self.look.button, BUTTON), Fitted(self.forget.button, BUTTON)
        return time_bar(window, self._scrubber, buttons, best)

    def layout(self, width: float, height: float) -> None:
        """Lay out the page. If a button has replaced the list, focus the button."""
        super().layout(width, height)
        listed = self.rows if self.model.runs else self._first
        if self.controls.lost and self.controls.find(listed.name):
            self.controls.focus(listed.name)
