"""A switch, on or off: the knob's place and a tick show which, not colour alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from game.texts import text
from game.window.ui.input import ENTER, Key
from game.window.ui.theme import mix
from game.window.ui.widgets.widget import Widget, holds

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

WIDTH, HEIGHT = 48.0, 26.0
KNOB = 9.5
HOVER_SHARE = 0.12


class Toggle(Widget):
    """A switch; a click, Enter or Space changes it."""

    role: ClassVar[str] = "switch"

    def __init__(self, name: str, label: str, on: bool, change: Callable[[bool], None]) -> None:
        super().__init__(name, label)
        self.on = on
        self.change = change

    @property
    def value(self) -> str:
        """On or off."""
        return text("common.on" if self.on else "common.off")

    def key(self, event: Key) -> bool:
        """Switch on Enter or Space; holding the key does not repeat it."""
        if event.name not in (*ENTER, "space"):
            return False
        if not event.repeat:
            self._turn()
        return True

    def release(self, x: float, y: float) -> bool:
        """Switch if the mouse is still over the toggle."""
        if holds(self.hit, x, y):
            self._turn()
        return True

    def draw(self, painter: Painter) -> None:
        """Draw the switch."""
        x, y, width, height = self.rect
        middle, radius = y + height / 2, height / 2
        fill = mix(
            painter.col("brass_fill" if self.on else "sunk"), painter.col("text"), HOVER_SHARE * self.warmth
        )
        line = ("brass" if painter.theme.name == "light" else None) if self.on else "edge"
        painter.rect(self.rect, fill if self.enabled else "sunk", radius, line if self.enabled else "line")
        knob = x + (width - radius if self.on else radius)
        if self.enabled:
            painter.disc(knob, middle, KNOB, "on_brass" if self.on else "edge")
        else:
            painter.ring(knob, middle, KNOB - 1, "line", 2)
        if self.on:
            painter.icon("check", knob, middle, 13, "brass_fill" if self.enabled else "faint", weight=3)
        if self.focused:
            painter.focus_ring(self.rect, radius)

    def _turn(self) -> None:
        self.on = not self.on
        self.change(self.on)
