"""Sizes of bets that are near each other: what is known of one counts for the other."""

from __future__ import annotations

from collections.abc import Iterable

from game.core import Action
from game.rules.betting import CALL, PublicBetting

FARTHEST = 1.55
"""A bet this many times larger or smaller than another one, in pots, is near it.

So a third of the pot is near a half, also where both are rounded to chips.
"""


def near_bets(betting: PublicBetting, bet: Action, actions: Iterable[Action]) -> list[Action]:
    """Return the bets among `actions` whose sizes are near that of `bet`, the same size included.

    >>> from game.rules.betting import HoldemRules
    >>> near_bets(PublicBetting.start(HoldemRules()), 250, (0, 1, 200, 300, 500))
    [200, 300]
    >>> flop = PublicBetting.start(HoldemRules()).child(250).child(CALL).next_round()
    >>> near_bets(flop, 500, (1, 415, 750))
    [415]
    """
    size = betting.fraction_of(bet)
    sizes = {other: betting.fraction_of(other) for other in actions if other > CALL}
    return [other for other, one in sizes.items() if max(size, one) <= FARTHEST * min(size, one)]
