"""Choosing one of several rows, each of which a page draws; Enter opens the chosen one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from game.screens.ui.input import ENTER, Key
from game.screens.ui.widgets.choice import Choice
from game.screens.ui.widgets.widget import Act, Rect

if TYPE_CHECKING:
    from game.screens.ui.canvas.painter import Painter


class RowChoice(Choice):
    """The rows that have a height; the chosen one lies on a plate with a brass edge."""

    role: ClassVar[str] = "list"
    corner: ClassVar[float]

    def __init__(
        self, name: str, label: str, chosen: str, change: Callable[[str], None], opened: Act
    ) -> None:
        super().__init__(name, label, [], chosen, change)
        self._opened = opened

    @abstractmethod
    def draw_row(self, painter: Painter, rect: Rect, place: int) -> None:
        """Draw a row onto its plate."""

    @property
    def chosen_place(self) -> int | None:
        """Which row is chosen; None where none is."""
        places = (place for place, option in enumerate(self.options) if option.value == self.chosen)
        return next(places, None)

    def key(self, event: Key) -> bool:
        """Arrows choose, Enter opens."""
        if event.name in ENTER:
            if not event.repeat:
                self._opened()
            return True
        return super().key(event)

    def draw(self, painter: Painter) -> None:
        """Draw the rows; the ring of focus goes around the chosen one."""
        chosen = self.chosen_place
        for place in range(len(self.options)):
            rect = self.option_rect(place)
            if not rect[3]:
                continue
            if place in (chosen, self._under_mouse):
                painter.rect(rect, "raised", self.corner, "brass" if place == chosen else None)
            self.draw_row(painter, rect, place)
        if self.focused and chosen is not None and self.option_rect(chosen)[3]:
            painter.focus_ring(self.option_rect(chosen), self.corner)
