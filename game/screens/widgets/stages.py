"""How far an opponent had come: stations on a line, of which one is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from game.screens.widgets.choice import Choice
from game.screens.widgets.widget import Rect

if TYPE_CHECKING:
    from game.screens.pen import Align, Pen

LINE_AT = 15.0
LABEL_AT = 42.0
UNIT_AT = 62.0
REST, CHOSEN = 7.0, 10.0
MARGIN = 12.0


class Stages(Choice):
    """Stations from left to right; arrows walk them. `unit` says what their numbers count."""

    role: ClassVar[str] = "stages"
    unit = ""

    def option_rect(self, place: int) -> Rect:
        """Return where a station can be hit."""
        x, y, width, height = self.rect
        each = width / len(self.options)
        return x + place * each, y, each, height

    def draw(self, pen: Pen) -> None:
        """Draw the line, the stations and their names."""
        x, y, width, _ = self.rect
        pen.text(self.unit, x, y + UNIT_AT, "small", "faint", fit=width)
        line = y + LINE_AT
        pen.line(self._station(0), line - 1, self._station(len(self.options) - 1), line - 1, "edge", lw=2)
        for place, option in enumerate(self.options):
            centre, chosen = self._station(place), option.value == self.chosen
            radius = CHOSEN if chosen else REST
            lit = chosen or place == self._under_mouse
            pen.disc(centre, line, radius, "brass_fill" if chosen and self.enabled else "panel")
            pen.ring(centre, line, radius, "brass" if lit and self.enabled else "edge", 2)
            self._draw_name(pen, place, option.label, chosen=chosen)
            if chosen and self.focused:
                pen.focus_ring((centre - radius, line - radius, 2 * radius, 2 * radius), radius)

    @property
    def height(self) -> float:
        """How high the line and its words are."""
        return UNIT_AT + 14 if self.unit else LABEL_AT + 14

    def _draw_name(self, pen: Pen, place: int, label: str, *, chosen: bool) -> None:
        """Write a name below its station: the first and the last end where the line ends."""
        x, y, width, _ = self.rect
        style, ink = ("label_b", "text") if chosen else ("label", "dim")
        room = width / len(self.options) - 6
        ends: dict[int, tuple[float, Align]] = {0: (x, "l"), len(self.options) - 1: (x + width, "r")}
        at, al = ends.get(place, (self._station(place), "c"))
        pen.text(label, at, y + LABEL_AT, style, ink, al=al, fit=room)

    def _station(self, place: int) -> float:
        x, _, width, _ = self.rect
        return x + MARGIN + place * (width - 2 * MARGIN) / max(1, len(self.options) - 1)
