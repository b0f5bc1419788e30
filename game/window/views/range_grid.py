"""Grids of ranges, of beliefs about ranges, and of figures for single cards.

A range is the 13 x 13 grid of poker players: pairs on the diagonal, suited hands above it, offsuit hands
below. The brightness of a cell is the probability of a single hand of its class, relative to the likeliest
hand. An exponent keeps small weights visible. Large cells have names. In a grid of small cells, only the
diagonal shows the ranks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import pygame

from game.rules.cards import RANKS, SUITS, Card, class_at, name
from game.study.holdem import Belief
from game.texts import number, percent, text
from game.window.ui.canvas.painter import Colour, Look, Painter, Rect
from game.window.ui.canvas.rasters import RASTERS
from game.window.ui.input import ENTER, Key
from game.window.ui.layout import Box, Column, grow
from game.window.ui.leaves import Draw, Picture
from game.window.ui.leaves.control import SideOf
from game.window.ui.theme import RGB, contrast, mix
from game.window.ui.widgets.cells import Cell, Cells
from game.window.ui.widgets.widget import WidgetPart

CELLS = 13
EXPONENT = 0.55
DIMMEST = 0.05  # minimum brightness of a class in the range
STALE = 0.4  # blend towards the panel
MARGIN = 4  # pixels around the cells, for a frame at the edge
FRAME = 2  # pixels
NAME_CELL = 25  # minimum pixels of a cell with a name
RANK_CELL = 12
MIN_NAME = 11  # pixels
NAME_SHARE = 0.42  # of a cell
READABLE = 4.5  # minimum contrast of text and background


@dataclass(frozen=True, slots=True)
class RangePicture:
    """The weight of a single hand of each class ("AKs").

    The likeliest hand has weight 1. Impossible classes are left out.
    """

    weights: Mapping[str, float]
    colour: Colour
    frame: str = ""
    stale: bool = False


def nothing_known(colour: Colour) -> RangePicture:
    places = range(CELLS)
    return RangePicture({class_at(row, column): 0.0 for row in places for column in places}, colour)


def grid_side(painter: Painter, room: float) -> float:
    return painter.px(room) // CELLS * CELLS / painter.u


def draw(painter: Painter, r: Rect, picture: RangePicture) -> None:
    """Draw the grid into a square. The painted grid is cached."""
    left, top, side, _ = painter.box(r)
    cell = side // CELLS
    weights = tuple(picture.weights.items())
    key = ("range grid", cell, painter.look, weights, picture.colour, picture.frame, picture.stale)
    raster = RASTERS.get(key, lambda: _paint(painter.look, cell, picture))
    painter.s.blit(raster, (left - MARGIN, top - MARGIN))


def _paint(look: Look, cell: int, picture: RangePicture) -> pygame.Surface:
    side = CELLS * cell + 2 * MARGIN
    surface = pygame.Surface((side, side)).convert()
    painter = Painter(surface, look)
    surface.fill(painter.col("panel"))
    paint(painter, (MARGIN, MARGIN), cell, picture)
    return surface


def paint(painter: Painter, corner: tuple[int, int], cell: int, picture: RangePicture) -> None:
    """Paint the cells (each `cell` pixels), their names and the frame, starting at a corner in pixels."""
    left, top = corner
    background = painter.col("panel")
    bright = (
        mix(painter.col(picture.colour), background, STALE) if picture.stale else painter.col(picture.colour)
    )
    for row in range(CELLS):
        for column in range(CELLS):
            name = class_at(row, column)
            box = pygame.Rect(left + column * cell, top + row * cell, cell - 1, cell - 1)
            fill = _fill(picture.weights.get(name), painter.col("sunk"), bright)
            painter.fill(background if fill is None else fill, box)
            written = name if cell >= NAME_CELL else name[0] if row == column and cell > RANK_CELL else ""
            if written:
                _write(painter, box, written, background if fill is None else fill)
            if name == picture.frame:
                frame_cell(painter, box)


def draw_legend(painter: Painter, right: float, y: float, width: float, colour: Colour) -> None:
    """Draw the colour scale from unlikely to likely, with its right end at `right`."""
    steps = 12
    for step in range(steps):
        fill = mix(painter.col("sunk"), painter.col(colour), (step + 0.5) / steps)
        x, low, w, h = painter.box((right - width + step * width / steps, y - 5, width / steps, 10))
        painter.fill(fill, (x, low, w, h))


def _fill(weight: float | None, dark: RGB, bright: RGB) -> RGB | None:
    if weight is None:
        return None
    return mix(dark, bright, DIMMEST + (1 - DIMMEST) * min(1.0, max(0.0, weight)) ** EXPONENT)


def _write(painter: Painter, box: pygame.Rect, name: str, background: RGB) -> None:
    pixels = max(MIN_NAME, round(box.height * NAME_SHARE))
    painter.text(
        name,
        box.centerx / painter.u,
        box.centery / painter.u,
        "small_b",
        ink_on(painter, background),
        al="c",
        size=pixels / painter.u,
    )


def ink_on(painter: Painter, background: RGB) -> RGB:
    """Return the most readable ink on a background. If no usual ink is readable, return black or white."""
    usual = max(map(painter.col, ("text", "on_brass", "panel")), key=lambda ink: contrast(ink, background))
    if contrast(usual, background) >= READABLE:
        return usual
    return max(map(painter.col, ("cell_dark", "cell_light")), key=lambda ink: contrast(ink, background))


def frame_cell(painter: Painter, box: pygame.Rect) -> None:
    """Draw a frame around a cell (in pixels): a light line between two dark lines, visible on any background."""
    outer = box.inflate(2 * FRAME - 2, 2 * FRAME - 2)
    pygame.draw.rect(painter.s, painter.col("shadow"), outer.inflate(2, 2), 1)
    pygame.draw.rect(painter.s, painter.col("card"), outer, FRAME)
    pygame.draw.rect(painter.s, painter.col("shadow"), outer.inflate(-2 * FRAME, -2 * FRAME), 1)


TITLE, CAPTIONS = 28.0, 48.0
CAPTION_LINES, BELIEF_PANEL_NAME_SHARE = (
    2,
    0.5,
)  # maximum lines, and share of the width for a long name
MIN_GRID = 186.0
LEGEND = 48.0
BAR = 2.0
FIRST_LINE, SECOND_LINE = 16.0, 36.0
TITLES = ("title", "short_title", "shortest_title")


@dataclass(frozen=True, slots=True)
class Believed:
    """The belief of `name` about the hand of `other`, and the progress of the request for this belief.

    If the cards are open, `true_hand` is the class of the true hand. If `belief` is None, the request
    is pending or has `failed`.
    """

    name: str
    other: str
    colour: Colour
    belief: Belief | None
    true_hand: str = ""
    done: float | None = None
    failed: bool = False

    @property
    def titles(self) -> Sequence[str]:
        return [text(f"watch.beliefs.{key}", name=self.name, other=self.other) for key in TITLES]


def belief_box(believed: Believed, *below: Box) -> Column:
    """Return a box of the title, the grid, captions, and further boxes directly below.

    The grid grows with the box.
    """
    title = Picture(partial(_draw_title, believed), TITLE)
    captions = Column(Picture(partial(_draw_captions, believed), CAPTIONS), *below)
    grid = GridPicture(partial(_draw_grid, believed), captions, grid_side, least=MIN_GRID)
    return Column(title, grid.sized(grow()))


def tallest(painter: Painter, width: float) -> float:
    return TITLE + grid_side(painter, max(MIN_GRID, width)) + CAPTIONS


def _draw_title(believed: Believed, painter: Painter, rect: Rect) -> None:
    """Draw the longest version of the title that fits, and a progress bar below it."""
    x, y, w, h = rect
    titles = believed.titles
    said = next((title for title in titles if painter.width(title, "small_b") <= w), titles[-1])
    painter.text(said, x, y + 10, "small_b", fit=w)
    if believed.done is not None:
        painter.rect((x, y + h - 6, w, BAR), "sunk", 0)
        painter.rect((x, y + h - 6, max(BAR, w * believed.done), BAR), "brass", 0)


def _draw_grid(believed: Believed, painter: Painter, rect: Rect) -> None:
    belief, colour = believed.belief, believed.colour
    if belief is None or believed.failed:
        draw(painter, rect, nothing_known(colour))
    else:
        stale = believed.done is not None
        draw(painter, rect, RangePicture(belief.weights(), colour, believed.true_hand, stale))


def _draw_captions(believed: Believed, painter: Painter, rect: Rect) -> None:
    x, y, w, _ = rect
    belief, first = believed.belief, y + FIRST_LINE
    if believed.failed:
        name = painter.short_name(believed.other, w * BELIEF_PANEL_NAME_SHARE, "small")
        unknown = text("watch.beliefs.unknown", name=name)
        painter.para(unknown, x, first, w, "small", col="dim", limit=CAPTION_LINES)
        return
    if belief is None:
        painter.text(text("watch.beliefs.waiting"), x, first, "small", "dim", fit=w)
        return
    if believed.true_hand and belief.explained:
        draw_true_hand(painter, (x, first, w, 0), belief, believed.true_hand)
    else:
        painter.text(
            text(f"watch.beliefs.{'closed' if belief.explained else 'unexplained'}"),
            x,
            first,
            "small",
            "dim",
            fit=w,
        )
    second = y + SECOND_LINE
    wide = text("watch.beliefs.width", hands=number(belief.width), all=number(belief.possible))
    taken = painter.text(wide, x, second, "small", "dim", fit=w)
    likelier = text("watch.beliefs.likelier")
    if taken + painter.width(likelier, "small") + LEGEND + 24 <= w:
        painter.text(likelier, x + w - LEGEND - 8, second, "small", "faint", al="r")
    if taken + LEGEND + 12 <= w:
        draw_legend(painter, x + w, second, LEGEND, believed.colour)


class GridPicture(Column):
    """A square picture at the left, and a box directly below the picture.

    The picture is as large as possible, but at least `least` dp wide. `side_of` takes a maximum side in dp,
    and returns the largest side for which every cell is a whole number of pixels.
    """

    def __init__(self, draw: Draw, below: Box, side_of: SideOf, *, least: float) -> None:
        self._square, self._below = Picture(draw), below
        super().__init__(self._square, below)
        self._get_side, self._minimum = side_of, least

    def measure(self, painter: Painter, width: float) -> float:
        return self._minimum + self._below.measure(painter, width)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the largest square that fits, and the other box below the square."""
        Box.place(self, painter, rect)
        x, y, width, height = rect
        room = min(width, height - self._below.measure(painter, width))
        side = self._get_side(painter, max(self._minimum, room))
        self._square.place(painter, (x, y, side, side))
        self._below.place_at(painter, x, y + side, width)


