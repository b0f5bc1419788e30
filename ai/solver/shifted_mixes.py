"""Strategies that are shifted as a whole: an action is taken more often, or all are taken as often as somebody did.

Every hand stays as near to what it did as that allows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.hands.combos import Floats
from game.study.solved import LoggedMix

PASSIVE = ("check", "call")


def shifted_mix(strategy: np.ndarray, weights: np.ndarray, place: int, points: float) -> np.ndarray:
    """Return float64[1326, actions], a strategy that takes an action more often by so much of the weight.

    Hands that mixed take it more or less in proportion; the other actions keep their proportions.

    >>> shifted_mix(np.array([[0.5, 0.5], [1.0, 0.0]]), np.ones(2), 0, 0.125).tolist()
    [[0.75, 0.25], [1.0, 0.0]]
    """
    share = float((strategy[:, place] * weights).sum() / weights.sum())
    goal = min(1.0, max(0.0, share + points))
    before = strategy[:, place]
    after = before * (goal / share) if goal < share else 1 - (1 - before) * (1 - goal) / max(1 - share, 1e-12)
    after = np.clip(after, 0.0, 1.0)
    others = np.delete(strategy, place, axis=1)
    total = others.sum(axis=1, keepdims=True)
    even = np.full(others.shape, 1 / max(1, others.shape[1]))
    kept = np.divide(others, total, out=even, where=total > 0) * (1 - after)[:, None]
    return np.insert(kept, place, after, axis=1)


def mix_as_logged(strategy: Floats, weights: Floats, actions: Sequence[str], logged: LoggedMix) -> Floats:
    """Return float64[1326, actions], a strategy that by weight folds, calls and raises as often as somebody did.

    What cannot be done here counts as a check or a call. Bets and raises keep their proportions in every hand.

    >>> before, thrice = np.full((2, 3), 1 / 3), LoggedMix("ada", 40, 0.5, 0.4, 0.1)
    >>> mix_as_logged(before, np.ones(2), ("fold", "call", "raise 50"), thrice).round(6).tolist()
    [[0.5, 0.4, 0.1], [0.5, 0.4, 0.1]]
    """
    folds = np.zeros(len(strategy))
    going_on = strategy
    if "fold" in actions:
        place = actions.index("fold")
        folded = shifted_mix(strategy, weights, place, logged.folds - _share(strategy[:, place], weights))
        folds, going_on = folded[:, place], np.delete(folded, place, axis=1)
    left = (1 - folds)[:, None]
    others = [action for action in actions if action != "fold"]
    if len(others) > 1 and (done := logged.calls + logged.raises) > 0 and (weights @ left).sum() > 0:
        even = np.full(going_on.shape, 1 / len(others))
        mix = np.divide(going_on, left, out=even, where=left > 0)
        place = next(place for place, action in enumerate(others) if action in PASSIVE)
        points = logged.calls / done - _share(mix[:, place], weights * left[:, 0])
        going_on = shifted_mix(mix, weights * left[:, 0], place, points) * left
    return np.insert(going_on, actions.index("fold"), folds, axis=1) if "fold" in actions else going_on


def _share(shares: Floats, weights: Floats) -> float:
    return float(shares @ weights / weights.sum())
