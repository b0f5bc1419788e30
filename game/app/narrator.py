"""What the window says aloud: pages as they open, the focus, notices, dialogs, and the progress of long work."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from game.study.models import Models
from game.texts import current, text
from game.window.frame.pages import RegisteredPage
from game.window.frame.screen import Screen
from game.window.frame.spoken import describe, read_signs
from game.window.ui.canvas.painter import Painter
from game.window.ui.leaves import Heading, Words
from game.window.ui.speech import Voice

if TYPE_CHECKING:
    from game.window.ui.canvas.lettering import TextMark

STEP = 25
"""Progress is said at every quarter."""
MAX_CAPITALS = 3
"""A word of more capital letters is the name of a section, which would be spelt."""
SAME_PARAGRAPH = 1.9
"""The distance of two lines of a paragraph at most, as a multiple of their height."""


class Narrator:
    """Follows the window, and gives the voice its words."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._screen: Screen | None = None
        self._body = ""
        self._focus = ("", "", "")
        self._notices = 0
        self._has_missed = False
        self._progress: dict[str, int] = {}
        self._said_trouble = ""

    def tell(self, words: str) -> None:
        """Say what happened. It is read to its end."""
        self._voice.tell(read_signs(words), current().language.code)

    def say_focus(self, words: str) -> None:
        """Say what has the focus, or what has just been changed. It replaces what was said of the focus before."""
        self._voice.focus(read_signs(words), current().language.code)

    def start_again(self) -> None:
        """Forget what was said, so that the page is told from its beginning."""
        self._screen, self._focus, self._body = None, ("", "", ""), ""
        self._has_missed = True

    def follow(self, screen: Screen, notice: str, notices: int) -> None:
        """Say what has changed since the last call: the page, the focus, a notice."""
        if screen is not self._screen:
            self._screen, self._focus, self._body = screen, ("", "", ""), ""
            self.tell(screen.spoken_title)
            if self._has_missed:
                self._has_missed = False
                self.tell(screen.spoken_state)
        if screen.overlay and (body := spoken_body(screen)) != self._body:
            self._body = body
            self.tell(body)
        if notices != self._notices:
            self._notices = notices
            self.tell(notice)
        self._follow_focus(screen)

    def _follow_focus(self, screen: Screen) -> None:
        focused = screen.controls.focused
        now = (focused.name if focused is not None else "", *describe(screen.controls))
        if now == self._focus:
            return
        before, self._focus = self._focus, now
        only_value = now[:2] == before[:2]
        self.say_focus(now[2] if only_value else ". ".join(filter(None, now[1:])))

    def follow_progress(self, pages: Mapping[str, RegisteredPage], models: Models) -> None:
        """Say each quarter of a run, a league, a report or a solve."""
        for name, page in pages.items():
            found = re.fullmatch(r"(\d+)\s?%", page.badge(models))
            quarter = int(found.group(1)) // STEP * STEP if found is not None else 0
            if quarter > self._progress.get(name, 0):
                self.tell(text("speech.progress", name=text(page.title), share=quarter))
            self._progress[name] = quarter

    def find_trouble(self) -> str:
        """Return a sentence once if the voice can no longer speak, else ""."""
        trouble = self._voice.trouble if not self._voice.is_busy else ""
        if trouble == self._said_trouble:
            return ""
        self._said_trouble = trouble
        return text(f"speech.trouble.{trouble}") if trouble else ""

    def read_page(self, screen: Screen, painter: Painter) -> None:
        """Say all texts of a page, in the order in which they are drawn."""
        before, painter.log = painter.log, []
        screen.draw(painter)
        marks, painter.log = painter.log, before
        self._voice.hush()
        self.tell(join_lines(marks) or text("speech.nothing"))


def spoken_body(screen: Screen) -> str:
    """Return the paragraphs of a dialog."""
    found = (box for box in screen.spoken_boxes.walk() if isinstance(box, Words | Heading) and box.shown)
    said = [str(box.words) for box in found if box.words and box.words != screen.spoken_title]
    return " ".join(words if words[-1] in ".!?:" else f"{words}." for words in said)


def join_lines(marks: list[TextMark]) -> str:
    """Return texts as sentences. Lines of one paragraph stay together."""
    joined: list[str] = []
    before: TextMark | None = None
    for mark in marks:
        near = before is not None and (
            mark.rect.left == before.rect.left
            and 0
            < mark.rect.top - before.rect.top
            < SAME_PARAGRAPH * max(mark.rect.height, before.rect.height)
        )
        if not near and joined and joined[-1][-1:] not in ".:!?,;":
            joined[-1] += "."
        if mark.words.strip():
            words = mark.words.strip()
            joined.append(words.capitalize() if len(words) > MAX_CAPITALS and words.isupper() else words)
            before = mark
    return " ".join(joined)
