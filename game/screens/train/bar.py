"""The bar of a run: how much is done, how fast it goes, how long it will take, what is saved; and three buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core import StoredRun
from game.screens.texts import number, text
from game.screens.train.words import left_in_words, pace_in_words, percent_done
from game.screens.widgets.button import Button
from game.screens.widgets.widget import Act, Rect

if TYPE_CHECKING:
    from game.screens.pen import Pen
    from game.screens.train.room import AtWork

PADDING = 16.0
BUTTON_HEIGHT = 42.0
BUTTON_GAP = 8.0
FIGURE = 30.0
TRACK = 4.0
FIRST_ROW, SECOND_ROW = 26.0, 48.0
LINE = 22.0
RUN_WORDS = {"working": "pause", "pausing": "pausing", "paused": "go_on", "lost": "go_on", "done": "another"}


class RunBar:
    """What the bar says of a run, and its buttons."""

    def __init__(self, run_or_pause: Act, keep: Act, cancel: Act) -> None:
        self.run_button = Button(
            "run", "", run_or_pause, kind="primary", keycap=text("keys.space"), style="label_b"
        )
        self._keep = Button("keep", text("train.keep.go"), keep, keycap="K", style="label_b")
        self._cancel = Button("cancel", "", cancel, keycap="C", style="label_b")
        self.phase = ""
        self._rect: Rect = (0.0, 0.0, 0.0, 0.0)
        self._narrow = False
        self._share = 0.0
        self._facts: tuple[tuple[str, str], ...] = ()
        self._trouble = ""

    @property
    def buttons(self) -> list[Button]:
        """The buttons in the order of focus."""
        return [self.run_button, self._keep, self._cancel]

    def show(self, run: StoredRun, work: AtWork | None, phase: str, unit: str, trouble: str) -> None:
        """Take over what is known of the run now."""
        self.phase, self._trouble = phase, trouble
        done = work.iteration if work is not None else run.iteration
        self._share = done / max(1, run.total)
        counted = text("train.counted", done=number(done), total=number(run.total), unit=unit)
        if work is not None:
            left = None if work.report is None else work.report.seconds_left
            saved = text("train.saved_at", iteration=number(work.saved))
            self._facts = ((counted, pace_in_words(work.rate, unit)), (left_in_words(left), saved))
        else:
            saved = text("train.saved_at", iteration=number(done))
            self._facts = ((counted, text(f"train.phases.{phase}")), (saved, ""))
        self.run_button.label = text(f"train.run_button.{RUN_WORDS[phase]}")
        self.run_button.disabled = text("train.saves") if phase == "pausing" else ""
        self._keep.disabled = "" if run.stages else text("train.no_checkpoint")
        stored = phase in ("paused", "done", "lost")
        self._cancel.label = text("train.forget.go" if stored else "train.cancel.name")

    def place(self, pen: Pen, rect: Rect, *, narrow: bool) -> None:
        """Place the buttons at the right, or below the words in a narrow window."""
        self._rect, self._narrow = rect, narrow
        x, y, width, height = rect
        if narrow:
            each = (width - 2 * PADDING - 2 * BUTTON_GAP) / 3
            for place, button in enumerate(self.buttons):
                left = x + PADDING + place * (each + BUTTON_GAP)
                button.rect = (left, y + height - BUTTON_HEIGHT - 26, each, BUTTON_HEIGHT)
            return
        right = x + width - PADDING
        for button in reversed(self.buttons):
            wide = button.natural_width(pen) + 6
            right -= wide
            button.rect = (right, y + 14, wide, BUTTON_HEIGHT)
            right -= BUTTON_GAP

    def draw(self, pen: Pen) -> None:
        """Draw the figure, the words and the track."""
        x, y, width, height = self._rect
        right = x + width - PADDING if self._narrow else self.run_button.rect[0] - PADDING
        figure = percent_done(self._share)
        pen.text(figure, x + PADDING, y + 37, "figure", "brass", size=FIGURE)
        left = x + PADDING + pen.width("100%", "figure", FIGURE) + 20
        if self._trouble:
            pen.para(self._trouble, left, y + FIRST_ROW, right - left, "label", col="bad", limit=2, lead=1.45)
        else:
            self._draw_facts(pen, left, right)
        track = (x + PADDING, y + height - 16, width - 2 * PADDING, TRACK)
        pen.rect(track, "line", TRACK / 2)
        if self._share > 0:
            pen.rect((*track[:2], max(TRACK, track[2] * self._share), TRACK), "brass", TRACK / 2)

    def _draw_facts(self, pen: Pen, left: float, right: float) -> None:
        """Write the facts in two columns of two lines, or in one column in a narrow window."""
        y = self._rect[1]
        if self._narrow:
            lines = [line for pair in self._facts for line in pair if line]
            for place, line in enumerate(lines):
                pen.text(
                    line,
                    left,
                    y + FIRST_ROW - 4 + place * LINE,
                    "label",
                    "text" if not place else "dim",
                    fit=right - left,
                )
            return
        for first, second in self._facts:
            wide = max(pen.width(first, "label_b"), pen.width(second, "small"))
            if left + wide > right:
                return
            pen.text(first, left, y + FIRST_ROW, "label_b")
            pen.text(second, left, y + SECOND_ROW, "small", "dim")
            left += max(wide, pen.width("0" * 20, "label_b")) + 36
