"""The 13 x 13 grid as a control: a range to be painted, or the equity of each class of hands.

Painting goes by click and drag with a brush of some weight (the first cell says whether the stroke sets or clears),
the wheel and + and - change a weight by a tenth, digits set it, Space toggles; arrows walk the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import pygame

from game.rules.cards import class_at
from game.texts import percent, text
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Key
from game.window.ui.theme import RGB, mix
from game.window.ui.widgets import Cells
from game.window.views.range_grid import CELLS, ink_on

TENTH = 0.1
TWO_LINES = 27  # pixels of a cell that has room for its name and a figure
NAME_PIXELS = 11
PALE = 0.55
TINT, BELOW_FULL = 0.8, 0.22

Paint = Callable[[Mapping[str, float]], None]


@dataclass(frozen=True, slots=True)
class GridPicture:
    """What the cells show: weights to be painted in a colour, or the equities of the hands that are held."""

    weights: Mapping[str, float] = field(default_factory=dict)
    equities: Mapping[str, float] | None = None
    colour: str = "brass"
    pale: bool = False


class RangeGrid(Cells):
    """The control. `paint` gets the weights of cells that were changed; `brush` is what strokes and Space set."""

    role: ClassVar[str] = "grid"
    rows = columns = CELLS

    def __init__(self, paint: Paint) -> None:
        super().__init__("grid", text("odds.grid.label"))
        self.picture = GridPicture()
        self.brush = 1.0
        self._paint = paint
        self._stroke: float | None = None

    # ---- what it says ---------------------------------------------------------------------------------------
    @property
    def shown(self) -> str:
        """The class that is read out."""
        return class_at(*self.looked_at)

    @property
    def painting(self) -> bool:
        """Whether the cells can be changed."""
        return self.picture.equities is None

    @property
    def value(self) -> str:
        """The class that is read out, and its figure."""
        name, equities = self.shown, self.picture.equities
        if equities is None:
            return text("odds.grid.weight", name=name, weight=percent(self._weight(name)))
        if name not in equities:
            return text("odds.grid.absent", name=name)
        return text("odds.grid.equity", name=name, share=percent(equities[name], 1))

    # ---- keys and mouse -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Walk the cells, and paint the one that was reached."""
        return self.walk(event) or (self.painting and not event.ctrl and self._paint_by_key(event))

    def _paint_by_key(self, event: Key) -> bool:
        name = class_at(*self._at)
        if event.name == "space":
            self._set(name, self._toggled(name))
        elif event.text.isdecimal():
            self._set(name, int(event.text) / 10 or 1.0)
        elif event.text in ("+", "-", "="):
            self._set(name, self._weight(name) + (-TENTH if event.text == "-" else TENTH))
        elif event.name in ("delete", "backspace"):
            self._set(name, 0.0)
        else:
            return False
        return True

    def press(self, x: float, y: float) -> bool:
        """Begin a stroke: it sets, or clears where the first cell is painted already."""
        if self.painting and (cell := self.cell_at(x, y)) is not None:
            self._stroke = self._toggled(class_at(*cell))
        self.drag(x, y)
        return True

    def drag(self, x: float, y: float) -> bool:
        """Go on with the stroke."""
        cell = self.cell_at(x, y)
        if cell is None:
            return False
        self._at = self._under = cell
        if self._stroke is not None and self._weight(class_at(*cell)) != self._stroke:
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
        self._set(name, self._weight(name) + (TENTH if steps > 0 else -TENTH))
        return True

    def _weight(self, name: str) -> float:
        return self.picture.weights.get(name, 0.0)

    def _toggled(self, name: str) -> float:
        """Return what is set at a class: 0 where it has the weight of the brush, or for a full brush any."""
        weight = self._weight(name)
        return 0.0 if weight == self.brush or (weight and self.brush == 1.0) else self.brush

    def _set(self, name: str, weight: float) -> None:
        self._paint({name: round(min(1.0, max(0.0, weight)), 2)})

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Draw the cells, with a frame around the one that is read out."""
        left, top, side, _ = painter.box(self.rect)
        cell = side // CELLS
        for row in range(CELLS):
            for column in range(CELLS):
                box = pygame.Rect(left + column * cell, top + row * cell, cell - 1, cell - 1)
                self._draw_cell(painter, box, class_at(row, column))
        if self.focused:
            painter.focus_ring(self.rect, 4)
        if self.focused or self.hovered:
            row, column = self.looked_at
            frame = (left + column * cell - 1, top + row * cell - 1, cell + 1, cell + 1)
            x, y, w, h = (length / painter.u for length in frame)
            painter.rect((x, y, w, h), None, 2, "text", 1.6)

    def _draw_cell(self, painter: Painter, box: pygame.Rect, name: str) -> None:
        """Fill a cell that is held: as its equity says, or from below as high as its weight; write into it."""
        picture, sunk = self.picture, painter.col("sunk")
        full = mix(sunk, painter.col(picture.colour), TINT)
        x, y, w, h = (length / painter.u for length in box)
        background, figure, weight = sunk, "", self._weight(name) if self.painting else 0.0
        if picture.equities is not None and name in picture.equities:
            background = tint(painter, picture.equities[name], pale=picture.pale)
            figure = f"{picture.equities[name] * 100:.0f}"
        elif 0 < weight < 1:
            background, figure = mix(sunk, painter.col(picture.colour), BELOW_FULL), f"{weight * 100:.0f}"
        elif weight:
            background = full
        painter.rect((x, y, w, h), background, 0)
        if 0 < weight < 1:
            painter.rect((x, y + h * (1 - weight), w, h * weight), full, 0)
        self._write(painter, box, name, figure, background, held=bool(figure or weight))

    def _write(
        self, painter: Painter, box: pygame.Rect, name: str, figure: str, background: RGB, *, held: bool
    ) -> None:
        """Write the name above the figure; where there is no room for both, the figure alone."""
        ink = ink_on(painter, background) if held else painter.col("faint")
        size = max(NAME_PIXELS, round(box.height * 0.34)) / painter.u
        lines = [(figure or name, 0.0, "small_b" if held else "small")]
        if figure and box.height >= TWO_LINES:
            lines = [(name, -0.21, "small"), (figure, 0.22, "small_b")]
        for words, level, style in lines:
            middle = box.centery / painter.u + box.height * level / painter.u
            painter.text(words, box.centerx / painter.u, middle, style, ink, al="c", size=size)


def tint(painter: Painter, share: float, *, pale: bool = False) -> RGB:
    """Return the ground of an equity: from blue (0) over the panel (even) to brass (1)."""
    strength = abs(2 * share - 1) ** 0.8 * TINT
    colour = mix(painter.col("raised"), painter.col("brass" if share >= 0.5 else "info"), strength)
    return mix(colour, painter.col("panel"), PALE) if pale else colour
