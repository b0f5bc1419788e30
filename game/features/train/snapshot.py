"""What a run knows now, as a small picture: values of squares, or how often each hand takes the bold action.

Values of nine first moves are shown as the board; a strategy as a table, a column for every card and a row for
every situation, where the information states are named by a card and what was done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from game.features.train.charts import HEAD, figure_of_share
from game.study.run_words import own_words
from game.study.training import RunSnapshot
from game.texts import english, number, percent, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Row, Space, grow, share
from game.window.ui.leaves import FigureCell, Line, Panel, Paragraph, Picture
from game.window.ui.leaves.panel_head import PADDING
from game.window.ui.theme import RGB, mix
from game.window.views.board import plain_square
from game.window.views.value_tint import colour_share, value_tint

CELLS = 9
GAP, MOST_BOARD = 4.0, 170.0
ROW, HEAD_LINE, HEAD_GAP = 30.0, 20.0, 6.0
MOST_COLUMNS, MOST_ROWS = 6, 6
LABEL_SHARE, LABEL_GAP = 0.42, 8.0


def snapshot_panel(snapshot: RunSnapshot | None, width: float, values: Box | None) -> Panel:
    """Return what a run knows now, in a column of this width; `values` leads to the lab, where it shows more."""
    title, note = text("train.snapshot.none"), ""
    picture: Box = Picture(partial(_draw_board, {}), min(MOST_BOARD, width))
    if snapshot is not None:
        board = next(iter(snapshot.table.values()), {})
        is_board = snapshot.meaning == "values" and len(board) == CELLS
        names = ("board", "value_for_x") if is_board else (snapshot.meaning, f"{snapshot.meaning}_note")
        title, note = (text(f"train.snapshot.{name}") for name in names)
        picture = (
            Picture(partial(_draw_board, board), min(MOST_BOARD, width)) if is_board else _table(snapshot)
        )
    below = () if values is None else (Space(12), values)
    foot = PADDING if values is None else 12
    return Panel(picture.sized(grow()), *below, title=title, note=note, head=HEAD, foot=foot).focused_last()


def _draw_board(values: Mapping[int, float], painter: Painter, rect: Rect) -> None:
    x, y, width, height = rect
    side = min(MOST_BOARD, width, height)
    board = x + (width - side) / 2, y, side, side
    for place, (_, value) in enumerate(sorted(values.items())):
        cell = plain_square(board, place, GAP)
        best = value == max(values.values())
        painter.rect(cell, value_tint(painter, value), 6, "brass" if best else "line")
        middle = cell[0] + cell[2] / 2, cell[1] + cell[3] / 2
        painter.text(number(value, 2), *middle, "small_b", "text", al="c")


def _table(snapshot: RunSnapshot) -> Column:
    """Return the share of the last action, the bold one, for every card and situation."""
    table = snapshot.table
    if not table:
        return Column(Paragraph(text("train.snapshot.nothing"), "small"))
    write = figure_of_share if snapshot.meaning == "buckets" else percent
    columns = list(dict.fromkeys(key[:1] for key in table))[:MOST_COLUMNS]
    rows = sorted({key[1:] for key in table}, key=lambda row: (len(row), row))[:MOST_ROWS]
    heads = [FigureCell(_named("cards", name), "small", "faint", height=HEAD_LINE) for name in columns]
    lines = [_row(own_words(f"train.rows.{snapshot.meaning}", ""), "faint", heads), Space(HEAD_GAP)]
    for row in rows:
        strategies = [table.get(column + row) for column in columns]
        shares = [None if one is None else one[max(one)] for one in strategies]
        cells = [
            Box() if bold is None else FigureCell(write(bold), height=ROW, fill=partial(_tint, bold))
            for bold in shares
        ]
        lines.append(_row(_named("situations", row or "first"), "dim", cells))
    return Column(*lines)


def _row(name: str, ink: str, cells: Sequence[Box]) -> Row:
    """Return a row of the table, as high as its cells."""
    label = Row(Line(name, "small", ink, height=0).sized(grow()), Space(LABEL_GAP))
    return Row(label.sized(share(LABEL_SHARE)), *(cell.sized(grow()) for cell in cells))


def _tint(bold: float, painter: Painter) -> RGB:
    return mix(painter.col("raised"), painter.col("brass"), colour_share(bold))


def _named(kind: str, name: str) -> str:
    key = f"train.{kind}.{name}"
    return text(key) if english().known(key) else name
