"""Controls whose size follows from what they hold."""

from types import SimpleNamespace
from typing import cast

from game.window.ui.canvas.painter import Painter
from game.window.ui.layout.arrangements import Snug
from game.window.ui.layout.box import Leaf, Row, Space
from game.window.ui.layout.size import grow, natural
from game.window.ui.leaves.control import GridControl, Listed
from game.window.ui.leaves.panels import Panel
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.rows import Rows

NO_PEN = cast(Painter, None)


def pen_of(u: float) -> Painter:
    return cast(Painter, SimpleNamespace(u=u))


def tens(painter: Painter, room: float) -> float:
    return room // 10 * 10


def nothing() -> None:
    """Do nothing."""


def test_a_grid_is_the_largest_square_of_whole_cells_and_a_box_follows_right_below_it() -> None:
    button, below = Button("grid", "Grid", nothing), Leaf(30)
    grid = GridControl(button, below, tens, least=100)
    assert grid.measure(NO_PEN, 200) == 130
    grid.place(pen_of(1.0), (0, 0, 200, 185))
    assert button.rect == (25, 0, 150, 150)
    assert below.rect == (0, 150, 200, 30)
    assert grid.controls() == [button]


def test_a_grid_begins_at_a_whole_pixel() -> None:
    button = Button("grid", "Grid", nothing)
    GridControl(button, Leaf(0), tens, least=100).place(pen_of(1.5), (0, 0, 105, 100))
    assert button.rect == (4 / 1.5, 0, 100, 100)


def test_a_grid_stays_narrower_than_its_column() -> None:
    button = Button("grid", "Grid", nothing)
    grid = GridControl(button, Leaf(0), tens, least=300, inset=20)
    assert grid.measure(NO_PEN, 120) == 100
    grid.place(pen_of(1.0), (0, 0, 120, 300))
    assert button.rect == (10, 0, 100, 100)


def test_a_grid_asks_for_the_width_that_goes_with_the_height_it_gets() -> None:
    panel = Panel(GridControl(Button("grid", "Grid", nothing), Leaf(30), tens, least=500).sized(grow()))
    row = Row(Snug(panel).sized(natural(100, 400)), Space())
    for height, wide in ((250, 220), (90, 100), (900, 400)):
        row.place(pen_of(1.0), (0, 0, 1000, height))
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
