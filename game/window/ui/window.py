"""The system window: opening, size and position, full screen, mouse pointer, and the translation of events.

Input events have positions in pixels only inside this module, and in dp everywhere else. The module only uses
features that pygame 2.6 and pygame-ce 2.5 share.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

import pygame

from game.window.ui.canvas import faces, rasters
from game.window.ui.input import Input, Key, Pointer, PointerAction, Wheel

Size = tuple[int, int]
WindowPlace = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""

MIN_SIZE: Size = (900, 560)
FIRST_SIZE: Size = (1280, 720)
FIRST_DESKTOP: Size = (1920, 1080)
DESKTOP_MARGIN: Size = (64, 112)
TIGHT_SIZE: Size = (1280, 640)  # if the desktop is hardly larger than FIRST_SIZE: 80 pixels for its bars

REPEAT_DELAY_MS = 400
REPEAT_EVERY_MS = 40


class Window:
    """The program's window on the desktop."""

    def __init__(self) -> None:
        self._size = FIRST_SIZE
        self._min_size = MIN_SIZE
        self._corner: tuple[int, int] | None = None
        self._full_screen = False
        self._hand = False

    def open(self, caption: str, place: WindowPlace | None, full_screen: bool) -> None:
        """Open the window at its last position and size, or at a size that suits the desktop."""
        pygame.display.init()
        pygame.font.init()
        if pygame.display.get_driver() == "x11":
            # With OpenGL a frame takes four times as long and the window needs 100 MB more.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        pygame.display.set_caption(caption)
        pygame.key.set_repeat(REPEAT_DELAY_MS, REPEAT_EVERY_MS)
        desktops = pygame.display.get_desktop_sizes()
        widths, heights = zip(MIN_SIZE, *desktops, strict=True)
        self._min_size = min(widths), min(heights)
        self._size = first_size(desktops[0]) if place is None else place[2:]
        if place is not None and on_a_desktop(place, desktops):
            self._corner = place[:2]
            os.environ["SDL_VIDEO_WINDOW_POS"] = f"{place[0]},{place[1]}"
        self._full_screen = full_screen
        self._set_mode()

    @property
    def surface(self) -> pygame.Surface:
        return pygame.display.get_surface()

    @property
    def place(self) -> WindowPlace | None:
        return None if self._corner is None else (*self._corner, *self._size)

    def set_full_screen(self, full_screen: bool) -> None:
        """Enter full screen, or return to the size and position that the window had before."""
        if full_screen != self._full_screen:
            self._full_screen = full_screen
            self._set_mode()

    def resized(self) -> None:
        """Adopt the size that the desktop has given the window.

        A window below the minimum size is enlarged again.
        """
        if self._full_screen:
            return
        width, height = self.surface.get_size()
        self._size = max(width, self._min_size[0]), max(height, self._min_size[1])
        if (width, height) != self._size:
            self._set_mode()

    def note_position(self, corner: tuple[int, int]) -> None:
        if not self._full_screen:
            self._corner = corner

    def set_icon(self, icon: pygame.Surface) -> None:
        pygame.display.set_icon(icon)

    def close(self) -> None:
        """Close the window, and shut down pygame."""
        faces.forget_fonts()
        rasters.clear_all()
        pygame.quit()

    def set_hand(self, hand: bool) -> None:
        """Show the hand pointer over clickable controls."""
        if hand == self._hand:
            return
        self._hand = hand
        with contextlib.suppress(pygame.error):  # a display may lack this pointer
            pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_HAND if hand else pygame.SYSTEM_CURSOR_ARROW)

    def _set_mode(self) -> None:
        if self._full_screen:
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
            return
        pygame.display.set_mode(self._size, pygame.RESIZABLE)
        if self.surface.get_size() != self._size:  # some drivers must be told twice to leave full screen
            pygame.display.set_mode(self._size, pygame.RESIZABLE)


