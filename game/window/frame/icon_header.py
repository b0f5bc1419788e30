"""The head of a table: the way out, the name of the game, a sentence about this table, and the icons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.texts import text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Column, Row, Space, fixed, grow
from game.window.ui.leaves import Iconic
from game.window.ui.widgets import Act, IconButton, Widget

ICONS = {
    "back": "back",
    "review": "review",
    "undo": "undo",
    "redo": "redo",
    "hint": "hint",
    "ahead": "solver",
    "rules": "quill",
    "grades": "check",
    "retry": "drill",
    "log": "list",
    "speed": "clock",
    "sound": "sound",
    "help": "help",
    "settings": "gear",
}
ALWAYS = ("sound", "help", "settings")

PITCH = 44.0
HIGH, LOWERED = 60.0, 4.0
MARGIN, LOW_MARGIN = 24.0, 16.0
LEAST_SUBTITLE = 96.0


class Header:
    """The row of buttons above a table; `acts` says what those of `ICONS` do that this table has."""

    def __init__(self, acts: Mapping[str, Act]) -> None:
        self.area: Rect = (0.0, 0.0, 0.0, HIGH)
        self.buttons = {
            name: IconButton(name, text(f"table.icons.{name}"), icon, acts[name])
            for name, icon in ICONS.items()
            if name in acts
        }
        self._shown = 0

    def __contains__(self, name: str) -> bool:
        return name in self.buttons

    def __getitem__(self, name: str) -> IconButton:
        return self.buttons[name]

    def arrange(self, painter: Painter, area: Rect, names: Sequence[str]) -> list[Widget]:
        """Place the way out at the left and these icons at the right, before those that every table has."""
        self.area, self._shown = area, len(names) + len(ALWAYS)
        back, *shown = (
            Iconic(self.buttons[name], PITCH).sized(fixed(PITCH)) for name in ("back", *names, *ALWAYS)
        )
        side = Space(self._margin + 12 - PITCH / 2)
        row = Row(side, back, Space(), *shown, side)
        Column(Space(LOWERED), row.sized(grow())).place(painter, area)
        return row.controls()

    def draw(self, painter: Painter, title: str, subtitle: str) -> None:
        """Write the name of the game, and the sentence where there is room for it."""
        x = self.area[0] + self._margin + 44
        room = self.area[2] - x - self._margin - self._shown * PITCH
        used = painter.text(title, x, self._middle, "h2", fit=room)
        if room - used > LEAST_SUBTITLE:
            painter.text(subtitle, x + used + 16, self._middle + 1, "label", "dim", fit=room - used - 20)

    @property
    def _margin(self) -> float:
        return MARGIN if self.area[3] >= HIGH else LOW_MARGIN

    @property
    def _middle(self) -> float:
        return self.area[1] + self.area[3] / 2 + LOWERED / 2
