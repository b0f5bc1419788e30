"""Logs of hands, and the list of a hand's decisions by street."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import ClassVar

from game.core import Decision
from game.rules.betting import Street
from game.study.judgements import Mark
from game.texts import text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.input import Key
from game.window.ui.layout.arrangements import shared_out
from game.window.ui.leaves import Filled
from game.window.ui.theme import tokens
from game.window.ui.widgets import Choice, Option
from game.window.ui.widgets.controls import ARROWS
from game.window.views import marks as grade_mark

TITLE_STEP, LINE_STEP, STREET_GAP = 28.0, 23.0, 13.0
NAME_WIDTH = 66.0
CARD_SIZE = 16.0
MARK_GAP = 10.0


@dataclass(frozen=True, slots=True)
class HandLogLine:
    """One action: the player, the action, the pot if a round has ended, and the mark if the action was graded."""

    who: str
    what: str
    pot: str = ""
    own: bool = False
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class LogStreet:
    """One betting round: its name, the dealt cards, and its actions."""

    name: str
    cards: Sequence[str]
    lines: Sequence[HandLogLine]

    @property
    def height(self) -> float:
        return TITLE_STEP + LINE_STEP * len(self.lines) + STREET_GAP


def name_replacement(what: str, decision: Decision | None) -> str:
    """Return the text of an action. If the table took the action because the agent failed, the text says so."""
    is_by_table = decision is not None and decision.is_replacement
    return text("table.by_table", what=what) if is_by_table else what


def mark_actions(streets: Sequence[LogStreet], marks: Sequence[Mark | None]) -> Sequence[LogStreet]:
    """Return a log with the marks of its actions, in order. There may be fewer marks than actions."""
    left = iter(marks)
    return [
        replace(
            street,
            lines=tuple(replace(line, mark=next(left, None)) if line.who else line for line in street.lines),
        )
        for street in streets
    ]


def height(streets: Sequence[LogStreet]) -> float:
    return sum(street.height for street in streets)


def draw(painter: Painter, r: Rect, streets: Sequence[LogStreet]) -> float:
    """Draw the log from the upper edge of `r`, and return the y of its lower end.

    If there is not enough room, the oldest lines are left out.
    """
    if height(streets) <= r[3]:
        return _draw_streets(painter, r, streets)
    x, y, w, h = r
    with painter.clip((x - 2, y, w + 4, h)):
        return _draw_streets(painter, (x, y + h - height(streets), w, h), streets)


def _draw_streets(painter: Painter, r: Rect, streets: Sequence[LogStreet]) -> float:
    x, y, w, h = r
    lines = [line for street in streets for line in street.lines]
    marks_width = grade_mark.DOTS + MARK_GAP if any(line.mark is not None for line in lines) else 0.0
    longest = max((painter.width(line.who, "label_b") for line in lines), default=0.0)
    name_width = min(max(NAME_WIDTH, longest + 14), (w - marks_width) * 0.45) if longest else 0.0
    top = y + TITLE_STEP / 2
    for street in streets:
        top = _draw_street(painter, (x, top, w, h), street, name_width, marks_width)
    return top - TITLE_STEP / 2


def draw_columns(painter: Painter, r: Rect, streets: Sequence[LogStreet], count: int) -> None:
    """Draw the log in columns, for a low and wide rectangle. All lines of a street are in the same column."""
    x, y, w, h = r
    gap = 32.0
    column = (w - gap * (count - 1)) / count
    for i, share in enumerate(shared_out([street.height for street in streets], count)):
        draw(painter, (x + i * (column + gap), y, column, h), [streets[index] for index in share])


def _draw_street(
    painter: Painter, place: Rect, street: LogStreet, name_width: float, marks_width: float
) -> float:
    x, y, w, _ = place
    painter.caps(street.name, x, y, "dim")
    if street.cards:
        painter.inline_cards(street.cards, x + w, y, CARD_SIZE, "r")
    y += TITLE_STEP
    right = x + w - marks_width
    for line in street.lines:
        if line.mark is not None:
            grade_mark.draw_grade(
                line.mark, "", painter, (x + w - grade_mark.DOTS, y - LINE_STEP / 2, 0.0, LINE_STEP)
            )
        pot_width = painter.width(line.pot, "label") + 10 if line.pot else 0.0
        style = "label_b" if line.own else "label"
        painter.text(painter.short_name(line.who, name_width - 6, style), x, y, style)
        ink = "text" if line.own else "dim"
        painter.text(line.what, x + name_width, y, "label", ink, fit=right - x - name_width - pot_width)
        painter.text(line.pot, right, y, "label", "faint", al="r")
        y += LINE_STEP
    return y + STREET_GAP


TITLE, LINE, FIRST_LINE = 16.0, 20.0, 36.0
STREET_GAP = 12.0
COLUMN_GAP, HEADING_GAP = 12.0, 8.0
INDENT = 26.0
ICON = 15.0


@dataclass(frozen=True, slots=True)
class ListedDecision:
    """A decision in a list: the emblem of the player, the action, and a sentence that describes both."""

    street: Street
    device: str
    what: str
    sentence: str


@dataclass(frozen=True, slots=True)
class StreetHeading:
    """The name of a street, with the player who is ahead on this street and this player's equity.

    `note` has the name of the player and the equity. If there is no room for `note`, the emblem `device` of the
    player and the equity `share` are drawn instead.
    """

    street: str
    note: str = ""
    share: str = ""
    device: str = ""

    def draw(self, painter: Painter, left: float, middle: float, width: float) -> None:
        """Draw the heading, `width` dp wide, vertically centred at `middle`."""
        taken, right = painter.text(self.street, left, middle, "small_b"), left + width
        room = width - taken - HEADING_GAP
        if not self.device or painter.width(self.note, "small") <= room:
            painter.text(self.note, right, middle, "small", "dim", al="r", fit=room)
            return
        share = painter.text(self.share, right, middle, "small", "dim", al="r")
        painter.icon(self.device, right - share - ICON / 2 - 4, middle, ICON, weight=1.8)


class DecisionListWidget(Choice):
    """The decisions of a hand by street. The streets are in a row or in a column.

    The widget is one tab stop, in which arrow keys choose a decision.
    """

    role: ClassVar[str] = "list"

    def __init__(self, label: str, change: Callable[[str], None]) -> None:
        super().__init__("decisions", label, (), "", change)
        self.decisions: Sequence[ListedDecision] = ()
        self._heads: Sequence[StreetHeading] = ()
        self._places: list[Rect] = []
        self._made_count = 0
        self.stacked = False

    def tell(self, listed: Sequence[ListedDecision], heads: Sequence[StreetHeading], made: int) -> None:
        """Set the decisions, the headings of all streets, and the number of decisions made so far."""
        self.decisions, self._heads, self._made_count = listed, heads, made
        self.options = tuple(Option(str(index), one.sentence) for index, one in enumerate(listed))
        self.chosen = str(made)

    def height(self) -> float:
        return sum(FIRST_LINE + LINE * len(lines) + STREET_GAP for _, lines in self._by_street())

    def fit(self, rect: Rect) -> None:
        """Place all decisions in `rect`.

        Of a long street, only the lines around the current decision are shown.
        """
        self.rect = rect
        x, y, w, h = rect
        self._places = [(0.0, 0.0, 0.0, 0.0)] * len(self.decisions)
        column = w if self.stacked else (w - COLUMN_GAP * (len(Street) - 1)) / len(Street)
        for street, lines in self._by_street():
            room = len(lines) if self.stacked else int((h - FIRST_LINE + LINE / 2) / LINE)
            present = next((i for i, index in enumerate(lines) if index >= self._made_count), len(lines) - 1)
            first = max(0, min(present - room + 2, len(lines) - room))
            left = x if self.stacked else x + street * (column + COLUMN_GAP)
            for row, index in enumerate(lines[first : first + room]):
                middle = y + FIRST_LINE + row * LINE
                self._places[index] = (left, middle - LINE / 2, column, LINE)
            if self.stacked:
                y += FIRST_LINE + LINE * len(lines) + STREET_GAP

    def _by_street(self) -> list[tuple[Street, list[int]]]:
        """Return each street of the hand, with the indices of its decisions."""
        grouped = groupby(range(len(self.decisions)), key=lambda index: self.decisions[index].street)
        lines = {street: list(places) for street, places in grouped}
        return [(Street(index), lines.get(Street(index), [])) for index in range(len(self._heads))]

    def key(self, event: Key) -> bool:
        """Handle a key: arrows move from the current decision to its neighbours, Home and End to the ends.

        If there is no further decision in this direction, the key is passed on to the screen.
        """
        last = len(self.options) - 1
        goal = {"home": 0, "end": last}.get(event.name, self._made_count + ARROWS.get(event.name, 0))
        if event.name not in (*ARROWS, "home", "end") or goal > last:
            return False
        self.choose(str(max(0, goal)))
        return True

    def option_rect(self, index: int) -> Rect:
        return self._places[index]

    def hint_rect(self) -> Rect:
        return self.rect

    def draw(self, painter: Painter) -> None:
        """Draw the streets. Later decisions are pale, and the current decision is framed."""
        x, y, w, _ = self.rect
        column = w if self.stacked else (w - COLUMN_GAP * (len(Street) - 1)) / len(Street)
        for (street, lines), heading in zip(self._by_street(), self._heads, strict=True):
            left = x if self.stacked else x + street * (column + COLUMN_GAP)
            heading.draw(painter, left + 6, y + TITLE, column - 12)
            for place in lines:
                self._draw_line(painter, place)
            if self.stacked:
                y += FIRST_LINE + LINE * len(lines) + STREET_GAP
        if self.focused:
            at_end = self._made_count >= len(self.decisions)
            painter.focus_ring(self.rect if at_end else self._places[self._made_count], 4)

    def _draw_line(self, painter: Painter, index: int) -> None:
        x, y, w, h = self._places[index]
        if not h:
            return
        listed, middle = self.decisions[index], y + h / 2
        present, ahead = index == self._made_count, index > self._made_count
        if present or index == self._under_mouse:
            radius = tokens().radius["small"]
            painter.rect((x, y, w, h), "raised", radius, "brass" if present else None)
        ink = "faint" if ahead else "brass" if present else "text"
        painter.icon(listed.device, x + 6 + ICON / 2, middle, ICON, ink, weight=1.8)
        painter.text(
            listed.what, x + INDENT, middle, "small_b" if present else "small", ink, fit=w - INDENT - 4
        )


class DecisionListBox(Filled):
    """The list of decisions as a box. If `stacked`, the decisions form one column, as high as they need."""

    def __init__(self, decisions: DecisionListWidget) -> None:
        super().__init__(decisions)
        self._decisions = decisions

    def measure(self, painter: Painter, width: float) -> float:
        return self._decisions.height() if self._decisions.stacked else 0.0

    def place(self, painter: Painter, rect: Rect) -> None:
        super().place(painter, rect)
        self._decisions.fit(rect)
