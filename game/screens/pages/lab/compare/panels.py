"""The stored runs as a list, and what each of those compared gives away: a chart, and a table of one iteration."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.messages.lab_answers import LabRun
from game.rules import games
from game.screens.pages.lab import pictures
from game.screens.pages.lab.compare.model import FIRST_COMPARED, CompareModel, ShownRun
from game.screens.pages.lab.parts import lab_panel
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.charts.chart import Chart, LineLabels, Series
from game.screens.ui.input import Key
from game.screens.ui.layout import Box, Row, Space, fixed, grow
from game.screens.ui.leaves import Line, Panel, Swatch
from game.screens.ui.texts import day_and_time, number, text
from game.screens.ui.widgets import Act, Rows

ROW, HEAD = 46.0, 24.0
INSET, BOX, TICK = 14.0, 14.0, 3.0
SWATCH, LINE, COLUMN_HEAD = 10.0, 24.0, 22.0
AROUND = 70.0  # the lines of the table: head, names of the columns, and below
VALUE, NOTE, NOTE_GAP = 110.0, 138.0, 12.0
Column = tuple[str, float, Callable[[LabRun], str]]
COLUMNS: tuple[Column, ...] = (
    ("seed", 62.0, lambda run: str(run.settings.seed)),
    ("iterations", 104.0, lambda run: number(run.iteration)),
    ("blinds", 56.0, lambda run: f"{run.settings.blinds:g}"),
)
"""The columns at the right end, from there on: their names, how wide they are, and what they say of a run."""


class RunRows(Rows):
    """The list. A click, Enter or Space on a run lets it stand beside the others, or not."""

    def __init__(self, kept: CompareModel, toggle: Callable[[LabRun], None], changed: Act) -> None:
        draw, say, opened = self._draw_run, self._in_words, self._toggle_chosen
        super().__init__("runs", text("lab.compare.runs"), draw, say, changed=changed, opened=opened)
        self.opens_at_once = True
        self._kept, self._toggle = kept, toggle

    @property
    def run(self) -> LabRun | None:
        """The run that is chosen in the list."""
        runs = self._kept.runs
        return runs[self.chosen] if self.chosen < len(runs) else None

    def follow(self) -> None:
        """Show what is stored now."""
        self.count = len(self._kept.runs)
        self.chosen = max(0, min(self.chosen, self.count - 1))

    def key(self, event: Key) -> bool:
        """Space does as Enter does; Home and End move time."""
        if event.name == "space" and not event.ctrl:
            if not event.repeat:
                self._toggle_chosen()
            return True
        return event.name not in ("home", "end") and super().key(event)

    def _toggle_chosen(self) -> None:
        if self.run is not None:
            self._toggle(self.run)

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw_head(self, painter: Painter, rect: Rect) -> None:
        """Write the names of the columns above those of the list."""
        x, y, width, height = rect
        right = x + width - self.room - INSET
        for name, wide, _ in self._columns():
            words = "S" if name == "blinds" else text(f"lab.compare.columns.{name}")
            painter.text(words, right, y + height / 2, "small", "faint", al="r")
            right -= wide

    def _columns(self) -> Sequence[Column]:
        """Return all columns, or all but S in a game that has none."""
        return COLUMNS[:-1] if self._kept.game == games.KUHN_POKER else COLUMNS

    def _draw_run(self, painter: Painter, rect: Rect, place: int) -> bool:
        run = self._kept.runs[place]
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
        """Draw the box at the left: filled with the colour of the curve and ticked where the run is compared."""
        slot = self._kept.slot(run)
        box = (left, middle - BOX / 2, BOX, BOX)
        if slot is None:
            painter.rect(box, None, 3, "edge")
            return
        painter.rect(box, pictures.COLOURS[slot], 3)
        inside, x = painter.col("panel"), left + BOX / 2
        painter.line(x - TICK - 1, middle, x - 1, middle + TICK, inside, lw=2)
        painter.line(x - 1, middle + TICK, x + TICK + 1, middle - TICK, inside, lw=2)

    def _in_words(self, place: int) -> str:
        run = self._kept.runs[place]
        settings = run.settings
        return text(
            "lab.compare.row",
            variant=settings.variant,
            game=text(f"lab.games.{settings.game}"),
            blinds=f"{settings.blinds:g}",
            done=number(run.iteration),
            seed=settings.seed,
            when=day_and_time(run.changed),
            chosen=text("common.chosen") if self._kept.slot(run) is not None else "",
        ).strip()


def chart_of(kept: CompareModel, *, log: bool) -> Chart:
    """Return the exploitability of all compared runs over iterations, both axes logarithmic or both linear."""
    courses = [(str(one.run.id), one.course, one.colour) for one in kept.shown]
    curves = [Series(name, run.iterations, run.exploitability, ink, lw=1.6) for name, run, ink in courses]
    values = [value for curve in curves for value in (min(curve.ys), *curve.ys[:1])]
    level = pictures.exploitability_axis(values, log=log)
    widest = pictures.widest_label([one.name for one in kept.shown])
    return pictures.over_iterations(curves, level, kept.total, log=log, widest=widest)


def labels_of(kept: CompareModel, iteration: int) -> LineLabels:
    """Return the runs by name, each with what it gives away at an iteration."""
    values = [(one, one.course.at(iteration)) for one in kept.shown]
    return {str(one.run.id): (f"{one.name} {pictures.figure(value)}", value) for one, value in values}


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
    least = best[1] if best is not None else None
    lines = (_row(one, iteration, is_best=one.course.at(iteration) == least) for one in rows)
    title, corner = text("lab.compare.at", iteration=number(iteration)), text("lab.exploit.corner")
    height = AROUND + max(FIRST_COMPARED, len(kept.compared)) * LINE
    return lab_panel(head, *lines, title=title, corner=corner).sized(fixed(height))


def _row(one: ShownRun, iteration: int, *, is_best: bool) -> Box:
    end = one.run.iteration
    ended = text("lab.compare.ended", iteration=number(end)) if end < iteration else ""
    value = pictures.figure(one.course.at(iteration))
    return Row(
        Swatch(one.colour, SWATCH, height=LINE),
        Space(8),
        Line(one.name, height=LINE).sized(grow()),
        Line(value, "label_b" if is_best else "label", height=LINE, right=True).sized(fixed(VALUE)),
        Space(NOTE_GAP),
        Line(ended, "small", "dim", height=LINE, right=True).sized(fixed(NOTE)),
    )
