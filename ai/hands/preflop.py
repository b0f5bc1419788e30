"""Exact preflop equities of every class of starting hands against every other, from a shipped table of counts.

assets/tables/preflop-equity.npz holds uint32[169, 169]. An entry is the number of deals in which the row's class
beats the column's class. The deals are all pairs of hands that share no card, with all 1,712,304 boards each. Deals
that neither class wins are ties. From the counts, this module computes the equity against a range of classes, and
the percentile of a starting hand by its equity against a random hand. `ai.hands.preflop_table` writes the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ai.hands.combos import CLASS_NAMES, CLASS_OF, HANDS, Floats, apart
from ai.storage import unpacked
from game.core import BadInput
from game.files import damage
from game.rules.cards import Card, hand_class
from game.texts import text

TABLE_FILE = Path(__file__).parents[2] / "assets" / "tables" / "preflop-equity.npz"
BOARDS = comb(48, 5)
"""The number of boards for a pair of hands."""

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class StartingHand:
    """The win and tie probabilities of a starting hand against a random hand, and the share of weaker hands."""

    win: float
    tie: float
    percentile: float

    @property
    def equity(self) -> float:
        return self.win + self.tie / 2


@dataclass(frozen=True, slots=True)
class PreflopTable:
    """The counts for each pair of classes: the pairs of hands, the wins and the ties.

    All are float64[169, 169], in the order of CLASS_NAMES. Wins are summed over pairs of hands. Each pair adds the
    share of boards on which the first hand wins.
    """

    pairs: Floats
    wins: Floats
    ties: Floats


def starting_hand(hole: Sequence[Card]) -> StartingHand:
    return starting_hands()[hand_class(hole)]


@cache
def starting_hands() -> dict[str, StartingHand]:
    """Return every class with its win and tie probabilities against a random hand, weakest first."""
    found = table()
    deals = found.pairs.sum(axis=1)
    win, tie = found.wins.sum(axis=1) / deals, found.ties.sum(axis=1) / deals
    hands: dict[str, StartingHand] = {}
    weaker = 0
    for index in np.argsort(win + tie / 2, kind="stable"):
        hands[CLASS_NAMES[index]] = StartingHand(float(win[index]), float(tie[index]), weaker / len(HANDS))
        weaker += int((index == CLASS_OF).sum())
    return hands


@cache
def percentiles() -> Floats:
    """Return for each hand the share of all hands that are weaker, float64[1326]."""
    of_class = np.array([starting_hands()[name].percentile for name in CLASS_NAMES])
    found: Floats = of_class[CLASS_OF]
    return found


def equities_before_flop(weights: Floats) -> Floats:
    """Return the equity of every hand against a range, float64[1326]. The hands of a class must have equal weights.

    The equity of a hand that blocks the whole range is NaN.

    Args:
        weights: The range, float64[1326], not all 0.
    """
    found = table()
    of_class = np.zeros(len(CLASS_NAMES))
    of_class[CLASS_OF] = weights
    with np.errstate(invalid="ignore"):
        equities: Floats = ((found.wins + found.ties / 2) @ of_class / (found.pairs @ of_class))[CLASS_OF]
    return equities


@cache
def table() -> PreflopTable:
    """Read the shipped table.

    Raises:
        BadInput: If the table is damaged.
    """
    pairs, wins = pairs_of_classes(), read_wins(TABLE_FILE)
    return PreflopTable(pairs.astype(float), wins / BOARDS, pairs - (wins + wins.T) / BOARDS)


def read_wins(file: Path) -> Counts:
    """Return the number of wins of each class against each class, int64[169, 169].

    Raises:
        BadInput: If the file is damaged or its counts are impossible.
    """
    try:
        wins = unpacked(file)["wins"]
    except damage.ARRAYS as error:
        raise _damaged(file) from error
    if wins.shape != (len(CLASS_NAMES),) * 2 or wins.dtype.kind not in "iu":
        raise _damaged(file)
    counted = wins.astype(np.int64)
    if (counted + counted.T > pairs_of_classes() * BOARDS).any():
        raise _damaged(file)
    return counted


def _damaged(file: Path) -> BadInput:
    return BadInput(text("input_errors.damaged.preflop", file=file.name))


@cache
def pairs_of_classes() -> Counts:
    """Return the number of compatible pairs of hands for each pair of classes, int64[169, 169]."""
    of_class = (CLASS_OF[:, None] == np.arange(len(CLASS_NAMES))).astype(np.float32)
    found: Counts = (of_class.T @ apart().astype(np.float32) @ of_class).round().astype(np.int64)
    return found
