"""Sizes of bets that are near each other: what is known of one counts for the other."""

from __future__ import annotations

from collections.abc import Iterable

from game.core import Action
from game.rules.betting import CALL, PublicBetting

FARTHEST = 1.5
"""A bet this many times larger or smaller than another one, in pots, is near it."""


def near_bets(betting: PublicBetting, bet: Action, actions: Iterable[Action]) -> list[Action]:
    """Return the bets among `actions` whose sizes are near that of `bet`, the same size included.

    >>> from game.rules.betting import HoldemRules
    >>> near_bets(PublicBetting.start(HoldemRules()), 250, (0, 1, 200, 300, 500))
    [200, 300]
    """
    size = betting.fraction_of(bet)
    sizes = {other: betting.fraction_of(other) for other in actions if other > CALL}
    return [other for other, one in sizes.items() if max(size, one) <= FARTHEST * min(size, one)]
