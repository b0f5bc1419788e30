"""Input of the window: events, with keys by name and positions in dp, and the system clipboard.

The app translates pygame's events into the events of this module. So screens and controls do not depend on
pixels and key codes, and tests create an event in one line. While a key is held down, its event is sent again with
`repeat`. Actions ignore repeats, but controls such as a slider or a text field use them.

On a system without a clipboard, copying and pasting do nothing. pygame 2.6 supports only one clipboard type
for text, with UTF-16 on Windows and UTF-8 elsewhere. pygame-ce has separate functions for text.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Literal

import pygame

PointerAction = Literal["move", "down", "up"]
CLICK: tuple[PointerAction, ...] = ("move", "down", "up")


@dataclass(frozen=True, slots=True)
class Key:
    """A key press.

    `name` is pygame's name for the key ("a", "return", "left"). `text` is the text that the key types.
    """

    name: str
    text: str = ""
    shift: bool = False
    ctrl: bool = False
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class Pointer:
    """A mouse event at `x`, `y` in dp: a move, or a press or release of the left button."""

    action: PointerAction
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Wheel:
    """A turn of the mouse wheel by `steps` (up is positive), with the mouse at `x`, `y` in dp."""

    x: float
    y: float
    steps: float


Input = Key | Pointer | Wheel

ENTER = ("return", "enter", "keypad enter")
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""Arrow key -> the step in a grid: rows down, columns to the right."""


TEXT_TYPE = "text/plain;charset=utf-8"
ENCODING = "utf-16-le" if sys.platform == "win32" else "utf-8"


def put(words: str) -> bool:
    """Copy a text to the clipboard. Return whether this succeeded."""
    try:
        if hasattr(pygame.scrap, "put_text"):
            pygame.scrap.put_text(words)
        else:
            pygame.scrap.init()
            pygame.scrap.put(TEXT_TYPE, words.encode(ENCODING))
    except (pygame.error, NotImplementedError):
        return False
    return True


def get() -> str:
    """Return the text in the clipboard, or "" if there is none."""
    try:
        if hasattr(pygame.scrap, "get_text"):
            return str(pygame.scrap.get_text())
        pygame.scrap.init()
        content = pygame.scrap.get(TEXT_TYPE) or b""
    except (pygame.error, NotImplementedError):
        return ""
    return content.decode(ENCODING, errors="replace").rstrip("\0")
