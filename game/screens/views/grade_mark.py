"""The mark of a decision: five dots, of which as many are filled as the decision was good, and its name."""

from __future__ import annotations

from game.messages.grades_answers import MARKS, Mark
from game.screens.ui.canvas.painter import Colour, Painter, Rect
from game.screens.ui.texts import text

HEIGHT = 22.0
DOT, DOT_STEP = 3.0, 9.0
COLOURS: dict[Mark, Colour] = {
    Mark.BEST: "good",
    Mark.GOOD: "good",
    Mark.INACCURACY: "brass",
    Mark.MISTAKE: "bad",
    Mark.BLUNDER: "bad",
}


def draw(mark: Mark, cost: str, painter: Painter, rect: Rect) -> None:
    """Draw the dots, the name of the mark, and the cost in words at the right end."""
    x, y, w, h = rect
    filled = len(MARKS) - MARKS.index(mark)
    for place in range(len(MARKS)):
        painter.disc(x + DOT + place * DOT_STEP, y + h / 2, DOT, COLOURS[mark] if place < filled else "line")
    after = x + len(MARKS) * DOT_STEP + 6
    used = painter.text(text(f"grades.marks.{mark}"), after, y + h / 2, "label_b", COLOURS[mark])
    painter.text(cost, x + w, y + h / 2, "label", "dim", al="r", fit=max(0.0, x + w - after - used - 8))
