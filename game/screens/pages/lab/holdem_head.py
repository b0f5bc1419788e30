"""The head of the lab's pages about Hold'em, and the switch between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.screens.frame.paged_head import PagedHead
from game.screens.ui.texts import text
from game.screens.ui.widgets.choice import Segmented, options
from game.screens.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

RANGES, ABSTRACTION, EARTH = "ranges", "abstraction", "earth"
HOLDEM_PAGES = (RANGES, ABSTRACTION, EARTH)
EACH = 132.0


def holdem_head(app: Services, page: str, back: Act, turn: Callable[[str], None]) -> PagedHead:
    """Return the head of the screen that shows this page; `turn` opens another."""
    pages = options("lab.holdem.pages.{}", HOLDEM_PAGES)
    switch = Segmented("page", text("lab.title"), pages, page, turn)
    return PagedHead(app, text("lab.title"), back, switch, each=EACH)
