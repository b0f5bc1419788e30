"""Leaves with text: lines, paragraphs, headings, figures, pairs of name and value, rules, and key hints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.window.ui.canvas.lettering import LEADING
from game.window.ui.layout.box import Box, Leaf, Rect
from game.window.ui.leaves.panels import write_hints
from game.window.ui.theme import tokens

if TYPE_CHECKING:
    from game.window.ui.canvas.canvas import Colour
    from game.window.ui.canvas.lettering import Align
    from game.window.ui.canvas.painter import Painter
    from game.window.ui.canvas.rasters import Pattern


FIRST_LINE = 12.0  # dp from the upper edge of a paragraph to the middle of its first line
VALUE_GAP = 10.0
CAPS_HEIGHT, HEADING_HEIGHT = 26.0, 38.0
NOTE_LINE, NOTE_GAP = 19.0, 6.0
FIGURE, UNIT_GAP, UNIT_DROP = 30.0, 12.0, 4.0
UNIT_ROW, UNIT_MIDDLE = 18.0, 8.0  # dp of a unit below its figure


class Line(Leaf):
    """One line of text, vertically centred in `height` dp and cut if it is too long.

    If `right`, it is right-aligned.
    """

    def __init__(
        self,
        words: str,
        style: str = "label",
        colour: Colour = "text",
        *,
        height: float,
        size: float | None = None,
        right: bool = False,
    ) -> None:
        super().__init__(height)
        self._words, self._style, self._colour, self._type_size = words, style, colour, size
        self._right = right

    def natural_width(self, painter: Painter) -> float:
        return painter.width(self._words, self._style, self._type_size)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the line."""
        x, y, width, height = rect
        middle = y + height / 2
        align: Align = "r" if self._right else "l"
        at = x + width if self._right else x
        painter.text(
            self._words, at, middle, self._style, self._colour, al=align, size=self._type_size, fit=width
        )


@dataclass
class Words(Box):
    """A paragraph of at most `limit` lines, with `after` dp below it."""

    words: str
    style: str = "label"
    col: str = "text"
    after: float = 8.0
    limit: int = 99

    def measure(self, painter: Painter, width: float) -> float:
        return min(self.limit, len(painter.wrap(self.words, width, self.style))) * self.step + self.after

    def natural_width(self, painter: Painter) -> float:
        return painter.width(self.words, self.style)

    def draw(self, painter: Painter, rect: Rect) -> None:
        x, y, width, _ = rect
        painter.para(self.words, x, y + self.first, width, self.style, col=self.col, limit=self.limit)

    @property
    def step(self) -> float:
        return tokens().type[self.style].size * LEADING

    @property
    def first(self) -> float:
        return self.step / 2


class Paragraph(Words):
    """A paragraph in the dim colour of a panel's text, with half a line of space below it."""

    first = FIRST_LINE

    def __init__(self, words: str, style: str = "label", colour: str = "dim", *, limit: int = 99) -> None:
        super().__init__(words, style, colour, FIRST_LINE, limit)


@dataclass
class Letters(Words):
    """A path or an id, which may be broken after any character."""

    after: float = 14.0

    def measure(self, painter: Painter, width: float) -> float:
        return len(self._lines(painter, width)) * self.step + self.after

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the lines."""
        x, y, width, _ = rect
        for index, line in enumerate(self._lines(painter, width)):
            painter.text(line, x, y + (index + 0.5) * self.step, self.style, self.col)

    def _lines(self, painter: Painter, width: float) -> list[str]:
        lines = [""]
        for letter in self.words:
            if painter.width(lines[-1] + letter, self.style) > width:
                lines.append("")
            lines[-1] += letter
        return lines


@dataclass
class Caps(Box):
    """The name of a section in spaced capitals. The key that opens the section's page is at the right end."""

    words: str
    col: str = "faint"
    key: str = ""
    _height = CAPS_HEIGHT

    def natural_width(self, painter: Painter) -> float:
        return painter.width(self.words, "caps")

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the name and the key."""
        x, y, width, _ = rect
        painter.caps(self.words, x, y + 8, self.col, fit=width)
        if self.key:
            painter.keycap(x + width, y + 8, self.key)


@dataclass
class Heading(Box):
    """A heading: the name of a page or of a part of a page."""

    words: str
    _height = HEADING_HEIGHT

    def natural_width(self, painter: Painter) -> float:
        return painter.width(self.words, "h2")

    def draw(self, painter: Painter, rect: Rect) -> None:
        x, y, width, _ = rect
        painter.text(self.words, x, y + 12, "h2", fit=width)


class Figure(Leaf):
    """A large figure with its unit next to it.

    If `wraps` and there is no room, the unit is below the figure.
    """

    def __init__(
        self,
        figure: str,
        unit: str,
        *,
        height: float = 36.0,
        colour: Colour = "brass",
        unit_style: str = "small",
        wraps: bool = False,
    ) -> None:
        super().__init__(height)
        self._figure, self._unit, self._colour, self._unit_style = figure, unit, colour, unit_style
        self._wraps = wraps

    def measure(self, painter: Painter, width: float) -> float:
        return self._height + (UNIT_ROW if self._is_wrapped(painter, width) else 0.0)

    def natural_width(self, painter: Painter) -> float:
        unit = painter.width(self._unit, self._unit_style)
        return painter.width(self._figure, "strong", FIGURE) + UNIT_GAP + unit

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the figure and the unit."""
        x, y, width, height = rect
        wrapped = self._is_wrapped(painter, width)
        middle = y + (self._height if wrapped else height) / 2
        used = (
            painter.text(self._figure, x, middle, "strong", self._colour, size=FIGURE, fit=width) + UNIT_GAP
        )
        left, row = (0.0, y + self._height + UNIT_MIDDLE) if wrapped else (used, middle + UNIT_DROP)
        painter.text(self._unit, x + left, row, self._unit_style, "dim", fit=width - left)

    def _is_wrapped(self, painter: Painter, width: float) -> bool:
        return self._wraps and self.natural_width(painter) > width


