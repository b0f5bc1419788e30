"""A decision that a page asks: the answers as buttons with keys, and what is said of the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.study.judgements import Mark
from game.window.ui.layout import Box, Column, Space
from game.window.ui.leaves import Control, Words
from game.window.ui.widgets import Act, Button
from game.window.ui.widgets.controls import Controls
from game.window.views.marks import grade_picture

GAP = 8.0
MAX_KEYS = 9


class Answers:
    """The answers to a decision. Each is a button with a digit as its key."""

    def __init__(self) -> None:
        self.buttons: Sequence[Button] = ()

    def offer(self, answers: Iterable[tuple[str, str, Act]]) -> None:
        """Offer other answers, each by its key, its label and what it does."""
        self.buttons = [Button(f"answer-{key}", label, act, keycap=key) for key, label, act in answers]

    def box(self, height: float) -> Column:
        return Column(*(Control(button, height) for button in self.buttons), gap=GAP)

    @property
    def keys(self) -> str:
        return f"{self.buttons[0].keycap} – {self.buttons[:MAX_KEYS][-1].keycap}"

    def find(self, index: int) -> Button | bool:
        """Return the button of the digit at an index, 0 for "1". False leaves the key to others."""
        return next((button for button in self.buttons if button.keycap == str(index + 1)), False)

    def walk(self, controls: Controls, index: int) -> bool:
        """Move the focus up (index 0) or down (index 1) along the buttons."""
        return controls.walk([button.name for button in self.buttons], (-1, 1)[index])


def tell_answer(said: Box, mark: Mark, cost: str, why: str, values: Sequence[Box]) -> Sequence[Box]:
    """Return the boxes of a graded answer: the answer, its mark and cost, the reason, and all values."""
    return said, grade_picture(mark, cost), Space(6), Words(why, "label", "text", 12), *values
