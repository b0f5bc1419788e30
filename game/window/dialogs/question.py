"""A question over the screen: a title, a sentence, and buttons of which the harmless one has the focus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.window.dialogs.dialog import Dialog
from game.window.ui.layout.box import Box
from game.window.ui.leaves.button_row import ButtonRow
from game.window.ui.leaves.words import Words
from game.window.ui.widgets.button import Button, Kind
from game.window.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.window.frame.screen import Services

BELOW_SENTENCE = 17.0


@dataclass(frozen=True, slots=True)
class Reply:
    """One way to answer: the button's name and label, and what happens after the question has closed."""

    name: str
    label: str
    act: Act
    kind: Kind = "plain"


def nothing() -> None:
    """Do nothing: the reply that only closes the question."""


class Question(Dialog):
    """Asks, closes, acts. Esc is the first reply, which must be the harmless one."""

    name: ClassVar[str] = "question"
    widest: float = 540.0

    def __init__(self, app: Services, title: str, body: str, replies: Sequence[Reply]) -> None:
        super().__init__(app, title)
        self.body = body
        self._replies = tuple(replies)
        self._buttons = [self._button(reply) for reply in self._replies]

    def parts(self) -> Sequence[Box]:
        """The sentence."""
        return [Words(self.body, "body", "dim", BELOW_SENTENCE)]

    def buttons(self) -> list[Button]:
        """The replies, the harmless one first."""
        return self._buttons

    def foot(self) -> Box:
        """Put the harmless reply at the right end, or on top."""
        return ButtonRow(self._buttons)

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
