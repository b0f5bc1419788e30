"""The two charts of the page, which share the moment that is shown and read out.

They are the values of the squares over the training, and the lines of play that beat the learner. Squares that the
position does not tell apart, since it looks the same turned or mirrored, make a group: "corners" where all free
corners are in it, else called by its one square, or by the digits of its squares.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from game.features.lab.pictures import SHARES, over_iterations
from game.features.lab.value_explorer.model import ValueExplorerModel
from game.features.lab.value_explorer.sources import draw_in_words
from game.rules.tic_tac_toe import CELLS, EMPTY, Board
from game.study.lab import LearntValues
from game.texts import english, number, text
from game.window.ui.charts.axis import Scale, linear
from game.window.ui.charts.chart import Chart, LineLabels, Series
from game.window.ui.charts.lines import ChartGroup, Lines
from game.window.ui.charts.scales import FromNothing

THIS, OTHER = "this", "other"
EPISODES = "lab.value_explorer.episodes"
"""The text beside the axis of games."""
SIDE = 3
KINDS = {"corners": (0, 2, 6, 8), "edges": (1, 3, 5, 7)}
LOST, DRAWN, WON = 0.0, 0.5, 1.0
RESULTS = {LOST: "lost", DRAWN: "drawn", WON: "won"}
COLOURS = {LOST: "bad", DRAWN: "good", WON: "brass"}


def _images() -> tuple[tuple[int, ...], ...]:
    """Return the eight ways to turn and mirror a board, each as the cells that come to lie row by row."""
    places = [(row, column) for row in range(SIDE) for column in range(SIDE)]
    turned = [tuple(range(CELLS))]
    for _ in range(3):
        last = turned[-1]
        turned.append(tuple(last[SIDE * (SIDE - 1 - column) + row] for row, column in places))
    mirrored = [tuple(one[SIDE * row + SIDE - 1 - column] for row, column in places) for one in turned]
    return (*turned, *mirrored)


IMAGES = _images()


def groups(board: Board) -> list[tuple[int, ...]]:
    """Return the free squares, those together that the position does not tell apart.

    >>> groups((0, 0, 0, 0, -1, 0, 0, 0, 0))
    [(0, 2, 6, 8), (1, 3, 5, 7)]
    """
    kept = [image for image in IMAGES if tuple(board[cell] for cell in image) == tuple(board)]
    free = [cell for cell in range(CELLS) if board[cell] == EMPTY]
    return sorted({tuple(sorted({image[cell] for image in kept})) for cell in free})


def name_of(group: Sequence[int], board: Board) -> str:
    """Return what a group is called."""
    for kind, cells in KINDS.items():
        if len(group) > 1 and set(group) == {cell for cell in cells if board[cell] == EMPTY}:
            return text(f"lab.value_explorer.{kind}")
    if len(group) == 1:
        return english().many("tic_tac_toe.squares")[group[0]].lower()
    *firsts, last = (str(cell + 1) for cell in group)
    return text("lab.value_explorer.squares", firsts=", ".join(firsts), last=last)


def found_out(board: Board, values: Mapping[int, float], exact: Mapping[int, float]) -> str:
    """Return the kind of squares ("corners", "edges") of which a learner has found out that they lose, or nothing.

    It has where just these lose, and it values each of them below all others.
    """
    losing = {cell for cell, worth in exact.items() if worth == LOST}
    others = [values[cell] for cell in exact if cell not in losing]
    if not losing or not others or max(values[cell] for cell in losing) >= min(others):
        return ""
    for kind, cells in KINDS.items():
        if losing == {cell for cell in cells if board[cell] == EMPTY}:
            return kind
    return ""


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
        return known.episodes[known.place(int(under))] if known and under is not None else None

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
    curves = []
    for cell, series in values.values.items():
        curves.append(Series(str(cell), values.episodes, series, COLOURS[values.exact[cell]], lw=1.5))
    return over_iterations(curves, SHARES, model.total, log=log, title=EPISODES, widest=_widest(model))


def value_labels(model: ValueExplorerModel, episode: int) -> LineLabels:
    """Return the labels at an episode: a group of squares, from which value to which, and what they are worth."""
    values = model.values
    if values is None or not (squares := values.squares(episode)):
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
    widest = _drawn(model.source.other_draw_value, 10**power) if model.source is not None else ""
    return over_iterations(curves, scale, model.total, log=log, title=EPISODES, widest=widest)


def line_labels(model: ValueExplorerModel, episode: int) -> LineLabels:
    """Return how many lines beat either at an episode."""
    if model.source is None or model.values is None or model.values.place(episode) < 0:
        return {}
    labels: dict[str, tuple[str, float]] = {}
    if model.contrast is not None:
        lost = sum(model.contrast.lost_lines[model.contrast.place(episode)])
        labels[OTHER] = _drawn(model.source.other_draw_value, lost), lost
    lost = sum(model.values.lost_lines[model.values.place(episode)])
    labels[THIS] = _drawn(model.source.draw_value, lost), lost
    return labels


def _lost(values: LearntValues) -> tuple[int, ...]:
    return tuple(map(sum, values.lost_lines))


def _drawn(worth: float, lost: int) -> str:
    return text("lab.value_explorer.draw_worth", value=draw_in_words(worth), lines=number(lost))
