"""Parts of the page of a training run: charts, the table of checkpoints, and a small picture of what was learnt.

The description of the run's metrics (`RunEntry`) determines the charts. Metrics that name the same chart
share its axes. A measured value that the run does not describe gets its own chart. Shares of games won, drawn
and lost are stacked. A goal of 0 is drawn as a dashed line, and checkpoints that reach it are marked on the x
axis. An exact value that a metric approaches is also drawn as a dashed line.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, cycle
from typing import ClassVar

from game.features.train.acts import RunActs
from game.study.opponents import format_strength
from game.study.training import (
    MetricEntry,
    RunEntry,
    RunSnapshot,
    RunStage,
    StoredRun,
    own_words,
    tell_catalogue,
)
from game.study.training_model import Curve
from game.texts import (
    as_percent,
    current,
    format_tick,
    join_label,
    join_list,
    number,
    percent,
    retellable,
    text,
    written_share,
)
from game.window.frame.page import Page
from game.window.ui.canvas.painter import Colour, Painter, Rect
from game.window.ui.charts.axes import Axis, linear, logarithmic
from game.window.ui.charts.chart import END, Chart, LineLabels, Moment, Plot, Series, Target
from game.window.ui.input import Key
from game.window.ui.layout import Box, Column, Leaf, Row, Space, Stack, grow, share
from game.window.ui.leaves import Filled, Line, Panel, Paragraph, Picture, indented
from game.window.ui.leaves.panels import PADDING as PANEL_HEAD_PADDING
from game.window.ui.theme import RGB, mix
from game.window.ui.widgets import Option, ReadOut
from game.window.ui.widgets.rows import RowChoice
from game.window.views.board import colour_share, plain_square, value_tint

STACK = {"win": "good", "draw": "dim", "loss": "bad"}
"""The last part of a result metric's name -> the colour of its share, from the bottom of the stack to the
top.
"""
COLOURS = ("brass", "info", "good", "bad", "text", "faint")
SIGNIFICANT = 3
FINEST = 6  # digits
HEAD = 40.0


@dataclass(frozen=True, slots=True)
class ChartPanel:
    """A chart with its title, a note on its unit or on how to read it, and a short text at the right.

    `read` returns the label of each curve at an iteration.
    """

    title: str
    note: str
    corner: str
    chart: Chart
    read: Callable[[float], LineLabels]


@dataclass(frozen=True, slots=True)
class ChartFrame:
    """The data shared by all charts of a run: the run, its measurements, and the axis of iterations."""

    run: StoredRun
    curve: Curve
    x: Axis
    unit: str


Metrics = tuple[MetricEntry, ...]


class RunChart(ReadOut[float]):
    """A chart of a run as a control.

    The mouse and the arrow keys select a measurement, whose values are shown.
    """

    role: ClassVar[str] = "chart"

    def __init__(self, name: str) -> None:
        super().__init__(f"chart-{name}", "")
        self._plot = Plot()
        self._panel: ChartPanel | None = None
        self._at: float | None = None

    def show(self, panel: ChartPanel) -> RunChart:
        self._panel, self.label = panel, panel.title
        return self

    @property
    def points(self) -> Sequence[float]:
        every = (one.xs for one in self._panel.chart.series) if self._panel is not None else ()
        return max(every, key=len, default=())

    @property
    def selected_iteration(self) -> float | None:
        """The iteration of the measurement under the mouse, or else of the selected measurement."""
        wanted = self._at if self.under is None else self.under
        return None if wanted is None else min(self.points, key=lambda at: abs(at - wanted), default=None)

    @property
    def value(self) -> str:
        """The selected measurement, or the latest measurement, as text."""
        at = (
            self.selected_iteration if self.selected_iteration is not None else max(self.points, default=None)
        )
        if self._panel is None or at is None:
            return ""
        values = join_list(*(words for words, _ in self._panel.read(at).values()))
        return text("train.reading", done=number(at), unit=self._panel.chart.x_title, values=values)

    def find(self, x: float, y: float) -> float | None:
        return self._plot.value_at(x, y)

    def key(self, event: Key) -> bool:
        """Handle a key.

        Left and Right select a neighbouring measurement. Home and End select the first and the last measurement.
        """
        points, name = self.points, event.name
        if not points or event.ctrl or name not in ("left", "right", "home", "end"):
            return False
        at = bisect_left(points, points[-1] if self._at is None else self._at)
        goal = {"left": at - 1, "right": at + 1, "home": 0, "end": len(points) - 1}[name]
        self._at = points[max(0, min(goal, len(points) - 1))]
        return True

    def draw(self, painter: Painter) -> None:
        """Draw the chart. If a measurement is selected, its values are written at the curves."""
        if self._panel is None:
            return
        chart, at = self._panel.chart, self.selected_iteration
        moment = END if at is None else Moment(chart.x.high, self._panel.read(at), probe=at)
        self._plot.draw(painter, self.rect, chart, moment)
        if self.focused:
            painter.focus_ring(self.rect, CORNER)


def charts(entry: RunEntry | None, curve: Curve) -> dict[str, Metrics]:
    """Return the metrics of every chart of a run, in the order of the run's description."""
    metrics = entry.metrics if entry is not None else ()
    known = {key for metric in metrics for key in (metric.key, metric.interval)}
    latest = curve[-1][1] if curve else {}
    found: dict[str, Metrics] = {}
    for metric in (*metrics, *(MetricEntry(key, "", key) for key in latest if key not in known)):
        found[metric.chart] = (*found.get(metric.chart, ()), metric)
    return found


