"""What is kept in files, as a list: Enter opens one, a button removes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.texts import text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Row, Space, fixed, grow
from game.window.ui.leaves import Control, Listed, Paragraph
from game.window.ui.widgets import Act, Button, Rows

ROW, BUTTON, BUTTON_WIDTH = 46.0, 34.0, 104.0
LEAST = 3 * ROW
INSET, CORNER_INSET = 14.0, 12.0
FIRST, SECOND = 0.32, 0.72  # where the middles of the two lines lie, as shares of a row


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A row: the name, the state or size at its end, a description below, and the words to read it out.

    `details` are shown below the list while the file is chosen.
    """

    name: str
    state: str
    about: str
    in_words: str
    details: Sequence[str] = ()


class StoredFiles:
    """The list. `opened` and `removed` get the place of the chosen file."""

    def __init__(
        self,
        name: str,
        label: str,
        changed: Act,
        opened: Callable[[int], None],
        removed: Callable[[int], None],
    ) -> None:
        self._files: Sequence[StoredFile] = ()
        self._opened, self._removed = opened, removed
        self._rows = Rows(
            name,
            label,
            self._draw_row,
            lambda place: self._files[place].in_words,
            changed=changed,
            opened=self._open,
        )
        self._forget = Button("forget", text("solver.files.forget"), self._remove, style="label_b")

    def _open(self) -> None:
        self._opened(self._rows.chosen)

    def _remove(self) -> None:
        self._removed(self._rows.chosen)

    def boxes(self, files: Sequence[StoredFile], empty: str) -> list[Box]:
        """Return the list with the button below it, or the words for an `empty` one."""
        self._files, self._rows.count = files, len(files)
        self._rows.chosen = min(self._rows.chosen, max(0, len(files) - 1))
        if not files:
            return [Paragraph(empty, limit=4).sized(grow(least=ROW))]
        details = [Paragraph(words, limit=2) for words in files[self._rows.chosen].details]
        button = Row(Space(), Control(self._forget, BUTTON).sized(fixed(BUTTON_WIDTH)))
        return [Listed(self._rows, ROW).sized(grow(least=LEAST)), *details, button]

    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        file, (x, y, width, height) = self._files[place], rect
        first, second = y + height * FIRST, y + height * SECOND
        used = painter.text(file.state, x + width - CORNER_INSET, first, "small", "dim", al="r")
        painter.text(file.name, x + INSET, first, "label_b", fit=width - used - 40)
        painter.text(file.about, x + INSET, second, "small", "dim", fit=width - 2 * INSET)
        return True
