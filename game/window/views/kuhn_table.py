"""The Kuhn poker table: both players' cards, the unseen card, the pot in chips, and the moves as words."""

from __future__ import annotations

from dataclasses import dataclass

from game.window.ui.canvas.painter import SHAPE, Painter, Rect
from game.window.views import cards as seats
from game.window.views.cards import CardPicture, Place, SeatPicture, between, draw_row

LOWEST = 300.0  # dp: a lower table has the flat layout
WIDEST = 1.72  # largest width, as a multiple of the height
HIGHEST = 0.86  # largest height, as a multiple of the width
TALLEST_CARD = 190.0
WORDS = 26.0  # minimum height in dp between the cards, for the announced words
CHIP = 34.0
FLAT_CHIP = 18.0
CHIP_PITCH = 42.0
UNSEEN = 0.9  # height of the unseen card, in cards
MAX_CHIPS = 12
TOP, BOTTOM = 0, 1
WON_AT = (0.62, 0.76)  # as a share of a card's height. It avoids the pot on a low table
ARROW = "   →   "


@dataclass(frozen=True, slots=True)
class ChipFlight:
    """Chips that move from a seat (0 is top, 1 is bottom) to the pot or, if `back`, from the pot to the seat."""

    seat: int
    amount: int
    share: float
    back: bool = False


@dataclass(frozen=True, slots=True)
class Winnings:
    """The chips in front of the winner after the hand (seat 0 is top, 1 is bottom)."""

    seat: int
    amount: int
    written: str


@dataclass(frozen=True, slots=True)
class KuhnPicture:
    """All objects on the table.

    Pairs are (top seat, bottom seat). `words` are the moves as words, in order.
    """

    seats: tuple[SeatPicture, SeatPicture]
    cards: tuple[CardPicture | None, CardPicture | None]
    unseen: CardPicture
    unseen_word: str
    pot: tuple[int, int]
    pot_written: str  # empty once it is won
    pot_word: str
    words: tuple[str, ...]
    flight: ChipFlight | None = None
    won: Winnings | None = None


@dataclass(frozen=True, slots=True)
class KuhnLayout:
    """The layout of the table in dp. Pairs are (top seat, bottom seat)."""

    table: Rect
    radius: float
    rail: float
    flat: bool
    plaques: tuple[Rect, Rect]
    cards: tuple[Place, Place]
    card_height: float
    unseen: Place
    unseen_height: float
    pot: Place
    words: Rect
    chip: float


def layout(area: Rect) -> KuhnLayout:
    return _flat(area) if area[3] < LOWEST else _upright(area)


def _upright(area: Rect) -> KuhnLayout:
    x, y, w, h = area
    y, h = y + 18, h - 40
    wide = min(w, h * WIDEST)
    high = min(h, wide * HIGHEST)
    table = (x + (w - wide) / 2, y + (h - high) / 2, wide, high)
    _, top, _, _ = table
    cx, bottom = x + w / 2, top + high
    plaque = min(seats.WIDTH, max(seats.MIN_WIDTH, wide * 0.6))
    left = cx - plaque / 2
    inner = seats.HEIGHT / 2 + 20
    height = min(TALLEST_CARD, high * 0.285, high / 2 - 12 - inner - WORDS / 2)
    their_y, own_y = top + 12 + inner, bottom - 12 - inner - height
    middle = (their_y + own_y + height) / 2
    words_gap = own_y - their_y - height
    return KuhnLayout(
        table=table,
        radius=min(high / 2, 190.0),
        rail=18.0,
        flat=False,
        plaques=(
            (left, top + 12 - seats.HEIGHT / 2, plaque, seats.HEIGHT),
            (left, bottom - 12 - seats.HEIGHT / 2, plaque, seats.HEIGHT),
        ),
        cards=((cx - height * SHAPE / 2, their_y), (cx - height * SHAPE / 2, own_y)),
        card_height=height,
        unseen=(cx - wide * 0.36, middle - height * UNSEEN / 2 - 10),
        unseen_height=height * UNSEEN,
        pot=(cx + wide * 0.27, middle),
        words=(cx - wide * 0.2, middle - words_gap / 2, wide * 0.4, words_gap),
        chip=CHIP,
    )


def _flat(area: Rect) -> KuhnLayout:
    """Return the flat layout: the top seat and its card left, the bottom seat right, the rest between."""
    x, y, w, h = area
    rail, inset, seat_height = 8.0, 10.0, 44.0
    height = min(h - 2 * rail - 16, w * 0.28)
    card_y = y + (h - height) / 2
    left, right = x + rail + inset, x + w - rail - inset
    card_width = height * SHAPE
    seat_width = w / 2 - rail - inset - card_width - 30
    unseen = height * 0.46
    seat_y = card_y + 2
    below = seat_y + seat_height
    return KuhnLayout(
        table=area,
        radius=18.0,
        rail=rail,
        flat=True,
        plaques=(
            (left + card_width + 14, seat_y, seat_width, seat_height),
            (right - card_width - 14 - seat_width, seat_y, seat_width, seat_height),
        ),
        cards=((left, card_y), (right - card_width, card_y)),
        card_height=height,
        unseen=(left + card_width + 14, y + h - rail - 10 - unseen),
        unseen_height=unseen,
        pot=(x + w / 2 + unseen * SHAPE / 2, y + h - rail - 26),
        words=(
            left + card_width + unseen * SHAPE + 22,
            below,
            right - left - 2 * card_width - unseen * SHAPE - 36,
            42,
        ),
        chip=FLAT_CHIP,
    )


