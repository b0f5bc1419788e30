"""A chart as a control: its labels isolate a curve, by a click or with the arrows and Enter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from game.screens.pages.lab.graph import Graph, GraphView
from game.screens.pages.lab.pictures import Told
from game.screens.ui.input import ENTER, Key
from game.screens.ui.widgets.widget import Widget, WidgetPart, holds

if TYPE_CHECKING:
    from game.screens.ui.canvas.painter import Painter

CORNER = 6.0


class Lines(Widget):
    """The control. A curve that is isolated stays bright while the others fade; `probe` is read out.

    `together` names the curves that stand under one label, by the curve that carries it.
    """

    role: ClassVar[str] = "chart"

    def __init__(self, name: str, label: str) -> None:
        super().__init__(name, label)
        self.view = GraphView()
        self.graph: Graph | None = None
        self.told: Told = {}
        self.now = 0
        self.probe: int | None = None
        self._under: float | None = None
        self.isolated = ""
        self.together: Mapping[str, frozenset[str]] = {}
        self._at = 0

    @property
    def value(self) -> str:
        """The labels: names and figures of this moment."""
        return ", ".join(words for words, _ in self.told.values())

    @property
    def hand(self) -> bool:
        """Only labels can be clicked."""
        return False

    def parts(self) -> list[WidgetPart]:
        """Return the labels."""
        return [
            WidgetPart(key, self.told[key][0], rect, key == self.isolated)
            for key, rect in self.view.labels.items()
            if key in self.told
        ]

    def key(self, event: Key) -> bool:
        """Up and down walk the labels, Enter isolates one and gives the others back."""
        keys = list(self.told)
        if not keys or event.ctrl:
            return False
        if event.name in ("up", "down"):
            self._at = (self._at + (1 if event.name == "down" else -1)) % len(keys)
        elif event.name in ENTER and not event.repeat:
            self.isolate(keys[self._at % len(keys)])
        else:
            return False
        return True

    def release(self, x: float, y: float) -> bool:
        """Isolate the curve whose label was clicked."""
        for key, rect in self.view.labels.items():
            if holds(rect, x, y):
                self.isolate(key)
        return True

    def hover(self, x: float, y: float) -> bool:
        """Follow the mouse: what lies under it is read out."""
        before = self._under
        self._under = self.view.iteration_at(x, y, self.graph) if self.graph is not None else None
        return before != self._under

    @property
    def under(self) -> float | None:
        """The iteration under the mouse; None where the mouse is elsewhere."""
        return self._under if self.hovered else None

    def isolate(self, key: str) -> None:
        """Let one curve stand out, or, where it does already, none."""
        self.isolated = "" if key == self.isolated else key

    def isolate_next(self) -> None:
        """Let the next curve stand out; after the last one none."""
        keys = ["", *self.told]
        at = keys.index(self.isolated) if self.isolated in keys else 0
        self.isolated = keys[(at + 1) % len(keys)]

    def draw(self, painter: Painter) -> None:
        """Draw the chart."""
        if self.graph is None:
            return
        alone = frozenset((self.isolated,)) if self.isolated in self.told else frozenset[str]()
        alone = self.together.get(self.isolated, alone)
        self.view.draw(
            painter, self.rect, self.graph, self.now, isolated=alone, told=self.told, probe=self.probe
        )
        if self.focused:
            painter.focus_ring(self.rect, CORNER)
            keys = list(self.told)
            at = self.view.labels.get(keys[self._at % len(keys)]) if keys else None
            if at is not None:
                painter.rect(at, None, 4, "focus", 1.4)
