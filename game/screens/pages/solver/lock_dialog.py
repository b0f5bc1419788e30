"""Asks what is locked at a decision: which hands take which action how much more often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from game.messages.solver_answers import ALL_HANDS, SolvedNode
from game.screens.dialogs.panel import Panel
from game.screens.pages.solver.labels import action_label, player_name
from game.screens.ui.input import ENTER, Key
from game.screens.ui.layout.box import Box
from game.screens.ui.leaves.control import Control, Setting
from game.screens.ui.leaves.words import Words
from game.screens.ui.texts import percent, signed, text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.choice import Option, RadioList, Segmented
from game.screens.ui.widgets.slider import Slider

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

USUAL_POINTS = 20
MOST_POINTS = 100
ROW = 36.0
EXTENT = (240.0, 40.0)
Lock = Callable[[str, float, str], None]
"""What is done with an action, points of a percent and a class of hands, empty for all."""


class LockDialog(Panel):
    """The overlay; `lock` gets what was chosen."""

    name: ClassVar[str] = "lock"

    def __init__(self, app: Services, node: SolvedNode, hands: str, lock: Lock) -> None:
        super().__init__(app, text("solver.locks.title", player=player_name(node.here.player)))
        self._lock = lock
        shares = zip(node.here.actions, node.here.shares, strict=True)
        actions = [
            Option(action, text("solver.locks.action", action=action_label(action), share=percent(share, 1)))
            for action, share in shares
        ]
        self._action = RadioList(
            "action", text("solver.locks.which"), actions, actions[-1].value, self._changed
        )
        held = hands in node.mixes
        scopes = [
            Option("all", text("solver.locks.all")),
            Option("class", hands, disabled="" if held else text("solver.grid.not_held")),
        ]
        self._hands = hands
        self._scope = Segmented("scope", text("solver.locks.hands"), scopes, "all", self._changed)
        self._points = Slider(
            "points",
            text("solver.locks.points"),
            (-MOST_POINTS, MOST_POINTS),
            USUAL_POINTS,
            lambda points: self.relayout(),
            step=5,
            say=signed,
            shows_value=True,
        )
        self._ok = Button("lock", text("solver.locks.lock"), self.lock, kind="primary")
        self._cancel = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus("points")

    def _changed(self, value: str) -> None:
        self.relayout()

    def lock(self) -> None:
        """Lock what was chosen, and close."""
        self.app.back()
        hands = self._hands if self._scope.chosen == "class" else ALL_HANDS
        self._lock(self._action.chosen, float(self._points.number), hands)

    def parts(self) -> Sequence[Box]:
        """The action, the hands, and by how much."""
        return [
            Words(text("solver.locks.note"), "label", "dim", 8),
            Control(self._action, ROW * len(self._action.options), after=8),
            Setting(text("solver.locks.hands"), "", self._scope, EXTENT),
            Setting(text("solver.locks.points"), "", self._points, EXTENT),
        ]

    def buttons(self) -> list[Button]:
        """Lock, or close."""
        return [self._ok, self._cancel]

    def key(self, event: Key) -> bool:
        """Enter locks from wherever it is not used."""
        if event.name in ENTER and not event.repeat:
            self.lock()
            return True
        return False

    def trace(self) -> dict[str, Any]:
        """Say what is chosen."""
        return {"action": self._action.chosen, "scope": self._scope.chosen, "points": self._points.number}
