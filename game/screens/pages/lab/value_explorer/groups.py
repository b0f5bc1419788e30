"""Squares that the position does not tell apart, and what is to be said of them together.

A position that looks the same turned or mirrored treats some squares alike: they make a group. A group is called
"corners" where all free corners are in it, by its name where it is one square, else by the digits of its squares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.rules.tic_tac_toe import CELLS, EMPTY, Board
from game.screens.ui.texts import english, text

SIDE = 3
CORNERS, EDGES = (0, 2, 6, 8), (1, 3, 5, 7)
KINDS = {"corners": CORNERS, "edges": EDGES}
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
    kept = [
        image for image in IMAGES if all(board[cell] == mark for cell, mark in zip(image, board, strict=True))
    ]
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
