"""The Hold'em table: rail and felt, two seats, board, bets, pot, dealer button.

From top to bottom, the normal layout has five rows with four equal gaps: the top seat, its hole cards, the
board, the hole cards of the bottom seat, and the bottom seat. If the table is high, the cards grow until the
gaps are `FAIR_GAP`. Chips have separate columns and never touch a card. If the table is too low for five rows
(large text in a small window), it has the flat layout: both seats at the top, and below them one row with the
board between the hole cards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.window.ui.canvas.painter import SHAPE, Painter, Rect
from game.window.views import cards
from game.window.views import cards as seats
from game.window.views.cards import CardPicture, Place, SeatPicture, between, draw_row, row_places

TOP, BOTTOM = 0, 1
BOARD_CARDS = 5
HOLE_CARDS = 2

# lengths in dp
LOWEST = 330.0  # a lower table has the flat layout
WIDEST = 2.05  # largest width of the table, as a multiple of its height
HIGHEST = 0.80  # largest height of the table, as a multiple of its width
OVERHANG = 16.0  # how far a seat extends beyond the rail
FAIR_GAP, WIDE_GAP = 24.0, 30.0  # if the gaps between rows exceed WIDE_GAP, cards grow to leave FAIR_GAP
MAX_GROWTH = 1.35  # largest factor by which cards grow
BESIDE_BOARD = 340.0  # width reserved for pot and mark, left and right of the board
OWN_CARDS, THEIR_CARDS = 1.08, 0.74  # height of hole cards, as a multiple of the height of board cards
BESIDE_CARDS = 26.0  # from the hole cards to the chips of a bet
FLAT_SEAT = 44.0  # height of a seat in the flat layout
BELOW_BET = 20.0  # from the lower edge of a bet's chips to the end of the text next to them
TALLEST_STACK = 2.45  # height of nine chips, in diameters of a chip
FLOURISH_MARKS, FLOURISH_MARK = 16, 24.0  # of the flourish for a large win
SPREAD_WIDTH, SPREAD_HEIGHT = 1.2, 4.6  # how far its marks move, in widths and heights of a seat


@dataclass(frozen=True, slots=True)
class Flight:
    """Chips that move between two positions of the layout, such as "seat 0", "bet 1" and "pot".

    `share` is the progress from 0 to 1.
    """

    amount: int
    source: str
    target: str
    share: float


@dataclass(frozen=True, slots=True)
class BetPicture:
    """The chips in front of a seat: the number of chips, the amount as text, and the action as a word."""

    amount: int = 0
    words: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """All objects on the table. Pairs are (top seat, bottom seat). `button` is the seat with the dealer button."""

    seats: tuple[SeatPicture, SeatPicture]
    hole: tuple[Sequence[CardPicture], Sequence[CardPicture]]
    board: Sequence[CardPicture]
    bets: tuple[BetPicture, BetPicture]
    pot_chips: int
    pot_written: str  # "" after the pot was won
    pot_word: str
    button: int
    flights: Sequence[Flight] = ()
    equities: tuple[str, str] = ("", "")  # next to the hole cards during a run-out
    flourish: float = 1.0  # the progress of the flourish around the bottom seat after a large win


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The layout of the table in dp. Pairs are (top seat, bottom seat).

    Attributes:
        dealer: The position from which cards are dealt.
        buttons: The position of the dealer button for each seat.
        mark: The middle of the motif on the felt.
        chip: The diameter of a chip.
    """

    table: Rect
    radius: float
    rail: float
    flat: bool
    plaques: tuple[Rect, Rect]
    hole: tuple[tuple[Place, ...], tuple[Place, ...]]
    hole_heights: tuple[float, float]
    board: tuple[Place, ...]
    board_height: float
    bets: tuple[Place, Place]
    pot: Place
    dealer: Place
    buttons: tuple[Place, Place]
    mark: Place
    chip: float

    def anchor(self, name: str) -> Place:
        """Return the position (x, y) at which moving chips start or end: "pot", "bet 0", "seat 1"."""
        kind, _, seat = name.partition(" ")
        if kind == "pot":
            return self.pot
        if kind == "bet":
            x, y = self.bets[int(seat)]
            return x + self.chip / 2, y
        x, y, w, h = self.plaques[int(seat)]
        return x + w / 2, y + h / 2


def layout(area: Rect) -> TableLayout:
    return _flat(area) if area[3] < LOWEST else _upright(area)


