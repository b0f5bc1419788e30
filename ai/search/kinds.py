"""Which actions stand for every kind that is legal: fold, check or call, and up to three sizes.

What a strategy would bet comes first, then usual sizes that differ enough from those.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.core import Action
from game.rules.betting import CALL, FOLD, PublicBetting

USUAL = (0.5, 1.0, 2.0)
"""Raises as fractions of the pot after a call."""
MOST_SIZES = 3
APART = 1.25
"""A usual size is looked at where it is this many times larger or smaller than those chosen already."""
LEAST_ADVISED = 0.05
"""A size that a strategy bets at least so often is compared. The coach asks for more (`NOISE` of marks): an
action too many costs a little work here, and there it would be called correct.
"""


def passive(betting: PublicBetting) -> tuple[Action, ...]:
    return (FOLD, CALL) if betting.to_call else (CALL,)


def every_kind(betting: PublicBetting, advised: Mapping[Action, float]) -> Sequence[Action]:
    """Return the actions to compare, in ascending order; `advised` holds the probabilities of a strategy.

    >>> from game.rules.betting import HoldemRules
    >>> every_kind(PublicBetting.start(HoldemRules()), {FOLD: 0.9, 250: 0.1})
    [0, 1, 200, 250, 300]
    """
    wanted = sorted(
        (action for action, share in advised.items() if action > CALL and share >= LEAST_ADVISED),
        key=lambda action: -advised[action],
    )
    sizes = wanted[:MOST_SIZES]
    for fraction in USUAL:
        raised = betting.raise_to_for_fraction(fraction)
        if raised is not None and len(sizes) < MOST_SIZES and _is_apart(betting, raised, sizes):
            sizes.append(raised)
    return [*passive(betting), *sorted(sizes)]


def _is_apart(betting: PublicBetting, raised: Action, sizes: Sequence[Action]) -> bool:
    size = betting.raise_fraction(raised)
    others = [betting.raise_fraction(other) for other in sizes]
    return all(max(size, other) >= APART * min(size, other) for other in others)
