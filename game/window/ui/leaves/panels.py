"""Panels with a title, dividing lines, tables of keys, and the status bar of long work."""

from __future__ import annotations

from collections.abc import Sequence

from game.texts import percent_done, text
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout.box import Box, Column, Leaf, Rect
from game.window.ui.widgets.button import Button

PADDING = 16.0
TITLE_ROW, NOTE_STEP = 22.0, 18.0
CORNER_SHARE = 0.45
NOTE_PARTS = " · "
GAP = 12.0
AFTER_CAP, AFTER_HINT = 8.0, 22.0


def content(rect: Rect) -> Rect:
    x, y, width, height = rect
    return x + PADDING, y + PADDING - 2, width - 2 * PADDING, height - 2 * PADDING + 4


def write_title(painter: Painter, rect: Rect, title: str, note: str = "", corner: str = "") -> None:
    """Draw the title of a panel, the note next to it, and the text in the right corner.

    A note like "a · b · c" has parts. Only as many parts are drawn as fit.
    """
    x, y, width, _ = rect
    left, right, row = x + PADDING, x + width - PADDING, y + TITLE_ROW
    end = (
        painter.text(corner, right, row, "small", "dim", al="r", fit=width * CORNER_SHARE) if corner else 0.0
    )
    used = painter.text(title, left, row, "label_b", fit=right - left - end - GAP)
    if fitting := as_fits(painter, note, right - left - used - end - 2 * GAP):
        painter.text(fitting, left + used + GAP, row, "small", "dim")


def as_fits(painter: Painter, note: str, room: float) -> str:
    """Return the longest beginning of a note "a · b · c" whose parts fit into `room` dp."""
    while note and painter.width(note, "small") > room:
        note = note.rpartition(NOTE_PARTS)[0]
    return note


def write_hints(painter: Painter, rect: Rect, hints: Sequence[tuple[str, str]]) -> None:
    """Draw keys and their hints in one line, as many as fit.

    Names of keys are drawn as they are. A name with a dot, such as "keys.arrows", is a text key, and its text is
    drawn.
    """
    x, y, width, height = rect
    middle, at = y + height / 2, x
    for key, words in hints:
        cap = text(key) if "." in key else key
        if at + painter.keycap_width(cap) + AFTER_CAP + painter.width(words, "small") > x + width:
            break
        at += painter.keycap(at, middle, cap, "dim", "l") + AFTER_CAP
        at += painter.text(words, at, middle, "small", "dim") + AFTER_HINT
    painter.spared.append((x, y, at - x, height))


STEP, LINE_STEP = 25.0, 19.0
KEY_COLUMN = 72.0
KEY_GAP = 16.0
SEPARATOR = " | "


