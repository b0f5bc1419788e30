"""The board and the two charts of the page about learnt values.

One chart shows the values of the squares over the training. The other chart shows the number of lines of play that
beat the learner. Both charts show the same selected episode.

Squares that are equivalent by symmetry form a group with one label. If the group consists of all free corners, the
label is "corners". If the group consists of all free edges, the label is "edges". The label of a single square is
the name of the square. The label of any other group is the digits of its squares.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from game.features.lab.base import lab_panel
from game.features.lab.pictures import SHARES, iterations_axis, over_iterations
from game.features.lab.values_model import ValueExplorerModel, format_draw_value
from game.rules.tic_tac_toe import CELLS, EMPTY, Board
from game.study.lab import LearntValues
from game.tables.tic_tac_toe.view import BoardWidget
from game.texts import current, join_label, join_list, number, text, uncapitalize
from game.window.ui.canvas.painter import Painter
from game.window.ui.charts.axes import FromNothing, Scale, linear
from game.window.ui.charts.chart import Chart, LineLabels, Series
from game.window.ui.charts.lines import ChartGroup, Lines
from game.window.ui.layout import Stack, grow
from game.window.ui.leaves import Filled, Panel, Paragraph, Words
from game.window.ui.theme import mix
from game.window.ui.widgets import Rect
from game.window.views import board
from game.window.views.board import value_tint

THIS, OTHER = "this", "other"
EPISODES = "lab.value_explorer.episodes"
"""The text key of the unit on the axis of training games."""
SIDE = 3
KINDS = {"corners": (0, 2, 6, 8), "edges": (1, 3, 5, 7)}
LOST, DRAWN, WON = 0.0, 0.5, 1.0
RESULTS = {LOST: "lost", DRAWN: "drawn", WON: "won"}
COLOURS = {LOST: "bad", DRAWN: "good", WON: "brass"}


def _images() -> tuple[tuple[int, ...], ...]:
    """Return the eight symmetries of a board.

    A symmetry lists, for each cell of the new board, the index of the old cell that provides the content.
    """
    places = [(row, column) for row in range(SIDE) for column in range(SIDE)]
    turned = [tuple(range(CELLS))]
    for _ in range(3):
        last = turned[-1]
        turned.append(tuple(last[SIDE * (SIDE - 1 - column) + row] for row, column in places))
    mirrored = [tuple(one[SIDE * row + SIDE - 1 - column] for row, column in places) for one in turned]
    return (*turned, *mirrored)


IMAGES = _images()


def groups(board: Board) -> list[tuple[int, ...]]:
    """Return the free squares, grouped by the symmetries of the position.

    >>> groups((0, 0, 0, 0, -1, 0, 0, 0, 0))
    [(0, 2, 6, 8), (1, 3, 5, 7)]
    """
    kept = [image for image in IMAGES if tuple(board[cell] for cell in image) == tuple(board)]
    free = [cell for cell in range(CELLS) if board[cell] == EMPTY]
    return sorted({tuple(sorted({image[cell] for image in kept})) for cell in free})


def name_squares(group: Sequence[int], board: Board) -> str:
    """Return the name of a group of squares."""
    for kind, cells in KINDS.items():
        if len(group) > 1 and set(group) == {cell for cell in cells if board[cell] == EMPTY}:
            return text(f"lab.value_explorer.{kind}")
    if len(group) == 1:
        return uncapitalize(current().many("tic_tac_toe.squares")[group[0]])
    *firsts, last = (str(cell + 1) for cell in group)
    return text("lab.value_explorer.squares", firsts=", ".join(firsts), last=last)


def found_out(board: Board, values: Mapping[int, float], exact: Mapping[int, float]) -> str:
    """Return the kind of squares ("corners", "edges") that a learner has recognised as losing, or "".

    The squares of this kind must be exactly the losing squares. The learner must value each of them below all
    other squares.
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
    """The two charts over the training: the values of the squares, and the lines of play that beat the learner."""

    def __init__(self, model: ValueExplorerModel) -> None:
        self.values = Lines("chart", text("lab.value_explorer.values_title"))
        self.lines = Lines("lines", text("lab.value_explorer.lines_title"))
        super().__init__(self.values, self.lines)
        self._model = model

    @property
    def hover_target(self) -> int | None:
        under, known = self.under, self._model.values
        return known.episodes[known.place(int(under))] if known and under is not None else None

    def panels(self) -> tuple[Panel, Panel]:
        """Return the panels of values and lines at the episode under the mouse, or else at the current episode."""
        model, known, log = self._model, self._model.values, self.log
        if known is None:
            self.clear()
        elif self.redraws((model.version, log)):
            self.values.together = together(model)
            self.values.chart = values_chart(model, known, log=log) if known.values else None
            self.lines.chart = lines_chart(model, known, log=log)
        probe = self.hover_target
        moment = model.now if probe is None else probe
        self.read_out(model.now, probe, value_labels(model, moment), line_labels(model, moment))
        over = text("lab.value_explorer.over") if known and model.state.is_terminal() else wait_words(model)
        chart = Stack(Filled(self.values), Paragraph(over, "small")).sized(grow())
        reading = Words(model.value_help, "small", "dim", 0).when(model.value_help)
        values = lab_panel(chart, reading, title=_format_finding(model), corner=text("lab.strategy.corner"))
        chart = Stack(Filled(self.lines), Paragraph(wait_words(model), "small")).sized(grow())
        names = ("title", "note", "corner")
        title, note, corner = (text(f"lab.value_explorer.lines_{part}") for part in names)
        return values, lab_panel(chart, title=title, note=note, corner=corner)


