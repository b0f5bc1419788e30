"""One of many, shown one at a time between two arrows: for choices that would need too much room in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from game.window.ui.theme import tokens
from game.window.ui.widgets.choice import Choice
from game.window.ui.widgets.widget import Rect, WidgetPart

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

ARROW = 34.0
ICON = 18.0


class Cycle(Choice):
    """The chosen option; the arrows at both ends go to its neighbours."""

    role: ClassVar[str] = "choice"

    def parts(self) -> list[WidgetPart]:
        """Return the two arrows."""
        ends = (("previous", self._end(-1)), ("next", self._end(1)))
        return [WidgetPart(name, name, rect, enabled=self.enabled) for name, rect in ends]

    def release(self, x: float, y: float) -> bool:
        """Go to the neighbour on the side that was hit; around the ends."""
        left, _, width, _ = self.rect
        self.step(-1 if x < left + ARROW else 1 if x >= left + width - ARROW else 0)
        return True

    def wheel(self, steps: float) -> bool:
        """The wheel goes through the options."""
        self.step(-1 if steps > 0 else 1)
        return True

    def draw(self, painter: Painter) -> None:
        """Draw the field, the arrows and what is chosen."""
        x, y, width, height = self.rect
        middle = y + height / 2
        painter.rect(self.rect, "sunk", tokens().radius["control"], "line")
        ink = "text" if self.enabled else "faint"
        painter.icon("prev", x + ARROW / 2, middle, ICON, "dim")
        painter.icon("next", x + width - ARROW / 2, middle, ICON, "dim")
        left, room = self._place_of_words()
        painter.text(self.value, left + room / 2, middle, "label_b", ink, al="c", fit=room)
        if self.focused:
            painter.focus_ring(self.rect)

    def option_rect(self, place: int) -> Rect:
        """Return the rectangle of an option: all options are drawn in the same place."""
        return self.rect

    def _place_of_words(self) -> tuple[float, float]:
        """Return the left end and the width of the room between the arrows."""
        x, _, width, _ = self.rect
        return x + ARROW, width - 2 * ARROW

    def _option_at(self, x: float, y: float) -> int | None:
        return None

    def _end(self, side: int) -> Rect:
        x, y, width, height = self.rect
        return (x if side < 0 else x + width - ARROW), y, ARROW, height
