"""Played hands, and pages of a list of hands.

A played hand can be dealt again, replayed and shown, because it is stored with its own table: the spec of the
session, reduced to this one hand. In this spec, `skip` is the number of earlier hands in the session. Its stacks
and blinds are the stacks and blinds of this hand. So `Session(hand.spec)` deals exactly the cards of the hand, and
a hand of a match can be rebuilt without the earlier hands. Two hands are equal if their tables and moves are equal.
The time, and the agents' mixed strategies and random numbers, are ignored in the comparison.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Generic, Literal, TypeVar

from game import texts
from game.archive import code
from game.archive.code import Dealt
from game.core import CHANCE, Action, BadInput, Decision, Seat
from game.match.session import (
    HandResult,
    Session,
    move_from_dict,
    move_to_dict,
    player_0_seat,
    subtract_rake,
)
from game.match.table_spec import IN_CHIPS, MAX_DIGITS, PEOPLE, RESEARCH_FORMATS, SEATS, ChipUnit, TableSpec
from game.quoting import escape_controls, quoted
from game.rules import games
from game.rules.cards import names, parse

HandT = TypeVar("HandT")


@dataclass(frozen=True, slots=True)
class HandPage(Generic[HandT]):
    """One page of a list of hands. `total` counts all hands that match the filter."""

    hands: tuple[HandT, ...]
    total: int
    warnings: tuple[str, ...] = ()


Result = Literal["won", "drawn", "lost"]
Versions = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Stake:
    """The stakes of imported hands: the room, the unit (a currency or "chips"), and the blinds, such as "0.5/1".

    A stake without currency and blinds stands for all hands of the room. A stake without a room stands for all
    hands that were played in this program.
    """

    room: str = ""
    unit: str = ""
    blinds: str = ""

    @property
    def big_blind(self) -> float:
        return float(self.blinds.rpartition("/")[2] or 0)

    def covers(self, other: Stake | None) -> bool:
        """Return whether these stakes include the stakes `other` of a hand.

        `other` is None for a hand that was played in this program.
        """
        if other is None:
            return not self.room
        return self == (other if self.blinds else Stake(other.room))


@dataclass(frozen=True, slots=True)
class Origin:
    """The poker room and the table of an imported hand.

    Attributes:
        room: The room or the format, one of `ROOMS`.
        id: The id that the room gave the hand.
        unit: The currency, or "chips".
        big_blind: The big blind in this unit, as text, such as "0.50".
        rake: The part of the pot that the room took, in this unit, as text.
        table: The name of the table.
        nets: The net result of each seat in this unit, by the amounts that the room printed. The results are
            separated by a blank. Empty if the room does not print these amounts.
        is_cashed_out: Whether a player took a cash-out. If so, the results ignore the cash-out and follow from the
            cards.
    """

    room: str
    id: str
    unit: str
    big_blind: str
    rake: str
    table: str = ""
    nets: str = ""
    is_cashed_out: bool = False

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Origin:
        """Parse JSON values.

        Raises:
            TypeError: If an entry is not a text.
        """
        names = [entry.name for entry in fields(Origin) if entry.name != "is_cashed_out"]
        texts = {name: text(stored.get(name, "") if name == "nets" else stored[name]) for name in names}
        return Origin(**texts, is_cashed_out=bool(stored.get("is_cashed_out")))

    def convert_rake(self, big_blind: float) -> float:
        """Return the rake in chips at a table with this big blind.

        Return 0 if the stored texts of the rake and the big blind are not usable amounts.
        """
        try:
            rake = float(self.rake) / float(self.big_blind) * big_blind
        except (ValueError, ZeroDivisionError, OverflowError):
            return 0.0
        return rake if 0 < rake <= LARGEST else 0.0

    def chip_unit(self, big_blind: float) -> ChipUnit:
        """Return the unit of the room at a table with this big blind in chips.

        The unit has at least two decimals. For small stakes, it has enough decimals to show half a big blind.
        """
        try:
            worth = float(self.big_blind) / big_blind
            digits = math.ceil(-math.log10(float(self.big_blind) / 2))
        except (ValueError, ZeroDivisionError, OverflowError):
            return IN_CHIPS
        unit = ChipUnit(worth, self.unit, min(max(IN_CHIPS.digits, digits), MAX_DIGITS))
        return unit if 0 < worth <= LARGEST else IN_CHIPS

    def stake(self, small_blind: float, big_blind: float) -> Stake:
        """Return the stakes, given the blinds in chips."""
        try:
            big = min(float(self.big_blind), LARGEST)
            amounts = big * small_blind / big_blind, big
        except (ValueError, ZeroDivisionError, OverflowError):
            amounts = small_blind, big_blind
        return Stake(self.room, self.unit, "/".join(f"{one:.6f}".rstrip("0").rstrip(".") for one in amounts))

    def settle(
        self, returns: tuple[float, float], big_blind: float, ante: float, *, from_flop: bool
    ) -> tuple[float, float]:
        """Return the real result of each seat, in chips at a table with this big blind.

        If the room does not print the results, they are computed: the rake is subtracted from `returns`. In a hand
        that begins on the flop, `ante` stands for the chips of folded players, so each player then gets the ante
        back. The real antes of the two players are a part of this ante, so they are returned, too.
        """
        try:
            first, second = (
                round(float(net) / float(self.big_blind) * big_blind, 6) for net in self.nets.split()
            )
            if all(abs(net) <= LARGEST for net in (first, second)):
                return first, second
        except (ValueError, ZeroDivisionError, OverflowError):
            pass
        first, second = subtract_rake(returns, self.convert_rake(big_blind))
        return (first + ante, second + ante) if from_flop else (first, second)


OWN = "you"

MAX_ROOM_NUMBER = 60
"""The maximum length of a room's number of a hand, in letters."""
LATEST = 32_503_680_000.0
"""The latest time of a hand, the year 3000. The calendars of some systems refuse later times."""
LARGEST = 1e15
"""The largest amount won in a hand, more than was ever won."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A finished hand.

    `returns` has the winnings by seat, in the unit of the game (points or chips), before any rake. `results` has
    the winnings after the rake, as the poker room counted them. `decisions` has one entry per action (None for a
    human). `versions` has the version of the agent by seat ("" for a human). `at` is in seconds since the epoch. An
    imported hand has an `origin`, and its cards are in `deal` because no seed dealt them.
    """

    at: float = field(compare=False)
    spec: TableSpec
    actions: tuple[Action, ...]
    returns: tuple[float, float]
    decisions: tuple[Decision | None, ...] = field(default=(), compare=False)
    versions: Versions = ("", "")
    deal: Dealt | None = None
    origin: Origin | None = field(default=None, compare=False)

    @property
    def game(self) -> str:
        return self.spec.game

    @property
    def number(self) -> int:
        return self.spec.skip + 1

    @property
    def room_number(self) -> str:
        """The number that the poker room printed for an imported hand, without thousands separators.

        For a hand from a research format or from an id with cards, the result is the attribute `number`, as text.
        For all other hands, the result is empty.
        """
        if self.origin is not None and self.origin.room not in RESEARCH_FORMATS:
            return escape_controls(self.origin.id[:MAX_ROOM_NUMBER])
        return str(self.number) if self.deal is not None else ""

    @property
    def own_seat(self) -> Seat | None:
        """The seat of the human player. None in a watched hand."""
        return next((seat for seat in SEATS if self.spec.seats[seat] == OWN), None)

    @property
    def opponent(self) -> str | None:
        """The name of the human player's opponent. None in a watched hand."""
        return None if self.own_seat is None else self.spec.seats[1 - self.own_seat]

    @property
    def watched(self) -> bool:
        return not any(seat in PEOPLE for seat in self.spec.seats)

    @property
    def rake(self) -> float:
        """The rake of an imported hand in chips, 0 in all other hands."""
        return 0.0 if self.origin is None else self.origin.convert_rake(self.spec.big_blind)

    @property
    def chip_unit(self) -> ChipUnit:
        """The unit in which the amounts are shown: the currency of a poker room, or else chips."""
        return IN_CHIPS if self.origin is None else self.origin.chip_unit(self.spec.big_blind)

    @property
    def results(self) -> tuple[float, float]:
        """The real result of each seat. For a hand of a poker room, this is the result after the rake."""
        first, second = self.returns
        spec, ante = self.spec, self.spec.ante if self.from_flop else 0
        if self.origin is None:
            return first + ante, second + ante
        return self.origin.settle(self.returns, spec.big_blind, spec.ante, from_flop=self.from_flop)

    @property
    def net(self) -> float | None:
        """The result of the human player after any rake, in the unit of the game. None in a watched hand."""
        return None if self.own_seat is None else self.results[self.own_seat]

    @property
    def result(self) -> Result | None:
        """The result for the human player. None in a watched hand."""
        return None if self.net is None else classify_result(self.net)

    @property
    def id(self) -> str:
        return code.encode(self.spec, self.actions, self.versions, self.deal)

    @property
    def from_flop(self) -> bool:
        """Whether the actions before the flop are invented and only build the pot."""
        return self.deal is not None and self.deal.from_flop

    @property
    def hidden_seats(self) -> tuple[Seat, ...]:
        """The seats whose hole cards nobody knows."""
        if self.deal is None:
            return ()
        first = player_0_seat(self.spec, self.number)
        return tuple(first if player == 0 else 1 - first for player in self.deal.hidden)

    def session(self) -> Session:
        """Return the table at the end of the hand, as it was played.

        Raises:
            BadInput: If an action is not legal.
        """
        decisions = self.decisions or (None,) * len(self.actions)
        try:
            session = Session(self.spec, cards=self.deal.cards if self.deal is not None else ())
            if self.deal is not None:
                session.room_number = self.room_number
                session.chip_unit = self.chip_unit
                won = self.results
                session.room_returns = won[session.get_seat(0)], won[session.get_seat(1)]
                session.hidden_players = frozenset(self.deal.hidden)
                session.starts_on_flop = self.deal.from_flop
            for action, decision in zip(self.actions, decisions, strict=True):
                session.act(action, decision)
        except (ValueError, OverflowError) as error:
            raise BadInput(texts.text("input_errors.hands.move", reason=str(error))) from error
        if not session.hand_over:
            raise BadInput(texts.text("match_errors.replay.unfinished"))
        return session

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values. Settings of the table that have their default value are left out."""
        decisions = self.decisions or (None,) * len(self.actions)
        moves = [move_to_dict(*move) for move in zip(self.actions, decisions, strict=True)]
        stored = {
            "at": self.at,
            "table": {
                name: value for name, value in self.spec.to_dict().items() if value != _USUAL.get(name)
            },
            "moves": moves,
            "returns": list(self.returns),
            "versions": list(self.versions),
        }
        if self.deal is not None:
            stored["deal"] = {
                "cards": names(self.deal.cards),
                "hidden": list(self.deal.hidden),
                "from_flop": self.deal.from_flop,
            }
        if self.origin is not None:
            stored["origin"] = asdict(self.origin)
        return stored

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> PlayedHand:
        """Parse the result of `to_dict`. Whether the moves are legal is only checked by `session`.

        Raises:
            BadInput: If an entry is wrong.
        """
        try:
            moves = [move_from_dict(entry) for entry in stored["moves"]]
            return PlayedHand(
                at=moment(stored["at"]),
                spec=TableSpec.from_dict(stored["table"]),
                actions=tuple(action for action, _ in moves),
                returns=_pair(tuple(map(amount, stored["returns"]))),
                decisions=tuple(decision for _, decision in moves),
                versions=_pair(tuple(map(text, stored["versions"]))),
                deal=_read_dealt(stored["deal"]) if "deal" in stored else None,
                origin=Origin.from_dict(stored["origin"]) if "origin" in stored else None,
            )
        except (KeyError, TypeError, AttributeError, IndexError, ValueError, OverflowError) as error:
            raise BadInput(texts.text("input_errors.hands.not_played", reason=str(error))) from error


_USUAL: Mapping[str, Any] = {entry.name: entry.default for entry in fields(TableSpec)}


def of(session: Session, at: float, versions: Versions = ("", "")) -> PlayedHand:
    """Return the hand that has just ended at the table of `session`.

    Raises:
        BadInput: If the hand is not finished.
    """
    if not session.hand_over:
        raise BadInput(texts.text("match_errors.replay.unfinished"))
    moves = [step for step in session.steps if step.player != CHANCE]
    return PlayedHand(
        at=at,
        spec=_spec_of_hand(session.spec, session.hand_number, session.stacks_before),
        actions=tuple(int(step.action) for step in moves),
        returns=session.results[-1].returns,
        decisions=tuple(step.decision for step in moves),
        versions=versions,
    )


def finished(spec: TableSpec, results: Sequence[HandResult]) -> tuple[PlayedHand, ...]:
    """Return all finished hands of a session, from the first hand on. Their times are unknown."""
    stacks, found = spec.stacks, []
    for number, result in enumerate(results, spec.skip + 1):
        found.append(PlayedHand(0.0, _spec_of_hand(spec, number, stacks), result.actions, result.returns))
        if spec.form == "match":
            stacks = stacks[0] + round(result.returns[0]), stacks[1] + round(result.returns[1])
    return tuple(found)


def moment(value: Any) -> float:
    """Return `value` if it is a valid time of a hand.

    Raises:
        TypeError: If `value` is not a valid time.
    """
    return _number(value, 0, LATEST)


def amount(value: Any) -> float:
    """Return `value` if it is a valid amount to win in a hand.

    Raises:
        TypeError: If `value` is not a valid amount.
    """
    return _number(value, -LARGEST, LARGEST)


def text(value: Any) -> str:
    """Return `value` if it is a text.

    Raises:
        TypeError: If `value` is not a text.
    """
    if not isinstance(value, str):
        raise TypeError(f"{quoted(value)} is not text")
    return value


def whole(value: Any) -> int:
    """Return `value` if it is a whole number.

    Raises:
        TypeError: If `value` is not a whole number.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{quoted(value)} is no whole number")
    return value


def classify_result(net: float) -> Result:
    return "won" if net > 0 else "lost" if net < 0 else "drawn"


def _spec_of_hand(table: TableSpec, number: int, stacks: tuple[int, int]) -> TableSpec:
    """Return the spec of hand `number` of a table. Settings that belong to other games get their default values."""
    spec = replace(table, skip=number - 1, schedule=())
    if spec.game == games.HOLDEM:
        small, big = table.blinds_of_hand(number)
        return replace(spec, small_blind=small, big_blind=big, stacks=stacks, blinds=_USUAL["blinds"])
    blinds = spec.blinds if spec.game == games.KUHN_HALF_STREET else _USUAL["blinds"]
    return replace(
        spec, blinds=blinds, **{name: _USUAL[name] for name in ("small_blind", "big_blind", "stacks")}
    )


def _read_dealt(stored: Mapping[str, Any]) -> Dealt:
    return Dealt(parse(text(stored["cards"])), tuple(map(whole, stored["hidden"])), bool(stored["from_flop"]))


def _number(value: Any, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise TypeError(f"{quoted(value)} is not a valid number")
    return value


def _pair(values: tuple[Any, ...]) -> Any:
    first, second = values
    return first, second
