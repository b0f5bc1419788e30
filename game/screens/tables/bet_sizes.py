"""The sizes of a bet that stand ready: parts of the pot, and all-in.

A part of the pot is rounded to whole small blinds of this street where that is legal, so that nobody has to count
out single chips; whoever wants an exact amount types it.
"""

from __future__ import annotations

from fractions import Fraction

from game.rules.betting import PublicBetting

FRACTIONS = (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(1))
DEFAULT = Fraction(1, 2)
ALL_IN = "all-in"


def raise_to_for(betting: PublicBetting, size: str) -> int | None:
    """Return the raise of a size ("1/2", "all-in"); None where raising is not possible."""
    return betting.max_raise_to if size == ALL_IN else rounded_raise(betting, Fraction(size))


def rounded_raise(betting: PublicBetting, fraction: Fraction) -> int | None:
    """Return the raise by a part of the pot, in whole small blinds where they are legal."""
    exact = betting.raise_to_for_fraction(float(fraction))
    if exact is None or betting.min_raise_to is None or betting.max_raise_to is None:
        return exact
    if exact in (betting.min_raise_to, betting.max_raise_to):
        return exact
    unit = betting.rules.small_blind
    blinds = (exact - betting.round_start + unit // 2) // unit
    rounded = betting.round_start + blinds * unit
    return rounded if betting.min_raise_to <= rounded <= betting.max_raise_to else exact


def size_of(betting: PublicBetting, raise_to: int) -> str:
    """Return the size that a raise has, all-in first; empty for any other amount."""
    if betting.max_raise_to is None:
        return ""
    if raise_to == betting.max_raise_to:
        return ALL_IN
    return next((str(one) for one in FRACTIONS if rounded_raise(betting, one) == raise_to), "")
