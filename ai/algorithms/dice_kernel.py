"""The dice of dice.py for kernels: the same numbers from the same counter, a uint64 that the kernel keeps.

A throw is `counter += STEP`, then `thrown(counter)`: so the counter stays in a register of the loop that throws.
"""

from __future__ import annotations

import numpy as np

from ai.algorithms import dice
from ai.compiled import kernel

STEP = np.uint64(dice.STEP)

_FIRST_FACTOR = np.uint64(dice.FIRST_FACTOR)
_SECOND_FACTOR = np.uint64(dice.SECOND_FACTOR)
_UNIT = dice.UNIT


@kernel
def thrown(counter: np.uint64) -> float:
    """Return the number, 0 <= number < 1, that belongs to a counter (`Dice.random`)."""
    mixed = (counter ^ (counter >> np.uint64(30))) * _FIRST_FACTOR
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND_FACTOR
    mixed = mixed ^ (mixed >> np.uint64(31))
    return np.int64(mixed >> np.uint64(11)) * _UNIT


def compile_kernels() -> None:
    thrown(STEP)
