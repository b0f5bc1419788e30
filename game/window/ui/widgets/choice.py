"""Controls that choose one option: segments, radio buttons, stages on a line, or a cycle with two arrows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.texts import text
from game.window.ui.input import ENTER, Key
from game.window.ui.theme import mix, tokens
from game.window.ui.widgets.controls import ARROWS
from game.window.ui.widgets.widget import NO_POSITION, Act, Position, Rect, Widget, WidgetPart, holds, inset

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Align, Painter


SEGMENT_INSET = 3.0
SEGMENT_RULE = 11.0
SEGMENT_AIR = 10.0  # dp: with less room beside a label, the widths follow the labels
LABEL_SIDES = 8.0
RADIO_ROW = 40.0
RADIO_LABEL, RADIO_NOTE, RADIO_GAP = 30.0, 108.0, 10.0
RADIO_RADIUS = 8.0
RING, RING_GAP = 24.0, 8.0  # the size of the focus ring, and its distance from the next column
HOVER_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a choice.

    An option with a reason in `disabled` cannot be chosen. The `note` is written next to the option.
    """

    value: str
    label: str
    note: str = ""
    disabled: str = ""


def options(key: str, values: Iterable[str]) -> list[Option]:
    """Return options with these values.

    `key` is a text key that contains {}, such as "lab.games.{}". The label of an option is the text whose key has
    the value in place of {}.
    """
    return [Option(value, text(key.format(value))) for value in values]


class Choice(Widget, ABC):
    """A control with several options, of which exactly one is chosen. Subclasses place and draw the options."""

    role: ClassVar[str] = "choice"

    def __init__(
        self,
        name: str,
        label: str,
        options: Sequence[Option],
        chosen: str,
        change: Callable[[str], None],
    ) -> None:
        super().__init__(name, label)
        self.options = tuple(options)
        self.chosen = chosen
        self.change = change
        self._under: int | None = None

    @property
    def value(self) -> str:
        return next((option.label for option in self.options if option.value == self.chosen), "")

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(option.note for option in self.options if option.value == self.chosen and option.note)

    @property
    def position(self) -> Position:
        at = next((at for at, one in enumerate(self.options, 1) if one.value == self.chosen), 0)
        return (at, len(self.options)) if at and len(self.options) > 1 else NO_POSITION

    @property
    def hint(self) -> str:
        """The reason why the option under the mouse is disabled, or else the tooltip of the control."""
        under = self._under_mouse
        barred = self.options[under].disabled if self.enabled and under is not None else ""
        return barred or super().hint

    @abstractmethod
    def option_rect(self, index: int) -> Rect: ...

    def hint_rect(self) -> Rect:
        under = self._under_mouse
        return self.rect if under is None else self.option_rect(under)

    def parts(self) -> list[WidgetPart]:
        """Return the options as parts, for a screen reader."""
        return [
            WidgetPart(
                option.value,
                option.label,
                self.option_rect(index),
                option.value == self.chosen,
                self.enabled and not option.disabled,
                (index + 1, len(self.options)),
            )
            for index, option in enumerate(self.options)
        ]

    def choose(self, value: str) -> None:
        """Choose an option. If this changes the choice, report the change."""
        if value != self.chosen:
            self.chosen = value
            self.change(value)

    def step(self, by: int) -> None:
        """Choose the option that is `by` positions after the chosen option.

        After the last option, start again with the first.
        """
        if not self.options:
            return
        values = [option.value for option in self.options]
        at = values.index(self.chosen) if self.chosen in values else 0
        self.choose(values[(at + by) % len(values)])

    def key(self, event: Key) -> bool:
        """Handle a key: arrows, Home and End choose another option. Disabled options are skipped."""
        free = [option.value for option in self.options if not option.disabled]
        if not free or event.name not in (*ARROWS, "home", "end"):
            return False
        at = free.index(self.chosen) if self.chosen in free else 0
        goal = {"home": 0, "end": len(free) - 1}.get(event.name, at + ARROWS.get(event.name, 0))
        self.choose(free[max(0, min(len(free) - 1, goal))])
        return True

    def hover(self, x: float, y: float) -> bool:
        before, self._under = self._under, self._option_at(x, y)
        return before != self._under

    def release(self, x: float, y: float) -> bool:
        """Choose the option under the mouse."""
        index = self._option_at(x, y)
        if index is not None and not self.options[index].disabled:
            self.choose(self.options[index].value)
        return True

    @property
    def _under_mouse(self) -> int | None:
        in_range = self._under is not None and self._under < len(self.options)
        return self._under if self.hovered and in_range else None

    def _option_at(self, x: float, y: float) -> int | None:
        places = range(len(self.options))
        return next((place for place in places if holds(self.option_rect(place), x, y)), None)


