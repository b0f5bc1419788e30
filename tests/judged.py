"""Judgements for tests, by their values."""

from __future__ import annotations

from collections.abc import Mapping

from game.core import Action
from game.study.judgements import Judgement, Source


def judged(
    values: Mapping[Action, float],
    shares: Mapping[Action, float] | None = None,
    *,
    best: Action | None = None,
    source: Source = "exact",
    error: float = 0.0,
    stake: float = 1.0,
    equity: float | None = None,
    price: float | None = None,
) -> Judgement:
    """Return the sure judgement of a decision with these values, whose best action is advice."""
    chosen = max(values, key=lambda action: values[action]) if best is None else best
    mix = {chosen: 1.0} if shares is None else shares
    errors = dict.fromkeys(values, error)
    return Judgement(
        values, errors, mix, chosen, source, "sure", stake, equity, price, advice=frozenset({chosen})
    )
