"""Something that the worker counts hand by hand for the page: begun, followed, stopped, and told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from game.features.statistics.labels import played
from game.request import Request
from game.study.run_words import left_in_words
from game.texts import number, text
from game.window.frame.asked import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Column, Row, Space, grow
from game.window.ui.leaves import Bar, Caps, Control, Words
from game.window.ui.widgets import Act, Button

T = TypeVar("T")

BUTTON = 42.0


class LongCount(Generic[T]):
    """A part of the page about one game; where it was stopped, it goes on from what the worker remembers.

    `name` names its texts and its buttons, `request` makes what is asked, `told` what is shown of the answer.
    """

    def __init__(
        self,
        app: Services,
        name: str,
        changed: Act,
        request: Callable[[str], Request[T]],
        boxes: Callable[[T], list[Box]],
    ) -> None:
        self.asked = Asked[T](app, changed)
        self._app, self._name, self._changed = app, name, changed
        self._request, self._boxes = request, boxes
        self._game, self._hands = "", 0
        self._stop = Button(f"stop-{name}", text("statistics.stop"), self.stop, style="label_b")
        begin = text(f"statistics.{name}.begin")
        self._begin = Button(f"begin-{name}", begin, self._ask, style="label_b")

    def turn_to(self, game: str, hands: int, *, at_once: bool = True) -> None:
        """Count so many hands of a game, unless that is under way, stopped or done."""
        if (game, hands) == (self._game, self._hands):
            return
        self._game, self._hands = game, hands
        self.asked.forget()
        if at_once:
            self._ask()

    def stop(self) -> None:
        """Count no further."""
        self.asked.drop()
        self._changed()

    def _ask(self) -> None:
        self.asked.ask(self._request(self._game))

    def compose(self) -> Box:
        """Return what was counted; how far it is; or what keeps it."""
        return Column(Caps(text(f"statistics.{self._name}.caps")), *self._parts())

    def _parts(self) -> list[Box]:
        found = self.asked.fresh
        if found is not None:
            return self._boxes(found)
        if self.asked.state in ("failed", "idle"):
            problem, idle = self.asked.problem, text(f"statistics.{self._name}.idle")
            said = Words(problem or idle, "label", "bad" if problem else "dim", 8)
            return [said, self._button(self._begin)]
        return [
            Words(self._how_far(), "label", "dim", 4),
            Bar(self.asked.share),
            Space(12),
            self._button(self._stop),
        ]

    def _how_far(self) -> str:
        report = self.asked.report
        if report is None or not report.total:
            return text("statistics.starting")
        done = {"done": number(report.iteration), "total": number(report.total), "unit": played(self._game)}
        return text("statistics.working", left=left_in_words(report.seconds_left), **done)

    def _button(self, button: Button) -> Box:
        wide = button.natural_width(self._app.painter) + 24
        return Row(Control(button, BUTTON).sized(grow(1, most=wide)), Space().sized(grow()))
