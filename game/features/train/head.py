"""The head of the training pages: that of a new run and that of the one at work."""

from __future__ import annotations

from collections.abc import Callable

from game.texts import text
from game.window.frame.paged_head import PagedHead
from game.window.frame.screen import Services
from game.window.ui.widgets import Act, Segmented, options

NEW, RUNNING = "new", "running"
LEAST_SUBTITLE = 120.0


def train_head(app: Services, page: str, back: Act, turn: Callable[[str], None]) -> PagedHead:
    """Make the head of one of the pages."""
    title = text("train.title")
    switch = Segmented("page", title, options("train.pages.{}", (NEW, RUNNING)), page, turn)
    return PagedHead(app, title, back, switch, least_subtitle=LEAST_SUBTITLE)
