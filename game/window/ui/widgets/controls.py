"""The controls of one screen: focus, hover, the events for each control, and two kinds of temporary texts.

Tab and Shift+Tab move the focus in the order in which the screen lists its controls, including disabled ones.
Arrows move the focus within a group. The widget on which the mouse button was pressed receives all mouse
events until the release.

When the focused widget disappears, no widget has the focus, so that Enter does nothing unexpected. Tab
continues from the position of the widget that has disappeared. If this widget appears again, it gets the
focus back.

The temporary texts are the tooltip next to a control, and the notice at the bottom of the window.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.texts import text
from game.window.ui.input import Input, Key, Pointer, Wheel
from game.window.ui.widgets.widget import NO_POSITION, Position, Rect, Widget, holds, overlap

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


ARROWS = {"left": -1, "up": -1, "right": 1, "down": 1}


@dataclass(frozen=True, slots=True)
class ControlInfo:
    """A control as tests and screen readers see it.

    Attributes:
        rect: The hit area.
        reason: The reason why the control is disabled.
        notes: The texts next to the control, and the tooltip.
        position: The position of an option in its list, or of the chosen option of a list.
    """

    name: str
    role: str
    label: str
    value: str
    rect: Rect
    enabled: bool
    focused: bool
    reason: str = ""
    notes: tuple[str, ...] = ()
    position: Position = NO_POSITION


def describe_widget(widget: Widget) -> ControlInfo:
    """Return the description of a control without its parts."""
    return ControlInfo(
        widget.name,
        widget.role,
        widget.label,
        widget.value,
        widget.hit,
        widget.enabled,
        widget.focused,
        widget.disabled,
        tuple(filter(None, (*widget.notes, "" if widget.disabled else widget.tooltip))),
        widget.position,
    )


class Controls:
    """The widgets of a screen, in focus order."""

    def __init__(self) -> None:
        self._widgets: list[Widget] = []
        self._focus = ""
        self._before_lost: list[str] = []
        self._captured: Widget | None = None
        self._hovered: Widget | None = None

    def __iter__(self) -> Iterator[Widget]:
        return (widget for widget in self._widgets if widget.visible)

    def place(self, widgets: Sequence[Widget]) -> None:
        """Set the widgets of the screen, in focus order.

        The focus stays on the widget with the same name. At first, the focus is on the first enabled widget.
        """
        placed_before = [widget.name for widget in self._widgets]
        self._widgets = list(widgets)
        if self._hovered not in self._widgets:
            self._hover(None)
        if self._captured not in self._widgets:
            self._captured = None
        if self._focus in placed_before:
            self._before_lost = placed_before[: placed_before.index(self._focus)]
        elif not self._focus:
            self._focus = next((widget.name for widget in self if widget.enabled), "")
        self._mark_focus()

    def find(self, name: str) -> Widget | None:
        return next((widget for widget in self if widget.name == name), None)

    @property
    def focused(self) -> Widget | None:
        return self.find(self._focus)

    @property
    def hovered(self) -> Widget | None:
        return self._hovered if self._hovered is not None and self._hovered.visible else None

    @property
    def lost(self) -> bool:
        return bool(self._focus) and self.focused is None

    def walk(self, names: Sequence[str], by: int) -> bool:
        """Move the focus by `by` positions within the widgets `names`, but not beyond the ends.

        Return False if none of these widgets is focused.
        """
        if self._focus not in names:
            return False
        index = names.index(self._focus) + by
        self.focus(names[max(0, min(index, len(names) - 1))])
        return True

    def focus(self, name: str) -> None:
        """Focus the widget with this name. A hidden widget gets the focus when it appears."""
        if self._focus != name and (left := self.focused) is not None:
            left.blur()
        self._focus = name
        self._mark_focus()

    def handle(self, event: Input) -> bool:
        """Pass the event to the control that must handle it. Return whether anything has changed."""
        match event:
            case Key():
                return self._key(event)
            case Wheel(x, y, steps):
                under = self._at(x, y)
                return under is not None and under.enabled and under.wheel(steps)
            case Pointer("move"):
                changed = self._hover(self._at(event.x, event.y))
                receiver = self._captured or self._hovered
                return (receiver is not None and receiver.handle(event)) or changed
            case Pointer("down"):
                return self._press(event)
            case Pointer("up"):
                captured, self._captured = self._captured, None
                if captured is not None:
                    captured.handle(event)
                return captured is not None
        return False

    def update(self, dt: float) -> bool:
        moving = [widget.update(dt) for widget in self]
        return any(moving)

    def describe(self) -> list[ControlInfo]:
        """Return a description of every visible control, followed by its parts. Rectangles are in dp."""
        found = []
        for widget in self:
            found.append(describe_widget(widget))
            for part in widget.parts():
                rect = overlap(part.rect, widget.clip) if widget.clip else part.rect
                value, name = text("common.chosen") if part.chosen else "", f"{widget.name}.{part.name}"
                found.append(
                    ControlInfo(
                        name,
                        "option",
                        part.label,
                        value,
                        rect,
                        part.enabled,
                        focused=False,
                        position=part.position,
                    )
                )
        return found

    def step_focus(self, by: int) -> bool:
        """Move the focus by `by` positions in focus order.

        After the last control, start again with the first.
        """
        names = [widget.name for widget in self]
        if not names:
            return False
        if self._focus in names:
            index = names.index(self._focus) + by
        else:  # from the gap of the lost widget
            before = next((name for name in reversed(self._before_lost) if name in names), None)
            index = (0 if before is None else names.index(before) + 1) + min(by, 0)
        self.focus(names[index % len(names)])
        return True

    def _key(self, event: Key) -> bool:
        if event.name == "tab":
            return self.step_focus(-1 if event.shift else 1)
        focused = self.focused
        if focused is None:
            return False
        return focused.handle(event) or (event.name in ARROWS and self._step_in_group(ARROWS[event.name]))

    def _step_in_group(self, by: int) -> bool:
        focused = self.focused
        if focused is None or not focused.group:
            return False
        names = [widget.name for widget in self if widget.group == focused.group]
        index = names.index(focused.name) + by
        if 0 <= index < len(names):
            self.focus(names[index])
        return True

    def _press(self, event: Pointer) -> bool:
        under = self._at(event.x, event.y)
        self._hover(under)
        if under is None:
            return False
        self._captured = under
        self.focus(under.name)
        under.handle(event)
        return True

    def _at(self, x: float, y: float) -> Widget | None:
        """Return the widget whose rectangle contains the point.

        If there is no such widget, return the last widget whose hit area contains the point.
        """
        hits = [widget for widget in self if holds(widget.hit, x, y)]
        exact = [widget for widget in hits if holds(widget.rect, x, y)]
        candidates = exact or hits
        return candidates[-1] if candidates else None

    def _hover(self, widget: Widget | None) -> bool:
        if widget is self._hovered:
            return False
        if self._hovered is not None:
            self._hovered.hovered = False
        self._hovered = widget
        if widget is not None:
            widget.hovered = True
        return True

    def _mark_focus(self) -> None:
        for widget in self._widgets:
            widget.focused = widget.name == self._focus


REST_SECONDS = 0.5
WIDEST = 320.0
PADDING = 12.0
LINE = 20.0
GAP = 10.0


class _Visit:
    """The control that the mouse or the focus is visiting, and whether it was enabled during this visit."""

    def __init__(self) -> None:
        self.widget: Widget | None = None
        self._worked = False

    def follow(self, widget: Widget | None) -> bool:
        """Set the visited control. Return whether another control was visited before."""
        moved = widget is not self.widget
        self.widget = widget
        self._worked = widget is not None and (widget.enabled or (self._worked and not moved))
        return moved

    @property
    def target(self) -> Widget | None:
        """The control if it has a text to show during this visit, else None."""
        widget = self.widget
        if widget is None or not widget.hint or (widget.disabled and self._worked):
            return None
        return widget


class Tooltip:
    """The tooltip of a control: the reason why the control is disabled, or a further description.

    The tooltip appears after the mouse has rested on the control for a moment. When the focus moves to a disabled
    control, the tooltip appears at once. A control that was disabled by its own press shows no tooltip until the
    mouse or the focus has left the control and returned.
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
        """Draw the tooltip below the control, or above it if the place below is taken or outside of the window."""
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
    """A sentence that disappears after a few seconds.

    A screen can reserve a rectangle for notices (`notice_room`). The notice is then at the left of this rectangle.
    If the notice would be higher than the rectangle, it may become as wide as the window.

    Without such a rectangle, the notice is as low in the window as possible without covering key hints or buttons.
    At each height, the middle of the window is tried first, and then the right end. If another screen opens, the
    notice disappears earlier, but not before there was time to read it.
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

    def draw(self, painter: Painter, room: Rect | None = None) -> None:
        """Draw the notice above everything else."""
        if not self.words:
            return
        widest = min(NOTICE_WIDEST, painter.W - 2 * FROM_SIDE - 2 * NOTICE_PADDING)
        lines = painter.wrap(self.words, widest if room is None else room[2] - 2 * NOTICE_PADDING, "label")
        height = len(lines) * NOTICE_LINE + 2 * PADDING_ABOVE
        if room is not None and height > room[3]:
            lines = painter.wrap(self.words, painter.W - 2 * FROM_SIDE - 2 * NOTICE_PADDING, "label")
            height = len(lines) * NOTICE_LINE + 2 * PADDING_ABOVE
            room = (FROM_SIDE, room[1], painter.W - 2 * FROM_SIDE, room[3])
        width = max(painter.width(line, "label") for line in lines) + 2 * NOTICE_PADDING
        if room is None:
            x, y = _place(painter, width, height)
        else:
            x, y = room[0], room[1] + max(2.0, (room[3] - height) / 2)
        painter.shadow((x, y, width, height), 9, 12, 160, 6)
        painter.rect((x, y, width, height), "raised", 9, "brass")
        for i, line in enumerate(lines):
            painter.text(line, x + width / 2, y + PADDING_ABOVE + (i + 0.5) * NOTICE_LINE, "label", al="c")


def _place(painter: Painter, width: float, height: float) -> tuple[float, float]:
    """Return the upper left corner at which a notice of this size covers no key hints or buttons.

    If there is no such position, return the middle of the lower edge of the window.
    """
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
