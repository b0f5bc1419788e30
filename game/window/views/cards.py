"""Pictures of cards, chips, hands in a list, and seats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from game.rules import cards as rules_cards
from game.rules.cards import RANKS, SUITS, Card, names, parse
from game.window.ui.canvas.materials import MAX_IN_A_STACK
from game.window.ui.canvas.painter import BACK, SHAPE, Painter, Rect
from game.window.ui.input import ENTER, Key
from game.window.ui.theme import tokens
from game.window.ui.widgets.widget import Act, Widget

Place = tuple[float, float]

LIFT = 6.0  # dp by which a card of the best five is raised
EDGE_ON = 0.04  # a card narrower than this share of its width is not drawn


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A card and its movement. `code` is the name of the card for the painter, such as "Kh".

    `turned` is 0 for the back and 1 for the face, and between 0 and 1 while the card is turned over. `arrived`
    grows from 0 (at the dealer) to 1 (at its position). `gone` grows from 0 to 1 while the card is folded.
    """

    code: str
    lit: bool = False
    veiled: bool = False
    turned: float = 1.0
    arrived: float = 1.0
    gone: float = 0.0


def card_code(card: rules_cards.Card) -> str:
    return rules_cards.name(card)


def card_codes(hole: Sequence[rules_cards.Card]) -> list[str]:
    return [card_code(card) for card in rules_cards.high_first(hole)]


def between(start: Place, end: Place, share: float) -> Place:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def row_places(middle: Place, count: int, height: float, gap: float) -> tuple[Place, ...]:
    left = middle[0] - (count * height * SHAPE + (count - 1) * gap) / 2
    return tuple((left + i * (height * SHAPE + gap), middle[1]) for i in range(count))


def draw_row(
    painter: Painter, places: Sequence[Place], cards: Sequence[CardPicture], height: float, dealer: Place
) -> None:
    """Draw cards at their positions.

    A moving card comes from the point `dealer` or returns to it.
    """
    corner = (dealer[0] - height * SHAPE / 2, dealer[1] - height / 2)
    for place, card in zip(places, cards, strict=False):
        if card.arrived > 0 and card.gone < 1:
            flown = (
                between(corner, place, card.arrived) if card.gone == 0 else between(place, corner, card.gone)
            )
            draw(painter, card, flown, height)


def draw(painter: Painter, card: CardPicture, corner: Place, height: float) -> None:
    """Draw a card.

    A card that is being turned over first becomes narrower, and then wider with its other side up.
    """
    share = abs(2 * card.turned - 1)
    if share < EDGE_ON:
        return
    code = card.code if card.turned >= 0.5 else BACK
    top = corner[1] - (LIFT if card.lit else 0)
    painter.card(code, corner[0], top, height, glow=card.lit, dim=card.veiled, open_share=min(1.0, share))


GAP = 7.0


class CardSlots(Widget):
    """Slots for cards, as a control.

    A change calls the argument `lay` with the cards. The argument `pick` opens the card picker.
    """

    role: ClassVar[str] = "cards"
    takes_text: ClassVar[bool] = True

    def __init__(
        self, name: str, label: str, most: int, lay: Callable[[Sequence[Card]], None], pick: Act
    ) -> None:
        super().__init__(name, label)
        self.cards: Sequence[Card] = ()
        self.veiled: Collection[int] = ()
        """Indices of cards that do not count now."""
        self.most = most
        self._on_change = lay
        self._pick = pick
        self._rank = ""

    @property
    def value(self) -> str:
        return names(self.cards) + self._rank

    def key(self, event: Key) -> bool:
        """Handle a key: a rank and then a suit add a card, Backspace removes a card, Enter opens the picker."""
        if event.name in ENTER and not event.repeat:
            self._pick()
        elif event.name == "backspace" and (self._rank or self.cards):
            if self._rank:
                self._rank = ""
            else:
                self._lay(self.cards[:-1])
        elif event.name == "delete" and self.cards:
            self._lay(())
        elif event.text and not event.ctrl:
            return self._type(event.text)
        else:
            return False
        return True

    def blur(self) -> None:
        self._rank = ""

    def release(self, x: float, y: float) -> bool:
        self._pick()
        return True

    def _lay(self, cards: Sequence[Card]) -> None:
        self.cards = cards
        self._on_change(cards)

    def _type(self, letter: str) -> bool:
        """Handle a letter of a card. Return False for any other letter, which the screen may use."""
        if self._rank and letter.lower() in SUITS:
            [card] = parse(self._rank + letter)
            self._rank = ""
            if card not in self.cards:
                self._lay((*self.cards, card))
            return True
        if letter.upper() in RANKS:
            self._rank = letter.upper() if len(self.cards) < self.most else ""
            return True
        return False

    def draw(self, painter: Painter) -> None:
        """Draw the cards and the empty slots."""
        x, y, _, height = self.rect
        for index in range(self.most):
            left = x + index * (height * SHAPE + GAP)
            if index < len(self.cards):
                painter.card(card_code(self.cards[index]), left, y, height, dim=index in self.veiled)
                continue
            painter.slot(left, y, height)
            if index == len(self.cards) and self._rank:
                middle = left + height * SHAPE / 2
                painter.text(self._rank, middle, y + height / 2, "amount", "on_felt", al="c")
        if self.focused:
            painter.focus_ring(self.rect)


