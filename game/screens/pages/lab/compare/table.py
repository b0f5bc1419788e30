"""What each of the compared runs gives away: a chart over all iterations, and a table of one."""

from __future__ import annotations

from game.screens.pages.lab.compare.model import FIRST_COMPARED, CompareModel, ShownRun
from game.screens.pages.lab.parts import lab_panel
from game.screens.pages.lab.pictures import (
    exploitability_axis,
    figure,
    over_iterations,
    widest_label,
)
from game.screens.ui.charts.chart import Chart, LineLabels, Series
from game.screens.ui.layout import Box, Row, Space, fixed, grow
from game.screens.ui.leaves import Line, Panel, Swatch
from game.screens.ui.texts import number, text

BOX, ROW, COLUMN_HEAD = 10.0, 24.0, 22.0
AROUND = 70.0  # the rows: head, names of the columns, and below
VALUE, NOTE, NOTE_GAP = 110.0, 138.0, 12.0


def chart_of(kept: CompareModel, *, log: bool) -> Chart:
    """Return the exploitability of all compared runs over iterations, both axes logarithmic or both linear."""
    curves = [
        Series(one.key, one.course.iterations, one.course.exploitability, one.colour, lw=1.6)
        for one in kept.shown
    ]
    values = [value for curve in curves for value in (min(curve.ys), *curve.ys[:1])]
    level = exploitability_axis(values, log=log)
    widest = widest_label([one.name for one in kept.shown])
    return over_iterations(curves, level, kept.total, log=log, widest=widest)


def labels_of(kept: CompareModel, iteration: int) -> LineLabels:
    """Return the runs by name, each with what it gives away at an iteration."""
    values = [(one, one.course.at(iteration)) for one in kept.shown]
    return {one.key: (f"{one.name} {figure(value)}", value) for one, value in values}


def best_of(kept: CompareModel, iteration: int) -> tuple[str, float] | None:
    """Return the run that gives least away at an iteration, and how much; of those that have come so far."""
    far = [one for one in kept.shown if one.run.iteration >= iteration]
    value, name = min(((one.course.at(iteration), one.name) for one in far), default=(0.0, ""))
    return (name, value) if far else None


def table(kept: CompareModel, iteration: int) -> Panel:
    """Return the table: a line for each run, what gives least away semibold, and where a run has ended before."""
    best, rows = best_of(kept, iteration), kept.shown
    given = Line(text("lab.compare.columns.given"), "small", "faint", height=COLUMN_HEAD, right=True)
    head = Row(given.sized(grow()), Box().sized(fixed(NOTE_GAP + NOTE))).when(rows)
    lines = (
        _row(one, iteration, is_best=best is not None and one.course.at(iteration) == best[1]) for one in rows
    )
    title, corner = text("lab.compare.at", iteration=number(iteration)), text("lab.exploit.corner")
    height = AROUND + max(FIRST_COMPARED, len(kept.compared)) * ROW
    return lab_panel(head, *lines, title=title, corner=corner).sized(fixed(height))


def _row(one: ShownRun, iteration: int, *, is_best: bool) -> Box:
    end = one.run.iteration
    ended = text("lab.compare.ended", iteration=number(end)) if end < iteration else ""
    value = figure(one.course.at(iteration))
    return Row(
        Swatch(one.colour, BOX, height=ROW),
        Space(8),
        Line(one.name, height=ROW).sized(grow()),
        Line(value, "label_b" if is_best else "label", height=ROW, right=True).sized(fixed(VALUE)),
        Space(NOTE_GAP),
        Line(ended, "small", "dim", height=ROW, right=True).sized(fixed(NOTE)),
    )
