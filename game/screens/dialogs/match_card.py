"""The card at the end of a match: who won it, in how many hands, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.screens.dialogs.question import Question, Reply

if TYPE_CHECKING:
    from game.screens.frame.screen import Services
    from game.screens.ui.canvas.painter import Painter

WIDEST, PADDING = 560.0, 30.0
MEDALLION = 34.0
HEAD, FIGURES, BELOW = 162.0, 74.0, 18.0


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Who won (an emblem and a sentence), and the figures of the match: (label, figure)."""

    device: str
    title: str
    figures: Sequence[tuple[str, str]]


class MatchCard(Question):
    """A question that shows how a match ended. Esc is the last reply, which only closes the card."""

    name: ClassVar[str] = "match-card"
    widest: ClassVar[float] = WIDEST
    padding: ClassVar[float] = PADDING

    def __init__(self, app: Services, result: MatchResult, replies: Sequence[Reply]) -> None:
        super().__init__(app, result.title, "", replies)
        self.result = result

    def height_above(self, inner: float) -> float:
        """Return the height above the buttons, in dp: medallion, title and figures."""
        return HEAD + FIGURES + BELOW

    def draw(self, painter: Painter) -> None:
        """Draw the card."""
        x, y, w, _ = self._panel
        painter.shadow(self._panel, 14, 24, 180, 12)
        painter.rect(self._panel, "panel", 14, "brass", 2)
        painter.medallion(x + w / 2, y + PADDING + MEDALLION, MEDALLION, self.result.device, lit=True)
        title = y + PADDING + 2 * MEDALLION + 30
        painter.text(self.result.title, x + w / 2, title, "h1", al="c", fit=w - 2 * PADDING)
        each = (w - 2 * PADDING) / len(self.result.figures)
        for place, (label, figure) in enumerate(self.result.figures):
            middle = x + PADDING + (place + 0.5) * each
            if place:
                painter.line(middle - each / 2, y + HEAD + 6, middle - each / 2, y + HEAD + FIGURES - 14)
            painter.text(figure, middle, y + HEAD + 18, "figure", al="c", fit=each - 12)
            painter.text(label, middle, y + HEAD + 46, "small", "dim", al="c", fit=each - 12)
        self.draw_controls(painter)

    def escape(self) -> None:
        """Close the card."""
        self._give(self._replies[-1])

    def trace(self) -> dict[str, str]:
        """Say how the match ended."""
        return {"match": self.result.title}