def draw_background(painter: Painter, place: KuhnLayout) -> None:
    painter.table(place.table, place.radius, place.rail, stitched=not place.flat)


def draw(painter: Painter, place: KuhnLayout, picture: KuhnPicture) -> None:
    """Draw all objects on the table."""
    draw_seat = seats.draw_flat if place.flat else seats.draw_plaque
    for seat in (0, 1):
        draw_seat(painter, place.plaques[seat], picture.seats[seat])
    _draw_words(painter, place, picture.words)
    _draw_pot(painter, place, picture)
    _draw_unseen(painter, place, picture)
    table_x, table_y, table_w, table_h = place.table
    dealer = (table_x + table_w / 2, table_y + table_h / 2)
    for corner, card in zip(place.cards, picture.cards, strict=True):
        if card is not None:
            draw_row(painter, (corner,), (card,), place.card_height, dealer)
    if picture.flight is not None:
        _draw_flight(painter, place, picture.flight)
    if picture.won is not None and not place.flat:
        # The chips are to the right of the winner's card.
        x, y = place.cards[picture.won.seat]
        cx = x + place.card_height * SHAPE + 26 + CHIP / 2
        base = y + place.card_height * WON_AT[picture.won.seat]
        half = (picture.won.amount + 1) // 2
        painter.chips(cx, base, half, CHIP, MAX_CHIPS)
        painter.chips(cx + CHIP_PITCH, base, picture.won.amount - half, CHIP, MAX_CHIPS)
        painter.text(
            picture.won.written, cx + CHIP_PITCH + CHIP / 2 + 12, base - CHIP * 0.4, "amount", "on_felt"
        )


def _draw_words(painter: Painter, place: KuhnLayout, words: tuple[str, ...]) -> None:
    """Draw the moves as words on one line, or on two lines if the words are too long for one."""
    x, y, w, h = place.words
    whole = ARROW.join(words)
    size = 15.0
    if painter.width(whole, "label") <= w:
        painter.text(whole, x + w / 2, y + h / 2, "label", "on_felt_dim", al="c")
        return
    half = (len(words) + 1) // 2
    rows = (ARROW.join(words[:half]) + ARROW.rstrip(), ARROW.join(words[half:]))
    for i, row in enumerate(rows):
        middle = y + h / 2 + (i - 0.5) * size * 1.5
        painter.text(row, x + w / 2, middle, "label", "on_felt_dim", al="c", fit=w * 1.2)


def _draw_pot(painter: Painter, place: KuhnLayout, picture: KuhnPicture) -> None:
    """Draw a stack for the bets of each player, and the total below."""
    if not picture.pot_written:
        return
    x, y = place.pot
    if place.flat:
        painter.text(f"{picture.pot_word} {picture.pot_written}", x, y, "label_b", "on_felt", al="c")
        return
    for i, amount in enumerate(picture.pot):
        if amount:
            painter.chips(x + (i - 0.5) * CHIP_PITCH, y - 6, amount, place.chip, MAX_CHIPS)
    painter.caps(picture.pot_word, x, y + 16, "on_felt_dim", "c")
    painter.text(picture.pot_written, x, y + 39, "figure", "on_felt", al="c")


def _draw_unseen(painter: Painter, place: KuhnLayout, picture: KuhnPicture) -> None:
    x, y = place.unseen
    height = place.unseen_height
    draw_row(painter, (place.unseen,), (picture.unseen,), height, (x, y))
    middle = x + height * SHAPE / 2
    if place.flat:
        return
    painter.text(picture.unseen_word, middle, y + height + 20, "small", "on_felt_dim", al="c")


def _draw_flight(painter: Painter, place: KuhnLayout, flight: ChipFlight) -> None:
    x, y, w, h = place.plaques[flight.seat]
    seat: Place = (x + w / 2, y + h / 2)
    pot = (place.pot[0] + (flight.seat - 0.5) * CHIP_PITCH, place.pot[1] - 6)
    if flight.back and not place.flat:
        card_x, card_y = place.cards[flight.seat]
        seat = (card_x + place.card_height * SHAPE + 26 + CHIP, card_y + place.card_height * 0.62)
    start, end = (pot, seat) if flight.back else (seat, pot)
    cx, base = between(start, end, flight.share)
    painter.chips(cx, base, flight.amount, place.chip, MAX_CHIPS)
