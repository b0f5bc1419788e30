"""Converts judgements to JSON and back, for the files of reviews and drills. Everything that is read is checked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, get_args

from game.archive.hands import whole
from game.study.judgements import Judgement, Source

FORMER_SOURCES: Mapping[str, Source] = {"solved": "solve", "trained": "blueprint", "counted": "equity"}
"""The sources by their names in files of earlier versions."""


def to_dict(judgement: Judgement) -> dict[str, Any]:
    """Return a sure judgement as a dict for JSON; mappings are lists of [action, number], by action."""
    return {
        "values": sorted(judgement.values.items()),
        "errors": sorted(judgement.errors.items()),
        "shares": sorted(judgement.shares.items()),
        "best": judgement.best,
        "source": judgement.source,
        "stake": judgement.stake,
        "equity": judgement.equity,
        "price": judgement.price,
        "bounds": sorted(judgement.bounds),
        "advice": sorted(judgement.advice),
    }


def from_dict(stored: Mapping[str, Any]) -> Judgement:
    """Return the judgement that `to_dict` wrote, or the one in a drill card of an earlier version.

    An earlier version stored one margin for all values.

    Raises:
        ValueError: If the dict is not a judgement, or another of `damage.PARTS`.
    """
    values, shares = _by_action(stored["values"]), _by_action(stored["shares"])
    is_former = "errors" not in stored
    errors = dict.fromkeys(values, finite(stored["margin"])) if is_former else _by_action(stored["errors"])
    best = whole(stored["best"])
    bounds = frozenset(map(whole, stored.get("bounds", ())))
    advice = frozenset(map(whole, stored.get("advice", (best,))))
    source, stake = FORMER_SOURCES.get(stored["source"], stored["source"]), finite(stored["stake"])
    is_whole = errors.keys() == values.keys() and bounds <= values.keys() and best in values
    if source not in get_args(Source) or not is_whole or stake <= 0 or min(errors.values()) < 0:
        raise ValueError(stored)
    equity, price = (None if stored[name] is None else finite(stored[name]) for name in ("equity", "price"))
    return Judgement(values, errors, shares, best, source, "sure", stake, equity, price, bounds, advice)


def finite(value: Any) -> float:
    """Return `value` as a float. Raises ValueError if it is not a number, or is infinite or NaN."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(value)
    return float(value)


def _by_action(pairs: Any) -> dict[int, float]:
    return {whole(action): finite(number) for action, number in pairs}
