"""A sentence at the lower edge of the window that goes away by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.screens.pen import Pen

SECONDS = 6.0
WIDEST = 640.0
LINE = 21.0
PADDING = 14.0
FROM_EDGE = 20.0


class Notice:
    """One sentence and how long it still shows."""

    def __init__(self) -> None:
        self.words = ""
        self._left = 0.0

    def say(self, words: str) -> None:
        """Show this sentence from now on."""
        self.words, self._left = words, SECONDS

    def advance(self, dt: float) -> bool:
        """Let time pass; return whether the sentence has just gone."""
        if not self.words:
            return False
        self._left -= dt
        if self._left > 0:
            return False
        self.words = ""
        return True

    def draw(self, pen: Pen) -> None:
        """Draw it above everything."""
        if not self.words:
            return
        lines = pen.wrap(self.words, min(WIDEST, pen.W - 4 * FROM_EDGE), "label")
        width = max(pen.width(line, "label") for line in lines) + 2 * PADDING + 8
        height = len(lines) * LINE + 2 * PADDING - 4
        x, y = (pen.W - width) / 2, pen.H - height - FROM_EDGE
        pen.shadow((x, y, width, height), 9, 12, 160, 6)
        pen.rect((x, y, width, height), "raised", 9, "brass")
        for i, line in enumerate(lines):
            pen.text(line, pen.W / 2, y + PADDING - 2 + (i + 0.5) * LINE, "label", al="c")
