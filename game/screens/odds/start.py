"""The panel of what one may start from, and of what is done with the whole question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.screens.odds.examples import EXAMPLES, Example
from game.screens.pen import Pen
from game.screens.texts import text
from game.screens.ui.layout.columns import in_a_row
from game.screens.views.panel_head import content, write_title
from game.screens.widgets.button import Button
from game.screens.widgets.widget import Act, Rect

ROW, GAP = 34.0, 4.0
TITLE = 28.0


class StartPanel:
    """Buttons: the examples, and below them swap, clear and copy."""

    def __init__(self, start: Callable[[Example], None], swap: Act, clear: Act, copy: Act) -> None:
        self.examples = [
            Button(
                f"example-{one.name}",
                text(f"odds.examples.{one.name}"),
                partial(start, one),
                kind="outline",
                style="label",
                keycap=str(place),
            )
            for place, one in enumerate(EXAMPLES, 1)
        ]
        self._acts = [
            Button("swap", text("odds.swap"), swap, style="label_b", keycap="S"),
            Button("clear", text("odds.clear"), clear, style="label_b", keycap="X"),
            Button("copy", text("odds.copy"), copy, style="label_b", keycap="E"),
        ]

    @property
    def widgets(self) -> list[Button]:
        """The controls in focus order."""
        return [*self.examples, *self._acts]

    def place(self, panel: Rect) -> None:
        """Place the buttons."""
        x, y, wide, high = content(panel)
        for place, button in enumerate(self.examples):
            button.rect = (x, y + TITLE + place * (ROW + GAP), wide, ROW)
        in_a_row(self._acts, (1, 1, 1), (x, y + high - ROW, wide, ROW), GAP)

    def draw(self, pen: Pen, panel: Rect) -> None:
        """Write the title."""
        write_title(pen, panel, text("odds.start"))
