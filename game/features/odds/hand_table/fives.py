"""The fives of six or seven cards as bars, from the worst of them to the best; one is lit, the best is brass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from game.study.odds import LookedUp
from game.texts import text
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Key
from game.window.ui.widgets import Widget

STEPS = {"left": -1, "right": 1, "up": -1, "down": 1}
LEAST_SHARE = 0.1
WIDEST = 26.0
GAP = 3.0


class Fives(Widget):
    """The control: arrows walk along the fives, Home and End lead to the first and the last."""

    role: ClassVar[str] = "choice"

    def __init__(self, choose: Callable[[int], None]) -> None:
        super().__init__("fives", text("hand_table.fives"))
        self.sets: Sequence[LookedUp] = ()
        self.chosen = 0
        self.best: int | None = None
        self._choose = choose

    @property
    def value(self) -> str:
        """Which of them is lit."""
        return text("hand_table.five_of", number=self.chosen + 1, count=len(self.sets))

    def key(self, event: Key) -> bool:
        """Walk along."""
        if event.name in STEPS:
            return self.step(STEPS[event.name])
        if event.name in ("home", "end"):
            self._choose(0 if event.name == "home" else len(self.sets) - 1)
            return True
        return False

    def step(self, by: int) -> bool:
        """Light the next one in a direction; at the ends nothing happens."""
        wanted = self.chosen + by
        if 0 <= wanted < len(self.sets):
            self._choose(wanted)
        return True

    def press(self, x: float, y: float) -> bool:
        """Light the one below the mouse."""
        return self.drag(x, y)

    def drag(self, x: float, y: float) -> bool:
        """Follow the mouse along the row."""
        place = int((x - self.rect[0]) / self._step())
        self._choose(max(0, min(len(self.sets) - 1, place)))
        return True

    def draw(self, painter: Painter) -> None:
        """Draw the bars."""
        x, y, _, height = self.rect
        step = self._step()
        ranks = [one.row.rank for one in self.sets if one.row is not None]
        best, worst = min(ranks), max(ranks)
        for place, rank in enumerate(ranks):
            share = LEAST_SHARE + (1 - LEAST_SHARE) * (worst - rank) / max(1, worst - best)
            left, wide = x + place * step, step - GAP
            lit = place == self.chosen
            colour = "brass" if place == self.best else "text" if lit else "edge"
            painter.rect((left, y, wide, height - 5), "sunk", 2)
            high = (height - 5) * share
            painter.rect((left, y + height - 5 - high, wide, high), colour, 2)
            if lit:
                painter.rect((left, y + height - 3, wide, 3), "brass", 1)
        if self.focused:
            painter.focus_ring(self.rect)

    def _step(self) -> float:
        return min(WIDEST, (self.rect[2] + GAP) / max(1, len(self.sets)))
