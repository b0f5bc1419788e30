"""Sections of a YAML file with known names, checked: what is wrong is said in a sentence that names the file."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from game.core import BadInput


def section(stored: object, known: Sequence[str], what: str) -> Mapping[str, object]:
    """Return a mapping that has exactly the known names; `what` is the file, as in "the file of the ranks".

    Raises `BadInput`.
    """
    if not isinstance(stored, Mapping) or set(stored) != set(known):
        raise BadInput(f"{what[0].upper()}{what[1:]} must have exactly the entries {', '.join(known)}.")
    return stored


def positive_numbers(stored: object, known: Sequence[str], what: str) -> dict[str, float]:
    """Return a section whose values are numbers above 0; raises `BadInput`."""
    found: dict[str, float] = {}
    for name, value in section(stored, known, what).items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
            raise BadInput(f"{name} in {what} must be a number above 0.")
        found[name] = float(value)
    return found


def check_rising(ends: Sequence[float], what: str) -> None:
    """Raise `BadInput` unless each number is above the one before, and the last one is infinite."""
    if any(low >= high for low, high in pairwise(ends)) or ends[-1] != math.inf:
        raise BadInput(f"The shares in {what} must rise from name to name, the last one to .inf.")