def cards_width(cards: int, height: float) -> float:
    return cards * height * SHAPE + (cards - 1) * GAP


MAX_STACKS = 3
SMALL_CHANGE = 50  # a chip worth less than this fraction of the amount is small change
PITCH = 1.13  # distance of stacks, in diameters


def chip_stacks(amount: int, most: int = MAX_STACKS) -> tuple[int, ...]:
    """Split an amount into stacks of at most nine chips, most valuable first.

    The result is approximate: one chip represents all small change, and chips beyond `most` stacks are
    dropped. The exact amount is always written next to the chips.
    """
    stacks: list[int] = []
    in_stack = 0
    small_change = amount / SMALL_CHANGE
    for chip in tokens().chips:
        if chip.worth < small_change:
            amount = min(amount, chip.worth)
        while amount >= chip.worth:
            if not stacks or in_stack == MAX_IN_A_STACK:
                if len(stacks) == most:
                    return tuple(stacks)
                stacks.append(0)
                in_stack = 0
            stacks[-1] += chip.worth
            in_stack += 1
            amount -= chip.worth
    return tuple(stacks)


def width_of_chips(amount: int, diameter: float) -> float:
    return diameter * (1 + PITCH * (max(1, len(chip_stacks(amount))) - 1))


def draw_chips(painter: Painter, cx: float, base: float, amount: int, diameter: float) -> None:
    """Draw an amount of chips centred at `cx`, with the lower edge of the stacks at `base`."""
    stacks = chip_stacks(amount)
    left = cx - diameter * PITCH * (len(stacks) - 1) / 2
    for i, part in enumerate(stacks):
        painter.chips(left + i * diameter * PITCH, base, part, diameter)


NARROW = 460.0
MEDALLION = 15.0
MIN_NAME = 176.0
CARD_SIZE, CARD_STEP, CARD_GAP = 17.0, 31.0, 14.0
WHOLE_BOARD = 5 * CARD_STEP

Cards = tuple[tuple[str, ...], tuple[str, ...]]
"""The cards of a row in two groups: the player's cards, and the board or the opponent's cards."""
NO_CARDS: Cards = ((), ())


@dataclass(frozen=True, slots=True)
class HandLine:
    """The texts of a row in a list of hands.

    `ink` is the colour of `result`. A word or a sign in `result` also shows whether the hand was won or lost.
    """

    device: str
    name: str
    stake: str
    result: str
    how: str
    ink: str
    day: str
    hour: str

    @property
    def description(self) -> str:
        return f"{self.name}. {self.stake}. {self.how} {self.result}. {self.day} {self.hour}"