class KeyRows(Box):
    """Rows of "key | description". A description that is too long for a line continues on the next line."""

    def __init__(self, rows: Sequence[str]) -> None:
        self._rows = [row.partition(SEPARATOR)[::2] for row in rows]

    def measure(self, painter: Painter, width: float) -> float:
        lines = [len(self._wrap(painter, what, width)) for _, what in self._rows]
        return STEP * len(lines) + LINE_STEP * (sum(lines) - len(lines))

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the keycaps, aligned at their right ends, and the descriptions."""
        x, y, width, _ = rect
        middle = y + STEP / 2
        for key, what in self._rows:
            painter.keycap(x + KEY_COLUMN, middle, key, "text")
            for index, line in enumerate(self._wrap(painter, what, width)):
                middle += LINE_STEP if index else 0.0
                painter.text(line, x + KEY_COLUMN + KEY_GAP, middle, "label")
            middle += STEP

    def _wrap(self, painter: Painter, what: str, width: float) -> tuple[str, ...]:
        return painter.wrap(what, width - KEY_COLUMN - KEY_GAP, "label")


HEAD = 48.0  # dp from the upper edge to the content
BUSY_LINE = 2.0
FOOT = PADDING - 2  # dp below the content of a panel with a title


class Panel(Column):
    """A titled column of boxes.

    Args:
        boxes: The content.
        title: The title.
        short: A shorter title, used if the title does not fit.
        note: A text next to the title, cut to fit.
        corner: A text in the upper right corner.
        head, foot, side: The padding above, below and at the sides of the content, in dp. The defaults of
            `head` and `foot` differ for panels with and without a title.
        busy: The progress from 0 to 1 if the panel waits for something.
        whole_note: Whether a note that does not fit moves below the title instead of being cut.
        gap: The space between two boxes in dp.
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
        self._divide_note(painter, width)
        return self._top + super().measure(painter, width - 2 * self._side) + self._foot

    def natural_width(self, painter: Painter) -> float:
        return super().natural_width(painter) + 2 * self._side

    def width_at(self, painter: Painter, height: float) -> float:
        return super().width_at(painter, height - self._top - self._foot) + 2 * self._side

    def place(self, painter: Painter, rect: Rect) -> None:
        self._divide_note(painter, rect[2])
        super().place(painter, rect)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the title, or the short title if the full title does not fit next to the corner text."""
        if self._title:
            note = "" if self._note_lines else self._note
            room = rect[2] - 2 * PADDING - painter.width(self._corner, "small") - GAP
            is_short = self._short and painter.width(self._title, "label_b") > room
            write_title(painter, rect, self._short if is_short else self._title, note, self._corner)
        for index, line in enumerate(self._note_lines, 1):
            painter.text(line, rect[0] + PADDING, rect[1] + TITLE_ROW + index * NOTE_STEP, "small", "dim")
        if self._busy is not None:
            x, y, width, _ = rect
            painter.rect((x + 1, y + 1, max(BUSY_LINE, (width - 2) * self._busy), BUSY_LINE), "brass", 0)

    @property
    def _top(self) -> float:
        return self._head + len(self._note_lines) * NOTE_STEP

    def _divide_note(self, painter: Painter, width: float) -> None:
        """If a note must be shown completely but does not fit next to the title, break the note into lines."""
        if self._whole_note:
            corner = min(width * CORNER_SHARE, painter.width(self._corner, "small")) if self._corner else 0.0
            room = width - 2 * PADDING - 2 * GAP - painter.width(self._title, "label_b") - corner
            fits = painter.width(self._note, "small") <= room
            self._note_lines = () if fits else tuple(painter.wrap(self._note, width - 2 * PADDING, "small"))

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        painter.panel(rect)

    def _inner(self, rect: Rect) -> Rect:
        x, y, width, height = rect
        return x + self._side, y + self._top, width - 2 * self._side, height - self._top - self._foot


class Divider(Box):
    """A vertical line between two boxes of a row. It is `overhang` dp longer than the row at both ends."""

    def __init__(self, overhang: float = 0.0) -> None:
        self._overhang = overhang

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        x, y, _, height = rect
        painter.line(x, y - self._overhang, x, y + height + self._overhang)


class Edged(Column):
    """A column with a line at its upper edge."""

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        x, y, width, _ = rect
        painter.line(x, y, x + width, y)


BUTTON_HEIGHT, BUTTON_GAP = 42.0, 8.0
FIGURE = 30.0
AFTER_FIGURE, BETWEEN_FACTS = 20.0, 36.0
TRACK, WORK_BAR_FOOT = 4.0, 14.0
ROWS_APART = 22.0
FIRST_NARROW_ROW = 23.0
MAX_LINES = 2

Facts = Sequence[tuple[str, str]]
"""Pairs of a main line and a secondary line, which may be empty."""


class WorkBar(Leaf):
    """The status bar of long work: progress from 0 to 1, facts or a problem, and buttons.

    It is `height` dp high. The buttons are at the right. In a narrow window, they are below the text.
    """

    def __init__(
        self,
        buttons: Sequence[Button],
        share: float,
        facts: Facts,
        trouble: str = "",
        *,
        height: float,
        narrow: bool,
    ) -> None:
        super().__init__(height)
        self._buttons, self._share, self._facts, self._trouble = buttons, share, facts, trouble
        self._narrow, self._controls = narrow, buttons

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        painter.panel(rect)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the buttons."""
        super().place(painter, rect)
        x, y, width, height = rect
        if self._narrow:
            count, top = len(self._buttons), y + height - WORK_BAR_FOOT - 10 - BUTTON_HEIGHT
            each = (width - 2 * PADDING - (count - 1) * BUTTON_GAP) / count
            for index, button in enumerate(self._buttons):
                button.rect = (x + PADDING + index * (each + BUTTON_GAP), top, each, BUTTON_HEIGHT)
            return
        right = x + width - PADDING
        for button in reversed(self._buttons):
            wide = button.natural_width(painter) + 6
            right -= wide
            button.rect = (right, self._middle - BUTTON_HEIGHT / 2, wide, BUTTON_HEIGHT)
            right -= BUTTON_GAP

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the percentage, the facts or the problem, and the progress bar."""
        x, y, width, height = rect
        share, facts, trouble = self._share, self._facts, self._trouble
        right = x + width - PADDING if self._narrow else self._buttons[0].rect[0] - PADDING
        painter.text(percent_done(share), x + PADDING, self._middle, "figure", "brass", size=FIGURE)
        left = x + PADDING + painter.width("100%", "figure", FIGURE) + AFTER_FIGURE
        if trouble:
            top = self._middle - ROWS_APART / 2
            painter.para(trouble, left, top, right - left, "label", col="bad", limit=MAX_LINES, lead=1.45)
        elif self._narrow:
            lines = [line for fact in facts for line in fact if line]
            row = self.rect[1] + FIRST_NARROW_ROW
            painter.text(lines[0], left, row, "label", fit=right - left)
            for line in lines[1:]:
                row += ROWS_APART
                _write_below(painter, line, left, row, right - left)
        else:
            self._draw_columns(painter, facts, left, right)
        track = (x + PADDING, y + height - WORK_BAR_FOOT, width - 2 * PADDING, TRACK)
        painter.rect(track, "line", TRACK / 2)
        if share > 0:
            painter.rect((*track[:2], max(TRACK, track[2] * min(1.0, share)), TRACK), "brass", TRACK / 2)

    @property
    def _middle(self) -> float:
        _, y, _, height = self.rect
        return y + (FIRST_NARROW_ROW + ROWS_APART / 2 if self._narrow else (height - WORK_BAR_FOOT) / 2)

    def _draw_columns(self, painter: Painter, facts: Facts, left: float, right: float) -> None:
        """Draw the first fact in the remaining room, and the other facts if they fit."""
        above, below = self._middle - ROWS_APART / 2, self._middle + ROWS_APART / 2
        for index, (first, second) in enumerate(facts):
            wide = max(painter.width(first, "label_b"), painter.width(second, "small"))
            if index and left + wide > right:
                return
            painter.text(first, left, above, "label_b", fit=right - left)
            _write_below(painter, second, left, below, right - left)
            left += max(wide, painter.width("0" * 20, "label_b")) + BETWEEN_FACTS


def _write_below(painter: Painter, words: str, left: float, row: float, room: float) -> None:
    painter.text(as_fits(painter, words, room) or words, left, row, "small", "dim", fit=room)
