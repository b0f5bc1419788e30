"""SplitMix64 for kernels: the same numbers as dice.py from the same counter, in uint64.

A kernel draws by `counter += STEP` and `random_float(counter)`. The counter is a local variable of the kernel, so
it stays in a register.
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
def random_float(counter: np.uint64) -> float:
    """Return the float 0 <= x < 1 of a counter, as `Dice.random` does."""
    mixed = (counter ^ (counter >> np.uint64(30))) * _FIRST_FACTOR
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND_FACTOR
    mixed = mixed ^ (mixed >> np.uint64(31))
    return np.int64(mixed >> np.uint64(11)) * _UNIT


def compile_kernels() -> None:
    random_float(STEP)
