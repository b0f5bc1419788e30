"""The row above the panels: which game, whose training, and what there is of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.rules import games
from game.screens.lab import game_choice
from game.screens.lab.learnt.sources import draw_in_words
from game.screens.lab.learnt.study import LearntStudy
from game.screens.lab.setup import BETWEEN_ROWS, GAP, ROW
from game.screens.texts import number, text
from game.screens.widgets.choice import Option
from game.screens.widgets.cycle import Cycle
from game.screens.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.screens.pen import Pen

RUN_WIDTH = 272.0


class LearntSetup:
    """The controls of the row, and the words beside them."""

    def __init__(self, study: LearntStudy, open_game: Callable[[str], None]) -> None:
        self._study = study
        self._game = game_choice.game_choice(games.TIC_TAC_TOE, open_game)
        self._run = Cycle("learner", text("lab.learnt.learner"), [], "", study.choose)
        self._words: Rect = (0.0, 0.0, 0.0, 0.0)
        self.follow()

    @property
    def widgets(self) -> list[Widget]:
        """The controls in focus order."""
        return [self._game, self._run] if self._study.sources else [self._game]

    @property
    def description(self) -> str:
        """How the one who is looked at learnt."""
        source = self._study.source
        if source is None:
            return ""
        worth = draw_in_words(source.draw_value)
        key = "lab.learnt.live" if self._study.is_live else "lab.learnt.description"
        return text(key, draw=worth, games=number(source.length))

    @property
    def note(self) -> str:
        """What is to be said of the user's own runs: that there are none."""
        has_own = any(source.is_own for source in self._study.sources)
        return "" if has_own else text("lab.learnt.none_own")

    def follow(self) -> None:
        """Show who there is."""
        self._run.options = tuple(Option(source.key, source.name) for source in self._study.sources)
        self._run.chosen = self._study.source.key if self._study.source is not None else ""
        self._run.tooltip = self.description

    def place(self, pen: Pen, rect: Rect) -> float:
        """Place the row into `rect`, in two where one is too short; return how high that is."""
        x, y, width, _ = rect
        self._game.rect = (x, y, min(width, game_choice.WIDTH), ROW)
        right = x + game_choice.WIDTH + GAP
        beside = right + RUN_WIDTH <= x + width
        if not beside:
            right, y = x, y + ROW + BETWEEN_ROWS
        self._run.rect = (right, y, min(width, RUN_WIDTH), ROW)
        at = right + RUN_WIDTH + GAP
        self._words = (at, y, max(0.0, x + width - at), ROW)
        return ROW if beside else 2 * ROW + BETWEEN_ROWS

    def draw(self, pen: Pen) -> None:
        """Say that there are no runs of one's own, where there is room for it."""
        x, y, width, height = self._words
        lines = pen.wrap(self.note, width, "small") if self.note and width > 0 else ()
        if len(lines) <= 2:
            for place, line in enumerate(lines):
                row = y + height / 2 + (place - (len(lines) - 1) / 2) * 17
                pen.text(line, x, row, "small", "dim")
