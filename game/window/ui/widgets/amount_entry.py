"""The typed amount of a bet: it shows the chosen amount, unless somebody is typing another one."""

from __future__ import annotations

from collections.abc import Callable

from game.window.ui.input import ENTER, Key
from game.window.ui.widgets.text_entry import TextEntry
from game.window.ui.widgets.widget import Act


class AmountEntry(TextEntry):
    """A field of chips, judged with every key. Its whole sentence is said by the panel, not by a tooltip.

    From a click into the field, or the first digit, on letters belong to the field, so that no slip of the hand
    plays; Enter, Esc, an empty line, and leaving give them back. Where only the focus has come they act, and the
    keyboard alone plays on. A refused text stays typed, and Esc still shows the chosen amount.

    `judge` says what is wrong with a text; `edited` is called when what is typed has changed.
    """

    def __init__(
        self,
        label: str,
        submit: Callable[[str], None],
        *,
        allowed: Callable[[str], bool],
        judge: Callable[[str], str],
        edited: Act,
    ) -> None:
        super().__init__("amount", label, "", submit, allowed=allowed, longest=9)
        self._judge = judge
        self._edited = edited
        self._keeps_letters = False

    @property
    def hint(self) -> str:
        """Why nothing can be typed, while the mouse asks."""
        return self.disabled if self.hovered else ""

    def set_words(self, words: str) -> None:
        """Show the chosen amount in place of whatever is typed."""
        super()._take_back()
        self._keeps_letters = False
        super().set_words(words)

    def key(self, event: Key) -> bool:
        """Edit the line; while somebody types, no letter goes on to the game."""
        kept_letters = self._keeps_letters
        if event.name in ENTER and not event.repeat:
            self._keeps_letters = False
            return super().key(event) or kept_letters
        used = super().key(event)
        return used or (kept_letters and bool(event.text) and not event.ctrl)

    def press(self, x: float, y: float) -> bool:
        """Focus the entry by a click; from then on it keeps letters, because an amount may be typed."""
        self._keeps_letters = True
        return super().press(x, y)

    def blur(self) -> None:
        """Hand over what was typed."""
        super().blur()
        self._keeps_letters = False

    def _pasted(self, words: str) -> str:
        """Return a text whole, so that `judge` refuses it if it is no amount. A long one ends with an ellipsis."""
        whole = "".join(filter(str.isprintable, " ".join(words.split())))
        return whole if len(whole) <= self.longest else f"{whole[: self.longest - 1]}…"

    def _edit(self, event: Key) -> bool:
        before = self._words
        used = super()._edit(event)
        if self._words != before:
            self._keeps_letters = bool(self._words)
        if used:
            self.problem = self._judge(self._words) if self.typing else ""
            self._edited()
        return used

    def _hand_over(self) -> None:
        """Hand over what was typed; it counts as typed until another amount is shown."""
        if self.typing:
            self.submit(self._words)

    def _take_back(self) -> bool:
        was_typing = super()._take_back() or self._keeps_letters
        self._keeps_letters = False
        self._edited()
        return was_typing