def wake() -> None:
    """End the main loop's wait for an event, so that the loop runs a step. Any thread may call this function."""
    with contextlib.suppress(pygame.error):
        pygame.event.post(pygame.event.Event(pygame.USEREVENT))


def first_size(desktop: Size) -> Size:
    """Return the first size of the window: 1280 x 720, more on a high-resolution desktop, less on a small one.

    >>> first_size((1920, 1080)), first_size((3840, 2160)), first_size((1366, 768)), first_size((800, 600))
    ((1280, 720), (2560, 1440), (1280, 656), (800, 560))
    """
    dense = max(1.0, min(desktop[0] / FIRST_DESKTOP[0], desktop[1] / FIRST_DESKTOP[1]))
    is_tight = desktop[0] >= FIRST_SIZE[0] and desktop[1] >= FIRST_SIZE[1]
    smallest = TIGHT_SIZE if is_tight else MIN_SIZE
    width, height = (
        max(min(least, whole), min(round(first * dense), whole - margin))
        for first, least, whole, margin in zip(FIRST_SIZE, smallest, desktop, DESKTOP_MARGIN, strict=True)
    )
    return width, height


def on_a_desktop(place: WindowPlace, desktops: Sequence[Size]) -> bool:
    """Return whether a window at this position is visible.

    A monitor may have been removed since the last start.
    """
    left, top, width, _ = place
    whole_width, whole_height = sum(size[0] for size in desktops), max(size[1] for size in desktops)
    return -width // 2 < left < whole_width - width // 4 and 0 <= top < whole_height - MIN_SIZE[1] // 4


class Translator:
    """Translates pygame's events into input. It keeps track of the held keys and the position of the mouse."""

    def __init__(self) -> None:
        self._held_keys: set[int] = set()
        self._mouse = (0.0, 0.0)

    def translate(self, event: pygame.event.Event, scale: float) -> Input | None:
        """Return the input for `event`, at `scale` pixels per dp."""
        if event.type == pygame.KEYDOWN:
            repeat = event.key in self._held_keys
            self._held_keys.add(event.key)
            return _key(event, repeat)
        if event.type == pygame.KEYUP:
            self._held_keys.discard(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._held_keys.clear()
        elif event.type == pygame.MOUSEMOTION:
            return Pointer("move", *self._at(event.pos, scale))
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == 1:
            action: PointerAction = "down" if event.type == pygame.MOUSEBUTTONDOWN else "up"
            return Pointer(action, *self._at(event.pos, scale))
        elif event.type == pygame.MOUSEWHEEL:
            return Wheel(*self._mouse, event.y)
        return None

    def _at(self, pixels: tuple[int, int], scale: float) -> tuple[float, float]:
        self._mouse = pixels[0] / scale, pixels[1] / scale
        return self._mouse


LETTERS_AND_DIGITS = "abcdefghijklmnopqrstuvwxyz1234567890"
"""The keys of a US keyboard from the scancode of A upwards."""


def _name_key(event: pygame.event.Event) -> str:
    """Return the name of a key.

    If the key has a letter of a non-Latin script, the name is taken from the position of the key.
    """
    index = getattr(event, "scancode", 0) - pygame.KSCAN_A
    is_foreign = ord("z") < event.key <= sys.maxunicode and chr(event.key).isalpha()
    if is_foreign and 0 <= index < len(LETTERS_AND_DIGITS):
        return LETTERS_AND_DIGITS[index]
    return pygame.key.name(event.key)


def _key(event: pygame.event.Event, repeat: bool) -> Key:
    name = _name_key(event)
    written = event.unicode if event.unicode.isprintable() else ""
    if name.startswith("[") and len(name) == 3:  # a digit of the numeric keypad
        name = written or name
    return Key(
        name=name,
        text=written,
        shift=bool(event.mod & pygame.KMOD_SHIFT),
        ctrl=bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)),
        repeat=repeat,
    )
