"""Luck and skill: what the cards gave, what the decisions gave, worked out in the worker while the page is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.archive.luck import METHODS, Luck
from game.archive.store import HistoryFilter
from game.messages.luck import CountLuck
from game.screens.frame.asked import Asked
from game.screens.models.records import mean_in_words, mean_of_cards
from game.screens.models.run_words import left_in_words
from game.screens.pages.statistics.labels import beyond_chance, certain, played, unit
from game.screens.ui.layout.box import Box, Column, Row, Space
from game.screens.ui.layout.size import fixed, grow
from game.screens.ui.leaves.control import Control
from game.screens.ui.leaves.words import Bar, Caps, Pair, Words
from game.screens.ui.texts import number, text
from game.screens.ui.widgets.button import Button

if TYPE_CHECKING:
    from game.screens.frame.screen import Services
    from game.screens.ui.widgets.widget import Act

BUTTON, BUTTON_WIDTH = 42.0, 150.0


class LuckSection:
    """The part of the page about one game; it can be stopped, and goes on where it stopped."""

    def __init__(self, app: Services, changed: Act) -> None:
        self.asked = Asked[Luck](app, changed)
        self._changed = changed
        self._game, self._hands = "", 0
        self._stop = Button("stop-luck", text("statistics.luck.stop"), self.stop, style="label_b")
        self._begin = Button("begin-luck", text("statistics.luck.begin"), self._ask, style="label_b")

    def turn_to(self, game: str, hands: int) -> None:
        """Count the luck of so many hands of a game, unless that is under way, stopped or done."""
        if (game, hands) != (self._game, self._hands):
            self._game, self._hands = game, hands
            self._ask()

    def stop(self) -> None:
        """Count no further; what was worked out is remembered by the worker."""
        self.asked.drop()
        self._changed()

    def _ask(self) -> None:
        self.asked.ask(CountLuck(HistoryFilter(self._game)))

    def compose(self) -> Box:
        """Return the figures; how far they are; or what keeps them."""
        return Column(Caps(text("statistics.luck.caps")), *self._parts())

    def _parts(self) -> list[Box]:
        found = self.asked.fresh
        if found is not None:
            return _figures(found)
        if self.asked.problem:
            return [Words(self.asked.problem, "label", "bad", 8), self._button(self._begin)]
        if self.asked.state == "idle":
            return [Words(text("statistics.luck.idle"), "label", "dim", 8), self._button(self._begin)]
        return [
            Words(self._how_far(), "label", "dim", 4),
            Bar(self.asked.share),
            Space(12),
            self._button(self._stop),
        ]

    def _how_far(self) -> str:
        report = self.asked.report
        if report is None or not report.total:
            return text("statistics.luck.starting")
        done = {"done": number(report.iteration), "total": number(report.total), "unit": played(self._game)}
        return text("statistics.luck.working", left=left_in_words(report.seconds_left), **done)

    @staticmethod
    def _button(button: Button) -> Box:
        return Row(Control(button, BUTTON).sized(fixed(BUTTON_WIDTH)), Space().sized(grow()))


def _figures(found: Luck) -> list[Box]:
    game = found.game
    if METHODS[game] == "none":
        return [Words(text("statistics.luck.none"), "label", "text", 4)]
    clear = beyond_chance(found.adjusted)
    certainty = "few" if not certain(found.adjusted) else "open"
    if clear:
        certainty = "ahead" if found.adjusted.mean > 0 else "behind"
    rows = (
        (text("luck.result"), mean_in_words(game, found.results)),
        (text("luck.cards"), mean_of_cards(game, found)),
        (text("luck.decisions"), mean_in_words(game, found.adjusted)),
    )
    left_out = text("statistics.luck.left_out", count=number(found.left_out), unit=played(game))
    return [
        *(Pair(name, value) for name, value in rows),
        Space(8),
        Words(text(f"statistics.luck.certainty.{certainty}"), "label", "text", 4),
        Words(text(f"statistics.luck.methods.{found.method}", unit=unit(game)), "small", "dim", 4),
        Words(left_out, "small", "dim").when(found.left_out),
    ]
