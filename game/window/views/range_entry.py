"""The field of a range: it tells every letter, and underlines the token that is wrong."""

from __future__ import annotations

from collections.abc import Callable

from game.study.odds import Span
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Key
from game.window.ui.theme import tokens
from game.window.ui.widgets.text_entry import PADDING, TextEntry

LONGEST = 4_000
UNDERLINE = 11.0


class RangeEntry(TextEntry):
    """A line for a hand or a range; `edited` gets the words after every change."""

    def __init__(
        self, name: str, label: str, edited: Callable[[str], None], *, longest: int = LONGEST
    ) -> None:
        super().__init__(
            name, label, "", edited, allowed=str.isprintable, longest=longest, style="label", al="l"
        )
        self.edited = edited
        self.wrong: Span | None = None

    def show(self, words: str) -> None:
        """Show a text, whatever stood there."""
        self._words = self._kept = words
        self._caret = min(self._caret, len(words)) if self.focused else len(words)

    def follow(self, words: str, problem: str) -> None:
        """Show the model's text and problem; the model gets every typed letter."""
        if self.value != words:
            self.show(words)
        self.problem = problem

    def mark(self, wrong: Span | None, problem: str) -> None:
        """Underline a token and say what is wrong with it; None takes the mark away."""
        self.wrong = wrong
        self.problem = problem if wrong is not None else ""

    def key(self, event: Key) -> bool:
        """Edit the line, and tell what stands there now."""
        before = self.value
        used = super().key(event)
        if self.value != before:
            self.wrong = None
            self.edited(self.value)
        return used

    def draw(self, painter: Painter) -> None:
        """Draw the field, and the line under what is wrong."""
        if self.wrong is None or self.wrong[0] == self.wrong[1]:
            super().draw(painter)
            return
        x, y, width, height = self.rect
        begin, end = self.wrong
        middle, start = y + height / 2, self._start(painter, self._caret if self.focused else end)
        if self.focused:
            super().draw(painter)
        else:
            painter.rect(self.rect, "sunk", tokens().radius["control"], "bad")
        with painter.clip((x + PADDING - 2, y, width - 2 * PADDING + 4, height)):
            if not self.focused:
                self._draw_words(painter, start, middle)
            left = start + painter.width(self.value[:begin], self.style)
            wide = painter.width(self.value[begin:end], self.style)
            painter.rect((left, middle + UNDERLINE, wide, 2), "bad", 0)
