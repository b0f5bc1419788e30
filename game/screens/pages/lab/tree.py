"""The game tree as a control: the mouse or the arrows choose the decision whose numbers are told."""

from __future__ import annotations

from game.messages.lab_answers import LabTree
from game.screens.pages.lab.model import LabModel
from game.screens.pages.lab.tree_drawing import TreeDrawing
from game.screens.pages.lab.tree_shape import TreeMoment, TreeShape, shape_of
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.input import Key
from game.screens.ui.texts import text
from game.screens.ui.widgets import ReadOut

STEPS = {"up": -1, "down": 1}


class TreePicture(ReadOut[int]):
    """The picture as a control: the node under the mouse is told of, or the one that up and down have come to."""

    def __init__(self, model: LabModel) -> None:
        super().__init__("game_tree", text("lab.tree.title"))
        self._model = model
        self._tree: LabTree | None = None
        self._shape: TreeShape | None = None
        self.drawing: TreeDrawing | None = None
        self._at = 0

    @property
    def node(self) -> int | None:
        """The decision that is told of: under the mouse, else the one with the focus."""
        if self.under is not None:
            return self.under
        places = self.drawing.decisions if self.drawing is not None else []
        return places[self._at % len(places)] if self.focused and places else None

    @property
    def value(self) -> str:
        """The numbers of the node that is told of."""
        node = self.node
        return self.drawing.moment.label_of(node) if self.drawing is not None and node is not None else ""

    @property
    def hint(self) -> str:
        """The same where the picture has no room for it below the tree."""
        return self.value if self.drawing is not None and not self.drawing.has_foot else ""

    def key(self, event: Key) -> bool:
        """Up and down walk the decisions; left and right are left to the time of the run."""
        if event.ctrl or event.name not in STEPS:
            return False
        self._at += STEPS[event.name]
        return True

    def find(self, x: float, y: float) -> int | None:
        """Return the decision at a point."""
        return self.drawing.node_at(x, y) if self.drawing is not None else None

    def draw(self, painter: Painter) -> None:
        """Draw branches, then nodes over them."""
        model = self._model
        record, at, tree = model.record, model.place, model.tree.value
        self.drawing = None
        if record is None or at < 0 or tree is None:
            return
        if self._shape is None or self._tree is not tree:
            self._shape, self._tree = shape_of(tree), tree
        self.drawing = TreeDrawing(painter, self.rect, self._shape, TreeMoment(tree, record, at))
        self.drawing.draw(self.node)
        if self.focused:
            painter.focus_ring(self.rect, 6)
