"""A panel: a reading surface with a title, and a box below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Column, Rect
from game.window.ui.leaves.panel_head import CORNER_SHARE, GAP, NOTE_STEP, PADDING, TITLE_ROW, write_title

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

HEAD = 48.0  # from the upper edge to where the content begins
BUSY_LINE = 2.0
FOOT = PADDING - 2  # below the content of a panel with a title


class Panel(Column):
    """A column of boxes; `note` is written beside the title as far as it fits, `corner` at the right.

    The content begins `head` dp below the upper edge, `side` dp inside it, and ends `foot` dp above the lower one;
    where nothing is said, as a panel with a title has it, or one without. `short` is the title where the other one
    has no room; a `whole_note` that has none stands below it. `busy` is the share that is done of
    what the panel waits for.
    """

    def __init__(
        self,
        *boxes: Box,
        title: str = "",
        short: str = "",
        note: str = "",
        corner: str = "",
        head: float | None = None,
        foot: float | None = None,
        side: float = PADDING,
        busy: float | None = None,
        whole_note: bool = False,
        gap: float = 0.0,
    ) -> None:
        super().__init__(*boxes, gap=gap)
        self._title, self._note, self._corner, self._busy = title, note, corner, busy
        usual = (HEAD, FOOT) if title else (PADDING, PADDING)
        self._head, self._foot = usual[0] if head is None else head, usual[1] if foot is None else foot
        self._side, self._short, self._whole_note = side, short, whole_note
        self._note_lines: tuple[str, ...] = ()

    def measure(self, painter: Painter, width: float) -> float:
        """Return how high title and content are."""
        self._divide_note(painter, width)
        return self._top + super().measure(painter, width - 2 * self._side) + self._foot

    def natural_width(self, painter: Painter) -> float:
        """Return the width of the content, and padding."""
        return super().natural_width(painter) + 2 * self._side

    def width_at(self, painter: Painter, height: float) -> float:
        """Return the width of the content at a height, and padding."""
        return super().width_at(painter, height - self._top - self._foot) + 2 * self._side

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the content below title and note."""
        self._divide_note(painter, rect[2])
        super().place(painter, rect)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Write the title."""
        if self._title:
            note = "" if self._note_lines else self._note
            write_title(painter, rect, self._fitting(painter, rect[2]), note, self._corner)
        for place, line in enumerate(self._note_lines, 1):
            painter.text(line, rect[0] + PADDING, rect[1] + TITLE_ROW + place * NOTE_STEP, "small", "dim")
        if self._busy is not None:
            x, y, width, _ = rect
            painter.rect((x + 1, y + 1, max(BUSY_LINE, (width - 2) * self._busy), BUSY_LINE), "brass", 0)

    @property
    def _top(self) -> float:
        return self._head + len(self._note_lines) * NOTE_STEP

    def _divide_note(self, painter: Painter, width: float) -> None:
        """Take note of the lines below the title of a note that is to be read whole and has no room beside it."""
        if self._whole_note:
            corner = min(width * CORNER_SHARE, painter.width(self._corner, "small")) if self._corner else 0.0
            room = width - 2 * PADDING - 2 * GAP - painter.width(self._title, "label_b") - corner
            fits = painter.width(self._note, "small") <= room
            self._note_lines = () if fits else tuple(painter.wrap(self._note, width - 2 * PADDING, "small"))

    def _fitting(self, painter: Painter, width: float) -> str:
        """Return the title, or the short one where that has no room beside the corner."""
        room = width - 2 * PADDING - painter.width(self._corner, "small") - GAP
        return self._short if self._short and painter.width(self._title, "label_b") > room else self._title

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        """Draw the surface."""
        painter.panel(rect)

    def _inner(self, rect: Rect) -> Rect:
        x, y, width, height = rect
        return x + self._side, y + self._top, width - 2 * self._side, height - self._top - self._foot
