"""The tic-tac-toe board as one control: arrows walk the squares, Enter or a click plays one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from game.rules.tic_tac_toe import CELLS
from game.window.ui.input import ENTER, Key
from game.window.ui.widgets import Rect, Widget, holds
from game.window.views import board

SIDE = 3
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class BoardWidget(Widget):
    """A board whose squares are called `names`; `play` gets the square that was chosen."""

    role: ClassVar[str] = "board"

    def __init__(self, label: str, play: Callable[[int], None], names: Sequence[str]) -> None:
        super().__init__("board", label)
        self.play = play
        self.names = names
        self.cursor = CELLS // 2
        self.under: int | None = None

    @property
    def value(self) -> str:
        """The square that the arrows are on."""
        return self.names[self.cursor]

    @property
    def hand(self) -> bool:
        """Whether the mouse is on a square."""
        return self.under is not None

    def cell_at(self, x: float, y: float) -> int | None:
        """Return the square at a point, None beside the squares."""
        return next((cell for cell in range(CELLS) if holds(self.cell_rect(cell), x, y)), None)

    def cell_rect(self, cell: int) -> Rect:
        """Return where a square lies."""
        return board.square(self.rect, cell)

    def key(self, event: Key) -> bool:
        """Walk or play."""
        if event.name in STEPS:
            across, down = STEPS[event.name]
            column, row = self.cursor % SIDE + across, self.cursor // SIDE + down
            if 0 <= column < SIDE and 0 <= row < SIDE:
                self.cursor = row * SIDE + column
            return True
        if event.name in ENTER and not event.repeat:
            self.play(self.cursor)
        return event.name in ENTER

    def hover(self, x: float, y: float) -> bool:
        """Follow the mouse."""
        before, self.under = self.under, self.cell_at(x, y)
        return before != self.under

    def release(self, x: float, y: float) -> bool:
        """Play the square under the mouse."""
        cell = self.cell_at(x, y)
        if cell is not None:
            self.choose(cell)
        return True

    def choose(self, cell: int) -> None:
        """Go to a square and play it."""
        self.cursor = cell
        self.play(cell)
