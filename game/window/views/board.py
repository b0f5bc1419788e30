"""The tic-tac-toe board: walnut inlaid with brass, X as two ivory strokes, O as a brass ring.

X and O also differ in shape, so nobody needs colour to distinguish them. On empty squares, the board can show
values: a tint, a ring filled to the value, the number, and a word. The module also draws rows of values and
the pictures of the games in the menu.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from game.study.judgements import Mark
from game.texts import number
from game.window.ui.canvas.painter import SHAPE, Colour, Painter, Pattern, Rect
from game.window.ui.theme import RGB, mix
from game.window.views import marks as grade_mark

CORNER = 0.05  # of the side
MARGIN = 0.055
SIDE = 3
DIGIT, FAINT = 0.3, 110  # size of the digit of an empty square, in squares, and its opacity
READABLE = 90.0  # dp: a smaller square shows its value without the word
INLAID, INLAY_CORNER, INLAY_EDGE = 0.86, 0.1, 0.02  # of a square: the felt under the winning marks
INSET = 0.06  # of a square: from its edge to a tile in it
GRADE_MIDDLE, GRADE_SIDE = 0.88, 8.0  # of a square, and dp to the left of a mark on its plate
HOLDS = 0.25  # a value above it is not a loss
BLACK: RGB = (0, 0, 0)
CREAM: RGB = (255, 240, 215)

X_MARK, O_MARK, EMPTY = -1, 1, 0


@dataclass(frozen=True, slots=True)
class SquareValue:
    """The value of an empty square, from 0 (lost) to 1 (won), and a word for it."""

    value: float
    word: str
    best: bool = False


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """Nine marks (X is -1, O is +1), and the drawings over them.

    `line` is a winning row of three cells, and `line_share` is the drawn share of this row. `fresh` is the
    cell of the mark being placed, and `fresh_share` is the drawn share of this mark. `grades` has the grades
    of the moves, by cell.
    """

    marks: Sequence[int]
    values: Mapping[int, SquareValue] | None = None
    line: tuple[int, ...] | None = None
    line_share: float = 1.0
    fresh: int | None = None
    fresh_share: float = 1.0
    hover: int | None = None
    hover_mark: int = EMPTY
    focus: int | None = None
    grades: Mapping[int, Mark] = field(default_factory=dict)


def square(board: Rect, cell: int) -> Rect:
    """Return the rectangle of a cell on a board with the rectangle `board`."""
    x, y, side, _ = board
    pitch = side * (1 - 2 * MARGIN) / SIDE
    return (
        x + side * MARGIN + (cell % SIDE) * pitch,
        y + side * MARGIN + (cell // SIDE) * pitch,
        pitch,
        pitch,
    )


def plain_square(board: Rect, cell: int, gap: float) -> Rect:
    """Return the rectangle of a cell on a plain board, whose nine squares are `gap` dp apart."""
    x, y, side, _ = board
    each = (side - (SIDE - 1) * gap) / SIDE
    return x + cell % SIDE * (each + gap), y + cell // SIDE * (each + gap), each, each


def draw_plain_mark(painter: Painter, place: Rect, mark: int, reach: float, stroke: float) -> None:
    """Draw X or O into a square. `reach` and `stroke` are fractions of the side of the square."""
    x, y, side, _ = place
    middle = x + side / 2, y + side / 2
    if mark == X_MARK:
        painter.cross(*middle, reach * side, stroke * side, "text")
    elif mark == O_MARK:
        painter.ring(*middle, reach * side, "info", stroke * side)


def layout(area: Rect) -> Rect:
    """Return the rectangle of a board in the middle of an area."""
    x, y, width, height = area
    side = min(width, height)
    return x + (width - side) / 2, y + (height - side) / 2, side, side


def draw_digits(painter: Painter, board: Rect, cells: Iterable[int]) -> None:
    """Draw the digit keys of empty cells. The key of the first cell is 1."""
    for cell in cells:
        x, y, pitch, _ = square(board, cell)
        middle = x + pitch / 2, y + pitch / 2
        painter.text(str(cell + 1), *middle, "label_b", "ivory", al="c", size=pitch * DIGIT, alpha=FAINT)


def draw_background(painter: Painter, board: Rect) -> None:
    """Draw the empty board. The drawing can be cached in a layer."""
    x, y, side, _ = board
    painter.shadow(board, side * CORNER, side * CORNER, 140, side * 0.02)
    if painter.hc:
        painter.rect(board, "panel", side * CORNER, "inlay", 2)
    else:
        painter.walnut(board, side * CORNER, mix(painter.col("rail"), BLACK, 0.12))
    inside, pitch = side * (1 - 2 * MARGIN), side * (1 - 2 * MARGIN) / SIDE
    width = max(1.2, side * 0.006)
    for i in (1, 2):
        offset = side * MARGIN + i * pitch - width / 2
        painter.rect((x + offset, y + side * MARGIN, width, inside), "inlay", width / 2)
        painter.rect((x + side * MARGIN, y + offset, inside, width), "inlay", width / 2)


def draw(painter: Painter, board: Rect, picture: BoardPicture) -> None:
    """Draw marks, values, grades and the winning line on the board."""
    if picture.line is not None and picture.line_share > 0:
        _draw_line(painter, board, picture)
    for cell, mark in enumerate(picture.marks):
        place = square(board, cell)
        if mark != EMPTY:
            share = picture.fresh_share if cell == picture.fresh else 1.0
            _draw_mark(painter, place, mark, share)
            if cell in picture.grades:
                _draw_grade(painter, place, picture.grades[cell])
        elif picture.values is not None and cell in picture.values:
            _draw_value(painter, place, picture.values[cell])
        elif cell == picture.hover and picture.hover_mark != EMPTY:
            _draw_ghost(painter, place)
    if picture.focus is not None:
        x, y, pitch, _ = square(board, picture.focus)
        inset = pitch * 0.04
        ring = (x + inset, y + inset, pitch - 2 * inset, pitch - 2 * inset)
        painter.focus_ring(ring, pitch * 0.08, felt=True)


def _draw_mark(painter: Painter, place: Rect, mark: int, share: float) -> None:
    """Draw X or O. During the animation, a share of the ring or of the strokes is drawn."""
    x, y, pitch, _ = place
    cx, cy, reach, width = x + pitch / 2, y + pitch / 2, pitch * 0.25, pitch * 0.085
    if share <= 0:
        return
    if mark == X_MARK:
        painter.cross(cx, cy, reach * share, width, "ivory")
        return
    if not painter.hc:
        painter.ring(
            cx, cy + pitch * 0.015, reach * 1.02, mix(painter.col("rail"), BLACK, 0.75), width, frac=share
        )
    painter.ring(
        cx, cy, reach * 1.02, "felt_brass" if painter.theme.name == "light" else "brass", width, frac=share
    )


def _draw_grade(painter: Painter, place: Rect, mark: Mark) -> None:
    """Draw the grade of a move at the bottom of its square: the dots, and the name if it fits."""
    x, y, pitch, _ = place
    room = pitch * (1 - 2 * INSET) - 2 * GRADE_SIDE
    width = grade_mark.grade_width(painter, mark, room)
    left, top = x + (pitch - width) / 2, y + pitch * GRADE_MIDDLE - grade_mark.GRADE_HEIGHT / 2
    plate = (left - GRADE_SIDE, top, width + 2 * GRADE_SIDE, grade_mark.GRADE_HEIGHT)
    painter.rect(plate, "panel", grade_mark.GRADE_HEIGHT / 2)
    grade_mark.draw_grade(mark, "", painter, (left, top, width, grade_mark.GRADE_HEIGHT))


def _draw_ghost(painter: Painter, place: Rect) -> None:
    x, y, pitch, _ = place
    inset = pitch * INSET
    tile = (x + inset, y + inset, pitch - 2 * inset, pitch - 2 * inset)
    painter.rect(tile, "ivory", pitch * 0.08, alpha=26)


def _draw_value(painter: Painter, place: Rect, value: SquareValue) -> None:
    x, y, pitch, _ = place
    worth = max(0.0, min(1.0, value.value))
    holds = worth > HOLDS
    cx, middle = x + pitch / 2, y + pitch * 0.44
    inset = pitch * INSET
    tile = (x + inset, y + inset, pitch - 2 * inset, pitch - 2 * inset)
    if painter.hc:
        painter.rect(tile, "felt" if holds else "sunk", pitch * 0.08, "inlay" if value.best else None)
    else:
        painter.rect(tile, "felt" if holds else "danger", pitch * 0.08, alpha=150 if holds else 64)
    ink: str | RGB = "felt_brass" if value.best else "ivory"
    painter.ring(
        cx,
        middle,
        pitch * 0.22,
        CREAM if painter.hc else mix(painter.col("rail_hi"), CREAM, 0.22),
        pitch * 0.022,
    )
    painter.ring(cx, middle, pitch * 0.22, ink, pitch * 0.042, frac=max(0.012, worth))
    painter.text(f"{worth:.2f}", cx, middle, "strong", "ivory", al="c", size=max(12.5, pitch * 0.15))
    size = max(14.0, pitch * 0.095)
    if pitch > READABLE and painter.width(value.word, "small", size) < pitch - 2 * inset:
        painter.text(value.word, cx, y + pitch * 0.80, "small", ink, al="c", size=size)


def _draw_line(painter: Painter, board: Rect, picture: BoardPicture) -> None:
    """Draw the ground of the winning squares, one square after the other: felt framed in brass."""
    assert picture.line is not None
    for index, cell in enumerate(picture.line):
        share = min(1.0, picture.line_share * len(picture.line) - index)
        if share <= 0:
            return
        x, y, pitch, _ = square(board, cell)
        side = pitch * INLAID * share
        tile = (x + (pitch - side) / 2, y + (pitch - side) / 2, side, side)
        painter.rect(
            tile, "felt", side * INLAY_CORNER, "inlay" if painter.hc else "felt_brass", pitch * INLAY_EDGE
        )


BAR_LABEL, LABEL_SHARE = 122.0, 0.4
FIGURE, FIGURE_BESIDE_BAR = 34.0, 50.0


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A row of a value table: name, fraction from 0 to 1 (None draws no bar), the figure as text, and colours."""

    name: str
    share: float | None
    written: str
    pattern: Pattern = "solid"
    colour: Colour = "brass"
    best: bool = False


