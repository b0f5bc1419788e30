"""One of many, gone through by the arrows at both ends, or found by a part of its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.input import ENTER, Key
from game.window.ui.widgets.cycle import ARROW, Cycle
from game.window.ui.widgets.widget import Act

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.window.ui.canvas.painter import Painter
    from game.window.ui.widgets.choice import Option

GLASS, GAP = 16.0, 6.0


class Lookup(Cycle):
    """The chosen option between its arrows; Enter, or a click between them, calls `find`, which asks for a name."""

    def __init__(
        self, name: str, label: str, options: Sequence[Option], chosen: str, change: Callable[[str], None]
    ) -> None:
        super().__init__(name, label, options, chosen, change)
        self.find: Act | None = None

    def key(self, event: Key) -> bool:
        """Enter asks for a name."""
        if event.name in ENTER and self.find is not None:
            if not event.repeat:
                self.find()
            return True
        return super().key(event)

    def release(self, x: float, y: float) -> bool:
        """Go to a neighbour, or ask for a name."""
        left, _, width, _ = self.rect
        if self.find is not None and left + ARROW <= x < left + width - ARROW:
            self.find()
            return True
        return super().release(x, y)

    def draw(self, painter: Painter) -> None:
        """Draw the field, and a glass in it that says that one may search."""
        super().draw(painter)
        x, y, width, height = self.rect
        painter.icon(
            "find", x + width - ARROW - GLASS / 2, y + height / 2, GLASS, "dim" if self.enabled else "line"
        )

    def _place_of_words(self) -> tuple[float, float]:
        left, room = super()._place_of_words()
        return left, room - GLASS - GAP
