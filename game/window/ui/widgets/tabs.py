"""Names in a row of which one is open; one stop for Tab, arrows inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from game.window.ui.widgets.choice import Choice
from game.window.ui.widgets.widget import Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

GAP = 26.0
UNDERLINE = 16.0
HEIGHT = 40.0


class Tabs(Choice):
    """Tabs as wide as their names: `measure` them before they are placed at their upper left corner."""

    role: ClassVar[str] = "tabs"

    def measure(self, painter: Painter, x: float, y: float) -> None:
        """Place the row with its left end at x and its middle at y."""
        self._widths = [painter.width(option.label, "strong") for option in self.options]
        self.rect = (x, y - HEIGHT / 2, sum(self._widths) + GAP * (len(self._widths) - 1), HEIGHT)

    def option_rect(self, place: int) -> Rect:
        """Return where a tab lies."""
        x, y, _, height = self.rect
        before = sum(self._widths[:place]) + GAP * place
        return x + before - GAP / 2, y, self._widths[place] + GAP, height

    def draw(self, painter: Painter) -> None:
        """Draw the names, the open one underlined."""
        for place, option in enumerate(self.options):
            left, y, width, height = self.option_rect(place)
            left, width, middle = left + GAP / 2, width - GAP, y + height / 2
            chosen = option.value == self.chosen
            ink = "text" if chosen or place == self._under_mouse else "dim"
            painter.text(option.label, left, middle, "strong" if chosen else "body", ink)
            if chosen:
                painter.rect((left, middle + UNDERLINE, width, 2.5), "brass", 1)
            if chosen and self.focused:
                painter.focus_ring((left - 8, middle - 15, width + 16, 34))
