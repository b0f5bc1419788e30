"""A question over the screen: a title, a sentence, and buttons of which the harmless one has the focus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.screens.frame.screen import Screen
from game.screens.ui.input import Key
from game.screens.ui.widgets.button import Button, Kind
from game.screens.ui.widgets.button_row import ButtonRow
from game.screens.ui.widgets.controls import ARROWS
from game.screens.ui.widgets.widget import Act, Rect

if TYPE_CHECKING:
    from game.screens.frame.screen import Services
    from game.screens.ui.canvas.painter import Painter

WIDEST = 540.0
PADDING = 28.0
TITLE_TO_BODY = 34.0
BODY_LINE = 17 * 1.38
BODY_TO_BUTTONS = 14.0
LEAST_BUTTON = 116.0


@dataclass(frozen=True, slots=True)
class Reply:
    """One way to answer: the button's name and label, and what happens after the question has closed."""

    name: str
    label: str
    act: Act
    kind: Kind = "plain"


def nothing() -> None:
    """Do nothing: the reply that only closes the question."""


class Question(Screen):
    """Asks, closes, acts. Esc is the first reply, which must be the harmless one."""

    name: ClassVar[str] = "question"
    overlay: ClassVar[bool] = True
    widest: ClassVar[float] = WIDEST
    padding: ClassVar[float] = PADDING

    def __init__(self, app: Services, title: str, body: str, replies: Sequence[Reply]) -> None:
        super().__init__(app)
        self.title = title
        self.body = body
        self._replies = tuple(replies)
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._lines: tuple[str, ...] = ()
        self._in_a_row = True
        self._buttons = [self._button(reply) for reply in self._replies]

    def layout(self, width: float, height: float) -> None:
        """Put the panel in the middle, the buttons below the sentence: side by side, or in a column."""
        wide = min(self.widest, width - 48)
        inner = wide - 2 * self.padding
        row = ButtonRow.of(self.app.painter, self._buttons, LEAST_BUTTON, inner)
        self._in_a_row = row.side_by_side
        above = self.height_above(inner)
        high = above + row.height + self.padding
        x, y = (width - wide) / 2, max(8.0, (height - high) / 2)
        self._panel = (x, y, wide, high)
        row.place(x + self.padding, y + above)
        self.place(self._buttons)

    def height_above(self, inner: float) -> float:
        """Return the height above the buttons, in dp, where lines are `inner` wide: title and sentence."""
        self._lines = self.app.painter.wrap(self.body, inner, "body")
        return PADDING + 21 + TITLE_TO_BODY - 10 + len(self._lines) * BODY_LINE + BODY_TO_BUTTONS

    def draw(self, painter: Painter) -> None:
        """Draw the panel."""
        x, y, _, _ = self._panel
        painter.shadow(self._panel, 14, 24, 180, 12)
        painter.rect(self._panel, "panel", 14, "edge")
        row = y + PADDING + 10
        painter.text(self.title, x + PADDING, row, "h2", fit=self._panel[2] - 2 * PADDING)
        for i, line in enumerate(self._lines):
            painter.text(line, x + PADDING, row + TITLE_TO_BODY + i * BODY_LINE, "body", "dim")
        self.draw_controls(painter)

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
        """Give the harmless reply."""
        self._give(self._replies[0])

    def trace(self) -> dict[str, str]:
        """Say what is asked."""
        return {"question": self.title}

    def _button(self, reply: Reply) -> Button:
        return Button(reply.name, reply.label, lambda: self._give(reply), kind=reply.kind, style="label_b")

    def _give(self, reply: Reply) -> None:
        self.app.back()
        reply.act()
