"""Input events in the window's own terms: keys by name, positions in dp.

The app translates pygame's events into these once, so screens and widgets know neither pixels nor key codes, and
tests write an event in a line. A key that is held down comes again with `repeat`. Actions ignore repeats, and
movements (a slider, a text) follow them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PointerAction = Literal["move", "down", "up"]
CLICK: tuple[PointerAction, ...] = ("move", "down", "up")


@dataclass(frozen=True, slots=True)
class Key:
    """A key went down. `name` is pygame's name of it ("a", "return", "left"), `text` what it writes."""

    name: str
    text: str = ""
    shift: bool = False
    ctrl: bool = False
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class Pointer:
    """The mouse moved, or its left button went down or up, at `x`, `y` in dp."""

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
"""How many rows down and columns to the right an arrow goes in a grid."""
