"""Where everything lies: choices above the picture, moves and costs beside it; or one column. In dp."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.screens.lab import game_choice
from game.screens.lab.layout import GAP, HINTS, margin_of
from game.screens.page_head import NARROW_WIDTH
from game.screens.widgets.widget import Rect

CHOICE, BETWEEN = 40.0, 8.0
EXAMPLE, WAY = 420.0, 400.0
LEAST, EXAMPLE_SHARE = 616.0, 0.515  # of both in one row
BUTTON, BUTTON_WIDE = 42.0, 150.0
PADDING = 16.0
SIDE_SHARE, LEAST_SIDE, MOST_SIDE = 0.36, 340.0, 470.0
COSTS, MOVES, PICTURE = 226.0, 262.0, 380.0
NARROW_COSTS, NARROW_MOVES = 300.0, 300.0


@dataclass(frozen=True, slots=True)
class Places:
    """Rectangles; `foot` is what the buttons take of the picture's panel, `height` how high all of it is."""

    game: Rect
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
    beside = inner - game_choice.WIDTH - 2 * GAP  # what example and way have in one row
    widths = (
        (beside * EXAMPLE_SHARE, beside * (1 - EXAMPLE_SHARE))
        if LEAST < beside < EXAMPLE + WAY
        else (EXAMPLE, WAY)
    )
    game, example, way = _in_rows((margin, top, inner, CHOICE), (game_choice.WIDTH, *widths))
    y = way[1] + CHOICE + GAP
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
        game,
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


def _in_rows(first: Rect, widths: Sequence[float]) -> list[Rect]:
    """Place controls of these widths beside each other, and in another row below where one has no room."""
    x, y, room, height = first
    found, at = [], x
    for width in widths:
        if at > x and at + width > x + room:
            at, y = x, y + height + BETWEEN
        found.append((at, y, min(width, room), height))
        at += width + GAP
    return found
