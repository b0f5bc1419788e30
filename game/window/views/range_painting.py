"""Controls for entering ranges: the 13 x 13 grid to paint, a text field, and the fields of a spot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

import pygame

from game.match.spot_texts import LONGEST as SPOT_TEXTS_LONGEST
from game.match.spot_texts import OPTIONS, SpotTexts
from game.rules.cards import class_at
from game.study.odds import Span
from game.texts import percent, text
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Key
from game.window.ui.layout import Box, Column, Row, fixed, grow
from game.window.ui.leaves import Caps, Control, Iconic, Note
from game.window.ui.theme import RGB, mix, tokens
from game.window.ui.widgets import Cells, IconButton, Segmented, options
from game.window.ui.widgets.text_entry import PADDING, TextEntry
from game.window.views.range_grid import CELLS, ink_on

TENTH = 0.1
TWO_LINES = 27  # minimum pixels of a cell with a name and a figure
NAME_PIXELS = 11
PALE = 0.55
TINT, BELOW_FULL = 0.8, 0.22

Paint = Callable[[Mapping[str, float]], None]


@dataclass(frozen=True, slots=True)
class GridCells:
    """The content of the cells: weights that can be painted, or the equities of the hands in the range."""

    weights: Mapping[str, float] = field(default_factory=dict)
    equities: Mapping[str, float] | None = None
    colour: str = "brass"
    pale: bool = False


class RangeGrid(Cells):
    """The 13 x 13 grid as a control: a range to paint, or the equity of each class of hands.

    A click or a drag paints with the weight of `brush`. If the first cell of the stroke is already painted,
    the stroke clears cells, otherwise it sets them. The wheel, + and - change a weight by a tenth. Digits 1
    to 9 set tenths, 0 sets the full weight, Space toggles, Delete clears, and arrows move the cursor. The
    argument `paint` is called with the weights of changed cells, and `show` returns the current cells.
    """

    role: ClassVar[str] = "grid"
    rows = columns = CELLS

    def __init__(self, show: Callable[[], GridCells], paint: Paint) -> None:
        super().__init__("grid", text("odds.grid.label"))
        self._show = show
        self.brush = 1.0
        self._paint = paint
        self._stroke: float | None = None

    # ---- texts ----------------------------------------------------------------------------------------------
    @property
    def picture(self) -> GridCells:
        return self._show()

    @property
    def shown(self) -> str:
        return class_at(*self.looked_at)

    @property
    def painting(self) -> bool:
        return self.picture.equities is None

    @property
    def value(self) -> str:
        """The hovered or selected class and its figure, as text."""
        name, equities = self.shown, self.picture.equities
        if equities is None:
            return text("odds.grid.weight", name=name, weight=percent(self._weight(name)))
        if name not in equities:
            return text("odds.grid.absent", name=name)
        return text("odds.grid.equity", name=name, share=percent(equities[name], 1))

    # ---- keys and mouse -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        return self.walk(event) or (self.painting and not event.ctrl and self._paint_by_key(event))

    def _paint_by_key(self, event: Key) -> bool:
        name = class_at(*self._at)
        if event.name == "space":
            self._set(name, self._toggle_weight(name))
        elif event.text.isdecimal():
            self._set(name, int(event.text) / 10 or 1.0)
        elif event.text in ("+", "-", "="):
            self._set(name, self._weight(name) + (-TENTH if event.text == "-" else TENTH))
        elif event.name in ("delete", "backspace"):
            self._set(name, 0.0)
        else:
            return False
        return True

    def press(self, x: float, y: float) -> bool:
        """Begin a stroke.

        If the first cell is already painted, the stroke clears cells, else it sets them.
        """
        if self.painting and (cell := self.cell_at(x, y)) is not None:
            self._stroke = self._toggle_weight(class_at(*cell))
        self.drag(x, y)
        return True

    def drag(self, x: float, y: float) -> bool:
        """Continue the stroke."""
        cell = self.cell_at(x, y)
        if cell is None:
            return False
        self._at = self._under = cell
        if self._stroke is not None and self._weight(class_at(*cell)) != self._stroke:
            self._set(class_at(*cell), self._stroke)
        return True

    def release(self, x: float, y: float) -> bool:
        self._stroke = None
        return True

    def wheel(self, steps: float) -> bool:
        """Change the weight of the hovered cell."""
        if not self.painting or self._under is None:
            return False
        name = class_at(*self._under)
        self._set(name, self._weight(name) + (TENTH if steps > 0 else -TENTH))
        return True

    def _weight(self, name: str) -> float:
        return self.picture.weights.get(name, 0.0)

    def _toggle_weight(self, name: str) -> float:
        weight = self._weight(name)
        return 0.0 if weight == self.brush or (weight and self.brush == 1.0) else self.brush

    def _set(self, name: str, weight: float) -> None:
        self._paint({name: round(min(1.0, max(0.0, weight)), 2)})

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Draw the cells, with a frame around the hovered or selected class."""
        left, top, side, _ = painter.box(self.rect)
        cell, cells = side // CELLS, self.picture
        for row in range(CELLS):
            for column in range(CELLS):
                box = pygame.Rect(left + column * cell, top + row * cell, cell - 1, cell - 1)
                _draw_cell(painter, box, class_at(row, column), cells)
        if self.focused:
            painter.focus_ring(self.rect, 4)
        if self.focused or self.hovered:
            row, column = self.looked_at
            frame = (left + column * cell - 1, top + row * cell - 1, cell + 1, cell + 1)
            x, y, w, h = (length / painter.u for length in frame)
            painter.rect((x, y, w, h), None, 2, "text", 1.6)


