"""Formatting of amounts, of luck, and of the figures of a solve."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.archive.hands import PlayedHand
from game.archive.statistics import HandLuck, sum_luck
from game.core import BadInput
from game.match.spot_texts import read_number, with_decimal_point
from game.match.table_spec import IN_CHIPS, ChipUnit
from game.rules import games
from game.texts import MINUS, number, plural, read_marks, retellable, signed, text

if TYPE_CHECKING:
    from game.match.table_spec import TableSpec
    from game.rules.betting import HoldemRules


def net_chips(net: float) -> str:
    """Write a net result in whole chips, or in tenths if it is fractional, with "chip" or "chips".

    >>> net_chips(-1), net_chips(2), net_chips(-1.5)
    ('−1 chip', '+2 chips', '−1.5 chips')
    """
    is_whole = net == int(net)
    return plural("common.net_chips", abs(int(net)) if is_whole else 2, net=signed(net, 0 if is_whole else 1))


def name_unit(unit: str) -> str:
    return text("common.stakes.chips") if unit == "chips" else unit


@dataclass(frozen=True, slots=True)
class Amounts:
    """Formats amounts at a table with a given big blind, in big blinds or in another unit."""

    in_blinds: bool
    big_blind: int
    unit: ChipUnit = IN_CHIPS

    @retellable
    def write(self, chips: float) -> str:
        """Format an amount.

        >>> Amounts(False, 100).write(1500), Amounts(True, 100).write(1550)
        ('1,500', '15.5 bb')
        >>> Amounts(False, 100, ChipUnit(0.01, "USD")).write(1550)
        '15.50 USD'
        >>> Amounts(False, 100, ChipUnit(1.0, "chips")).write(1550)
        '1,550 chips'
        """
        amount = self.bare(chips)
        if self.in_blinds:
            return text("holdem.in_blinds", amount=amount)
        return f"{amount} {name_unit(self.unit.currency)}".rstrip()

    def bare(self, chips: float) -> str:
        """Format an amount without its unit, in the form that a user types."""
        if self.in_blinds:
            return number(chips / self.big_blind, 2, is_short=True)
        amount = self.unit.convert(chips)
        return number(amount, self.unit.digits, is_short=not self.is_money or amount.is_integer())

    @property
    def is_money(self) -> bool:
        return self.unit.currency not in ("", "chips")

    @retellable
    def signed(self, chips: float) -> str:
        sign = "+" if chips > 0 else MINUS if chips < 0 else ""
        return sign + self.write(abs(chips))

    def read(self, words: str) -> int:
        """Parse an amount and return it in chips.

        >>> Amounts(True, 100).read("2.5")
        250

        Raises:
            BadInput: If the text is not an amount, or has a decimal comma.
        """
        try:
            value = read_number(read_marks(words))
        except BadInput:
            number = with_decimal_point(words)
            key = "holdem.comma_amount" if number else "holdem.no_amount"
            raise BadInput(text(key, words=words, number=number)) from None
        if not self.in_blinds and self.unit.worth == 1 and not self.is_money and value % 1:
            raise BadInput(text("holdem.whole_chips", words=words))
        return round(value * self.big_blind if self.in_blinds else value / self.unit.worth)


def format_table(rules: TableSpec | HoldemRules, unit: ChipUnit = IN_CHIPS) -> str:
    """Describe blinds and stacks of Hold'em: "50/100, 200 bb"."""
    amounts = Amounts(False, rules.big_blind, unit)
    small, big = amounts.bare(rules.small_blind), amounts.write(rules.big_blind)
    return text("history.stakes.holdem", small=small, big=big, bb=number(min(rules.stacks) / rules.big_blind))


CHIP_DIGITS = 2
Written = Sequence[tuple[str, str]]
"""Pairs of a name and a figure."""


def format_luck(
    hands: Sequence[PlayedHand], lucks: Sequence[HandLuck], spec: TableSpec, *, in_blinds: bool
) -> Written:
    """Return rows of text that split the result of some hands into luck and decisions.

    The part of decisions has a 95% interval. If this interval includes 0, or if the luck is estimated from too few
    hands, a row says that it is too early to tell luck and decisions apart.
    """
    account = sum_luck(spec.game, map(_in_chips, hands, lucks))
    ci95 = account.adjusted.ci95
    spread = None if ci95 is None else ci95 * len(hands)
    is_noise = spread is not None and abs(account.adjusted.total) < spread
    if is_noise or not account.has_enough_hands:
        return [(text("luck.either"), text("luck.unsure"))]
    decisions = signed_chips(spec, account.adjusted.total, in_blinds=in_blinds)
    if spread is not None:
        within = unsigned_chips(spec, spread, in_blinds=in_blinds)
        decisions = text("common.with_interval", value=decisions, ci95=within)
    cards = signed_chips(spec, account.cards, in_blinds=in_blinds)
    return [(text("luck.cards"), cards), (text("luck.decisions"), decisions)]


def _in_chips(hand: PlayedHand, luck: HandLuck) -> HandLuck:
    chips = hand.spec.unit_of_hand(hand.number)
    return HandLuck(luck.net * chips, luck.adjusted * chips, luck.known)


def unsigned_chips(spec: TableSpec, chips: float, *, in_blinds: bool) -> str:
    """Format a non-negative amount in chips. For Hold'em, use big blinds if `in_blinds` is set."""
    if spec.game == games.HOLDEM:
        return Amounts(in_blinds, spec.big_blind).write(round(chips))
    return number(chips, CHIP_DIGITS)


def signed_chips(spec: TableSpec, chips: float, *, in_blinds: bool) -> str:
    """Format a gain or a loss in chips. For Hold'em, use big blinds if `in_blinds` is set."""
    if spec.game == games.HOLDEM:
        return Amounts(in_blinds, spec.big_blind).signed(round(chips))
    return signed(chips, CHIP_DIGITS)


MEGABYTE, GIGABYTE = 2**20, 2**30
UNKNOWN = "–"
MINUTE, HOUR = 60, 3600


def chips(amount: float) -> str:
    """Format chips with as many digits as necessary, at most two.

    >>> chips(50.0), chips(33.333)
    ('50', '33.33')
    """
    if math.isnan(amount):
        return UNKNOWN
    return number(amount, 2, is_short=True)


def points(share: float, digits: int = 2) -> str:
    """Format a share of the pot. `share` is in percent. A share that was not measured is a dash.

    >>> points(0.364), points(float("nan"))
    ('0.36%', '–')
    """
    return UNKNOWN if math.isnan(share) else text("solver.percent", count=number(share, digits))


def size(count: int) -> str:
    """Format a number of bytes."""
    if count >= GIGABYTE:
        return text("solver.size.gigabytes", count=number(count / GIGABYTE, 1))
    return text("solver.size.megabytes", count=number(max(1.0, count / MEGABYTE)))


def duration(seconds: float) -> str:
    """Format an approximate duration of at least 0.1 s.

    >>> duration(0.004), duration(3.21), duration(95.0), duration(9_000.0)
    ('0.1 s', '3.2 s', '2 min', '2.5 h')
    """
    if seconds >= HOUR:
        return text("solver.size.hours", count=number(seconds / HOUR, 1))
    if seconds >= MINUTE:
        return text("solver.size.minutes", count=number(seconds / MINUTE))
    return text("solver.size.seconds", count=number(max(0.1, seconds), 1 if seconds < 10 else 0))
