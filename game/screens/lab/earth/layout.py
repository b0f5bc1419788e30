"""Where everything lies: choices above the picture, moves and costs beside it; or one column. In dp."""

from __future__ import annotations

from dataclasses import dataclass

from game.screens.lab.layout import GAP, HINTS, margin_of
from game.screens.page_head import NARROW_WIDTH
from game.screens.widgets.widget import Rect

CHOICE = 40.0
EXAMPLE, WAY = 420.0, 400.0
BUTTON, BUTTON_WIDE = 42.0, 150.0
PADDING = 16.0
SIDE_SHARE, LEAST_SIDE, MOST_SIDE = 0.36, 340.0, 470.0
COSTS, MOVES, PICTURE = 226.0, 262.0, 380.0
NARROW_COSTS, NARROW_MOVES = 300.0, 300.0


@dataclass(frozen=True, slots=True)
class Places:
    """Rectangles; `foot` is what the buttons take of the picture's panel, `height` how high all of it is."""

    example: Rect
    way: Rect
    picture: Rect
    back: Rect
    next: Rect
    moves: Rect
    costs: Rect
    hints: Rect
    foot: float
    height: float

    @property
    def panels(self) -> tuple[Rect, ...]:
        """The grounds."""
        return self.picture, self.moves, self.costs


def places(width: float, free: float, top: float) -> Places:
    """Lay the page out for a window of this width, `free` dp high from `top` on."""
    margin = margin_of(width)
    inner = width - 2 * margin
    narrow = width < NARROW_WIDTH
    example = (margin, top, min(inner, EXAMPLE), CHOICE)
    beside = inner >= EXAMPLE + GAP + WAY
    way_top = top if beside else top + CHOICE + 8
    way = (margin + EXAMPLE + GAP if beside else margin, way_top, min(inner, WAY), CHOICE)
    y = way_top + CHOICE + GAP
    if narrow:
        picture = (margin, y, inner, PICTURE)
        moves = (margin, y + PICTURE + GAP, inner, NARROW_MOVES)
        costs = (margin, moves[1] + NARROW_MOVES + GAP, inner, NARROW_COSTS)
        end = costs[1] + NARROW_COSTS
    else:
        body = max(COSTS + GAP + MOVES, free - (y - top) - HINTS)
        side = max(LEAST_SIDE, min(MOST_SIDE, inner * SIDE_SHARE))
        right = margin + inner - side
        picture = (margin, y, inner - side - GAP, body)
        moves = (right, y, side, body - COSTS - GAP)
        costs = (right, y + body - COSTS, side, COSTS)
        end = y + body
    x, low = picture[0] + PADDING, picture[1] + picture[3] - PADDING - BUTTON
    wide = min(BUTTON_WIDE, (picture[2] - 2 * PADDING - GAP) / 2)
    return Places(
        example,
        way,
        picture,
        (x, low, wide, BUTTON),
        (x + wide + GAP, low, wide, BUTTON),
        moves,
        costs,
        (margin, end, inner, HINTS),
        BUTTON + GAP,
        end + HINTS - top,
    )