def _upright(area: Rect) -> TableLayout:
    x, y, w, h = area
    y, h = y + 20, h - 40
    wide = min(w, h * WIDEST)
    high = min(h, wide * HIGHEST)
    table = (x + (w - wide) / 2, y + (h - high) / 2, wide, high)
    rail = max(13.0, min(22.0, high * 0.036))
    cx, top = x + w / 2, table[1] - OVERHANG
    board_height, gap = _card_height(wide, high)
    own, their = board_height * OWN_CARDS, board_height * THEIR_CARDS
    plaque_width = max(seats.MIN_WIDTH, min(seats.WIDTH, wide * 0.6))
    their_y = top + seats.HEIGHT + gap
    board_y = their_y + their + gap
    own_y = board_y + board_height + gap
    plaque_y = own_y + own + gap
    board = row_places((cx, board_y), BOARD_CARDS, board_height, board_height * 0.085)
    pot_x = board[0][0] - max(56.0, (board[0][0] - table[0] - rail) * 0.44)
    middle = board_y + board_height / 2
    chip = max(22.0, min(34.0, board_height * 0.24))
    beside_their, beside_own = their * SHAPE + 4, own * SHAPE + 5
    their_bet = max(their_y + their * 0.62, top + seats.HEIGHT + chip * TALLEST_STACK)
    reaches_board = their_bet + BELOW_BET > board_y
    board_right = board[-1][0] + board_height * SHAPE
    return TableLayout(
        table=table,
        radius=min(high * 0.46, wide * 0.30),
        rail=rail,
        flat=False,
        plaques=(
            (cx - plaque_width / 2, top, plaque_width, seats.HEIGHT),
            (cx - plaque_width / 2, plaque_y, plaque_width, seats.HEIGHT),
        ),
        hole=(
            row_places((cx, their_y), HOLE_CARDS, their, 8),
            row_places((cx, own_y), HOLE_CARDS, own, 10),
        ),
        hole_heights=(their, own),
        board=board,
        board_height=board_height,
        bets=(
            (board_right + 8 if reaches_board else cx + beside_their + BESIDE_CARDS, their_bet),
            (cx + beside_own + BESIDE_CARDS, own_y + own * 0.62),
        ),
        pot=(pot_x, middle - 4),
        dealer=(cx, board_y - gap / 2),
        buttons=((cx - beside_their - 38, their_y + their / 2), (cx - beside_own - 38, own_y + own / 2)),
        mark=(2 * cx - pot_x, middle),
        chip=chip,
    )


def _card_height(wide: float, high: float) -> tuple[float, float]:
    """Return the height of a board card and the gap between rows, for a table of this size."""
    widest = (wide - BESIDE_BOARD) / 3.85
    height = max(70.0, min(high * 0.240, widest))
    rows = 1 + OWN_CARDS + THEIR_CARDS

    def gap(card: float) -> float:
        return (high + 2 * OVERHANG - 2 * seats.HEIGHT - card * rows) / 4

    if gap(height) > WIDE_GAP:
        growth = min(MAX_GROWTH, 1 + (gap(height) - FAIR_GAP) * 4 / (height * rows))
        height = min(height * growth, widest)
    if gap(height) < 6:
        height = max(40.0, (high + 2 * OVERHANG - 2 * seats.HEIGHT - 24) / rows)
    return height, gap(height)


def _flat(area: Rect) -> TableLayout:
    """Return the flat layout: seats and hole cards at the left and right, with the board between them."""
    x, y, w, h = area
    rail, inset, below = 8.0, 10.0, 26.0
    left, width = x + rail + inset, w - 2 * (rail + inset)
    height = min((width - 44) / 6.5, h - 2 * rail - FLAT_SEAT - below - 20)
    pair = 2 * height * SHAPE + 5
    spare = h - 2 * rail - FLAT_SEAT - height - below
    seat_y = y + rail + spare * 0.3
    row_y = seat_y + FLAT_SEAT + spare * 0.35
    under = row_y + height + below / 2 + 2
    right = left + width - pair
    board = row_places((x + w / 2, row_y), BOARD_CARDS, height, 4)
    seat_width = max(pair, min(seats.MIN_WIDTH, w * 0.34))
    seat_middle = seat_y + FLAT_SEAT / 2
    return TableLayout(
        table=area,
        radius=18.0,
        rail=rail,
        flat=True,
        plaques=(
            (left, seat_y, seat_width, FLAT_SEAT),
            (left + width - seat_width, seat_y, seat_width, FLAT_SEAT),
        ),
        hole=(
            row_places((left + pair / 2, row_y), HOLE_CARDS, height, 5),
            row_places((right + pair / 2, row_y), HOLE_CARDS, height, 5),
        ),
        hole_heights=(height, height),
        board=board,
        board_height=height,
        bets=((left, under), (left + width, under)),
        pot=(x + w / 2, seat_middle),
        dealer=(x + w / 2, row_y),
        buttons=((left + seat_width + 17, seat_middle), (left + width - seat_width - 17, seat_middle)),
        mark=(x + w / 2, under),
        chip=16.0,
    )