class Segmented(Choice):
    """Options side by side on one track, equally wide.

    If a label has too little room, the widths follow the labels.
    """

    def __init__(
        self,
        name: str,
        label: str,
        options: Sequence[Option],
        chosen: str,
        change: Callable[[str], None],
        *,
        style: str = "label_b",
    ) -> None:
        super().__init__(name, label, options, chosen, change)
        self.style = style
        self._shares: list[float] = []

    def option_rect(self, index: int) -> Rect:
        """Return the rectangle of an option on the track."""
        x, y, width, height = self.rect
        shares = self._shares or [1 / len(self.options)] * len(self.options)
        room = width - 2 * SEGMENT_INSET
        return x + SEGMENT_INSET + sum(shares[:index]) * room, y, shares[index] * room, height

    def draw(self, painter: Painter) -> None:
        """Draw the track and the options."""
        _, y, _, height = self.rect
        self._shares = self._divide(painter)
        painter.rect(self.rect, "sunk", tokens().radius["control"], "line")
        for index, option in enumerate(self.options):
            left, _, width, _ = self.option_rect(index)
            chosen = option.value == self.chosen
            self._draw_plate(painter, (left, y + SEGMENT_INSET, width, height - 2 * SEGMENT_INSET), index)
            ink = "on_brass" if chosen and self.enabled else "text" if self._free(option) else "faint"
            painter.text(
                option.label,
                left + width / 2,
                y + height / 2,
                self.style,
                ink,
                al="c",
                fit=width - LABEL_SIDES,
            )
            if index and not chosen and self.options[index - 1].value != self.chosen:
                painter.line(left, y + SEGMENT_RULE, left, y + height - SEGMENT_RULE)
        if self.focused:
            painter.focus_ring(self.rect)

    def natural_width(self, painter: Painter) -> float:
        return sum(self._wanted(painter)) + 2 * SEGMENT_INSET

    def _wanted(self, painter: Painter) -> list[float]:
        return [painter.width(option.label, self.style) + LABEL_SIDES for option in self.options]

    def _divide(self, painter: Painter) -> list[float]:
        """Return the share of the track that each option has. Empty means equal shares."""
        wanted = self._wanted(painter)
        each = (self.rect[2] - 2 * SEGMENT_INSET) / len(self.options)
        if max(wanted) <= each - SEGMENT_AIR:
            return []
        spare = max(0.0, each - sum(wanted) / len(wanted))
        return [(wide + spare) / (sum(wanted) + len(wanted) * spare) for wide in wanted]

    def _free(self, option: Option) -> bool:
        return self.enabled and not option.disabled

    def _draw_plate(self, painter: Painter, rect: Rect, index: int) -> None:
        option, radius = self.options[index], tokens().radius["small"]
        if option.value == self.chosen:
            fill = "brass_fill" if self.enabled else "raised"
            painter.rect(
                rect, fill, radius, "brass" if painter.theme.name == "light" and self.enabled else None
            )
        elif index == self._under_mouse and self._free(option):
            painter.rect(inset(rect, 1), mix(painter.col("sunk"), painter.col("raised"), 1.0), radius)


