"""The gallery of opponents: cards in rows, with the chosen card turned over.

If there is little room, the gallery is a list.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.agent_entries import MAX_DIAMONDS
from game.window.ui.input import Key
from game.window.ui.theme import mix, tokens
from game.window.ui.widgets.choice import Choice, Option
from game.window.ui.widgets.widget import Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Colour, Painter


GAP, RIM = 0.47, 0.14  # in sizes of a diamond


def draw_diamonds(
    painter: Painter, centre: tuple[float, float], count: int, col: Colour, background: Colour, *, size: float
) -> None:
    """Draw a row of diamonds of which `count` are filled, or nothing if there is no rating.

    Hollow diamonds have the colour of the background.
    """
    if not count:
        return
    x, y = centre
    step = size * (1 + GAP)
    left = x - (MAX_DIAMONDS - 1) * step / 2
    whole = painter.px(size)
    hollow = (whole - 2 * max(2, round(whole * RIM))) / painter.u  # equal rims on both sides, in whole pixels
    for place in range(MAX_DIAMONDS):
        painter.suit("d", left + place * step, y, size, col)
        if place >= count:
            painter.suit("d", left + place * step, y, hollow, background)


MIN_WIDTH, WIDEST = 146.0, 330.0
MIN_ENTRY = 340.0  # minimum dp of an entry in a list with several columns
MIN_BRIEF, BRIEF_COLUMNS = 290.0, 3  # dp of an entry without its line, and the columns required
CARD_GAP = 18.0
ROW_GAP = 10.0
ROW_LEFT, ROW_RIGHT = 76.0, 18.0
MIN_AIR, MAX_AIR, MAX_COLUMN_AIR = 8.0, 18.0, 34.0  # dp above and below the text of an entry
NAME, CAPTION, ASIDE = 28.0, 20.0, 8.0
HOVERED = 0.8
LIFT = 8.0
LINE = 19.5
DIAMOND, ROW_DIAMOND = 15.0, 12.0
REACH = ROW_DIAMOND * (MAX_DIAMONDS * (1 + GAP) - GAP)  # dp, the width of all diamonds
RADIUS = 32.0
FOOT = 66.0
NAME_SIZES, WIDE_CARD = (21.0, 19.0, 17.0, 15.0), 190.0  # from the first size in cards that are wider
KIND_SIZES, FIGURE_SIZES = (15.0, 14.0, 13.0, 12.0), (14.0, 13.0, 12.0, 11.0)
FIGURE_SIDES = 12.0  # dp on both sides of a card's figure
MARK_HEIGHT, MARK_MARGIN = 22.0, 11.0
FULL_HEIGHT = 296.0
DRAWN = 206.0  # dp of a plain card without its text
LOWEST, HIGHEST = 240.0, 440.0
TIGHTEST, LARGEST = 0.86, 1.4


@dataclass(frozen=True, slots=True)
class GalleryCard(Option):
    """The card of an opponent: emblem, name (`label`), kind, a line about its character, diamonds, a figure.

    `diamonds` is 0 if there are none. `mark` is a short text on the card's edge that points out one opponent.
    `rating` is below the diamonds of an entry in a list, if there is room.
    """

    kind: str = ""
    line: str = ""
    device: str = "dice"
    diamonds: int = 0
    rating: str = ""
    figure: str = ""
    hint: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class _Inks:
    """The colours of a card. The chosen card is ivory in the dark theme and felt green in the light theme."""

    fill: str
    text: str
    dim: str
    brass: str
    rule: str
    pale: bool


REST = _Inks("panel", "text", "dim", "brass", "line", pale=False)
IVORY = _Inks("card", "card_text", "card_dim", "card_brass", "card_edge", pale=True)
FELT = _Inks("felt", "on_felt", "on_felt_dim", "felt_brass", "felt_line", pale=True)


class Gallery(Choice):
    """Cards side by side, as many per row as fit. Home chooses the weakest opponent, End the strongest."""

    role: ClassVar[str] = "gallery"

    def __init__(
        self,
        name: str,
        label: str,
        cards: Sequence[GalleryCard],
        chosen: str,
        change: Callable[[str], None],
    ) -> None:
        super().__init__(name, label, cards, chosen, change)
        self.cards = tuple(cards)
        self.empty = ""
        self._rects: list[Rect] = []
        self.as_list = False
        self._per_row = 1
        self._row_height = self._air = 0.0
        self._captioned = False  # whether the kinds are below the names of the entries
        self.is_brief = False  # whether the entries of the list have no lines
        self._scale = 1.0

    @property
    def notes(self) -> tuple[str, ...]:
        chosen = (card for card in self.cards if card.value == self.chosen)
        return next(((card.mark, card.kind, card.line, card.figure) for card in chosen), ())

    @property
    def hint(self) -> str:
        under = self._under_mouse
        return self.cards[under].hint if under is not None else ""

    def fit(self, painter: Painter, width: float, free: float, *, as_list: bool, lines: int = 1) -> float:
        """Choose the arrangement of the cards at this width. Return the height in dp.

        The cards are in at least `lines` rows, and fill the `free` height unless they would be too high. If they do
        not fit, they become a list, in as many columns as the width allows.
        """
        self.as_list, self.is_brief = as_list, False
        self._per_row = 1
        if not self.cards:
            return LOWEST
        most = max(1, int((width + CARD_GAP) / (MIN_WIDTH + CARD_GAP)))
        lines = min(len(self.cards), max(lines, -(-len(self.cards) // most)))
        self._per_row = -(-len(self.cards) // lines)
        words_height = 30 + (self._max_lines(painter, self._card_width(width) - 28) - 0.5) * LINE
        least = max(LOWEST, DRAWN * TIGHTEST + words_height)
        if as_list or lines * (least + CARD_GAP) - CARD_GAP > free:
            return self._fit_list(painter, width, free)
        each = max(least, min(HIGHEST, (free - CARD_GAP * (lines - 1)) / lines))
        self._scale = max(TIGHTEST, min(LARGEST, each / FULL_HEIGHT, (each - words_height) / DRAWN))
        return lines * (each + CARD_GAP) - CARD_GAP

    def _fit_list(self, painter: Painter, width: float, free: float) -> float:
        """Arrange the entries of the list in columns of equal height, and return the height in dp.

        If `free` is small, the entries are closer together. If the entries still do not fit, the lines about the
        opponents' characters are left out, provided that the names and kinds fit into three columns.
        """
        self.as_list = True
        self._per_row = max(1, int((width + ROW_GAP) / (MIN_ENTRY + ROW_GAP)))
        room = self._entry_width(width) - ROW_LEFT - ROW_RIGHT
        words = NAME + LINE * self._max_lines(painter, room)
        self._captioned = not self._fits_beside_diamonds(painter, room, with_kinds=True) or (
            self._is_rated and self._list_height(words + CAPTION + 2 * MIN_AIR) <= free
        )
        words += CAPTION * self._captioned
        per_row = int((width + ROW_GAP) / (MIN_BRIEF + ROW_GAP))
        if self._list_height(words + 2 * MIN_AIR) > free and per_row >= BRIEF_COLUMNS > self._per_row:
            self._per_row, before = per_row, self._per_row
            room = self._entry_width(width) - ROW_LEFT - ROW_RIGHT
            self.is_brief = self._fits_beside_diamonds(painter, room, with_kinds=False)
            if self.is_brief:
                self._captioned, words = True, NAME + CAPTION
            else:
                self._per_row = before
        return self._fit_rows(words, free, MAX_AIR)

    def fit_column(self, painter: Painter, width: float, free: float, *, brief: bool) -> float:
        """Arrange the entries in one column. If `brief`, leave out the opponents' characters.

        Return the height in dp, or infinity if a name would be cut.
        """
        self.as_list, self._per_row, self.is_brief = True, 1, brief
        room = width - ROW_LEFT - ROW_RIGHT
        if not self._fits_beside_diamonds(painter, room, with_kinds=False):
            return math.inf
        self._captioned = brief or not self._fits_beside_diamonds(painter, room, with_kinds=True)
        words = NAME + CAPTION * self._captioned
        words += 0.0 if brief else LINE * self._max_lines(painter, room)
        return self._fit_rows(words, free, MAX_COLUMN_AIR)

    def _fit_rows(self, words: float, free: float, most: float) -> float:
        """Set the height of the entries: `words` dp for the text, and at most `most` dp above and below the text.

        Return the total height in dp.
        """
        each = (free + ROW_GAP) / -(-len(self.cards) // self._per_row) - ROW_GAP
        self._air = max(MIN_AIR, min(most, (each - words) / 2))
        self._row_height = words + 2 * self._air
        return self._list_height(self._row_height)

    @property
    def _is_rated(self) -> bool:
        return any(card.rating for card in self.cards)

    def _list_height(self, each: float) -> float:
        return -(-len(self.cards) // self._per_row) * (each + ROW_GAP) - ROW_GAP

    def _fits_beside_diamonds(self, painter: Painter, room: float, *, with_kinds: bool) -> bool:
        """Return whether the names (and kinds, if `with_kinds`) fit between the emblem and the diamonds."""
        return all(
            painter.width(card.label, "strong")
            + (ASIDE + painter.width(_caption(card), "small")) * with_kinds
            <= _beside_diamonds(card, room)
            for card in self.cards
        )

    def _entry_width(self, width: float) -> float:
        return (width - ROW_GAP * (self._per_row - 1)) / self._per_row

    def lay_out(self, rect: Rect) -> None:
        """Place the cards in the arrangement that `fit` has chosen."""
        self.rect = rect
        x, y, width, height = rect
        count = len(self.cards)
        if self.as_list:
            wide, high = self._entry_width(width), self._row_height
            self._rects = [
                (x + column * (wide + ROW_GAP), y + line * (high + ROW_GAP), wide, high)
                for line, column in (divmod(place, self._per_row) for place in range(count))
            ]
            return
        lines, wide = max(1, -(-count // self._per_row)), self._card_width(width)
        high = (height - CARD_GAP * (lines - 1)) / lines
        self._rects = []
        for line in range(lines):
            in_line = min(self._per_row, count - line * self._per_row)
            left = x + (width - in_line * (wide + CARD_GAP) + CARD_GAP) / 2
            self._rects += [
                (left + i * (wide + CARD_GAP), y + line * (high + CARD_GAP), wide, high)
                for i in range(in_line)
            ]

    def option_rect(self, index: int) -> Rect:
        return self._rects[index] if index < len(self._rects) else (0.0, 0.0, 0.0, 0.0)

    def focus_rect(self) -> Rect:
        places = [index for index, card in enumerate(self.cards) if card.value == self.chosen]
        return self.option_rect(places[0]) if places else self.rect

    def key(self, event: Key) -> bool:
        """Handle a key: up and down move between rows. Other keys work as in any choice."""
        if event.name not in ("up", "down") or not 1 < self._per_row < len(self.cards):
            return super().key(event)
        values = [card.value for card in self.cards]
        index = values.index(self.chosen) + (self._per_row if event.name == "down" else -self._per_row)
        if 0 <= index < len(values):
            self.choose(values[index])
        return True

    @property
    def still_key(self) -> tuple[object, ...]:
        cards = tuple((card.value, card.device, card.diamonds) for card in self.cards)
        return (tuple(self._rects), self.chosen, cards, self._scale)

    def draw_still(self, painter: Painter) -> None:
        """Draw the static part: plates, emblems and diamonds.

        The drawing is cached until another card or stage is chosen.
        """
        if not self.cards:
            painter.panel(self.rect)
        for index in self._in_order():
            chosen = self.cards[index].value == self.chosen
            blur, alpha, down = (14, 140, 8) if chosen else (8, 70, 4)
            painter.shadow(self._plate(index), 14, blur, alpha, down)
            self._draw_plate(painter, index)

    def draw(self, painter: Painter) -> None:
        """Draw the text, the hovered card and the focus ring over the static part."""
        if not self.cards:
            x, y, width, height = self.rect
            painter.text(self.empty, x + width / 2, y + height / 2, "body", "dim", al="c", fit=width - 40)
        for index in self._in_order():
            chosen = self.cards[index].value == self.chosen
            if index == self._under_mouse and not chosen:
                self._draw_plate(painter, index)
            if chosen and self.focused:
                painter.focus_ring(self._plate(index), tokens().radius["panel"])
            if self.as_list:
                self._draw_row_words(painter, index)
            else:
                self._draw_card_words(painter, index)

    def _in_order(self) -> list[int]:
        return sorted(range(len(self.cards)), key=lambda index: self.cards[index].value == self.chosen)

    def _plate(self, index: int) -> Rect:
        """Return the rectangle of a card. The chosen card is raised."""
        x, y, width, height = self.option_rect(index)
        lifted = self.cards[index].value == self.chosen and not self.as_list
        return (x, y - LIFT, width, height + LIFT) if lifted else (x, y, width, height)

    def _card_width(self, width: float) -> float:
        return min(WIDEST, (width - CARD_GAP * (self._per_row - 1)) / self._per_row)

    def _max_lines(self, painter: Painter, width: float) -> int:
        return max(len(painter.wrap(card.line, width, "label")) for card in self.cards)

    def _inks(self, painter: Painter, index: int) -> _Inks:
        if self.cards[index].value != self.chosen or painter.hc:
            return REST
        return FELT if painter.theme.name == "light" else IVORY

    def _draw_plate(self, painter: Painter, index: int) -> None:
        card, inks = self.cards[index], self._inks(painter, index)
        x, y, width, height = rect = self._plate(index)
        chosen = card.value == self.chosen
        under = index == self._under_mouse and not chosen
        fill = mix(painter.col("panel"), painter.col("raised"), HOVERED) if under else inks.fill
        painter.rect(rect, fill, 14, "brass" if chosen else "edge" if under else "line", 2 if chosen else 1)
        if self.as_list:
            painter.medallion(x + 42, y + height / 2, 24, card.device, ivory=inks.pale)
            middle = (x + width - ROW_RIGHT - REACH / 2, y + self._air + NAME / 2)
            draw_diamonds(painter, middle, card.diamonds, inks.brass, inks.fill, size=ROW_DIAMOND)
            return
        k, centre, bottom = self._scale, x + width / 2, y + height
        painter.medallion(centre, y + (22 + RADIUS) * k, RADIUS * k, card.device, ivory=inks.pale)
        painter.line(x + 24, bottom - FOOT * k, x + width - 24, bottom - FOOT * k, inks.rule)
        draw_diamonds(painter, (centre, bottom - 44 * k), card.diamonds, inks.brass, inks.fill, size=DIAMOND)

    def _draw_card_words(self, painter: Painter, index: int) -> None:
        card, inks, k = self.cards[index], self._inks(painter, index), self._scale
        x, y, width, height = self._plate(index)
        centre, room, row = x + width / 2, width - 20, y + (22 + 2 * RADIUS + 27) * k
        size = self._fit_size(painter, "label", "h2", room, NAME_SIZES[width <= WIDE_CARD :])
        name = painter.short_name(card.label, room, "h2", size)
        painter.text(name, centre, row, "h2", inks.text, al="c", size=size)
        size = self._fit_size(painter, "kind", "label", room, KIND_SIZES)
        painter.text(card.kind, centre, row + 24, "label", inks.dim, al="c", fit=room, size=size)
        for i, line in enumerate(painter.wrap(card.line, width - 28, "label")):
            painter.text(line, centre, row + 24 + 27 * k + i * LINE, "label", inks.text, al="c", fit=room)
        figure = y + height - (20 if card.diamonds else 33) * k
        room = width - FIGURE_SIDES
        size = self._fit_size(painter, "figure", "small", room, FIGURE_SIZES)
        painter.text(card.figure, centre, figure, "small", inks.dim, al="c", fit=room, size=size)
        if card.mark:
            wide = min(width, painter.width(card.mark, "small_b") + 2 * MARK_MARGIN)
            plate = (centre - wide / 2, y - MARK_HEIGHT / 2, wide, MARK_HEIGHT)
            painter.rect(plate, "raised", MARK_HEIGHT / 2, "edge")
            painter.text(card.mark, centre, y, "small_b", "text", al="c", fit=wide - MARK_MARGIN)

    def _fit_size(
        self, painter: Painter, part: str, style: str, room: float, sizes: Sequence[float]
    ) -> float:
        """Return the largest of `sizes` at which the text `part` of every card fits.

        If none fits, return the last size.
        """
        words = [getattr(card, part) for card in self.cards]
        fitting = (size for size in sizes if all(painter.width(one, style, size) <= room for one in words))
        return next(fitting, sizes[-1])

    def _draw_row_words(self, painter: Painter, index: int) -> None:
        card, inks = self.cards[index], self._inks(painter, index)
        x, y, width, _ = self.option_rect(index)
        left, room = x + ROW_LEFT, width - ROW_LEFT - ROW_RIGHT
        middle, below = y + self._air + NAME / 2, y + self._air + NAME
        name = painter.short_name(card.label, _beside_diamonds(card, room), "strong")
        wide = painter.text(name, left, middle, "strong", inks.text)
        ink = inks.text if card.mark else inks.dim
        if self._captioned:
            row = below + CAPTION / 2 - 2
            rating = painter.text(card.rating, left + room - REACH, row, "small", inks.dim)
            beside = room - (max(REACH, rating) + ASIDE if card.rating else 0.0)
            painter.text(_caption(card), left, row, "small", ink, fit=beside)
            below += CAPTION
        else:
            painter.text(_caption(card), left + wide + ASIDE, middle, "small", ink)
        if self.is_brief:
            return
        for i, line in enumerate(painter.wrap(card.line, room, "label")):
            painter.text(line, left, below + (i + 0.5) * LINE, "label", inks.text)


def _caption(card: GalleryCard) -> str:
    return card.mark or card.kind


def _beside_diamonds(card: GalleryCard, room: float) -> float:
    return room - (REACH + ASIDE if card.diamonds else 0.0)
