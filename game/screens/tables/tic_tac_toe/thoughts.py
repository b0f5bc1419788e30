"""What is told about the squares of a position: their values, why there are none, or what the opponent thought."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.screens.models.records import Record
from game.screens.tables.tic_tac_toe.labels import TicTacToeWords
from game.screens.tables.tic_tac_toe.made_moves import LEGEND, made_box, scale, value_box
from game.screens.tables.tic_tac_toe.square_values import SquareValues, View, are_equal, best_squares, verdict
from game.screens.ui.layout import Box, Column, Either, Row, Space, grow
from game.screens.ui.leaves import Words
from game.screens.ui.leaves.bands import caps
from game.screens.ui.texts import text
from game.screens.views.board import SquareValue
from game.screens.views.value_row import ValueRow, valued

ROW, LEAST_ROW = 32.0, 22.0
BELOW_VALUES, COLUMN_GAP = 12.0, 16.0
CAPTIONS: Mapping[View, str] = {"theirs": "what_they_think", "truth": "what_is_true", "off": "values_caption"}


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What is told about the position: squares with their values, or `words` why there are none; the moves made.

    `equal` says in words that all squares are worth the same.
    """

    caption: str
    words: str = ""
    values: Mapping[int, float] | None = None
    equal: str = ""
    squares: Sequence[str] = ()
    made: Sequence[ValueRow] = ()
    made_by: str = ""
    made_are_valued: bool = False


def thoughts_of(values: Mapping[int, float], view: View, name: str, squares: Sequence[str]) -> Thoughts:
    """Return the values of a view, or that all squares are worth the same: to `name`, or in truth."""
    equal = ""
    if are_equal(values):
        found = verdict(next(iter(values.values())))
        key = "all_equal" if view == "theirs" else f"squares_{found}.every"
        equal = text(f"tic_tac_toe.{key}", name=name)
    return Thoughts(_caption(view, name), values=values, equal=equal, squares=squares)


def told_on_board(
    values: Mapping[int, float], view: View, words: TicTacToeWords
) -> Mapping[int, SquareValue] | None:
    """Return what is written on the squares of the board; nothing without values."""
    best, believed = best_squares(values), view == "theirs"
    marks = {
        cell: SquareValue(value, words.verdict(value, believed=believed), cell in best)
        for cell, value in values.items()
    }
    return marks or None


def instead_of_thoughts(values: SquareValues, name: str, *, teaching: bool) -> Thoughts:
    """Return how to see the values, while none show."""
    if not teaching:
        return Thoughts(text("tic_tac_toe.serious_caption"), text("tic_tac_toe.values_in_teaching"))
    key = "no_values" if values.missing else "values_on_your_move"
    hidden = values.view == "off"
    return Thoughts(_caption(values.view, name), text(f"tic_tac_toe.{'values_hidden' if hidden else key}"))


def record_in_words(record: Record, name: str, *, stages: int, alone: bool) -> str:
    """Return the record against `name`: of all `stages`, or of two people where one does not play alone."""
    counts = {"won": record.wins, "drawn": record.draws, "lost": record.losses}
    key = "record_of_two" if not alone else "record_of_all" if stages > 1 else "record"
    return text(f"tic_tac_toe.{key}", name=name, **counts)


def _caption(view: View, name: str) -> str:
    """Say whose values are shown."""
    return text(f"tic_tac_toe.{CAPTIONS[view]}", name=name)


def thoughts_box(thoughts: Thoughts) -> Box:
    """Return the values as bars, the best first; or how to see them, and the moves that were made."""
    if thoughts.values is None:
        limit = 2 if thoughts.made else 4
        made = made_box(thoughts.made, thoughts.made_by, are_valued=thoughts.made_are_valued)
        words = Words(thoughts.words, "label", "dim", 10.5, limit)
        caption = Column(caps(thoughts.caption, above=24.0, below=17.5), words).when(thoughts.caption)
        return Column(caption, made.when(thoughts.made).sized(grow()))
    if thoughts.equal:
        words = Words(thoughts.equal, "label", "text", 10.5, 3)
        return Column(caps(thoughts.caption, above=24.0, below=17.5), words, scale())
    heading = caps(thoughts.caption, above=24.0, below=10.0)
    return Column(heading, _values(thoughts, thoughts.values).sized(grow()))


def _values(thoughts: Thoughts, values: Mapping[int, float]) -> Box:
    """Return every square; in two columns without bars where they are too many."""
    best = best_squares(values)
    ranked = sorted(values.items(), key=lambda item: (-item[1], item[0]))
    rows = [valued(thoughts.squares[cell], value, best=cell in best) for cell, value in ranked]

    def column(some: Sequence[ValueRow], *, bar: bool) -> Box:
        return Column(*(value_box(row, least=LEAST_ROW, most=ROW, bar=bar) for row in some))

    half = math.ceil(len(rows) / 2)
    two = Row(*(column(part, bar=False).sized(grow()) for part in (rows[:half], rows[half:])), gap=COLUMN_GAP)
    tall = half * ROW
    one = Column(column(rows, bar=True).sized(grow(1, most=len(rows) * ROW)), scale(), Space(BELOW_VALUES))
    low = Column(two.sized(grow(1, most=tall)), scale(), Space(BELOW_VALUES))
    return Either(one, low, least=len(rows) * LEAST_ROW + LEGEND + BELOW_VALUES)
