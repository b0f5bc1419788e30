"""A sentence at the lower edge of the window that goes away by itself.

It is placed as low as possible, so that it covers little: in the middle, or at the right if there is a row of keys
or buttons at the bottom, or above that row if there is too little room. It disappears when another screen opens,
but not before it was shown long enough to be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

SECONDS = 6.0
LEAST_SECONDS = 1.5  # also where the screen changes
WIDEST = 640.0
LINE = 21.0
PADDING, PADDING_ABOVE = 18.0, 7.0
FROM_EDGE = 6.0
FROM_SIDE = 40.0


class Notice:
    """One sentence, how long it has shown, and how long it is to."""

    def __init__(self) -> None:
        self.words = ""
        self.said = 0  # how often something was
        self._shown = 0.0
        self._seconds = SECONDS

    def say(self, words: str) -> None:
        """Show this sentence from now on."""
        self.words, self._shown, self._seconds = words, 0.0, SECONDS
        self.said += 1

    def hurry(self) -> None:
        """Show it no longer than it takes to be read."""
        self._seconds = LEAST_SECONDS

    def advance(self, dt: float) -> bool:
        """Let time pass; return whether the sentence has just gone."""
        if not self.words:
            return False
        self._shown += dt
        if self._shown < self._seconds:
            return False
        self.words = ""
        return True

    def draw(self, painter: Painter) -> None:
        """Draw it above everything."""
        if not self.words:
            return
        lines = painter.wrap(self.words, min(WIDEST, painter.W - 2 * FROM_SIDE - 2 * PADDING), "label")
        width = max(painter.width(line, "label") for line in lines) + 2 * PADDING
        height = len(lines) * LINE + 2 * PADDING_ABOVE
        x, y = _place(painter, width, height)
        painter.shadow((x, y, width, height), 9, 12, 160, 6)
        painter.rect((x, y, width, height), "raised", 9, "brass")
        for i, line in enumerate(lines):
            painter.text(line, x + width / 2, y + PADDING_ABOVE + (i + 0.5) * LINE, "label", al="c")


def _place(painter: Painter, width: float, height: float) -> tuple[float, float]:
    """Return the left upper corner of a notice of this size, where it covers nothing that is to be spared."""
    lowest, middle = painter.H - height - FROM_EDGE, (painter.W - width) / 2
    top, bottom = lowest, painter.H
    while top > 0:
        rows = [row for row in painter.spared if top < row[1] + row[3] and row[1] < bottom]
        for left in (middle, painter.W - FROM_SIDE - width):
            if not any(x < left + width and left < x + wide for x, _, wide, _ in rows):
                return left, top
        bottom = min(y for _, y, _, _ in rows)
        top = bottom - height
    return middle, lowest
