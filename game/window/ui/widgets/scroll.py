"""The scroll offset of a page that is longer than its view.

The wheel, the keys, the scroll bar and the focus change the offset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.input import Key, Pointer, Wheel
from game.window.ui.widgets.widget import Act, Rect, holds

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

WHEEL_STEP = 56.0
BAR = 5.0
INSET = 3.0
BAR_HIT = 20.0
MIN_THUMB = 36.0
MARGIN = 12.0


class Scroll:
    """The scroll offset of a long page in dp.

    A change calls the argument `moved`, which lays out the screen again.
    """

    def __init__(self, moved: Act) -> None:
        self.view: Rect = (0.0, 0.0, 0.0, 0.0)
        self.offset = 0.0
        self.step = 0.0
        """If it is not 0, the offset is a multiple of it, so that no row is cut at the top."""
        self._content = 0.0
        self._on_move = moved
        self._grip: float | None = None

    @property
    def longest(self) -> float:
        return max(0.0, self._content - self.view[3])

    def fit(self, view: Rect, content: float) -> None:
        self.view, self._content = view, content
        self.offset = min(self.offset, self.longest)

    def to_end(self) -> None:
        self.offset = float("inf")

    def turn(self, event: Wheel) -> bool:
        return holds(self.view, event.x, event.y) and self._move_to(self.offset - event.steps * WHEEL_STEP)

    def key(self, event: Key) -> bool:
        """Handle a key: page up and down, Home and End, and arrows if nothing else uses them."""
        page = self.view[3] - WHEEL_STEP
        steps = {
            "page up": -page,
            "page down": page,
            "home": -self._content,
            "end": self._content,
            "up": -WHEEL_STEP,
            "down": WHEEL_STEP,
        }
        return event.name in steps and self._move_to(self.offset + steps[event.name])

    def point(self, event: Pointer) -> bool:
        """Drag the scroll bar."""
        if event.action == "up":
            self._grip = None
            return False
        x, y, width, length = self.view
        bar = (x + width - BAR_HIT, y, BAR_HIT, length)
        if event.action == "down" and self.longest and holds(bar, event.x, event.y):
            _, top, _, height = self._thumb()
            inside = top <= event.y < top + height
            self._grip = event.y - top if inside else height / 2
        if self._grip is None:
            return False
        _, top, _, height = self._track()
        travel = height - self._thumb()[3]
        return self._move_to((event.y - self._grip - top) / travel * self.longest)

    def show(self, rect: Rect) -> bool:
        """Scroll as little as possible to make `rect`, at its current position, visible."""
        _, top, _, height = self.view
        above = rect[1] - MARGIN - top
        below = rect[1] + rect[3] + MARGIN - (top + height)
        if above < 0:
            return self._move_to(self.offset + above)
        return below > 0 and self._move_to(self.offset + min(below, above))

    def draw(self, painter: Painter) -> None:
        """Draw the scroll bar at the right edge of the view. If the whole page is visible, draw nothing."""
        if not self.longest:
            return
        painter.rect(self._track(), "sunk", BAR / 2)
        painter.rect(self._thumb(), "edge", BAR / 2)

    def _move_to(self, offset: float) -> bool:
        if self.step:
            offset = round(offset / self.step) * self.step
        offset = max(0.0, min(self.longest, offset))
        if offset == self.offset:
            return False
        self.offset = offset
        self._on_move()
        return True

    def _thumb(self) -> Rect:
        x, top, width, height = self._track()
        thumb = max(MIN_THUMB, height * height / max(self._content, 1.0))
        travelled = self.offset / self.longest if self.longest else 0.0
        return x, top + travelled * (height - thumb), width, thumb

    def _track(self) -> Rect:
        x, top, width, height = self.view
        return x + width - BAR - INSET, top + 2 * INSET, BAR, height - 4 * INSET
