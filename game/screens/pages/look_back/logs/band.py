"""The foot of the list while a log is read in the background: what it is, how far, and the way to take it back.

Where it came to nothing, it is said here why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.screens.ui.canvas.pen import Pen, Rect
from game.screens.ui.texts import text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.widget import Act, Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

HEIGHT = 62.0
PADDING, GAP = 16.0, 16.0
BUTTON = 40.0
BAR = 6.0
LINE = 20.0
MOST_LINES = 2


class ImportBand:
    """The foot. `look` opens the panel of imports, which says all of why a log could not be read."""

    def __init__(self, app: Services, look: Act) -> None:
        self._app = app
        self._rect: Rect = (0.0, 0.0, 0.0, 0.0)
        self._cancel = Button(
            "cancel-import", text("logs.importing.cancel"), self._take_back, style="label_b"
        )
        self._look = Button("look-at-import", text("logs.importing.look"), look, style="label_b")

    @property
    def shown(self) -> bool:
        """Whether there is anything to say."""
        return self._app.imports.at_work is not None or self._app.imports.failed is not None

    @property
    def button(self) -> Button:
        """Take the import back, or look at what went wrong."""
        return self._cancel if self._app.imports.at_work is not None else self._look

    def place(self, rect: Rect) -> list[Widget]:
        """Take a place; return what can be pressed."""
        self._rect = x, y, width, height = rect
        wide = self.button.natural_width(self._app.pen)
        self.button.rect = (x + width - wide - PADDING, y + (height - BUTTON) / 2, wide, BUTTON)
        return [self.button]

    def draw(self, pen: Pen) -> None:
        """Write what there is to say, the bar below it."""
        x, y, width, height = self._rect
        left, room = x + PADDING, self.button.rect[0] - GAP - x - PADDING
        middle = y + height / 2
        pen.line(x + PADDING, y, x + width - PADDING, y)
        work, failed = self._app.imports.at_work, self._app.imports.failed
        if work is not None:
            end = pen.text(f"{work.title}.", left, middle - 9, "label_b", fit=room)
            pen.text(work.how_far, left + end + 8, middle - 9, "label", "dim", fit=room - end - 8)
            pen.bar((left, middle + 9, room, BAR), work.share)
        elif failed is not None:
            said = text("logs.importing.failed", title=failed.importing.title, sentence=failed.sentence)
            lines = pen.wrap(said, room, "label")
            if len(lines) > MOST_LINES:
                lines = (*lines[: MOST_LINES - 1], " ".join(lines[MOST_LINES - 1 :]))
            for place, line in enumerate(lines):
                row = middle + (place + 0.5 - len(lines) / 2) * LINE
                pen.text(line, left, row, "label", "bad", fit=room)

    def _take_back(self) -> None:
        self._app.imports.cancel()
        self._app.say(text("logs.importing.cancelled"))
