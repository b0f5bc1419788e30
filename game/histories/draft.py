"""A draft of a hand of any room, filled line by line and checked by the rules of betting.

The parser of a room knows the layout of the lines. The parser calls the methods of `HandDraft`, which checks the
rules. Amounts are exact decimals in the unit of the room. `finish` checks that every player has the chips for the
amounts put in, that each round closes, and that the collected amounts and the rake add up to the amounts put in. A
hand that fails a check raises `Unusable` with the line number of the fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal

from game.core import BadInput
from game.histories.amounts import CHIPS, CardReader, split_cards
from game.histories.hand import (
    NOTHING,
    Kind,
    RoomHand,
    RoomMove,
    RoomPlayer,
    Unread,
    Unusable,
    blame,
    format_amount,
    refuse,
)
from game.rules.cards import Card, name, quote_typed
from game.texts import plural, text

MAX_PLAYERS = 10
MAX_MOVES = 500
MAX_RAKE_SHARE = Decimal("0.15")
"""The largest share of a pot that can be rake, if the room does not print the rake."""
LATE_STACK = Decimal(10**12)
"""The assumed stack of a player who sat down in mid-hand, because no room prints it."""
BOARD_LENGTHS = (0, 3, 4, 5)
_REMARK = re.compile(
    r":? ?(?:doesn't|does not|did not|didn't|has|had|is|was|will|could|said|joins?|leaves?|sits?|stands?|finished"
    r"|wins|re-?buys|chooses|receives|pays|requests?|adds?|shows?|mucks?|balance|cashed|re-?turned|timed|takes?)\b"
    r"|[^:\s]",
    re.IGNORECASE,
)
"""The start of a remark of a room about a player, after the name."""
_STRADDLE = re.compile(r":? (?:\w+ ){0,3}straddles?\b.*\d", re.IGNORECASE)
"""A straddle in the words of any room, after the name."""


@dataclass(slots=True)
class _Seat:
    name: str
    seat: int
    stack: Decimal
    printed_cards: str = ""
    cards_line: int = 0
    is_dealt_in: bool = False
    is_late: bool = False
    has_folded: bool = False
    left: Decimal = NOTHING
    total: Decimal = NOTHING
    bet: Decimal = NOTHING
    winnings: Decimal = NOTHING
    winnings_line: int = 0
    printed_winnings: Decimal | None = None
    refund: Decimal = NOTHING
    refund_line: int = 0


@dataclass(slots=True)
class HandDraft:
    """A hand while its lines are parsed. `line` is the number of the current line.

    `counts_uncalled` is True if the room usually includes an uncalled bet in the collected amount. `doubts` is the
    number of printed amounts, such as the increase by a raise, that are redundant and disagree with other amounts.
    `unread` is the first line that begins with a player's name and cannot be parsed.
    """

    room: str
    first_line: int = 1
    line: int = 1
    number: str = ""
    at: float = 0.0
    unit: str = CHIPS
    table: str = ""
    small_blind: Decimal = NOTHING
    big_blind: Decimal = NOTHING
    button_seat: int = 0
    hero: str = ""
    rake: Decimal | None = None
    fees: Decimal = NOTHING
    has_cash_out: bool = False
    counts_uncalled: bool = False
    is_settled: bool = True
    printed_pot: Decimal | None = None
    doubts: int = 0
    unread: Unread | None = None
    is_ended: bool = False
    seats: dict[str, _Seat] = field(default_factory=dict)
    moves: list[RoomMove] = field(default_factory=list)
    printed_board: list[str] = field(default_factory=list)
    board_lines: list[int] = field(default_factory=list)
    street: int = 0
    cards: CardReader = field(default_factory=CardReader)
    _board_count: int = 0
    _sorted_names: list[str] = field(default_factory=list)

    # ---- the table ------------------------------------------------------------------------------------------
    def add_seat(self, name: str, seat: int, stack: Decimal) -> None:
        """Add a player.

        Raises:
            Unusable: If the name or the seat is taken, or the table is full.
        """
        if name in self.seats:
            raise refuse("histories_errors.table.name", self.line, name=quote_typed(name))
        if any(other.seat == seat for other in self.seats.values()):
            raise refuse("histories_errors.table.seat", self.line, seat=seat)
        if len(self.seats) >= MAX_PLAYERS:
            raise refuse("histories_errors.table.full", self.line, most=MAX_PLAYERS)
        self.seats[name] = _Seat(name, seat, stack, left=stack)
        self._sorted_names = sorted(self.seats, key=len, reverse=True)

    def add_latecomer(self, name: str) -> None:
        """Add a player with an unknown stack, who sat down during the hand or whose stack is not printed."""
        if name in self.seats:
            seat = self.seats[name]
            seat.stack = seat.left = LATE_STACK
        else:
            self.add_seat(name, min([0, *(seat.seat for seat in self.seats.values())]) - 1, LATE_STACK)
        self.seats[name].is_late = True

    def split_name(self, text: str) -> tuple[str, str]:
        """Return the name at the start of a line (empty if there is none), and the rest of the line."""
        name = next((name for name in self._sorted_names if text.startswith(name)), "")
        return name, text[len(name) :]

    def deal(self, name: str, printed: str) -> None:
        """Store the hole cards that the room prints when it deals them. The first such player is the user."""
        self.hero = self.hero or name
        self.show(name, printed)

    def show(self, name: str, printed: str) -> None:
        """Store the hole cards that a player has shown."""
        seat = self._seat(name)
        seat.is_dealt_in = True
        if len(split_cards(printed)) > len(split_cards(seat.printed_cards)):
            seat.printed_cards, seat.cards_line = printed, self.line
            self.cards.hear([printed])

    def open_street(self, street: int, printed: str) -> None:
        """Begin a street with its new cards.

        Raises:
            Unusable: If another street is due, the board is run twice, or a player has not answered a bet.
        """
        if street != self.street + 1 or street == len(BOARD_LENGTHS):
            is_again = street in (*range(1, self.street + 1), len(BOARD_LENGTHS))
            if is_again and self._is_run_out and printed not in self.printed_board[street - 1 :][:1]:
                raise refuse("histories_errors.cards.twice_run", self.line)
            where = _tell_street(min(street, len(BOARD_LENGTHS) - 1))
            raise refuse("histories_errors.cards.early", self.line, where=where)
        self._check_round_closed()
        self.street = street
        for seat in self.seats.values():
            seat.total = NOTHING
        self.printed_board.append(printed)
        self.board_lines.append(self.line)
        self.cards.hear([printed])

    # ---- what is put in -------------------------------------------------------------------------------------
    def post(self, name: str, kind: Kind, amount: Decimal) -> None:
        """Post an ante or a blind. An ante and a dead blind do not count towards the bet.

        Raises:
            Unusable: If the player has no seat or too few chips, or posts the same blind twice.
        """
        posted = {move.kind for move in self.moves}
        player = list(self.seats).index(self._seat(name).name)
        if kind in (Kind.SMALL, Kind.BIG) and (kind, player) in {
            (move.kind, move.player) for move in self.moves
        }:
            raise refuse(
                f"histories_errors.action.twice.{kind.value.partition(' ')[0]}",
                self.line,
                name=quote_typed(name),
            )
        if kind == Kind.SMALL and Kind.SMALL in posted:
            kind = Kind.DEAD
        is_first_blind = kind in (Kind.SMALL, Kind.BIG) and kind not in posted
        self._put_in(name, kind, amount, live=kind in (Kind.SMALL, Kind.BIG))
        if is_first_blind and self._seat(name).left:  # the room may print the blinds of the next level above
            before = self.big_blind if kind == Kind.BIG else self.small_blind
            self.doubts += before not in (NOTHING, amount)
            if kind == Kind.BIG:
                self.big_blind = amount
            else:
                self.small_blind = amount

    def fold(self, name: str) -> None:
        self._put_in(name, Kind.FOLD, NOTHING)
        self._seat(name).has_folded = True

    def check(self, name: str) -> None:
        """Let a player check.

        Raises:
            Unusable: If there is a bet to call.
        """
        if self.owes(name):
            raise refuse("histories_errors.action.check", self.line, name=quote_typed(name))
        self._put_in(name, Kind.CHECK, NOTHING)

    def owes(self, name: str) -> bool:
        seat = self._seat(name)
        return seat.total < self._bet_against(seat) and seat.left > 0

    def call(self, name: str, amount: Decimal | None = None) -> None:
        """Let a player call. `amount` is the printed amount, or None if the room prints none.

        Raises:
            Unusable: If there is no bet, or `amount` is not the amount due.
        """
        seat = self._seat(name)
        due = min(self._bet_against(seat) - seat.total, seat.left)
        if due <= 0:
            raise refuse("histories_errors.action.no_bet", self.line, name=quote_typed(name))
        if amount is not None and due < amount == self._bet - seat.total <= seat.left:
            due = amount  # some rooms ask for the whole blind, and give the rest back
        if amount is not None and amount != due:
            figures = {"amount": format_amount(amount), "due": format_amount(due)}
            key = "histories_errors.action.call"
            raise refuse(key, self.line, amount - due, name=quote_typed(name), **figures)
        self._put_in(name, Kind.CALL, due)

    def raise_to(self, name: str, total: Decimal) -> None:
        """Let a player bet or raise to a total on this street.

        An all-in that does not exceed the bet is stored as a call. A raise is also stored as a call if every
        opponent is all-in or has folded.
        """
        seat = self._seat(name)
        added = total - seat.total
        if added <= 0:
            key = "histories_errors.action.no_raise"
            raise refuse(key, self.line, name=quote_typed(name), total=format_amount(total))
        if total <= self._bet:
            if added == seat.left:
                self._put_in(name, Kind.CALL, added)
                return
            figures = {"total": format_amount(total), "bet": format_amount(self._bet)}
            raise refuse("histories_errors.action.raise", self.line, name=quote_typed(name), **figures)
        others = [one for one in self.seats.values() if one is not seat and one.is_dealt_in]
        is_excess = bool(others) and not any(one.left and not one.has_folded for one in others)
        self._put_in(name, Kind.CALL if is_excess else Kind.RAISE, added)

    def note_unread(self, rest: str) -> None:
        """Note an unreadable line of a player, unless the line is a known remark.

        `rest` is the text after the name.

        Raises:
            Unusable: If the player straddles.
        """
        if _STRADDLE.match(rest):
            raise refuse("histories_errors.special.straddle", self.line)
        if self.unread is None and rest.strip() and _REMARK.match(rest) is None:
            self.unread = self.line, rest.strip(": ") or "…"

    def blame(self, problem: Unusable) -> Unusable:
        """Return an error about the unreadable line if this line may be the cause of `problem`, else `problem`."""
        is_before = self.unread is not None and problem.line < self.unread[0] and not self.is_ended
        return problem if is_before else blame(problem, self.unread)

    def note_increase(self, by: Decimal, total: Decimal) -> None:
        """Note the increase of the bet by a raise to `total`, as the room prints it."""
        self.doubts += by != total - self._bet

    def raise_by(self, name: str, added: Decimal) -> None:
        self.raise_to(name, self._seat(name).total + added)

    def check_all_in(self, name: str) -> None:
        """Check that a player who is printed as all-in has no chips left.

        Raises:
            Unusable: If the player has chips left.
        """
        seat = self._seat(name)
        if seat.left and not seat.is_late:
            left = format_amount(seat.left)
            raise refuse(
                "histories_errors.action.all_in", self.line, seat.left, name=quote_typed(name), left=left
            )

    def collect(self, name: str, amount: Decimal) -> None:
        """Add an amount that a player collects from the pot."""
        seat = self._seat(name)
        seat.winnings += amount
        seat.winnings_line = self.line

    def give_back(self, name: str, amount: Decimal) -> None:
        """Return an uncalled bet to a player."""
        seat = self._seat(name)
        seat.refund += amount
        seat.refund_line = self.line

    @property
    def _bet(self) -> Decimal:
        totals = [seat.total for seat in self.seats.values()]
        highest = max(totals, default=NOTHING)
        if self.street or not highest or highest >= self.big_blind:
            return highest
        return self.big_blind

    def _bet_against(self, seat: _Seat) -> Decimal:
        """Return the bet that a player must match on this street.

        If an opponent still has chips, a big blind that is all-in for less counts as a full big blind.
        """
        others = [one for one in self.seats.values() if one is not seat and not one.has_folded]
        if any(one.left for one in others if one.is_dealt_in):
            return self._bet
        return max((one.total for one in self.seats.values()), default=NOTHING)

    def _seat(self, name: str) -> _Seat:
        seat = self.seats.get(name)
        if seat is None:
            raise refuse("histories_errors.table.no_seat", self.line, name=quote_typed(name))
        return seat

    def _put_in(self, name: str, kind: Kind, amount: Decimal, *, live: bool = True) -> None:
        seat = self._seat(name)
        seat.is_dealt_in = True
        if amount > seat.left:
            figures = {"amount": format_amount(amount), "left": format_amount(seat.left)}
            gap = amount - seat.left
            raise refuse(
                "histories_errors.action.too_much", self.line, gap, name=quote_typed(name), **figures
            )
        if seat.has_folded:
            raise refuse("histories_errors.action.folded", self.line, name=quote_typed(name))
        if len(self.moves) >= MAX_MOVES:
            raise refuse("histories_errors.action.many", self.line, most=MAX_MOVES)
        seat.left -= amount
        if live:
            seat.total += amount
            seat.bet += amount
        index = list(self.seats).index(name)
        self.moves.append(RoomMove(self.line, index, self.street, kind, amount, seat.total))

    @property
    def _is_run_out(self) -> bool:
        """Whether all players in the hand are all-in, except perhaps one."""
        live = [seat for seat in self.seats.values() if seat.is_dealt_in and not seat.has_folded]
        return len(live) > 1 >= sum(seat.left > 0 for seat in live)

    def _check_round_closed(self) -> None:
        owing = [
            seat
            for seat in self.seats.values()
            if seat.is_dealt_in and not seat.has_folded and seat.left and seat.total < self._bet_against(seat)
        ]
        live = [seat for seat in self.seats.values() if seat.is_dealt_in and not seat.has_folded]
        if owing and len(live) > 1:
            first = owing[0]
            who = {"name": quote_typed(first.name), "where": _tell_street(self.street)}
            gap = self._bet_against(first) - first.total
            raise refuse("histories_errors.action.open", self.line, gap, **who)

    # ---- the end --------------------------------------------------------------------------------------------
    def finish(self) -> RoomHand:
        """Check the hand and return it.

        Raises:
            Unusable: If a part is missing, or the amounts do not add up.
        """
        self.is_ended = True
        self.line = self.moves[-1].line if self.moves else self.first_line
        dealt_in = [seat for seat in self.seats.values() if seat.is_dealt_in]
        if len(dealt_in) < 2:
            raise refuse("histories_errors.table.few", self.first_line)
        if not self.big_blind:
            raise refuse("histories_errors.table.no_big_blind", self.first_line)
        live = [seat for seat in dealt_in if not seat.has_folded]
        self._check_latecomers(dealt_in)
        if not live:
            raise refuse("histories_errors.end.all_fold", self.line)
        if len(live) > 1:
            self._check_round_closed()
        board = self._read_board()
        if len(live) > 1 and len(board) < BOARD_LENGTHS[-1]:
            raise refuse("histories_errors.end.no_winner", self.line)
        rake = self._settle(dealt_in, live)
        order = sorted(dealt_in, key=lambda seat: seat.seat)
        index = {seat.name: number for number, seat in enumerate(order)}
        names = list(self.seats)
        players = tuple(self._player(seat) for seat in order)
        self._check_cards(players, board)
        return RoomHand(
            self.room,
            self.number,
            self.at,
            self.unit,
            self.table,
            self.small_blind,
            self.big_blind,
            players,
            self._button(order),
            index.get(self.hero),
            tuple(
                RoomMove(one.line, index[names[one.player]], one.street, one.kind, one.amount, one.total)
                for one in self.moves
            ),
            board,
            tuple(seat.winnings for seat in order),
            tuple(seat.winnings + seat.refund - (seat.stack - seat.left) for seat in order),
            rake,
            self.is_settled,
            self.has_cash_out,
            self.first_line,
            max(seat.winnings_line for seat in order) or self.line,
            self.doubts,
            self.unread,
        )

    def _check_latecomers(self, dealt_in: Sequence[_Seat]) -> None:
        """Refuse the hand if the unknown stack of a player matters.

        This is the case if the player sees the flop, does not fold, or is one of only two players.
        """
        names = list(self.seats)
        for seat in (one for one in dealt_in if one.is_late):
            played = {move.street for move in self.moves if names[move.player] == seat.name}
            if len(dealt_in) == 2 or not seat.has_folded or max(played) > 0:
                raise refuse("histories_errors.table.late", self.line, name=quote_typed(seat.name))

    def _player(self, seat: _Seat) -> RoomPlayer:
        line = seat.cards_line or self.line
        with _at_line(line):
            cards = self.cards.read(seat.printed_cards)
        if len(cards) not in (0, 1, 2):
            said = plural("histories_errors.cards.hole", len(cards), name=quote_typed(seat.name))
            raise Unusable(said, line)
        return RoomPlayer(seat.name, seat.seat, seat.stack, cards if len(cards) == 2 else ())

    def _read_board(self) -> tuple[Card, ...]:
        board: list[Card] = []
        for street, (printed, line) in enumerate(zip(self.printed_board, self.board_lines, strict=True), 1):
            with _at_line(line):
                board += self.cards.read(printed)
            if len(board) != BOARD_LENGTHS[street]:
                said = plural("histories_errors.cards.board", len(board), where=_tell_street(street))
                raise Unusable(said, line)
        return tuple(board)

    def _check_cards(self, players: Sequence[RoomPlayer], board: Sequence[Card]) -> None:
        """Refuse the hand if a card is dealt twice. The refusal has the line number of the second deal."""
        dealt = [(self.seats[player.name].cards_line, card) for player in players for card in player.cards]
        streets = (street for street, count in ((0, 3), (1, 1), (2, 1)) for _ in range(count))
        dealt += [(self.board_lines[street], card) for street, card in zip(streets, board, strict=False)]
        dealt.sort(key=lambda one: one[0])
        seen: set[Card] = set()
        for line, card in dealt:
            if card in seen:
                raise refuse("histories_errors.cards.twice", line, card=name(card))
            seen.add(card)

    def _button(self, order: Sequence[_Seat]) -> int:
        """Return the index of the button.

        If the seat with the button is empty, the player before this seat counts as the button. If two players are
        dealt in and the button is not printed, the player who posts the small blind is the button.

        Raises:
            Unusable: If the button is not known.
        """
        if not self.button_seat and all(seat.seat for seat in self.seats.values()):
            names = list(self.seats)
            small = next((names[move.player] for move in self.moves if move.kind == Kind.SMALL), "")
            if len(order) > 2 or not small:
                raise refuse("histories_errors.table.no_button", self.first_line)
            return order.index(self.seats[small])
        before = [index for index, seat in enumerate(order) if seat.seat <= self.button_seat]
        return before[-1] if before else len(order) - 1

    def _settle(self, dealt_in: Sequence[_Seat], live: Sequence[_Seat]) -> Decimal:
        """Check that the amounts collected, returned and raked add up to the amounts put in. Return the rake.

        Some rooms include an uncalled bet in the collected amount. Such a bet is subtracted again.
        """
        put_in = {seat.name: seat.stack - seat.left for seat in dealt_in}
        top = max(dealt_in, key=lambda seat: seat.bet)
        second = max((seat.bet for seat in dealt_in if seat is not top), default=NOTHING)
        uncalled = top.bet - second if top in live else NOTHING
        returned = sum((seat.refund for seat in dealt_in), NOTHING)
        if returned and returned != uncalled:
            line = max(seat.refund_line for seat in dealt_in)
            figures = {"returned": format_amount(returned), "uncalled": format_amount(uncalled)}
            raise refuse("histories_errors.end.uncalled", line, returned - uncalled, **figures)
        top.refund = uncalled
        pot = sum(put_in.values(), NOTHING) - uncalled
        self.doubts += self.printed_pot not in (None, pot, pot + uncalled)
        self.doubts += sum(seat.printed_winnings not in (None, seat.winnings) for seat in dealt_in)
        if not self.is_settled:
            return self.rake or NOTHING
        collected = sum((seat.winnings for seat in dealt_in), NOTHING)
        if self.has_cash_out and collected < pot - MAX_RAKE_SHARE * pot - self.fees:
            self.is_settled = False
            return self.rake or NOTHING
        wanted = None if self.rake is None else self.rake + self.fees
        is_open = uncalled and not returned
        counted = (
            ((uncalled, NOTHING) if self.counts_uncalled else (NOTHING, uncalled)) if is_open else (NOTHING,)
        )
        for part in counted:
            rake = pot + part - collected
            known = rake == wanted if wanted is not None else 0 <= rake <= MAX_RAKE_SHARE * pot
            if known and part <= top.winnings:
                top.winnings -= part
                return rake
        figures = {"pot": format_amount(pot), "collected": format_amount(collected)}
        if not collected:
            raise refuse("histories_errors.end.no_collected", self.line, **figures)
        line = max(seat.winnings_line for seat in dealt_in) or self.line
        if wanted is None:
            raise refuse("histories_errors.end.pot", line, **figures)
        figures["rake"] = format_amount(wanted)
        # it is not known whether the room counts an open uncalled bet, so no amount is searched for
        gap = NOTHING if is_open else pot - collected - wanted
        raise refuse("histories_errors.end.raked_pot", line, gap, **figures)


@contextmanager
def _at_line(line: int) -> Iterator[None]:
    try:
        yield
    except Unusable:
        raise
    except BadInput as error:
        raise Unusable(str(error), line) from None


def _tell_street(street: int) -> str:
    return text(f"menu.streets.{street}")


def begin_draft(
    room: str, lines: Sequence[tuple[int, str]], starts: Mapping[str, re.Pattern[str]]
) -> HandDraft:
    """Return the draft of a hand.

    `starts` maps each room to the pattern that finds the id of the hand in the first line.
    """
    number, header = lines[0]
    found = starts[room].match(header)
    assert found is not None
    draft = HandDraft(room, number, number)
    draft.number = found["id"]
    return draft
