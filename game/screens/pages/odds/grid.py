"""The 13 x 13 grid as a control: a range to be painted, or the equity of each class of hands.

Painting goes by click and drag (the first cell says whether the stroke sets or clears), the wheel and + and -
change a weight by a tenth, digits set it, Space toggles; arrows walk the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import pygame

from game.rules.cards import class_at
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.input import Key
from game.screens.ui.texts import percent, text
from game.screens.ui.theme import RGB, mix
from game.screens.ui.widgets.cells import Cells
from game.screens.ui.widgets.widget import Rect
from game.screens.views.range_grid import CELLS, ink_on

TENTH = 0.1
TWO_LINES = 27  # pixels of a cell that has room for its name and a figure
NAME_PIXELS = 11
PALE = 0.55
TINT = 0.8

Paint = Callable[[Mapping[str, float]], None]


@dataclass(frozen=True, slots=True)
class GridPicture:
    """What the cells show: weights to be painted in a colour, or the equities of the hands that are held."""

    weights: Mapping[str, float] = field(default_factory=dict)
    equities: Mapping[str, float] | None = None
    colour: str = "brass"
    pale: bool = False


class RangeGrid(Cells):
    """The control. `paint` gets the weights of the cells that were changed."""

    role: ClassVar[str] = "grid"
    rows = columns = CELLS

    def __init__(self, paint: Paint) -> None:
        super().__init__("grid", text("odds.grid.label"))
        self.picture = GridPicture()
        self._paint = paint
        self._stroke: float | None = None

    # ---- what it says ---------------------------------------------------------------------------------------
    @property
    def shown(self) -> str:
        """The class that is told of."""
        return class_at(*self.looked_at)

    @property
    def painting(self) -> bool:
        """Whether the cells can be changed."""
        return self.picture.equities is None

    @property
    def value(self) -> str:
        """The class that is told of, and its figure."""
        name, picture = self.shown, self.picture
        weight = picture.weights.get(name, 0.0)
        if picture.equities is None:
            return text("odds.grid.weight", name=name, weight=percent(weight))
        if name not in picture.equities:
            return text("odds.grid.absent", name=name)
        return text("odds.grid.equity", name=name, share=percent(picture.equities[name], 1))

    # ---- keys and mouse -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Walk the cells, and paint the one that was reached."""
        return self.walk(event) or (self.painting and not event.ctrl and self._paint_by_key(event))

    def _paint_by_key(self, event: Key) -> bool:
        name = class_at(*self._at)
        weight = self.picture.weights.get(name, 0.0)
        if event.name == "space":
            self._set(name, 0.0 if weight else 1.0)
        elif event.text.isdecimal():
            self._set(name, int(event.text) / 10 or 1.0)
        elif event.text in ("+", "-", "="):
            self._set(name, weight + (-TENTH if event.text == "-" else TENTH))
        elif event.name in ("delete", "backspace"):
            self._set(name, 0.0)
        else:
            return False
        return True

    def press(self, x: float, y: float) -> bool:
        """Begin a stroke: it sets, or clears where the first cell is full."""
        cell = self.cell_at(x, y)
        if cell is None:
            return True
        self._at = self._under = cell
        if self.painting:
            self._stroke = 0.0 if self.picture.weights.get(class_at(*cell)) else 1.0
            self._set(class_at(*cell), self._stroke)
        return True

    def drag(self, x: float, y: float) -> bool:
        """Go on with the stroke."""
        cell = self.cell_at(x, y)
        if cell is None:
            return False
        self._at = self._under = cell
        if self._stroke is not None and self.picture.weights.get(class_at(*cell), 0.0) != self._stroke:
            self._set(class_at(*cell), self._stroke)
        return True

    def release(self, x: float, y: float) -> bool:
        """End the stroke."""
        self._stroke = None
        return True

    def wheel(self, steps: float) -> bool:
        """Change the weight of the cell under the mouse."""
        if not self.painting or self._under is None:
            return False
        name = class_at(*self._under)
        self._set(name, self.picture.weights.get(name, 0.0) + (TENTH if steps > 0 else -TENTH))
        return True

    def _set(self, name: str, weight: float) -> None:
        self._paint({name: round(min(1.0, max(0.0, weight)), 2)})

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, pen: Pen) -> None:
        """Draw the cells, the one that is told of framed."""
        left, top, side, _ = pen.box(self.rect)
        cell = side // CELLS
        for row in range(CELLS):
            for column in range(CELLS):
                box = pygame.Rect(left + column * cell, top + row * cell, cell - 1, cell - 1)
                self._draw_cell(pen, box, class_at(row, column))
        if self.focused:
            pen.focus_ring(self.rect, 4)
        if self.focused or self.hovered:
            row, column = self.looked_at
            frame = (left + column * cell - 1, top + row * cell - 1, cell + 1, cell + 1)
            x, y, w, h = (length / pen.u for length in frame)
            pen.rect((x, y, w, h), None, 2, "text", 1.6)

    def _draw_cell(self, pen: Pen, box: pygame.Rect, name: str) -> None:
        fill = self._fill(pen, name)
        ground = fill or pen.col("sunk")
        x, y, w, h = (length / pen.u for length in box)
        pen.rect((x, y, w, h), ground, 0)
        if fill is not None and self.painting:
            self._draw_level(pen, (x, y, w, h), name)
        self._write(pen, box, name, ground, held=fill is not None)

    def _fill(self, pen: Pen, name: str) -> RGB | None:
        """Return the ground of a cell that is held, None for another."""
        picture = self.picture
        if picture.equities is not None:
            if name not in picture.equities:
                return None
            return tint(pen, picture.equities[name], pale=picture.pale)
        weight = picture.weights.get(name, 0.0)
        if not weight:
            return None
        return mix(pen.col("sunk"), pen.col(picture.colour), 0.22 if weight < 1 else TINT)

    def _draw_level(self, pen: Pen, rect: Rect, name: str) -> None:
        """Fill a cell from below as high as its weight."""
        x, y, w, h = rect
        weight = self.picture.weights.get(name, 0.0)
        if weight < 1:
            ink = mix(pen.col("sunk"), pen.col(self.picture.colour), TINT)
            pen.rect((x, y + h * (1 - weight), w, h * weight), ink, 0)

    def _write(self, pen: Pen, box: pygame.Rect, name: str, ground: RGB, *, held: bool) -> None:
        figure = self._figure(name)
        ink = ink_on(pen, ground) if held else pen.col("faint")
        two = box.height >= TWO_LINES and figure
        size = max(NAME_PIXELS, round(box.height * 0.34)) / pen.u
        middle, centre = box.centery / pen.u, box.centerx / pen.u
        if two:
            pen.text(name, centre, middle - box.height * 0.21 / pen.u, "small", ink, al="c", size=size)
            pen.text(figure, centre, middle + box.height * 0.22 / pen.u, "small_b", ink, al="c", size=size)
        else:
            words = figure or name
            pen.text(words, centre, middle, "small_b" if held else "small", ink, al="c", size=size)

    def _figure(self, name: str) -> str:
        picture = self.picture
        if picture.equities is not None:
            return f"{picture.equities[name] * 100:.0f}" if name in picture.equities else ""
        weight = picture.weights.get(name, 0.0)
        return f"{weight * 100:.0f}" if 0 < weight < 1 else ""


def tint(pen: Pen, share: float, *, pale: bool = False) -> RGB:
    """Return the ground of an equity: from blue (0) over the panel (even) to brass (1)."""
    strength = abs(2 * share - 1) ** 0.8 * TINT
    colour = mix(pen.col("raised"), pen.col("brass" if share >= 0.5 else "info"), strength)
    return mix(colour, pen.col("panel"), PALE) if pale else colour
