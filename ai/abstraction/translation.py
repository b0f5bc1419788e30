"""Translation of bets that are not on the menu: the pseudo-harmonic mapping.

A bet of x pots between the sizes A < B on the menu is translated to A with the probability

    f(x) = (B - x) (1 + A) / ((B - A) (1 + x))

and to B otherwise (S. Ganzfried, T. Sandholm, "Action translation in extensive-form games with large action spaces:
axioms, paradoxes, and the pseudo-harmonic mapping", IJCAI 2013). It is derived from a game in which a bet of s pots
is called with probability 1 / (1 + s): translating x to A and B in these proportions calls x exactly as often. The
deterministic form translates x to the likelier of the two. Bets outside the menu's sizes become the nearest.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

Taken = tuple[tuple[int, float], ...]
"""The sizes to which a bet is translated: (index on the menu, probability)."""


def share_of_lower(size: float, lower: float, upper: float) -> float:
    """Return the probability that a bet is translated to the lower of two sizes; all are fractions of the pot.

    >>> share_of_lower(0.5, 0.5, 1.0), share_of_lower(1.0, 0.5, 1.0), share_of_lower(1 / 3, 0.0, 1.0)
    (1.0, 0.0, 0.5)
    """
    return (upper - size) * (1 + lower) / ((upper - lower) * (1 + size))


def middle(lower: float, upper: float) -> float:
    """Return the bet that is translated to either size with probability 1/2.

    >>> middle(0.0, 1.0)
    0.3333333333333333
    """
    return (lower + upper + 2 * lower * upper) / (lower + upper + 2)


def taken_for(size: float, on_offer: Sequence[float]) -> Taken:
    """Return the sizes to which a bet is translated, one or two neighbours: (index, probability).

    `on_offer` is in ascending order and not empty.

    >>> taken_for(2.0, [0.5, 1.0]), taken_for(1 / 3, [0.0, 1.0])
    (((1, 1.0),), ((0, 0.5), (1, 0.5)))
    """
    above = bisect_left(on_offer, size)
    if above == len(on_offer):
        return ((above - 1, 1.0),)
    if above == 0 or on_offer[above] == size:
        return ((above, 1.0),)
    share = share_of_lower(size, on_offer[above - 1], on_offer[above])
    return (above - 1, share), (above, 1.0 - share)


def nearest(size: float, on_offer: Sequence[float]) -> int:
    """Return the index of the likeliest size to which a bet is translated; the lower one of two alike.

    >>> nearest(0.7, [0.5, 1.0]), nearest(0.72, [0.5, 1.0])
    (0, 1)
    """
    return max(taken_for(size, on_offer), key=lambda taken: (taken[1], -taken[0]))[0]
