"""The head shared by the pages about hands: the odds, the table of all hands, and the experts."""

from __future__ import annotations

from collections.abc import Callable

from game.texts import text
from game.window.frame.paged_head import PagedHead
from game.window.frame.screen import Services
from game.window.ui.widgets import Act, Segmented, options

ODDS_PAGE, HAND_TABLE_PAGE, EXPERT_PAGE = "odds", "hand_table", "expert"


def odds_head(app: Services, page: str, back: Act, turn: Callable[[str], None]) -> PagedHead:
    """Make the head of one of the pages."""
    pages = options("odds.pages.{}", (ODDS_PAGE, HAND_TABLE_PAGE, EXPERT_PAGE))
    title = text("odds.title")
    head = PagedHead(app, title, back, Segmented("page", title, pages, page, turn))
    head.subtitle = text(f"odds.subtitles.{page}")
    return head
