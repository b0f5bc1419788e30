"""The button of a move."""

from __future__ import annotations

from game.screens.ui.widgets import Act, Button


class MoveButton(Button):
    """A move of a player. Why it cannot be made now changes all the time, so only the mouse is told."""

    @property
    def hint(self) -> str:
        """Why it is disabled, while the mouse asks."""
        return super().hint if self.hovered else ""


def hint_button(label: str, hint: Act) -> MoveButton:
    """Return the button that asks the coach."""
    return MoveButton("hint-button", label, hint, kind="outline", keycap="H", icon="hint", style="label_b")
