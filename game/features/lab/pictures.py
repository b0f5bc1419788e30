"""The charts of the lab: strategies, regrets and exploitability over the iterations, with their labels.

For a game with many information sets, a chart shows only six sets. Sets with a mixed equilibrium strategy are
preferred.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.features.lab import ExportField, ExportSeries
from game.features.lab.model import LabModel, RunRecord
from game.request import Request
from game.study.lab import LabSets, LabSettings
from game.texts import number, signed, text
from game.window.dialogs.stored_data import FIELD
from game.window.ui.charts.axes import Axis, Scale, around, linear, logarithmic
from game.window.ui.charts.chart import Chart, LineLabels, Series, Target

MAX_LINES = 6
COLOURS = ("brass", "good", "info", "bad", "text", "faint")
HALF_STREET_SETS = 6
SYMBOLS = {"Q": " p₁", "Kb": " p₂"}
"""The symbols of the two free probabilities of the half-street game, by information set."""
SHARES = Axis(0, 1)
THIS = "this"
OTHER_COLOURS = ("text", "bad", "good", "info")
MIN_FIGURE = 1e-4
WHOLE = 10  # regrets of at least this size are written without decimals
KINDS = ("set", "regret")
SetKey = tuple[str, int]
"""The kind of a chart ("set" or "regret") and the index of its information set."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Options of the charts: whether to draw the equilibrium, and whether axes are logarithmic."""

    nash: bool = True
    log: bool = True


def iterations_axis(total: int, *, log: bool) -> Axis:
    return Axis(1 if log else 0, max(10, total), log)


def over_iterations(
    curves: Sequence[Series],
    upright: Scale,
    total: int,
    *,
    log: bool,
    title: str = "lab.iterations",
    targets: Sequence[Target] = (),
    widest: str = "",
) -> Chart:
    across, words = iterations_axis(total, log=log), text(f"{title}_log" if log else title)
    return Chart(curves, across, upright, words, targets, widest=widest)


def exploitability_axis(values: Sequence[float], *, log: bool) -> Axis:
    return logarithmic([max(value, MIN_FIGURE / 1000) for value in values]) if log else linear(values)


def strategy_chart(model: LabModel, record: RunRecord, drawn: Drawn) -> Chart:
    """Return the chart of the average strategies: the probability of a bet or call in each information set."""
    curves, dashed = [], []
    for colour, index in zip(COLOURS, lines(record.sets), strict=False):
        sequence, key = record.bet(index), record.sets.keys[index]
        curves.append(Series(key, record.iterations, record.average[sequence], colour))
        if drawn.nash and (target := record.equilibrium[sequence]) is not None:
            dashed.append(Target(target, colour=colour, of=key))
    return over_iterations(curves, SHARES, model.total, log=drawn.log, targets=dashed)


def strategy_labels(record: RunRecord, iteration: int) -> LineLabels:
    """Return the labels of the average strategies at a point, named like "Q bets p₁" or "Kpb calls"."""
    labels: dict[str, tuple[str, float]] = {}
    for index in lines(record.sets):
        key, value = record.sets.keys[index], record.average[record.bet(index)][record.place(iteration)]
        who = key[0] if len(record.sets.keys) == HALF_STREET_SETS else key
        name = text("lab.calls" if key.endswith("b") else "lab.bets", who=who) + symbol(record.sets, index)
        labels[key] = f"{name} {number(value, 2)}", value
    return labels


def exploitability_chart(model: LabModel, record: RunRecord, drawn: Drawn) -> Chart:
    """Return the chart of the exploitability of the average strategy, for this run and other variants."""
    curves = []
    for (name, other), colour in zip(model.extras.family, OTHER_COLOURS, strict=False):
        curves.append(Series(name, other.iterations, other.exploitability, colour, lw=1.2))
    own = Series(THIS, record.iterations, record.exploitability, "brass", lw=2.2)
    widest = widest_label([text("lab.this_run"), *(curve.name for curve in curves)])
    curves.append(own)
    lowest = min((min(curve.ys) for curve in curves if len(curve.ys)), default=MIN_FIGURE)
    level = exploitability_axis([lowest, max(own.ys, default=1.0)], log=drawn.log)
    return over_iterations(curves, level, model.total, log=drawn.log, widest=widest)


def widest_label(names: Sequence[str]) -> str:
    return max((f"{name} 0.00000" for name in names), key=len, default="")


