"""Things below each other in a column: words that wrap, rules, controls. What settings and rules pages are made of.

A flow measures its parts for a width, places them, and draws what is no control itself; the controls are drawn by
the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from game.screens.theme import tokens
from game.screens.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.screens.pen import Pen

LEADING = 1.38
CAPS_HEIGHT = 26.0
HEADING_HEIGHT = 38.0
SETTING_HEIGHT = 60.0
NARROWEST_CONTROL, WIDEST_CONTROL = 260.0, 360.0


class Part:
    """Something in a column; this one is nothing."""

    def height(self, pen: Pen, width: float) -> float:
        """Return how high it is in a column of this width."""
        return 0.0

    def place(self, pen: Pen, rect: Rect) -> None:
        """Take its place: nothing to do for what only draws."""

    def draw(self, pen: Pen, rect: Rect) -> None:
        """Draw what is no control: nothing to do for what only holds one."""


@dataclass
class Flow:
    """A column of parts."""

    parts: Sequence[Part]
    _rects: list[Rect] = field(default_factory=list)

    def height(self, pen: Pen, width: float) -> float:
        """Return how high the column is at a width."""
        return sum(part.height(pen, width) for part in self.parts)

    def lay_out(self, pen: Pen, x: float, y: float, width: float) -> float:
        """Place every part; return the y below the last one."""
        self._rects.clear()
        for part in self.parts:
            high = part.height(pen, width)
            self._rects.append((x, y, width, high))
            part.place(pen, self._rects[-1])
            y += high
        return y

    def draw(self, pen: Pen) -> None:
        """Draw what is no control."""
        for part, rect in zip(self.parts, self._rects, strict=True):
            part.draw(pen, rect)


@dataclass
class Words(Part):
    """A paragraph."""

    words: str
    style: str = "label"
    col: str = "text"
    after: float = 8.0

    def height(self, pen: Pen, width: float) -> float:
        """As many lines as it takes."""
        return len(pen.wrap(self.words, width, self.style)) * self._step() + self.after

    def draw(self, pen: Pen, rect: Rect) -> None:
        """Write the lines."""
        x, y, width, _ = rect
        pen.para(self.words, x, y + self._step() / 2, width, self.style, col=self.col, lead=LEADING)

    def _step(self) -> float:
        return tokens().type[self.style].size * LEADING


@dataclass
class Letters(Part):
    """A path or an id, broken wherever the line ends."""

    words: str
    style: str = "label"
    col: str = "text"
    after: float = 14.0

    def height(self, pen: Pen, width: float) -> float:
        """As many lines as it takes."""
        return len(self._lines(pen, width)) * self._step() + self.after

    def draw(self, pen: Pen, rect: Rect) -> None:
        """Write the lines."""
        x, y, width, _ = rect
        for place, line in enumerate(self._lines(pen, width)):
            pen.text(line, x, y + (place + 0.5) * self._step(), self.style, self.col)

    def _step(self) -> float:
        return tokens().type[self.style].size * LEADING

    def _lines(self, pen: Pen, width: float) -> list[str]:
        lines = [""]
        for letter in self.words:
            if pen.width(lines[-1] + letter, self.style) > width:
                lines.append("")
            lines[-1] += letter
        return lines


@dataclass
class Caps(Part):
    """The name of a section in spaced capitals."""

    words: str
    col: str = "faint"

    def height(self, pen: Pen, width: float) -> float:
        """One line."""
        return CAPS_HEIGHT

    def draw(self, pen: Pen, rect: Rect) -> None:
        """Write it."""
        x, y, width, _ = rect
        pen.caps(self.words, x, y + 8, self.col, fit=width)


@dataclass
class Heading(Part):
    """The name of a page or a part of it."""

    words: str

    def height(self, pen: Pen, width: float) -> float:
        """One line."""
        return HEADING_HEIGHT

    def draw(self, pen: Pen, rect: Rect) -> None:
        """Write it."""
        x, y, width, _ = rect
        pen.text(self.words, x, y + 12, "h2", fit=width)


@dataclass
class Space(Part):
    """Nothing, of some height."""

    size: float

    def height(self, pen: Pen, width: float) -> float:
        """Its size."""
        return self.size


@dataclass
class Rule(Part):
    """A line across the column, with room above and below."""

    room: float = 10.0

    def height(self, pen: Pen, width: float) -> float:
        """The line and its room."""
        return 2 * self.room

    def draw(self, pen: Pen, rect: Rect) -> None:
        """Draw the line."""
        x, y, width, height = rect
        pen.line(x, y + height / 2, x + width, y + height / 2)


@dataclass
class Control(Part):
    """A widget over the whole width, or `width` of it; `after` is the room below it."""

    widget: Widget
    size: float = 40.0
    after: float = 8.0
    width: float = 0.0

    def height(self, pen: Pen, width: float) -> float:
        """The widget and its room."""
        return self.size + self.after

    def place(self, pen: Pen, rect: Rect) -> None:
        """Place the widget."""
        x, y, width, _ = rect
        self.widget.rect = (x, y, min(width, self.width or width), self.size)


@dataclass
class Setting(Part):
    """A name and a note at the left, a control at the right; below each other where the column is narrow.

    The control begins at `label_width` and fills the rest of the row, or with 0 stands at the right end.
    """

    name: str
    note: str
    widget: Widget
    size: tuple[float, float]
    label_width: float = 0.0

    def height(self, pen: Pen, width: float) -> float:
        """One row, or two where the control does not fit beside its name."""
        return SETTING_HEIGHT if self._fits(pen, width) else SETTING_HEIGHT + self.size[1] + 4

    def place(self, pen: Pen, rect: Rect) -> None:
        """Place the control."""
        x, y, width, height = rect
        wide, high = self.size
        if height > SETTING_HEIGHT:
            self.widget.rect = (x, y + SETTING_HEIGHT - 8, min(width, max(wide, NARROWEST_CONTROL)), high)
        elif self.label_width:
            left = x + self.label_width
            room = min(WIDEST_CONTROL, x + width - left)
            self.widget.rect = (left, y + (height - high) / 2, room, high)
        else:
            self.widget.rect = (x + width - wide, y + (height - high) / 2, wide, high)

    def draw(self, pen: Pen, rect: Rect) -> None:
        """Write the name and the note."""
        x, y, width, height = rect
        room = width if height > SETTING_HEIGHT else self.widget.rect[0] - x - 12
        middle = y + SETTING_HEIGHT / 2
        pen.text(self.name, x, middle - 9, "label_b", size=16, fit=room)
        pen.text(self.note, x, middle + 12, "small", "dim", fit=room)

    def _fits(self, pen: Pen, width: float) -> bool:
        label = self.label_width or pen.width(self.name, "label_b", 16) + 24
        return label + self.size[0] <= width


@dataclass
class Columns(Part):
    """Flows side by side, or below each other where a column would be narrower than `least`."""

    flows: Sequence[Flow]
    least: float
    gap: float = 48.0
    ruled: bool = False

    def height(self, pen: Pen, width: float) -> float:
        """The highest of the columns, or all of them."""
        each = self._each(width)
        heights = [flow.height(pen, each or width) for flow in self.flows]
        return max(heights) if each else sum(heights)

    def place(self, pen: Pen, rect: Rect) -> None:
        """Place every flow."""
        x, y, width, _ = rect
        each = self._each(width)
        for flow in self.flows:
            bottom = flow.lay_out(pen, x, y, each or width)
            if each:
                x += each + self.gap
            else:
                y = bottom

    def draw(self, pen: Pen, rect: Rect) -> None:
        """Draw every flow, and a line between two where it is asked for."""
        x, y, width, height = rect
        each = self._each(width)
        for place, flow in enumerate(self.flows):
            flow.draw(pen)
            if self.ruled and each and place:
                middle = x + place * (each + self.gap) - self.gap / 2
                pen.line(middle, y, middle, y + height)

    def _each(self, width: float) -> float:
        """The width of a column; 0 when they stand below each other."""
        each = (width - self.gap * (len(self.flows) - 1)) / len(self.flows)
        return each if each >= self.least else 0.0


def in_a_row(widgets: Sequence[Widget], shares: Sequence[float], row: Rect, gap: float) -> None:
    """Divide a row among widgets by their shares."""
    x, y, width, height = row
    free = width - gap * (len(widgets) - 1)
    for widget, share in zip(widgets, shares, strict=True):
        each = free * share / sum(shares)
        widget.rect = (x, y, each, height)
        x += each + gap
