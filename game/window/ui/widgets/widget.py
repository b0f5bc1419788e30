"""The base class of controls: a rectangle, a name, a role, a value as text, and hover and press states.

Widgets are retained: a screen creates them once, places them in `layout` and draws them in each frame. A disabled
widget stays in the focus order, and its tooltip shows why it is disabled. Rectangles are in dp. `Scroll` is the
scroll offset of a page that is longer than its view: the wheel, the keys, the scroll bar and the focus change it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.window.ui.input import Input, Key, Pointer, Wheel
from game.window.ui.theme import tokens

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

Rect = tuple[float, float, float, float]
Act = Callable[[], None]
Position = tuple[int, int]
"""The position of a part in its list, from 1, and the length of the list."""
NO_POSITION: Position = (0, 0)

MIN_HIT = 40.0
WHEEL_STEP = 56.0
SCROLL_BAR, SCROLL_BAR_INSET, SCROLL_BAR_HIT = 5.0, 3.0, 20.0
"""The width of a scroll bar, its distance to the edge, and the width in which it can be dragged."""
MIN_THUMB = 36.0
SCROLL_MARGIN = 12.0
"""The distance of a control that was scrolled into view to the edge of the view."""


def try_act(act: Act | None) -> bool:
    """Call `act` unless it is None. Return whether it was called."""
    if act is None:
        return False
    act()
    return True


def inset(rect: Rect, by: float) -> Rect:
    """Return `rect` shrunk by `by` dp on every side. A negative `by` enlarges it."""
    x, y, width, height = rect
    return x + by, y + by, width - 2 * by, height - 2 * by


def find_middle(rect: Rect) -> tuple[float, float]:
    x, y, width, height = rect
    return x + width / 2, y + height / 2


def holds(rect: Rect, x: float, y: float) -> bool:
    left, top, width, height = rect
    return left <= x < left + width and top <= y < top + height


def overlap(first: Rect, second: Rect) -> Rect:
    """Return the intersection of two rectangles. If they do not overlap, the result has no width or height."""
    left, top = max(first[0], second[0]), max(first[1], second[1])
    right = min(first[0] + first[2], second[0] + second[2])
    bottom = min(first[1] + first[3], second[1] + second[3])
    return left, top, max(0.0, right - left), max(0.0, bottom - top)


def grown_to_hit(rect: Rect) -> Rect:
    """Return `rect`, enlarged to the minimum size of a touch target."""
    x, y, width, height = rect
    more_x, more_y = max(0.0, MIN_HIT - width) / 2, max(0.0, MIN_HIT - height) / 2
    return x - more_x, y - more_y, width + 2 * more_x, height + 2 * more_y


@dataclass(frozen=True, slots=True)
class WidgetPart:
    """A clickable part of a widget: a name within the widget, a label, a rectangle, and whether it is chosen.

    `position` is the pair (position in the list, from 1, length of the list). It is (0, 0) if the part is not
    in a list.
    """

    name: str
    label: str
    rect: Rect
    chosen: bool = False
    enabled: bool = True
    position: Position = NO_POSITION


class Widget:
    """A control. Subclasses draw themselves and turn input into actions."""

    role: ClassVar[str] = "control"
    takes_text: ClassVar[bool] = False

    def __init__(self, name: str, label: str) -> None:
        self.name = name
        self.label = label
        self.rect: Rect = (0.0, 0.0, 0.0, 0.0)
        self.clip: Rect | None = None
        self.group = ""
        self.tooltip = ""
        self.disabled = ""
        self.visible = True
        self.hovered = False
        self.focused = False
        self.pressed = False
        self._warmth = 0.0

    @property
    def enabled(self) -> bool:
        return not self.disabled

    @property
    def value(self) -> str:
        """The value of the control as text, or "" for a button."""
        return ""

    @property
    def hint(self) -> str:
        return self.disabled or self.tooltip

    @property
    def notes(self) -> tuple[str, ...]:
        """The texts next to the control, for the voice."""
        return ()

    @property
    def position(self) -> Position:
        return NO_POSITION

    @property
    def hit(self) -> Rect:
        hit = grown_to_hit(self.rect)
        return overlap(hit, self.clip) if self.clip else hit

    @property
    def hand(self) -> bool:
        return self.enabled

    def handle(self, event: Input) -> bool:
        """Handle an event for this widget. Return whether the widget has used the event."""
        match event:
            case Key():
                return self.enabled and self.key(event)
            case Pointer("down", x, y):
                self.pressed = self.enabled
                return self.enabled and self.press(x, y)
            case Pointer("move", x, y):
                return self.drag(x, y) if self.pressed else self.hover(x, y)
            case Pointer("up", x, y):
                was_pressed, self.pressed = self.pressed, False
                return was_pressed and self.release(x, y)
        return False

    def key(self, event: Key) -> bool:
        return False

    def hover(self, x: float, y: float) -> bool:
        """Handle a mouse move over the widget. Return whether the widget must be redrawn."""
        return False

    def press(self, x: float, y: float) -> bool:
        return True

    def drag(self, x: float, y: float) -> bool:
        return False

    def release(self, x: float, y: float) -> bool:
        """Handle the release of the mouse button after `press`."""
        return False

    def wheel(self, steps: float) -> bool:
        return False

    def blur(self) -> None:
        """Handle the loss of the focus."""

    def hint_rect(self) -> Rect:
        return self.rect

    def parts(self) -> list[WidgetPart]:
        """Return the parts of the widget that can be clicked separately, such as the options of a choice."""
        return []

    def focus_rect(self) -> Rect:
        """Return the rectangle that must be visible when the widget is focused."""
        return self.rect

    def update(self, dt: float) -> bool:
        """Advance time by `dt` seconds. Return whether the widget is still changing."""
        goal = 1.0 if self.hovered and self.enabled and not self.pressed else 0.0
        if self._warmth == goal:
            return False
        step = dt / (tokens().motion["hover"] / 1000)
        change = min(step, abs(goal - self._warmth))
        self._warmth += change if goal > self._warmth else -change
        return self._warmth != goal

    @property
    def warmth(self) -> float:
        """The progress of the hover effect, from 0 to 1 in steps of a quarter, so that few rasters are needed."""
        return round(self._warmth * 4) / 4

    def draw(self, painter: Painter) -> None:
        """Draw the widget in its current state."""


class Scroll:
    """The scroll offset of a long page in dp.

    A change calls the argument `moved`, which lays out the screen again.
    """

    def __init__(self, moved: Act) -> None:
        self.view: Rect = (0.0, 0.0, 0.0, 0.0)
        self.offset = 0.0
        self.step = 0.0
        """If it is not 0, the offset is a multiple of it, so that no row is cut at the top."""
        self._content = 0.0
        self._on_move = moved
        self._grip: float | None = None

    @property
    def longest(self) -> float:
        return max(0.0, self._content - self.view[3])

    def fit(self, view: Rect, content: float) -> None:
        self.view, self._content = view, content
        self.offset = min(self.offset, self.longest)

    def to_end(self) -> None:
        self.offset = float("inf")

    def turn(self, event: Wheel) -> bool:
        return holds(self.view, event.x, event.y) and self._move_to(self.offset - event.steps * WHEEL_STEP)

    def key(self, event: Key) -> bool:
        """Handle a key: page up and down, Home and End, and arrows if nothing else uses them."""
        page = self.view[3] - WHEEL_STEP
        steps = {
            "page up": -page,
            "page down": page,
            "home": -self._content,
            "end": self._content,
            "up": -WHEEL_STEP,
            "down": WHEEL_STEP,
        }
        return event.name in steps and self._move_to(self.offset + steps[event.name])

    def point(self, event: Pointer) -> bool:
        """Drag the scroll bar."""
        if event.action == "up":
            self._grip = None
            return False
        x, y, width, length = self.view
        bar = (x + width - SCROLL_BAR_HIT, y, SCROLL_BAR_HIT, length)
        if event.action == "down" and self.longest and holds(bar, event.x, event.y):
            _, top, _, height = self._thumb()
            inside = top <= event.y < top + height
            self._grip = event.y - top if inside else height / 2
        if self._grip is None:
            return False
        _, top, _, height = self._track()
        travel = height - self._thumb()[3]
        return self._move_to((event.y - self._grip - top) / travel * self.longest)

    def show(self, rect: Rect) -> bool:
        """Scroll as little as possible to make `rect`, at its current position, visible."""
        _, top, _, height = self.view
        above = rect[1] - SCROLL_MARGIN - top
        below = rect[1] + rect[3] + SCROLL_MARGIN - (top + height)
        if above < 0:
            return self._move_to(self.offset + above)
        return below > 0 and self._move_to(self.offset + min(below, above))

    def draw(self, painter: Painter) -> None:
        """Draw the scroll bar at the right edge of the view. If the whole page is visible, draw nothing."""
        if not self.longest:
            return
        painter.rect(self._track(), "sunk", SCROLL_BAR / 2)
        painter.rect(self._thumb(), "edge", SCROLL_BAR / 2)

    def _move_to(self, offset: float) -> bool:
        if self.step:
            offset = round(offset / self.step) * self.step
        offset = max(0.0, min(self.longest, offset))
        if offset == self.offset:
            return False
        self.offset = offset
        self._on_move()
        return True

    def _thumb(self) -> Rect:
        x, top, width, height = self._track()
        thumb = max(MIN_THUMB, height * height / max(self._content, 1.0))
        travelled = self.offset / self.longest if self.longest else 0.0
        return x, top + travelled * (height - thumb), width, thumb

    def _track(self) -> Rect:
        x, top, width, height = self.view
        return (
            x + width - SCROLL_BAR - SCROLL_BAR_INSET,
            top + 2 * SCROLL_BAR_INSET,
            SCROLL_BAR,
            height - 4 * SCROLL_BAR_INSET,
        )
