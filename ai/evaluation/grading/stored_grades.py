"""Converts grades to JSON and back, for the files of reviews and drills. Everything that is read is checked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, get_args

from game.archive.hands import whole
from game.messages.grades_answers import Grade, Mark, Source


def to_dict(grade: Grade) -> dict[str, Any]:
    """Return the grade as a dict for JSON; `values` and `shares` are lists of [action, number], by action."""
    return {
        "action": grade.action,
        "best": grade.best,
        "values": sorted(grade.values.items()),
        "shares": sorted(grade.shares.items()),
        "mark": grade.mark.value,
        "source": grade.source,
        "margin": grade.margin,
        "equity": grade.equity,
        "price": grade.price,
        "never_taken": grade.never_taken,
        "held_back": grade.held_back,
    }


def from_dict(stored: Mapping[str, Any]) -> Grade:
    """Return the grade that `to_dict` wrote.

    A dict without an action, like that of a drill card's solution, gives the grade of the best action. Raises one
    of `damage.PARTS` if the dict is not a grade.
    """
    values, shares = (
        {whole(action): finite(value) for action, value in stored[name]} for name in ("values", "shares")
    )
    best = whole(stored["best"])
    action, source = whole(stored.get("action", best)), stored["source"]
    if source not in get_args(Source) or not {action, best} <= set(values):
        raise ValueError(stored)
    equity, price = (None if stored[name] is None else finite(stored[name]) for name in ("equity", "price"))
    return Grade(
        action,
        best,
        values,
        shares,
        Mark(stored.get("mark", Mark.BEST)),
        source,
        finite(stored["margin"]),
        equity,
        price,
        bool(stored.get("never_taken")),
        bool(stored.get("held_back")),
    )


def finite(value: Any) -> float:
    """Return `value` as a float. Raises ValueError if it is not a number, or is infinite or NaN."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(value)
    return float(value)
