"""Choosing an opponent by face: names below each other, each beside its device in a medallion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.window.ui.widgets.choice import Option, RadioList

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

MEDALLION = 0.38  # of the height of a row
NAME_AT = 14.0  # dp right of the medallion
SIDE = 2.0  # of the plate of who is chosen, left of the medallion


class Faces(RadioList):
    """A list of opponents, one of which is chosen; `devices` has the icon of each."""

    devices: Sequence[str] = ()

    def _draw_option(self, painter: Painter, place: int, option: Option) -> None:
        x, y, width, height = self.option_rect(place)
        radius, chosen = height * MEDALLION, option.value == self.chosen
        if chosen:
            painter.rect((x - SIDE, y + 1, width + SIDE, height - 2), "sunk", height / 2, "brass")
        painter.medallion(x + radius + 2, y + height / 2, radius, self.devices[place], lit=chosen)
        left = 2 * radius + 2 + NAME_AT
        style = "label_b" if chosen else "label"
        lit = chosen or place == self._under_mouse
        painter.text(
            option.label, x + left, y + height / 2, style, "text" if lit else "dim", fit=width - left
        )