class RunCharts:
    """The charts of a run. Only one chart is redrawn per frame, so that no frame takes long."""

    def __init__(self) -> None:
        self._frame: ChartFrame | None = None
        self._metrics: dict[str, Metrics] = {}
        self._panels: dict[str, ChartPanel] = {}
        self._controls: dict[str, RunChart] = {}
        self.stale: list[str] = []
        """The names of the charts to redraw, the oldest first."""

    @property
    def titles(self) -> list[str]:
        return [self._panels[name].title for name in self._metrics]

    def redraw_next(self) -> None:
        """Redraw the chart that has been stale the longest."""
        name = self.stale.pop(0)
        assert self._frame is not None
        self._panels[name] = panel(self._frame, name, self._metrics[name])

    def boxes(
        self, entry: RunEntry | None, frame: ChartFrame, never: Callable[[Metrics], str]
    ) -> list[Panel]:
        """Return the panels of the charts.

        A new frame makes all charts stale. A new set of charts is redrawn at once.

        `never` returns the text for a chart without any point.
        """
        if frame is not self._frame:
            before, self._metrics, self._frame = self._metrics.keys(), charts(entry, frame.curve), frame
            waiting = [name for name in self.stale if name in self._metrics]
            self.stale = [*waiting, *(name for name in self._metrics if name not in waiting)]
            while self.stale and before != self._metrics.keys():
                self.redraw_next()
        panels = []
        for name, metrics in self._metrics.items():
            found = self._panels[name]
            inside: Box = Column(Space(4), Paragraph(never(metrics)))
            if any(series.ys for series in found.chart.series):
                control = self._controls.setdefault(name, RunChart(name))
                inside = Filled(control.show(found))
            panels.append(
                Panel(
                    inside.sized(grow()),
                    title=found.title,
                    note=found.note,
                    corner=found.corner,
                    whole_note=True,
                    head=HEAD,
                    foot=10,
                )
            )
        return panels


def panel(background: ChartFrame, name: str, metrics: Metrics) -> ChartPanel:
    """Return one chart of a run."""
    is_stack = {metric.key.rpartition("_")[2] for metric in metrics} == set(STACK)
    chart = _stacked(background, metrics) if is_stack else _lines(background, metrics)
    note = (
        tell_catalogue(metrics[0].help) if len(metrics) == 1 else own_words(f"train.chart_notes.{name}", "")
    )
    corner = text("train.log_axis") if metrics[0].log else ""
    read = partial(read_point, background.curve, metrics, chart, stacked=is_stack)
    return ChartPanel(own_words(f"train.charts.{name}", name), note, corner, chart, read)


