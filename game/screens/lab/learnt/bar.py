"""The bar of time: the training passes by or stands, the line of games, and how many lines of play beat it now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.screens.lab.learnt.study import LearntStudy
from game.screens.lab.scrubber import Scrubber
from game.screens.texts import number, text
from game.screens.widgets.button import Button
from game.screens.widgets.widget import Act, Rect, Widget

if TYPE_CHECKING:
    from game.screens.pen import Pen

BUTTON, PADDING = 42.0, 14.0
WIDEST_COUNT = 65_629
FIGURE_GAP = 10.0


class LearntBar:
    """The widgets of the bar, and its words."""

    def __init__(self, study: LearntStudy, play: Act) -> None:
        self._study = study
        keycap = text("keys.space")
        self._run = Button("run", "", study.run_or_pause, kind="primary", keycap=keycap, style="label_b")
        self._scrubber = Scrubber(study.seek, "lab.learnt.episode")
        self._play = Button("play", text("lab.bar.play"), play, keycap="P", style="label_b")
        self._answer: Rect = (0.0, 0.0, 0.0, 0.0)

    @property
    def scrubber(self) -> Scrubber:
        """The line of games."""
        return self._scrubber

    @property
    def widgets(self) -> list[Widget]:
        """The controls in focus order."""
        return [self._run, self._scrubber, self._play]

    def follow(self) -> None:
        """Show how far the study is."""
        study = self._study
        self._run.label = text("lab.bar.pause" if study.running else "lab.learnt.replay")
        waits = "" if study.place >= 0 else text("lab.waiting")
        self._play.disabled = waits
        self._scrubber.now, self._scrubber.done = study.now, study.done
        self._scrubber.total = max(1, study.total)
        self._scrubber.marks = study.source.stages if study.source is not None else ()

    def place(self, pen: Pen, rect: Rect, *, narrow: bool) -> None:
        """Place everything in one row, or in three where the window is narrow."""
        x, y, width, height = rect
        left, right = x + PADDING, x + width - PADDING
        row = y + 8 if narrow else y + (height - BUTTON) / 2
        run = pen.width(text("lab.learnt.replay"), "label_b") + pen.keycap_width(text("keys.space")) + 52
        self._run.rect = (left, row, run, BUTTON)
        playing = self._play.natural_width(pen)
        if narrow:
            self._scrubber.rect = (left, row + BUTTON + 4, right - left, 52)
            row = y + height - BUTTON - 10
            self._answer = (left, row, right - playing - 12 - left, BUTTON)
        else:
            answer = self._answer_width(pen)
            self._answer = (right - playing - 16 - answer, row, answer, BUTTON)
            self._scrubber.rect = (left + run + 18, y, self._answer[0] - left - run - 34, height)
        self._play.rect = (right - playing, row, playing, BUTTON)

    def _answer_width(self, pen: Pen) -> float:
        episode = text("lab.learnt.episode", iteration=number(max(1_000_000, self._study.total)))
        words = max(pen.width(episode, "small"), pen.width(text("lab.learnt.beat_it"), "small"))
        return pen.width(number(WIDEST_COUNT), "figure") + FIGURE_GAP + words

    def draw(self, pen: Pen) -> None:
        """Write the answer: how many lines beat it, and when that was."""
        x, y, width, height = self._answer
        middle, lost = y + height / 2, self._study.lost_lines
        words = "–" if lost is None else number(sum(lost))
        used = pen.text(words, x, middle, "figure", "good" if lost == (0, 0) else "brass") + FIGURE_GAP
        room = width - used + 2
        now = text("lab.learnt.episode", iteration=number(self._study.now))
        pen.text(text("lab.learnt.beat_it"), x + used, middle - 9, "small", "dim", fit=room)
        pen.text(now, x + used, middle + 10, "small", "text", fit=room)
