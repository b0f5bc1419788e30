"""The voice and the screen reader of the window: what they are told, and what the reader asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.app.narrator import Narrator
from game.study.models import Models
from game.window.frame.pages import RegisteredPage
from game.window.frame.screen import Screen
from game.window.frame.spoken import spoken_control
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import CLICK, Input, Key, Pointer
from game.window.ui.screen_reader import ReaderRequest, ScreenReader
from game.window.ui.speech import Voice
from game.window.ui.widgets.controls import ControlInfo
from game.window.ui.widgets.tooltip import Notice
from game.window.ui.widgets.widget import find_middle, holds


def controls_in_pixels(screen: Screen, painter: Painter) -> list[ControlInfo]:
    """Return the controls of a screen, their places in pixels of the window."""
    return [replace(one, rect=painter.box(one.rect)) for one in screen.controls.describe()]


class Aloud:
    """The voice, the screen reader, and the narrator who tells both of the window."""

    def __init__(self, voice: Voice, reader: ScreenReader) -> None:
        self.voice, self.reader = voice, reader
        self._narrator = Narrator(voice, reader)

    @property
    def is_heard(self) -> bool:
        return self.voice.is_on or self.reader.is_active

    def apply(self, *, on: bool, rate: int) -> None:
        """Turn the voice on or off, and set its rate in percent. A voice that is turned on tells the page."""
        if on and not self.voice.is_on:
            self._narrator.start_again()
        self.voice.set(on=on, rate=rate)

    def close(self) -> None:
        self.voice.close()
        self.reader.close()

    def note_input(self) -> None:
        self._narrator.note_input()

    def tell(self, words: str, screen: Screen) -> None:
        """Say an event on a screen, after the title of the screen if it is new."""
        if self.is_heard:
            self._narrator.begin(screen)
        self._narrator.tell(words)

    def say_change(self, words: str) -> None:
        self._narrator.say_change(words)

    def read_page(self, screen: Screen, painter: Painter) -> None:
        self._narrator.read_page(screen, painter)

    def find_trouble(self) -> str:
        return self._narrator.find_trouble()

    def follow(
        self, screen: Screen, notice: Notice, pages: Mapping[str, RegisteredPage], models: Models
    ) -> None:
        """Say the changes since the last step."""
        if self.is_heard:
            self._narrator.follow(screen, notice.words, notice.said_count)
            self._narrator.follow_progress(pages, models)

    def publish(self, screen: Screen, painter: Painter, *, changed: bool, has_focus: bool) -> None:
        """Give the screen to the reader if it has `changed`, or if the reader has not got it yet."""
        if self.reader.is_active and (changed or self.reader.is_behind or has_focus != self.reader.has_focus):
            controls = [spoken_control(one) for one in controls_in_pixels(screen, painter)]
            self.reader.show(screen.spoken_title, controls, has_focus=has_focus)


def find_inputs(request: ReaderRequest, screen: Screen) -> list[Input]:
    """Return the inputs that do what the reader asks for. A control gets the focus as by Tab."""
    found = (one for one in screen.controls.describe() if one.name == request.name)
    if (control := next(found, None)) is None:
        return []
    if control.role == "option":
        x, y = find_middle(control.rect)
        is_seen = holds(control.rect, x, y)  # not one that is scrolled out of sight
        return [Pointer(action, x, y) for action in CLICK] if is_seen else []
    screen.controls.focus(control.name)
    screen.dirty = True
    return [Key("return")] if request.presses else []
