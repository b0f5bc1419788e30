"""Cells, and pictures that consist of cells."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import cast

import pygame
import pytest

from game.window.ui.canvas.painter import Look, Painter
from game.window.ui.input import Key
from game.window.ui.layout.arrangements import Snug
from game.window.ui.layout.box import Leaf, Row, Space, grow, natural
from game.window.ui.leaves.control import GridControl, Listed
from game.window.ui.leaves.panels import Panel
from game.window.ui.theme import THEMES, contrast
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.cells import Cell, Cells
from game.window.ui.widgets.rows import Rows
from game.window.views import board, range_grid
from game.window.views import cards as hand_row
from game.window.views.board import BoardPicture
from game.window.views.cards import HandLine
from tests.window.test_painter import a_painter

NO_PEN = cast(Painter, None)


def make_painter(u: float) -> Painter:
    return cast(Painter, SimpleNamespace(u=u))


def tens(painter: Painter, room: float) -> float:
    return room // 10 * 10


def nothing() -> None: ...


def test_a_grid_is_the_largest_square_of_whole_cells_and_a_box_follows_right_below_it() -> None:
    button, below = Button("grid", "Grid", nothing), Leaf(30)
    grid = GridControl(button, below, tens, least=100)
    assert grid.measure(NO_PEN, 200) == 130
    grid.place(make_painter(1.0), (0, 0, 200, 185))
    assert button.rect == (25, 0, 150, 150)
    assert below.rect == (0, 150, 200, 30)
    assert grid.controls() == [button]


def test_a_grid_begins_at_a_whole_pixel() -> None:
    button = Button("grid", "Grid", nothing)
    GridControl(button, Leaf(0), tens, least=100).place(make_painter(1.5), (0, 0, 105, 100))
    assert button.rect == (4 / 1.5, 0, 100, 100)


def test_a_grid_stays_narrower_than_its_column() -> None:
    button = Button("grid", "Grid", nothing)
    grid = GridControl(button, Leaf(0), tens, least=300, inset=20)
    assert grid.measure(NO_PEN, 120) == 100
    grid.place(make_painter(1.0), (0, 0, 120, 300))
    assert button.rect == (10, 0, 100, 100)


def test_a_grid_asks_for_the_width_that_goes_with_the_height_it_gets() -> None:
    panel = Panel(GridControl(Button("grid", "Grid", nothing), Leaf(30), tens, least=500).sized(grow()))
    row = Row(Snug(panel).sized(natural(100, 400)), Space())
    for height, wide in ((250, 220), (90, 100), (900, 400)):
        row.place(make_painter(1.0), (0, 0, 1000, height))
        assert panel.rect == (0, 0, wide, min(height, wide + 30))


def test_rows_are_as_high_as_their_width_asks_for() -> None:
    rows = Rows(
        "rows",
        "Rows",
        lambda painter, rect, place: True,
        str,
        changed=nothing,
        opened=nothing,
    )
    listed = Listed(rows, lambda painter, width: 88 if width < 300 else 70)
    for width, height in ((200, 88), (400, 70)):
        listed.place(NO_PEN, (0, 0, width, 500))
        assert (rows.rect, rows.row_height) == ((0, 0, width, 500), height)


class Squares(Cells):
    rows, columns = 2, 3


@pytest.fixture
def squares() -> Squares:
    made = Squares("squares", "Squares")
    made.rect = (10.0, 20.0, 30.0, 20.0)
    return made


@pytest.mark.parametrize(
    ("keys", "cell"), [("right right", (0, 2)), ("left", (0, 2)), ("up right", (1, 1)), ("down down", (0, 0))]
)
def test_arrows_walk_around_the_ends(squares: Squares, keys: str, cell: Cell) -> None:
    for key in keys.split():
        assert squares.walk(Key(key))
    assert squares.looked_at == cell


def test_the_mouse_looks_at_the_cell_below_it_until_an_arrow_is_pressed(squares: Squares) -> None:
    squares.hovered = True
    assert squares.hover(35, 35)
    assert squares.looked_at == (1, 2)
    assert not squares.hover(36, 36)
    assert squares.walk(Key("right"))
    assert squares.looked_at == (0, 1)


@pytest.mark.parametrize("place", [(9, 25), (15, 19), (41, 25), (15, 41)])
def test_beside_the_cells_there_is_none(squares: Squares, place: tuple[float, float]) -> None:
    assert squares.cell_at(*place) is None


os.environ.setdefault("SDL_VIDEODRIVER", "dummy")


SIDE = 480.0
PLACE = (20.0, 20.0, SIDE, SIDE)
DIAGONAL = (0, 4, 8)


def draw_board(theme: str, mark: int, line: tuple[int, ...] | None) -> tuple[Painter, pygame.Surface]:
    pygame.display.init()
    pygame.display.set_mode((640, 640))
    surface = pygame.Surface((640, 640)).convert()
    painter = Painter(surface, Look(theme=theme))
    marks = [mark if cell in DIAGONAL else 0 for cell in range(9)]
    board.draw_background(painter, PLACE)
    board.draw(painter, PLACE, BoardPicture(marks, line=line))
    return painter, surface


def colour_at(painter: Painter, surface: pygame.Surface, along: float, across: float) -> tuple[int, int, int]:
    """Return the colour at a point of the board.

    `along` and `across` are the distances from the middle along the diagonal and across the diagonal, in squares.
    """
    x, y, pitch, _ = board.square(PLACE, 4)
    root = 2**-0.5 * pitch
    px, py = x + pitch / 2 + (along - across) * root, y + pitch / 2 + (along + across) * root
    left, top, _, _ = painter.box((px, py, 1, 1))
    red, green, blue, _ = surface.get_at((left, top))
    return red, green, blue


@pytest.mark.parametrize("theme", THEMES)
def test_a_stroke_along_the_winning_line_is_seen_whole(theme: str) -> None:
    """Marking the winning diagonal must not change the stroke of the X that is on this diagonal."""
    before, after = (draw_board(theme, -1, line) for line in (None, DIAGONAL))
    for along in (-0.3, -0.15, 0.15, 0.3):
        assert colour_at(*before, along, 0.0) == colour_at(*after, along, 0.0)


@pytest.mark.parametrize("theme", THEMES)
def test_the_squares_that_win_are_inlaid_on_both_sides_of_a_stroke(theme: str) -> None:
    painter, surface = draw_board(theme, -1, DIAGONAL)
    stroke = colour_at(painter, surface, 0.2, 0.0)
    for across in (-0.08, 0.08):
        assert colour_at(painter, surface, 0.2, across) == painter.col("felt") != stroke


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_joins_the_squares_that_win(theme: str) -> None:
    before, after = (draw_board(theme, -1, line) for line in (None, DIAGONAL))
    corner = 2**-0.5
    for along in (-corner, corner):
        for across in (-0.05, 0.0, 0.05):
            assert colour_at(*before, along, across) == colour_at(*after, along, across)


os.environ.setdefault("SDL_VIDEODRIVER", "dummy")


NAMES = "The Almanac and Vesper"


def cell_texts(width: float, own: tuple[str, ...], beside: tuple[str, ...]) -> list[str]:
    pygame.font.init()
    painter = Painter(pygame.Surface((1280, 720)))
    painter.log = []
    line = HandLine("eye", NAMES, "Kuhn poker", "+1", "for The Almanac", "text", "today", "12:00")
    hand_row.draw_hand_row(painter, (0.0, 0.0, width, 56.0), line, (own, beside))
    return [mark.words for mark in painter.log]


def test_two_cards_leave_their_room_to_the_names() -> None:
    assert NAMES in cell_texts(700.0, ("As",), ("Ks",))


@pytest.fixture(autouse=True)
def _display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((640, 400))


def contrasts(painter: Painter, colour: str, *, stale: bool = False) -> list[float]:
    """Return the contrasts of name and cell, for cells with weights from 0 to 1 and for an impossible hand.

    If `stale` is True, the cells have the paler colours of an outdated range.
    """
    bright = painter.col(colour)
    if stale:
        bright = range_grid.mix(bright, painter.col("panel"), range_grid.STALE)
    fills = [
        range_grid._fill(step / 200, painter.col("sunk"), bright) or painter.col("panel")
        for step in range(201)
    ]
    return [contrast(range_grid.ink_on(painter, fill), fill) for fill in (*fills, painter.col("panel"))]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", ["brass", "info"])
@pytest.mark.parametrize("stale", [False, True])
def test_names_read_on_every_shade(theme: str, colour: str, stale: bool) -> None:
    assert min(contrasts(a_painter(theme=theme), colour, stale=stale)) >= 4.5
