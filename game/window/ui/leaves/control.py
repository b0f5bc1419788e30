"""Boxes that place a control: in the whole box, in a list, fitted to a label, in a grid, or in a form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.window.ui.canvas.lettering import LEADING
from game.window.ui.layout.box import Box, Column, Rect
from game.window.ui.theme import tokens
from game.window.ui.widgets.choice import Segmented
from game.window.ui.widgets.tabs import GAP, HEIGHT
from game.window.ui.widgets.widget import Widget

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter
    from game.window.ui.widgets.button import Button, IconButton
    from game.window.ui.widgets.gallery import Gallery
    from game.window.ui.widgets.rows import Rows
    from game.window.ui.widgets.tabs import Tabs
    from game.window.ui.widgets.text_entry import TextEntry


SETTING_HEIGHT = 60.0
NARROWEST_CONTROL, WIDEST_CONTROL = 260.0, 360.0
Draw = Callable[["Painter", Rect], object]


class Control(Box):
    """A control `height` dp high. It is `width` dp wide, or as wide as the box. Below it are `after` dp of margin.

    A segmented control becomes wider if its labels need it. If `scales` and the box is narrower than the control,
    the control shrinks and keeps its aspect ratio.
    """

    def __init__(
        self, widget: Widget, height: float, *, width: float = 0.0, after: float = 0.0, scales: bool = False
    ) -> None:
        self._widget, self._height, self._width, self._controls = widget, height, width, (widget,)
        self._after, self._scales = after, scales

    def measure(self, painter: Painter, width: float) -> float:
        return self._high(width) + self._after

    def natural_width(self, painter: Painter) -> float:
        """Return the given width, or a larger width if the labels of segments need more room."""
        if self._width and isinstance(self._widget, Segmented):
            return max(self._width, self._widget.natural_width(painter))
        return self._width

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the control."""
        super().place(painter, rect)
        x, y, width, _ = rect
        self._widget.rect = (x, y, min(width, self.natural_width(painter) or width), self._high(width))

    def _high(self, width: float) -> float:
        return self._height * min(1.0, width / self._width) if self._scales else self._height


@dataclass
class Setting(Box):
    """A name and a note at the left, and a control at the right. In a narrow column, the control is below the note.

    The control begins `label_width` dp from the left and fills the rest of the row. If `label_width` is 0,
    the control is at the right end.
    """

    name: str
    note: str
    widget: Widget
    extent: tuple[float, float]
    label_width: float = 0.0

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height of one row, or of two rows if the control does not fit next to its name."""
        label = self.label_width or painter.width(self.name, "label_b", 16) + 24
        fits = label + self.extent[0] <= width
        return SETTING_HEIGHT if fits else SETTING_HEIGHT + self.extent[1] + 4

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the control."""
        super().place(painter, rect)
        x, y, width, height = rect
        wide, high = self.extent
        if height > SETTING_HEIGHT:
            self.widget.rect = (x, y + SETTING_HEIGHT - 8, min(width, max(wide, NARROWEST_CONTROL)), high)
        elif self.label_width:
            left = x + self.label_width
            room = min(WIDEST_CONTROL, x + width - left)
            self.widget.rect = (left, y + (height - high) / 2, room, high)
        else:
            self.widget.rect = (x + width - wide, y + (height - high) / 2, wide, high)

    def widgets(self) -> Iterator[Widget]:
        yield self.widget

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the name and the note."""
        x, y, width, height = rect
        room = width if height > SETTING_HEIGHT else self.widget.rect[0] - x - 12
        middle = y + SETTING_HEIGHT / 2
        painter.text(self.name, x, middle - 9, "label_b", size=16, fit=room)
        painter.text(self.note, x, middle + 12, "small", "dim", fit=room)


class Picture(Box):
    """A box whose content is drawn by the function `draw`. It is at least `least` dp high."""

    def __init__(self, draw: Draw, least: float = 0.0) -> None:
        self._draw, self._height = draw, least

    def draw(self, painter: Painter, rect: Rect) -> None:
        self._draw(painter, rect)


class Filled(Box):
    """A control that fills its rectangle, at least `least` dp high."""

    def __init__(self, widget: Widget, least: float = 0.0) -> None:
        self._widget, self._height, self._controls = widget, least, (widget,)

    def place(self, painter: Painter, rect: Rect) -> None:
        super().place(painter, rect)
        self._widget.rect = rect


class Listed(Filled):
    """A list that scrolls inside its rectangle.

    `row_height` is the height of a row in dp, or a function from the width of the list to this height.

    If all rows together are at most `longest` dp high, their height is the preferred height of the box. A
    page that scrolls sets `longest`, so that the list itself does not scroll.
    """

    def __init__(self, rows: Rows, row_height: float | Callable[[Painter, float], float]) -> None:
        super().__init__(rows)
        self._rows, self._row_height, self.scroll = rows, row_height, rows.scroll
        self.longest = 0.0

    def measure(self, painter: Painter, width: float) -> float:
        whole = self._rows.count * self._row_height_at(painter, width)
        return whole if whole <= self.longest else self._height

    def place(self, painter: Painter, rect: Rect) -> None:
        super().place(painter, rect)
        self._rows.lay_out(rect, self._row_height_at(painter, rect[2]))

    def _row_height_at(self, painter: Painter, width: float) -> float:
        return self._row_height(painter, width) if callable(self._row_height) else self._row_height


class GalleryBox(Filled):
    """A gallery of cards, `height` dp high."""

    def __init__(self, cards: Gallery, height: float) -> None:
        super().__init__(cards, height)
        self._cards = cards

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the cards."""
        super().place(painter, rect)
        self._cards.lay_out(rect)
        self.background_key = self._cards.still_key

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        self._cards.draw_still(painter)


