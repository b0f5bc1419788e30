"""The button of a move."""

from __future__ import annotations

from game.window.ui.widgets.button import Button
from game.window.ui.widgets.widget import Act


class MoveButton(Button):
    """The button of a move. The reason why it is disabled changes often, so it is shown only under the mouse."""

    @property
    def hint(self) -> str:
        """The hint, which says why the button is disabled; empty unless the mouse is over the button."""
        return super().hint if self.hovered else ""


def hint_button(label: str, hint: Act) -> MoveButton:
    """Return the button that asks the coach."""
    return MoveButton("hint-button", label, hint, kind="outline", keycap="H", icon="hint", style="label_b")
