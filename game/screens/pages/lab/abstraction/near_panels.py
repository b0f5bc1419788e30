"""The hands that lie nearest: those of the same bucket, and those elsewhere."""

from __future__ import annotations

from game.messages.abstraction_answers import Neighbour
from game.screens.pages.lab.abstraction.model import AbstractionModel
from game.screens.pages.lab.abstraction.near_list import GAP, ROW, NearList
from game.screens.pages.lab.abstraction.waiting import waiting
from game.screens.ui.layout.box import Box, Column, Stack
from game.screens.ui.layout.size import grow
from game.screens.ui.leaves.centred import indented
from game.screens.ui.leaves.filled import Filled
from game.screens.ui.leaves.panel import Panel
from game.screens.ui.leaves.words import Paragraph
from game.screens.ui.texts import text

HEAD, SIDE = 42.0, 10.0
FRAME = 56.0  # of a panel around its rows


class NearPanels:
    """Both lists, and the panels around them."""

    def __init__(self, model: AbstractionModel) -> None:
        self._model = model
        names = ("inside", "lab.alike.near.label_in"), ("outside", "lab.alike.near.label_out")
        self.inside, self.outside = (
            NearList(name, text(label), model.look, tells_bucket=name == "outside") for name, label in names
        )

    @property
    def told(self) -> Neighbour | None:
        """The neighbour under the mouse, or the one that has the focus."""
        return self.inside.told or self.outside.told

    def follow(self) -> None:
        """Show what is known now."""
        near = self._model.near
        self.inside.near, self.outside.near = (near.inside, near.outside) if near is not None else ((), ())
        self.inside.farthest = near.farthest if near is not None else None
        self.inside.pale = self.outside.pale = self._model.stale

    def boxes(self) -> tuple[Panel, Panel]:
        """Return the panels; in the place of rows that are awaited, what is being done."""
        model = self._model
        title = text("lab.alike.near.inside_any")
        if model.found is not None:
            title = text("lab.alike.near.inside", bucket=model.found.buckets[0] + 1)
        awaited = model.found is not None and model.near is None and not model.problem
        elsewhere = Paragraph(text("lab.alike.waiting.outside"), limit=4)
        return (
            _panel(title, self.inside, waiting(model).when(awaited)),
            _panel(text("lab.alike.near.outside"), self.outside, elsewhere.when(awaited)),
        )


def _panel(title: str, rows: NearList, said: Box) -> Panel:
    shown = Stack(Filled(rows), indented(Column(said), 6)).sized(grow())
    note, corner = text("lab.alike.near.note"), text("lab.alike.near.corner")
    return Panel(shown, title=title, note=note, corner=corner, head=HEAD, foot=SIDE, side=SIDE)


def height_of(rows: int) -> float:
    """Return how high a panel with so many rows is."""
    return FRAME + rows * (ROW + GAP) - GAP
