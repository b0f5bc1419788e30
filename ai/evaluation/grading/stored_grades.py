"""Grades as JSON, for the files of reviews and drills; read without trust."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, get_args

from game.archive.hands import whole
from game.messages.grades_answers import Grade, Mark, Source


def to_dict(grade: Grade) -> dict[str, Any]:
    """Return what JSON can hold."""
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
    """Read `to_dict` back; one of `damage.PARTS` where it is no grade.

    What says nothing of the action that was played holds the grade of the best one.
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
    """Return a number that is neither infinite nor NaN; ValueError where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(value)
    return float(value)
