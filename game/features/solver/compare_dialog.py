"""The dialog that compares two solves of one tree at the current decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.features.solver.asks import AskComparison
from game.features.solver.hand_tables import comparison_rows
from game.features.solver.labels import SolverView, player_name
from game.features.solver.model import Position
from game.study.solved import Comparison
from game.texts import text
from game.window.dialogs.dialog import Dialog
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Column, fixed
from game.window.ui.leaves import Note, Setting, Words
from game.window.ui.widgets import Button, Cycle, Option
from game.window.views.solved_tables import SortedTable, action_label

TABLE, EXTENT = 300.0, (300.0, 40.0)
UNLOCKED = ""


def list_others(view: SolverView) -> list[Option]:
    """Return the solves to compare with: the solve without locks, and the stored solves of its spot."""
    unlocked = [Option(UNLOCKED, text("solver.compare.unlocked"))] if view.locks else []
    return [*unlocked, *(Option(file.name, file.name) for file in view.files if file.texts == view.texts)]


class CompareDialog(Dialog):
    """The dialog of frequencies and EV of this solve with their changes from another, by action and hand group."""

    name: ClassVar[str] = "compare"
    widest = 900.0

    def __init__(self, app: Services, view: SolverView, place: Position) -> None:
        assert view.node is not None
        super().__init__(app, text("solver.compare.title", player=player_name(view.node.here.player)))
        self._place, self._view = place, view
        self._comparison = Asked[Comparison](app, self._take)
        others = list_others(view)
        self._other = Cycle("other", text("solver.compare.other"), others, others[0].value, self._ask)
        self._table = SortedTable(
            "compared", text("solver.compare.table"), self.relayout, lambda: None, high=True
        )
        self._close = Button("close", text("common.close"), self.escape, kind="primary")
        self.controls.focus("other")

    def _ask(self, other: str) -> None:
        place = self._place
        assert place.texts is not None
        self._comparison.ask(AskComparison(place.texts, place.actions, place.cards, other, place.hands))
        self.relayout()

    def _take(self) -> None:
        if self._comparison.fresh is not None:
            self._table.show(comparison_rows(self._comparison.fresh))
        self.relayout()

    def enter(self) -> None:
        self._ask(self._other.chosen)

    def leave(self) -> None:
        self._comparison.drop()

    def parts(self) -> Sequence[Box]:
        """Return the choice of the other solve, and the table."""
        line = ", ".join(map(action_label, self._place.actions)) or text("solver.locks.at_start")
        where = text("solver.compare.where", line=line)
        if self._place.hands:
            where = text("solver.compare.filtered", where=where, hands=self._place.hands)
        table = Column(*self._table.boxes()).sized(fixed(TABLE))
        return [
            Words(where, "label", "dim", 4),
            Setting(self._other.label, "", self._other, EXTENT),
            Note(self._comparison.problem, wrong=True),
            table if self._comparison.fresh is not None else Note(self._waiting()),
            Words(text("solver.compare.note"), "small", "dim", 6),
        ]

    def _waiting(self) -> str:
        return "" if self._comparison.problem else text("solver.compare.waiting")

    def buttons(self) -> list[Button]:
        return [self._close]
