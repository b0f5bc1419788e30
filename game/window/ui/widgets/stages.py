"""How far an opponent had come: stations on a line, of which one is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from game.window.ui.widgets.choice import Choice
from game.window.ui.widgets.widget import Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Align, Painter

LINE_AT = 15.0
LABEL_AT = 42.0
UNIT_AT = 62.0
REST, CHOSEN = 7.0, 10.0
MARGIN = 12.0
GAP = 6.0  # between two names


class Stages(Choice):
    """Stations from left to right; arrows walk them. `unit` says below the chosen one what their numbers count."""

    role: ClassVar[str] = "stages"
    unit = ""

    def option_rect(self, place: int) -> Rect:
        """Return where a station can be hit."""
        x, y, width, height = self.rect
        each = width / len(self.options)
        return x + place * each, y, each, height

    def draw(self, painter: Painter) -> None:
        """Draw the line, the stations and their names."""
        _, y, _, _ = self.rect
        line, styles = y + LINE_AT, self._styles(painter)
        painter.line(self._station(0), line - 1, self._station(len(self.options) - 1), line - 1, "edge", lw=2)
        for place, option in enumerate(self.options):
            centre, chosen = self._station(place), option.value == self.chosen
            radius = CHOSEN if chosen else REST
            lit = chosen or place == self._under_mouse
            painter.disc(centre, line, radius, "brass_fill" if chosen and self.enabled else "panel")
            painter.ring(centre, line, radius, "brass" if lit and self.enabled else "edge", 2)
            self._draw_name(painter, place, styles[chosen], "text" if chosen else "dim")
            if chosen and self.focused:
                painter.focus_ring((centre - radius, line - radius, 2 * radius, 2 * radius), radius)

    @property
    def height(self) -> float:
        """How high the line and its words are."""
        return UNIT_AT + 14 if self.unit else LABEL_AT + 14

    def _draw_name(self, painter: Painter, place: int, style: str, ink: str) -> None:
        """Write a name below its station: the first and the last end where the line ends."""
        x, y, width, _ = self.rect
        ends: dict[int, tuple[float, Align]] = {0: (x, "l"), len(self.options) - 1: (x + width, "r")}
        at, al = ends.get(place, (self._station(place), "c"))
        room = self._room(painter, place, style)
        painter.text(self.options[place].label, at, y + LABEL_AT, style, ink, al=al, fit=room)
        if self.options[place].value == self.chosen:
            painter.text(self.unit, at, y + UNIT_AT, "small", "faint", al=al, fit=width)

    def _styles(self, painter: Painter) -> tuple[str, str]:
        """How the other names and the chosen one are written: smaller where one of them has no room."""
        rooms = [self._room(painter, place, "label_b") for place in range(len(self.options))]
        fits = all(
            painter.width(option.label, "label_b") <= room
            for option, room in zip(self.options, rooms, strict=True)
        )
        return ("label", "label_b") if fits else ("small", "small_b")

    def _room(self, painter: Painter, place: int, style: str) -> float:
        """How wide a name may be: the first and the last reach up to the name beside them."""
        last = len(self.options) - 1
        even = self.rect[2] / (last + 1) - GAP
        if 0 < place < last or last < 2:
            return even
        neighbour = self.options[1 if place == 0 else last - 1].label
        step = self._station(1) - self._station(0)
        return max(even, step + MARGIN - painter.width(neighbour, style) / 2 - GAP)

    def _station(self, place: int) -> float:
        x, _, width, _ = self.rect
        return x + MARGIN + place * (width - 2 * MARGIN) / max(1, len(self.options) - 1)