MANY_TIMES = 9.95  # a larger factor has no decimal


def draw_true_hand(painter: Painter, rect: Rect, belief: Belief, hand: str) -> None:
    """Draw the belief's probability of the true hand, and the ratio of this probability to the prior."""
    x, y, w, _ = rect
    share, lift = percent(belief.probability.get(hand, 0.0), 1), belief.lift(hand)
    times = number(lift, 1 if lift < MANY_TIMES else 0)
    name = text("watch.beliefs.true_hand", hand=hand)
    kind = "as_before" if times == number(1, 1) else "found"
    found = text(f"watch.beliefs.{kind}", share=share, times=times)
    if painter.width(name, "small_b") + painter.width(found, "small") + 8 > w:
        found = text(f"watch.beliefs.{kind}_short", share=share, times=times)
    taken = painter.text(found, x + w, y, "small", al="r")
    painter.text(name, x, y, "small_b", fit=w - taken - 8)


COLUMNS = len(RANKS)
RANK_ROW, SUIT_COLUMN = 18.0, 22.0
FIGURE = 13.0


def card_at(row: int, column: int) -> Card:
    return row * COLUMNS + COLUMNS - 1 - column


class CardCells(Cells, ABC):
    """All 52 cards as cells, each with a figure. The choice of a card calls the argument `choose` with the card.

    Subclasses define the figures and the colours.
    """

    role: ClassVar[str] = "cards"
    rows, columns, spacing = len(SUITS), COLUMNS, 1.0
    highest_cell: ClassVar[float] = 36.0

    def __init__(self, control: str, label: str, choose: Callable[[Card], None]) -> None:
        super().__init__(control, label)
        self._choose_card = choose

    @abstractmethod
    def figure(self, card: Card) -> float | None:
        """Return the figure of a card, or None if the card can't be chosen."""

    @abstractmethod
    def write_figure(self, figure: float) -> str: ...

    @abstractmethod
    def background(self, painter: Painter, figure: float) -> RGB: ...

    @abstractmethod
    def describe(self, card: str, figure: float | None) -> str: ...

    @property
    def value(self) -> str:
        card = card_at(*self.looked_at)
        return self.describe(name(card), self.figure(card))

    @property
    def pointed_at(self) -> bool:
        return self._under is not None and self.figure(card_at(*self._under)) is not None

    def hint_rect(self) -> Rect:
        return self.cell_rect(self.looked_at)

    def parts(self) -> list[WidgetPart]:
        """Return a part for each card that can be chosen, for a screen reader."""
        cells = [(row, column) for row in range(len(SUITS)) for column in range(COLUMNS)]
        return [
            WidgetPart(name(card_at(*cell)), name(card_at(*cell)), self.cell_rect(cell))
            for cell in cells
            if self.figure(card_at(*cell)) is not None
        ]

    @property
    def area(self) -> Rect:
        """The rectangle of the cells. The ranks are above this rectangle, and the suits are at the left."""
        x, y, width, height = self.rect
        high = min(self.highest_cell * len(SUITS), height - RANK_ROW)
        return x + SUIT_COLUMN, y + RANK_ROW, width - SUIT_COLUMN, high

    def key(self, event: Key) -> bool:
        """Handle a key: arrows move over the cards, Space and Enter choose a card."""
        if event.name not in ("space", *ENTER) or event.repeat:
            return self.walk(event)
        self._choose(self._at)
        return True

    def release(self, x: float, y: float) -> bool:
        """Choose the card under the mouse."""
        cell = self.cell_at(x, y)
        if cell is not None:
            self._at = cell
            self._choose(cell)
        return True

    def _choose(self, cell: Cell) -> None:
        if self.figure(card_at(*cell)) is not None:
            self._choose_card(card_at(*cell))

    def draw(self, painter: Painter) -> None:
        """Draw the cards, with a frame around the hovered or selected card."""
        x, y, _, _ = self.rect
        for column, rank in enumerate(reversed(RANKS)):
            left, _, wide, _ = self.cell_rect((0, column))
            painter.text(rank, left + wide / 2, y + 8, "small", "dim", al="c")
        for row, suit in enumerate(SUITS):
            _, top, _, high = self.cell_rect((row, 0))
            red = painter.theme.name != "contrast" and suit in "hd"
            painter.suit(suit, x + 8, top + high / 2, 14, "bad" if red else "text")
            for column in range(COLUMNS):
                self._draw_cell(painter, (row, column))
        if self.focused:
            painter.focus_ring(self.rect, 4)
        if self.focused or (self.hovered and self._under is not None):
            left, top, wide, high = self.cell_rect(self.looked_at)
            painter.rect((left - 1, top - 1, wide + 2, high + 2), None, 2, "text", 1.6)

    def _draw_cell(self, painter: Painter, cell: Cell) -> None:
        rect, figure = self.cell_rect(cell), self.figure(card_at(*cell))
        if figure is None:
            painter.rect(rect, "sunk", 0)
            return
        background = self.background(painter, figure)
        painter.rect(rect, background, 0)
        x, y, wide, high = rect
        words, ink = self.write_figure(figure), ink_on(painter, background)
        painter.text(words, x + wide / 2, y + high / 2, "small_b", ink, al="c", size=FIGURE)