class Fitted(Control):
    """A button as wide as its label, or as the widest of its possible labels (`widest`)."""

    def __init__(self, button: Button, height: float, *, widest: str = "") -> None:
        super().__init__(button, height)
        self._button, self._widest = button, widest

    def natural_width(self, painter: Painter) -> float:
        return self._button.natural_width(painter, self._widest)


class Iconic(Control):
    """An icon button in the middle of its rectangle."""

    def __init__(self, button: IconButton, height: float) -> None:
        super().__init__(button, height)
        self._button = button

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the button."""
        Box.place(self, painter, rect)
        x, y, width, height = rect
        self._button.centre_at(x + width / 2, y + height / 2)


SideOf = Callable[["Painter", float], float]


class GridControl(Column):
    """A square of cells, centred in its column and aligned to whole pixels, with a box directly below the square.

    The square is at least `least` dp wide, grows with the available height, and is at least `inset` dp
    narrower than the column. `side_of` takes a maximum side in dp, and returns the largest side for which
    every cell is a whole number of pixels.
    """

    def __init__(
        self, widget: Widget, below: Box, side_of: SideOf, *, least: float, inset: float = 0.0
    ) -> None:
        super().__init__(Control(widget, least), below)
        self._widget, self._below, self._get_side = widget, below, side_of
        self._minimum, self._inset = least, inset

    def measure(self, painter: Painter, width: float) -> float:
        return min(width - self._inset, self._minimum) + self._below.measure(painter, width)

    def width_at(self, painter: Painter, height: float) -> float:
        return height - self._below.measure(painter, 0.0) + self._inset

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the largest square that fits, and the other box below the square."""
        Box.place(self, painter, rect)
        x, y, width, height = rect
        side = self._get_side(painter, min(width - self._inset, height - self._below.measure(painter, width)))
        left = round((x + (width - side) / 2) * painter.u) / painter.u
        self._widget.rect = (left, y, side, side)
        self._below.place_at(painter, x, y + side, width)


class TabRow(Control):
    """Tabs at the left end of the box, vertically centred in `height` dp."""

    def __init__(self, tabs: Tabs, height: float = HEIGHT) -> None:
        super().__init__(tabs, height)
        self._tabs = tabs

    def natural_width(self, painter: Painter) -> float:
        names = [painter.width(option.label, "strong") for option in self._tabs.options]
        return sum(names) + GAP * (len(names) - 1)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the tabs."""
        super().place(painter, rect)
        x, y, _, height = rect
        self._tabs.measure(painter, x, y + height / 2)


ENTRY_WIDTH, ENTRY_HEIGHT = 118.0, 36.0
NAME_HEIGHT = 24.0
UNIT_GAP = 8.0
AFTER = 12.0


class Field(Box):
    """A label, a text field with its unit, and below it the help text or the problem with the input.

    If `full_width`, the label is above the field. `units` are the units of the whole form. Every field leaves
    room for the widest unit, so that all fields align.
    """

    def __init__(
        self,
        entry: TextEntry,
        help_line: str,
        unit: str = "",
        units: Sequence[str] = (),
        *,
        full_width: bool = False,
    ) -> None:
        self._entry, self._controls = entry, (entry,)
        self._help = help_line
        self._unit = unit
        self._units = tuple(units)
        self._full_width = full_width

    def measure(self, painter: Painter, width: float) -> float:
        above = 0.0 if self._beside(painter, width) else NAME_HEIGHT
        return above + ENTRY_HEIGHT + 4 + len(self._lines(painter, width)) * _step() + AFTER

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the field at the right, before its unit.

        If label and field do not fit side by side, place the field below the label.
        """
        super().place(painter, rect)
        x, y, width, _ = rect
        wide = self._entry_width(width)
        if self._beside(painter, width):
            self._entry.rect = (x + width - self._unit_width(painter) - wide, y, wide, ENTRY_HEIGHT)
        else:
            self._entry.rect = (x, y + NAME_HEIGHT, wide, ENTRY_HEIGHT)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the label, the unit, and the text below the field."""
        x, y, width, _ = rect
        left, top, wide, _ = self._entry.rect
        middle = top + ENTRY_HEIGHT / 2
        row = middle if self._beside(painter, width) else y + NAME_HEIGHT / 2 - 2
        painter.text(self._entry.label, x, row, "label_b", fit=width)
        right = left + wide + UNIT_GAP
        painter.text(self._unit, right, middle, "small", "dim", fit=x + width - right)
        colour = "bad" if self._entry.problem else "dim"
        for index, line in enumerate(self._lines(painter, width)):
            painter.text(line, x, top + ENTRY_HEIGHT + 4 + (index + 0.5) * _step(), "small", colour)

    def _beside(self, painter: Painter, width: float) -> bool:
        taken = self._entry_width(width) + self._unit_width(painter) + UNIT_GAP
        return not self._full_width and painter.width(self._entry.label, "label_b") + taken <= width

    def _entry_width(self, width: float) -> float:
        return width if self._full_width else min(ENTRY_WIDTH, width * 0.45)

    def _unit_width(self, painter: Painter) -> float:
        widest = max((painter.width(unit, "small") for unit in self._units), default=0.0)
        return widest + UNIT_GAP + 2 if widest else 0.0

    def _lines(self, painter: Painter, width: float) -> tuple[str, ...]:
        return painter.wrap(self._entry.problem or self._help, width, "small")


def _step() -> float:
    return tokens().type["small"].size * LEADING
