"""The bar below the stored runs: what can be done with the one that is chosen, time, and who gives least away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.lab import LabRun
from game.screens.lab.compare.kept import Kept
from game.screens.lab.compare.table import best_of
from game.screens.lab.pictures import figure
from game.screens.lab.run_bar import BUTTON, FIGURE_GAP, GAP, PADDING
from game.screens.lab.scrubber import Scrubber
from game.screens.texts import number, text
from game.screens.widgets.button import Button
from game.screens.widgets.widget import Act, Rect, Widget

if TYPE_CHECKING:
    from game.screens.pen import Pen

WORDS = 210.0  # beside the figure


class CompareBar:
    """The widgets of the bar, and its words."""

    def __init__(self, kept: Kept, look: Act, forget: Act) -> None:
        self._kept = kept
        self._look = Button(
            "look", text("lab.compare.look"), look, kind="primary", keycap="O", style="label_b"
        )
        delete = text("keys.delete")
        self._forget = Button("forget", text("lab.compare.forget.go"), forget, keycap=delete, style="label_b")
        self.scrubber = Scrubber(kept.seek)
        self._answer: Rect = (0.0, 0.0, 0.0, 0.0)

    @property
    def widgets(self) -> list[Widget]:
        """The controls in focus order."""
        return [self._look, self._forget, self.scrubber]

    def follow(self, run: LabRun | None) -> None:
        """Show the moment, and whether there is a run to do something with."""
        self._look.disabled = self._forget.disabled = "" if run is not None else text("lab.compare.none")
        self.scrubber.now = self._kept.now
        self.scrubber.done = self.scrubber.total = self._kept.total

    def place(self, pen: Pen, rect: Rect, *, narrow: bool) -> None:
        """Place everything in one row, or in two, without the answer, where the window is narrow."""
        x, y, width, height = rect
        left, right = x + PADDING, x + width - PADDING
        row = y + 8 if narrow else y + (height - BUTTON) / 2
        at = left
        for button in (self._look, self._forget):
            wide = min(button.natural_width(pen), (right - left - GAP) / 2)
            button.rect = (at, row, wide, BUTTON)
            at += wide + GAP
        if narrow:
            self.scrubber.rect = (left, row + BUTTON + 12, right - left, 52)
            self._answer = (left, row, 0.0, BUTTON)
            return
        answer = pen.width("0.00000", "figure") + FIGURE_GAP + WORDS
        self._answer = (right - answer, row, answer, BUTTON)
        self.scrubber.rect = (at + 10, y, right - answer - at - 26, height)

    def draw(self, pen: Pen) -> None:
        """Write the answer: the least that any of the runs gives away, whose it is, and when."""
        x, y, width, height = self._answer
        best = best_of(self._kept, self._kept.now)
        if best is None or not width:
            return
        name, value = best
        middle = y + height / 2
        used = pen.text(figure(value), x, middle, "figure", "brass") + FIGURE_GAP
        room = width - used + 2
        pen.text(text("lab.compare.least", name=name), x + used, middle - 9, "small", "dim", fit=room)
        when = text("lab.bar.iteration", iteration=number(self._kept.now))
        pen.text(when, x + used, middle + 10, "small", "text", fit=room)
