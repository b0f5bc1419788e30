"""The mark of a decision: five dots, of which as many are filled as the decision was good, and its name.

A decision whose cost is not known has five rings instead.
"""

from __future__ import annotations

from functools import partial

from game.study.judgements import MARKS, Mark
from game.texts import text
from game.window.ui.canvas.painter import Colour, Painter, Rect
from game.window.ui.leaves import Picture

HEIGHT = 22.0
DOT, DOT_STEP = 3.0, 9.0
DOTS = (len(MARKS) - 1) * DOT_STEP + 2 * DOT
NAME_AT = len(MARKS) * DOT_STEP + 6
COLOURS: dict[Mark, Colour] = {
    Mark.BEST: "good",
    Mark.GOOD: "good",
    Mark.INACCURACY: "brass",
    Mark.MISTAKE: "bad",
    Mark.BLUNDER: "bad",
    Mark.UNKNOWN: "dim",
}


def picture(mark: Mark, cost: str) -> Picture:
    """Return the mark with its cost as a leaf."""
    return Picture(partial(draw, mark, cost), HEIGHT)


def width(painter: Painter, mark: Mark, room: float) -> float:
    """Return how wide the dots are with the name of the mark, where it has room; else without it."""
    named = NAME_AT + painter.width(_name(mark), "label_b")
    return named if named <= room else DOTS


def draw(mark: Mark, cost: str, painter: Painter, rect: Rect) -> None:
    """Draw the dots, the name of the mark where it has room, and the cost in words at the right end."""
    x, y, w, h = rect
    middle = y + h / 2
    for place in range(len(MARKS)):
        centre = x + DOT + place * DOT_STEP
        if mark == Mark.UNKNOWN:
            painter.ring(centre, middle, DOT, COLOURS[mark], 1.0)
        else:
            is_filled = place < len(MARKS) - MARKS.index(mark)
            painter.disc(centre, middle, DOT, COLOURS[mark] if is_filled else "line")
    if w <= DOTS:
        return
    used = NAME_AT + painter.text(_name(mark), x + NAME_AT, middle, "label_b", COLOURS[mark])
    painter.text(cost, x + w, middle, "label", "dim", al="r", fit=max(0.0, w - used - 8))


def _name(mark: Mark) -> str:
    return text(f"grades.marks.{mark}")
