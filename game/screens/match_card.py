"""The card that closes a match: who has won it, in how many hands, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.screens.input import Key
from game.screens.question import Reply
from game.screens.screen import Screen
from game.screens.widgets.button import Button
from game.screens.widgets.button_row import ButtonRow
from game.screens.widgets.controls import ARROWS

if TYPE_CHECKING:
    from game.screens.app import App
    from game.screens.pen import Pen, Rect

WIDEST, PADDING = 560.0, 30.0
MEDALLION = 34.0
HEAD, FIGURES, BELOW = 162.0, 74.0, 18.0
LEAST_BUTTON = 116.0


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Who won, by device and in a sentence, and the figures of the match: what, how much."""

    device: str
    title: str
    figures: Sequence[tuple[str, str]]


class MatchCard(Screen):
    """Shows how a match ended, closes, acts. Esc is the last reply, which only closes the card."""

    name: ClassVar[str] = "match-card"
    overlay: ClassVar[bool] = True

    def __init__(self, app: App, result: MatchResult, replies: Sequence[Reply]) -> None:
        super().__init__(app)
        self.result = result
        self._replies = tuple(replies)
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._in_a_row = True
        self._buttons = [self._button(reply) for reply in self._replies]

    def layout(self, width: float, height: float) -> None:
        """Put the card in the middle, the buttons below the figures."""
        wide = min(WIDEST, width - 48)
        row = ButtonRow.of(self.app.pen, self._buttons, LEAST_BUTTON, wide - 2 * PADDING)
        self._in_a_row = row.side_by_side
        above = HEAD + FIGURES + BELOW
        high = above + row.height + PADDING
        x, y = (width - wide) / 2, max(8.0, (height - high) / 2)
        self._panel = (x, y, wide, high)
        row.place(x + PADDING, y + above)
        self.place(self._buttons)

    def draw(self, pen: Pen) -> None:
        """Draw the card."""
        x, y, w, _ = self._panel
        pen.shadow(self._panel, 14, 24, 180, 12)
        pen.rect(self._panel, "panel", 14, "brass", 2)
        pen.medallion(x + w / 2, y + PADDING + MEDALLION, MEDALLION, self.result.device, lit=True)
        title = y + PADDING + 2 * MEDALLION + 30
        pen.text(self.result.title, x + w / 2, title, "h1", al="c", fit=w - 2 * PADDING)
        each = (w - 2 * PADDING) / len(self.result.figures)
        for place, (said, figure) in enumerate(self.result.figures):
            middle = x + PADDING + (place + 0.5) * each
            if place:
                pen.line(middle - each / 2, y + HEAD + 6, middle - each / 2, y + HEAD + FIGURES - 14)
            pen.text(figure, middle, y + HEAD + 18, "figure", al="c", fit=each - 12)
            pen.text(said, middle, y + HEAD + 46, "small", "dim", al="c", fit=each - 12)
        self.draw_controls(pen)

    def key(self, event: Key) -> bool:
        """Arrows go from button to button as they lie: in a row the first one is at the right end."""
        focused, step = self.controls.focused, ARROWS.get(event.name)
        if focused is None or step is None:
            return False
        names = [button.name for button in self._buttons]
        goal = names.index(focused.name) + (-step if self._in_a_row else step)
        self.controls.focus(names[max(0, min(len(names) - 1, goal))])
        return True

    def escape(self) -> None:
        """Close the card."""
        self._give(self._replies[-1])

    def trace(self) -> dict[str, str]:
        """Say how the match ended."""
        return {"match": self.result.title}

    def _button(self, reply: Reply) -> Button:
        return Button(reply.name, reply.label, lambda: self._give(reply), kind=reply.kind, style="label_b")

    def _give(self, reply: Reply) -> None:
        self.app.back()
        reply.act()