def read_point(
    curve: Curve, metrics: Sequence[MetricEntry], chart: Chart, at: float, *, stacked: bool
) -> LineLabels:
    """Return the label of each curve at the iteration `at`, with the y value at which it is written."""
    measured: Mapping[str, float] = next((found for iteration, found in curve if iteration == at), {})
    by_result = {metric.key.rpartition("_")[2]: metric for metric in metrics}
    ordered = [by_result[result] for result in STACK] if stacked else metrics
    labels, height = dict[str, tuple[str, float]](), 0.0
    for metric, series in zip(ordered, chart.series, strict=False):
        if metric.key not in measured:
            continue
        value = measured[metric.key]
        words = percent(value) if stacked else _write(metrics[0])(value)
        labels[series.name] = f"{series.name} {words}".strip(), height + value / 2 if stacked else value
        height += value
    return labels


def _write(metric: MetricEntry) -> Callable[[float], str]:
    return figure_of_share if metric.share else figure


def _stacked(background: ChartFrame, metrics: Sequence[MetricEntry]) -> Chart:
    """Return the chart of the stacked shares of results: won at the bottom, lost at the top."""
    curve = background.curve
    by_result = {metric.key.rpartition("_")[2]: metric for metric in metrics}
    keys = [by_result[result].key for result in STACK]
    heights = [tuple(accumulate(measured.get(key, 0.0) for key in keys)) for _, measured in curve]
    iterations, series = [at for at, _ in curve], []
    for index, (result, colour) in enumerate(STACK.items()):
        last = percent(curve[-1][1].get(keys[index], 0.0)) if curve else ""
        ys = [one[index] for one in heights]
        series.append(Series(text(f"train.results.{result}"), iterations, ys, colour, last))
    return Chart(series, background.x, Axis(0, 1), background.unit, stacked=True, write=percent)


def _lines(background: ChartFrame, metrics: Sequence[MetricEntry]) -> Chart:
    run, curve = background.run, background.curve
    first = metrics[0]
    write, write_tick = _write(first), written_share if first.share else format_tick
    series, targets = [], []
    for metric, colour in zip(metrics, cycle(COLOURS), strict=False):
        xs = [at for at, measured in curve if metric.key in measured]
        ys = [measured[metric.key] for _, measured in curve if metric.key in measured]
        name = "" if len(metrics) == 1 else own_words(f"train.metrics.{metric.key}", metric.key)
        last = write(ys[-1]) if ys else ""
        widths = [measured[metric.interval] for _, measured in curve if metric.interval in measured]
        if widths:
            last = text("common.with_interval", value=last, ci95=write(widths[-1]))
        series.append(Series(name, xs, ys, colour, last))
        if metric.key in run.references:
            exact = run.references[metric.key]
            targets.append(Target(exact, text("train.exact", value=write(exact)), "good"))
    to_zero = first.low == 0 and first.high is None and not first.log
    if to_zero:
        targets.append(Target(0.0, text("train.goal", value=write(0.0))))
    clean = [
        stage.iteration for stage in run.stages if stage.strength is not None and stage.strength.mean == 0
    ]
    upright = _upright(metrics, series, targets)
    marks = clean if to_zero else ()
    return Chart(series, background.x, upright, background.unit, targets, marks, write=write_tick)


def _upright(metrics: Sequence[MetricEntry], series: Sequence[Series], targets: Sequence[Target]) -> Axis:
    """Return the y axis, with the bounds that the run specifies, or with bounds around the values."""
    first = metrics[0]
    values = [value for one in series for value in one.ys]
    if first.log:
        return logarithmic(values)
    if first.low is not None and first.high is not None:
        return Axis(first.low, first.high)
    return linear([*values, *(target.value for target in targets)])


@retellable
def figure(value: float) -> str:
    """Write a measured value with three significant digits.

    >>> figure(333), figure(0.00834), figure(-0.055555), figure(1e-9)
    ('333', '0.00834', '−0.0556', '0')
    """
    if abs(value) >= 100 or value == round(value):
        return number(value)
    digits = next(
        d for d in range(FINEST + 1) if d == FINEST or abs(value) * 10**d >= 10 ** (SIGNIFICANT - 1)
    )
    short = number(value, digits)
    return short if float(f"{value:.{digits}f}") else "0"


