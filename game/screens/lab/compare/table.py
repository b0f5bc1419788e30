"""What each of the compared runs gives away: a chart over all iterations, and a table of one."""

from __future__ import annotations

from game.lab import LabRun
from game.screens.lab.compare.kept import Course, Kept, name_of
from game.screens.lab.compare.layout import COLUMN_HEAD, LINE
from game.screens.lab.graph import Curve, Graph
from game.screens.lab.layout import content
from game.screens.lab.names import COLOURS
from game.screens.lab.pictures import Told, exploitability_axis, figure, iterations_axis, iterations_title
from game.screens.pen import Pen, Rect
from game.screens.texts import number, text

BOX = 10.0
VALUE_ROOM = 110.0
NOTE_ROOM = 150.0


def graph_of(kept: Kept, *, log: bool) -> Graph:
    """Return the exploitability of all compared runs over iterations, both axes logarithmic or both linear."""
    curves = [
        Curve(str(run.id), name, COLOURS[slot], course.iterations, course.exploitability, lw=1.6)
        for run, course, name, slot in _told(kept)
    ]
    values = [
        value
        for _, course in kept.shown
        for value in (min(course.exploitability), *course.exploitability[:1])
    ]
    level = exploitability_axis(values, log=log)
    widest = max((f"{curve.name} 0.00000" for curve in curves), key=len, default="")
    across = iterations_axis(kept.total, log=log)
    return Graph(curves, across, level, ("compare", kept.version, log), iterations_title(log=log), widest)


def told_of(kept: Kept, iteration: int) -> Told:
    """Return the runs by name, each with what it gives away at an iteration."""
    told: dict[str, tuple[str, float]] = {}
    for run, course, name, _ in _told(kept):
        value = course.at(iteration)
        told[str(run.id)] = f"{name} {figure(value)}", value
    return told


def best_of(kept: Kept, iteration: int) -> tuple[str, float] | None:
    """Return the run that gives least away at an iteration, and how much; of those that have come so far."""
    values = [
        (course.at(iteration), name) for run, course, name, _ in _told(kept) if run.iteration >= iteration
    ]
    if not values:
        return None
    value, name = min(values)
    return name, value


def draw_table(pen: Pen, rect: Rect, kept: Kept, iteration: int) -> None:
    """Draw the table: a line for each run, what gives least away semibold, and where a run has ended before."""
    x, y, width, _ = content(rect)
    right = x + width
    columns = right - NOTE_ROOM, right
    pen.text(text("lab.compare.columns.given"), columns[0], y + COLUMN_HEAD / 2, "small", "faint", al="r")
    best = best_of(kept, iteration)
    for place, (run, course, name, slot) in enumerate(_told(kept)):
        row, value = y + COLUMN_HEAD + (place + 0.5) * LINE, course.at(iteration)
        pen.rect((x, row - BOX / 2, BOX, BOX), COLOURS[slot], 2)
        room = columns[0] - VALUE_ROOM - x - BOX - 8
        pen.text(name, x + BOX + 8, row, "label", fit=room)
        style = "label_b" if best is not None and value == best[1] else "label"
        pen.text(figure(value), columns[0], row, style, al="r")
        if run.iteration < iteration:
            ended = text("lab.compare.ended", iteration=number(run.iteration))
            pen.text(ended, columns[1], row, "small", "dim", al="r", fit=NOTE_ROOM - 12)


def _told(kept: Kept) -> list[tuple[LabRun, Course, str, int]]:
    """Return the compared runs with their courses, names and colours."""
    among = [run.settings for run in kept.compared]
    return [
        (run, course, name_of(run.settings, among), slot)
        for run, course in kept.shown
        if (slot := kept.slot(run)) is not None
    ]
