"""The lines below the settings of a page of the lab: what is wrong, or what is special about what one sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.screens.ui.canvas.pen import Pen

LINE, GAP = 19.0, 6.0


@dataclass(slots=True)
class Note:
    """The words as they are wrapped, and where they stand."""

    lines: tuple[str, ...] = ()
    x: float = 0.0
    y: float = 0.0

    def wrap(self, pen: Pen, words: str, width: float) -> float:
        """Take other words; return the height that they need, 0 where there are none."""
        self.lines = pen.wrap(words, width, "label") if words else ()
        return len(self.lines) * LINE + GAP if self.lines else 0.0

    def place(self, x: float, y: float) -> None:
        """Take a place, the upper left corner."""
        self.x, self.y = x, y

    def draw(self, pen: Pen, *, wrong: bool) -> None:
        """Write the words, in red where something is wrong."""
        for place, line in enumerate(self.lines):
            pen.text(line, self.x, self.y + (place + 0.5) * LINE, "label", "bad" if wrong else "dim")
