"""Lists of rows. A list is a single tab stop, in which arrow keys choose a row. Only visible rows are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from game.window.ui.input import ENTER, Key
from game.window.ui.theme import mix
from game.window.ui.widgets.choice import Choice, Option
from game.window.ui.widgets.widget import NO_POSITION, Act, Position, Rect, Scroll, Widget, WidgetPart

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


BAR_ROOM = 16.0
HOVERED = 0.6

DrawRow = Callable[["Painter", Rect, int], bool]
"""Draws row `index` into a rectangle. Returns whether its content is known."""


class Rows(Widget):
    """A long list that draws only its visible rows.

    The list stores only the number of rows. The content of a row is requested whenever the row is drawn. A row that
    is not loaded yet is drawn as a faint line.

    Args:
        changed: A function that is called when another row is chosen.
        opened: A function that is called on Enter, or on a click on the chosen row.
        looked_at: A function of the first and the last visible row, called so that missing rows can be loaded.
    """

    role: ClassVar[str] = "list"

    def __init__(
        self,
        name: str,
        label: str,
        draw_row: DrawRow,
        words: Callable[[int], str],
        *,
        changed: Act,
        opened: Act,
        looked_at: Callable[[int, int], None] = lambda first, last: None,
    ) -> None:
        super().__init__(name, label)
        self.count = 0
        self.chosen = 0
        self.row_height = 52.0
        self.opens_at_once = False
        """Whether one click opens a row."""
        self.shows_whole_rows = False
        """Whether a list that scrolls shows only whole rows, which are higher to fill the rectangle."""
        self.scroll = Scroll(changed)
        self._draw_row, self._words = draw_row, words
        self._on_change, self._on_open, self._on_look = changed, opened, looked_at
        self._under: int | None = None

    @property
    def value(self) -> str:
        return self._words(self.chosen) if self.count else ""

    @property
    def hit(self) -> Rect:
        x, y, width, height = super().hit
        return x, y, width - self.room, height

    @property
    def room(self) -> float:
        return BAR_ROOM if self.scroll.longest else 0.0

    @property
    def seen(self) -> range:
        """The indices of all rows that are at least partly visible."""
        if not self.count:
            return range(0)
        first = int(self.scroll.offset / self.row_height)
        last = int((self.scroll.offset + self.rect[3] - 1) / self.row_height)
        return range(min(first, self.count - 1), min(max(first, last), self.count - 1) + 1)

    def lay_out(self, rect: Rect, row_height: float) -> None:
        """Set the rectangle and the row height. If the chosen row was visible, it stays visible."""
        was_seen = self.rect[3] > 0 and rect[3] != self.rect[3] and self.chosen in self.seen
        if self.shows_whole_rows and self.count * row_height > rect[3] >= row_height:
            rows = rect[3] // row_height
            self.scroll.step = row_height = rect[3] // rows
            rect = (*rect[:3], rows * row_height)
        self.rect, self.row_height = rect, row_height
        self.scroll.fit(rect, self.count * row_height)
        if was_seen:
            self.scroll.offset = self._offset_of_chosen()
        if self.count:
            self._on_look(self.seen[0], self.seen[-1])

    def choose(self, index: int) -> None:
        """Choose a row and scroll it into view."""
        index = max(0, min(self.count - 1, index))
        if index != self.chosen and self.count:
            self.chosen = index
            self._on_change()
        self.show_chosen()

    def show_chosen(self) -> None:
        """Scroll as little as possible to show the chosen row."""
        offset = self._offset_of_chosen()
        if offset != self.scroll.offset:
            self.scroll.offset = offset
            self._on_change()

    def _offset_of_chosen(self) -> float:
        top, height = self.chosen * self.row_height, self.rect[3]
        return max(0.0, min(top, max(self.scroll.offset, top + self.row_height - height)))

    def key(self, event: Key) -> bool:
        """Handle a key: arrows and page keys move the choice, Enter opens the row."""
        if event.name in ENTER:
            if self.count and not event.repeat:
                self._on_open()
            return bool(self.count)
        page = max(1, int(self.rect[3] / self.row_height) - 1)
        goals = {
            "up": self.chosen - 1,
            "down": self.chosen + 1,
            "page up": self.chosen - page,
            "page down": self.chosen + page,
            "home": 0,
            "end": self.count - 1,
        }
        if event.name not in goals or event.ctrl or not self.count:
            return False
        self.choose(goals[event.name])
        return True

    def hover(self, x: float, y: float) -> bool:
        before, self._under = self._under, self._row_at(y)
        return before != self._under

    def release(self, x: float, y: float) -> bool:
        """Choose the row under the mouse. A click on the chosen row opens it."""
        place = self._row_at(y)
        if place is None:
            return True
        again = place == self.chosen
        if not again or self.opens_at_once:
            self.choose(place)
        if again or self.opens_at_once:
            self._on_open()
        return True

    def parts(self) -> list[WidgetPart]:
        """Return the visible rows as parts, for a screen reader."""
        return [
            WidgetPart(
                str(place),
                self._words(place),
                self._row_rect(place),
                place == self.chosen,
                position=(place + 1, self.count),
            )
            for place in self.seen
        ]

    @property
    def position(self) -> Position:
        return (self.chosen + 1, self.count) if self.count else NO_POSITION

    def focus_rect(self) -> Rect:
        return self._row_rect(self.chosen) if self.count else self.rect

    def draw(self, painter: Painter) -> None:
        """Draw the visible rows. The chosen row is raised and has a brass edge."""
        with painter.clip(self.rect):
            for place in self.seen:
                x, y, width, height = rect = self._row_rect(place)
                chosen = place == self.chosen
                if chosen or (self.hovered and place == self._under):
                    fill = mix(painter.col("panel"), painter.col("raised"), 1.0 if chosen else HOVERED)
                    painter.rect(rect, fill, 8)
                if chosen:
                    painter.rect((x, y + 8, 4, height - 16), "brass", 2)
                if not self._draw_row(painter, rect, place):
                    painter.rect((x + 16, y + height / 2 - 3, min(width * 0.4, 220), 6), "sunk", 3)
                if chosen and self.focused:
                    painter.focus_ring((x + 4, y + 4, width - 8, height - 8), 7)
        self.scroll.draw(painter)

    def _row_rect(self, index: int) -> Rect:
        x, y, width, _ = self.rect
        return x, y + index * self.row_height - self.scroll.offset, width - self.room, self.row_height

    def _row_at(self, y: float) -> int | None:
        place = int((y - self.rect[1] + self.scroll.offset) / self.row_height)
        return place if 0 <= place < self.count else None


class RowChoice(Choice):
    """A choice among rows, each `row_height` dp high including the `gap` below it.

    Enter opens the chosen row.

    `draw_row` draws the content of a row onto its background. The background has corners with a radius of
    `corner` dp, and the chosen row has a brass edge.
    """

    role: ClassVar[str] = "list"

    def __init__(
        self,
        name: str,
        label: str,
        change: Callable[[str], None],
        opened: Act,
        draw_row: Callable[[Painter, Rect, int], None],
        *,
        row_height: float,
        gap: float = 0.0,
        corner: float,
    ) -> None:
        super().__init__(name, label, [], "", change)
        self._on_open, self._draw_row = opened, draw_row
        self._row_height, self._gap, self._corner = row_height, gap, corner
        self._first = 0

    @property
    def chosen_place(self) -> int | None:
        places = (index for index, option in enumerate(self.options) if option.value == self.chosen)
        return next(places, None)

    def show(self, options: Sequence[Option], chosen: str) -> None:
        self.options, self.chosen = tuple(options), chosen

    def choose(self, value: str) -> None:
        """Choose a row and scroll it into view."""
        super().choose(value)
        if (place := self.chosen_place) is not None:
            self._first = max(place - self._rows_in_view + 1, min(place, self._top))

    def key(self, event: Key) -> bool:
        """Handle a key: arrows choose another row, Enter opens the chosen row."""
        if event.name in ENTER:
            if not event.repeat:
                self._on_open()
            return True
        return super().key(event)

    def wheel(self, steps: float) -> bool:
        """Scroll the rows if not all of them are visible."""
        before = self._top
        self._first = max(0, min(len(self.options) - self._rows_in_view, before - round(steps)))
        return self._first != before

    def option_rect(self, index: int) -> Rect:
        """Return the rectangle of a row. The rectangle of a hidden row has no height."""
        x, y, width, _ = self.rect
        row = index - self._top
        if not 0 <= row < self._rows_in_view:
            return x, y, width, 0.0
        return x, y + row * self._row_height, width, self._row_height - self._gap

    def focus_rect(self) -> Rect:
        return self.option_rect(self.chosen_place or 0)

    @property
    def _rows_in_view(self) -> int:
        return max(1, int(self.rect[3] / self._row_height))

    @property
    def _top(self) -> int:
        return max(0, min(self._first, len(self.options) - self._rows_in_view))

    def draw(self, painter: Painter) -> None:
        """Draw the visible rows. The focus ring surrounds the chosen row."""
        chosen = self.chosen_place
        for place in range(len(self.options)):
            rect = self.option_rect(place)
            if not rect[3]:
                continue
            if place in (chosen, self._under_mouse):
                painter.rect(rect, "raised", self._corner, "brass" if place == chosen else None)
            self._draw_row(painter, rect, place)
        if self.focused and chosen is not None and self.option_rect(chosen)[3]:
            painter.focus_ring(self.option_rect(chosen), self._corner)
