"""Find an option by a part of its name: a line to type in, and below it the names that hold what is typed.

Enter, or a click, takes a name; what begins with the letters stands before what merely holds them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from game.texts import text
from game.window.dialogs.dialog import Dialog
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import ENTER, Key, Pointer, Wheel
from game.window.ui.layout.box import Box, Space
from game.window.ui.layout.size import fixed
from game.window.ui.leaves.control import Control
from game.window.ui.leaves.filled import Listed
from game.window.ui.leaves.words import Words
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.choice import Choice, Option
from game.window.ui.widgets.rows import Rows
from game.window.ui.widgets.text_entry import TextEntry
from game.window.ui.widgets.widget import Rect, holds

if TYPE_CHECKING:
    from game.window.frame.screen import Services

LONGEST = 60
ROW, MOST_SEEN, FEWEST_SEEN = 40.0, 8, 2
ABOVE_AND_BELOW = 260.0
PADDING = 14.0
WALKING = ("up", "down", "page up", "page down")


class OptionSearch(Dialog):
    """The panel; it chooses among the options of `choice`."""

    name: ClassVar[str] = "option_search"

    def __init__(self, app: Services, choice: Choice) -> None:
        super().__init__(app, choice.label)
        self._choice = choice
        self._typed = ""
        self._found: tuple[Option, ...] = choice.options
        self._line = _Line(self._look)
        self._line.entered = self._take
        self._rows = Rows(
            "names", choice.label, self._draw_row, self._name, changed=self.relayout, opened=self._take
        )
        self._rows.opens_at_once = True
        self._rows.count = len(self._found)
        self._rows.chosen = _place_of(choice.chosen, self._found)
        self._close = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus(self._line.name)

    # ---- what is done ---------------------------------------------------------------------------------------
    def _look(self, typed: str) -> None:
        """List the names that hold what is typed."""
        if typed == self._typed:
            return
        self._typed = typed
        self._found = matching(self._choice.options, typed)
        self._rows.count, self._rows.chosen = len(self._found), 0
        self._rows.scroll.offset = 0.0
        self.relayout()

    def _take(self) -> None:
        """Choose the name that is marked."""
        if self._found:
            found = self._found[self._rows.chosen].value
            self.app.back()
            self._choice.choose(found)

    # ---- what the panel shows -------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """The line, and the names."""
        fit = max(FEWEST_SEEN, min(MOST_SEEN, int((self.height - ABOVE_AND_BELOW) / ROW)))
        high = ROW * min(fit, len(self._choice.options))
        line = Control(self._line, 44, after=12)
        if self._found:
            return [line, Listed(self._rows, ROW).sized(fixed(high)), Space(6)]
        return [
            line,
            Words(text("history.option_search.none"), "label", "dim", 0),
            Space(max(0.0, high - ROW / 2)),
        ]

    def buttons(self) -> list[Button]:
        """Leave it as it is."""
        return [self._close]

    def layout(self, width: float, height: float) -> None:
        """Show the name that is marked."""
        super().layout(width, height)
        if self._rows.chosen and not self._rows.scroll.offset:
            self._rows.show_chosen()

    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        x, y, width, height = rect
        option, middle = self._found[place], y + height / 2
        note = painter.width(option.note, "small") + PADDING if option.note else 0.0
        painter.text(option.label, x + PADDING, middle, "label_b", fit=width - 2 * PADDING - note)
        painter.text(option.note, x + width - PADDING, middle, "small", "dim", al="r")
        return True

    def _name(self, place: int) -> str:
        return self._found[place].label if self._found else ""

    # ---- input ----------------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Arrows walk the names while one types; Enter takes the marked one."""
        if event.name in WALKING:
            return self._rows.key(event)
        if event.name in ENTER and not event.repeat:
            self._take()
            return True
        return False

    def point(self, event: Pointer) -> bool:
        """Follow the mouse on a bar."""
        followed = [scroll.point(event) for scroll in (self._rows.scroll, self.scroll)]
        return any(followed)

    def turn(self, event: Wheel) -> bool:
        """Follow the wheel over the names, else over the panel."""
        over = bool(self._found) and holds(self._rows.scroll.view, event.x, event.y)
        return (over and self._rows.scroll.turn(event)) or self.scroll.turn(event)

    def trace(self) -> dict[str, Any]:
        """Say what is found, and which name is marked."""
        return {"found": [option.label for option in self._found], "marked": self._name(self._rows.chosen)}


def matching(options: Sequence[Option], typed: str) -> tuple[Option, ...]:
    """Return the options whose label holds what is typed, those that begin with it first.

    >>> [one.label for one in matching([Option("1", "The Ann"), Option("2", "ann"), Option("3", "Bob")], "An")]
    ['ann', 'The Ann']
    """
    wanted = typed.strip().casefold()
    found = [option for option in options if wanted in option.label.casefold()]
    return tuple(sorted(found, key=lambda option: not option.label.casefold().startswith(wanted)))


class _Line(TextEntry):
    """What is looked for; `looked` hears of every letter."""

    def __init__(self, looked: Callable[[str], None]) -> None:
        label = text("history.option_search.line")
        super().__init__(
            "find", label, "", looked, allowed=str.isprintable, longest=LONGEST, style="label", al="l"
        )
        self.placeholder = label

    def key(self, event: Key) -> bool:
        """Edit the line, and look for what it says now."""
        before, used = self.value, super().key(event)
        if self.value != before:
            self.submit(self.value)
        return used


def _place_of(value: str, options: Sequence[Option]) -> int:
    return next((place for place, option in enumerate(options) if option.value == value), 0)
