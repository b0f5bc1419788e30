"""What a run knows now, as a small picture: values of squares, or how often each hand takes the bold action.

Values of nine first moves are shown as the board; a strategy as a table, a column for every card and a row for
every situation, where the information states are named by a card and what was done.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.messages.training_answers import RunSnapshot
from game.screens.models.run_words import own_words
from game.screens.pages.train.charts import HEAD, figure_of_share
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.layout import Box, Space, grow
from game.screens.ui.leaves import Panel, Picture
from game.screens.ui.leaves.panel_head import PADDING
from game.screens.ui.texts import english, number, percent, text
from game.screens.ui.theme import mix
from game.screens.views.board import plain_square
from game.screens.views.value_tint import colour_share, value_tint

CELLS = 9
GAP, MOST_BOARD = 4.0, 170.0
ROW, HEAD_ROW = 30.0, 26.0
MOST_COLUMNS, MOST_ROWS = 6, 6
LABEL_SHARE = 0.42


def is_board(snapshot: RunSnapshot) -> bool:
    """Return whether it holds values for nine squares."""
    return snapshot.meaning == "values" and len(_first(snapshot)) == CELLS


def snapshot_panel(snapshot: RunSnapshot | None, width: float, values: Box | None) -> Panel:
    """Return what a run knows now, in a column of this width; `values` leads to the lab, where it shows more."""
    title, note = text("train.snapshot.none"), ""
    if snapshot is not None:
        shown = (
            ("board", "value_for_x") if is_board(snapshot) else (snapshot.meaning, f"{snapshot.meaning}_note")
        )
        title, note = (text(f"train.snapshot.{part}") for part in shown)
    picture = Picture(partial(_draw, snapshot), height(snapshot, width)).sized(grow())
    below = () if values is None else (Space(12), values)
    foot = PADDING if values is None else 12
    return Panel(picture, *below, title=title, note=note, head=HEAD, foot=foot).focused_last()


def _draw(snapshot: RunSnapshot | None, painter: Painter, rect: Rect) -> None:
    """Draw the picture; nothing where the run has not yet told what it knows."""
    if snapshot is not None and is_board(snapshot):
        _draw_board(painter, rect, _first(snapshot))
    elif snapshot is not None:
        _draw_table(painter, rect, snapshot)


def _first(snapshot: RunSnapshot) -> Mapping[int, float]:
    return next(iter(snapshot.table.values()), {})


def _draw_board(painter: Painter, rect: Rect, values: Mapping[int, float]) -> None:
    x, y, width, height = rect
    side = min(MOST_BOARD, width, height)
    board = x + (width - side) / 2, y, side, side
    best = max(values.values())
    for place, (_, value) in enumerate(sorted(values.items())):
        cell = plain_square(board, place, GAP)
        painter.rect(cell, value_tint(painter, value), 6, "brass" if value == best else "line")
        middle = cell[0] + cell[2] / 2, cell[1] + cell[3] / 2
        painter.text(number(value, 2), *middle, "small_b", "text", al="c")


def _draw_table(painter: Painter, rect: Rect, snapshot: RunSnapshot) -> None:
    """Draw the share of the last action, the bold one, for every card and situation."""
    x, y, width, _ = rect
    table = snapshot.table
    if not table:
        painter.para(text("train.snapshot.nothing"), x, y + HEAD_ROW / 2 - 3, width, "small", col="dim")
        return
    write = figure_of_share if snapshot.meaning == "buckets" else percent
    columns = list(dict.fromkeys(key[:1] for key in table))[:MOST_COLUMNS]
    rows = sorted({key[1:] for key in table}, key=lambda row: (len(row), row))[:MOST_ROWS]
    label = width * LABEL_SHARE
    each = (width - label) / max(1, len(columns))
    painter.text(
        own_words(f"train.rows.{snapshot.meaning}", ""),
        x,
        y + HEAD_ROW / 2 - 3,
        "small",
        "faint",
        fit=label - 8,
    )
    for place, column in enumerate(columns):
        name = _named("cards", column)
        painter.text(
            name,
            x + label + (place + 0.5) * each,
            y + HEAD_ROW / 2 - 3,
            "small",
            "faint",
            al="c",
            fit=each - 4,
        )
    for line, row in enumerate(rows):
        middle = y + HEAD_ROW + (line + 0.5) * ROW
        painter.text(_named("situations", row or "first"), x, middle, "small", "dim", fit=label - 8)
        for place, column in enumerate(columns):
            strategy = table.get(column + row)
            if strategy is not None:
                share = strategy[max(strategy)]
                cell = (x + label + place * each + 2, middle - ROW / 2 + 2, each - 4, ROW - 4)
                painter.rect(
                    cell, mix(painter.col("raised"), painter.col("brass"), colour_share(share)), 6, "line"
                )
                painter.text(write(share), cell[0] + cell[2] / 2, middle, "small_b", "text", al="c")


def height(snapshot: RunSnapshot | None, width: float) -> float:
    """Return how high the picture is at its best in a column of this width."""
    if snapshot is None or is_board(snapshot):
        return min(MOST_BOARD, width)
    rows = {key[1:] for key in snapshot.table}
    return HEAD_ROW + ROW * min(MOST_ROWS, len(rows))


def _named(kind: str, name: str) -> str:
    key = f"train.{kind}.{name}"
    return text(key) if english().known(key) else name
