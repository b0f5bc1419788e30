"""The panels of the page: the board with its legend, the charts, and a line of play that beats the learner.

The line is shown board by board, with every mark that was an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from game.core import TERMINAL
from game.features.lab.parts import SIDE, TITLE, lab_panel
from game.features.lab.value_explorer.charts import RESULTS, found_out
from game.features.lab.value_explorer.model import ValueExplorerModel
from game.features.lab.value_explorer.sources import HALF, draw_in_words
from game.rules.tic_tac_toe import CELLS, TicTacToeState
from game.study.lab import LostLine
from game.texts import number, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.lines import Lines
from game.window.ui.layout import Box, Column, Row, Space, Squared, Stack, fixed, grow
from game.window.ui.leaves import Filled, Fitted, Panel, Paragraph, Picture, Words
from game.window.ui.theme import mix
from game.window.ui.widgets import Button, Widget
from game.window.views.board import draw_plain_mark, plain_square
from game.window.views.value_tint import value_tint

BUTTON, GAP, BELOW = 40.0, 8.0, 62.0
STRIP = 156.0
LEGEND_BAR, LEGEND_WIDTH, LEGEND_STEPS = 8.0, 190.0, 48
BETWEEN_BOARDS, CELL_GAP, WORDS = 12.0, 1.5, 20.0  # of a line of play
LEAST, LARGEST = 18.0, 84.0  # side of a board in it
REACH, STROKE = 0.26, 0.10
ERROR_SHARE = 0.55
MARKS = ("X", "O")


# ---- the board ------------------------------------------------------------------------------------------------
def board(model: ValueExplorerModel, squares: Widget, buttons: Sequence[Button]) -> Panel:
    """Return the board, and below it the legend and what takes marks back; says who is to move, or who has won."""
    legend = Picture(partial(_draw_legend, legend_of(model))).sized(grow(most=LEGEND_WIDTH))
    row = Row(Row(legend, Space(GAP)).sized(grow()), *(Fitted(button, BUTTON) for button in buttons), gap=GAP)
    below = Column(Space(10), row.sized(fixed(BUTTON)))
    shown = Squared(Filled(squares), below, strip=BELOW).sized(grow())
    player = model.state.current_player()
    if player == TERMINAL:
        winner = model.state.winner
        over = "lab.value_explorer.drawn_game" if winner is None else "lab.value_explorer.won_game"
        title, note, corner = text(over, mark="" if winner is None else MARKS[winner]), "", ""
    else:
        keys = "lab.value_explorer.to_move", "lab.value_explorer.of_each"
        title, note = (text(key, mark=MARKS[player]) for key in keys)
        corner = _perfect(model)
    return Panel(shown, title=title, note=note, corner=corner, head=TITLE, foot=0, side=SIDE)


def _perfect(model: ValueExplorerModel) -> str:
    """Return what the position is worth to the player to move if nobody errs."""
    if model.values is None or not model.values.exact:
        return ""
    result = text(f"lab.value_explorer.results.{RESULTS[max(model.values.exact.values())]}")
    return text("lab.value_explorer.perfect", result=result)


def legend_of(model: ValueExplorerModel) -> tuple[str, str, str]:
    """Return what the least value, one in between and the greatest stand for to this learner."""
    worth = model.source.draw_value if model.source is not None else HALF
    lost, won = text("lab.value_explorer.legend.lost"), text("lab.value_explorer.legend.won")
    if worth == 0:
        return text("lab.value_explorer.legend.lost_or_drawn"), "", won
    if worth == 1:
        return lost, "", text("lab.value_explorer.legend.drawn_or_won")
    return lost, text("lab.value_explorer.legend.drawn", worth=draw_in_words(worth)), won


def _draw_legend(words: tuple[str, str, str], painter: Painter, rect: Rect) -> None:
    """Draw the grounds from lost to won, and name them."""
    x, y, width, height = rect
    bar = y + height / 2 - LEGEND_BAR - 2
    for step in range(LEGEND_STEPS):
        left = x + width * step / LEGEND_STEPS
        colour = value_tint(painter, step / (LEGEND_STEPS - 1))
        painter.fill(colour, painter.box((left, bar, width / LEGEND_STEPS + 0.5, LEGEND_BAR)))
    row = bar + LEGEND_BAR + 12
    lost, drawn, won = words
    painter.text(lost, x, row, "small", "dim")
    painter.text(won, x + width, row, "small", "dim", al="r")
    if drawn:
        painter.text(drawn, x + width / 2, row, "small", "dim", al="c")


# ---- beside it ------------------------------------------------------------------------------------------------
def values(model: ValueExplorerModel, chart: Lines) -> Panel:
    """Return how the squares were valued over the training, and what was found out by then."""
    over = text("lab.value_explorer.over") if model.values and model.state.is_terminal() else _waiting(model)
    shown = Stack(Filled(chart), Paragraph(over, "small")).sized(grow())
    reading = Words(model.value_help, "small", "dim", 0).when(model.value_help)
    corner = text("lab.strategy.corner")
    return lab_panel(shown, reading, title=_finding(model), corner=corner)


def _finding(model: ValueExplorerModel) -> str:
    if model.values is None or not model.squares:
        return text("lab.value_explorer.values_title")
    if not model.now:
        return text("lab.value_explorer.untrained")
    found = found_out(model.state.board, model.squares, model.values.exact)
    return text(f"lab.value_explorer.found.{found}") if found else text("lab.value_explorer.values_title")


def lines(model: ValueExplorerModel, chart: Lines) -> Panel:
    """Return how many lines of play beat it over the training."""
    shown = Stack(Filled(chart), Paragraph(_waiting(model), "small")).sized(grow())
    title, note, corner = (text(f"lab.value_explorer.lines_{part}") for part in ("title", "note", "corner"))
    return lab_panel(shown, title=title, note=note, corner=corner)


def line_of_play(model: ValueExplorerModel) -> Panel:
    """Return a line that beats it: the part that it plays, and when, for a replay waits for no other line."""
    line, games = model.line, number(model.line_of)
    said = text("lab.value_explorer.unbeaten") if model.lost_lines == (0, 0) else _waiting(model)
    shown: Box = Paragraph(said, "small")
    if line is not None and model.values is not None and not said:
        shown = Picture(partial(_draw_line, line))
    title, note = text("lab.value_explorer.strip_title"), ""
    if line is not None:
        note = text("lab.value_explorer.strip_note", mark=MARKS[line.player], games=games)
    return lab_panel(shown.sized(grow()), title=title, note=note).sized(fixed(STRIP))


def _waiting(model: ValueExplorerModel) -> str:
    """Return what stands in a panel before there is anything to show."""
    is_awaited = model.values is None and model.source is not None and not model.problem
    return text("lab.waiting") if is_awaited else ""


def _draw_line(line: LostLine, painter: Painter, rect: Rect) -> None:
    """Draw the boards as large as they fit side by side, each with whose mark was the last."""
    x, y, width, height = rect
    count = len(line.cells)
    side = min(LARGEST, height - WORDS, (width - (count - 1) * BETWEEN_BOARDS) / count)
    if side < LEAST:
        return
    states = [TicTacToeState()]
    for cell in line.cells:
        states.append(states[-1].child(cell))
    for place, (before, after) in enumerate(pairwise(states)):
        left = x + place * (side + BETWEEN_BOARDS)
        is_error = place in line.errors
        _draw_board(painter, (left, y, side, side), after, line.cells[place], is_error=is_error)
        mark = "X" if before.current_player() == 0 else "O"
        words = text("lab.value_explorer.error") if is_error else f"{mark} {place // 2 + 1}"
        style, ink = ("small_b", "bad") if is_error else ("small", "dim")
        middle, row = left + side / 2, y + side + WORDS / 2 + 1
        painter.text(words, middle, row, style, ink, al="c", fit=side + BETWEEN_BOARDS)


def _draw_board(painter: Painter, rect: Rect, state: TicTacToeState, fresh: int, *, is_error: bool) -> None:
    if painter.hc:
        painter.rect(rect, None, 2, "line")
    for cell in range(CELLS):
        place = plain_square(rect, cell, CELL_GAP)
        background = painter.col("raised") if cell == fresh else painter.col("sunk")
        if cell == fresh and is_error:
            background = mix(background, painter.col("bad"), ERROR_SHARE)
        if cell == fresh or not painter.hc:
            painter.rect(place, background, 2, "edge" if cell == fresh else "line")
        draw_plain_mark(painter, place, state.board[cell], REACH, STROKE)
