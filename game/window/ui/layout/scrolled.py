"""A box that scrolls inside its rectangle, whatever the page around it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter
    from game.window.ui.widgets.scroll import Scroll
    from game.window.ui.widgets.widget import Widget

EDGE = 2.0  # between the rectangle and what is seen of the box


class Scrolled(Box):
    """A box that `scroll` moves where it is higher than its place; else it is as high as that.

    Beside it `sides` dp are free at the left and at the right; `above` and `below` it, what moves with it. It asks
    for the height at which nothing has to be moved, or for `least` dp.
    """

    def __init__(
        self,
        box: Box,
        scroll: Scroll,
        *,
        sides: tuple[float, float],
        above: float,
        below: float,
        least: float | None = None,
    ) -> None:
        self._box, self.scroll, self._moved = box, scroll, scroll
        self._sides, self._above, self._below, self._least = sides, above, below, least

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height that it asks for."""
        return self._whole(painter, width) if self._least is None else self._least

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the box as it is moved now; its controls are seen in the view alone."""
        super().place(painter, rect)
        x, y, width, height = rect
        view = (x + EDGE, y + EDGE, width - 2 * EDGE, height - 2 * EDGE)
        self._moved.fit(view, self._whole(painter, width) - 2 * EDGE)
        top = y + self._above - self._moved.offset
        inner = width - sum(self._sides)
        high = max(self._box.height_at(painter, inner), height - self._above - self._below)
        self._box.place(painter, (x + self._sides[0], top, inner, high))
        for widget in self.widgets():
            widget.clip = view

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw what is seen of the box, and the bar."""
        with painter.clip(self._moved.view):
            self._box.draw_all(painter)
        self._moved.draw(painter)

    def widgets(self) -> Iterator[Widget]:
        """Yield the controls of the box."""
        yield from self._box.controls()

    def _whole(self, painter: Painter, width: float) -> float:
        return self._above + self._box.height_at(painter, width - sum(self._sides)) + self._below
