"""Figures as commands write them for people: thousands by commas, some significant digits, never an exponent."""

from __future__ import annotations

import math

MOST_DECIMALS = 12  # what is smaller comes from the rounding of the arithmetic


def written(value: float, digits: int) -> str:
    """Write a number with so many significant digits, and all of those before the point.

    >>> written(66950.4, 3), written(0.45833, 3), written(0.5, 4), written(9.63e-06, 3), written(2.8e-17, 3)
    ('66,950', '0.458', '0.5', '0.00000963', '0')
    """
    size = abs(value)
    decimals = digits - 1 - math.floor(math.log10(size)) if size else 0
    text = f"{value:z,.{min(max(0, decimals), MOST_DECIMALS)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def signed(value: float, digits: int) -> str:
    """Write a gain or a loss: with a sign, and nothing without one.

    >>> signed(2210.4, 4), signed(-0.05556, 4), signed(0.0, 4)
    ('+2,210', '-0.05556', '0')
    """
    text = written(value, digits)
    return text if text.startswith("-") or text == "0" else f"+{text}"
