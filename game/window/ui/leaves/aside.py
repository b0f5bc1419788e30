"""Words beside something, in the middle of the height."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.layout.box import Leaf, Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.canvas import Colour
    from game.window.ui.canvas.painter import Painter

LINE = 17.0


class Aside(Leaf):
    """Words in `limit` lines at most, `step` dp each, in the middle of `height` dp.

    Where they need more lines nothing is written, or with `cut` the first of them.
    """

    def __init__(
        self,
        words: str,
        style: str = "small",
        colour: Colour = "dim",
        *,
        height: float,
        limit: int = 2,
        step: float = LINE,
        cut: bool = False,
    ) -> None:
        super().__init__(height)
        self._words, self._style, self._colour, self._limit = words, style, colour, limit
        self._step, self._cut = step, cut

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Write the lines."""
        x, y, width, height = rect
        lines = painter.wrap(self._words, width, self._style) if self._words and width > 0 else ()
        if len(lines) > self._limit:
            lines = lines[: self._limit] if self._cut else ()
        first = y + height / 2 - (len(lines) - 1) / 2 * self._step
        for place, line in enumerate(lines):
            painter.text(line, x, first + place * self._step, self._style, self._colour, fit=width)
