"""The head of the lab's screens: its title, and the switch between its pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.screens.frame.paged_head import PagedHead
from game.screens.pages.lab.layout import PAGES
from game.screens.ui.texts import text
from game.screens.ui.widgets.choice import Segmented, options
from game.screens.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

EACH = 112.0


def lab_head(app: Services, page: str, back: Act, turn: Callable[[str], None]) -> PagedHead:
    """Return the head of the screen that shows this page; `turn` opens another."""
    pages = options("lab.pages.{}", PAGES)
    switch = Segmented("page", text("lab.title"), pages, page, turn)
    return PagedHead(app, text("lab.title"), back, switch, each=EACH)