class RadioList(Choice):
    """Options in a column, each with a ring and a note.

    If there is little height, they are in several `columns`.
    """

    columns = 1

    @property
    def lines(self) -> int:
        return -(-len(self.options) // self.columns)

    def option_rect(self, index: int) -> Rect:
        """Return the rectangle of an option in its row and column."""
        x, y, width, height = self.rect
        line, column = divmod(index, self.columns)
        wide, high = width / self.columns, height / self.lines
        return x + column * wide, y + line * high, wide, high

    def draw(self, painter: Painter) -> None:
        """Draw the options. The focus ring surrounds the chosen option."""
        for index, option in enumerate(self.options):
            self._draw_option(painter, index, option)
        if self.focused:
            x, y, width, height = self.focus_rect()
            wide = width + 4 if self.columns == 1 else width - RING_GAP
            painter.focus_ring((x - 4, y + height / 2 - RING / 2, wide, RING))

    def focus_rect(self) -> Rect:
        places = [index for index, option in enumerate(self.options) if option.value == self.chosen]
        return self.option_rect(places[0] if places else 0)

    def _draw_option(self, painter: Painter, index: int, option: Option) -> None:
        x, y, width, height = self.option_rect(index)
        middle, chosen = y + height / 2, option.value == self.chosen
        free = self.enabled and not option.disabled
        bright = chosen or (free and index == self._under_mouse)
        painter.ring(x + 10, middle, RADIO_RADIUS, "brass" if bright else "edge" if free else "line", 2)
        if chosen:
            painter.disc(x + 10, middle, 4.5, "brass")
        style = "label_b" if chosen else "label"
        ink = "text" if free else "faint"
        painter.text(option.label, x + RADIO_LABEL, middle, style, ink, fit=width - RADIO_LABEL)
        if option.note and self.has_room([option], painter, width):
            painter.text(option.note, x + self._find_left(painter), middle, "small", "dim")

    def has_room(self, options: Iterable[Option], painter: Painter, width: float) -> bool:
        """Return whether the notes of these options fit next to the labels in a column of this width."""
        room = width - self._find_left(painter)
        return all(painter.width(option.note, "small") <= room for option in options)

    def _find_left(self, painter: Painter) -> float:
        widest = max(painter.width(one.label, "label_b") for one in self.options)
        return max(RADIO_NOTE, RADIO_LABEL + widest + RADIO_GAP)


ARROW = 34.0
ICON = 18.0


class Cycle(Choice):
    """A control that shows the chosen option between two arrows.

    The arrows choose the previous and the next option.
    """

    role: ClassVar[str] = "choice"

    def parts(self) -> list[WidgetPart]:
        ends = (("previous", self._end(-1)), ("next", self._end(1)))
        return [WidgetPart(name, name, rect, enabled=self.enabled) for name, rect in ends]

    def release(self, x: float, y: float) -> bool:
        """Choose the option before or after the chosen option, depending on the side of the click.

        After the last option, start again with the first.
        """
        left, _, width, _ = self.rect
        self.step(-1 if x < left + ARROW else 1 if x >= left + width - ARROW else 0)
        return True

    def wheel(self, steps: float) -> bool:
        self.step(-1 if steps > 0 else 1)
        return True

    def draw(self, painter: Painter) -> None:
        """Draw the field, the arrows and the chosen option."""
        x, y, width, height = self.rect
        middle = y + height / 2
        painter.rect(self.rect, "sunk", tokens().radius["control"], "line")
        ink = "text" if self.enabled else "faint"
        painter.icon("prev", x + ARROW / 2, middle, ICON, "dim")
        painter.icon("next", x + width - ARROW / 2, middle, ICON, "dim")
        left, room = self._place_of_words()
        painter.text(self.value, left + room / 2, middle, "label_b", ink, al="c", fit=room)
        if self.focused:
            painter.focus_ring(self.rect)

    def option_rect(self, index: int) -> Rect:
        return self.rect

    def _place_of_words(self) -> tuple[float, float]:
        x, _, width, _ = self.rect
        return x + ARROW, width - 2 * ARROW

    def _option_at(self, x: float, y: float) -> int | None:
        return None

    def _end(self, side: int) -> Rect:
        x, y, width, height = self.rect
        return (x if side < 0 else x + width - ARROW), y, ARROW, height


GLASS, GAP = 16.0, 6.0


class Lookup(Cycle):
    """A cycle with a search. Enter, or a click between the arrows, opens the search for a name."""

    def __init__(
        self, name: str, label: str, options: Sequence[Option], chosen: str, change: Callable[[str], None]
    ) -> None:
        super().__init__(name, label, options, chosen, change)
        self.find: Act | None = None

    def key(self, event: Key) -> bool:
        """Handle a key: Enter searches for a name."""
        if event.name in ENTER and self.find is not None:
            if not event.repeat:
                self.find()
            return True
        return super().key(event)

    def release(self, x: float, y: float) -> bool:
        """Choose the previous or the next option. A click between the arrows searches for a name instead."""
        left, _, width, _ = self.rect
        if self.find is not None and left + ARROW <= x < left + width - ARROW:
            self.find()
            return True
        return super().release(x, y)

    def draw(self, painter: Painter) -> None:
        """Draw the field, with a magnifying glass that indicates the search."""
        super().draw(painter)
        x, y, width, height = self.rect
        painter.icon(
            "find", x + width - ARROW - GLASS / 2, y + height / 2, GLASS, "dim" if self.enabled else "line"
        )

    def _place_of_words(self) -> tuple[float, float]:
        left, room = super()._place_of_words()
        return left, room - GLASS - GAP


LINE_AT = 15.0
LABEL_AT = 42.0
UNIT_AT = 62.0
REST, CHOSEN = 7.0, 10.0
MARGIN = 12.0
NAME_GAP = 6.0  # dp between two names


class Stages(Choice):
    """Stages as points on a line, chosen by arrow keys or a click.

    `unit` is the unit of the stages' numbers, which is drawn below the chosen stage.
    """

    role: ClassVar[str] = "stages"
    unit = ""

    def option_rect(self, index: int) -> Rect:
        """Return the hit area of a stage."""
        x, y, width, height = self.rect
        each = width / len(self.options)
        return x + index * each, y, each, height

    def draw(self, painter: Painter) -> None:
        """Draw the line, the stages and their names.

        If the names are too long for the available room, only the name of the chosen or the hovered stage is
        drawn.
        """
        left, y, whole, _ = self.rect
        fits, fits_small = (self._fits(painter, style) for style in ("label_b", "small_b"))
        line, styles = y + LINE_AT, ("label", "label_b") if fits else ("small", "small_b")
        painter.line(self._station(0), line - 1, self._station(len(self.options) - 1), line - 1, "edge", lw=2)
        for index, option in enumerate(self.options):
            centre, chosen = self._station(index), option.value == self.chosen
            radius = CHOSEN if chosen else REST
            lit = chosen or index == self._under_mouse
            painter.disc(centre, line, radius, "brass_fill" if chosen and self.enabled else "panel")
            painter.ring(centre, line, radius, "brass" if lit and self.enabled else "edge", 2)
            if not (fits or fits_small):
                if lit if self._under_mouse is not None else chosen:
                    half = painter.width(option.label, "label_b") / 2
                    at = min(max(centre, left + half), left + whole - half)
                    painter.text(option.label, at, y + LABEL_AT, "label_b", "text", al="c", fit=whole)
                if chosen and self.focused:
                    painter.focus_ring((centre - radius, line - radius, 2 * radius, 2 * radius), radius)
                continue
            style, (x, y, width, _) = styles[chosen], self.rect
            ends: dict[int, tuple[float, Align]] = {0: (x, "l"), len(self.options) - 1: (x + width, "r")}
            at, al = ends.get(index, (self._station(index), "c"))
            room, ink = self._room(painter, index, style), "text" if chosen else "dim"
            painter.text(option.label, at, y + LABEL_AT, style, ink, al=al, fit=room)
            if chosen:
                painter.text(self.unit, at, y + UNIT_AT, "small", "faint", al=al, fit=width)
            if chosen and self.focused:
                painter.focus_ring((centre - radius, line - radius, 2 * radius, 2 * radius), radius)

    @property
    def height(self) -> float:
        return UNIT_AT + 14 if self.unit else LABEL_AT + 14

    def _fits(self, painter: Painter, style: str) -> bool:
        rooms = (self._room(painter, place, style) for place in range(len(self.options)))
        return all(
            painter.width(one.label, style) <= room for one, room in zip(self.options, rooms, strict=True)
        )

    def _room(self, painter: Painter, index: int, style: str) -> float:
        """Return the width available for a name.

        The first and the last name can extend up to their neighbours.
        """
        last = len(self.options) - 1
        even = self.rect[2] / (last + 1) - NAME_GAP
        if 0 < index < last or last < 2:
            return even
        neighbour = self.options[1 if index == 0 else last - 1].label
        step = self._station(1) - self._station(0)
        return max(even, step + MARGIN - painter.width(neighbour, style) / 2 - NAME_GAP)

    def _station(self, index: int) -> float:
        x, _, width, _ = self.rect
        return x + MARGIN + index * (width - 2 * MARGIN) / max(1, len(self.options) - 1)
