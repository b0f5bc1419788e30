"""Boxes: lengths, arrangements, scarce room and scrolling."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.window.frame.page import Page, PagedHead
from game.window.ui.canvas.painter import Painter
from game.window.ui.canvas.painter import Rect as PainterRect
from game.window.ui.layout import Box as LayoutBox
from game.window.ui.layout import Breakpoint as LayoutBreakpoint
from game.window.ui.layout import Column as LayoutColumn
from game.window.ui.layout import Space as LayoutSpace
from game.window.ui.layout import fixed as layout_fixed
from game.window.ui.layout.arrangements import EDGE, Balanced, Columns, IfRoom, Scrolled, shared_out
from game.window.ui.layout.box import (
    NOWHERE,
    Box,
    Breakpoint,
    Column,
    Grid,
    Leaf,
    Rect,
    Row,
    Size,
    Space,
    Stack,
    Wrap,
    divide,
    fixed,
    grow,
    natural,
    share,
)
from game.window.ui.leaves import Listed
from game.window.ui.leaves.control import Control, TabRow
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.choice import Option
from game.window.ui.widgets.rows import Rows
from game.window.ui.widgets.tabs import GAP, HEIGHT, Tabs
from game.window.ui.widgets.widget import Scroll
from game.window.views.range_grid import GridPicture
from tests.window.conftest import Open

NO_PEN = cast(Painter, None)
"""Boxes without text are measured without a painter."""
LENGTHS = st.integers(0, 400).map(float)


class Block(Box):
    """A box without children, with a given natural size."""

    def __init__(self, width: float, height: float) -> None:
        self.natural = width, height

    def measure(self, painter: Painter, width: float) -> float:
        return self.natural[1]

    def natural_width(self, painter: Painter) -> float:
        return self.natural[0]


def child_rects(box: Box, rect: Rect) -> list[Rect]:
    box.place(NO_PEN, rect)
    return [child.rect for child in box.children()]


# ---- containers -----------------------------------------------------------------------------------------------
def test_a_column_gives_what_is_left_to_the_box_that_grows() -> None:
    column = Column(Block(10, 30), Block(10, 5).sized(grow()), Space(20), gap=10)
    assert column.measure(NO_PEN, 100) == 30 + 5 + 20 + 20
    assert child_rects(column, (5, 5, 100, 200)) == [(5, 5, 100, 30), (5, 45, 100, 130), (5, 185, 100, 20)]


def test_a_row_divides_by_weight_within_limits() -> None:
    row = Row(
        Block(0, 10).sized(share(0.3, least=50)), Block(0, 20).sized(grow(3)), Block(0, 0).sized(grow(1))
    )
    assert row.measure(NO_PEN, 100) == 20
    assert child_rects(row, (0, 0, 100, 20)) == [(0, 0, 50, 20), (50, 0, 37.5, 20), (87.5, 0, 12.5, 20)]


def test_a_hidden_box_takes_neither_room_nor_gap() -> None:
    column = Column(Space(10), Space(50).when(False), Space(20), gap=5)
    assert column.measure(NO_PEN, 100) == 35
    assert child_rects(column, (0, 0, 100, 35)) == [(0, 0, 100, 10), (0, 15, 100, 20)]


def test_a_grid_has_equal_cells_and_rows_as_high_as_their_highest() -> None:
    grid = Grid(Block(0, 10), Block(0, 30), Block(0, 20), columns=2, gap=10)
    assert grid.measure(NO_PEN, 110) == 60
    assert child_rects(grid, (0, 0, 110, 60)) == [(0, 0, 50, 30), (60, 0, 50, 30), (0, 40, 50, 20)]


def test_a_stack_has_all_in_one_place() -> None:
    stack = Stack(Block(10, 10), Block(20, 30), padding=5)
    assert (stack.natural_width(NO_PEN), stack.measure(NO_PEN, 100)) == (30, 40)
    assert child_rects(stack, (0, 0, 100, 40)) == [(5, 5, 90, 30)] * 2


def test_what_has_no_room_in_a_row_wraps_into_the_next() -> None:
    boxes = [Block(wide, 20) for wide in (60, 50, 30)]
    wrap = Wrap(*boxes, gap=10)
    assert wrap.measure(NO_PEN, 100) == 50
    assert child_rects(wrap, (0, 0, 100, 50)) == [(0, 0, 60, 20), (0, 30, 50, 20), (60, 30, 30, 20)]
    assert wrap.measure(NO_PEN, 160) == 20


def test_a_control_that_scales_keeps_its_shape() -> None:
    button = Button("b", "b", lambda: None)
    column = Column(Control(button, 60, width=300, scales=True))
    assert (column.measure(NO_PEN, 400), column.measure(NO_PEN, 150)) == (60, 30)
    child_rects(column, (0, 0, 150, 30))
    assert button.rect == (0, 0, 150, 30)


def test_focus_follows_the_tree_but_for_what_comes_last() -> None:
    first, second, third = (Button(name, name, lambda: None) for name in "abc")
    tree = Row(Column(Control(first, 10)).focused_last(), Column(Control(second, 10), Control(third, 10)))
    assert tree.controls() == [second, third, first]


def test_where_all_have_too_little_room_they_keep_their_least_and_overflow_at_the_end() -> None:
    assert divide(50, 0, [fixed(40), grow(1, least=30)], [0, 0]) == [40, 30]


@pytest.mark.parametrize(
    ("width", "narrow", "small", "margin"), [(799, 1, 1, 16), (800, 0, 1, 16), (1150, 0, 0, 24)]
)
def test_breakpoints_are_said_once(width: float, narrow: int, small: int, margin: float) -> None:
    window = Breakpoint(width, 600)
    assert (window.narrow, window.small, window.margin) == (narrow, small, margin)


# ---- every tree -----------------------------------------------------------------------------------------------
SIZES: st.SearchStrategy[Size] = st.one_of(
    LENGTHS.map(fixed),
    st.tuples(st.sampled_from([0.2, 0.5, 1.0]), LENGTHS).map(lambda pair: share(pair[0], most=pair[1])),
    st.tuples(st.sampled_from([1.0, 2.0, 5.0]), LENGTHS).map(lambda pair: grow(pair[0], least=pair[1])),
    st.just(natural()),
)
GAPS = st.sampled_from([0.0, 8.0, 12.0])


def blocks() -> st.SearchStrategy[Box]:
    return st.tuples(LENGTHS, LENGTHS, SIZES, st.booleans()).map(
        lambda made: Block(made[0], made[1]).sized(made[2]).when(made[3])
    )


def containers(inner: st.SearchStrategy[Box]) -> st.SearchStrategy[Box]:
    def made(make: Callable[..., Box]) -> st.SearchStrategy[Box]:
        boxes = st.lists(inner, max_size=4)
        return st.tuples(boxes, GAPS, SIZES).map(lambda drawn: make(*drawn[0], gap=drawn[1]).sized(drawn[2]))

    return st.one_of(*(made(cast(Any, kind)) for kind in (Row, Column, Stack, Wrap, _two_columns)))


def _two_columns(*boxes: Box, gap: float) -> Grid:
    return Grid(*boxes, columns=2, gap=gap)


TREES = st.recursive(blocks(), containers, max_leaves=12)


@given(TREES, LENGTHS)
def test_measuring_and_placing_twice_gives_the_same(tree: Box, width: float) -> None:
    high = tree.measure(NO_PEN, width)
    tree.place(NO_PEN, (0.0, 0.0, width, high))
    first = [box.rect for box in tree.walk()]
    assert tree.measure(NO_PEN, width) == high
    tree.place(NO_PEN, (0.0, 0.0, width, high))
    assert [box.rect for box in tree.walk()] == first


@given(TREES, LENGTHS, LENGTHS)
def test_a_tree_moves_as_a_whole(tree: Box, width: float, by: float) -> None:
    high = tree.measure(NO_PEN, width)
    tree.place(NO_PEN, (0.0, 0.0, width, high))
    before = [box.rect for box in tree.walk()]
    tree.place(NO_PEN, (by, 2 * by, width, high))
    for (x, y, wide, height), box in zip(before, tree.walk(), strict=True):
        assert box.rect == pytest.approx((x + by, y + 2 * by, wide, height))


@given(TREES, LENGTHS)
def test_boxes_of_a_row_or_column_never_overlap(tree: Box, width: float) -> None:
    tree.place(NO_PEN, (0.0, 0.0, width, tree.measure(NO_PEN, width)))
    for box in tree.walk():
        if isinstance(box, Row | Column):
            axis = 0 if isinstance(box, Row) else 1
            for first, second in pairwise(box.children()):
                end = first.rect[axis] + first.rect[axis + 2] + box.gap
                assert second.rect[axis] == pytest.approx(end)


@given(st.lists(blocks(), max_size=5), GAPS, LENGTHS)
def test_a_column_as_high_as_it_measures_holds_all_its_boxes(
    boxes: Sequence[Box], gap: float, width: float
) -> None:
    column = Column(*boxes, gap=gap)
    high = column.measure(NO_PEN, width)
    column.place(NO_PEN, (0.0, 0.0, width, high))
    shares = any(box.size.kind == "share" for box in column.children())
    if column.children() and not shares:
        _, y, _, height = column.children()[-1].rect
        assert y + height == pytest.approx(high)


@given(st.lists(SIZES, min_size=1, max_size=6), GAPS, LENGTHS)
def test_lengths_lie_within_their_limits_and_fill_the_row_where_nothing_limits_them(
    sizes: list[Size], gap: float, whole: float
) -> None:
    lengths = divide(whole, gap, sizes, [0.0] * len(sizes))
    for size, length in zip(sizes, lengths, strict=True):
        assert size.kind == "fixed" or size.least <= length <= size.most
    free = whole - gap * (len(sizes) - 1)
    others = sum(length for size, length in zip(sizes, lengths, strict=True) if size.kind != "grow")
    growing = [size for size in sizes if size.kind == "grow"]
    if growing and free - others >= sum(size.least for size in growing):
        assert sum(lengths) == pytest.approx(free)


@given(st.lists(blocks(), max_size=5))
def test_what_is_hidden_has_no_place(boxes: Sequence[Box]) -> None:
    Column(*boxes).place(NO_PEN, (10.0, 10.0, 100.0, 100.0))
    assert all((box.rect == NOWHERE) != box.shown for box in boxes)


def test_a_space_is_as_long_as_it_says_along_its_row_and_takes_nothing_across() -> None:
    row = Row(Block(10, 20), Space(300), Block(10, 20))
    assert row.measure(NO_PEN, 400) == 20
    assert child_rects(row, (0, 0, 400, 20))[2] == (310, 0, 10, 20)


def test_nothing_to_lay_out_is_no_mistake() -> None:
    empty = Columns(Space(10).when(False), least=100)
    assert empty.measure(NO_PEN, 300) == 0
    assert divide(100, 0, [grow(0)], [0]) == [0]


"""Boxes that hold no words measure without one."""


class WideLetters:
    """A fake painter whose letters are ten dp wide."""

    def width(self, words: str, style: str) -> float:
        return 10.0 * len(words)


def shown_in(box: Box, height: float) -> list[PainterRect]:
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
    drawn: list[PainterRect] = []
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


def scroll_box(scroll: Scroll, *buttons: Button, least: float | None = None) -> Scrolled:
    column = Column(*(Control(button, 50) for button in buttons))
    return Scrolled(column, scroll, sides=(10, 20), above=15, below=5, least=least)


def buttons(count: int) -> list[Button]:
    return [Button(f"b{place}", "Deal", lambda: None) for place in range(count)]


def test_it_is_moved_by_what_is_higher_than_its_place() -> None:
    scroll = Scroll(lambda: None)
    first, second = buttons(2)
    box = scroll_box(scroll, first, second)
    assert box.measure(NO_PEN, 200) == 15 + 100 + 5
    box.place(NO_PEN, (0, 0, 200, 120))
    assert (scroll.longest, first.rect) == (0, (10, 15, 170, 50))
    box.place(NO_PEN, (0, 0, 200, 90))
    assert scroll.longest == 30
    scroll.to_end()
    box.place(NO_PEN, (0, 0, 200, 90))
    assert second.rect == (10, 15 + 50 - 30, 170, 50)


def test_its_controls_are_seen_inside_its_edge_alone() -> None:
    (button,) = buttons(1)
    box = scroll_box(Scroll(lambda: None), button)
    box.place(NO_PEN, (0, 0, 200, 40))
    assert box.controls() == [button]
    assert button.clip == (EDGE, EDGE, 200 - 2 * EDGE, 40 - 2 * EDGE)


def test_with_a_least_height_it_takes_what_others_leave() -> None:
    box = scroll_box(Scroll(lambda: None), *buttons(9), least=0)
    column = Column(box.sized(grow()), Control(buttons(1)[0], 30))
    assert column.measure(NO_PEN, 200) == 30
    column.place(NO_PEN, (0, 0, 200, 100))
    assert box.rect == (0, 0, 200, 70)


class Below(Page):
    """A page with a list that extends below the window."""

    name = "below"

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        self._head = PagedHead(app, "Below", self.escape)
        self.rows = Rows("rows", "Rows", lambda *_: True, str, changed=self.show, opened=self.show)
        self.rows.count = 30

    def compose(self, window: LayoutBreakpoint) -> LayoutBox:
        return LayoutColumn(LayoutSpace(400), Listed(self.rows, 40).sized(layout_fixed(1_200)))


def test_arrows_in_a_list_scroll_the_page_to_the_chosen_row(open_window: Open) -> None:
    window = open_window(size=(900, 560))
    page = Below(window.app)
    window.app.go(page)
    page.controls.focus("rows")
    for key, places in (("down", 29), ("up", 20)):
        for _ in range(places):
            window.key(key)
        window.settle()
        _, top, _, height = page.scroll.view
        _, y, _, high = page.rows.focus_rect()
        assert top <= y <= y + high <= top + height
    before = page.scroll.offset
    window.wheel(450, 300, -3)
    window.settle()
    assert page.scroll.offset != before
