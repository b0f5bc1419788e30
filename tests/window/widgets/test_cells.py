"""Cells in rows and columns: arrows walk them, the mouse points at one."""

import pytest

from game.window.ui.input import Key
from game.window.ui.widgets.cells import Cell, Cells


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
