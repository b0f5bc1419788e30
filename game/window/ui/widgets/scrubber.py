"""The line of iterations, logarithmic: the moment that is shown can be dragged anywhere in what is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from game.texts import number, text, written
from game.window.ui.charts.axes import Axis
from game.window.ui.input import Key
from game.window.ui.widgets.slider import KNOB, draw_knob, draw_track
from game.window.ui.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

STEP = 0.01  # of the line, for an arrow; at least one point
TICK_ROOM = 40.0
MARK = 3.5
ABOVE = 9.0  # of the line above the middle of its place: the ticks are written below


class Scrubber(Widget):
    """The control. `done` is how far something is known that counts to `total`; nothing beyond can be chosen.

    `counted` is the text that says the moment in words; `marks` are moments at which there is something.
    """

    role: ClassVar[str] = "slider"

    def __init__(self, name: str, label: str, seek: Callable[[int], None], counted: str) -> None:
        super().__init__(name, label)
        self._seek = seek
        self._counted = counted
        self.now, self.done, self.total = 0, 0, 1
        self.marks: tuple[int, ...] = ()

    @property
    def value(self) -> str:
        """The moment in words."""
        return text(self._counted, iteration=number(self.now))

    def key(self, event: Key) -> bool:
        """Arrows move by a hundredth of the line, with Shift by a tenth; Home and End go to the ends."""
        if event.ctrl or event.name not in ("left", "right", "home", "end", "page up", "page down"):
            return False
        if event.name in ("home", "end"):
            self._seek(0 if event.name == "home" else self.done)
            return True
        wide = STEP * (10 if event.shift or event.name.startswith("page") else 1)
        self._move(wide if event.name in ("right", "page up") else -wide)
        return True

    def _move(self, by: float) -> None:
        """Move along the line, at least to the next iteration."""
        goal = self.number_at(self.axis.share(self.now) + by)
        self._seek(max(goal, self.now + 1) if by > 0 else min(goal, self.now - 1))

    def press(self, x: float, y: float) -> bool:
        """Jump to where the mouse is."""
        return self.drag(x, y)

    def drag(self, x: float, y: float) -> bool:
        """Follow the mouse."""
        left, _, width, _ = self._line()
        self._seek(self.number_at((x - left) / width))
        return True

    def wheel(self, steps: float) -> bool:
        """Move by the wheel."""
        self._move(2 * STEP * steps)
        return True

    @property
    def axis(self) -> Axis:
        """The line as an axis."""
        return Axis(1, max(10, self.total), log=True)

    def number_at(self, place: float) -> int:
        """Return the iteration at a place of the line, 0 to 1; its very beginning is iteration 0."""
        if place <= 0:
            return 0
        return min(self.done, round(float(max(10, self.total) ** min(1.0, place))))

    def draw(self, painter: Painter) -> None:
        """Draw the line, what is known of it, its ticks and the knob."""
        x, middle, width, _ = self._line()
        known, here = width * self.axis.share(self.done), width * self.axis.share(self.now)
        draw_track(
            painter, (x, middle, width), *(((known, "edge"), (here, "brass")) if self.done > 0 else ())
        )
        for tick in self.axis.ticks(max(2, int(width / TICK_ROOM))):
            at = x + width * self.axis.share(tick)
            painter.rect((at - 0.75, middle + 7, 1.5, 4), "edge", 0)
            painter.text(written(tick), at, middle + 21, "small", "faint", al="c")
        for mark in self.marks:
            painter.disc(
                x + width * self.axis.share(mark), middle, MARK, "text" if mark <= self.now else "dim"
            )
        draw_knob(painter, (x + here - KNOB, middle - KNOB, 2 * KNOB, 2 * KNOB), self)

    def _line(self) -> Rect:
        """Return left end, middle, width, height of the line."""
        x, y, width, height = self.rect
        return x + KNOB, y + height / 2 - ABOVE, width - 2 * KNOB - 14, height
