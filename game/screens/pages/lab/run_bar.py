"""The time bar: run and pause, steps, the scrubber of iterations, and how exploitable the strategy is by now."""

from __future__ import annotations

from functools import partial

from game.screens.pages.lab.model import LabModel
from game.screens.pages.lab.parts import BUTTON, time_bar
from game.screens.pages.lab.pictures import figure
from game.screens.pages.lab.scrubber import Scrubber
from game.screens.ui.layout import Box, Breakpoint
from game.screens.ui.leaves import Control, Fitted, Reading
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Act, Button

STEP_WIDTH = {1: 48.0, 10: 54.0, 100: 62.0}


class LabBar:
    """The controls of the bar and their labels."""

    def __init__(self, model: LabModel, run: Act, play: Act) -> None:
        self._model = model
        self._run = Button("run", "", run, kind="primary", keycap=text("keys.space"), style="label_b")
        self._steps = {
            by: Button(f"step-{by}", f"+{by}", partial(model.step, by), style="label_b") for by in STEP_WIDTH
        }
        self.scrubber = Scrubber(model.seek)
        self._play = Button("play", text("lab.bar.play"), play, keycap="P", style="label_b")

    def follow(self) -> None:
        """Show how far the run has come."""
        model, scrubber = self._model, self.scrubber
        ended = model.now >= model.total
        self._run.label = text(
            "lab.bar.pause" if model.running else "lab.bar.again" if ended else "lab.bar.run"
        )
        self._play.disabled = waits = "" if model.place >= 0 else text("lab.waiting")
        for button in self._steps.values():
            button.disabled = waits or (text("lab.bar.at_end") if ended else "")
        scrubber.now, scrubber.done, scrubber.total = model.now, max(0, model.done), model.total

    def box(self, window: Breakpoint) -> Box:
        """Return buttons, scrubber and exploitability: the figure in brass, what it means, and its iteration."""
        given, what = self._model.exploitability, text("lab.bar.exploitable")
        now, last = (
            text("lab.bar.iteration", iteration=number(iteration))
            for iteration in (self._model.now, self._model.total)
        )
        words = figure(given) if given is not None else "–"
        answer = Reading(words, what, now, widest=("0.00000", (last, what)))
        run = Fitted(self._run, BUTTON, widest=text("lab.bar.pause"))
        steps = (Control(button, BUTTON, width=STEP_WIDTH[by]) for by, button in self._steps.items())
        return time_bar(window, self.scrubber, (run, *steps), answer, Fitted(self._play, BUTTON))
