"""The row above the panels: which game, whose buckets, the cards as typed, another hand, what to compare with."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.rules import games
from game.screens.models.run_words import choice_title, ready_title, setting_title
from game.screens.pages.lab.abstraction.model import AbstractionModel
from game.screens.pages.lab.abstraction.spots import read, written
from game.screens.pages.lab.page import GAMES_WIDTH, game_choice
from game.screens.pages.lab.parts import BETWEEN, CHOICE, ReadEntry, settings_row
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout import Box, Row, Size, fixed, grow
from game.screens.ui.leaves import Control, Fitted
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act, Button, Cycle, Option

ENTRY, LEAST_ENTRY = 196.0, 164.0
NAME, LEAST_NAME = 312.0, 254.0
MUCH = 1_000.0  # with this weight the name becomes shorter only when the entry is at its least
ABSTRACTION = "abstraction"
"""The setting of a blueprint that is called as what is chosen here."""
LONGEST = 40


class AbstractionSetup:
    """The controls of the row; `deal` looks at another hand, `changed` is called when something was typed."""

    def __init__(
        self, model: AbstractionModel, open_game: Callable[[str], None], deal: Act, changed: Act
    ) -> None:
        self._model = model
        self._game = game_choice(games.HOLDEM, open_game)
        self.abstraction = Cycle("abstraction", setting_title(ABSTRACTION), [], "", model.choose)
        label = text("lab.abstraction.cards")
        self._entry = ReadEntry(
            "cards", label, lambda typed: model.look(read(typed)), changed, longest=LONGEST
        )
        self._entry.placeholder = text("lab.abstraction.placeholder")
        self._entry.tooltip = text("lab.abstraction.cards_tip")
        self.another = Button("another", text("lab.abstraction.another"), deal, style="label_b", keycap="R")
        self.compare = Button(
            "compare", text("lab.abstraction.compare"), model.compare, style="label_b", keycap="C"
        )

    @property
    def problem(self) -> str:
        """What is wrong with what was typed; empty where all is well."""
        return self._entry.problem

    def box(self, painter: Painter, width: float) -> Box:
        """Return the row; entry and abstraction become shorter where that saves a second one."""
        model, abstraction = self._model, self.abstraction
        abstraction.options = tuple(
            Option(name, ready_title(title) or choice_title(ABSTRACTION, name))
            for name, title in model.abstractions.value or ()
        )
        abstraction.chosen = model.abstraction
        abstraction.tooltip = text("lab.abstraction.abstraction_tip", name=abstraction.value)
        self._entry.follow(written(model.spot))
        self.compare.label = text(f"lab.abstraction.compare{'_no_more' * model.compares}")
        self.another.disabled = self.compare.disabled = text("lab.waiting") if model.opens else ""
        row = Row(*self._boxes(grow(MUCH, LEAST_NAME, NAME), grow(1, LEAST_ENTRY, ENTRY)), gap=BETWEEN)
        if row.natural_width(painter) <= width:
            return row
        return settings_row(*self._boxes(fixed(NAME), fixed(ENTRY)))

    def _boxes(self, name: Size, entry: Size) -> Sequence[Box]:
        """Return the controls; where there is one abstraction only, there is none to choose."""
        labels = text("lab.abstraction.compare"), text("lab.abstraction.compare_no_more")
        return (
            Control(self._game, CHOICE, width=GAMES_WIDTH),
            Control(self.abstraction, CHOICE).sized(name).when(len(self.abstraction.options) > 1),
            Control(self._entry, CHOICE).sized(entry),
            Fitted(self.another, CHOICE),
            Fitted(self.compare, CHOICE, widest=max(labels, key=len)),
        )
