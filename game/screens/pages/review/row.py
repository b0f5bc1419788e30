"""A mistake in the list: its mark, what was played, where, and a bar of what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.messages.grades_answers import Mark
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.views.grade_mark import COLOURS

ROW_HEIGHT = 60.0
SIDE, GAP = 14.0, 12.0
BAR_SHARE, BAR_HEIGHT = 0.22, 6.0
CARD_SIZE = 15.0
LEAST_FOR_CARDS = 420.0


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """What a row says; share: the cost beside that of the most costly one."""

    mark: Mark
    action: str
    where: str
    cost: str
    share: float
    cards: Sequence[str]


def draw_mistake(painter: Painter, rect: Rect, row: MistakeRow) -> None:
    """Draw a row."""
    x, y, width, height = rect
    first, second = y + height * 0.34, y + height * 0.7
    left, right = x + SIDE, x + width - SIDE
    bar = BAR_SHARE * width
    painter.text(row.cost, right, first, "label_b", al="r")
    painter.bar(
        (right - bar, second - BAR_HEIGHT / 2, bar, BAR_HEIGHT), row.share, "solid", COLOURS[row.mark]
    )
    at = left + painter.text(row.action, left, first, "label_b") + GAP
    if row.cards and width >= LEAST_FOR_CARDS:
        painter.inline_cards(row.cards, at, first, CARD_SIZE)
    painter.text(row.where, left, second, "small", "dim", fit=right - bar - GAP - left)
