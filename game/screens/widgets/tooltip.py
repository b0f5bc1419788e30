"""The note beside a control: why it is disabled, or more about it.

It shows after the mouse has rested on the control for a moment, and at once when the focus comes to a control
that is disabled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.screens.widgets.controls import Controls
from game.screens.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.screens.pen import Pen

REST_SECONDS = 0.5
WIDEST = 320.0
PADDING = 12.0
LINE = 20.0
GAP = 10.0


class Tooltip:
    """Follows the controls of one screen."""

    def __init__(self) -> None:
        self._over: Widget | None = None
        self._rested = 0.0
        self._shown: Widget | None = None

    @property
    def due(self) -> bool:
        """Whether time alone will show it."""
        return self._over is not None and bool(self._over.hint) and self._over is not self._shown

    @property
    def words(self) -> str:
        """What it says now; empty when it does not show."""
        return self._shown.hint if self._shown is not None else ""

    def follow(self, controls: Controls, dt: float) -> bool:
        """Look where mouse and focus are after `dt` more seconds; return whether anything changed."""
        over = controls.hovered
        if over is not self._over:
            self._over, self._rested = over, 0.0
        self._rested += dt
        focused = controls.focused
        shown = over if over is not None and over.hint and self._rested >= REST_SECONDS else None
        if shown is None and focused is not None and focused.disabled:
            shown = focused
        changed = shown is not self._shown
        self._shown = shown
        return changed

    def draw(self, pen: Pen, window: Rect) -> None:
        """Draw it below the control, or above where there is no room."""
        if self._shown is None or not self._shown.hint:
            return
        lines = pen.wrap(self._shown.hint, min(WIDEST, window[2] - 4 * PADDING), "small")
        width = max(pen.width(line, "small") for line in lines) + 2 * PADDING
        height = len(lines) * LINE + PADDING
        x, y = _corner(self._shown.hint_rect(), (width, height), window)
        pen.shadow((x, y, width, height), 9, 8, 120, 4)
        pen.rect((x, y, width, height), "raised", 9, "edge")
        for i, line in enumerate(lines):
            pen.text(line, x + PADDING, y + PADDING / 2 + (i + 0.5) * LINE, "small")


def _corner(beside: Rect, size: tuple[float, float], window: Rect) -> tuple[float, float]:
    """Where a note of this size stands beside a control, within the window."""
    x, y, wide, high = beside
    left = min(max(GAP, x + wide / 2 - size[0] / 2), window[2] - size[0] - GAP)
    below = y + high + GAP
    return left, below if below + size[1] <= window[3] else y - GAP - size[1]