def figure_of_share(share: float) -> str:
    """Write a measured share as a percentage with three significant digits.

    >>> figure_of_share(0.0352), figure_of_share(0.5)
    ('3.52%', '50%')
    """
    return as_percent(figure(100 * share))


ROW, CORNER = 28.0, 6.0
PADDING = 8.0


class CheckpointList:
    """The checkpoints of a run as a table, the latest first: the iterations, and the strength if it was measured.

    Enter starts a game against the selected checkpoint, or sets up a run that learns from it. If a run does
    not measure the strength of its checkpoints, only the charts show how the run improves.
    """

    def __init__(self, page: Page, acts: RunActs) -> None:
        label = text("train.checkpoints")
        self.rows = RowChoice(
            "checkpoints",
            label,
            lambda _: page.show(),
            acts.use,
            self._draw_row,
            row_height=ROW,
            corner=CORNER,
        )
        self._stages: tuple[RunStage, ...] = ()
        self._proposed_iteration = 0

    def find_stage(self, run: StoredRun) -> RunStage | None:
        selected = (stage for stage in run.stages if str(stage.iteration) == self.rows.chosen)
        return next(selected, run.stages[-1] if run.stages else None)

    def panel(self, run: StoredRun, use: Box, *, note: str, corner: str) -> Panel:
        """Return the table above the button that uses the selected checkpoint.

        If the latest checkpoint is selected, the selection moves to each new checkpoint. Otherwise, the selected
        checkpoint stays selected.
        """
        self._stages, self._proposed_iteration = tuple(reversed(run.stages)), run.proposed
        on_latest = self.rows.chosen_place in (None, 0)
        options = []
        for stage in self._stages:
            done = number(stage.iteration)
            words = done if stage.strength is None else join_label(done, format_strength(stage.strength))
            options.append(Option(str(stage.iteration), words))
        values = [option.value for option in options]
        stays = not on_latest and self.rows.chosen in values
        self.rows.show(options, self.rows.chosen if stays or not values else values[0])
        none = Column(Space(2), indented(Paragraph(text("train.no_checkpoint"), "small")))
        table = Stack(Filled(self.rows), none.when(not self._stages)).sized(grow())
        below, title = indented(use), text("train.checkpoints")
        return Panel(
            table, Space(8), below, title=title, note=note, corner=corner, head=HEAD, foot=12, side=8
        )

    def _draw_row(self, painter: Painter, rect: Rect, index: int) -> None:
        """Draw the iteration and the strength of a checkpoint. The best checkpoint is ticked."""
        stage, (x, y, width, height) = self._stages[index], rect
        best = stage.iteration == self._proposed_iteration and stage.strength is not None
        middle = y + height / 2
        used = painter.text(number(stage.iteration), x + PADDING, middle, "label_b" if best else "label")
        if best:
            painter.icon("check", x + PADDING + used + 14, middle, 14, "good")
        room = width - 2 * PADDING - used - (34 if best else 12)
        ink, style = ("good", "small_b") if best else ("dim", "small")
        words = format_strength(stage.strength) if stage.strength is not None else ""
        painter.text(words, x + width - PADDING, middle, style, ink, al="r", fit=room)


CELLS = 9
GAP, MAX_BOARD = 4.0, 170.0
SNAPSHOT_ROW, HEAD_LINE, HEAD_GAP = 30.0, 20.0, 6.0
MAX_COLUMNS, MAX_ROWS = 6, 6
LABEL_SHARE, LABEL_GAP = 0.42, 8.0


