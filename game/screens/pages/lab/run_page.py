"""A page of the lab about a run: it passes by or stands, and any of its moments is looked at or played against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.screens.frame.screen import Services
from game.screens.pages.lab.model import LabModel
from game.screens.pages.lab.page import LabPage, OpenGame
from game.screens.pages.lab.parts import BUTTON, time_bar
from game.screens.pages.lab.scrubber import Scrubber
from game.screens.pages.lab.value_explorer.model import ValueExplorerModel
from game.screens.ui.layout import Box, Breakpoint
from game.screens.ui.leaves import Fitted, Reading
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Button


class RunPage(LabPage):
    """The page; `counted` is the text that says a moment in words, `longest_label` that of the button that runs."""

    counted: ClassVar[str] = "lab.bar.iteration"
    longest_label: ClassVar[str] = "lab.bar.pause"
    model: LabModel | ValueExplorerModel

    def __init__(self, app: Services, page_of: OpenGame, model: LabModel | ValueExplorerModel) -> None:
        super().__init__(app)
        self._page_of, self.model = page_of, model
        space = text("keys.space")
        self._run = Button("run", "", self.run_or_pause, kind="primary", keycap=space, style="label_b")
        self.scrubber = Scrubber(model.seek, self.counted)
        self._play = Button("play", text("lab.bar.play"), self.play, keycap="P", style="label_b")
        self.controls.focus("run")

    def run_or_pause(self) -> None:
        """Let time run, or stand."""
        self.model.run_or_pause()
        self.show()

    def play(self) -> None:
        """Sit down against the strategy of this moment."""
        if self.model.place >= 0:
            self.model.pause()
            game, blinds = self.table
            self.play_at(game, self.model.ask_agent, blinds)

    def leave(self) -> None:
        """Let time stand, and take no more interest in what was asked."""
        super().leave()
        self.model.pause()
        self.model.drop()

    def follow_time(self, label: str) -> None:
        """Show how far the run is; `label` is the text of the button that runs while it does not."""
        model, scrubber = self.model, self.scrubber
        self._run.label = text("lab.bar.pause" if model.running else label)
        self._play.disabled = "" if model.place >= 0 else text("lab.waiting")
        scrubber.now, scrubber.done, scrubber.total = model.now, max(0, model.done), max(1, model.total)

    def time(
        self,
        window: Breakpoint,
        figure: str,
        what: str,
        *,
        widest: tuple[str, int],
        steps: Sequence[Box] = (),
        colour: str = "brass",
    ) -> Box:
        """Return the bar with its one figure, and beside it what it is and when.

        `widest` is the widest that the figure gets, and the last moment.
        """
        figure_room, last = widest
        now, latest = (text(self.counted, iteration=number(moment)) for moment in (self.model.now, last))
        answer = Reading(figure, what, now, widest=(figure_room, (latest, what)), colour=colour)
        run = Fitted(self._run, BUTTON, widest=text(self.longest_label))
        return time_bar(window, self.scrubber, (run, *steps), answer, Fitted(self._play, BUTTON))