def value_row(name: str, value: float, *, best: bool = False) -> ValueRow:
    """Return the row of a square with this value, from 0 (a loss) to 1 (a win)."""
    if value > HOLDS:
        return ValueRow(name, value, number(value, 2), "solid", "good", best)
    return ValueRow(name, value, number(value, 2), "dots", "bad", best)


def draw_value_row(painter: Painter, r: Rect, row: ValueRow, *, bar: bool = True) -> None:
    """Draw a row centred on the upper edge of `r`.

    If `bar` is False, the name is small and uses the room of the bar.
    """
    x, y, w, _ = r
    label = min(BAR_LABEL, w * LABEL_SHARE) if bar else w - FIGURE
    painter.text(row.name, x, y, "label" if bar else "small", "text" if row.best else "dim", fit=label - 4)
    if bar and row.share is not None:
        place = (x + label, y - 5, w - label - FIGURE_BESIDE_BAR, 10)
        painter.bar(place, row.share, row.pattern, row.colour)
    painter.text(row.written, x + w, y, "label_b", "brass" if row.best else "text", al="r")


FELT_CORNER = 12.0


def scene(painter: Painter, r: Rect, game: str) -> None:
    painter.felt(r, FELT_CORNER)
    {"tic-tac-toe": _tic_tac_toe, "holdem": _holdem}.get(game, _kuhn)(painter, r)


