"""The announcements to the voice and the screen reader, and the requests of the screen reader.

The voice announces new pages, the focus, notices, dialogs, and the progress of long work.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import replace

from game.study.models import Models
from game.texts import current, join_sentences, text
from game.window.frame.pages import RegisteredPage
from game.window.frame.screen import Screen
from game.window.frame.spoken import describe, end_sentence, read_mark, read_signs, spoken_control
from game.window.ui.canvas.lettering import TextMark, join_lines
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import CLICK, Input, Key, Pointer
from game.window.ui.leaves import Heading, Words
from game.window.ui.screen_reader import ReaderRequest, ScreenReader
from game.window.ui.speech import Voice
from game.window.ui.widgets.controls import ControlInfo, Notice, describe_widget
from game.window.ui.widgets.widget import find_middle, holds

ECHO_SECONDS = 1.0
"""The seconds after a key or click in which a changed value is announced.

A button with another label or another reason is always announced, because its key now does something else.
"""
NO_FOCUS = ("", "", "", "")
STEP = 25
"""The progress in percent between two announcements."""


class Narrator:
    """Follows the window and sends announcements to the voice and the screen reader."""

    def __init__(self, voice: Voice, reader: ScreenReader) -> None:
        self._voice, self._reader = voice, reader
        self._screen: Screen | None = None
        self._body = ""
        self._focus = NO_FOCUS
        self._notices = 0
        self._has_missed = False
        self._last_input = 0.0
        self._latest_events = ""
        self._progress: dict[str, int] = {}
        self._said_trouble = ""

    def tell(self, words: str) -> None:
        """Announce an event. The announcement is not interrupted."""
        said = read_signs(words)
        self._latest_events = f"{self._latest_events} {said}"
        self._voice.tell(said, current().language.code)
        if said:
            self._reader.say(end_sentence(said))

    def say_change(self, words: str) -> None:
        """Announce a value that has changed without a new focus. A newer announcement replaces this one."""
        self._say_focus(words)
        self._reader.say(end_sentence(read_signs(words)))

    def _say_focus(self, words: str) -> None:
        """Announce the focused control to the voice.

        A screen reader finds the focus by itself. A newer announcement replaces this one.
        """
        self._voice.focus(read_signs(words), current().language.code)

    def note_input(self) -> None:
        """Record that the user has just used a key or the mouse.

        Values that change without input are not announced.
        """
        self._last_input, self._latest_events = time.monotonic(), ""

    def start_again(self) -> None:
        """Forget all earlier announcements, so that the next `follow` announces the whole page."""
        self._screen, self._focus, self._body = None, NO_FOCUS, ""
        self._has_missed = True

    def begin(self, screen: Screen) -> None:
        """Announce the title of a new page, before any event on this page."""
        if screen is self._screen:
            return
        self._screen, self._focus, self._body = screen, NO_FOCUS, ""
        self.tell(screen.spoken_title)
        if self._has_missed:
            self._has_missed = False
            self.tell(screen.spoken_state)

    def follow(self, screen: Screen, notice: str, notices: int) -> None:
        """Announce the changes since the last call: a new page, focus or notice."""
        self.begin(screen)
        if screen.overlay and (body := spoken_body(screen)) != self._body:
            self._body = body
            self.tell(body)
        if notices != self._notices:
            self._notices = notices
            self.tell(notice)
        self._follow_focus(screen)

    def _follow_focus(self, screen: Screen) -> None:
        focused = screen.controls.focused
        now = (focused.name, *describe(describe_widget(focused))) if focused is not None else NO_FOCUS
        if now == self._focus:
            return
        before, self._focus = self._focus, now
        _, control, value, more = now
        only_value = now[:2] == before[:2]
        is_new_button = focused is not None and focused.role == "button" and not only_value
        is_late = time.monotonic() - self._last_input > ECHO_SECONDS
        if now[0] == before[0] and is_late and not is_new_button:
            return
        if only_value and _split_words(value) <= _split_words(self._latest_events):
            return
        if more and not (only_value and more == before[3]):
            value = join_sentences(end_sentence(value), more) if value else more
        if only_value or not (control and value):
            self._say_focus(value if only_value else control or value)
        else:
            self._say_focus(join_sentences(end_sentence(control), value))

    def follow_progress(self, pages: Mapping[str, RegisteredPage], models: Models) -> None:
        """Announce each quarter of the progress of a run, a league, a report or a solve."""
        for name, page in pages.items():
            found = re.fullmatch(r"(\d+)\s?%", page.badge(models))
            share = int(found.group(1)) if found is not None else 0
            quarter = share // STEP
            if quarter > self._progress.get(name, 0):
                self.tell(text("speech.progress", name=text(page.title), share=share))
            self._progress[name] = quarter

    def find_trouble(self) -> str:
        """Return a sentence if the voice can no longer speak, else "".

        The sentence is returned only once.
        """
        trouble = self._voice.trouble if not self._voice.is_busy else ""
        if trouble == self._said_trouble:
            return ""
        self._said_trouble = trouble
        return text(f"speech.trouble.{trouble}") if trouble else ""

    def read_page(self, screen: Screen, painter: Painter) -> None:
        """Announce all texts of a page, in the order in which they are drawn."""
        marks: list[TextMark] = []
        before = painter.log
        painter.log = marks
        try:
            screen.draw(painter)
        finally:
            painter.log = before
        self._voice.hush()
        self.tell(join_lines([read_mark(mark) for mark in marks]) or text("speech.nothing"))


def _split_words(words: str) -> set[str]:
    return set(re.findall(r"\w+", words.casefold()))


def spoken_body(screen: Screen) -> str:
    """Return the text of a dialog: its headings and paragraphs, joined as sentences."""
    found = (box for box in screen.spoken_boxes.walk() if isinstance(box, Words | Heading) and box.shown)
    said = [str(box.words) for box in found if box.words and box.words != screen.spoken_title]
    return join_sentences(*map(end_sentence, said))


def controls_in_pixels(screen: Screen, painter: Painter) -> list[ControlInfo]:
    return [replace(one, rect=painter.box(one.rect)) for one in screen.controls.describe()]


class Aloud:
    """The voice, the screen reader, and the narrator that sends announcements to both."""

    def __init__(self, voice: Voice, reader: ScreenReader) -> None:
        self.voice, self.reader = voice, reader
        self._narrator = Narrator(voice, reader)

    @property
    def is_heard(self) -> bool:
        return self.voice.is_on or self.reader.is_active

    def apply(self, *, on: bool, rate: int) -> None:
        """Turn the voice on or off, and set its rate in percent. Turning the voice on announces the page."""
        if on and not self.voice.is_on:
            self._narrator.start_again()
        self.voice.set(on=on, rate=rate)

    def close(self) -> None:
        self.voice.close()
        self.reader.close()

    def note_input(self) -> None:
        self._narrator.note_input()

    def tell(self, words: str, screen: Screen) -> None:
        """Announce an event on a screen. If the screen is new, announce its title first."""
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
        """Announce the changes since the last frame: a new page, focus, notice, or progress."""
        if self.is_heard:
            self._narrator.follow(screen, notice.words, notice.said_count)
            self._narrator.follow_progress(pages, models)

    def publish(self, screen: Screen, painter: Painter, *, changed: bool, has_focus: bool) -> None:
        """Send the screen to the screen reader if the screen has `changed` or was not sent yet."""
        if self.reader.is_active and (changed or self.reader.is_behind or has_focus != self.reader.has_focus):
            controls = [spoken_control(one) for one in controls_in_pixels(screen, painter)]
            self.reader.show(screen.spoken_title, controls, has_focus=has_focus)


def find_inputs(request: ReaderRequest, screen: Screen) -> list[Input]:
    """Return the inputs that carry out a request of the screen reader.

    For an option of a list, return a click. Any other control gets the focus at once, as a side effect. If the
    request presses such a control, return Enter.
    """
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
