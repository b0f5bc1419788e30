"""The bar of work that takes long: how much of it is done, facts in pairs of lines, and buttons beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game.texts import percent_done
from game.window.ui.layout.box import Leaf, Rect
from game.window.ui.leaves.panel_head import as_fits
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.widget import Widget

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

PADDING = 16.0
BUTTON_HEIGHT, BUTTON_GAP = 42.0, 8.0
FIGURE = 30.0
AFTER_FIGURE, BETWEEN_FACTS = 20.0, 36.0
TRACK, FOOT = 4.0, 14.0
ROWS_APART = 22.0
FIRST_NARROW_ROW = 23.0
MOST_LINES = 2

Facts = Sequence[tuple[str, str]]
"""Each a line that counts and one below it that may be empty."""


class WorkBar(Leaf):
    """The bar, `height` dp high: the share from 0 to 1 that is done, facts or what went wrong, and the buttons.

    The buttons stand at the right, or below the words in a narrow window.
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
        self._narrow = narrow

    def widgets(self) -> Iterator[Widget]:
        """Yield the buttons."""
        yield from self._buttons

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        """Draw the surface."""
        painter.panel(rect)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the buttons."""
        super().place(painter, rect)
        x, y, width, height = rect
        if self._narrow:
            count, top = len(self._buttons), y + height - FOOT - 10 - BUTTON_HEIGHT
            each = (width - 2 * PADDING - (count - 1) * BUTTON_GAP) / count
            for place, button in enumerate(self._buttons):
                button.rect = (x + PADDING + place * (each + BUTTON_GAP), top, each, BUTTON_HEIGHT)
            return
        right = x + width - PADDING
        for button in reversed(self._buttons):
            wide = button.natural_width(painter) + 6
            right -= wide
            button.rect = (right, self._middle - BUTTON_HEIGHT / 2, wide, BUTTON_HEIGHT)
            right -= BUTTON_GAP

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the figure, the facts or what went wrong, and the track."""
        x, y, width, height = rect
        share, facts, trouble = self._share, self._facts, self._trouble
        right = x + width - PADDING if self._narrow else self._buttons[0].rect[0] - PADDING
        painter.text(percent_done(share), x + PADDING, self._middle, "figure", "brass", size=FIGURE)
        left = x + PADDING + painter.width("100%", "figure", FIGURE) + AFTER_FIGURE
        if trouble:
            top = self._middle - ROWS_APART / 2
            painter.para(trouble, left, top, right - left, "label", col="bad", limit=MOST_LINES, lead=1.45)
        elif self._narrow:
            self._draw_lines(painter, [line for fact in facts for line in fact if line], left, right)
        else:
            self._draw_columns(painter, facts, left, right)
        track = (x + PADDING, y + height - FOOT, width - 2 * PADDING, TRACK)
        painter.rect(track, "line", TRACK / 2)
        if share > 0:
            painter.rect((*track[:2], max(TRACK, track[2] * min(1.0, share)), TRACK), "brass", TRACK / 2)

    @property
    def _middle(self) -> float:
        """The middle of the words: above the track, or above the buttons in a narrow window."""
        _, y, _, height = self.rect
        return y + (FIRST_NARROW_ROW + ROWS_APART / 2 if self._narrow else (height - FOOT) / 2)

    def _draw_lines(self, painter: Painter, lines: Sequence[str], left: float, right: float) -> None:
        row = self.rect[1] + FIRST_NARROW_ROW
        painter.text(lines[0], left, row, "label", fit=right - left)
        for line in lines[1:]:
            row += ROWS_APART
            _write_below(painter, line, left, row, right - left)

    def _draw_columns(self, painter: Painter, facts: Facts, left: float, right: float) -> None:
        """Draw the first fact in the room that there is, and the others where they have room."""
        above, below = self._middle - ROWS_APART / 2, self._middle + ROWS_APART / 2
        for place, (first, second) in enumerate(facts):
            wide = max(painter.width(first, "label_b"), painter.width(second, "small"))
            if place and left + wide > right:
                return
            painter.text(first, left, above, "label_b", fit=right - left)
            _write_below(painter, second, left, below, right - left)
            left += max(wide, painter.width("0" * 20, "label_b")) + BETWEEN_FACTS


def _write_below(painter: Painter, words: str, left: float, row: float, room: float) -> None:
    """Write as many parts of "a · b · c" as there is room for, and of a single sentence its beginning."""
    painter.text(as_fits(painter, words, room) or words, left, row, "small", "dim", fit=room)
