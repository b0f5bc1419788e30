"""Boxes that follow from the room there is: shown if they fit, shared out in columns, whole pixels, tabs."""

from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout.arrangements import Balanced, IfRoom, shared_out
from game.window.ui.layout.box import Box, Column, Leaf, Space
from game.window.ui.layout.size import grow
from game.window.ui.leaves.control import GridPicture, TabRow
from game.window.ui.widgets.choice import Option
from game.window.ui.widgets.tabs import GAP, HEIGHT, Tabs

NO_PEN = cast(Painter, None)
"""Boxes that hold no words measure without one."""


class WideLetters:
    """A painter of which every letter is ten dp wide."""

    def width(self, words: str, style: str) -> float:
        return 10.0 * len(words)


def shown_in(box: Box, height: float) -> list[Rect]:
    column = Column(Space(50), box.sized(grow()))
    column.place(NO_PEN, (0.0, 0.0, 100.0, height))
    return [one.rect for one in box.walk() if isinstance(one, Leaf)]


def test_a_box_that_asks_for_no_room_shows_only_where_there_is_enough() -> None:
    assert IfRoom(Leaf(40)).measure(NO_PEN, 100) == 0
    assert shown_in(IfRoom(Leaf(40)), 89) == []
    assert shown_in(IfRoom(Leaf(40)), 90) == [(0.0, 50.0, 100.0, 40.0)]


def test_it_stands_at_the_top_or_at_the_foot_of_its_room() -> None:
    assert shown_in(IfRoom(Leaf(40)), 200) == [(0.0, 50.0, 100.0, 40.0)]
    assert shown_in(IfRoom(Leaf(40), low=True), 200) == [(0.0, 160.0, 100.0, 40.0)]


def test_columns_are_filled_in_order() -> None:
    boxes = [Leaf(height) for height in (10, 10, 30, 10)]
    balanced = Balanced(*boxes, columns=2, gap=20)
    assert balanced.measure(NO_PEN, 120) == 40
    balanced.place(NO_PEN, (0, 0, 120, 40))
    assert [box.rect for box in boxes] == [(0, 0, 50, 10), (0, 10, 50, 10), (70, 0, 50, 30), (70, 30, 50, 10)]


@given(st.lists(st.integers(1, 90), max_size=20), st.integers(1, 4))
def test_every_place_is_shared_out_once_and_in_order(heights: list[int], count: int) -> None:
    columns = shared_out(heights, count)
    assert len(columns) == count
    assert [place for column in columns for place in column] == list(range(len(heights)))


def test_a_grid_has_whole_cells_and_what_is_below_it_follows_at_once() -> None:
    drawn: list[Rect] = []
    below = Leaf(10)
    grid = GridPicture(
        lambda painter, rect: drawn.append(rect), below, lambda painter, room: room // 13 * 13, least=26
    )
    assert grid.measure(NO_PEN, 200) == 26 + 10
    for height, side in ((70.0, 52.0), (20.0, 26.0), (500.0, 195.0)):
        grid.place(NO_PEN, (5.0, 5.0, 200.0, height))
        grid.draw_all(NO_PEN)
        assert drawn.pop() == (5.0, 5.0, side, side)
        assert below.rect == (5.0, 5.0 + side, 200.0, 10.0)


def test_tabs_are_as_wide_as_their_names_and_stand_in_the_middle() -> None:
    tabs = Tabs("tabs", "Side", (Option("a", "Hand"), Option("b", "Coach")), "a", lambda value: None)
    row, painter = TabRow(tabs), cast(Painter, WideLetters())
    assert row.natural_width(painter) == 90 + GAP
    row.place(painter, (5.0, 5.0, 300.0, 60.0))
    assert tabs.rect == (5.0, 35.0 - HEIGHT / 2, 90 + GAP, HEIGHT)
    assert list(row.widgets()) == [tabs]
