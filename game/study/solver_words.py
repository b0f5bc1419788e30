"""Amounts of a solve in words: chips, shares of the pot, bytes and time."""

from __future__ import annotations

import math

from game.texts import number, text

MEGABYTE, GIGABYTE = 2**20, 2**30
MINUTE, HOUR, UNKNOWN = 60.0, 3600.0, "–"


def chips(amount: float) -> str:
    """Write chips with as many digits as they need, two at most.

    >>> chips(50.0), chips(33.333)
    ('50', '33.33')
    """
    if math.isnan(amount):
        return UNKNOWN
    return number(amount, 2).rstrip("0").rstrip(".") if amount % 1 else number(amount)


def points(share: float, digits: int = 2) -> str:
    """Write a share of the pot that is counted in percent; a dash where it was not measured.

    >>> points(0.364), points(float("nan"))
    ('0.36%', '–')
    """
    return UNKNOWN if math.isnan(share) else text("solver.percent", count=number(share, digits))


def size(count: int) -> str:
    """Write a number of bytes."""
    if count >= GIGABYTE:
        return text("solver.size.gigabytes", count=number(count / GIGABYTE, 1))
    return text("solver.size.megabytes", count=number(max(1.0, count / MEGABYTE)))


def duration(seconds: float) -> str:
    """Write how long something takes, about.

    >>> duration(3.21), duration(95.0), duration(9_000.0)
    ('3.2 s', '2 min', '2.5 h')
    """
    if seconds >= HOUR:
        return text("solver.size.hours", count=number(seconds / HOUR, 1))
    if seconds >= MINUTE:
        return text("solver.size.minutes", count=number(seconds / MINUTE))
    return text("solver.size.seconds", count=number(seconds, 1 if seconds < 10 else 0))
