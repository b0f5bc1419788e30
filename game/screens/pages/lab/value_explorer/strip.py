"""A line of play that beats the learner, board by board, with every mark that was an error."""

from __future__ import annotations

from itertools import pairwise

from game.messages.lab_answers import LostLine
from game.rules.tic_tac_toe import CELLS, EMPTY, TicTacToeState, X
from game.screens.tables.tic_tac_toe.board_widget import SIDE
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.texts import text
from game.screens.ui.theme import mix

GAP, CELL_GAP = 12.0, 1.5
WORDS = 20.0
LARGEST = 84.0
REACH, STROKE = 0.26, 0.10
ERROR_SHARE = 0.55
LEAST = 18.0


def draw(line: LostLine, painter: Painter, rect: Rect) -> None:
    """Draw the boards as large as they fit side by side, each with whose mark was the last."""
    x, y, width, height = rect
    count = len(line.cells)
    side = min(LARGEST, height - WORDS, (width - (count - 1) * GAP) / count)
    if side < LEAST:
        return
    states = [TicTacToeState()]
    for cell in line.cells:
        states.append(states[-1].child(cell))
    for place, (before, after) in enumerate(pairwise(states)):
        left = x + place * (side + GAP)
        is_error = place in line.errors
        _draw_board(painter, (left, y, side, side), after, line.cells[place], is_error=is_error)
        mark = "X" if before.current_player() == 0 else "O"
        words = text("lab.value_explorer.error") if is_error else f"{mark} {place // 2 + 1}"
        style, ink = ("small_b", "bad") if is_error else ("small", "dim")
        painter.text(words, left + side / 2, y + side + WORDS / 2 + 1, style, ink, al="c", fit=side + GAP)


def _draw_board(painter: Painter, rect: Rect, state: TicTacToeState, fresh: int, *, is_error: bool) -> None:
    x, y, side, _ = rect
    each = (side - (SIDE - 1) * CELL_GAP) / SIDE
    if painter.hc:
        painter.rect(rect, None, 2, "line")
    for cell in range(CELLS):
        place = (x + cell % SIDE * (each + CELL_GAP), y + cell // SIDE * (each + CELL_GAP), each, each)
        background = painter.col("raised") if cell == fresh else painter.col("sunk")
        if cell == fresh and is_error:
            background = mix(background, painter.col("bad"), ERROR_SHARE)
        if cell == fresh or not painter.hc:
            painter.rect(place, background, 2, "edge" if cell == fresh else "line")
        mark = state.board[cell]
        middle = place[0] + each / 2, place[1] + each / 2
        if mark == X:
            painter.cross(*middle, REACH * each, STROKE * each, "text")
        elif mark != EMPTY:
            painter.ring(*middle, REACH * each, "info", STROKE * each)
