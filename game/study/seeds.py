"""The seeds of new sessions: drawn afresh, or all the same where PARLOUR_SEED says which."""

from __future__ import annotations

import os
import secrets

from game.core import BadInput
from game.match import terminal
from game.quoting import quoted

SEED_VARIABLE = "PARLOUR_SEED"
SEEDS = 1 << 31


def new() -> int:
    """Return the seed of a new session."""
    given = fixed()
    return secrets.randbelow(SEEDS) if given is None else given


def fixed() -> int | None:
    """Return the seed that PARLOUR_SEED gives to every session, None where it is not set.

    `BadInput` unless it is a whole number of at least 0.
    """
    words = os.environ.get(SEED_VARIABLE)
    if words is None:
        return None
    number = terminal.whole_number(words)
    if number is None or number < 0:
        raise BadInput(f"{SEED_VARIABLE} is {quoted(words)}: it must be a whole number of at least 0.")
    return number
