"""The bet sizes offered, with the names that players use, and the words of the bet panel.

Before the flop, an open is in big blinds and a re-raise in multiples of the raise. After the flop, sizes are
fractions of the pot. They are rounded to whole small blinds if that is legal, so that nobody has to count out
single chips. The last size is always all-in. No two sizes are the same amount: all sizes below the minimum raise
become the minimum raise, offered once, and sizes that would take the shorter stack are left out, as all-in covers
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from game.core import BadInput
from game.rules.betting import CALL, PublicBetting, Street
from game.study.amounts import Amounts
from game.texts import number, percent, text

Unit = Literal["least", "blinds", "times", "pot", "all_in"]

OPENS = (Fraction(2), Fraction(5, 2), Fraction(3))  # big blinds, first in
OVER_A_LIMP = (Fraction(3), Fraction(4), Fraction(5))  # big blinds
THREE_BETS = (Fraction(5, 2), Fraction(3), Fraction(4))  # multiples of the open
LATER_BETS = (Fraction(11, 5), Fraction(5, 2), Fraction(3))  # multiples of a re-raise
POTS = (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(1))
MOST_SIZES = len(POTS) + 1
ONE_RAISE = 1


@dataclass(frozen=True, slots=True)
class Size:
    """A size and what it raises to, in chips over the whole hand."""

    unit: Unit
    count: Fraction
    raise_to: int

    @property
    def name(self) -> str:
        """What tells the size from the others of a decision: "blinds 5/2", "pot 1/2", "all_in"."""
        return f"{self.unit} {self.count}" if self.count else self.unit


def sizes_of(betting: PublicBetting) -> tuple[Size, ...]:
    """Return the sizes of a decision, smallest first; none where no raise is possible."""
    least, most = betting.min_raise_to, betting.max_raise_to
    if least is None or most is None:
        return ()
    found: dict[int, Size] = {}
    for named in _named(betting):
        size = named if named.raise_to >= least else Size("least", Fraction(0), least)
        if size.raise_to < min(betting.rules.stacks):
            found.setdefault(size.raise_to, size)
    return *found.values(), Size("all_in", Fraction(0), most)


def usual_size(betting: PublicBetting) -> int:
    """Return what a bet or raise starts from: 2 big blinds to open, 3 times a raise, half the pot; 0 for no raise.

    Where that is not legal it is the smallest size.
    """
    sizes = sizes_of(betting)
    usual = ("blinds 2", "blinds 3", "times 3", "times 5/2", "pot 1/2")
    found = (size.raise_to for name in usual for size in sizes if size.name == name)
    return next(found, sizes[0].raise_to if sizes else 0)


def _named(betting: PublicBetting) -> Iterator[Size]:
    if betting.street != Street.PREFLOP:
        for part in POTS:
            yield Size("pot", part, _part_of_the_pot(betting, part))
        return
    actions = betting.history[-1]
    raises = sum(action > CALL for _, action in actions)
    if raises:
        for count in THREE_BETS if raises == ONE_RAISE else LATER_BETS:
            yield Size("times", count, _whole(count * max(betting.committed)))
    else:
        for count in OVER_A_LIMP if actions else OPENS:
            yield Size("blinds", count, _whole(count * betting.rules.big_blind))


def _part_of_the_pot(betting: PublicBetting, part: Fraction) -> int:
    """Return the raise by a part of the pot as it is after a call, in whole small blinds where they are legal."""
    exact = max(betting.committed) + _whole(part * (betting.pot + betting.to_call))
    least, most = betting.min_raise_to or 0, min(betting.rules.stacks)
    unit = betting.rules.small_blind
    rounded = betting.round_start + _whole(Fraction(exact - betting.round_start, unit)) * unit
    return rounded if least <= exact < most and least <= rounded < most else exact


def _whole(amount: Fraction) -> int:
    """Round to whole chips, halves up."""
    return int(amount + Fraction(1, 2))


@dataclass(frozen=True, slots=True)
class BetWords:
    """Tells one decision; amounts of raises are over the whole hand, and are written as chips of this street."""

    betting: PublicBetting
    amounts: Amounts

    @property
    def can_raise(self) -> bool:
        """Whether a bet or raise is possible."""
        return self.betting.min_raise_to is not None

    def written(self, raise_to: int) -> str:
        """Write an amount."""
        return self.amounts.write(raise_to - self.betting.round_start)

    def bare(self, raise_to: int) -> str:
        """Write an amount as it is typed; nothing where no raise is possible."""
        return self.amounts.bare(raise_to - self.betting.round_start) if self.can_raise else ""

    def headline(self) -> str:
        """Say what is to be called."""
        if not self.betting.to_call:
            return text("holdem.check_or_bet" if self.can_raise else "holdem.nothing_to_call")
        return text("holdem.to_call", amount=self.amounts.write(self.betting.to_call))

    def odds(self) -> tuple[str, ...]:
        """Return pot odds and the share that a call needs; the pot where nothing is to be called."""
        if not self.betting.to_call:
            return (text("holdem.pot_is", amount=self.amounts.write(self.betting.pot)),)
        needed = self.betting.pot_odds
        ratio = number((1 - needed) / needed, 1).removesuffix(".0")
        return (
            text("holdem.pot_odds", ratio=ratio),
            text("holdem.needed", share=percent(needed, 1)),
        )

    def needs(self) -> str:
        """Say on the button of a call what it needs; nothing for a check."""
        return text("holdem.needs", share=percent(self.betting.pot_odds, 1)) if self.betting.to_call else ""

    def call(self, *, asks_again: bool) -> str:
        """Label the button of a check or call; of all chips, asked for once more, as all-in."""
        to_call = self.betting.to_call
        if not to_call and not asks_again:
            return text("holdem.check")
        key = "all_in_amount" if asks_again else "call_amount"
        return text(f"holdem.{key}", amount=self.amounts.write(to_call))

    def raise_to(self, raise_to: int) -> str:
        """Label the button of a bet or raise."""
        written = self.written(raise_to)
        if not self.can_raise:
            return self.raise_or_bet()
        if raise_to == self.betting.max_raise_to:
            return text("holdem.all_in_amount", amount=written)
        return text("holdem.bet_amount" if self._opens else "holdem.raise_amount", amount=written)

    def size(self, size: Size) -> str:
        """Name a size: "2.5 bb", "3x", "1/2", "Pot"."""
        if size.unit == "pot":
            return text("holdem.sizes.pot") if size.count == 1 else str(size.count)
        return text(f"holdem.sizes.{size.unit}", count=f"{float(size.count):g}")

    def no_raise(self) -> str:
        """Say why nothing can be raised: the opponent is all-in, or a call takes all chips."""
        actor = self.betting.actor
        theirs = actor is None or self.betting.stacks_left[1 - actor] == 0
        return text("holdem.no_raise" if theirs else "holdem.no_raise_short")

    def raise_or_bet(self) -> str:
        """Label the button of a bet or raise without an amount."""
        return text("holdem.bet" if self._opens else "holdem.raise")

    def read(self, typed: str) -> int:
        """Read an amount of this street as an amount over the hand; BadInput says why it cannot be bet."""
        low, high = self._bounds
        if not typed or not low <= (raise_to := self.amounts.read(typed) + self.betting.round_start) <= high:
            raise BadInput(self.legal_range())
        return raise_to

    def legal_range(self) -> str:
        """Say which amounts are legal."""
        low, high = self._bounds
        if low == high:
            return text("holdem.only_all_in", amount=self.written(high))
        return text("holdem.legal_range", low=self.written(low), high=self.written(high))

    def bounds(self) -> str:
        """Say which amounts are legal in the room of a button."""
        low, high = self._bounds
        if low == high:
            return text("holdem.all_in_amount", amount=self.written(high))
        return text("holdem.bounds", low=self.bare(low), high=self.written(high))

    @property
    def _bounds(self) -> tuple[int, int]:
        """The least and the largest legal raise."""
        return self.betting.min_raise_to or 0, self.betting.max_raise_to or 0

    @property
    def _opens(self) -> bool:
        """Whether nobody has bet on this street."""
        return not any(self.betting.street_committed)
