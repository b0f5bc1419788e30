"""The two charts of the page, which share the moment that is shown and read out.

They are the values of the squares over the training, and the lines of play that beat the learner.
"""

from __future__ import annotations

import math
from bisect import bisect_right

from game.messages.lab_answers import LearntValues
from game.screens.pages.lab.pictures import SHARES, over_iterations
from game.screens.pages.lab.value_explorer.groups import COLOURS, RESULTS, groups, name_of
from game.screens.pages.lab.value_explorer.model import ValueExplorerModel
from game.screens.pages.lab.value_explorer.sources import draw_in_words
from game.screens.ui.charts.axis import Scale, linear
from game.screens.ui.charts.chart import Chart, LineLabels, Series
from game.screens.ui.charts.lines import ChartGroup, Lines
from game.screens.ui.charts.scales import FromNothing
from game.screens.ui.texts import number, text

THIS, OTHER = "this", "other"
EPISODES = "lab.value_explorer.episodes"
"""The text beside the axis of games."""


class ValueCharts(ChartGroup):
    """The values of the squares, and the lines of play that beat the learner, over its training games."""

    def __init__(self, model: ValueExplorerModel) -> None:
        self.values = Lines("chart", text("lab.value_explorer.values_title"))
        self.lines = Lines("lines", text("lab.value_explorer.lines_title"))
        super().__init__(self.values, self.lines)
        self._model = model

    @property
    def pointed(self) -> int | None:
        """The moment under the mouse on either chart, None if it is not known."""
        under, known = self.under, self._model.values
        return known.episodes[self._model.place_of(int(under))] if known and under is not None else None

    def follow(self) -> None:
        """Redraw the curves if they have grown; read out the moment under the mouse, else the one shown."""
        model, known, log = self._model, self._model.values, self.log
        if known is None:
            self.clear()
        elif self.redraws((model.version, log)):
            self.values.together = together(model)
            self.values.chart = values_chart(model, known, log=log) if known.values else None
            self.lines.chart = lines_chart(model, known, log=log)
        probe = self.pointed
        moment = model.now if probe is None else probe
        self.read_out(model.now, probe, value_labels(model, moment), line_labels(model, moment))


# ---- values ---------------------------------------------------------------------------------------------------
def values_chart(model: ValueExplorerModel, values: LearntValues, *, log: bool) -> Chart:
    """Return a curve for every square, coloured by what it is worth if nobody errs."""
    curves = [
        Series(str(cell), values.episodes, series, COLOURS[values.exact[cell]], lw=1.5)
        for cell, series in values.values.items()
    ]
    return over_iterations(curves, SHARES, model.total, log=log, title=EPISODES, widest=_widest(model))


def value_labels(model: ValueExplorerModel, episode: int) -> LineLabels:
    """Return the labels at an episode: a group of squares, from which value to which, and what they are worth."""
    values, squares = model.values, model.squares_at(episode)
    if values is None or not squares:
        return {}
    labels: dict[str, tuple[str, float]] = {}
    for group in groups(model.state.board):
        found = [squares[cell] for cell in group]
        low, high = number(min(found), 2), number(max(found), 2)
        span = low if low == high else f"{low}–{high}"
        labels[str(group[0])] = _label(model, group, span), sum(found) / len(found)
    return labels


def together(model: ValueExplorerModel) -> dict[str, frozenset[str]]:
    """Return the curves of each group, by the one that carries the label."""
    return {str(group[0]): frozenset(map(str, group)) for group in groups(model.state.board)}


def _label(model: ValueExplorerModel, group: tuple[int, ...], span: str) -> str:
    assert model.values is not None
    result = text(f"lab.value_explorer.results.{RESULTS[model.values.exact[group[0]]]}")
    return f"{name_of(group, model.state.board)}: {span}, {result}"


def _widest(model: ValueExplorerModel) -> str:
    found = groups(model.state.board)
    labels = [_label(model, group, "0.00–0.00" if len(group) > 1 else "0.00") for group in found]
    return max(labels, key=len, default="")


# ---- lines that beat it ---------------------------------------------------------------------------------------
def lines_chart(model: ValueExplorerModel, values: LearntValues, *, log: bool) -> Chart:
    """Return how many lines beat it, from both seats, beside the same learner to whom a draw is worth otherwise."""
    own = _lost(values)
    curves = [Series(THIS, values.episodes, own, "brass", lw=2.2)]
    most = max(own)
    if model.contrast is not None:
        other = _lost(model.contrast)
        most = max(most, *other)
        curves.insert(0, Series(OTHER, model.contrast.episodes, other, "info", lw=1.4))
    power = max(1, math.ceil(math.log10(1 + most)))
    scale: Scale = FromNothing(power) if log else linear([most])
    widest = _drawn(model.other_draw_value, 10**power)
    return over_iterations(curves, scale, model.total, log=log, title=EPISODES, widest=widest)


def line_labels(model: ValueExplorerModel, episode: int) -> LineLabels:
    """Return how many lines beat either at an episode."""
    if model.source is None or model.values is None or model.place_of(episode) < 0:
        return {}
    labels: dict[str, tuple[str, float]] = {}
    if model.contrast is not None:
        place = bisect_right(model.contrast.episodes, episode) - 1
        lost = sum(model.contrast.lost_lines[place])
        labels[OTHER] = _drawn(model.other_draw_value, lost), lost
    lost = sum(model.values.lost_lines[model.place_of(episode)])
    labels[THIS] = _drawn(model.source.draw_value, lost), lost
    return labels


def _lost(values: LearntValues) -> tuple[int, ...]:
    return tuple(map(sum, values.lost_lines))


def _drawn(worth: float, lost: int) -> str:
    return text("lab.value_explorer.draw_worth", value=draw_in_words(worth), lines=number(lost))
