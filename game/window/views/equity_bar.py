"""The equities of two open hands: a bar with what each side would win on average written above its end."""

from __future__ import annotations

from dataclasses import dataclass

from game.window.ui.canvas.painter import Painter

HEIGHT = 38.0
BAR = 9.0
GAP = 10.0


@dataclass(frozen=True, slots=True)
class Equities:
    """What the first side wins on average (0 to 1), and both sides in words."""

    share: float
    words: tuple[str, str]


def draw(painter: Painter, x: float, y: float, w: float, equities: Equities) -> None:
    """Draw the bar and what stands above it, from the upper edge on."""
    first, second = equities.words
    taken = painter.text(first, x, y + 10, "small_b", "text", fit=w * 0.6)
    painter.text(second, x + w, y + 10, "small", "dim", al="r", fit=w - taken - GAP)
    painter.bar((x, y + 22, w, BAR), equities.share)
