"""The parts of an equity between two ranges, counted: by class of hands, and after each card that may come next.

Every hand has its equity against the other range (ai/hands/equities.py). A part is the mean over its hands, each by
its own weight times that of all hands that the other side may hold beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ai.hands.combos import CLASS_NAMES, CLASS_OF, Floats, left_by, opposing_weight
from ai.hands.equities import equities
from game.rules.cards import DECK, Card

ROUNDING = 1e-9


def class_equities(own: Floats, against: Floats, board: Sequence[Card]) -> dict[str, float]:
    """Return by class the equity of the hands of `own`; classes that cannot be held are left out.

    own, against: float64[1326], no hand of which meets the board; before the flop `against` must treat the hands of
    a class alike.
    """
    mass = own * opposing_weight(against)
    shares = np.nan_to_num(equities(against, board))
    of_class = np.bincount(CLASS_OF, mass, len(CLASS_NAMES))
    won = np.bincount(CLASS_OF, mass * shares, len(CLASS_NAMES))
    held = np.flatnonzero(of_class > ROUNDING * of_class.sum())
    return {CLASS_NAMES[place]: float(won[place] / of_class[place]) for place in held}


def next_card_equities(own: Floats, against: Floats, board: Sequence[Card]) -> Iterator[tuple[Card, float]]:
    """Yield each card that may come next on a flop or turn, and the equity of `own` after it."""
    whole = float((own * opposing_weight(against)).sum())
    for card in DECK:
        left = left_by((card,))
        mine, theirs = own * left, against * left
        mass = mine * opposing_weight(theirs)
        if card not in board and mass.sum() > ROUNDING * whole:
            shares = np.nan_to_num(equities(theirs, (*board, card)))
            yield card, float((mass * shares).sum() / mass.sum())