def draw_background(painter: Painter, place: TableLayout) -> None:
    """Draw the empty table. This drawing does not change during a hand, so it can be cached."""
    painter.table(place.table, place.radius, place.rail, stitched=not place.flat)
    if not painter.hc and not place.flat:
        painter.motif(*place.mark, max(34.0, place.board_height * 0.36), "felt_line", 110)


def draw(painter: Painter, place: TableLayout, picture: TablePicture) -> None:
    """Draw all objects on the table, from the lowest layer up."""
    for i in range(len(picture.board), BOARD_CARDS):
        painter.slot(*place.board[i], place.board_height)
    _draw_pot(painter, place, picture)
    for seat in (TOP, BOTTOM):
        if picture.bets[seat].amount:
            _draw_bet(painter, place, seat, picture.bets[seat])
    radius = 9 if place.flat else 14
    painter.dealer(*place.buttons[picture.button], radius)
    if picture.flourish < 1.0:
        _draw_flourish(painter, place, picture.flourish)
    draw_seat = seats.draw_flat if place.flat else seats.draw_plaque
    for seat in (TOP, BOTTOM):
        draw_seat(painter, place.plaques[seat], picture.seats[seat], picture.seats[1 - seat].note)
    draw_row(painter, place.board, picture.board, place.board_height, place.dealer)
    for seat in (TOP, BOTTOM):
        draw_row(painter, place.hole[seat], picture.hole[seat], place.hole_heights[seat], place.dealer)
    for seat in (TOP, BOTTOM):
        if picture.equities[seat]:
            _draw_equity(painter, place, seat, picture.equities[seat])
    for flight in picture.flights:
        x, y = between(place.anchor(flight.source), place.anchor(flight.target), flight.share)
        cards.draw_chips(painter, x, y, flight.amount, place.chip)


def _draw_pot(painter: Painter, place: TableLayout, picture: TablePicture) -> None:
    if not picture.pot_written:
        return
    x, y = place.pot
    if place.flat:
        painter.text(f"{picture.pot_word} {picture.pot_written}", x, y, "label_b", "on_felt", al="c")
        return
    if picture.pot_chips:
        cards.draw_chips(painter, x, y, picture.pot_chips, place.chip)
    painter.caps(picture.pot_word, x, y + 21, "on_felt_dim", "c")
    painter.text(picture.pot_written, x, y + 44, "figure", "on_felt", al="c")


def _draw_equity(painter: Painter, place: TableLayout, seat: int, written: str) -> None:
    """Draw an equity at the position of the seat's bet, which is free during a run-out."""
    x, base = place.bets[seat]
    if place.flat:
        painter.text(written, x, base, "label_b", "on_felt", al="r" if seat else "l")
    else:
        painter.text(written, x + 10, base - place.chip * 0.45, "figure", "on_felt")


def _draw_flourish(painter: Painter, place: TableLayout, share: float) -> None:
    """Draw the ornament that celebrates a large win."""
    x, y, w, h = place.plaques[BOTTOM]
    alpha = round(255 * (1 - share))
    for index in range(FLOURISH_MARKS):
        angle = math.pi * (index + 0.5) / FLOURISH_MARKS
        reach = (0.35 + 0.65 * share) * (1.0 if index % 2 else 0.75)
        across, up = math.cos(angle) * w * SPREAD_WIDTH * reach, math.sin(angle) * h * SPREAD_HEIGHT * reach
        painter.motif(
            x + w / 2 + across, y + h / 2 - up, FLOURISH_MARK * (1.2 - 0.6 * share), "felt_brass", alpha
        )


def _draw_bet(painter: Painter, place: TableLayout, seat: int, bet: BetPicture) -> None:
    x, base = place.bets[seat]
    if place.flat:
        painter.text(
            f"{bet.word} {bet.words}".strip(), x, base, "small_b", "on_felt", al="r" if seat else "l"
        )
        return
    width = cards.width_of_chips(bet.amount, place.chip)
    cards.draw_chips(painter, x + width / 2, base, bet.amount, place.chip)
    label = x + width + 10
    middle = base - place.chip * 0.45
    painter.text(bet.words, label, middle if bet.word else base - place.chip * 0.38, "amount", "on_felt")
    if bet.word:
        painter.text(bet.word, label, middle + 22, "small", "on_felt_dim")
