"""What the charts of the lab hold: strategies, regrets and exploitability of a study as curves over iterations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.screens.pages.lab.model import LabModel
from game.screens.pages.lab.names import COLOURS, line_name, lines
from game.screens.pages.lab.record import RunRecord
from game.screens.ui.charts.axis import Axis, Scale, linear, logarithmic
from game.screens.ui.charts.chart import Chart, LineLabels, Series, Target
from game.screens.ui.charts.scales import SignedLog, around
from game.screens.ui.texts import number, signed, text

SHARES = Axis(0, 1)
THIS = "this"
OTHER_COLOURS = ("text", "bad", "good", "info")
LEAST_FIGURE = 1e-4
WHOLE = 10  # from which on a regret needs no decimals


@dataclass(frozen=True, slots=True)
class Drawn:
    """How the charts are drawn: with the equilibrium or without, on logarithmic axes or on linear ones."""

    nash: bool = True
    log: bool = True


def iterations_axis(total: int, *, log: bool) -> Axis:
    """Return the axis of iterations: the whole of a run, whatever of it is known."""
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
    """Return curves over a run as a chart; `title` is the text beside the axis of iterations."""
    across, words = iterations_axis(total, log=log), text(f"{title}_log" if log else title)
    return Chart(curves, across, upright, words, targets, widest=widest)


def exploitability_axis(values: Sequence[float], *, log: bool) -> Axis:
    """Return the axis that holds values of exploitability; on a logarithmic one next to none lies at its end."""
    return logarithmic([max(value, LEAST_FIGURE / 1000) for value in values]) if log else linear(values)


def strategy_chart(model: LabModel, record: RunRecord, drawn: Drawn) -> Chart:
    """Return the average strategies: how likely each set bets or calls, with the equilibrium dashed."""
    targets = equilibrium(model, record) if drawn.nash else ()
    bets, curves, dashed = record.bets(), [], []
    for colour, place in zip(COLOURS, lines(record.sets), strict=False):
        sequence, key = bets[place], record.sets.keys[place]
        curves.append(Series(key, record.iterations, record.average[sequence], colour))
        if targets and (target := targets[sequence]) is not None:
            dashed.append(Target(target, colour=colour, of=key))
    return over_iterations(curves, SHARES, model.total, log=drawn.log, targets=dashed)


def strategy_labels(record: RunRecord, iteration: int) -> LineLabels:
    """Return the average strategies of a moment."""
    bets, at = record.bets(), record.place(iteration)
    labels: dict[str, tuple[str, float]] = {}
    for place in lines(record.sets):
        value = record.average[bets[place]][at]
        labels[record.sets.keys[place]] = f"{line_name(record.sets, place)} {number(value, 2)}", value
    return labels


def equilibrium(model: LabModel, record: RunRecord) -> tuple[float | None, ...]:
    """Return the equilibrium, the member of a family that is nearest to the run's own bluff so far."""
    sets = record.sets
    if not sets.per_alpha or not len(record):
        return sets.equilibrium
    return sets.equilibrium_of(nearest_alpha(record))


def nearest_alpha(record: RunRecord) -> float:
    """Return how often the equilibrium bluffs with the queen that is nearest to the run's own so far."""
    bluff = record.average[record.sets.sequence("Q", "b")][-1]
    return min(max(round(bluff, 2), 0.0), record.sets.most_alpha)


def exploitability_chart(model: LabModel, record: RunRecord, drawn: Drawn) -> Chart:
    """Return what the average gives away, of this run and of the others of the family."""
    curves = [
        Series(name, other.iterations, other.exploitability, colour, lw=1.2)
        for (name, other), colour in zip(model.family.known, OTHER_COLOURS, strict=False)
    ]
    own = Series(THIS, record.iterations, record.exploitability, "brass", lw=2.2)
    widest = widest_label([text("lab.this_run"), *(curve.name for curve in curves)])
    curves.append(own)
    lowest = min((min(curve.ys) for curve in curves if len(curve.ys)), default=LEAST_FIGURE)
    level = exploitability_axis([lowest, max(own.ys, default=1.0)], log=drawn.log)
    return over_iterations(curves, level, model.total, log=drawn.log, widest=widest)


def widest_label(names: Sequence[str]) -> str:
    """Return the widest label that runs of these names can have."""
    return max((f"{name} 0.00000" for name in names), key=len, default="")


def exploitability_labels(model: LabModel, record: RunRecord, iteration: int) -> LineLabels:
    """Return this run and the others, each with its figure of a moment."""
    labels: dict[str, tuple[str, float]] = {}
    for name, other in model.family.known:
        value = other.at(iteration)
        labels[name] = f"{name} {figure(value)}", value
    own = record.exploitability[record.place(iteration)]
    labels[THIS] = f"{text('lab.this_run')} {figure(own)}", own
    return labels


def set_chart(model: LabModel, record: RunRecord, place: int, drawn: Drawn) -> Chart:
    """Return one set: its average as a line, its current strategy as dots, the equilibrium dashed."""
    sequence = record.bets()[place]
    target = equilibrium(model, record)[sequence] if drawn.nash else None
    curves = (
        Series("current", record.iterations, record.current[sequence], "good", dotted=True),
        Series("average", record.iterations, record.average[sequence], "text"),
    )
    across = iterations_axis(model.total, log=drawn.log)
    return Chart(
        curves, across, SHARES, targets=[Target(target, colour="brass")] if target is not None else ()
    )


def regret_scale(record: RunRecord) -> SignedLog:
    """Return the scale that the regrets of all sets share, logarithmic on both sides of 0."""
    return around([bound(column) for column in record.regret if len(column) for bound in (min, max)])


def regret_chart(model: LabModel, record: RunRecord, place: int, drawn: Drawn, scale: SignedLog) -> Chart:
    """Return the regrets of a set on the scale of all."""
    curves = [
        Series(action, record.iterations, record.regret[sequence], _colour(action), lw=1.4)
        for sequence, action in actions_of(record, place)
    ]
    return Chart(curves, iterations_axis(model.total, log=drawn.log), scale)


def regret_labels(record: RunRecord, place: int, iteration: int) -> list[tuple[str, str]]:
    """Return the regrets of a moment in words, each with its colour."""
    at = record.place(iteration)
    return [
        (f"{action} {figure_of_regret(record.regret[sequence][at])}", _colour(action))
        for sequence, action in actions_of(record, place)
    ]


def figure_of_regret(value: float) -> str:
    """Write a regret: large ones without decimals."""
    return signed(value, 0 if abs(value) >= WHOLE else 1)


def _colour(action: str) -> str:
    """Return the colour of an action: bets and calls are warm."""
    return "bad" if action == "b" else "info"


def actions_of(record: RunRecord, place: int) -> list[tuple[int, str]]:
    """Return the sequences of a set, each with the letter of its action."""
    return [
        (sequence, record.sets.actions[owner][action])
        for sequence, (owner, action) in enumerate(record.sets.sequences)
        if owner == place
    ]


def figure(value: float) -> str:
    """Write an exploitability: four decimals, five where it is small, below that as a power of ten.

    >>> figure(0.0083), figure(0.00013), figure(0.00000023), figure(0)
    ('0.0083', '0.00013', '2.3e−7', '0')
    """
    if value == 0 or value >= LEAST_FIGURE:
        return number(value, 4 if value >= 10 * LEAST_FIGURE else 5) if value else "0"
    mantissa, _, power = f"{value:.1e}".partition("e")
    return f"{mantissa}e{number(int(power))}"
