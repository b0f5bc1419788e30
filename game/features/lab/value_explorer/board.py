"""The board: what the learner thinks of each free square, as figure, ground and a small curve of its training."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence

from game.features.lab.pictures import iterations_axis
from game.features.lab.value_explorer.charts import RESULTS
from game.features.lab.value_explorer.model import ValueExplorerModel
from game.rules.tic_tac_toe import CELLS, EMPTY
from game.tables.tic_tac_toe.board_widget import BoardWidget
from game.texts import number, text
from game.window.ui.canvas.painter import Painter
from game.window.ui.theme import mix
from game.window.ui.widgets import Rect
from game.window.views import board
from game.window.views.value_tint import value_tint

GAP = 4.0
CORNER = 6.0
INSET = 10.0
WORD_ROW = 14.0
LEAST_FOR_CURVE, LEAST_FOR_WORDS = 84.0, 66.0
PALE = 0.65
CURVE_SHARE = 0.24  # of a square
REACH, STROKE = 0.23, 0.06  # of a mark


class ValueBoard(BoardWidget):
    """The control: a click, or Enter on the square that the arrows are on, marks a square."""

    def __init__(self, model: ValueExplorerModel, mark: Callable[[int], None], names: Sequence[str]) -> None:
        super().__init__(text("lab.value_explorer.board"), mark, names)
        self._model = model

    @property
    def value(self) -> str:
        """The square that the arrows are on, and what is thought of it."""
        thought = self._model.squares.get(self.cursor)
        return super().value if thought is None else f"{super().value}, {number(thought, 2)}"

    def cell_rect(self, cell: int) -> Rect:
        """Return where a square lies."""
        return board.plain_square(self.rect, cell, GAP)

    def draw(self, painter: Painter) -> None:
        """Draw the squares; what the learner would mark is ringed."""
        model = self._model
        marks, squares = model.state.board, model.squares
        best = _preferred(squares)
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
        curve = side >= LEAST_FOR_CURVE
        level = y + side * (0.46 if curve else 0.5)
        painter.text(number(value, 2), x + side / 2, level, "figure" if curve else "label_b", "text", al="c")
        if side >= LEAST_FOR_WORDS:
            self._write_words(painter, rect, cell, is_best=is_best)
        if curve:
            self._draw_curve(painter, rect, cell)

    def _write_words(self, painter: Painter, rect: Rect, cell: int, *, is_best: bool) -> None:
        """Write the result of perfect play at the right; at the left "its move" or the digit of the square."""
        x, y, side, _ = rect
        assert self._model.values is not None
        result = RESULTS[self._model.values.exact[cell]]
        row = y + WORD_ROW
        words = text(f"lab.value_explorer.results.{result}")
        wide = painter.text(words, x + side - INSET, row, "small_b", "text", al="r")
        its = text("lab.value_explorer.its_move")
        room = side - 2 * INSET - wide - 6
        if is_best and painter.width(its, "small") <= room:
            painter.text(its, x + INSET, row, "small", "text")
        elif not is_best:
            painter.text(str(cell + 1), x + INSET, row, "small", "text")

    def _draw_curve(self, painter: Painter, rect: Rect, cell: int) -> None:
        """Draw how the value came about: until this moment bright, beyond it pale, 1/2 as a line."""
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


def _preferred(squares: Mapping[int, float]) -> set[int]:
    """Return the squares that the learner would mark, drawing lots; none where it does not mind at all."""
    most = max(squares.values(), default=0.0)
    best = {cell for cell, value in squares.items() if value == most}
    return best if len(best) < len(squares) or len(squares) == 1 else set()
