"""What lies under the mouse is read out."""

from game.window.ui.widgets import ReadOut


class Columns(ReadOut[int]):
    """Ten columns, 10 dp each."""

    def find(self, x: float, y: float) -> int | None:
        return int(x // 10) if 0 <= x < 100 else None


def test_what_lies_under_the_mouse_is_known_while_the_mouse_is_there() -> None:
    columns = Columns("columns", "Columns")
    columns.hovered = True
    assert columns.hover(35.0, 0.0)
    assert columns.under == 3
    columns.hovered = False
    assert columns.under is None


def test_it_looks_different_only_where_something_else_lies_under_the_mouse() -> None:
    columns = Columns("columns", "Columns")
    assert columns.hover(35.0, 0.0)
    assert not columns.hover(38.0, 0.0)
    assert columns.hover(120.0, 0.0)


def test_nothing_can_be_clicked() -> None:
    assert not Columns("columns", "Columns").hand