def exploitability_labels(model: LabModel, record: RunRecord, iteration: int) -> LineLabels:
    """Return the labels of this run and of the other variants, each with its exploitability at a point."""
    labels: dict[str, tuple[str, float]] = {}
    for name, other in model.extras.family:
        value = other.at(iteration)
        labels[name] = f"{name} {figure(value)}", value
    own = record.exploitability[record.place(iteration)]
    labels[THIS] = f"{text('lab.this_run')} {figure(own)}", own
    return labels


def set_charts(record: RunRecord, count: int, total: int, drawn: Drawn) -> dict[SetKey, Chart]:
    """Return a chart of strategies and a chart of regrets for every set, over the first `count` points.

    The axis of iterations ends at `total`.

    The average strategy is a line, the current strategy is dotted, and the equilibrium is a dashed line. The
    regrets of all sets share a scale, which is logarithmic on both sides of 0.
    """
    across, times = iterations_axis(total, log=drawn.log), record.iterations
    scale = around([bound(column[:count]) for column in record.regret if count for bound in (min, max)])
    charts: dict[SetKey, Chart] = {}
    for index in range(len(record.of_set)):
        sequence = record.bet(index)
        current = Series("current", times, record.current[sequence], "good", dotted=True)
        average = Series("average", times, record.average[sequence], "text")
        target = record.equilibrium[sequence] if drawn.nash else None
        targets = [Target(target, colour="brass")] if target is not None else ()
        charts["set", index] = Chart((current, average), across, SHARES, targets=targets)
        actions = [(action, record.regret[sequence]) for sequence, action in record.actions(index)]
        regrets = [Series(action, times, regret, _colour(action), lw=1.4) for action, regret in actions]
        charts["regret", index] = Chart(regrets, across, scale)
    return charts


def regret_labels(record: RunRecord, index: int, iteration: int) -> list[tuple[str, str]]:
    """Return the labels of the regrets at a point, each with its colour."""
    at = record.place(iteration)
    actions = [(action, record.regret[sequence][at]) for sequence, action in record.actions(index)]
    return [(f"{action} {figure_of_regret(regret)}", _colour(action)) for action, regret in actions]


def figure_of_regret(value: float) -> str:
    return signed(value, 0 if abs(value) >= WHOLE else 1)


def _colour(action: str) -> str:
    return "bad" if action == "b" else "info"


def figure(value: float) -> str:
    """Format an exploitability: with four decimals, with five if it is small, or as a power of ten if it is tiny.

    >>> figure(0.0083), figure(0.00013), figure(0.00000023), figure(0)
    ('0.0083', '0.00013', '2.3e−7', '0')
    """
    if value == 0 or value >= MIN_FIGURE:
        return number(value, 4 if value >= 10 * MIN_FIGURE else 5) if value else "0"
    mantissa, _, power = f"{value:.1e}".partition("e")
    return f"{mantissa}e{number(int(power))}"


# ---- names ----------------------------------------------------------------------------------------------------
def stamp(runs: Sequence[LabSettings], iteration: int) -> str:
    """Return the caption of an exported picture: its runs, which are all of one game, and the iteration.

    >>> stamp([LabSettings("kuhn-poker", variant="linear", seed=4)], 9_000)
    'Classic: linear, seed 4; iteration 9,000'
    """
    game = [f"{text(f'lab.games.{runs[0].game}')}: "] if runs else []
    moment = text("lab.bar.iteration", iteration=number(iteration))
    return "".join(game) + "; ".join([*map(run_name, runs), moment])


def export_numbers(settings: LabSettings, what: str, file: str) -> Request[str]:
    return ExportField(settings.blinds, file) if what == FIELD else ExportSeries(settings, file)


def run_name(settings: LabSettings) -> str:
    """Return the settings that distinguish a run from others of its game.

    >>> run_name(LabSettings("kuhn-half-street", blinds=2, variant="cfr", seed=4))
    'cfr, S 2, seed 4'
    """
    blinds = [f"S {settings.blinds:g}"] if settings.half_street else []
    return ", ".join([settings.variant, *blinds, f"{text('lab.seed_label')} {settings.seed}"])


def symbol(sets: LabSets, index: int) -> str:
    return SYMBOLS.get(sets.keys[index], "") if len(sets.keys) == HALF_STREET_SETS else ""


def lines(sets: LabSets) -> list[int]:
    places = range(len(sets.keys))
    return sorted(places, key=lambda index: not is_mixed(sets, index))[:MAX_LINES]


def is_mixed(sets: LabSets, index: int) -> bool:
    shares = zip(sets.sequences, sets.equilibrium, strict=True)
    return any(owner == index and share is not None and 0.0 < share < 1.0 for (owner, _), share in shares)
