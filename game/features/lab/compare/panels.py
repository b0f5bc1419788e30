"""The panels of the compare page: the list of stored runs, the chart of exploitability, and the table.

The chart shows the exploitability of the compared runs over iterations, the table that at one iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.features.lab import pictures
from game.features.lab.compare.model import FIRST_COMPARED, CompareModel, ShownRun
from game.features.lab.parts import lab_panel
from game.rules import games
from game.study.lab import LabRun
from game.texts import day_and_time, number, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.chart import Chart, LineLabels, Series
from game.window.ui.input import Key
from game.window.ui.layout import Box, Row, Space, fixed, grow
from game.window.ui.leaves import Line, Panel, Swatch
from game.window.ui.widgets import Act, Rows

ROW, HEAD = 46.0, 24.0
INSET, BOX, TICK = 14.0, 14.0, 3.0
SWATCH, LINE, COLUMN_HEAD = 10.0, 24.0, 22.0
AROUND = 70.0  # height of the table without its rows: title, column names and margin
VALUE, NOTE, NOTE_GAP = 110.0, 138.0, 12.0
Column = tuple[str, float, Callable[[LabRun], str]]
COLUMNS: tuple[Column, ...] = (
    ("seed", 62.0, lambda run: str(run.settings.seed)),
    ("iterations", 104.0, lambda run: number(run.iteration)),
    ("blinds", 56.0, lambda run: f"{run.settings.blinds:g}"),
)
"""The columns at the right of the list, from right to left: name, width in dp, and the text for a run."""


class RunRows(Rows):
    """The list of stored runs. A click, Enter or Space on a run adds it to the comparison or removes it."""

    def __init__(self, model: CompareModel, toggle: Callable[[LabRun], None], changed: Act) -> None:
        draw, label, opened = self._draw_run, self._row_label, self._toggle_chosen
        super().__init__("runs", text("lab.compare.runs"), draw, label, changed=changed, opened=opened)
        self.opens_at_once = True
        self._model, self._toggle = model, toggle

    @property
    def run(self) -> LabRun | None:
        """The run that is selected in the list; None if the list is empty."""
        runs = self._model.runs
        return runs[self.chosen] if self.chosen < len(runs) else None

    def follow(self) -> None:
        """Take over the number of stored runs, and keep the selection within it."""
        self.count = len(self._model.runs)
        self.chosen = max(0, min(self.chosen, self.count - 1))

    def key(self, event: Key) -> bool:
        """Toggle the run on Space, as on Enter; leave Home and End to the page, which seeks with them."""
        if event.name == "space" and not event.ctrl:
            if not event.repeat:
                self._toggle_chosen()
            return True
        return event.name not in ("home", "end") and super().key(event)

    def _toggle_chosen(self) -> None:
        if self.run is not None:
            self._toggle(self.run)

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
        """Return the columns; the classic game has none for S, as its blinds are fixed."""
        return COLUMNS[:-1] if self._model.game == games.KUHN_POKER else COLUMNS

    def _draw_run(self, painter: Painter, rect: Rect, place: int) -> bool:
        run = self._model.runs[place]
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
        """Draw the check box: if the run is compared, ticked and filled with the colour of its curve."""
        slot = self._model.slot(run)
        box = (left, middle - BOX / 2, BOX, BOX)
        if slot is None:
            painter.rect(box, None, 3, "edge")
            return
        painter.rect(box, pictures.COLOURS[slot], 3)
        inside, x = painter.col("panel"), left + BOX / 2
        painter.line(x - TICK - 1, middle, x - 1, middle + TICK, inside, lw=2)
        painter.line(x - 1, middle + TICK, x + TICK + 1, middle - TICK, inside, lw=2)

    def _row_label(self, place: int) -> str:
        """Return a row of the list as one line of text."""
        run = self._model.runs[place]
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


def chart_of(model: CompareModel, *, log: bool) -> Chart:
    """Return the chart of exploitability over iterations: a series for each shown run, named by the run's id.

    Both axes are logarithmic if `log`, and linear otherwise.
    """
    series = [
        Series(str(one.run.id), one.curve.iterations, one.curve.exploitability, one.colour, lw=1.6)
        for one in model.shown
    ]
    values = [value for one in series for value in (min(one.ys), *one.ys[:1])]
    level = pictures.exploitability_axis(values, log=log)
    widest = pictures.widest_label([one.label for one in model.shown])
    return pictures.over_iterations(series, level, model.total, log=log, widest=widest)


def labels_of(model: CompareModel, iteration: int) -> LineLabels:
    """Return, by run id, the text at the end of each curve and the run's exploitability at an iteration."""
    values = [(one, one.curve.at(iteration)) for one in model.shown]
    return {str(one.run.id): (f"{one.label} {pictures.figure(value)}", value) for one, value in values}


def best_of(model: CompareModel, iteration: int) -> tuple[str, float] | None:
    """Return the label and the exploitability of the least exploitable run at an iteration.

    Runs that ended before the iteration do not count; None if no run has reached it.
    """
    reached = [one for one in model.shown if one.run.iteration >= iteration]
    if not reached:
        return None
    value, label = min((one.curve.at(iteration), one.label) for one in reached)
    return label, value


def table(model: CompareModel, iteration: int) -> Panel:
    """Return the table of one iteration: a row for each shown run.

    The lowest exploitability is semibold. A run that ended before the iteration shows its last value and says
    so.
    """
    best, rows = best_of(model, iteration), model.shown
    column = Line(text("lab.compare.columns.given"), "small", "faint", height=COLUMN_HEAD, right=True)
    head = Row(column.sized(grow()), Box().sized(fixed(NOTE_GAP + NOTE))).when(rows)
    least = best[1] if best is not None else None
    lines = (_row(one, iteration, is_best=one.curve.at(iteration) == least) for one in rows)
    title, corner = text("lab.compare.at", iteration=number(iteration)), text("lab.exploit.corner")
    height = AROUND + max(FIRST_COMPARED, len(model.compared)) * LINE
    return lab_panel(head, *lines, title=title, corner=corner).sized(fixed(height))


def _row(shown: ShownRun, iteration: int, *, is_best: bool) -> Box:
    end = shown.run.iteration
    ended = text("lab.compare.ended", iteration=number(end)) if end < iteration else ""
    value = pictures.figure(shown.curve.at(iteration))
    return Row(
        Swatch(shown.colour, SWATCH, height=LINE),
        Space(8),
        Line(shown.label, height=LINE).sized(grow()),
        Line(value, "label_b" if is_best else "label", height=LINE, right=True).sized(fixed(VALUE)),
        Space(NOTE_GAP),
        Line(ended, "small", "dim", height=LINE, right=True).sized(fixed(NOTE)),
    )
