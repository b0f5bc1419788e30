"""The controls of one screen: focus, hover, and the events for each control.

Tab and Shift+Tab walk the order in which the screen lists its controls, disabled ones included. Arrows move
between widgets of one group. The widget on which the mouse button was pressed receives the mouse until the
release.

When the focused widget disappears, no widget has the focus, so that Enter does nothing unexpected. Tab
continues from the position of the lost widget. If the widget appears again, it has the focus again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.texts import text
from game.window.ui.input import Input, Key, Pointer, Wheel
from game.window.ui.widgets.widget import NO_POSITION, Position, Rect, Widget, holds, overlap

ARROWS = {"left": -1, "up": -1, "right": 1, "down": 1}


@dataclass(frozen=True, slots=True)
class ControlInfo:
    """A control as tests and screen readers see it.

    Attributes:
        rect: Its hit area.
        reason: Why it is disabled.
        notes: The words next to it, and its tooltip.
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
        """Set the widgets in focus order.

        The focus stays on its name. At first it is on the first enabled widget.
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
        """Move the focus by `by` within these widgets, at most to the ends.

        Return False if none of them is focused.
        """
        if self._focus not in names:
            return False
        index = names.index(self._focus) + by
        self.focus(names[max(0, min(index, len(names) - 1))])
        return True

    def focus(self, name: str) -> None:
        """Focus the widget of this name. A hidden widget is focused when it appears."""
        if self._focus != name and (left := self.focused) is not None:
            left.blur()
        self._focus = name
        self._mark_focus()

    def handle(self, event: Input) -> bool:
        """Pass the event to its control. Return whether anything changed."""
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
        """Return a description of every visible control, with its rectangle in dp, each followed by its parts."""
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
        """Move the focus along the order, cyclically."""
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
        """Return the widget whose rectangle contains the point, else the last whose hit area does."""
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
