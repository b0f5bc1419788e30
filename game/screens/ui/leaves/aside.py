"""Words beside something: written only where all of them have room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.screens.ui.layout.box import Leaf, Rect

if TYPE_CHECKING:
    from game.screens.drawing.canvas import Colour
    from game.screens.pen import Pen

LINE = 17.0


class Aside(Leaf):
    """Words in the middle of `height` dp, in `limit` lines at most; nothing where they need more."""

    def __init__(
        self, words: str, style: str = "small", colour: Colour = "dim", *, height: float, limit: int = 2
    ) -> None:
        super().__init__(height)
        self._words, self._style, self._colour, self._limit = words, style, colour, limit

    def draw(self, pen: Pen, rect: Rect) -> None:
        """Write the lines, if there is room for all."""
        x, y, width, height = rect
        lines = pen.wrap(self._words, width, self._style) if self._words and width > 0 else ()
        first = y + height / 2 - (len(lines) - 1) / 2 * LINE
        for place, line in enumerate(lines if len(lines) <= self._limit else ()):
            pen.text(line, x, first + place * LINE, self._style, self._colour)
