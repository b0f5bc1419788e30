"""What a strategy does with each class of hands, as the 13 x 13 grid: a cell is divided by its actions.

The actions stand in one order in every cell, and the panel that shows the grid tells their colours in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pygame

from game.rules.cards import class_at
from game.screens.input import Key
from game.screens.pen import Colour, Pen
from game.screens.texts import percent
from game.screens.theme import RGB, contrast, mix
from game.screens.views.range_grid import CELLS, NAME_CELL
from game.screens.widgets.widget import Widget

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
TINT = 0.78
NAME_SHARE, LEAST_NAME = 0.38, 11


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour, so far on the way to another one."""

    colour: Colour
    other: Colour = "panel"
    share: float = 0.0

    def on(self, pen: Pen) -> RGB:
        """Return it in the theme of a pen."""
        return mix(pen.col(self.colour), pen.col(self.other), self.share)


@dataclass(frozen=True, slots=True)
class MixPicture:
    """By class the share of every action, in the order of their names and inks; classes not held are left out."""

    shares: Mapping[str, Sequence[float]] = field(default_factory=dict)
    names: Sequence[str] = ()
    inks: Sequence[Ink] = ()
    marked: str = ""


class MixGrid(Widget):
    """The grid as a control: arrows walk it, and what it is about is told of one class."""

    role: ClassVar[str] = "grid"

    def __init__(self, name: str, label: str, nothing: str) -> None:
        super().__init__(name, label)
        self.picture = MixPicture()
        self._nothing = nothing
        self._at = (0, 0)
        self._under: tuple[int, int] | None = None

    @property
    def shown(self) -> str:
        """The class that is told of: the one under the mouse, else the one that arrows have come to."""
        return class_at(*(self._under if self.hovered and self._under is not None else self._at))

    @property
    def value(self) -> str:
        """The class that is told of, and its mix."""
        shares = self.picture.shares.get(self.shown)
        if shares is None:
            return f"{self.shown}: {self._nothing}"
        said = [
            f"{name} {percent(share)}"
            for name, share in zip(self.picture.names, shares, strict=True)
            if share >= 0.005
        ]
        return f"{self.shown}: {', '.join(said)}"

    def key(self, event: Key) -> bool:
        """Walk the cells."""
        if event.name not in STEPS or event.ctrl:
            return False
        down, across = STEPS[event.name]
        self._at = (self._at[0] + down) % CELLS, (self._at[1] + across) % CELLS
        self._under = None
        return True

    def hover(self, x: float, y: float) -> bool:
        """Follow the mouse."""
        before, self._under = self._under, self._cell(x, y)
        return before != self._under

    def release(self, x: float, y: float) -> bool:
        """Stay on the cell that was hit."""
        self._at = self._cell(x, y) or self._at
        return True

    def draw(self, pen: Pen) -> None:
        """Draw the cells; the class of the hand asked about is framed, and the one that is told of."""
        left, top, side, _ = pen.box(self.rect)
        cell = side // CELLS
        for row in range(CELLS):
            for column in range(CELLS):
                box = pygame.Rect(left + column * cell, top + row * cell, cell - 1, cell - 1)
                self._draw_cell(pen, box, class_at(row, column))
        if self.focused:
            pen.focus_ring(self.rect, 4)
        if self.focused or self.hovered:
            row, column = self._under if self.hovered and self._under is not None else self._at
            frame = (left + column * cell - 1, top + row * cell - 1, cell + 1, cell + 1)
            x, y, w, h = (length / pen.u for length in frame)
            pen.rect((x, y, w, h), None, 2, "text", 1.6)

    def _draw_cell(self, pen: Pen, box: pygame.Rect, name: str) -> None:
        shares = self.picture.shares.get(name)
        x, y, w, h = (length / pen.u for length in box)
        pen.rect((x, y, w, h), "sunk", 0)
        ground, widest, at = pen.col("sunk"), 0.0, x
        for share, one in zip(shares or (), self.picture.inks, strict=bool(shares)):
            ink = mix(pen.col("panel"), one.on(pen), TINT)
            pen.rect((at, y, w * share, h), ink, 0)
            at += w * share
            if share > widest:
                ground, widest = ink, share
        if name == self.picture.marked:
            pen.rect((x, y, w, h), None, 1, "text", 2)
        if box.height >= NAME_CELL or name[0] == name[1:2]:
            inks = ("text", "on_brass", "panel")
            ink_name = max(inks, key=lambda one: contrast(pen.col(one), ground)) if shares else "faint"
            size = max(LEAST_NAME, round(box.height * NAME_SHARE)) / pen.u
            written = name if box.height >= NAME_CELL else name[0]
            pen.text(
                written, box.centerx / pen.u, box.centery / pen.u, "small_b", ink_name, al="c", size=size
            )

    def _cell(self, x: float, y: float) -> tuple[int, int] | None:
        left, top, side, _ = self.rect
        row, column = int((y - top) / side * CELLS), int((x - left) / side * CELLS)
        inside = x >= left and y >= top and row < CELLS and column < CELLS
        return (row, column) if inside else None
