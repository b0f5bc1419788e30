"""The bar of time: run and pause, steps, the line of iterations, and what this moment's strategy gives away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.screens.pages.lab.pictures import figure
from game.screens.pages.lab.scrubber import Scrubber
from game.screens.pages.lab.study import Study
from game.screens.ui.texts import number, text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.widget import Act, Rect, Widget

if TYPE_CHECKING:
    from game.screens.ui.canvas.pen import Pen

HEIGHT, NARROW_HEIGHT = 66.0, 172.0
BUTTON = 42.0
PADDING, GAP = 14.0, 8.0
STEPS = (1, 10, 100)
STEP_WIDTH = {1: 48.0, 10: 54.0, 100: 62.0}
FIGURE_GAP = 10.0


class LabBar:
    """The widgets of the bar, and its words."""

    def __init__(self, study: Study, play: Act) -> None:
        self._study = study
        keycap = text("keys.space")
        self._run = Button("run", "", study.run_or_pause, kind="primary", keycap=keycap, style="label_b")
        self._steps = [
            Button(f"step-{by}", f"+{by}", lambda by=by: study.step(by), style="label_b")  # type: ignore[misc]
            for by in STEPS
        ]
        self.scrubber = Scrubber(study.seek)
        self._play = Button("play", text("lab.bar.play"), play, keycap="P", style="label_b")
        self._rect: Rect = (0.0, 0.0, 0.0, 0.0)
        self._answer: Rect = (0.0, 0.0, 0.0, 0.0)

    @property
    def widgets(self) -> list[Widget]:
        """The controls in focus order."""
        return [self._run, *self._steps, self.scrubber, self._play]

    def follow(self) -> None:
        """Show how far the study is."""
        study = self._study
        again = study.now >= study.total and not study.running
        self._run.label = text(
            "lab.bar.pause" if study.running else "lab.bar.again" if again else "lab.bar.run"
        )
        waits = "" if study.place >= 0 else text("lab.waiting")
        for button in self._steps:
            button.disabled = waits or (text("lab.bar.at_end") if study.now >= study.total else "")
        self._play.disabled = waits
        self.scrubber.now, self.scrubber.done = study.now, max(0, study.done)
        self.scrubber.total = study.total

    def place(self, pen: Pen, rect: Rect, *, narrow: bool) -> None:
        """Place everything in one row, or in three where the window is narrow."""
        self._rect = x, y, width, height = rect
        left, right = x + PADDING, x + width - PADDING
        row = y + 8 if narrow else y + (height - BUTTON) / 2
        at = left
        wide = pen.width(text("lab.bar.pause"), "label_b") + pen.keycap_width(text("keys.space")) + 52
        self._run.rect = (at, row, wide, BUTTON)
        at += wide + GAP
        for by, button in zip(STEPS, self._steps, strict=True):
            button.rect = (at, row, STEP_WIDTH[by], BUTTON)
            at += STEP_WIDTH[by] + GAP
        playing = self._play.natural_width(pen)
        if narrow:
            self.scrubber.rect = (left, row + BUTTON + 4, right - left, 52)
            row = y + height - BUTTON - 10
            self._play.rect = (right - playing, row, playing, BUTTON)
            self._answer = (left, row, right - playing - 12 - left, BUTTON)
            return
        self._play.rect = (right - playing, row, playing, BUTTON)
        answer = self._answer_width(pen)
        self._answer = (right - playing - 16 - answer, row, answer, BUTTON)
        self.scrubber.rect = (at + 10, y, self._answer[0] - at - 26, height)

    def _answer_width(self, pen: Pen) -> float:
        count = text("lab.bar.iteration", iteration=number(self._study.total))
        words = max(pen.width(count, "small"), pen.width(text("lab.bar.exploitable"), "small"))
        return pen.width("0.00000", "figure") + FIGURE_GAP + words

    def draw(self, pen: Pen) -> None:
        """Write the answer: the one figure in brass, and beside it what it is and when."""
        x, y, width, height = self._answer
        middle = y + height / 2
        given = self._study.exploitability
        words = figure(given) if given is not None else "–"
        used = pen.text(words, x, middle, "figure", "brass") + FIGURE_GAP
        room = width - used + 2
        now = text("lab.bar.iteration", iteration=number(self._study.now))
        pen.text(text("lab.bar.exploitable"), x + used, middle - 9, "small", "dim", fit=room)
        pen.text(now, x + used, middle + 10, "small", "text", fit=room)
