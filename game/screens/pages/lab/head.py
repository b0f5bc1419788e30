"""The head of the lab's screens: its title, and the switch between its pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.screens.frame.paged_head import PagedHead
from game.screens.ui.texts import text
from game.screens.ui.widgets.choice import Segmented, options
from game.screens.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

OVERVIEW, STRATEGIES, TREE, COMPARE = "overview", "strategies", "tree", "compare"
RANGES, ABSTRACTION, EARTH = "ranges", "abstraction", "earth"
OF_KUHN = "lab.pages.{}", (OVERVIEW, STRATEGIES, TREE, COMPARE), 112.0
OF_HOLDEM = "lab.holdem.pages.{}", (RANGES, ABSTRACTION, EARTH), 132.0
"""The texts of the pages about a game, their names, and how wide each is in the switch."""


def lab_head(app: Services, page: str, back: Act, turn: Callable[[str], None]) -> PagedHead:
    """Return the head of the screen that shows this page; `turn` opens another about the same game."""
    words, pages, each = OF_HOLDEM if page in OF_HOLDEM[1] else OF_KUHN
    switch = Segmented("page", text("lab.title"), options(words, pages), page, turn)
    return PagedHead(app, text("lab.title"), back, switch, each=each)
