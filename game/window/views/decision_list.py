"""The decisions of a hand as one control: by street, the one of this moment boxed; choosing one goes there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from game.rules.betting import Street
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.input import Key
from game.window.ui.leaves import Filled
from game.window.ui.theme import tokens
from game.window.ui.widgets import Choice, Option
from game.window.ui.widgets.controls import ARROWS

TITLE, LINE, FIRST_LINE = 16.0, 20.0, 36.0
STREET_GAP = 12.0
COLUMN_GAP = 12.0
INDENT = 26.0
ICON = 15.0


@dataclass(frozen=True, slots=True)
class ListedDecision:
    """A decision as it is listed: the device of who made it, what was done, and all of it as a sentence."""

    street: Street
    device: str
    what: str
    sentence: str


class DecisionListWidget(Choice):
    """Streets side by side, or below each other, with their decisions; one stop for Tab, arrows inside."""

    role: ClassVar[str] = "list"

    def __init__(self, label: str, change: Callable[[str], None]) -> None:
        super().__init__("decisions", label, (), "", change)
        self.listed: Sequence[ListedDecision] = ()
        self._heads: Sequence[tuple[str, str]] = ()
        self._places: list[Rect] = []
        self._made = 0
        self.stacked = False

    def tell(self, listed: Sequence[ListedDecision], heads: Sequence[tuple[str, str]], made: int) -> None:
        """Take the decisions, and the name of each street reached with what stands beside it."""
        self.listed, self._heads, self._made = listed, heads, made
        self.options = tuple(Option(str(place), one.sentence) for place, one in enumerate(listed))
        self.chosen = str(made)

    def height(self) -> float:
        """Return how much room the streets need below each other."""
        return sum(FIRST_LINE + LINE * len(lines) + STREET_GAP for _, lines in self._by_street())

    def fit(self, rect: Rect) -> None:
        """Find the place of every decision in `rect`; of a long street the lines around the present one show."""
        self.rect = rect
        x, y, w, h = rect
        self._places = [(0.0, 0.0, 0.0, 0.0)] * len(self.listed)
        column = w if self.stacked else (w - COLUMN_GAP * (len(Street) - 1)) / len(Street)
        for street, lines in self._by_street():
            room = len(lines) if self.stacked else int((h - FIRST_LINE + LINE / 2) / LINE)
            present = next((i for i, place in enumerate(lines) if place >= self._made), len(lines) - 1)
            first = max(0, min(present - room + 2, len(lines) - room))
            left = x if self.stacked else x + street * (column + COLUMN_GAP)
            for row, place in enumerate(lines[first : first + room]):
                middle = y + FIRST_LINE + row * LINE
                self._places[place] = (left, middle - LINE / 2, column, LINE)
            if self.stacked:
                y += FIRST_LINE + LINE * len(lines) + STREET_GAP

    def _by_street(self) -> list[tuple[Street, list[int]]]:
        """Return the places of the decisions of each street that was reached."""
        grouped = groupby(range(len(self.listed)), key=lambda place: self.listed[place].street)
        lines = {street: list(places) for street, places in grouped}
        return [(Street(place), lines.get(Street(place), [])) for place in range(len(self._heads))]

    def key(self, event: Key) -> bool:
        """Arrows go from the present moment to its neighbours, Home and End to the first and the last decision.

        Beyond the last one the screen goes on.
        """
        last = len(self.options) - 1
        goal = {"home": 0, "end": last}.get(event.name, self._made + ARROWS.get(event.name, 0))
        if event.name not in (*ARROWS, "home", "end") or goal > last:
            return False
        self.choose(str(max(0, goal)))
        return True

    def option_rect(self, place: int) -> Rect:
        """Return where a decision lies."""
        return self._places[place]

    def hint_rect(self) -> Rect:
        """Return all of it."""
        return self.rect

    def draw(self, painter: Painter) -> None:
        """Draw the streets; later decisions are pale, and the current one has a box."""
        x, y, w, _ = self.rect
        column = w if self.stacked else (w - COLUMN_GAP * (len(Street) - 1)) / len(Street)
        for (street, lines), (name, aside) in zip(self._by_street(), self._heads, strict=True):
            left = x if self.stacked else x + street * (column + COLUMN_GAP)
            taken = painter.text(name, left + 6, y + TITLE, "small_b")
            painter.text(aside, left + column - 6, y + TITLE, "small", "dim", al="r", fit=column - taken - 20)
            for place in lines:
                self._draw_line(painter, place)
            if self.stacked:
                y += FIRST_LINE + LINE * len(lines) + STREET_GAP
        if self.focused:
            painter.focus_ring(self.rect if self._made >= len(self.listed) else self._places[self._made], 4)

    def _draw_line(self, painter: Painter, place: int) -> None:
        x, y, w, h = self._places[place]
        if not h:
            return
        listed, middle = self.listed[place], y + h / 2
        present, ahead = place == self._made, place > self._made
        if present or place == self._under_mouse:
            radius = tokens().radius["small"]
            painter.rect((x, y, w, h), "raised", radius, "brass" if present else None)
        ink = "faint" if ahead else "brass" if present else "text"
        painter.icon(listed.device, x + 6 + ICON / 2, middle, ICON, ink, weight=1.8)
        painter.text(
            listed.what, x + INDENT, middle, "small_b" if present else "small", ink, fit=w - INDENT - 4
        )


class DecisionListBox(Filled):
    """The decisions in a box: below each other where they are `stacked`, and then as high as they need."""

    def __init__(self, decisions: DecisionListWidget) -> None:
        super().__init__(decisions)
        self._decisions = decisions

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height of the streets below each other."""
        return self._decisions.height() if self._decisions.stacked else 0.0

    def place(self, painter: Painter, rect: Rect) -> None:
        """Find the place of every decision."""
        super().place(painter, rect)
        self._decisions.fit(rect)