def _draw_cell(painter: Painter, box: pygame.Rect, name: str, picture: GridCells) -> None:
    """Draw a cell in the colour of its equity, or filled to the height of its weight, with name and figure."""
    sunk = painter.col("sunk")
    full = mix(sunk, painter.col(picture.colour), TINT)
    x, y, w, h = (length / painter.u for length in box)
    weight = picture.weights.get(name, 0.0) if picture.equities is None else 0.0
    background, figure = sunk, ""
    if picture.equities is not None and name in picture.equities:
        background = tint(painter, picture.equities[name], pale=picture.pale)
        figure = f"{picture.equities[name] * 100:.0f}"
    elif 0 < weight < 1:
        background, figure = mix(sunk, painter.col(picture.colour), BELOW_FULL), f"{weight * 100:.0f}"
    elif weight:
        background = full
    painter.rect((x, y, w, h), background, 0)
    if 0 < weight < 1:
        painter.rect((x, y + h * (1 - weight), w, h * weight), full, 0)
    held = bool(figure or weight)
    ink = ink_on(painter, background) if held else painter.col("faint")
    size = max(NAME_PIXELS, round(box.height * 0.34)) / painter.u
    lines = [(figure or name, 0.0, "small_b" if held else "small")]
    if figure and box.height >= TWO_LINES:
        lines = [(name, -0.21, "small"), (figure, 0.22, "small_b")]
    for words, level, style in lines:
        middle = box.centery / painter.u + box.height * level / painter.u
        painter.text(words, box.centerx / painter.u, middle, style, ink, al="c", size=size)


def tint(painter: Painter, share: float, *, pale: bool = False) -> RGB:
    """Return the background colour of an equity: from blue (0) over the panel's colour (0.5) to brass (1)."""
    strength = abs(2 * share - 1) ** 0.8 * TINT
    colour = mix(painter.col("raised"), painter.col("brass" if share >= 0.5 else "info"), strength)
    return mix(colour, painter.col("panel"), PALE) if pale else colour


LONGEST = 4_000
UNDERLINE = 11.0


class RangeEntry(TextEntry):
    """A text field for a hand or a range. The argument `edited` is called with the text after every change."""

    def __init__(
        self, name: str, label: str, edited: Callable[[str], None], *, longest: int = LONGEST
    ) -> None:
        super().__init__(
            name, label, "", edited, allowed=str.isprintable, longest=longest, style="label", al="l"
        )
        self._on_edit = edited
        self.wrong: Span | None = None

    def show(self, words: str) -> None:
        self._words = self._old_words = words
        self._caret = min(self._caret, len(words)) if self.focused else len(words)

    def follow(self, words: str, problem: str) -> None:
        """Show the text of the model and the problem with the text. The model receives every keystroke."""
        if self.value != words:
            self.show(words)
        self.problem = problem

    def mark(self, wrong: Span | None, problem: str) -> None:
        self.wrong = wrong
        self.problem = problem if wrong is not None else ""

    def key(self, event: Key) -> bool:
        """Edit the text. If the text has changed, report it."""
        before = self.value
        used = super().key(event)
        if self.value != before:
            self.wrong = None
            self._on_edit(self.value)
        return used

    def draw(self, painter: Painter) -> None:
        """Draw the field, and a line under the wrong part of the text."""
        if self.wrong is None or self.wrong[0] == self.wrong[1]:
            super().draw(painter)
            return
        x, y, width, height = self.rect
        begin, end = self.wrong
        middle, start = y + height / 2, self._start(painter, self._caret if self.focused else end)
        if self.focused:
            super().draw(painter)
        else:
            painter.rect(self.rect, "sunk", tokens().radius["control"], "bad")
        with painter.clip((x + PADDING - 2, y, width - 2 * PADDING + 4, height)):
            if not self.focused:
                self._draw_words(painter, start, middle)
            left = start + painter.width(self.value[:begin], self.style)
            wide = painter.width(self.value[begin:end], self.style)
            painter.rect((left, middle + UNDERLINE, wide, 2), "bad", 0)


