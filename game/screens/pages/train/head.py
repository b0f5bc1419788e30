"""What the training screens share: a head, for the page of a new run and that of the one at work; and a wish."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.messages.training_answers import Value
from game.screens.frame.paged_head import PagedHead
from game.screens.frame.screen import Services
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act, Segmented, options

NEW, RUNNING = "new", "running"
LEAST_SUBTITLE = 120.0


@dataclass(frozen=True, slots=True)
class Wish:
    """What another screen leads to: a kind of run, with settings that may not be listed yet.

    `preset` is the one that they are for; empty where any will do.
    """

    kind: str
    settings: Mapping[str, Value]
    preset: str = ""


def train_head(app: Services, page: str, back: Act, turn: Callable[[str], None]) -> PagedHead:
    """Make the head of one of the pages."""
    pages = options("train.pages.{}", (NEW, RUNNING))
    title = text("train.title")
    switch = Segmented("page", title, pages, page, turn)
    return PagedHead(app, title, back, switch, least_subtitle=LEAST_SUBTITLE)
