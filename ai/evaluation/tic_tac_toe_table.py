"""Tic-tac-toe as a table of its 5,478 positions, or of the 765 that are left where a board stands for its images.

The rules alone (game/rules/tic_tac_toe.py) say the same state by state, which takes eight times as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from ai.algorithms.td_learning import Floats, Ints, PositionTable, build_table
from game.core import Action, Player
from game.rules.tic_tac_toe import CELLS, EMPTY, LINES, MARKS, NUMBERS, Board

SIDE = 3

Cells = int
"""A set of cells: bit k is cell k."""
Marks = tuple[Cells, Cells]
"""The cells of X and of O."""

_SETS = range(2**CELLS)
_HAS_LINE = tuple(any(all(cells >> cell & 1 for cell in line) for line in LINES) for cells in _SETS)
_NUMBER = tuple(sum(3**cell for cell in range(CELLS) if cells >> cell & 1) for cells in _SETS)


@dataclass(frozen=True)
class Boards:
    """All boards that play can reach, and the position table that gives their values.

    numbers: int64[5478], the state number of each board. places: int64[5478], its position in `table`.
    """

    table: PositionTable
    numbers: Ints
    places: Ints

    def spread(self, values: Floats, unknown: float) -> Floats:
        """Return the table's values by state number, float64[2, 19683]; `unknown` for unreachable boards."""
        spread = np.full((2, NUMBERS), unknown)
        spread[:, self.numbers] = values[:, self.places]
        return spread

    def gathered(self, spread: Floats) -> Floats:
        """Return the values of the table, float64[2, positions], from those by state number."""
        values = np.empty((2, len(self.table.players)))
        values[:, self.places] = spread[:, self.numbers]
        return values


@cache
def all_boards() -> Boards:
    """Return all reachable boards, by number of marks, the empty one first. They are computed once."""
    marks: list[Marks] = [(0, 0)]
    places = {(0, 0): 0}
    moves = []
    for x, o in marks:  # grows while it is walked
        onwards = []
        for cell, after in _moves(x, o):
            if after not in places:
                places[after] = len(marks)
                marks.append(after)
            onwards.append((cell, places[after]))
        moves.append(onwards)
    table = build_table(
        moves,
        players=[_to_move(x, o) for x, o in marks],
        returns=[float(_HAS_LINE[x]) - float(_HAS_LINE[o]) for x, o in marks],
    )
    return Boards(table, np.array([_NUMBER[x] + 2 * _NUMBER[o] for x, o in marks]), np.arange(len(marks)))


@cache
def boards_up_to_images() -> Boards:
    """Return every board with the position of the one of its eight images that has the smallest number.

    As many moves lead on as there are free cells; where some lead to images of one board, they go to one position.
    """
    every = all_boards()
    smallest = _smallest_images(every.numbers)
    chosen = np.flatnonzero(every.numbers == smallest)
    position_of = np.full(NUMBERS, -1)
    position_of[every.numbers[chosen]] = np.arange(len(chosen))
    places = position_of[smallest]
    whole, moves = every.table, []
    for board in chosen.tolist():
        edges = whole.edges(board)
        moves.append(
            list(zip(whole.actions[edges].tolist(), places[whole.followers[edges]].tolist(), strict=True))
        )
    table = build_table(moves, whole.players[chosen].tolist(), whole.returns[chosen].tolist())
    return Boards(table, every.numbers, places)


@cache
def marks_of_boards() -> tuple[Board, ...]:
    """Return the boards of `all_boards` as the rules write them."""
    digits = np.array([EMPTY, *MARKS])[_digits(all_boards().numbers)]
    return tuple(map(tuple, digits.tolist()))


def _digits(numbers: Ints) -> Ints:
    """Return int64[boards, cells]: 0 empty, 1 X, 2 O."""
    return numbers[:, None] // 3 ** np.arange(CELLS) % 3


def _smallest_images(numbers: Ints) -> Ints:
    """Return for every board the smallest state number among its images: int64[boards]."""
    square = np.arange(CELLS).reshape(SIDE, SIDE)
    images = [np.rot90(side, turns).ravel() for side in (square, square.T) for turns in range(4)]
    digits = _digits(numbers)
    smallest: Ints = np.min([digits[:, image] @ 3 ** np.arange(CELLS) for image in images], axis=0)
    return smallest


def _moves(x: Cells, o: Cells) -> Iterator[tuple[Action, Marks]]:
    """Yield every legal move and the marks after it, in the order of the cells; nothing once the game is over."""
    if _HAS_LINE[x] or _HAS_LINE[o]:
        return
    for cell in range(CELLS):
        bit = 1 << cell
        if not (x | o) & bit:
            yield cell, (x | bit, o) if _to_move(x, o) == 0 else (x, o | bit)


def _to_move(x: Cells, o: Cells) -> Player:
    return x.bit_count() - o.bit_count()