def wait_words(model: ValueExplorerModel) -> str:
    is_awaited = model.values is None and model.source is not None and not model.problem
    return text("lab.waiting") if is_awaited else ""


def _format_finding(model: ValueExplorerModel) -> str:
    if model.values is None or not model.squares:
        return text("lab.value_explorer.values_title")
    if not model.now:
        return text("lab.value_explorer.untrained")
    found = found_out(model.state.board, model.squares, model.values.exact)
    return text(f"lab.value_explorer.found.{found}") if found else text("lab.value_explorer.values_title")


# ---- values ---------------------------------------------------------------------------------------------------
def values_chart(model: ValueExplorerModel, values: LearntValues, *, log: bool) -> Chart:
    """Return the chart with a curve for every square, coloured by its true value."""
    curves = []
    for cell, series in values.values.items():
        curves.append(Series(str(cell), values.episodes, series, COLOURS[values.exact[cell]], lw=1.5))
    found = groups(model.state.board)
    labels = [_label(model, group, "0.00–0.00" if len(group) > 1 else "0.00") for group in found]
    widest = max(labels, key=len, default="")
    return over_iterations(curves, SHARES, model.total, log=log, title=EPISODES, widest=widest)


def value_labels(model: ValueExplorerModel, episode: int) -> LineLabels:
    """Return the labels at an episode.

    A label has the name of a group of squares, the range of its values, and its true value.
    """
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
    return {str(group[0]): frozenset(map(str, group)) for group in groups(model.state.board)}


def _label(model: ValueExplorerModel, group: tuple[int, ...], span: str) -> str:
    assert model.values is not None
    result = text(f"lab.value_explorer.results.{RESULTS[model.values.exact[group[0]]]}")
    return join_label(name_squares(group, model.state.board), join_list(span, result))


# ---- lines that beat it ---------------------------------------------------------------------------------------
def lines_chart(model: ValueExplorerModel, values: LearntValues, *, log: bool) -> Chart:
    """Return the chart of the number of lines that beat the learner, in both seats.

    A second curve shows the same learner trained with another value of a draw.
    """
    own = _lost(values)
    curves = [Series(THIS, values.episodes, own, "brass", lw=2.2)]
    most = max(own)
    if model.contrast is not None:
        other = _lost(model.contrast)
        most = max(most, *other)
        curves.insert(0, Series(OTHER, model.contrast.episodes, other, "info", lw=1.4))
    power = max(1, math.ceil(math.log10(1 + most)))
    scale: Scale = FromNothing(power) if log else linear([most])
    widest = _format_draw(model.source.other_draw_value, 10**power) if model.source is not None else ""
    return over_iterations(curves, scale, model.total, log=log, title=EPISODES, widest=widest)


def line_labels(model: ValueExplorerModel, episode: int) -> LineLabels:
    """Return the labels at an episode: the numbers of lines that beat the learner as X and as O."""
    if model.source is None or model.values is None or model.values.place(episode) < 0:
        return {}
    labels: dict[str, tuple[str, float]] = {}
    if model.contrast is not None:
        lost = sum(model.contrast.lost_lines[model.contrast.place(episode)])
        labels[OTHER] = _format_draw(model.source.other_draw_value, lost), lost
    lost = sum(model.values.lost_lines[model.values.place(episode)])
    labels[THIS] = _format_draw(model.source.draw_value, lost), lost
    return labels


def _lost(values: LearntValues) -> tuple[int, ...]:
    return tuple(map(sum, values.lost_lines))


