"""Bet sizes as players write them: percent of the pot, and `a` for all-in."""

from __future__ import annotations

from game.core import BadInput
from game.quoting import quoted

ALL_IN = "a"
MOST_PERCENT = 10_000
MOST_SIZES = 12
EXAMPLE = 'sizes are percent of the pot, and "a" for all-in, like "33%,75%,a"'

Sizes = tuple[float, ...]
"""Parts of the pot, lowest first; infinity stands for all-in."""


def parse_sizes(text: str, key: str) -> Sizes:
    """Return the sizes that a comma list names, none for an empty one; `BadInput` names its `key`.

    >>> parse_sizes("75%, 33%, a", "bets")
    (0.33, 0.75, inf)
    """
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    if len(words) > MOST_SIZES:
        raise BadInput(f"{key} has {len(words)} sizes: at most {MOST_SIZES} can be solved.")
    return tuple(sorted({_size(word, key) for word in words}))


def _size(word: str, key: str) -> float:
    if word.lower() == ALL_IN:
        return float("inf")
    try:
        percent = float(word.removesuffix("%"))
    except ValueError:
        raise BadInput(f"{key}: {quoted(word)} is not a bet size; {EXAMPLE}.") from None
    if not 0 < percent <= MOST_PERCENT:
        raise BadInput(f"{key}: {quoted(word)} is not above 0% and at most {MOST_PERCENT:,}%.")
    return percent / 100