SIDES: Mapping[str, str] = {"oop": "brass", "ip": "info"}
"""The colour of each side."""
NAME, FIELD = 22.0, 36.0


class SpotFields:
    """A text field for each field of a spot. The argument `typed` is called with the changed fields by name.

    `trees` has the fields of each available bet tree, by the name of the tree.
    """

    def __init__(
        self,
        fields: Iterable[str],
        trees: Mapping[str, Mapping[str, str]],
        typed: Callable[..., None],
    ) -> None:
        self._typed, self._trees = typed, trees
        self.entries = {
            field: RangeEntry(
                field, text(f"solver.fields.{field}"), partial(self._type, field), longest=SPOT_TEXTS_LONGEST
            )
            for field in fields
        }
        self._usual = Segmented(
            "sizes", text("solver.sizes.label"), options("solver.sizes.{}", trees), "", self._take_tree
        )

    def _type(self, field: str, words: str) -> None:
        self._typed(**{field: words})

    def _take_tree(self, name: str) -> None:
        self._typed(**self._trees[name])

    def show(self, texts: SpotTexts, problems: Mapping[str, str]) -> None:
        """Show a spot and its problems."""
        for name, entry in self.entries.items():
            entry.follow(getattr(texts, name), problems.get(name, ""))
        self._usual.chosen = next((name for name, tree in self._trees.items() if texts.has(tree)), "")

    def line(self, field: str, more: str = "", button: IconButton | None = None) -> Box:
        """Return a field with its name and the text `more` above it, and an optional button at its end."""
        entry = self.entries[field]
        name = " · ".join(filter(None, (entry.label, more)))
        ends = [_at_end(button)] if button is not None else []
        return Column(
            Caps(name, SIDES.get(field, "faint")).sized(fixed(NAME)),
            Row(Control(entry, FIELD).sized(grow()), *ends, gap=4),
            Note(entry.problem, wrong=True),
        )

    def chips(self) -> Box:
        return Row(self.line("pot").sized(grow()), self.line("stack").sized(grow()), gap=12)

    def limits(self, texts: SpotTexts, problems: Mapping[str, str]) -> list[Box]:
        """Return notes on the tree fields that other dialogs set, and on problems that concern no single field."""
        limits = format_limits(texts.items())
        wrong = [words for name, words in problems.items() if name in ("", *OPTIONS)]
        return [
            Note(text("solver.tree.set", limits=limits) if limits else ""),
            Note(" ".join(wrong), wrong=True),
        ]

    def sizes(self, button: IconButton | None = None) -> list[Box]:
        """Return the menu of usual bet sizes with an optional button, and the fields of bets and raises."""
        usual = Control(self._usual, FIELD)
        first = usual if button is None else Row(usual.sized(grow()), _at_end(button), gap=4)
        return [first, self.line("bets"), self.line("raises")]


def format_limits(fields: Iterable[tuple[str, str]]) -> str:
    """Describe the fields of a spot that limit its tree, or set its rake.

    >>> format_limits([("raises_a_street", "2"), ("bets", "50%"), ("rake", "5%")])
    'raises a street 2, rake 5%'
    """
    return ", ".join(
        text(f"solver.tree.limits.{name}", words=words.removesuffix("%"))
        for name, words in fields
        if name in OPTIONS
    )


def _at_end(button: IconButton) -> Box:
    return Iconic(button, FIELD).sized(fixed(FIELD))
