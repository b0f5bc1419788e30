"""The equities of two open hands: a bar with what each side would win on average written above its end."""

from __future__ import annotations

from game.screens.pen import Pen

HEIGHT = 38.0
BAR = 9.0
GAP = 10.0


def draw(pen: Pen, x: float, y: float, w: float, share: float, names: tuple[str, str]) -> None:
    """Draw the bar from its upper edge on; `share` is of the first name."""
    first, second = names
    taken = pen.text(first, x, y + 10, "small_b", "text", fit=w * 0.6)
    pen.text(second, x + w, y + 10, "small", "dim", al="r", fit=w - taken - GAP)
    pen.bar((x, y + 22, w, BAR), share)
