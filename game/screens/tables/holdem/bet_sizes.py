"""The sizes of a bet that stand ready, as players name them: big blinds, multiples of a raise, parts of the pot.

Before the flop an open is counted in big blinds and a re-raise in multiples of the raise; after it every size is a
part of the pot, rounded to whole small blinds where that is legal, so that nobody has to count out single chips.
All-in is always the last one. No two sizes are the same amount: what lies below the smallest raise is offered once,
as the smallest raise, and what would take the shorter stack is left to all-in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from game.rules.betting import CALL, PublicBetting, Street

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