@dataclass(frozen=True, slots=True)
class Ink:
    """The style and the colour of a text."""

    style: str
    colour: Colour


class Pair(Leaf):
    """A name and a value in one line. The value is at the right end, or `name_width` dp from the left."""

    def __init__(
        self,
        name: str,
        value: str,
        *,
        height: float = 24.0,
        inks: tuple[Ink, Ink] = (Ink("label", "dim"), Ink("label_b", "text")),
        name_width: float = 0.0,
    ) -> None:
        super().__init__(height)
        self._name, self._value, self._inks, self._name_width = name, value, inks, name_width

    def natural_width(self, painter: Painter) -> float:
        """Return the width of the name and the value together."""
        of_name, of_value = self._inks
        name = self._name_width or painter.width(self._name, of_name.style) + VALUE_GAP
        return name + painter.width(self._value, of_value.style)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the name and the value. If the value is at the right end, the name gets the remaining room."""
        x, y, width, height = rect
        middle, (of_name, of_value) = y + height / 2, self._inks
        at, room = x + self._name_width, self._name_width
        if not room:
            at = x + width - painter.width(self._value, of_value.style)
            room = at - x
        painter.text(self._name, x, middle, of_name.style, of_name.colour, fit=room - VALUE_GAP)
        if self._name_width:
            painter.text(self._value, at, middle, of_value.style, of_value.colour, fit=width - room)
        else:
            painter.text(self._value, x + width, middle, of_value.style, of_value.colour, al="r")


class Rule(Leaf):
    """A horizontal line across a column, vertically centred in `height` dp."""

    def __init__(self, colour: Colour = "line", *, height: float) -> None:
        super().__init__(height)
        self._colour = colour

    def draw(self, painter: Painter, rect: Rect) -> None:
        x, y, width, height = rect
        painter.line(x, y + height / 2, x + width, y + height / 2, self._colour)


class Bar(Leaf):
    """A fraction from 0 to 1 as a bar `height` dp high, vertically centred in its box."""

    def __init__(
        self, share: float, *, height: float = 8.0, pattern: Pattern = "solid", colour: Colour = "brass"
    ) -> None:
        super().__init__(height)
        self._share, self._pattern, self._colour = share, pattern, colour

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the bar."""
        x, y, width, height = rect
        thick = self._height
        painter.bar((x, y + (height - thick) / 2, width, thick), self._share, self._pattern, self._colour)


class Hints(Leaf):
    """Keys and their hints in one line, as many as fit (`write_hints`)."""

    def __init__(self, hints: Sequence[tuple[str, str]], *, height: float = 30.0) -> None:
        super().__init__(height)
        self._hints = hints

    def draw(self, painter: Painter, rect: Rect) -> None:
        write_hints(painter, rect, self._hints)


class Note(Box):
    """A problem or a remark about the content. An empty note takes no room."""

    def __init__(self, words: str, *, wrong: bool = False) -> None:
        self.shown = bool(words)
        self._words, self._colour = words, "bad" if wrong else "dim"

    def measure(self, painter: Painter, width: float) -> float:
        return len(painter.wrap(self._words, width, "label")) * NOTE_LINE + NOTE_GAP

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the lines."""
        x, y, width, _ = rect
        for index, line in enumerate(painter.wrap(self._words, width, "label")):
            painter.text(line, x, y + (index + 0.5) * NOTE_LINE, "label", self._colour)


LINE = 17.0


class Aside(Leaf):
    """Text of at most `limit` lines, `step` dp each, vertically centred in `height` dp.

    If the text needs more lines, it is hidden or, if `cut`, only its first lines are drawn.
    """

    def __init__(
        self,
        words: str,
        style: str = "small",
        colour: Colour = "dim",
        *,
        height: float,
        limit: int = 2,
        step: float = LINE,
        cut: bool = False,
    ) -> None:
        super().__init__(height)
        self._words, self._style, self._colour, self._limit = words, style, colour, limit
        self._step, self._cut = step, cut

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the lines."""
        x, y, width, height = rect
        lines = painter.wrap(self._words, width, self._style) if self._words and width > 0 else ()
        if len(lines) > self._limit:
            lines = lines[: self._limit] if self._cut else ()
        first = y + height / 2 - (len(lines) - 1) / 2 * self._step
        for index, line in enumerate(lines):
            painter.text(line, x, first + index * self._step, self._style, self._colour, fit=width)
