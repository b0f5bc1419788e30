"""The classes of actions that a model of a player tells apart.

Six: fold; check or call; a bet or raise of up to 0.6 pot; of up to 1.1 pot; of more; all-in. Or three: fold; check
or call; bet or raise. A size is the chips beyond a call, as a fraction of the pot after that call. All-in is all
that the smaller stack can pay.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from game.core import Action
from game.rules.betting import CALL, FOLD, PublicBetting

Classes = Literal[3, 6]
Mask = tuple[bool, ...]

FOLDS, CALLS, SMALL, MEDIUM, LARGE, ALL_IN = range(6)
SIX = ("fold", "call", "small", "medium", "large", "all-in")
THREE = ("fold", "call", "raise")
LARGEST_SMALL, LARGEST_MEDIUM = 0.6, 1.1


def class_of(betting: PublicBetting, action: Action) -> int:
    """Return the class, out of six, of a legal action."""
    if action <= CALL:
        return FOLDS if action == FOLD else CALLS
    if action >= min(betting.rules.stacks):
        return ALL_IN
    fraction = betting.fraction_of(action)
    return SMALL if fraction <= LARGEST_SMALL else MEDIUM if fraction <= LARGEST_MEDIUM else LARGE


def legal_classes(betting: PublicBetting) -> Mask:
    """Return which of the six classes contain a legal action."""
    legal = {CALLS} | ({FOLDS} if betting.to_call else set())
    lowest, highest = betting.min_raise_to, min(betting.rules.stacks)
    if lowest is not None:
        legal.add(ALL_IN)
        if lowest < highest:
            legal.update(range(class_of(betting, lowest), class_of(betting, highest - 1) + 1))
    return tuple(place in legal for place in range(len(SIX)))


def action_of(betting: PublicBetting, kind: int, size: float) -> Action:
    """Return a legal action of a legal class; bets and raises are of `size` pots where the rules allow that."""
    if kind <= CALLS:
        return FOLD if kind == FOLDS else CALL
    lowest, highest = betting.min_raise_to, min(betting.rules.stacks)
    assert lowest is not None
    if kind == ALL_IN:
        return max(lowest, highest)
    wanted = betting.raise_to_for_fraction(size)
    assert wanted is not None
    return wanted


def summed(six: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return float32[n, 3]: float32[n, 6] with the probabilities of all bets and raises added up."""
    return np.stack([six[:, FOLDS], six[:, CALLS], six[:, SMALL:].sum(axis=1)], axis=1)
