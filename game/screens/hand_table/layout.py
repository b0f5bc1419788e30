"""Where everything lies: the filling at the left, the cards above numbers and way; or one column."""

from __future__ import annotations

from dataclasses import dataclass

from game.screens.page_head import NARROW_WIDTH
from game.screens.views.panel_head import PADDING
from game.screens.widgets.card_slots import width_of
from game.screens.widgets.widget import Rect

SMALL_WIDTH = 1150.0
MARGIN, SMALL_MARGIN = 24.0, 16.0
GAP = 12.0
TITLE = 34.0
SLOTS = 7
SLOT = 66.0
BETWEEN = 28.0
FIVES = 40.0
ANSWER = 64.0
BUTTON, BUTTON_GAP = 36.0, 8.0
CARDS = PADDING + TITLE + SLOT + GAP + BUTTON + PADDING
NUMBERS, WAY, FILLING = 326.0, 326.0, 440.0
NARROWEST_FILLING, WIDEST_FILLING = 290.0, 430.0


@dataclass(frozen=True, slots=True)
class Places:
    """Rectangles in dp, and how high all of it is."""

    cards: Rect
    slots: Rect
    answer: Rect
    fives: Rect
    buttons: Rect
    numbers: Rect
    way: Rect
    filling: Rect
    height: float

    @property
    def panels(self) -> tuple[Rect, ...]:
        """The grounds."""
        return self.cards, self.numbers, self.way, self.filling


def places(width: float, free: float, top: float) -> Places:
    """Lay the page out for a window of this width, `free` dp high from `top` on."""
    if width < NARROW_WIDTH:
        return _one_column(width, top)
    margin = SMALL_MARGIN if width < SMALL_WIDTH else MARGIN
    inner = width - 2 * margin
    body = max(CARDS + GAP + NUMBERS, free - margin)
    left = max(NARROWEST_FILLING, min(WIDEST_FILLING, inner * 0.3))
    filling = (margin, top, left, body)
    x, wide = margin + left + GAP, inner - left - GAP
    cards = (x, top, wide, CARDS)
    y, high = top + CARDS + GAP, body - CARDS - GAP
    numbers = (x, y, (wide - GAP) * 0.53, high)
    way = (x + numbers[2] + GAP, y, wide - numbers[2] - GAP, high)
    slots = (x + PADDING, top + PADDING + TITLE, width_of(SLOTS, SLOT), SLOT)
    beside = slots[0] + slots[2] + BETWEEN
    room = x + wide - PADDING - beside
    answer = (beside, top + PADDING, room, ANSWER)
    fives = (beside, slots[1] + SLOT - FIVES, room, FIVES)
    buttons = (x + PADDING, slots[1] + SLOT + GAP, wide - 2 * PADDING, BUTTON)
    return Places(cards, slots, answer, fives, buttons, numbers, way, filling, body + margin)


def _one_column(width: float, top: float) -> Places:
    """Everything below each other."""
    margin = SMALL_MARGIN
    inner = width - 2 * margin
    x, wide = margin + PADDING, inner - 2 * PADDING
    slot = min(SLOT, SLOT * wide / width_of(SLOTS, SLOT))
    slots = (x, top + PADDING + TITLE, width_of(SLOTS, slot), slot)
    answer = (x, slots[1] + slot + GAP, wide, ANSWER)
    fives = (x, answer[1] + ANSWER + GAP, wide, FIVES)
    buttons = (x, fives[1] + FIVES + GAP, wide, 2 * BUTTON + BUTTON_GAP)
    cards = (margin, top, inner, buttons[1] + buttons[3] + PADDING - top)
    y = top + cards[3] + GAP
    numbers = (margin, y, inner, NUMBERS)
    way = (margin, y + NUMBERS + GAP, inner, WAY)
    filling = (margin, way[1] + WAY + GAP, inner, FILLING)
    height = filling[1] + FILLING + margin - top
    return Places(cards, slots, answer, fives, buttons, numbers, way, filling, height)


def in_rows(area: Rect, count: int) -> list[Rect]:
    """Divide an area of one or two rows among buttons."""
    x, y, width, height = area
    rows = 1 if height < 2 * BUTTON else 2
    each = count // rows
    wide = (width - (each - 1) * BUTTON_GAP) / each
    return [
        (x + place % each * (wide + BUTTON_GAP), y + place // each * (BUTTON + BUTTON_GAP), wide, BUTTON)
        for place in range(count)
    ]
