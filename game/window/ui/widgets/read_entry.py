"""A line that is read when it is submitted: words that cannot be read stay in it, with the reason."""

from __future__ import annotations

from collections.abc import Callable

from game.core import BadInput
from game.window.ui.input import Key
from game.window.ui.widgets.text_entry import TextEntry
from game.window.ui.widgets.widget import Act


class ReadEntry(TextEntry):
    """The line. It calls `read` with the typed words, shows the BadInput that this raises, and calls `changed`.

    Where `turned` is set, the line holds a number: the wheel, Up and Down call `turned` with a number of steps.
    """

    turned: Callable[[float], None] | None = None

    def __init__(
        self, name: str, label: str, read: Callable[[str], None], changed: Act, *, longest: int
    ) -> None:
        allowed = str.isprintable
        super().__init__(
            name, label, "", self._submit, allowed=allowed, longest=longest, style="label", al="l"
        )
        self._read, self._changed = read, changed
        self._holds = ""

    def _submit(self, typed: str) -> None:
        self.problem = ""
        try:
            self._read(typed)
        except BadInput as wrong:
            self.problem = str(wrong)
        self._changed()

    def follow(self, words: str) -> None:
        """Show what holds now; something wrong stays until something else holds."""
        if words != self._holds:
            self._holds, self.problem = words, ""
        if not self.problem:
            self.set_words(words)

    def wheel(self, steps: float) -> bool:
        """Change the number, unless another one is being typed."""
        if self.turned is None or self.typing:
            return False
        self.turned(steps)
        return True

    def key(self, event: Key) -> bool:
        """Up and Down do as the wheel does."""
        steps = {"up": 1.0, "down": -1.0}.get(event.name, 0.0)
        return (bool(steps) and self.wheel(steps)) or super().key(event)
