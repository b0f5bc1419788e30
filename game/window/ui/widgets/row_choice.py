"""Choosing one of several rows of one height; where not all have room, the wheel and the choice move along them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from game.window.ui.input import ENTER, Key
from game.window.ui.widgets.choice import Choice, Option
from game.window.ui.widgets.widget import Act, Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


class RowChoice(Choice):
    """The rows, `row_height` dp high with the `gap` below them; Enter opens the chosen one.

    `draw_row` draws one onto its plate, which is `corner` dp round and has a brass edge where it is chosen.
    """

    role: ClassVar[str] = "list"

    def __init__(
        self,
        name: str,
        label: str,
        change: Callable[[str], None],
        opened: Act,
        draw_row: Callable[[Painter, Rect, int], None],
        *,
        row_height: float,
        gap: float = 0.0,
        corner: float,
    ) -> None:
        super().__init__(name, label, [], "", change)
        self._opened, self._draw_row = opened, draw_row
        self._row_height, self._gap, self._corner = row_height, gap, corner
        self._first = 0

    @property
    def chosen_place(self) -> int | None:
        """Which row is chosen; None where none is."""
        places = (place for place, option in enumerate(self.options) if option.value == self.chosen)
        return next(places, None)

    def show(self, options: Sequence[Option], chosen: str) -> None:
        """Take the rows as they are now, and which of them is chosen."""
        self.options, self.chosen = tuple(options), chosen

    def choose(self, value: str) -> None:
        """Choose a row and bring it into view."""
        super().choose(value)
        if (place := self.chosen_place) is not None:
            self._first = max(place - self._shown + 1, min(place, self._top))

    def key(self, event: Key) -> bool:
        """Arrows choose, Enter opens."""
        if event.name in ENTER:
            if not event.repeat:
                self._opened()
            return True
        return super().key(event)

    def wheel(self, steps: float) -> bool:
        """Move along the rows where not all of them show."""
        before = self._top
        self._first = max(0, min(len(self.options) - self._shown, before - round(steps)))
        return self._first != before

    def option_rect(self, place: int) -> Rect:
        """Return where a row lies; one that does not show has no height."""
        x, y, width, _ = self.rect
        row = place - self._top
        if not 0 <= row < self._shown:
            return x, y, width, 0.0
        return x, y + row * self._row_height, width, self._row_height - self._gap

    def focus_rect(self) -> Rect:
        """Return the chosen row."""
        return self.option_rect(self.chosen_place or 0)

    @property
    def _shown(self) -> int:
        """How many rows have room."""
        return max(1, int(self.rect[3] / self._row_height))

    @property
    def _top(self) -> int:
        """The first row that shows."""
        return max(0, min(self._first, len(self.options) - self._shown))

    def draw(self, painter: Painter) -> None:
        """Draw the rows that show; the ring of focus goes around the chosen one."""
        chosen = self.chosen_place
        for place in range(len(self.options)):
            rect = self.option_rect(place)
            if not rect[3]:
                continue
            if place in (chosen, self._under_mouse):
                painter.rect(rect, "raised", self._corner, "brass" if place == chosen else None)
            self._draw_row(painter, rect, place)
        if self.focused and chosen is not None and self.option_rect(chosen)[3]:
            painter.focus_ring(self.option_rect(chosen), self._corner)
