"""What a key has moved stays in view on a page that is longer than the window."""

from typing import Any

from game.window.frame.page import Page
from game.window.frame.page_head import PagedHead
from game.window.ui.layout import Box, Breakpoint, Column, Space, fixed
from game.window.ui.leaves import Listed
from game.window.ui.widgets.rows import Rows
from tests.window.conftest import Open


class Below(Page):
    """A page with a list below the window."""

    name = "below"

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        self._head = PagedHead(app, "Below", self.escape)
        self.rows = Rows("rows", "Rows", lambda *_: True, str, changed=self.show, opened=self.show)
        self.rows.count = 30

    def compose(self, window: Breakpoint) -> Box:
        return Column(Space(400), Listed(self.rows, 40).sized(fixed(1_200)))


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
