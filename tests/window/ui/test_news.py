"""What keeps coming is shown no more than ten times a second."""

from typing import Any

import pytest

from game.window.frame.page import Page
from game.window.frame.page_head import PagedHead
from game.window.ui.layout import Box, Breakpoint, Column
from tests.window.conftest import Open


class News(Page):
    """A page that counts how often it was shown."""

    name = "news"

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        self._head = PagedHead(app, "News", self.escape)
        self.times = 0
        self.version = 0

    @property
    def live_version(self) -> int:
        return self.version

    def compose(self, window: Breakpoint) -> Box:
        return Column()

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
