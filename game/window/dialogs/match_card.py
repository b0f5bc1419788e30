"""The card at the end of a match: who won it, in how many hands, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.window.dialogs.question import Question, Reply
from game.window.ui.layout.box import Box
from game.window.ui.leaves.control import Picture

if TYPE_CHECKING:
    from game.window.frame.screen import Services
    from game.window.ui.canvas.painter import Painter, Rect

MEDALLION = 34.0
HEAD, FIGURES = 132.0, 86.0


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Who won (an emblem and a sentence), and the figures of the match: (label, figure)."""

    device: str
    title: str
    figures: Sequence[tuple[str, str]]


class MatchCard(Question):
    """A question that shows how a match ended. Esc is the last reply, which only closes the card."""

    name: ClassVar[str] = "match-card"
    widest: float = 560.0
    padding: ClassVar[float] = 30.0
    rim: ClassVar[tuple[str, float]] = ("brass", 2.0)

    def __init__(self, app: Services, result: MatchResult, replies: Sequence[Reply]) -> None:
        super().__init__(app, result.title, "", replies)
        self.result = result

    def head(self) -> Box:
        """Show who won."""
        return Picture(self._draw_winner, HEAD)

    def parts(self) -> Sequence[Box]:
        """The figures of the match."""
        return [Picture(self._draw_figures, FIGURES)]

    def _draw_winner(self, painter: Painter, rect: Rect) -> None:
        x, y, width, _ = rect
        painter.medallion(x + width / 2, y + MEDALLION, MEDALLION, self.result.device, lit=True)
        painter.text(self.title, x + width / 2, y + 2 * MEDALLION + 30, "h1", al="c", fit=width)

    def _draw_figures(self, painter: Painter, rect: Rect) -> None:
        x, y, width, _ = rect
        each = width / len(self.result.figures)
        for place, (label, figure) in enumerate(self.result.figures):
            middle = x + (place + 0.5) * each
            if place:
                painter.line(middle - each / 2, y + 6, middle - each / 2, y + 60)
            painter.text(figure, middle, y + 18, "figure", al="c", fit=each - 12)
            painter.text(label, middle, y + 46, "small", "dim", al="c", fit=each - 12)

    def escape(self) -> None:
        """Close the card."""
        self._give(self._replies[-1])

    def trace(self) -> dict[str, str]:
        """Say how the match ended."""
        return {"match": self.result.title}
