"""Temporary texts: the tooltip next to a control, and the notice at the bottom of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.widgets.controls import Controls
from game.window.ui.widgets.widget import Rect, Widget, overlap

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


REST_SECONDS = 0.5
WIDEST = 320.0
PADDING = 12.0
LINE = 20.0
GAP = 10.0


class _Visit:
    """The hovered or focused control, and whether it was enabled during this visit."""

    def __init__(self) -> None:
        self.widget: Widget | None = None
        self._worked = False

    def follow(self, widget: Widget | None) -> bool:
        """Update the current control. Return whether it is another one."""
        moved = widget is not self.widget
        self.widget = widget
        self._worked = widget is not None and (widget.enabled or (self._worked and not moved))
        return moved

    @property
    def target(self) -> Widget | None:
        """The control if it has a text for this visit, else None."""
        widget = self.widget
        if widget is None or not widget.hint or (widget.disabled and self._worked):
            return None
        return widget


class Tooltip:
    """The tooltip of a screen's control: why it is disabled, or a further description.

    It appears after the mouse has rested on the control for a moment, and at once when the focus moves to a
    disabled control. A control that was disabled by its own press explains itself only after the mouse or the
    focus has left it and returned.
    """

    def __init__(self) -> None:
        self._mouse, self._focus = _Visit(), _Visit()
        self._seconds_at_rest = 0.0
        self._target: Widget | None = None
        self._others: list[Rect] = []  # the rectangles of the other controls

    @property
    def due(self) -> bool:
        return self._mouse.target is not None and self._mouse.target is not self._target

    @property
    def words(self) -> str:
        return self._target.hint if self._target is not None else ""

    def follow(self, controls: Controls, dt: float) -> bool:
        """Follow mouse and focus for another `dt` seconds. Return whether anything changed."""
        if self._mouse.follow(controls.hovered):
            self._seconds_at_rest = 0.0
        self._focus.follow(controls.focused)
        self._seconds_at_rest += dt
        shown = self._mouse.target if self._seconds_at_rest >= REST_SECONDS else None
        if shown is None and self._focus.target is not None and self._focus.target.disabled:
            shown = self._focus.target
        changed = shown is not self._target
        self._target = shown
        if changed:
            self._others = [one.rect for one in controls if one is not shown]
        return changed

    def draw(self, painter: Painter, window: Rect) -> None:
        """Draw the tooltip below the control, or above it if there is no room or another control."""
        if self._target is None or not self._target.hint:
            return
        lines = painter.wrap(self._target.hint, min(WIDEST, window[2] - 4 * PADDING), "small")
        width = max(painter.width(line, "small") for line in lines) + 2 * PADDING
        height = len(lines) * LINE + PADDING
        left, top, wide, high = self._target.hint_rect()
        x = min(max(GAP, left + wide / 2 - width / 2), window[2] - width - GAP)
        below, above = top + high + GAP, top - GAP - height
        places = [y for y in (below, above) if y >= GAP and y + height <= window[3]]
        free = [y for y in places if not self._covers((x, y, width, height))]
        y = (free or places or [above])[0]
        painter.shadow((x, y, width, height), 9, 8, 120, 4)
        painter.rect((x, y, width, height), "raised", 9, "edge")
        for i, line in enumerate(lines):
            painter.text(line, x + PADDING, y + PADDING / 2 + (i + 0.5) * LINE, "small")

    def _covers(self, place: Rect) -> bool:
        covered = (overlap(place, other) for other in self._others)
        return any(width > 0 and height > 0 for _, _, width, height in covered)


SECONDS = 6.0
MIN_SECONDS = 1.5  # also after a change of the screen
NOTICE_WIDEST = 640.0
NOTICE_LINE = 21.0
NOTICE_PADDING, PADDING_ABOVE = 18.0, 7.0
FROM_EDGE = 6.0
FROM_SIDE = 40.0


class Notice:
    """A sentence at the bottom of the window that disappears after a few seconds.

    It is as low as possible, so that it covers little: in the middle, or at the right next to keys or
    buttons, or above them if there is too little room. If another screen opens, it disappears earlier, but
    not before it was shown long enough to be read.
    """

    def __init__(self) -> None:
        self.words = ""
        self.said_count = 0  # number of notices so far
        self._target = 0.0
        self._seconds = SECONDS

    def say(self, words: str) -> None:
        self.words, self._target, self._seconds = words, 0.0, SECONDS
        self.said_count += 1

    def hurry(self) -> None:
        self._seconds = MIN_SECONDS

    def advance(self, dt: float) -> bool:
        """Advance time. Return whether the sentence has just disappeared."""
        if not self.words:
            return False
        self._target += dt
        if self._target < self._seconds:
            return False
        self.words = ""
        return True

    def draw(self, painter: Painter) -> None:
        """Draw the notice above everything else."""
        if not self.words:
            return
        lines = painter.wrap(
            self.words, min(NOTICE_WIDEST, painter.W - 2 * FROM_SIDE - 2 * NOTICE_PADDING), "label"
        )
        width = max(painter.width(line, "label") for line in lines) + 2 * NOTICE_PADDING
        height = len(lines) * NOTICE_LINE + 2 * PADDING_ABOVE
        x, y = _place(painter, width, height)
        painter.shadow((x, y, width, height), 9, 12, 160, 6)
        painter.rect((x, y, width, height), "raised", 9, "brass")
        for i, line in enumerate(lines):
            painter.text(line, x + width / 2, y + PADDING_ABOVE + (i + 0.5) * NOTICE_LINE, "label", al="c")


def _place(painter: Painter, width: float, height: float) -> tuple[float, float]:
    """Return the upper left corner for a notice of this size that covers no spared area."""
    lowest, middle = painter.H - height - FROM_EDGE, (painter.W - width) / 2
    top, bottom = lowest, painter.H
    while top > 0:
        rows = [row for row in painter.spared if top < row[1] + row[3] and row[1] < bottom]
        for left in (middle, painter.W - FROM_SIDE - width):
            if not any(x < left + width and left < x + wide for x, _, wide, _ in rows):
                return left, top
        bottom = min(y for _, y, _, _ in rows)
        top = bottom - height
    return middle, lowest
