"""Input events of the window: keys by name, positions in dp.

The app translates pygame's events into these in one place, so screens and widgets know neither pixels nor key
codes, and tests create an event in one line. A key that is held down is sent again with `repeat`. Actions
ignore repeats. Controls such as a slider or a text field use them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PointerAction = Literal["move", "down", "up"]
CLICK: tuple[PointerAction, ...] = ("move", "down", "up")


@dataclass(frozen=True, slots=True)
class Key:
    """A key was pressed. `name` is pygame's name for it ("a", "return", "left"), `text` the text that it types."""

    name: str
    text: str = ""
    shift: bool = False
    ctrl: bool = False
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class Pointer:
    """The mouse moved, or its left button was pressed or released, at `x`, `y` in dp."""

    action: PointerAction
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Wheel:
    """The wheel turned by `steps` (up is positive) while the mouse was at `x`, `y` in dp."""

    x: float
    y: float
    steps: float


Input = Key | Pointer | Wheel

ENTER = ("return", "enter", "keypad enter")
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""Arrow key -> the step in a grid: rows down, columns to the right."""