def draw_hand_row(painter: Painter, rect: Rect, line: HandLine, cards: Cards = NO_CARDS) -> None:
    """Draw a row: opponent and stakes at the left, and the cards, the result and the time at the right."""
    x, y, w, h = rect
    above, below = y + h / 2 - 9, y + h / 2 + 11
    painter.medallion(x + 34, y + h / 2, MEDALLION, line.device)
    when, result = (74.0, 104.0) if w < NARROW else (104.0, 124.0)
    left, right = x + 62, x + w - 16
    room = w - 62 - 16 - when - result
    room -= _draw_cards(painter, (left + MIN_NAME, y + h / 2, room - MIN_NAME - 12, 0), cards)
    painter.text(painter.short_name(line.name, room - 8, "label_b"), left, above, "label_b")
    painter.text(line.stake, left, below, "small", "dim", fit=room - 8)
    painter.text(line.result, right - when, above, "label_b", line.ink, al="r", fit=result - 8)
    painter.text(line.how, right - when, below, "small", "dim", al="r", fit=result - 8)
    painter.text(line.day, right, above, "small", "dim", al="r", fit=when - 12)
    painter.text(line.hour, right, below, "small", "faint", al="r", fit=when - 12)


def _draw_cards(painter: Painter, place: Rect, cards: Cards) -> float:
    """Draw the cards that fit, right-aligned in `place`. Return their width in dp."""
    x, y, room, _ = place
    own, beside = (len(group) * CARD_STEP for group in cards)
    if not own or room < own:
        return 0.0
    board = WHOLE_BOARD if len(cards[0]) > 1 else beside  # a board keeps its full width from the start
    fits = room >= own + CARD_GAP + board
    wide = own + CARD_GAP + beside if beside and fits else own
    left = x + room - (board + CARD_GAP + own if fits else own)
    painter.inline_cards(cards[0], left, y, CARD_SIZE)
    if wide > own:
        painter.inline_cards(cards[1], left + own + CARD_GAP, y, CARD_SIZE)
    return x + room - left + 12


HEIGHT = 52.0
WIDTH = 316.0
MIN_WIDTH = 230.0


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """The player in a seat.

    `note` is a state or a description of the hand, and `tag` is a word below the stack.
    """

    name: str
    note: str
    stack: str
    device: str
    active: bool = False
    tag: str = ""


def draw_plaque(painter: Painter, r: Rect, seat: SeatPicture, other_note: str = "") -> None:
    """Draw a seat as a plaque on the rail of the table. `other_note` is the note of the other seat."""
    x, y, w, h = r
    middle = y + h / 2
    painter.shadow(r, h / 2, 8, 130, 4)
    line = "brass" if seat.active else "edge" if painter.hc else "line"
    painter.rect(r, "panel", h / 2, line, 2 if seat.active else 1)
    painter.medallion(x + h / 2, middle, 20, seat.device, lit=seat.active)
    left, right = x + h + 4, x + w - 24
    stack_width = max(painter.width(seat.stack, "amount"), painter.width(seat.tag, "small"))
    room = right - stack_width - 12 - left
    painter.text(painter.short_name(seat.name, room, "strong"), left, middle - 10, "strong")
    painter.text(fit_note(painter, seat.note, room, other_note), left, middle + 12, "small", "dim", fit=room)
    painter.text(seat.stack, right, middle - (9 if seat.tag else 0), "amount", "brass", al="r")
    painter.text(seat.tag, right, middle + 13, "small", "dim", al="r")


def draw_flat(painter: Painter, r: Rect, seat: SeatPicture, other_note: str = "") -> None:
    """Draw a seat in two lines of text, for a table that is too low for plaques."""
    x, y, w, h = r
    if seat.active:
        painter.rect((x - 6, y, w + 12, h), None, 8, "felt_brass", 1.6)
    stack_width = painter.width(seat.stack, "label_b")
    name = painter.short_name(seat.name, w - stack_width - 8, "label_b")
    painter.text(name, x, y + h * 0.28, "label_b", "on_felt")
    painter.text(seat.stack, x + w, y + h * 0.28, "label_b", "felt_brass", al="r")
    note = fit_note(painter, seat.note, w, other_note)
    painter.text(note, x, y + h * 0.73, "small", "on_felt_dim", fit=w)


def fit_note(painter: Painter, note: str, room: float, other: str = "") -> str:
    """Shorten a note like "two pair, queens and fours, eight kicker" until it fits, by dropping parts at the end.

    If the note differs from `other` only in the last part, the last part is kept and the parts before it are
    dropped first.
    """
    parts = note.split(", ")
    is_last_kept = note != other and parts[:-1] == other.split(", ")[:-1]
    while len(parts) > 1 and painter.width(", ".join(parts), "small") > room:
        del parts[-2 if is_last_kept and len(parts) > 2 else -1]
    return ", ".join(parts)
