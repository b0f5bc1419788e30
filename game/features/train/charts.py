"""The charts of a run's measurements, built from the run's description of its metrics.

Metrics of one chart share its axes. Shares of games won, drawn and lost are stacked. If 0 is the goal, it is drawn
dashed, and checkpoints that reach it are marked. An exact value that a metric approaches is dashed, too. A measured
value that the run does not describe gets its own chart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, cycle

from game.study.run_words import own_words
from game.study.training import MetricEntry, RunEntry, StoredRun
from game.study.training_model import Curve
from game.texts import number, percent, text, written, written_share
from game.window.ui.charts.axis import Axis, linear, logarithmic
from game.window.ui.charts.chart import Chart, Plot, Series, Target
from game.window.ui.layout import Box, Column, Space, grow
from game.window.ui.leaves import Panel, Paragraph, Picture

STACK = {"win": "good", "draw": "dim", "loss": "bad"}
"""The shares of results by the last part of the metric's name, from bottom to top, and their colours."""
COLOURS = ("brass", "info", "good", "bad", "text", "faint")
SIGNIFICANT = 3
FINEST = 6  # digits
HEAD = 40.0


@dataclass(frozen=True, slots=True)
class ChartPanel:
    """A chart with its title, the unit or reading rule, and the word at the right."""

    title: str
    note: str
    corner: str
    chart: Chart


@dataclass(frozen=True, slots=True)
class ChartFrame:
    """What all charts of a run have in common: the run, its curve, the axis of iterations and their unit."""

    run: StoredRun
    curve: Curve
    x: Axis
    unit: str


Metrics = tuple[MetricEntry, ...]


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
    """The charts of a run, made anew one a frame, so that no frame waits for all of them."""

    def __init__(self) -> None:
        self._metrics: dict[str, Metrics] = {}
        self._panels: dict[str, ChartPanel] = {}
        self._plots: defaultdict[str, Plot] = defaultdict(Plot)
        self.stale: list[str] = []
        """Those that are older than what is known, the oldest first."""

    @property
    def titles(self) -> list[str]:
        """What the charts are called."""
        return [self._panels[name].title for name in self._metrics]

    def follow(self, entry: RunEntry | None, frame: ChartFrame) -> None:
        """Take over what is known now; where there are other charts, make all of them at once."""
        before, self._metrics = self._metrics.keys(), charts(entry, frame.curve)
        self._frame = frame
        waiting = [name for name in self.stale if name in self._metrics]
        self.stale = [*waiting, *(name for name in self._metrics if name not in waiting)]
        if before != self._metrics.keys():
            self.redraw()

    def redraw(self) -> None:
        """Make every chart anew that is older than what is known."""
        while self.stale:
            self.redraw_next()

    def redraw_next(self) -> None:
        """Make the next of them anew."""
        name = self.stale.pop(0)
        self._panels[name] = panel(self._frame, name, self._metrics[name])

    def boxes(self, never: Callable[[Metrics], str]) -> list[Panel]:
        """Return the charts. `never` gives the words for a chart without any point."""
        return [self._box(name, never(metrics)) for name, metrics in self._metrics.items()]

    def _box(self, name: str, never: str) -> Panel:
        found = self._panels[name]
        inside: Box = Column(Space(4), Paragraph(never))
        if any(series.ys for series in found.chart.series):
            inside = Picture(partial(self._plots[name].draw, chart=found.chart))
        title, note, corner = found.title, found.note, found.corner
        return Panel(
            inside.sized(grow()), title=title, note=note, corner=corner, whole_note=True, head=HEAD, foot=10
        )


def panel(background: ChartFrame, name: str, metrics: Metrics) -> ChartPanel:
    """Return one chart of a run."""
    is_stack = {metric.key.rpartition("_")[2] for metric in metrics} == set(STACK)
    chart = _stacked(background, metrics) if is_stack else _lines(background, metrics)
    note = metrics[0].help if len(metrics) == 1 else own_words(f"train.chart_notes.{name}", "")
    corner = text("train.log_axis") if metrics[0].log else ""
    return ChartPanel(own_words(f"train.charts.{name}", name), note, corner, chart)


def _stacked(background: ChartFrame, metrics: Sequence[MetricEntry]) -> Chart:
    """Stack the shares of games: won at the bottom, lost at the top."""
    curve = background.curve
    by_result = {metric.key.rpartition("_")[2]: metric for metric in metrics}
    keys = [by_result[result].key for result in STACK]
    heights = [tuple(accumulate(measured.get(key, 0.0) for key in keys)) for _, measured in curve]
    iterations, series = [at for at, _ in curve], []
    for place, (result, colour) in enumerate(STACK.items()):
        last = percent(curve[-1][1].get(keys[place], 0.0)) if curve else ""
        ys = [one[place] for one in heights]
        series.append(Series(text(f"train.results.{result}"), iterations, ys, colour, last))
    return Chart(series, background.x, Axis(0, 1), background.unit, stacked=True, write=percent)


def _lines(background: ChartFrame, metrics: Sequence[MetricEntry]) -> Chart:
    run, curve = background.run, background.curve
    first = metrics[0]
    write, write_tick = (figure_of_share, written_share) if first.share else (figure, written)
    series, targets = [], []
    for metric, colour in zip(metrics, cycle(COLOURS), strict=False):
        xs = [at for at, measured in curve if metric.key in measured]
        ys = [measured[metric.key] for _, measured in curve if metric.key in measured]
        name = "" if len(metrics) == 1 else metric_title(metric.key)
        last = write(ys[-1]) if ys else ""
        widths = [measured[metric.interval] for _, measured in curve if metric.interval in measured]
        if widths:
            last = text("train.with_interval", value=last, ci95=write(widths[-1]))
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
    """Return the axis of the values: as the run wants it, or around what was measured."""
    first = metrics[0]
    values = [value for one in series for value in one.ys]
    if first.log:
        return logarithmic(values)
    if first.low is not None and first.high is not None:
        return Axis(first.low, first.high)
    return linear([*values, *(target.value for target in targets)])


def metric_title(key: str) -> str:
    """Return the name of a metric beside its curve."""
    return own_words(f"train.metrics.{key}", key)


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
    return f"{figure(100 * share)}%"
