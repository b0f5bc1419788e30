"""Leaves, pages with a list, and pages that are updated."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from game.app.app import App
from game.features.lab.base import Reading
from game.features.lab.compare_page import Swatch
from game.window.frame.page import Page, PagedHead
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box as LayoutBox
from game.window.ui.layout import Breakpoint
from game.window.ui.layout import Column as LayoutColumn
from game.window.ui.layout.arrangements import Either, Squared
from game.window.ui.layout.box import Box, Column, Leaf, Row, fixed, grow
from game.window.ui.leaves.bands import ButtonLine, across, halved, instead, upright
from game.window.ui.leaves.control import Control, Filled, Fitted, Iconic, Listed, TabRow
from game.window.ui.leaves.panels import HEAD, NOTE_STEP, Panel, WorkBar
from game.window.ui.widgets.button import Button, IconButton
from game.window.ui.widgets.choice import Option
from game.window.ui.widgets.rows import Rows
from game.window.ui.widgets.tabs import GAP as TAB_GAP
from game.window.ui.widgets.tabs import Tabs
from tests.features.hand_table.show import PLACES as HAND_TABLE
from tests.features.lab.abstraction.show import PLACES as ABSTRACTION_PAGES
from tests.features.odds.show import PLACES as ODDS
from tests.features.search.show import PLACES as SEARCH
from tests.window.conftest import Open
from tests.window.driver import Driver


class Letters:
    """A fake painter with letters 10 dp wide and two words per line."""

    def width(self, words: str, style: str, size: float | None = None) -> float:
        return 10.0 * len(words)

    def wrap(self, words: str, width: float, style: str) -> tuple[str, ...]:
        parts = words.split()
        return tuple(" ".join(parts[at : at + 2]) for at in range(0, len(parts), 2))

    def keycap_width(self, key: str) -> float:
        return 20.0


PEN = cast(Painter, Letters())


def button(label: str = "Deal") -> Button:
    return Button("deal", label, lambda: None)


def test_a_filled_control_has_the_whole_rectangle() -> None:
    deal = button()
    row = Row(Filled(deal).sized(grow()), Box().sized(fixed(30)))
    row.place(PEN, (0, 0, 100, 66))
    assert deal.rect == (0, 0, 70, 66)
    assert [widget.name for widget in row.controls()] == ["deal"]


def test_a_fitted_button_is_as_wide_as_the_widest_words_it_will_have() -> None:
    short, wide = Fitted(button(), 42), Fitted(button(), 42, widest="Deal seven")
    assert wide.natural_width(PEN) - short.natural_width(PEN) == 60


def test_an_icon_keeps_its_size_in_the_middle_of_its_place() -> None:
    stop = IconButton("stop", "Stop", "close", lambda: None)
    Row(Iconic(stop, 36).sized(fixed(28))).place(PEN, (100, 0, 28, 36))
    assert stop.rect == (94, -2, 40, 40)


def test_tabs_are_as_wide_as_their_names() -> None:
    tabs = Tabs("tab", "Tabs", [Option("one", "One"), Option("two", "Two")], "one", lambda tab: None)
    column = Column(TabRow(tabs, 32))
    column.place(PEN, (5, 10, 400, 32))
    assert tabs.rect == (5, 6, 2 * 30 + TAB_GAP, 40)
    assert column.controls() == [tabs]


def test_a_list_scrolls_inside_its_own_rectangle() -> None:
    rows = Rows(
        "hands",
        "Hands",
        lambda painter, rect, place: True,
        str,
        changed=lambda: None,
        opened=lambda: None,
    )
    rows.count = 10
    listed = Listed(rows, 40)
    listed.place(PEN, (0, 100, 200, 120))
    assert (rows.rect, rows.scroll.longest) == ((0, 100, 200, 120), 280)
    assert listed.scroll is rows.scroll


def test_upright_and_across_put_a_box_in_the_middle() -> None:
    deal = button()
    Row(upright(Control(deal, 40, width=60))).place(PEN, (0, 0, 100, 100))
    assert deal.rect == (0, 30, 60, 40)
    Column(across(Control(deal, 40, width=60))).place(PEN, (0, 0, 100, 100))
    assert deal.rect == (20, 0, 60, 40)


def test_the_words_instead_of_a_list_end_above_the_middle_and_its_button_begins_below() -> None:
    deal = button()
    box = instead("no hands yet", Control(deal, 40, width=60))
    box.place(PEN, (0, 0, 200, 300))
    words = next(leaf for leaf in box.walk() if type(leaf).__name__ == "Centred")
    assert words.rect[1] + words.rect[3] == 149
    assert deal.rect == (70, 166, 60, 40)


def test_a_reading_keeps_room_for_the_widest_it_will_say() -> None:
    narrow = Reading("7", "hands", "now", widest=("0.00", ("hands", "iteration 9")))
    assert narrow.natural_width(PEN) == 40 + 10 + 110
    assert Reading("7", "", "", widest=("0.00", ()), room=210).natural_width(PEN) == 260


def test_a_swatch_is_as_wide_as_its_side_and_as_high_as_its_row() -> None:
    swatch = Swatch("brass", 10, height=24)
    assert (swatch.natural_width(PEN), swatch.measure(PEN, 100)) == (10, 24)


def test_a_panel_keeps_its_content_within_the_edges_it_is_given() -> None:
    inner = Column()
    panel = Panel(inner.sized(grow()), title="Runs", head=34, foot=6, side=8)
    panel.place(PEN, (0, 0, 100, 100))
    assert inner.rect == (8, 34, 84, 60)


def test_a_square_takes_its_width_from_its_height_and_has_its_strip_right_below() -> None:
    square, strip = Column(), Column()
    box = Squared(square, strip, strip=60)
    assert (box.width_at(PEN, 260), box.measure(PEN, 200)) == (200, 260)
    box.place(PEN, (0, 0, 300, 260))
    assert (square.rect, strip.rect) == ((50, 0, 200, 200), (50, 200, 200, 60))
    box.place(PEN, (0, 0, 100, 260))
    assert (square.rect, strip.rect) == ((0, 0, 100, 100), (0, 100, 100, 60))


def test_a_square_leaves_its_margins_free() -> None:
    square, strip = Column(), Column()
    Squared(square, strip, strip=60, margins=(4, 100, 6)).place(PEN, (0, 0, 300, 470))
    assert (square.rect, strip.rect) == ((50, 4, 200, 200), (50, 204, 200, 60))
    Squared(square, strip, strip=60, margins=(4, 100, 6)).place(PEN, (0, 0, 300, 170))
    assert (square.rect, strip.rect) == ((100, 4, 100, 100), (100, 104, 100, 60))


def test_below_a_small_square_the_strip_is_as_wide_as_the_place_or_stands_at_its_foot() -> None:
    square, strip = Column(), Column()
    Squared(square, strip, strip=60, whole_from=201).place(PEN, (0, 0, 300, 260))
    assert strip.rect == (0, 200, 300, 60)
    Squared(square, strip, strip=60, whole_from=200, low=True).place(PEN, (0, 0, 200, 400))
    assert (square.rect, strip.rect) == ((0, 0, 200, 200), (0, 340, 200, 60))


def test_the_buttons_of_a_line_share_what_their_words_leave() -> None:
    first, second = button(), button()
    line = ButtonLine([first, second], 48, 10)
    natural = first.natural_width(PEN)
    assert (line.natural_width(PEN), line.measure(PEN, 400)) == (2 * natural + 10, 48)
    line.place(PEN, (5, 0, 2 * natural + 30, 48))
    assert (first.rect, second.rect) == ((5, 0, natural + 10, 48), (natural + 25, 0, natural + 10, 48))


def test_of_two_boxes_the_height_decides_and_the_lower_one_measures() -> None:
    high, low = Column(Filled(button(), 500)), Column(Filled(button(), 300))
    box = Either(high, low, least=580)
    assert box.measure(PEN, 100) == 300
    box.place(PEN, (0, 0, 100, 579))
    assert list(box.children()) == [low]
    box.place(PEN, (0, 0, 100, 580))
    assert list(box.children()) == [high]


def test_a_whole_note_without_room_beside_the_title_makes_the_head_higher() -> None:
    wide, narrow = (Panel(Leaf(10), title="Deals", note="one two three", whole_note=True) for _ in range(2))
    assert narrow.measure(PEN, 120) == wide.measure(PEN, 400) + 2 * NOTE_STEP
    narrow.place(PEN, (0, 0, 120, 200))
    assert narrow.children()[0].rect[1] == HEAD + 2 * NOTE_STEP


def test_buttons_of_a_work_bar_stand_below_its_words_in_a_narrow_window() -> None:
    deal, stop = button(), button()
    WorkBar((deal, stop), 0.5, (), height=88, narrow=False).place(PEN, (0, 0, 600, 88))
    assert deal.rect[1] == stop.rect[1]
    assert deal.rect[0] + deal.rect[2] < stop.rect[0]
    assert stop.rect[0] + stop.rect[2] == 584
    WorkBar((deal, stop), 0.5, (), height=136, narrow=True).place(PEN, (0, 0, 600, 136))
    assert deal.rect[2] == stop.rect[2] == 280
    assert deal.rect[1] > 60


def test_two_halves_meet_in_the_middle() -> None:
    upper, lower = Leaf(10), Leaf(30)
    halved(upper, lower).place(PEN, (0, 0, 100, 200))
    assert (upper.rect, lower.rect) == ((0, 90, 100, 10), (0, 100, 100, 30))


class News(Page):
    """A page that counts its updates."""

    name = "news"

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        self._head = PagedHead(app, "News", self.escape)
        self.times = 0
        self.version = 0

    @property
    def live_version(self) -> int:
        return self.version

    def compose(self, window: Breakpoint) -> LayoutBox:
        return LayoutColumn()

    def show(self) -> None:
        self.times += 1
        super().show()


@pytest.fixture
def page(open_window: Open) -> News:
    page = News(open_window().app)
    page.show()
    return page


def test_news_that_keep_coming_are_shown_ten_times_a_second(page: News) -> None:
    before = page.times
    for _ in range(100):
        page.show_soon()
        page.update(0.01)
    assert 9 <= page.times - before <= 10


def test_the_last_news_are_shown_although_none_follow(page: News) -> None:
    before = page.times
    page.show_soon()
    page.update(0.05)
    assert (page.times, page.waiting) == (before, True)
    page.update(0.06)
    assert (page.times, page.waiting) == (before + 1, False)


def test_without_news_nothing_is_shown(page: News) -> None:
    before = page.times
    page.update(1.0)
    assert page.times == before


def test_what_a_page_follows_is_shown_when_it_has_changed(page: News) -> None:
    before = page.times
    for _ in range(4):
        page.version += 1
        page.update(0.05)
    assert page.times - before == 2
    page.version += 1
    page.show()
    page.update(1.0)
    assert page.times - before == 3


SIZES = (
    (900, 560),
    (1000, 700),
    (1150, 620),
    (1280, 720),
    (1366, 768),
    (1920, 1080),
    (900, 1100),
    (2560, 900),
)
TEXT_SIZES = (80, 100, 200, *(pytest.param(size, marks=pytest.mark.long) for size in (125, 150)))
PAGES: dict[str, Callable[[App], object]] = {
    **HAND_TABLE,
    **ODDS,
    **SEARCH,
    **{name: go for name, go in ABSTRACTION_PAGES.items() if name.startswith("emd")},
}
ROUNDING = 0.6


@pytest.mark.parametrize("text_size", TEXT_SIZES)
def test_no_panel_leaves_its_page(text_size: int, open_window: Open, user_folder: Path) -> None:
    driver = open_window(text_size=text_size)
    for size in SIZES:
        driver.resize(*size)
        for name, go in PAGES.items():
            go(driver.app)
            driver.settle()
            for page in driver.app.screens:
                if isinstance(page, Page):
                    assert_inside(page, driver, f"{name} at {size}, {text_size}%")
            driver.app.home()


def assert_inside(page: Page, driver: Driver, where: str) -> None:
    left, _, width, _ = page.root.rect
    for box in page.root.walk():
        if isinstance(box, Panel):
            x, _, wide, _ = box.rect
            assert wide > 0, where
            assert x >= left - ROUNDING, where
            assert x + wide <= left + width + ROUNDING, where
