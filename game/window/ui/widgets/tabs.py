"""Tabs: names in a row with one selected, or page names with icons in a column."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from game.window.ui.theme import mix
from game.window.ui.widgets.choice import Choice, Option
from game.window.ui.widgets.widget import Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


GAP = 26.0
UNDERLINE = 16.0
HEIGHT = 40.0


class Tabs(Choice):
    """Tabs as wide as their names. `measure` places the tabs, given the left end and the vertical middle in dp."""

    role: ClassVar[str] = "tabs"

    def measure(self, painter: Painter, x: float, y: float) -> None:
        self._widths = [painter.width(option.label, "strong") for option in self.options]
        self.rect = (x, y - HEIGHT / 2, sum(self._widths) + GAP * (len(self._widths) - 1), HEIGHT)

    def option_rect(self, index: int) -> Rect:
        """Return the rectangle of a tab."""
        x, y, _, height = self.rect
        before = sum(self._widths[:index]) + GAP * index
        return x + before - GAP / 2, y, self._widths[index] + GAP, height

    def draw(self, painter: Painter) -> None:
        """Draw the names. The selected name is underlined."""
        for index, option in enumerate(self.options):
            left, y, width, height = self.option_rect(index)
            left, width, middle = left + GAP / 2, width - GAP, y + height / 2
            chosen = option.value == self.chosen
            ink = "text" if chosen or index == self._under_mouse else "dim"
            painter.text(option.label, left, middle, "strong" if chosen else "body", ink)
            if chosen:
                painter.rect((left, middle + UNDERLINE, width, 2.5), "brass", 1)
            if chosen and self.focused:
                painter.focus_ring((left - 8, middle - 15, width + 16, 34))


STEP, NAV_HEIGHT = 52.0, 46.0
ROW = 46.0
CORNER = 10.0


class Nav(Choice):
    """The names of pages in a column, with one selected."""

    role: ClassVar[str] = "tabs"

    def __init__(
        self,
        name: str,
        label: str,
        pages: Sequence[Option],
        chosen: str,
        change: Callable[[str], None],
    ) -> None:
        super().__init__(name, label, pages, chosen, change)
        self.icons: Mapping[str, str] = {}
        self.as_row = False

    @property
    def hint(self) -> str:
        under = self._under_mouse
        return self.options[under].label if self.as_row and under is not None else ""

    def option_rect(self, index: int) -> Rect:
        """Return the rectangle of a page's name."""
        x, y, width, _ = self.rect
        if self.as_row:
            each = width / len(self.options)
            return x + index * each, y, each, ROW
        return x, y + index * STEP, width, NAV_HEIGHT

    def draw(self, painter: Painter) -> None:
        """Draw the names. The selected name has a background with a brass mark."""
        for index, option in enumerate(self.options):
            rect = self.option_rect(index)
            x, y, width, height = rect
            chosen, middle = option.value == self.chosen, y + height / 2
            if chosen or index == self._under_mouse:
                painter.rect(
                    rect, mix(painter.col("room"), painter.col("raised"), 1.0 if chosen else 0.6), CORNER
                )
            at = x + width / 2 if self.as_row else x + 30
            painter.icon(self.icons[option.value], at, middle, 22, "brass" if chosen else "dim")
            if chosen and self.as_row:
                painter.rect((x + 10, y + height - 4, width - 20, 3), "brass", 1.5)
            elif chosen:
                painter.rect((x, y + 10, 4, height - 20), "brass", 2)
            if not self.as_row:
                style, ink = ("strong", "text") if chosen else ("body", "dim")
                painter.text(option.label, x + 56, middle, style, ink, fit=width - 64)
            if chosen and self.focused:
                painter.focus_ring(rect, CORNER)