def _tic_tac_toe(painter: Painter, r: Rect) -> None:
    x, y, w, h = r
    side = min(h * 0.80, w * 0.5)
    place = (x + (w - side) / 2, y + (h - side) / 2, side, side)
    draw_background(painter, place)
    draw(painter, place, BoardPicture((1, 0, -1, 0, -1, 0, 0, 0, 1)))


def _kuhn(painter: Painter, r: Rect) -> None:
    x, y, w, h = r
    high = min(h * 0.68, (w - 40) / 2.45)
    cx, top = x + w / 2 - high * SHAPE / 2, y + h / 2 - high / 2
    for place, code, angle in ((-1, "Kh", 9), (1, "Qd", -9), (0, "As", 0)):
        painter.card(code, cx + place * high * 0.74, top + abs(place) * high * 0.06, high, angle)


def _holdem(painter: Painter, r: Rect) -> None:
    x, y, w, h = r
    high = min(h * 0.68, (w - 40) / 2.5)
    cy, left, d = y + h / 2, x + (w - 2.36 * high) / 2, high * 0.24
    painter.card("Ks", left + high * 0.72, cy - high * 0.48, high, -7)
    painter.card("As", left, cy - high * 0.50, high, 6)
    edge, base = left + high * 1.72, cy + high * 0.12
    for column, drop, amount in ((0.6, 0, 16000), (1.85, 0, 1500), (1.22, 1.15, 2300)):
        painter.chips(edge + d * column, base + d * drop, amount, d)


TINT = 0.45  # of the colour, for a certain value
BENT = 0.8  # the exponent that makes small differences visible


def value_tint(painter: Painter, value: float) -> RGB:
    """Return the colour of a value from 0 to 1. The theme's text colour is readable on this colour."""
    leaning = 2 * value - 1
    return mix(
        painter.col("raised"), painter.col("brass" if leaning > 0 else "info"), colour_share(abs(leaning))
    )


def colour_share(certainty: float) -> float:
    return float(TINT * min(1.0, certainty) ** BENT)
