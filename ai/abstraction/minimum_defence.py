"""Minimum defence: how often a range must continue, so that betting any two cards is not profitable at once.

A pure bluff that costs C into a pot of P breaks even if C / (C + P) of the opposing range folds. An abstract
strategy can fold more than that where training rarely came, or against a bet that its tree does not have. Then the
strongest of the folding hands call instead, until the range folds just so often.

The alternative to a raise is a fold, worth nothing, so at equilibrium a bluff raise cannot gain. The alternative to
a bet is a check, which may be worth more, and an equilibrium may fold a little more often. The minimum applies
there, too: measured by local best response, a blueprint that defends against every bet loses less than one that
defends only against raises.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ai.hands.combos import Floats, left_by
from ai.hands.equities import quick_equities
from game.core import Action
from game.rules.betting import PublicBetting
from game.rules.cards import Card

SLACK = 1e-6
"""How far the folds stay below the break-even frequency, since shares are float32."""
BOARDS_KEPT = 64


def break_even_folds(before: PublicBetting, action: Action) -> float:
    """Return the fold frequency at which a pure bluff breaks even.

    Chips that the opponent cannot match come back and do not count. A raise from 100 to 300 into a pot of 300 costs
    200:

    >>> from game.rules.betting import HoldemRules
    >>> opened = PublicBetting.start(HoldemRules()).child(200)
    >>> break_even_folds(opened, 300)
    0.4
    """
    assert before.actor is not None
    cost = before.effective(action) - before.committed[before.actor]
    return cost / (cost + before.pot)


def share_defended(folds: Floats, reach: Floats, board: Sequence[Card], most: float) -> Floats:
    """Return float64[1326]: the share of its folds that each hand calls instead, so that the range folds `most`.

    folds: float64[1326], how often each hand folds; reach: float64[1326], the range.
    """
    held = reach * left_by(board)
    if not held.any():
        held = left_by(board).astype(np.float64)
    excess = float((held * folds).sum() - (most - SLACK) * held.sum())
    if excess <= 0.0:
        return np.zeros_like(folds)
    order = _strongest_first(tuple(board))
    folded = (held * folds)[order]
    stronger = np.cumsum(folded) - folded
    shares = np.zeros_like(folds)
    with np.errstate(divide="ignore", invalid="ignore"):
        partly = np.where(folded > 0.0, (excess - stronger) / folded, np.where(stronger < excess, 1.0, 0.0))
    shares[order] = np.clip(partly, 0.0, 1.0)
    return shares


@lru_cache(maxsize=BOARDS_KEPT)
def _strongest_first(board: tuple[Card, ...]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return int64[1326]: the hands by equity against a random hand, best first; impossible hands come last."""
    equity = quick_equities(left_by(board).astype(np.float64), board)
    return np.argsort(-np.nan_to_num(equity, nan=-1.0), kind="stable")
