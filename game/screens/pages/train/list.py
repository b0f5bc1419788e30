"""The list of stored training runs: the name of each, a progress bar, and its state in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from game.screens.ui.canvas.painter import Painter
from game.screens.ui.input import ENTER, Key
from game.screens.ui.widgets import Act, Choice, Option, Rect

ROW = 62.0
CORNER = 9.0
PADDING = 14.0
BAR = 4.0


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run; `share` is how much of it is done, 0 to 1."""

    id: str
    title: str
    share: float
    state: str
    working: bool = False


class RunList(Choice):
    """A list in which one run is chosen; Enter opens it."""

    role: ClassVar[str] = "list"

    def __init__(
        self, label: str, rows: Sequence[RunRow], chosen: str, change: Callable[[str], None], open_run: Act
    ) -> None:
        super().__init__("stored", label, [], chosen, change)
        self._open = open_run
        self._rows: tuple[RunRow, ...] = ()
        self.show(rows)

    def show(self, rows: Sequence[RunRow]) -> None:
        """Replace the rows."""
        self._rows = tuple(rows)
        self.options = tuple(Option(row.id, f"{row.title}, {row.state}") for row in rows)

    def option_rect(self, place: int) -> Rect:
        """Return the rectangle of a run."""
        x, y, width, _ = self.rect
        return x, y + place * ROW, width, ROW - 6

    def focus_rect(self) -> Rect:
        """Return the rectangle of the chosen run."""
        places = [place for place, row in enumerate(self._rows) if row.id == self.chosen]
        return self.option_rect(places[0] if places else 0)

    def key(self, event: Key) -> bool:
        """Open the chosen run for Enter; arrows choose."""
        if event.name in ENTER:
            if not event.repeat:
                self._open()
            return True
        return super().key(event)

    def draw(self, painter: Painter) -> None:
        """Draw the runs; the chosen one has a background and a rim."""
        for place, row in enumerate(self._rows):
            self._draw_row(painter, place, row)
        if self.focused:
            painter.focus_ring(self.focus_rect(), CORNER)

    def _draw_row(self, painter: Painter, place: int, row: RunRow) -> None:
        rect = self.option_rect(place)
        x, y, width, _ = rect
        chosen = row.id == self.chosen
        if chosen or place == self._under_mouse:
            painter.rect(rect, "raised", CORNER, "brass" if chosen else None)
        inner = width - 2 * PADDING
        painter.text(painter.short_name(row.title, inner, "label_b"), x + PADDING, y + 15, "label_b")
        colour = "brass" if row.working else "dim"
        painter.text(row.state, x + PADDING, y + 34, "small", colour, fit=inner)
        bar = (x + PADDING, y + 47, inner, BAR)
        painter.rect(bar, "line", BAR / 2)
        if row.share > 0:
            painter.rect(
                (bar[0], bar[1], max(BAR, inner * row.share), BAR),
                "brass" if row.working else "edge",
                BAR / 2,
            )