def snapshot_panel(snapshot: RunSnapshot | None, width: float, values: Box | None) -> Panel:
    """Return a small picture of what a run has learnt so far, in a column `width` dp wide.

    The values of nine first moves are drawn as a board. Anything else is drawn as a table (`_table`). For a
    strategy, the columns are the player's cards and the rows are the actions so far. `values` is the button that
    opens the lab.
    """
    title, note = text("train.snapshot.none"), ""
    picture: Box = Picture(partial(_draw_board, {}), min(MAX_BOARD, width))
    if snapshot is not None:
        board = next(iter(snapshot.table.values()), {})
        is_board = snapshot.meaning == "values" and len(board) == CELLS
        names = ("board", "value_for_x") if is_board else (snapshot.meaning, f"{snapshot.meaning}_note")
        title, note = (text(f"train.snapshot.{name}") for name in names)
        picture = (
            Picture(partial(_draw_board, board), min(MAX_BOARD, width)) if is_board else _table(snapshot)
        )
    below = () if values is None else (Space(12), values)
    foot = PANEL_HEAD_PADDING if values is None else 12
    return Panel(picture.sized(grow()), *below, title=title, note=note, head=HEAD, foot=foot).focused_last()


def _draw_board(values: Mapping[int, float], painter: Painter, rect: Rect) -> None:
    x, y, width, height = rect
    side = min(MAX_BOARD, width, height)
    board = x + (width - side) / 2, y, side, side
    for index, (_, value) in enumerate(sorted(values.items())):
        cell = plain_square(board, index, GAP)
        best = value == max(values.values())
        painter.rect(cell, value_tint(painter, value), 6, "brass" if best else "line")
        middle = cell[0] + cell[2] / 2, cell[1] + cell[3] / 2
        painter.text(number(value, 2), *middle, "small_b", "text", al="c")


CELL_CORNER, CELL_INSET = 6.0, 2.0


class FigureCell(Leaf):
    """A cell with text in its middle, `height` dp high.

    The callback `fill` returns the background colour.
    """

    def __init__(
        self,
        words: str,
        style: str = "small_b",
        colour: Colour = "text",
        *,
        height: float,
        fill: Callable[[Painter], RGB] | None = None,
    ) -> None:
        super().__init__(height)
        self._words, self._style, self._colour, self._fill = words, style, colour, fill

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the background and the text."""
        x, y, width, height = rect
        room = width - 2 * CELL_INSET
        if self._fill is not None:
            plate = (x + CELL_INSET, y + CELL_INSET, room, height - 2 * CELL_INSET)
            painter.rect(plate, self._fill(painter), CELL_CORNER, "line")
        middle = x + width / 2, y + height / 2
        painter.text(self._words, *middle, self._style, self._colour, al="c", fit=room)


def _table(snapshot: RunSnapshot) -> Column:
    """Return the table of a snapshot: a row for each situation, a column for each card.

    A cell shows the value of the action with the highest code in bold. The value is the probability of this action,
    or another figure if the run learns no strategy.
    """
    table = snapshot.table
    if not table:
        return Column(Paragraph(text("train.snapshot.nothing"), "small"))
    write = figure_of_share if snapshot.meaning == "buckets" else percent
    columns = list(dict.fromkeys(key[:1] for key in table))[:MAX_COLUMNS]
    rows = sorted({key[1:] for key in table}, key=lambda row: (len(row), row))[:MAX_ROWS]
    heads = [
        FigureCell(_translate_name("cards", name), "small", "faint", height=HEAD_LINE) for name in columns
    ]
    lines = [_row(own_words(f"train.rows.{snapshot.meaning}", ""), "faint", heads), Space(HEAD_GAP)]
    for row in rows:
        strategies = [table.get(column + row) for column in columns]
        shares = [None if one is None else one[max(one)] for one in strategies]
        cells = [
            Box() if bold is None else FigureCell(write(bold), height=SNAPSHOT_ROW, fill=partial(_tint, bold))
            for bold in shares
        ]
        lines.append(_row(_translate_name("situations", row or "first"), "dim", cells))
    return Column(*lines)


def _row(name: str, ink: str, cells: Sequence[Box]) -> Row:
    label = Row(Line(name, "small", ink, height=0).sized(grow()), Space(LABEL_GAP))
    return Row(label.sized(share(LABEL_SHARE)), *(cell.sized(grow()) for cell in cells))


def _tint(bold: float, painter: Painter) -> RGB:
    return mix(painter.col("raised"), painter.col("brass"), colour_share(bold))


def _translate_name(kind: str, name: str) -> str:
    key = f"train.{kind}.{name}"
    return text(key) if current().has(key) else name
