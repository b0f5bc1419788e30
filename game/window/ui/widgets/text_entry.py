"""Text fields for an amount, a name or a range.

Enter submits the text. Esc or Ctrl+Z restores the old text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from game.core import BadInput
from game.window.ui import input
from game.window.ui.input import ENTER, Key
from game.window.ui.theme import tokens
from game.window.ui.widgets.widget import Act, Widget

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Align, Painter


PADDING = 14.0
CARET = 1.5
CARET_HALF = 10.0
CARET_MARGIN = 24.0  # dp that stay visible behind the caret of a long line


def is_name_letter(letter: str) -> bool:
    return letter.isalnum() or letter in " -'."


class TextEntry(Widget):
    """One line of text. The first letter typed after focusing replaces the old text.

    Pasting also replaces an invalid text. Ctrl+A selects the line, and the next key replaces or deletes it.

    The argument `allowed` returns whether a character may be typed. `submit` is called with the text on
    Enter, or when the field loses the focus. In an empty line, `placeholder` is shown in a pale colour. If a
    line is too long, its beginning is shown or, if `shows_end`, its end. While the user is typing, the part
    around the caret is shown.
    """

    role: ClassVar[str] = "text"
    takes_text: ClassVar[bool] = True

    def __init__(
        self,
        name: str,
        label: str,
        words: str,
        submit: Callable[[str], None],
        *,
        allowed: Callable[[str], bool],
        longest: int = 24,
        style: str = "amount",
        al: Align = "r",
    ) -> None:
        super().__init__(name, label)
        self.submit = submit
        self.allowed = allowed
        self.longest = longest
        self.style = style
        self.al: Align = al
        self.problem = ""
        self.placeholder = ""
        self.shows_end = False
        self._words = self._old_words = words
        self._caret = len(words)
        self._replaces = True
        self._selected = False
        self.entered: Act | None = None

    @property
    def value(self) -> str:
        return self._words

    @property
    def hint(self) -> str:
        return self.problem or super().hint

    def set_words(self, words: str) -> None:
        """Show another text, unless the user is typing."""
        if not self.typing:
            self._words = self._old_words = words
            self._caret = len(words)

    @property
    def typing(self) -> bool:
        return self._words != self._old_words

    def key(self, event: Key) -> bool:
        """Edit the line."""
        if event.name in ENTER:
            was_typing = self.typing
            if not event.repeat:
                self._hand_over()
                self._replaces = True
                if was_typing and not self.problem and self.entered is not None:
                    self.entered()
            return was_typing
        gives_back = event.name == "escape" or (event.ctrl and event.name == "z")
        return self._take_back() if gives_back else self._edit(event)

    def blur(self) -> None:
        self._hand_over()
        self._replaces, self._selected = True, False

    def draw(self, painter: Painter) -> None:
        """Draw the field, the text and the caret."""
        _, y, width, height = self.rect
        radius, middle = tokens().radius["control"], y + height / 2
        edge = "bad" if self.problem else "edge" if self.enabled else "line"
        painter.rect(self.rect, "sunk", radius, edge)
        if self.placeholder and not self._words:
            painter.text(
                self.placeholder,
                self.rect[0] + PADDING + 2 * CARET,
                middle,
                self.style,
                "faint",
                fit=width - 2 * PADDING,
            )
        if self.focused:
            self._draw_edited(painter, middle)
            painter.focus_ring(self.rect, radius)
        else:
            self._draw_words(painter, self._start(painter, 0), middle, fit=width - 2 * PADDING)

    def _draw_edited(self, painter: Painter, middle: float) -> None:
        """Draw the part of the text around the caret, and the caret."""
        x, y, width, height = self.rect
        start = self._start(painter, self._caret)
        with painter.clip((x + PADDING - 2, y, width - 2 * PADDING + 4, height)):
            if self._selected and self._words:
                long = painter.width(self._words, self.style)
                painter.rect((start - 1, middle - CARET_HALF, long + 2, 2 * CARET_HALF), "edge", 3)
            self._draw_words(painter, start, middle)
            caret = start + painter.width(self._words[: self._caret], self.style) + 1
            painter.rect((caret, middle - CARET_HALF, CARET, 2 * CARET_HALF), "brass", 0)

    def _draw_words(self, painter: Painter, start: float, middle: float, fit: float | None = None) -> None:
        words = self._words
        if fit is not None and self.shows_end:
            words, fit = painter.shortened(words[::-1], fit, self.style)[::-1], None
        painter.text(words, start, middle, self.style, "text" if self.enabled else "faint", fit=fit)

    def _start(self, painter: Painter, caret: int) -> float:
        """Return the x at which the text starts.

        If the text is long, x is left of the field, so that the caret is visible.
        """
        x, _, width, _ = self.rect
        room, long = width - 2 * PADDING, painter.width(self._words, self.style)
        if long > room:
            before = painter.width(self._words[:caret], self.style)
            return x + PADDING - max(0.0, min(long, before + CARET_MARGIN) - room)
        return x + PADDING + (room - long if self.al == "r" else 0.0)

    def _edit(self, event: Key) -> bool:
        """Edit the line or move the caret. Return whether the key was used."""
        if event.ctrl and event.name == "a":
            self._replaces = self._selected = True
            self._caret = len(self._words)
        elif event.name in ("backspace", "delete"):
            self._erase(forward=event.name == "delete")
        elif event.name in ("left", "right", "home", "end"):
            self._replaces = self._selected = False
            goals = {"left": self._caret - 1, "right": self._caret + 1, "home": 0, "end": len(self._words)}
            self._caret = max(0, min(len(self._words), goals[event.name]))
        elif event.ctrl and event.name in ("c", "v"):
            if event.name == "c":
                input.put(self._words)
            elif words := self._pasteable(input.get()):
                self._replaces = self._replaces or bool(self.problem)
                self._insert(words)
        elif event.text and not event.ctrl and all(map(self.allowed, event.text)):
            self._insert(event.text)
        else:
            return False
        return True

    def _insert(self, words: str) -> None:
        if self._replaces:
            self._words, self._caret = "", 0
        self._replaces = self._selected = False
        if len(self._words) + len(words) <= self.longest:
            self._words = self._words[: self._caret] + words + self._words[self._caret :]
            self._caret += len(words)
        self.problem = ""

    def _pasteable(self, words: str) -> str:
        return "".join(filter(self.allowed, words))

    def _erase(self, *, forward: bool) -> None:
        if self._selected:
            self._insert("")
            return
        self._replaces = False
        start = self._caret if forward else self._caret - 1
        if 0 <= start < len(self._words):
            self._words = self._words[:start] + self._words[start + 1 :]
            self._caret = start
        self.problem = ""

    def _hand_over(self) -> None:
        if self.typing:
            self._old_words = self._words
            self.submit(self._words)

    def _take_back(self) -> bool:
        was_typing = self.typing
        self._words, self.problem = self._old_words, ""
        self._caret, self._replaces, self._selected = len(self._words), True, False
        return was_typing


class WordEntry(TextEntry):
    """A left-aligned text field. Enter calls the argument `entered`."""

    def __init__(
        self,
        name: str,
        label: str,
        words: str,
        submit: Callable[[str], None],
        *,
        longest: int,
        allowed: Callable[[str], bool] = str.isprintable,
        entered: Act | None = None,
    ) -> None:
        super().__init__(name, label, words, submit, allowed=allowed, longest=longest, style="label", al="l")
        self.entered = entered


class ReadEntry(TextEntry):
    """A text field that passes its text to `read`, shows any BadInput of `read`, and then calls `changed`.

    If `turned` is set, the text is a number. The wheel and the keys Up and Down then call `turned` with the steps.
    """

    turned: Callable[[float], None] | None = None

    def __init__(
        self, name: str, label: str, read: Callable[[str], None], changed: Act, *, longest: int
    ) -> None:
        allowed = str.isprintable
        super().__init__(
            name, label, "", self._submit, allowed=allowed, longest=longest, style="label", al="l"
        )
        self._read, self._on_change = read, changed
        self._holds = ""

    def _submit(self, typed: str) -> None:
        self.problem = ""
        try:
            self._read(typed)
        except BadInput as wrong:
            self.problem = str(wrong)
        self._on_change()

    def follow(self, words: str) -> None:
        """Show the current value `words`. An invalid text stays in the field until the value changes."""
        if words != self._holds:
            self._holds, self.problem = words, ""
        if not self.problem:
            self.set_words(words)

    def wheel(self, steps: float) -> bool:
        """Change the number with the mouse wheel, unless the user is typing."""
        if self.turned is None or self.typing:
            return False
        self.turned(steps)
        return True

    def key(self, event: Key) -> bool:
        steps = {"up": 1.0, "down": -1.0}.get(event.name, 0.0)
        return (bool(steps) and self.wheel(steps)) or super().key(event)


class AmountEntry(TextEntry):
    """A text field for chips, checked on every keystroke.

    The panel, not a tooltip, shows the problem with the text.

    After a click into the field, or the first digit, the field takes all letters, so that a typing error
    triggers no action. This state ends with Enter, Esc, an empty field, or the loss of the focus. Before the
    click or the digit, letters still trigger actions, so that the game can be played by keyboard. A rejected
    text stays in the field, and Esc shows the chosen amount again.

    The argument `judge` returns the problem with a text, or "". `edited` is called when the typed text has
    changed.
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
        self._on_edit = edited
        self._keeps_letters = False

    @property
    def hint(self) -> str:
        return self.disabled if self.hovered else ""

    def set_words(self, words: str) -> None:
        """Replace the typed text by the chosen amount."""
        super()._take_back()
        self._keeps_letters = False
        super().set_words(words)

    def key(self, event: Key) -> bool:
        """Edit the line. While the user is typing, no letter triggers an action."""
        kept_letters = self._keeps_letters
        if event.name in ENTER and not event.repeat:
            self._keeps_letters = False
            return super().key(event) or kept_letters
        used = super().key(event)
        return used or (kept_letters and bool(event.text) and not event.ctrl)

    def press(self, x: float, y: float) -> bool:
        """Focus the field.

        After this click, the field takes all letters, because the user may type an amount.
        """
        self._keeps_letters = True
        return super().press(x, y)

    def blur(self) -> None:
        super().blur()
        self._keeps_letters = False

    def _pasteable(self, words: str) -> str:
        """Return the whole pasted text, so that `judge` can reject it.

        Long text is cut and ends with an ellipsis.
        """
        whole = "".join(filter(str.isprintable, " ".join(words.split())))
        return whole if len(whole) <= self.longest else f"{whole[: self.longest - 1]}…"

    def _edit(self, event: Key) -> bool:
        before = self._words
        used = super()._edit(event)
        if self._words != before:
            self._keeps_letters = bool(self._words)
        if used:
            self.problem = self._judge(self._words) if self.typing else ""
            self._on_edit()
        return used

    def _hand_over(self) -> None:
        if self.typing:
            self.submit(self._words)

    def _take_back(self) -> bool:
        was_typing = super()._take_back() or self._keeps_letters
        self._keeps_letters = False
        self._on_edit()
        return was_typing