def _format_draw(worth: float, lost: int) -> str:
    return text("lab.value_explorer.draw_worth", value=format_draw_value(worth), lines=number(lost))


GAP = 4.0
CORNER = 6.0
INSET = 10.0
WORD_ROW = 14.0
MIN_FOR_CURVE, MIN_FOR_WORDS = 84.0, 66.0
PALE = 0.65
CURVE_SHARE = 0.24  # fraction of a square
REACH, STROKE = 0.23, 0.06  # fractions of a mark


class ValueBoard(BoardWidget):
    """The board as a control.

    A click on a square sets a mark there. Enter sets a mark on the square selected with the arrow keys.
    """

    def __init__(self, model: ValueExplorerModel, names: Sequence[str]) -> None:
        super().__init__(text("lab.value_explorer.board"), model.mark, names)
        self._model = model

    @property
    def value(self) -> str:
        thought = self._model.squares.get(self.cursor)
        return super().value if thought is None else f"{super().value}, {number(thought, 2)}"

    def cell_rect(self, cell: int) -> Rect:
        return board.plain_square(self.rect, cell, GAP)

    def draw(self, painter: Painter) -> None:
        """Draw the squares. Rings mark the squares that the learner would choose."""
        model = self._model
        marks, squares = model.state.board, model.squares
        most = max(squares.values(), default=0.0)
        best = {cell for cell, value in squares.items() if value == most}
        if len(best) == len(squares) > 1:
            best = set()  # all squares have the same value
        for cell in range(CELLS):
            rect = self.cell_rect(cell)
            if marks[cell] != EMPTY:
                in_line = cell in (model.state.line or ())
                fill, edge = ("raised", "brass") if in_line else ("sunk", "line")
                painter.rect(rect, fill, CORNER, edge)
                board.draw_plain_mark(painter, rect, marks[cell], REACH, STROKE)
            elif cell in squares:
                self._draw_value(painter, rect, cell, squares[cell], is_best=cell in best)
            else:
                painter.rect(rect, "sunk", CORNER, "line")
            if cell == self.under and marks[cell] == EMPTY:
                painter.rect(rect, None, CORNER, "text", 1.2)
        if self.focused:
            painter.focus_ring(self.cell_rect(self.cursor), CORNER)

    def _draw_value(self, painter: Painter, rect: Rect, cell: int, value: float, *, is_best: bool) -> None:
        x, y, side, _ = rect
        edge, wide = ("brass", 2) if is_best else ("line", 1)
        painter.rect(rect, value_tint(painter, value), CORNER, edge, wide)
        curve = side >= MIN_FOR_CURVE
        level = y + side * (0.46 if curve else 0.5)
        painter.text(number(value, 2), x + side / 2, level, "figure" if curve else "label_b", "text", al="c")
        if side >= MIN_FOR_WORDS:
            # The result of perfect play is at the right, "its move" or the digit of the square at the left.
            assert self._model.values is not None
            result = RESULTS[self._model.values.exact[cell]]
            row = y + WORD_ROW
            words = text(f"lab.value_explorer.results.{result}")
            taken = painter.text(words, x + side - INSET, row, "small_b", "text", al="r")
            its = text("lab.value_explorer.its_move")
            room = side - 2 * INSET - taken - 6
            if is_best and painter.width(its, "small") <= room:
                painter.text(its, x + INSET, row, "small", "text")
            elif not is_best:
                painter.text(str(cell + 1), x + INSET, row, "small", "text")
        if curve:
            self._draw_curve(painter, rect, cell)

    def _draw_curve(self, painter: Painter, rect: Rect, cell: int) -> None:
        """Draw the curve of a square's value: bright up to the current episode, pale after it. A line marks 1/2."""
        x, y, side, _ = rect
        model, values = self._model, self._model.values
        assert values is not None
        high = CURVE_SHARE * side
        bottom, wide = y + side - INSET, side - 2 * INSET
        across = iterations_axis(model.total, log=True).shares(values.episodes)
        curve = zip(across, values.values[cell], strict=True)
        points = [(x + INSET + wide * share, bottom - high * value) for share, value in curve]
        background = value_tint(painter, model.squares[cell])
        faint = mix(painter.col("text"), background, PALE)
        painter.line(x + INSET, bottom - high / 2, x + INSET + wide, bottom - high / 2, faint)
        now = bisect_right(values.episodes, model.now)
        painter.curve(points[max(0, now - 1) :], faint, 1.2)
        painter.curve(points[:now], "text", 1.4)
